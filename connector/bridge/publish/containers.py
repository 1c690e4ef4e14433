"""Databases and schemas: all are written at once before the first table, so that small schemas cost no request each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from metadata.generated.schema.api.data.createDatabase import CreateDatabaseRequest
from metadata.generated.schema.api.data.createDatabaseSchema import CreateDatabaseSchemaRequest

from connector.bridge.plan import names
from connector.bridge.plan.model import DatabasePlan, SchemaPlan, fingerprint
from connector.bridge.publish import standing
from connector.bridge.publish.api import CatalogApi
from connector.bridge.publish.owners import Owners
from connector.bridge.publish.report import Action, RunReport
from connector.bridge.publish.requests import database_request, schema_request
from connector.bridge.publish.standing import OwnerRef, Standing
from connector.bridge.publish.tables import Place


@dataclass(frozen=True, slots=True)
class _Database:
    """A database of this run."""

    plan: DatabasePlan
    fqn: str
    owners: tuple[OwnerRef, ...]
    is_new: bool
    schemas: dict[str, Standing]


class ContainerPublisher:
    """Decides what has to be sent of databases and schemas, and remembers what stood."""

    def __init__(
        self, api: CatalogApi, owners: Owners, report: RunReport, service_fqn: str, *, service_is_new: bool
    ) -> None:
        """Make a publisher for one run.

        Args:
            api: The catalog.
            owners: Resolves owners.
            report: Counts what happens.
            service_fqn: FQN of the service, which stands.
            service_is_new: Whether this run made it, so that there is nothing in it.
        """
        self._api = api
        self._owners = owners
        self._report = report
        self._service_fqn = service_fqn
        self._standing: dict[str, Standing] | None = {} if service_is_new else None
        self._databases: dict[str, _Database] = {}

    def database(self, plan: DatabasePlan) -> Iterator[CreateDatabaseRequest]:
        """Start a database.

        Args:
            plan: The database as it should stand.

        Yields:
            A request when it has to be sent.

        Raises:
            StopRunError: What stands can't be read.
        """
        if self._standing is None:
            self._standing = standing.databases_of(self._api, self._service_fqn)
        before = self._standing.get(plan.name)
        configured = self._owners.configured("database", (plan.name,))
        fqn = f"{self._service_fqn}.{names.quote(plan.name)}"
        schemas = standing.schemas_of(self._api, fqn) if before else {}
        self._databases[plan.catalog] = _Database(plan, fqn, configured, before is None, schemas)
        source_hash = _hash(plan.name, plan.display_name, configured)
        if self._has_to_be_sent("database", before, source_hash):
            owners = self._owners.to_send(configured, (), before)
            yield database_request(plan, self._service_fqn, source_hash, owners, before)

    def schemas(self, plans: Iterable[SchemaPlan]) -> Iterator[CreateDatabaseSchemaRequest]:
        """Send the schemas of a database that are new or differ.

        Args:
            plans: The schemas as they should stand, in a database that was started.

        Yields:
            Requests.
        """
        yield from filter(None, map(self._schema, plans))

    def _schema(self, plan: SchemaPlan) -> CreateDatabaseSchemaRequest | None:
        database = self._databases[plan.catalog]
        before = database.schemas.get(plan.name)
        configured = self._schema_owners(database, plan)
        source_hash = _hash(plan.name, plan.display_name, configured)
        if not self._has_to_be_sent("schema", before, source_hash):
            return None
        owners = self._owners.to_send(configured, (), before)
        return schema_request(plan, database.fqn, source_hash, owners, before)

    def started(self, plan: DatabasePlan) -> bool:
        """Tell whether a database can be written to.

        Args:
            plan: A database.

        Returns:
            False when what stands of it could not be read.
        """
        return plan.catalog in self._databases

    def place(self, plan: SchemaPlan) -> Place:
        """Tell where the tables of a schema go.

        Args:
            plan: A schema of a database that was started.

        Returns:
            The place.
        """
        database = self._databases[plan.catalog]
        return Place(
            fqn=f"{database.fqn}.{names.quote(plan.name)}",
            path=(database.plan.name, plan.name),
            stands=plan.name in database.schemas,
            new_database=database.fqn if database.is_new else None,
            owners=self._schema_owners(database, plan),
        )

    def _schema_owners(self, database: _Database, plan: SchemaPlan) -> tuple[OwnerRef, ...]:
        return self._owners.configured("databaseSchema", (database.plan.name, plan.name), database.owners)

    def _has_to_be_sent(self, kind: str, before: Standing | None, source_hash: str) -> bool:
        if before is None:
            self._report.count(kind, Action.CREATED)
            return True
        changed = before.deleted or before.source_hash != source_hash
        self._report.count(kind, Action.UPDATED if changed else Action.UNCHANGED)
        return changed


def _hash(name: str, display_name: str | None, owners: tuple[OwnerRef, ...]) -> str:
    return fingerprint(name, display_name, [owner.id for owner in owners])
