"""Generated from schema/bridge-api.yaml by schema/generate.py; change the schema."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field


class Installation(BaseModel):
    """
    The sharing platform's installation behind this Bridge.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    id: str | None = None
    name: str | None = None
    description: str | None = None
    """
    Markdown.
    """
    portal_url: Annotated[str | None, Field(alias="portalUrl")] = None


class ListingSummary(BaseModel):
    """
    One listing as the summary names it.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    id: Annotated[str, Field(max_length=128, min_length=1)]
    """
    Stable and unique; any Unicode.
    """
    version: str | None = None
    """
    Opaque; compared for equality only.
    """
    name: str | None = None
    updated_at: Annotated[str | None, Field(alias="updatedAt")] = None
    """
    RFC 3339 date and time.
    """


class Owner(BaseModel):
    """
    A team that answers for a listing.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    team: Annotated[str, Field(min_length=1)]
    display_name: Annotated[str | None, Field(alias="displayName")] = None
    email: str | None = None
    description: str | None = None


class ObjectIdentity(BaseModel):
    """
    Where an object lives in Polaris.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    catalog: Annotated[str, Field(min_length=1)]
    namespace: Annotated[list[str], Field(min_length=1)]
    """
    Levels from the outermost in; a level may hold any character, dots included.
    """
    name: Annotated[str, Field(min_length=1)]


class ListedSemanticModel(ObjectIdentity):
    """
    An Ossie semantic model of a listing.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    entity_version: Annotated[str | None, Field(alias="entityVersion")] = None
    document: dict[str, Any]
    """
    The Ossie document; its `semantic_model` is a JSON string, an object or a list of objects.
    """


class UnavailableObject(ObjectIdentity):
    """
    An object that is listed but could not be read this time.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    kind: str | None = None
    """
    table, view or semanticModel.
    """
    code: str | None = None


class IcebergField(BaseModel):
    """
    A column, or a field of a struct.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    id: int
    name: Annotated[str, Field(min_length=1)]
    required: bool | None = None
    type: str | dict[str, Any]
    """
    A primitive's text or a nested type's object; read by the mapping, so that a type of the future costs one column, not the table.
    """
    doc: str | None = None


class PartitionField(BaseModel):
    """
    One transform of a partition spec.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    source_id: Annotated[int | None, Field(alias="source-id")] = None
    source_ids: Annotated[list[int] | None, Field(alias="source-ids")] = None
    """
    Format 3 names several sources of one transform here.
    """
    field_id: Annotated[int | None, Field(alias="field-id")] = None
    name: str | None = None
    transform: str


class Snapshot(BaseModel):
    """
    One state of a table with the figures of its summary.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    snapshot_id: Annotated[int, Field(alias="snapshot-id")]
    timestamp_ms: Annotated[int | None, Field(alias="timestamp-ms")] = None
    summary: dict[str, str] | None = None


class ViewRepresentation(BaseModel):
    """
    The text of a view version in one dialect.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    type: str
    dialect: str | None = None
    sql: str | None = None


class ErrorDetail(BaseModel):
    """
    Code and message of a failure.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    code: str | None = None
    message: str | None = None
    type: str | None = None


class ListingsPage(BaseModel):
    """
    One page of the summary.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    installation: Installation | None = None
    listings: list[ListingSummary]
    next_page_token: Annotated[str | None, Field(alias="nextPageToken")] = None


class IcebergSchema(BaseModel):
    """
    One schema of a table or view.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    schema_id: Annotated[int | None, Field(alias="schema-id")] = None
    identifier_field_ids: Annotated[list[int] | None, Field(alias="identifier-field-ids")] = None
    fields: list[IcebergField]


class PartitionSpec(BaseModel):
    """
    How a table is partitioned.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    spec_id: Annotated[int | None, Field(alias="spec-id")] = None
    fields: list[PartitionField]


class ViewVersion(BaseModel):
    """
    One version of a view.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    version_id: Annotated[int, Field(alias="version-id")]
    schema_id: Annotated[int | None, Field(alias="schema-id")] = None
    timestamp_ms: Annotated[int | None, Field(alias="timestamp-ms")] = None
    default_catalog: Annotated[str | None, Field(alias="default-catalog")] = None
    default_namespace: Annotated[list[str] | None, Field(alias="default-namespace")] = None
    representations: list[ViewRepresentation]


class ErrorBody(BaseModel):
    """
    What a failure answers with; any part may be missing.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    error: ErrorDetail | None = None


class TableMetadata(BaseModel):
    """
    Iceberg table metadata, formats 1 to 3, without anything about storage.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    format_version: Annotated[int | None, Field(alias="format-version")] = None
    table_uuid: Annotated[str | None, Field(alias="table-uuid")] = None
    last_updated_ms: Annotated[int | None, Field(alias="last-updated-ms")] = None
    """
    Milliseconds since the epoch.
    """
    current_schema_id: Annotated[int | None, Field(alias="current-schema-id")] = None
    schemas: list[IcebergSchema] | None = None
    schema_: Annotated[IcebergSchema | None, Field(alias="schema")] = None
    """
    Format 1 may carry the one schema here.
    """
    default_spec_id: Annotated[int | None, Field(alias="default-spec-id")] = None
    partition_specs: Annotated[list[PartitionSpec] | None, Field(alias="partition-specs")] = None
    partition_spec: Annotated[list[PartitionField] | None, Field(alias="partition-spec")] = None
    """
    Format 1 may carry the fields of its one spec here.
    """
    properties: dict[str, str] | None = None
    current_snapshot_id: Annotated[int | None, Field(alias="current-snapshot-id")] = None
    snapshots: list[Snapshot] | None = None


class ViewMetadata(BaseModel):
    """
    Iceberg view metadata, format 1, without anything about storage.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    format_version: Annotated[int | None, Field(alias="format-version")] = None
    view_uuid: Annotated[str | None, Field(alias="view-uuid")] = None
    current_version_id: Annotated[int | None, Field(alias="current-version-id")] = None
    schemas: list[IcebergSchema]
    versions: list[ViewVersion]
    properties: dict[str, str] | None = None


class ListedTable(ObjectIdentity):
    """
    An Iceberg table of a listing.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    description: str | None = None
    """
    Markdown.
    """
    metadata: TableMetadata


class ListedView(ObjectIdentity):
    """
    An Iceberg view of a listing.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    description: str | None = None
    """
    Markdown.
    """
    metadata: ViewMetadata


class Listing(BaseModel):
    """
    One listing with everything it shares.
    """

    model_config = ConfigDict(
        extra="ignore",
        populate_by_name=True,
        frozen=True,
    )
    id: Annotated[str, Field(max_length=128, min_length=1)]
    version: str | None = None
    name: str | None = None
    description: str | None = None
    """
    Markdown.
    """
    portal_url: Annotated[str | None, Field(alias="portalUrl")] = None
    updated_at: Annotated[str | None, Field(alias="updatedAt")] = None
    owners: list[Owner] | None = None
    tags: list[str] | None = None
    tables: list[ListedTable] | None = None
    views: list[ListedView] | None = None
    semantic_models: Annotated[list[ListedSemanticModel] | None, Field(alias="semanticModels")] = None
    unavailable: list[UnavailableObject] | None = None
