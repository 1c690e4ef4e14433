"""Variant `single`: one PUT for each entity over one kept connection, bodies made of dictionaries, as a small sync service does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import requests

from connector.bridge.plan import names
from connector.bridge.plan.model import ColumnPlan, Kind, TablePlan
from tests.benchmarks.job import Job
from tests.benchmarks.rows import SERVICE, Rows, prepare_rows

Json = dict[str, Any]
TIMEOUT_SECONDS = 60


def prepare(job: Job) -> Callable[[], Mapping[str, float]]:
    """Make the run and its rows.

    Args:
        job: The measurement.

    Returns:
        What has to be timed.
    """
    rows = prepare_rows(job.shape)

    def run() -> Mapping[str, float]:
        with requests.Session() as session:
            session.headers["Authorization"] = f"Bearer {job.catalog_token}"

            def put(collection: str, body: Json) -> Json:
                answer = session.put(f"{job.catalog_url}/v1/{collection}", json=body, timeout=TIMEOUT_SECONDS)
                answer.raise_for_status()
                entity: Json = answer.json()
                return entity

            teams = dict(_put_foundation(put, rows))
            for schema_fqn, plan in _put_containers(put, rows):
                put("tables", table_body(plan, schema_fqn, teams.get(plan.owner or "")))
        return {}

    return run


def _put_foundation(put: Callable[[str, Json], Json], rows: Rows) -> Iterator[tuple[str, str]]:
    """Write domain, teams and service; yields names and ids of the teams."""
    domain = rows.domain
    put(
        "domains",
        {
            "name": domain.name,
            "displayName": domain.display_name,
            "description": domain.description,
            "domainType": "Source-aligned",
        },
    )
    for team in rows.teams:
        body = {"name": team.name, "teamType": "Group", "displayName": team.display_name, "email": team.email}
        yield team.name, put("teams", body)["id"]
    put(
        "services/databaseServices",
        {"name": SERVICE, "serviceType": "CustomDatabase", "domains": [domain.name]},
    )


def _put_containers(put: Callable[[str, Json], Json], rows: Rows) -> Iterator[tuple[str, TablePlan]]:
    """Write databases and schemas; yields each table with the FQN of its schema, when that stands."""
    for database in rows.databases:
        put("databases", {"name": database.plan.name, "service": SERVICE})
        database_fqn = names.fqn(SERVICE, database.plan.name)
        for schema in database.schemas:
            body = {
                "name": schema.plan.name,
                "database": database_fqn,
                "displayName": schema.plan.display_name,
            }
            put("databaseSchemas", _given(body))
            schema_fqn = names.fqn(SERVICE, database.plan.name, schema.plan.name)
            for plan in schema.tables:
                yield schema_fqn, plan


def table_body(plan: TablePlan, schema_fqn: str, owner_id: str | None) -> Json:
    """Write a table's body.

    Args:
        plan: The table.
        schema_fqn: FQN of its schema.
        owner_id: Id of the team that owns it, None without one.

    Returns:
        The JSON object.
    """
    definition = plan.definition
    partitions = [
        {"columnName": item.column, "intervalType": item.interval_type, "interval": item.transform}
        for item in definition.partitions
    ]
    return _given(
        {
            "name": plan.name,
            "displayName": plan.display_name,
            "tableType": "View" if definition.kind is Kind.VIEW else "Iceberg",
            "databaseSchema": schema_fqn,
            "description": plan.description,
            "sourceUrl": plan.source_url,
            "schemaDefinition": definition.sql,
            "columns": column_bodies(definition.columns),
            "tablePartition": {"columns": partitions} if partitions else None,
            "owners": [{"id": owner_id, "type": "team"}] if owner_id else None,
        }
    )


def column_bodies(columns: Sequence[ColumnPlan]) -> list[Json]:
    """Write columns.

    Args:
        columns: The columns.

    Returns:
        Their JSON objects.
    """
    return [
        _given(
            {
                "name": column.name,
                "displayName": column.display_name,
                "dataType": column.data_type,
                "dataTypeDisplay": column.data_type_display,
                "arrayDataType": column.array_data_type,
                "precision": column.precision,
                "scale": column.scale,
                "description": column.description,
                "constraint": "NOT_NULL" if column.required else None,
                "ordinalPosition": column.ordinal,
                "children": column_bodies(column.children) if column.children is not None else None,
            }
        )
        for column in columns
    ]


def _given(body: Json) -> Json:
    return {name: value for name, value in body.items() if value is not None}
