"""What stands in the stand-in catalog, as a tree for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol


class Catalog(Protocol):
    """What is needed of the stand-in."""

    def all(self, kind: str) -> list[dict[str, Any]]:
        """List entities.

        Args:
            kind: Name of the collection, such as `tables`.

        Returns:
            The entities that are not deleted.
        """


Entity = Mapping[str, Any]


def lines(catalog: Catalog) -> Iterator[str]:
    """Draw the tree.

    Args:
        catalog: The stand-in's state.

    Yields:
        Lines without line ends: domains, teams, then services with what is in them, and the counts last.
    """
    for domain in catalog.all("domains"):
        yield f"domain {domain['name']}  {_shown(domain)}"
    owners = {team["id"]: team for team in catalog.all("teams")}
    for team in owners.values():
        if team.get("teamType") == "Group":
            yield f"team {team['name']}  {_shown(team)}"
    tables = catalog.all("tables")
    schemas = catalog.all("databaseSchemas")
    databases = catalog.all("databases")
    services = catalog.all("databaseServices")
    for service in services:
        yield f"service {service['name']}"
        inside = [item for item in databases if _in(item, "service", service)]
        for database, bar, below in _branches(inside, ""):
            yield f"{bar}database {database['name']}"
            inner = [item for item in schemas if _in(item, "database", database)]
            for schema, schema_bar, deeper in _branches(inner, below):
                content = [item for item in tables if _in(item, "databaseSchema", schema)]
                yield f"{schema_bar}schema {schema['name']}"
                for table, table_bar, _ in _branches(content, deeper):
                    yield table_bar + _table(table, owners)
    yield ""
    yield ", ".join(_counts(services, databases, schemas, tables))


def _branches(entities: list[dict[str, Any]], indent: str) -> Iterator[tuple[dict[str, Any], str, str]]:
    """Give each entity with the text before it and the indent of what is below it, sorted by name."""
    ordered = sorted(entities, key=lambda item: (item.get("tableType", ""), item["name"]))
    for number, entity in enumerate(ordered, start=1):
        last = number == len(ordered)
        yield entity, indent + ("└─ " if last else "├─ "), indent + ("   " if last else "│  ")


def _table(table: Entity, owners: Mapping[str, Entity]) -> str:
    kind = "view" if table.get("tableType") == "View" else "table"
    names = [_shown(owners.get(owner["id"], owner)) for owner in table.get("owners") or ()]
    columns = len(table["columns"])
    owned = f", owned by {', '.join(names)}" if names else ""
    return f"{kind} {table['name']}  {columns} columns{owned}"


def _counts(
    services: list[dict[str, Any]],
    databases: list[dict[str, Any]],
    schemas: list[dict[str, Any]],
    tables: list[dict[str, Any]],
) -> Iterator[str]:
    views = sum(1 for table in tables if table.get("tableType") == "View")
    yield f"{len(services)} service"
    yield f"{len(databases)} database{'s' if len(databases) != 1 else ''}"
    yield f"{len(schemas)} schemas"
    yield f"{len(tables) - views} tables"
    yield f"{views} views"
    yield f"{sum(len(table['columns']) for table in tables)} columns"


def _in(entity: Entity, field: str, parent: Entity) -> bool:
    return bool(entity[field]["id"] == parent["id"])


def _shown(entity: Entity) -> str:
    return str(entity.get("displayName") or entity["name"])
