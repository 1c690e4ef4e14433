"""A synthetic installation of any size, the same in every process that is told its shape."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from connector.bridge.demo.bridge.answers import encoded

Json = dict[str, Any]

PER_LISTING = 100
SHARED = 4
"""So many objects of a listing are also in the next one, as shared dimensions are."""
PER_SCHEMA = 250
LEAST_SCHEMAS = 4
EVERY_VIEW = 20
"""Each so manieth object is a view."""
EVERY_NESTED = 5
"""Each so manieth object has a struct, a list of structs and a map among its columns."""
EVERY_BLANK = 4
"""Each so manieth column has no doc."""
LEAST_NESTED = 6
"""Fewer columns leave no room for nested ones."""

PORTAL = "https://portal.example.com"
FIRST_MS = 1_764_489_600_000

_TEAMS = ("retail-data", "supply-chain", "customer-insight", "finance-reporting", "web-analytics", "platform")
_SUBJECTS = ("store_sales", "web_orders", "stock_levels", "customer_contacts", "shipments", "price_lists")
_ATTRIBUTES = (
    ("key", "long"),
    ("customer_name", "string"),
    ("net_amount", "decimal(12,2)"),
    ("sold_at", "timestamptz"),
    ("business_date", "date"),
    ("is_return", "boolean"),
    ("quantity", "int"),
    ("discount_share", "double"),
    ("order_reference", "uuid"),
    ("channel_code", "string"),
)
_PLAIN = "Taken over from the source system every night, kept for seven years, without test orders."
_SPECIAL = "Only rows with `state = 'closed'` and amount >= 0 + tax, see data@example.com & the wiki."
"""Characters that the catalog stores in another form unless the text is patched (OpenMetadata#32410)."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What an installation is made of.

    Attributes:
        tables: Distinct tables and views.
        columns: Columns of each, those inside nested ones not counted.
        special: Whether descriptions have characters that the catalog stores in another form.
    """

    tables: int
    columns: int = 30
    special: bool = False


class SyntheticOffer:
    """What a demo Bridge serves of a shape, written beforehand, so that serving costs next to nothing.

    Attributes:
        info: The installation's object.
        summaries: Entries of the summary by listing id.
        listings: Bodies by listing id.
    """

    def __init__(self, shape: Shape) -> None:
        """Make all bodies.

        Args:
            shape: The installation.
        """
        self.info = installation()
        self.summaries: Mapping[str, Json] = {
            listing_id(number): summary(number) for number in range(listing_count(shape))
        }
        self.listings: Mapping[str, bytes] = {body["id"]: encoded(body) for body in listings(shape)}


def installation() -> Json:
    """Make the installation's object."""
    return {"id": "bench", "name": "Benchmark exchange", "description": "Made up.", "portalUrl": PORTAL}


def listing_count(shape: Shape) -> int:
    """Count the listings of a shape."""
    return -(-shape.tables // PER_LISTING)


def listing_id(number: int) -> str:
    """Name a listing."""
    return f"listing-{number:04d}"


def summary(number: int) -> Json:
    """Make a listing's entry of the summary."""
    return {
        "id": listing_id(number),
        "version": "1",
        "name": f"Data set {number}",
        "updatedAt": "2026-11-30T08:15:00Z",
    }


def listings(shape: Shape) -> Iterator[Json]:
    """Make the listings one after the other.

    Args:
        shape: The installation.

    Yields:
        Bodies as the Bridge serves them.
    """
    for number in range(listing_count(shape)):
        first = max(number * PER_LISTING - SHARED, 0)
        numbers = range(first, min((number + 1) * PER_LISTING, shape.tables))
        team = _TEAMS[number % len(_TEAMS)]
        yield {
            **summary(number),
            "description": f"Everything about data set {number}, refreshed daily.",
            "portalUrl": f"{PORTAL}/listings/{listing_id(number)}",
            "owners": [{"team": team, "displayName": team.title(), "email": f"{team}@example.com"}],
            "tags": ["certified"],
            "tables": [table(shape, one) for one in numbers if not is_view(one)],
            "views": [view(shape, one) for one in numbers if is_view(one)],
        }


def is_view(number: int) -> bool:
    """Tell whether an object is a view."""
    return number % EVERY_VIEW == EVERY_VIEW - 1


def identity(shape: Shape, number: int) -> Json:
    """Say where an object lives: in schemas of the same size, half of them in each of two catalogs."""
    schemas = max(LEAST_SCHEMAS, shape.tables // PER_SCHEMA)
    schema = number * schemas // shape.tables
    return {
        "catalog": "lake" if schema * 2 < schemas else "mart",
        "namespace": ["trade", f"area_{schema:03d}"],
        "name": f"{_SUBJECTS[number % len(_SUBJECTS)]}_{number:05d}",
    }


def table(shape: Shape, number: int) -> Json:
    """Make an Iceberg table, with the storage part and the history that a real catalog answers."""
    where = identity(shape, number)
    columns = fields(shape, number)
    schema: Json = {"schema-id": 1, "type": "struct", "identifier-field-ids": [1], "fields": columns}
    earlier = {**schema, "schema-id": 0, "fields": columns[:-1] or columns}
    location = f"s3://warehouse/{where['catalog']}/{where['name']}"
    return {
        **where,
        "description": description(shape, number),
        "metadata": {
            "format-version": 2,
            "table-uuid": str(uuid.uuid5(uuid.NAMESPACE_URL, location)),
            "location": location,
            "last-sequence-number": 3,
            "last-updated-ms": FIRST_MS + number,
            "last-column-id": 100,
            "current-schema-id": 1,
            "schemas": [earlier, schema],
            "default-spec-id": 0,
            "partition-specs": [{"spec-id": 0, "fields": partitions(columns, number)}],
            "default-sort-order-id": 0,
            "sort-orders": [{"order-id": 0, "fields": []}],
            "properties": {"write.format.default": "parquet", "comment": f"Load job {number}"},
            "current-snapshot-id": 3,
            "snapshots": [snapshot(location, number, one) for one in (1, 2, 3)],
        },
    }


def view(shape: Shape, number: int) -> Json:
    """Make an Iceberg view of the object before it."""
    where, below = identity(shape, number), identity(shape, number - 1)
    columns = fields(shape, number)
    chosen = ",\n  ".join(column["name"] for column in columns)
    sql = f"SELECT\n  {chosen}\nFROM {'.'.join([below['catalog'], *below['namespace'], below['name']])}"
    return {
        **where,
        "description": description(shape, number),
        "metadata": {
            "view-uuid": str(uuid.uuid5(uuid.NAMESPACE_URL, where["name"])),
            "format-version": 1,
            "location": f"s3://warehouse/views/{where['name']}",
            "current-version-id": 1,
            "schemas": [{"schema-id": 0, "type": "struct", "fields": columns}],
            "versions": [
                {
                    "version-id": 1,
                    "schema-id": 0,
                    "timestamp-ms": FIRST_MS + number,
                    "summary": {"engine-name": "spark"},
                    "default-catalog": where["catalog"],
                    "default-namespace": where["namespace"],
                    "representations": [{"type": "sql", "dialect": "spark", "sql": sql}],
                }
            ],
            "properties": {},
        },
    }


def description(shape: Shape, number: int) -> str:
    """Write the text of an object."""
    return f"Rows of **object {number}**, one for each event. {_SPECIAL if shape.special else _PLAIN}"


def fields(shape: Shape, number: int) -> list[Json]:
    """Make the fields of an object; some objects end in nested ones."""
    ids = count(1)
    nested = shape.columns >= LEAST_NESTED and number % EVERY_NESTED == 0
    plain = [_plain(number, position, next(ids)) for position in range(shape.columns - 3 * nested)]
    return plain + (_nested(ids) if nested else [])


def _plain(number: int, position: int, field_id: int) -> Json:
    name, type_ = _ATTRIBUTES[position % len(_ATTRIBUTES)]
    turn = position // len(_ATTRIBUTES)
    column: Json = {
        "id": field_id,
        "name": f"{name}_{turn}" if turn else name,
        "required": position == 0,
        "type": type_,
    }
    if position % EVERY_BLANK != EVERY_BLANK - 1:
        label = name.replace("_", " ")
        column["doc"] = f"The {label} as it was booked at the time of event {number}, revision {turn}."
    return column


def _nested(ids: Iterator[int]) -> list[Json]:
    def member(name: str, type_: Any) -> Json:
        return {"id": next(ids), "name": name, "required": False, "type": type_, "doc": f"The {name} of it."}

    def struct(*members: Json) -> Json:
        return {"type": "struct", "fields": list(members)}

    address = struct(member("street", "string"), member("city", "string"), member("postcode", "string"))
    line = struct(member("item", "long"), member("price", "decimal(12,2)"))
    lines = {"type": "list", "element-id": next(ids), "element-required": True, "element": line}
    labels = {
        "type": "map",
        "key-id": next(ids),
        "key": "string",
        "value-id": next(ids),
        "value-required": False,
        "value": "string",
    }
    return [member("address", address), member("lines", lines), member("labels", labels)]


def partitions(columns: list[Json], number: int) -> list[Json]:
    """Partition every second table by day of its first time stamp."""
    stamps = [column for column in columns if column["type"] == "timestamptz"]
    if number % 2 or not stamps:
        return []
    source = stamps[0]
    return [{"field-id": 1000, "source-id": source["id"], "name": "day", "transform": "day"}]


def snapshot(location: str, number: int, version: int) -> Json:
    """Make a snapshot of a table."""
    return {
        "snapshot-id": version,
        "sequence-number": version,
        "timestamp-ms": FIRST_MS + number + version,
        "manifest-list": f"{location}/metadata/snap-{version}.avro",
        "summary": {
            "operation": "append",
            "added-records": "1200",
            "total-records": str(1200 * version),
            "total-files-size": str(48_000 * version),
        },
        "schema-id": 1,
    }
