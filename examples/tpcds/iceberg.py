"""Iceberg metadata of the demo's tables and views, built with pyiceberg, as a catalog's load call answers it.

Identifiers and times are derived or fixed, so that the same definition always gives the same metadata.
Locations point into a bucket that doesn't exist: whoever reads a listing has no business with the files.
"""

from __future__ import annotations

import math
import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pyiceberg.partitioning import PARTITION_FIELD_ID_START, PartitionField, PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.table.metadata import TableMetadataUtil
from pyiceberg.table.snapshots import Operation, Snapshot, SnapshotLogEntry, Summary
from pyiceberg.table.sorting import SortField, SortOrder
from pyiceberg.transforms import IdentityTransform, parse_transform
from pyiceberg.types import NestedField
from pyiceberg.view.metadata import (
    SQLViewRepresentation,
    ViewHistoryEntry,
    ViewMetadata,
    ViewRepresentation,
    ViewVersion,
)

from .model import BASE, CATALOG, Column, Partition, Table, View

_UUID_ROOT = uuid.uuid5(uuid.NAMESPACE_URL, "https://demo.example.com/lake")
_BYTES_PER_FILE = 128 * 1024 * 1024
# Share of the text size that columnar files take; only its order of magnitude matters.
_COMPRESSION = 0.4
_NO_DELETES = {"total-delete-files": "0", "total-equality-deletes": "0", "total-position-deletes": "0"}

Loads = tuple[tuple[int, float], ...]


def _milliseconds(moment: str) -> int:
    return int(datetime.fromisoformat(moment).timestamp() * 1000)


# When which share of the rows was written.
_LOADS: Mapping[str, Loads] = {
    "once": ((_milliseconds("2026-01-04T20:00:00+00:00"), 1.0),),
    "continuous": (
        (_milliseconds("2026-01-05T02:00:00+00:00"), 0.8),
        (_milliseconds("2026-06-29T02:00:00+00:00"), 0.95),
        (_milliseconds("2026-11-30T02:00:00+00:00"), 1.0),
    ),
}
_VIEW_VERSIONS_MS = (_milliseconds("2026-02-02T10:00:00+00:00"), _milliseconds("2026-07-06T10:00:00+00:00"))
# Fields that version 1 writers did not know before schemas and specs became lists.
_LIST_FORM_FIELDS = (
    "schemas",
    "current-schema-id",
    "partition-specs",
    "default-spec-id",
    "last-partition-id",
    "sort-orders",
    "default-sort-order-id",
    "refs",
    "statistics",
    "partition-statistics",
)


def table_metadata(table: Table) -> dict[str, Any]:
    """Build the metadata of a table.

    Args:
        table: The definition.

    Returns:
        The JSON object of the Iceberg table spec, in the table's format version.

    Raises:
        ValueError: The definition contradicts itself, for example in the name of a key column.
    """
    schemas = _schemas(table)
    specs = _partition_specs(table, schemas[-1])
    order = _sort_order(table, schemas[-1])
    snapshots = _snapshots(table, schemas[-1].schema_id)
    current = snapshots[-1]
    location = _location(BASE, table.name)
    metadata: dict[str, Any] = {
        "format-version": table.format_version,
        "table-uuid": str(_uuid(BASE, table.name)),
        "location": location,
        "last-updated-ms": current.timestamp_ms,
        "last-column-id": schemas[-1].highest_field_id,
        "schemas": _dumped(schemas),
        "current-schema-id": schemas[-1].schema_id,
        "partition-specs": _dumped(specs),
        "default-spec-id": specs[-1].spec_id,
        "last-partition-id": specs[-1].last_assigned_field_id,
        "sort-orders": _dumped([order]),
        "default-sort-order-id": order.order_id,
        "properties": _properties(table),
        "current-snapshot-id": current.snapshot_id,
        "snapshots": _dumped(snapshots),
        "snapshot-log": _dumped(
            [SnapshotLogEntry(snapshot_id=s.snapshot_id, timestamp_ms=s.timestamp_ms) for s in snapshots]
        ),
    }
    if table.format_version == 1:
        metadata |= {
            "schema": schemas[-1].model_dump(mode="json"),
            "partition-spec": _dumped(specs[-1].fields),
        }
    else:
        metadata["last-sequence-number"] = current.sequence_number
    if table.format_version == 3:
        metadata["next-row-id"] = table.rows
    return _as_loaded(table, metadata)


