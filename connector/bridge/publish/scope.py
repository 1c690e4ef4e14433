"""What of the working set this pipeline publishes: everything that its filters let through, as plans."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from connector.bridge.plan import names
from connector.bridge.plan.build import database_plan, schema_plan
from connector.bridge.plan.catalog import WorkingSet
from connector.bridge.plan.model import DatabasePlan, Kind, ObjectKey, SchemaPlan
from connector.bridge.publish.filters import Filters

Dropped = Callable[[str, str, str], None]
"""Called with kind, FQN and reason for each thing that a filter holds back."""


class Scope:
    """Walks the working set through the filters."""

    def __init__(self, working_set: WorkingSet, filters: Filters, service_fqn: str) -> None:
        """Use the filters of the pipeline.

        Args:
            working_set: What is listed.
            filters: The pipeline's filters.
            service_fqn: FQN of the service.
        """
        self._working_set = working_set
        self._filters = filters
        self._service_fqn = service_fqn

    def databases(self, dropped: Dropped | None = None) -> Iterator[DatabasePlan]:
        """Walk the databases.

        Args:
            dropped: Hears of each one that is held back.

        Yields:
            The plans of the others, sorted by catalog.
        """
        for catalog in self._working_set.catalogs():
            plan = database_plan(catalog)
            fqn = self.database_fqn(plan)
            reason = self._filters.database(catalog, fqn)
            if reason is None:
                yield plan
            elif dropped:
                dropped("database", fqn, reason)

    def schemas(self, database: DatabasePlan, dropped: Dropped | None = None) -> Iterator[SchemaPlan]:
        """Walk the schemas of a database.

        Args:
            database: The database.
            dropped: Hears of each one that is held back.

        Yields:
            The plans of the others, sorted by namespace.
        """
        for namespace in self._working_set.namespaces(database.catalog):
            plan = schema_plan(database.catalog, namespace)
            fqn = f"{self.database_fqn(database)}.{names.quote(plan.name)}"
            reason = self._filters.schema(namespace, fqn)
            if reason is None:
                yield plan
            elif dropped:
                dropped("schema", fqn, reason)

    def objects(
        self, schema: SchemaPlan, schema_fqn: str, dropped: Dropped | None = None
    ) -> Iterator[tuple[ObjectKey, Kind]]:
        """Walk the tables and views of a schema.

        Args:
            schema: The schema.
            schema_fqn: Its FQN.
            dropped: Hears of each one that is held back.

        Yields:
            Keys and kinds of the others.
        """
        for key, kind in self._working_set.objects(schema.catalog, schema.namespace):
            fqn = f"{schema_fqn}.{names.quote(names.entity_name(key.name))}"
            reason = self._filters.table(key, kind, fqn)
            if reason is None:
                yield key, kind
            elif dropped:
                dropped(kind.value, fqn, reason)

    def totals(self) -> dict[str, int]:
        """Count what there is to publish.

        Returns:
            Numbers by the framework's names: Database, DatabaseSchema, Table.
        """
        databases = schemas = tables = 0
        for database in self.databases():
            databases += 1
            for schema in self.schemas(database):
                schemas += 1
                schema_fqn = f"{self.database_fqn(database)}.{names.quote(schema.name)}"
                tables += sum(1 for _ in self.objects(schema, schema_fqn))
        return {"Database": databases, "DatabaseSchema": schemas, "Table": tables}

    def database_fqn(self, plan: DatabasePlan) -> str:
        """Give the FQN of a database.

        Args:
            plan: The database.

        Returns:
            The FQN.
        """
        return f"{self._service_fqn}.{names.quote(plan.name)}"
