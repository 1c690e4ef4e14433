"""The plain way to build requests: the generated constructors, with all their validation. Ours must give the same bytes."""

from __future__ import annotations

from collections.abc import Sequence

from metadata.generated.schema.api.data.createTable import CreateTableRequest
from metadata.generated.schema.entity.data.table import (
    Column,
    ColumnName,
    Constraint,
    DataType,
    PartitionColumnDetails,
    PartitionIntervalTypes,
    TablePartition,
    TableType,
)
from metadata.generated.schema.type.basic import (
    EntityName,
    FullyQualifiedEntityName,
    Markdown,
    SourceUrl,
    SqlQuery,
    Uuid,
)
from metadata.generated.schema.type.entityReference import EntityReference
from metadata.generated.schema.type.entityReferenceList import EntityReferenceList

from connector.bridge.plan.model import ColumnPlan, Kind, TablePlan
from connector.bridge.publish.standing import OwnerRef


def plain_table_request(
    plan: TablePlan, schema_fqn: str, source_hash: str, owners: Sequence[OwnerRef]
) -> CreateTableRequest:
    """Build a table's request with every validator running."""
    definition = plan.definition
    return CreateTableRequest(
        name=EntityName(plan.name),
        tableType=TableType.View if definition.kind is Kind.VIEW else TableType.Iceberg,
        columns=[plain_column(column) for column in definition.columns],
        databaseSchema=FullyQualifiedEntityName(schema_fqn),
        sourceHash=source_hash,
        displayName=plan.display_name,
        description=Markdown(plan.description) if plan.description else None,
        sourceUrl=SourceUrl(plan.source_url) if plan.source_url else None,
        schemaDefinition=SqlQuery(definition.sql) if definition.sql else None,
        tablePartition=TablePartition(
            columns=[
                PartitionColumnDetails(
                    columnName=item.column,
                    intervalType=PartitionIntervalTypes(item.interval_type),
                    interval=item.transform,
                )
                for item in definition.partitions
            ]
        )
        if definition.partitions
        else None,
        owners=EntityReferenceList(
            root=[EntityReference(id=Uuid(owner.id), type=owner.type) for owner in owners]
        )
        if owners
        else None,
    )


def plain_column(plan: ColumnPlan) -> Column:
    """Build a column with every validator running."""
    return Column(
        name=ColumnName(plan.name),
        displayName=plan.display_name,
        dataType=DataType(plan.data_type),
        dataTypeDisplay=plan.data_type_display,
        arrayDataType=DataType(plan.array_data_type) if plan.array_data_type else None,
        precision=plan.precision,
        scale=plan.scale,
        description=Markdown(plan.description) if plan.description else None,
        constraint=Constraint.NOT_NULL if plan.required else None,
        ordinalPosition=plan.ordinal,
        children=[plain_column(child) for child in plan.children] if plan.children is not None else None,
    )
