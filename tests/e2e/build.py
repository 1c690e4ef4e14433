"""Small listings for tests, as the Bridge would serve them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from connector.bridge.demo.bridge import Installation

Json = dict[str, Any]


def field(
    number: int, name: str, type_: Any = "string", *, required: bool = False, doc: str | None = None
) -> Json:
    """Make a field of an Iceberg schema."""
    value: Json = {"id": number, "name": name, "type": type_, "required": required}
    return {**value, "doc": doc} if doc is not None else value


def fields(*columns: str | tuple[str, Any]) -> list[Json]:
    """Make fields from names, or from names with types."""
    pairs = [(column, "string") if isinstance(column, str) else column for column in columns]
    return [field(number, name, type_) for number, (name, type_) in enumerate(pairs, start=1)]


def table(
    name: str,
    columns: Sequence[Json] | None = None,
    *,
    namespace: Sequence[str] = ("sales",),
    catalog: str = "lake",
    updated_ms: int = 1,
    description: str | None = None,
    metadata: Json | None = None,
) -> Json:
    """Make a table of a listing."""
    value: Json = {
        "catalog": catalog,
        "namespace": list(namespace),
        "name": name,
        "metadata": {
            "format-version": 2,
            "last-updated-ms": updated_ms,
            "current-schema-id": 0,
            "schemas": [
                {
                    "schema-id": 0,
                    "type": "struct",
                    "fields": list(columns if columns is not None else fields("id")),
                }
            ],
            "default-spec-id": 0,
            "partition-specs": [{"spec-id": 0, "fields": []}],
            **(metadata or {}),
        },
    }
    return {**value, "description": description} if description is not None else value


def view(
    name: str,
    sql: str,
    columns: Sequence[Json] | None = None,
    *,
    namespace: Sequence[str] = ("sales",),
    catalog: str = "lake",
    dialect: str = "spark",
    updated_ms: int = 1,
) -> Json:
    """Make a view of a listing."""
    return {
        "catalog": catalog,
        "namespace": list(namespace),
        "name": name,
        "metadata": {
            "format-version": 1,
            "current-version-id": 1,
            "schemas": [
                {
                    "schema-id": 0,
                    "type": "struct",
                    "fields": list(columns if columns is not None else fields("id")),
                }
            ],
            "versions": [
                {
                    "version-id": 1,
                    "schema-id": 0,
                    "timestamp-ms": updated_ms,
                    "default-namespace": list(namespace),
                    "representations": [{"type": "sql", "dialect": dialect, "sql": sql}],
                }
            ],
        },
    }


def listing(
    listing_id: str,
    *,
    tables: Sequence[Any] = (),
    views: Sequence[Any] = (),
    team: str | None = "sales-data",
    **more: Any,
) -> Json:
    """Make a listing."""
    value: Json = {
        "id": listing_id,
        "version": "1",
        "name": listing_id.title(),
        "portalUrl": f"https://portal.example.com/listings/{listing_id}",
        "tables": list(tables),
        "views": list(views),
        **more,
    }
    if team is not None and "owners" not in value:
        value["owners"] = [{"team": team, "displayName": team.title(), "email": f"{team}@example.com"}]
    return value


def installation(*listings: Json) -> Installation:
    """Make an installation of listings."""
    info = {"id": "acme", "name": "Acme data exchange", "portalUrl": "https://portal.example.com"}
    return Installation(info, {item["id"]: item for item in listings})
