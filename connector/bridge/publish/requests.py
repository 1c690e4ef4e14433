"""Plans to the framework's Create requests.

The generated models are built by `model_construct`, all the way down: their validators import modules and rewrite names for each
instance (metadata.ingestion.models.custom_basemodel_validation), which is most of the time of a run. Nothing is validated or
encoded that way, so names come encoded from plan.names, and a test compares every request with one built in the plain way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from metadata.generated.schema.api.data.createDatabase import CreateDatabaseRequest
from metadata.generated.schema.api.data.createDatabaseSchema import CreateDatabaseSchemaRequest
from metadata.generated.schema.api.data.createTable import CreateTableRequest
from metadata.generated.schema.entity.data.table import (
    Column,
    ColumnName,
    Constraint,
    DataType,
    PartitionColumnDetails,
    PartitionIntervalTypes,
    TableConstraint,
    TablePartition,
    TableType,
)
from metadata.generated.schema.type.basic import (
    Duration,
    EntityName,
    FullyQualifiedEntityName,
    Markdown,
    SourceUrl,
    SqlQuery,
    Uuid,
)
from metadata.generated.schema.type.entityReference import EntityReference
from metadata.generated.schema.type.entityReferenceList import EntityReferenceList

from connector.bridge.connection_models import Descriptions
from connector.bridge.plan.model import (
    ColumnPlan,
    DatabasePlan,
    Kind,
    PartitionPlan,
    SchemaPlan,
    TablePlan,
)
from connector.bridge.publish.standing import OwnerRef, Standing

_DATA_TYPES: Mapping[str, DataType] = {item.value: item for item in DataType}
_INTERVALS: Mapping[str, PartitionIntervalTypes] = {item.value: item for item in PartitionIntervalTypes}
_TABLE_TYPES = {Kind.TABLE: TableType.Iceberg, Kind.VIEW: TableType.View}


def database_request(
    plan: DatabasePlan,
    service_fqn: str,
    source_hash: str,
    owners: Sequence[OwnerRef],
    before: Standing | None,
) -> CreateDatabaseRequest:
    """Make the request for a database.

    Args:
        plan: The database as it should stand.
        service_fqn: FQN of its service.
        source_hash: Fingerprint to store with it.
        owners: Owners to set.
        before: What stands already; what people set there is sent again.

    Returns:
        The request.
    """
    values: dict[str, Any] = {
        "name": EntityName.model_construct(plan.name),
        "service": FullyQualifiedEntityName.model_construct(service_fqn),
        "sourceHash": source_hash,
        **_kept(plan.display_name, before),
        **_container_extras(owners, before),
    }
    return CreateDatabaseRequest.model_construct(**values)


def schema_request(
    plan: SchemaPlan,
    database_fqn: str,
    source_hash: str,
    owners: Sequence[OwnerRef],
    before: Standing | None,
) -> CreateDatabaseSchemaRequest:
    """Make the request for a schema.

    Args:
        plan: The schema as it should stand.
        database_fqn: FQN of its database.
        source_hash: Fingerprint to store with it.
        owners: Owners to set.
        before: What stands already; what people set there is sent again.

    Returns:
        The request.
    """
    values: dict[str, Any] = {
        "name": EntityName.model_construct(plan.name),
        "database": FullyQualifiedEntityName.model_construct(database_fqn),
        "sourceHash": source_hash,
        **_kept(plan.display_name, before),
        **_container_extras(owners, before),
    }
    return CreateDatabaseSchemaRequest.model_construct(**values)


def table_request(
    plan: TablePlan,
    schema_fqn: str,
    source_hash: str,
    owners: Sequence[OwnerRef],
    before: Standing | None,
    policy: Descriptions,
) -> CreateTableRequest:
    """Make the request for a table or view.

    Args:
        plan: The table as it should stand.
        schema_fqn: FQN of its schema.
        source_hash: Fingerprint to store with it.
        owners: Owners to set; those that people set on `before` have to be among them.
        before: What stands already; what people set there is sent again.
        policy: Whose description wins.

    Returns:
        The request.
    """
    definition = plan.definition
    values: dict[str, Any] = {
        "name": EntityName.model_construct(plan.name),
        "tableType": _TABLE_TYPES[definition.kind],
        "columns": [_column(column) for column in definition.columns],
        "databaseSchema": FullyQualifiedEntityName.model_construct(schema_fqn),
        "sourceHash": source_hash,
        **_kept(plan.display_name, before),
    }
    text = description_to_send(plan.description, before, policy)
    if text:
        values["description"] = Markdown.model_construct(text)
    if plan.source_url:
        values["sourceUrl"] = SourceUrl.model_construct(plan.source_url)
    if definition.sql:
        values["schemaDefinition"] = SqlQuery.model_construct(definition.sql)
    if definition.partitions:
        values["tablePartition"] = _partition(definition.partitions)
    if owners:
        values["owners"] = owner_list(owners)
    constraints = _kept_constraints(definition.columns, before)
    if constraints:
        values["tableConstraints"] = constraints
    return CreateTableRequest.model_construct(**values)


def description_to_send(wanted: str | None, before: Standing | None, policy: Descriptions) -> str | None:
    """Choose the text of a request, so that it says what shall stand, whoever sends it and with whichever override.

    Args:
        wanted: The Bridge's text.
        before: What stands already.
        policy: Whose text wins.

    Returns:
        The Bridge's text, or the one that stands when the Bridge has none or only fills gaps.
    """
    stored = before.description if before else None
    if stored and (policy is Descriptions.FILL or not wanted):
        return stored
    return wanted


def owner_list(owners: Iterable[OwnerRef]) -> EntityReferenceList:
    """Write owners as references.

    Args:
        owners: The owners.

    Returns:
        The list that requests take.
    """
    return EntityReferenceList.model_construct(
        [
            EntityReference.model_construct(id=Uuid.model_validate(owner.id), type=owner.type)
            for owner in owners
        ]
    )


def _kept(display_name: str | None, before: Standing | None) -> dict[str, Any]:
    """Collect the plain values that a PUT would wipe: the display name and the retention period."""
    values: dict[str, Any] = {}
    # Ours follows from the name alone, so what stands is ours or a person's.
    name = (before.display_name if before else None) or display_name
    if name:
        values["displayName"] = name
    if before and before.retention_period:
        values["retentionPeriod"] = Duration.model_validate(before.retention_period)
    return values


def _container_extras(owners: Sequence[OwnerRef], before: Standing | None) -> dict[str, Any]:
    """Collect what only databases and schemas need: the Bridge has no texts for them, so the one that stands is sent again."""
    values: dict[str, Any] = {}
    if owners:
        values["owners"] = owner_list(owners)
    if before and before.description:
        values["description"] = Markdown.model_construct(before.description)
    return values


def _kept_constraints(columns: Iterable[ColumnPlan], before: Standing | None) -> list[TableConstraint]:
    """Send again the constraints whose columns still exist; the server refuses the others with the whole table."""
    names = {column.name.lower() for column in columns}
    return [
        TableConstraint.model_validate(
            {key: item[key] for key in item if key in TableConstraint.model_fields}
        )
        for item in (before.constraints if before else ())
        if all(column.lower() in names for column in item.get("columns") or ())
    ]


def _column(plan: ColumnPlan) -> Column:
    values: dict[str, Any] = {
        "name": ColumnName.model_construct(plan.name),
        "dataType": _DATA_TYPES[plan.data_type],
        "dataTypeDisplay": plan.data_type_display,
        "ordinalPosition": plan.ordinal,
    }
    if plan.display_name:
        values["displayName"] = plan.display_name
    if plan.description:
        values["description"] = Markdown.model_construct(plan.description)
    if plan.required:
        values["constraint"] = Constraint.NOT_NULL
    if plan.array_data_type:
        values["arrayDataType"] = _DATA_TYPES[plan.array_data_type]
    if plan.precision is not None:
        values["precision"] = plan.precision
        values["scale"] = plan.scale
    if plan.children is not None:
        values["children"] = [_column(child) for child in plan.children]
    return Column.model_construct(**values)


def _partition(partitions: Iterable[PartitionPlan]) -> TablePartition:
    return TablePartition.model_construct(
        columns=[
            PartitionColumnDetails.model_construct(
                columnName=item.column, intervalType=_INTERVALS[item.interval_type], interval=item.transform
            )
            for item in partitions
        ]
    )
