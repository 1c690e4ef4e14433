"""What an installation becomes, ready in memory: for the ways of writing that are compared with ours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from connector.bridge.plan.build import database_plan, domain_plan, schema_plan, table_plan, team_plan
from connector.bridge.plan.catalog import WorkingSet
from connector.bridge.plan.intake import take_in
from connector.bridge.plan.model import DatabasePlan, DomainPlan, SchemaPlan, TablePlan, TeamPlan
from connector.bridge.wire import models
from connector.bridge.wire.reader import read_listing
from tests.benchmarks.synthetic import Shape, installation, listings

SERVICE = "bench"
"""Name of the service, and of the domain and the prefix that ours makes of it."""


@dataclass(frozen=True, slots=True)
class SchemaRows:
    """A schema with its tables and views."""

    plan: SchemaPlan
    tables: tuple[TablePlan, ...]


@dataclass(frozen=True, slots=True)
class DatabaseRows:
    """A database with its schemas."""

    plan: DatabasePlan
    schemas: tuple[SchemaRows, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """Everything that has to stand in the catalog, in the order in which it can be written."""

    domain: DomainPlan
    teams: tuple[TeamPlan, ...]
    databases: tuple[DatabaseRows, ...]


def prepare_rows(shape: Shape) -> Rows:
    """Map an installation without a Bridge.

    Args:
        shape: The installation.

    Returns:
        The plans that ours makes of it.

    Raises:
        ValueError: Something of it can't be mapped, which is a mistake in the benchmark.
    """
    with TemporaryDirectory(prefix="bridge-benchmark-") as folder:
        working_set = WorkingSet(Path(folder))
        try:
            for body in listings(shape):
                content = read_listing(body, body["id"])
                problems = [*content.notes, *take_in(working_set, content).failures]
                if problems:
                    raise ValueError(str(problems[0]))
            return Rows(
                domain=domain_plan(SERVICE, models.Installation.model_validate(installation())),
                teams=tuple(team_plan(SERVICE, owner) for owner in working_set.owners()),
                databases=tuple(_databases(working_set)),
            )
        finally:
            working_set.close()


def _databases(working_set: WorkingSet) -> Iterator[DatabaseRows]:
    for catalog in working_set.catalogs():
        schemas = (_schema(working_set, catalog, namespace) for namespace in working_set.namespaces(catalog))
        yield DatabaseRows(database_plan(catalog), tuple(schemas))


def _schema(working_set: WorkingSet, catalog: str, namespace: tuple[str, ...]) -> SchemaRows:
    keys = [key for key, _ in working_set.objects(catalog, namespace)]
    return SchemaRows(
        schema_plan(catalog, namespace), tuple(table_plan(SERVICE, working_set.entry(key)) for key in keys)
    )