def view_metadata(view: View, versions: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """Build the metadata of a view.

    Args:
        view: The definition.
        versions: For each version, oldest first, the SQL text by dialect.

    Returns:
        The JSON object of the Iceberg view spec; the last version is the current one.
    """
    schema = _schema(view.columns, schema_id=0)
    times = _VIEW_VERSIONS_MS[-len(versions) :]
    metadata = ViewMetadata(
        view_uuid=str(_uuid(view.namespace, view.name)),
        format_version=1,
        location=_location(view.namespace, view.name),
        schemas=[schema],
        current_version_id=len(versions),
        versions=[
            _view_version(view, number, time, sql)
            for number, (time, sql) in enumerate(zip(times, versions, strict=True), start=1)
        ],
        version_log=[
            ViewHistoryEntry(timestamp_ms=time, version_id=number)
            for number, time in enumerate(times, start=1)
        ],
        properties={"comment": view.comment},
    )
    dumped: dict[str, Any] = metadata.model_dump(mode="json", by_alias=True)
    return dumped


def _view_version(view: View, number: int, time: int, sql: Mapping[str, str]) -> ViewVersion:
    return ViewVersion(
        version_id=number,
        schema_id=0,
        timestamp_ms=time,
        summary={"engine-name": next(iter(sql)), "operation": "create" if number == 1 else "replace"},
        representations=[
            ViewRepresentation(SQLViewRepresentation(type="sql", sql=text, dialect=dialect))
            for dialect, text in sql.items()
        ],
        default_catalog=CATALOG,
        default_namespace=view.namespace,
    )


def _schemas(table: Table) -> list[Schema]:
    """Make the table's schemas, oldest first; a column added later has the highest field ids."""
    first = [column for column in table.columns if column.name not in table.added_later]
    later = [column for column in table.columns if column.name in table.added_later]
    if not later:
        return [_schema(table.columns, schema_id=0, key=table.key)]
    if table.columns != (*first, *later):
        raise ValueError(f"{table.name}: columns added later must come last")
    return [_schema(first, schema_id=0, key=table.key), _schema(table.columns, schema_id=1, key=table.key)]


def _schema(columns: Sequence[Column], *, schema_id: int, key: Sequence[str] = ()) -> Schema:
    fields = [
        NestedField(number, column.name, column.type, required=column.required, doc=column.doc)
        for number, column in enumerate(columns, start=1)
    ]
    ids = {field.name: field.field_id for field in fields}
    return Schema(*fields, schema_id=schema_id, identifier_field_ids=[ids[name] for name in key])


def _partition_specs(table: Table, schema: Schema) -> list[PartitionSpec]:
    """Make the table's partition specs, oldest first."""
    specs = [PartitionSpec(spec_id=0)] if table.was_unpartitioned else []
    fields = [
        PartitionField(
            source_id=schema.find_field(partition.column).field_id,
            field_id=number,
            transform=parse_transform(partition.transform),
            name=_partition_name(partition),
        )
        for number, partition in enumerate(table.partitions, start=PARTITION_FIELD_ID_START)
    ]
    return [*specs, PartitionSpec(*fields, spec_id=len(specs))]


def _partition_name(partition: Partition) -> str:
    """Name a partition field as engines do: the column, followed by any transform but the identity."""
    kind = partition.transform.partition("[")[0]
    suffix = {"identity": "", "truncate": "_trunc"}.get(kind, f"_{kind}")
    return partition.column + suffix


def _sort_order(table: Table, schema: Schema) -> SortOrder:
    if not table.sort:
        return SortOrder(order_id=0)
    fields = (
        SortField(source_id=schema.find_field(name).field_id, transform=IdentityTransform())
        for name in table.sort
    )
    return SortOrder(*fields, order_id=1)


def _snapshots(table: Table, schema_id: int) -> list[Snapshot]:
    """Make one appended snapshot for each load, with totals that end in the table's number of rows."""
    snapshots: list[Snapshot] = []
    rows_before = files_before = 0
    for number, (time, share) in enumerate(_LOADS[table.load], start=1):
        rows = round(table.rows * share)
        added = _size(table, rows) - _size(table, rows_before)
        files = files_before + math.ceil(added / _BYTES_PER_FILE)
        snapshot_id = _snapshot_id(table, number)
        lineage = (
            {"first-row-id": rows_before, "added-rows": rows - rows_before}
            if table.format_version == 3
            else {}
        )
        snapshots.append(
            Snapshot.model_validate(
                {
                    "snapshot-id": snapshot_id,
                    "parent-snapshot-id": snapshots[-1].snapshot_id if snapshots else None,
                    "sequence-number": number,
                    "timestamp-ms": time,
                    "manifest-list": f"{_location(BASE, table.name)}/metadata/snap-{snapshot_id}.avro",
                    "summary": Summary(
                        Operation.APPEND,
                        **_growth("data-files", files_before, files),
                        **_growth("files-size", _size(table, rows_before), _size(table, rows)),
                        **_growth("records", rows_before, rows),
                        **_NO_DELETES,
                    ),
                    "schema-id": schema_id,
                    **lineage,
                }
            )
        )
        rows_before, files_before = rows, files
    return snapshots


def _growth(what: str, before: int, after: int) -> dict[str, str]:
    """Make the two summary entries that tell what a snapshot added and what the table holds then."""
    return {f"added-{what}": str(after - before), f"total-{what}": str(after)}


def _size(table: Table, rows: int) -> int:
    return round(rows * table.row_bytes * _COMPRESSION)


def _properties(table: Table) -> dict[str, str]:
    return {
        "comment": table.comment,
        "write.format.default": "parquet",
        "write.parquet.compression-codec": "zstd",
    }


def _as_loaded(table: Table, metadata: dict[str, Any]) -> dict[str, Any]:
    """Pass the metadata through pyiceberg's own model, which checks it and completes it as a catalog does."""
    parsed = TableMetadataUtil.parse_obj(metadata)
    loaded: dict[str, Any] = parsed.model_dump(mode="json", by_alias=True)
    if not table.single_schema_form:
        return loaded
    return {name: value for name, value in loaded.items() if name not in _LIST_FORM_FIELDS}


def _dumped(models: Sequence[Any]) -> list[dict[str, Any]]:
    return [model.model_dump(mode="json", by_alias=True) for model in models]


def _uuid(namespace: tuple[str, ...], name: str) -> uuid.UUID:
    return uuid.uuid5(_UUID_ROOT, "/".join((*namespace, name)))


def _snapshot_id(table: Table, number: int) -> int:
    """Derive a snapshot id: 63 bits, as catalogs choose them."""
    return uuid.uuid5(_uuid(BASE, table.name), f"snapshot {number}").int >> 65


def _location(namespace: tuple[str, ...], name: str) -> str:
    return "/".join(("s3://demo", CATALOG, *namespace, name))
