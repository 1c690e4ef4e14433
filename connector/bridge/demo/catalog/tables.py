"""Checks of a table's columns, keys and partitions that the server makes while it maps a request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from connector.bridge.demo.catalog.errors import bad_request
from connector.bridge.demo.catalog.names import check_column_name, quote_name, split_fqn
from connector.bridge.demo.catalog.store import Json, Store
from connector.bridge.demo.catalog.taglabels import check_labels

_NEEDS_LENGTH = frozenset({"CHAR", "VARCHAR", "BINARY", "VARBINARY"})


def strip_nulls(value: Any) -> Any:
    """A copy without null entries: the server treats null as omitted."""
    if isinstance(value, dict):
        return {key: strip_nulls(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [strip_nulls(item) for item in value]
    return value


def prepare_columns(store: Store, columns: list[Json], *, top: bool = True) -> list[Json]:
    """Check columns and bring them into the form that is stored.

    Args:
        store: the catalog, for tags.
        columns: columns of a request, without nulls; changed in place.
        top: whether these are the table's own columns (only they need a length).

    Returns:
        The same list.

    Raises:
        ApiError: 400 for what the server refuses (OpenMetadata server, TableMapper and DatabaseUtil).
    """
    seen: set[str] = set()
    for column in columns:
        name = check_column_name(column.get("name"))
        if name in seen:
            raise bad_request(f"Column name {name} is repeated")
        seen.add(name)
        _check_type(column, top=top)
        display = str(column.get("dataTypeDisplay") or column["dataType"])
        column["dataTypeDisplay"] = display.lower()
        column.pop("fullyQualifiedName", None)
        tags = column.pop("tags", None)
        if tags:
            column["tags"] = check_labels(store, tags)
        children = column.get("children")
        if children:
            prepare_columns(store, children, top=False)
    return columns


def _check_type(column: Json, *, top: bool) -> None:
    name, data_type = column["name"], column.get("dataType")
    if data_type in _NEEDS_LENGTH and top and column.get("dataLength") is None:
        raise bad_request(
            f"For column data types char, varchar, binary, varbinary dataLength must not be null: {name}"
        )
    if data_type == "ARRAY":
        if not column.get("arrayDataType"):
            raise bad_request(f"For column data type array, arrayDataType must not be null: {name}")
    else:
        column.pop("arrayDataType", None)
    if data_type == "STRUCT" and column.get("children") is None:
        raise bad_request(f"For column data type struct, children must not be null: {name}")
    scale, precision = column.get("scale"), column.get("precision")
    if scale is not None:
        if precision is None:
            raise bad_request(f"Scale is set but precision is not set for the column {name}")
        if scale > precision:
            raise bad_request(f"Scale is greater than precision for the column {name}")


def check_keys(columns: list[Json], constraints: Iterable[Json], partition: Json | None) -> None:
    """Check primary keys, and that constraints and partitions name columns of the table.

    Raises:
        ApiError: 400.
    """
    names = {column["name"] for column in columns}
    keyed = [column["name"] for column in columns if column.get("constraint") == "PRIMARY_KEY"]
    if len(keyed) > 1:
        raise bad_request(f"Multiple columns are marked as primary key: {', '.join(keyed)}")
    for constraint in constraints:
        if keyed and constraint.get("constraintType") == "PRIMARY_KEY":
            raise bad_request("A column level and a table level primary key can not be set together")
        for name in constraint.get("columns") or ():
            if name not in names:
                raise bad_request(f"Invalid column name found in table constraint: {name}")
    for detail in (partition or {}).get("columns") or ():
        if detail.get("columnName") not in names:
            raise bad_request(f"Invalid column name found in table partition: {detail.get('columnName')}")


def prepare_constraints(store: Store, fqn: str, columns: list[Json], constraints: list[Json]) -> list[Json]:
    """Check constraints and sort them as they are stored.

    Args:
        store: the catalog, for the tables that foreign keys refer to.
        fqn: the table's fully qualified name.
        columns: the table's columns as they will be stored.
        constraints: the request's constraints, without nulls.

    Returns:
        Constraints sorted, their columns and referred columns sorted as well.

    Raises:
        ApiError: 400 for a repeated constraint or a foreign key whose table or column does not exist; a table that is
            not stored yet, the new table itself included, does not exist (OpenMetadata server, TableRepository).
    """
    result: list[Json] = []
    seen: set[tuple[object, ...]] = set()
    for item in constraints:
        constraint = dict(item)
        for name in ("columns", "referredColumns"):
            if constraint.get(name):
                constraint[name] = sorted(constraint[name])
        key = constraint_key(constraint)
        if key in seen:
            raise bad_request(f"Duplicate constraint found in table {fqn}: {key[0]}")
        seen.add(key)
        if constraint.get("constraintType") == "FOREIGN_KEY":
            for referred in constraint.get("referredColumns") or ():
                _check_referred(store, fqn, columns, referred)
        result.append(constraint)
    return sorted(result, key=lambda found: (str(found.get("constraintType")), found.get("columns") or []))


def constraint_key(constraint: Json) -> tuple[object, ...]:
    """What makes two constraints the same: type, columns and referred columns, not the relationship type."""
    return (
        constraint.get("constraintType"),
        tuple(constraint.get("columns") or ()),
        tuple(constraint.get("referredColumns") or ()),
    )


def _check_referred(store: Store, fqn: str, columns: list[Json], referred: str) -> None:
    parts = split_fqn(referred)
    if parts is None or len(parts) < 5:
        raise bad_request(f"Invalid column name found in table constraint: {referred}")
    table_fqn = ".".join(parts[:4])
    table = store.find("table", table_fqn)
    if table is None:
        raise bad_request(f"Table not found: {table_fqn}")
    known = columns if table_fqn == fqn else table.load()["columns"]
    if referred not in column_fqns(table_fqn, known):
        raise bad_request(f"Invalid column name found in table constraint: {referred}")


def column_fqns(parent: str, columns: list[Json]) -> set[str]:
    """Fully qualified names of columns, nested ones included."""
    return set(_walk_fqns(parent, columns))


def _walk_fqns(parent: str, columns: list[Json]) -> Iterator[str]:
    for column in columns:
        fqn = f"{parent}.{quote_name(column['name'])}"
        yield fqn
        yield from _walk_fqns(fqn, column.get("children") or [])
