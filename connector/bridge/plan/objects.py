"""Iceberg table and view metadata to definitions (table spec 1 to 3; view spec 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from connector.bridge.errors import Code, SkippedObjectError
from connector.bridge.plan.iceberg import FieldSpec, TypeMapper
from connector.bridge.plan.model import Definition, Kind, Note, ObjectKey, PartitionPlan
from connector.bridge.plan.texts import readable
from connector.bridge.wire import models

DIALECTS = ("spark", "trino", "ansi")
"""Preferred dialects of a view's SQL; any other comes after them, in the order of the metadata."""

_LAST_MS = 2**62
_TIME_UNITS = frozenset({"year", "month", "day", "hour"})


def object_key(identity: models.ObjectIdentity) -> ObjectKey:
    """Take the identity off an object of a listing.

    Args:
        identity: Any object of the wire models.

    Returns:
        Its key.
    """
    return ObjectKey(identity.catalog, tuple(identity.namespace), identity.name)


def table_definition(table: models.ListedTable) -> tuple[Definition, list[Note]]:
    """Map an Iceberg table.

    Args:
        table: A table of a listing.

    Returns:
        Its definition and notes on what could not be carried.

    Raises:
        SkippedObjectError: It has no current schema.
    """
    key = object_key(table)
    metadata = table.metadata
    mapper = TypeMapper(str(key))
    schema = _current_table_schema(key, metadata)
    columns = mapper.columns(_field_specs(schema))
    identifier = frozenset(schema.identifier_field_ids or ())
    names_by_id = {item.id: column.name for item, column in zip(schema.fields, columns, strict=True)}
    definition = Definition(
        kind=Kind.TABLE,
        updated_ms=_moment(metadata.last_updated_ms),
        columns=columns,
        partitions=_partitions(str(key), _current_spec(metadata), names_by_id, mapper.notes),
        comment=_comment(metadata.properties),
        identifier=tuple(item.name for item in schema.fields if item.id in identifier),
        nested_identifier=tuple(
            path
            for item in schema.fields
            for number, path in _inner(item.type, item.name)
            if number in identifier
        ),
    )
    return definition, mapper.notes


def view_definition(view: models.ListedView) -> tuple[Definition, list[Note]]:
    """Map an Iceberg view.

    Args:
        view: A view of a listing.

    Returns:
        Its definition and notes on what could not be carried.

    Raises:
        SkippedObjectError: Its current version or that version's schema is missing.
    """
    key = object_key(view)
    metadata = view.metadata
    mapper = TypeMapper(str(key))
    version = _current_version(key, metadata)
    schema = _view_schema(key, metadata, version)
    representation = preferred_representation(version.representations)
    if representation is None:
        mapper.notes.append(
            Note(Code.OBJECT_NOTE, str(key), "the view has no SQL, so it is published without")
        )
    definition = Definition(
        kind=Kind.VIEW,
        updated_ms=_moment(version.timestamp_ms),
        columns=mapper.columns(_field_specs(schema)),
        comment=_comment(metadata.properties),
        sql=readable(representation.sql) if representation else None,
        dialect=representation.dialect if representation else None,
    )
    return definition, mapper.notes


def preferred_representation(
    representations: Sequence[models.ViewRepresentation],
) -> models.ViewRepresentation | None:
    """Choose the SQL that the catalog shows.

    Args:
        representations: What a view version offers.

    Returns:
        The first of spark, trino, ansi, then any; None when there is no SQL.
    """
    usable = [item for item in representations if item.type == "sql" and readable(item.sql)]

    def rank(item: models.ViewRepresentation) -> int:
        dialect = (item.dialect or "").lower()
        return DIALECTS.index(dialect) if dialect in DIALECTS else len(DIALECTS)

    return min(usable, key=rank, default=None)


def _field_specs(schema: models.IcebergSchema) -> list[FieldSpec]:
    return [FieldSpec(item.name, item.type, item.required is True, item.doc) for item in schema.fields]


def _current_table_schema(key: ObjectKey, metadata: models.TableMetadata) -> models.IcebergSchema:
    """Find the schema in force: format 1 may have only `schema`, later formats name one of `schemas`."""
    schemas = metadata.schemas or []
    wanted = metadata.current_schema_id
    if wanted is not None and schemas:
        for schema in schemas:
            if (schema.schema_id or 0) == wanted:
                return schema
        raise _unmappable(key, f"its current schema {wanted} is not among its {len(schemas)} schemas")
    if metadata.schema_ is not None:
        return metadata.schema_
    if len(schemas) == 1:
        return schemas[0]
    raise _unmappable(key, "it has no schema" if not schemas else "it names none of its schemas as current")


def _current_spec(metadata: models.TableMetadata) -> Sequence[models.PartitionField]:
    """Find the partition fields in force; none when the table names a spec that it does not hold."""
    for spec in metadata.partition_specs or []:
        if (spec.spec_id or 0) == (metadata.default_spec_id or 0):
            return spec.fields
    return metadata.partition_spec or []


def _partitions(
    subject: str,
    fields: Sequence[models.PartitionField],
    names_by_id: Mapping[int, str],
    notes: list[Note],
) -> tuple[PartitionPlan, ...]:
    """Map partition fields whose source is a top-level column, the only ones that the catalog checks and takes."""
    partitions: list[PartitionPlan] = []
    for item in fields:
        interval_type = _interval_type(item.transform)
        if interval_type is None:
            continue
        sources = item.source_ids or ([item.source_id] if item.source_id is not None else [])
        known = [names_by_id[source] for source in sources if source in names_by_id]
        if len(known) < max(len(sources), 1):
            notes.append(
                Note(
                    Code.OBJECT_NOTE,
                    subject,
                    f"partition `{item.name or item.transform}` is not on a top-level column and is left out",
                )
            )
        partitions.extend(
            PartitionPlan(column, interval_type, readable(item.transform) or "") for column in known
        )
    return tuple(partitions)


def _interval_type(transform: str) -> str | None:
    """Name the catalog's kind of interval for a transform; None for `void`, which partitions by nothing."""
    if transform == "void":
        return None
    if transform == "identity":
        return "COLUMN-VALUE"
    if transform in _TIME_UNITS:
        return "TIME-UNIT"
    return "OTHER"


def _current_version(key: ObjectKey, metadata: models.ViewMetadata) -> models.ViewVersion:
    wanted = metadata.current_version_id
    for version in metadata.versions:
        if version.version_id == wanted:
            return version
    if wanted is None and len(metadata.versions) == 1:
        return metadata.versions[0]
    count = len(metadata.versions)
    if wanted is None:
        raise _unmappable(key, f"it names none of its {count} versions as current")
    raise _unmappable(key, f"its current version {wanted} is not among its {count} versions")


def _view_schema(
    key: ObjectKey, metadata: models.ViewMetadata, version: models.ViewVersion
) -> models.IcebergSchema:
    wanted = version.schema_id
    for schema in metadata.schemas:
        if (schema.schema_id or 0) == (wanted or 0):
            return schema
    raise _unmappable(key, f"the schema {wanted} of its current version is not among its schemas")


def _moment(milliseconds: int | None) -> int:
    """Keep a time within what the working set can store; one that is out of any range still sorts before or after all others."""
    return min(max(milliseconds or 0, -_LAST_MS), _LAST_MS)


def _inner(type_: object, path: str) -> Iterator[tuple[int, str]]:
    """Walk the fields inside structs, the only place besides the top where identifier fields may be (table spec)."""
    if (
        not isinstance(type_, Mapping)
        or type_.get("type") != "struct"
        or not isinstance(type_.get("fields"), list)
    ):
        return
    for item in type_["fields"]:
        if isinstance(item, Mapping) and isinstance(item.get("id"), int):
            here = f"{path}.{item.get('name')}"
            yield item["id"], here
            yield from _inner(item.get("type"), here)


def _comment(properties: Mapping[str, str] | None) -> str | None:
    return readable((properties or {}).get("comment"))


def _unmappable(key: ObjectKey, problem: str) -> SkippedObjectError:
    return SkippedObjectError(
        Code.OBJECT_UNMAPPABLE,
        str(key),
        problem,
        "It keeps what the catalog has; ask the owner of the listing to repair its metadata.",
    )
