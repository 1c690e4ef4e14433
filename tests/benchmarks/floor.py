"""Variant `floor`: the least that a source of the framework does, with rows in memory and requests built in the plain way.

It has the framework's own topology and nothing to read, map, compare or verify. What it costs is what the framework costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from metadata.generated.schema.api.data.createDatabase import CreateDatabaseRequest
from metadata.generated.schema.api.data.createDatabaseSchema import CreateDatabaseSchemaRequest
from metadata.generated.schema.api.data.createTable import CreateTableRequest
from metadata.generated.schema.api.domains.createDomain import CreateDomainRequest
from metadata.generated.schema.api.services.createDatabaseService import CreateDatabaseServiceRequest
from metadata.generated.schema.api.teams.createTeam import CreateTeamRequest
from metadata.generated.schema.entity.domains.domain import DomainType
from metadata.generated.schema.entity.services.databaseService import DatabaseServiceType
from metadata.generated.schema.entity.teams.team import TeamType
from metadata.generated.schema.metadataIngestion.databaseServiceMetadataPipeline import (
    DatabaseServiceMetadataPipeline,
)
from metadata.generated.schema.metadataIngestion.workflow import Source as WorkflowSource
from metadata.generated.schema.type.basic import Email, EntityName, FullyQualifiedEntityName, Markdown
from metadata.ingestion.api.models import Either
from metadata.ingestion.ometa.ometa_api import OpenMetadata
from metadata.ingestion.source.database.database_service import DatabaseServiceSource

from connector.bridge.plan import names
from connector.bridge.plan.model import TablePlan
from connector.bridge.publish.standing import OwnerRef
from tests.benchmarks.job import Job
from tests.benchmarks.rows import SERVICE, DatabaseRows, Rows, SchemaRows, prepare_rows
from tests.benchmarks.workflow import config_of, run_workflow
from tests.publish.plain import plain_table_request

NO_HASH = "0" * 32
"""The framework puts its own hash in its place."""


class FloorSource(DatabaseServiceSource):
    """Yields prepared rows.

    Attributes:
        rows: What to yield, set before the workflow makes the source.
    """

    rows: ClassVar[Rows]

    def __init__(self, config: WorkflowSource, metadata: OpenMetadata[Any, Any]) -> None:
        """Take the workflow's configuration.

        Args:
            config: The workflow's source.
            metadata: The workflow's client.

        Raises:
            TypeError: It is another workflow than the benchmark's.
        """
        super().__init__()  # type: ignore[no-untyped-call]
        self.config = config
        self.metadata = metadata
        pipeline = config.sourceConfig.config
        if not isinstance(pipeline, DatabaseServiceMetadataPipeline) or config.serviceConnection is None:
            raise TypeError("the benchmark's own workflow is expected")
        self.source_config = pipeline
        self.service_connection = config.serviceConnection.root.config
        self._owners: dict[str | None, list[OwnerRef]] = {None: []}
        self._database: DatabaseRows
        self._schema: SchemaRows
        self._schema_fqn = ""

    @classmethod
    def create(
        cls, config_dict: dict[str, Any], metadata: OpenMetadata[Any, Any], pipeline_name: str | None = None
    ) -> FloorSource:
        """Make the source of a workflow."""
        return cls(WorkflowSource.model_validate(config_dict), metadata)

    def test_connection(self) -> None:
        """There is nothing to connect to."""

    def close(self) -> None:
        """There is nothing to close."""

    def get_services(self) -> Iterator[WorkflowSource]:
        """Make domain and teams, for which the framework's topology has no place, then produce the service."""
        domain = self.rows.domain
        self.metadata.create_or_update(
            CreateDomainRequest(
                name=EntityName(domain.name),
                displayName=domain.display_name,
                description=Markdown(domain.description),
                domainType=DomainType.Source_aligned,
            )
        )
        for team in self.rows.teams:
            made = self.metadata.create_or_update(
                CreateTeamRequest(
                    name=EntityName(team.name),
                    teamType=TeamType.Group,
                    displayName=team.display_name,
                    email=Email(team.email) if team.email else None,
                )
            )
            self._owners[team.name] = [OwnerRef(str(made.id.root), "team", team.name)]
        yield self.config

    def yield_create_request_database_service(
        self, config: WorkflowSource
    ) -> Iterator[Either[CreateDatabaseServiceRequest]]:
        """Yield the service."""
        request = CreateDatabaseServiceRequest(
            name=EntityName(SERVICE),
            serviceType=DatabaseServiceType.CustomDatabase,
            domains=[self.rows.domain.name],
        )
        yield Either(left=None, right=request)

    def get_database_names(self) -> Iterator[str]:
        """Produce the databases."""
        for database in self.rows.databases:
            self._database = database
            yield database.plan.name

    def yield_database(self, database_name: str) -> Iterator[Either[CreateDatabaseRequest]]:
        """Yield a database."""
        request = CreateDatabaseRequest(
            name=EntityName(database_name), service=FullyQualifiedEntityName(SERVICE)
        )
        yield Either(left=None, right=request)

    def get_database_schema_names(self) -> Iterator[str]:
        """Produce the schemas of the database."""
        for schema in self._database.schemas:
            self._schema = schema
            yield schema.plan.name

    def yield_database_schema(self, schema_name: str) -> Iterator[Either[CreateDatabaseSchemaRequest]]:
        """Yield a schema."""
        database = self._database.plan.name
        self._schema_fqn = names.fqn(SERVICE, database, schema_name)
        request = CreateDatabaseSchemaRequest(
            name=EntityName(schema_name),
            database=FullyQualifiedEntityName(names.fqn(SERVICE, database)),
            displayName=self._schema.plan.display_name,
        )
        yield Either(left=None, right=request)

    def get_tables_name_and_type(self) -> Iterator[Any]:
        """Produce the tables of the schema."""
        yield from self._schema.tables

    def yield_table(self, table_name_and_type: Any) -> Iterator[Either[CreateTableRequest]]:
        """Yield a table."""
        plan: TablePlan = table_name_and_type
        request = plain_table_request(plan, self._schema_fqn, NO_HASH, self._owners[plan.owner])
        yield Either(left=None, right=request)

    def yield_tag(self, schema_name: str) -> Iterator[Any]:
        """Yield nothing."""
        return iter(())

    def get_stored_procedures(self) -> Iterator[Any]:
        """Produce nothing."""
        return iter(())

    def yield_stored_procedure(self, stored_procedure: Any) -> Iterator[Any]:
        """Yield nothing."""
        return iter(())

    def yield_external_table_lineage(self) -> Iterator[Any]:
        """Yield nothing."""
        return iter(())

    def yield_table_constraints(self) -> Iterator[Any]:
        """Yield nothing."""
        return iter(())


def prepare(job: Job) -> Callable[[], Mapping[str, float]]:
    """Make the run and its rows.

    Args:
        job: The measurement.

    Returns:
        What has to be timed.
    """
    FloorSource.rows = prepare_rows(job.shape)
    config = config_of(job, "tests.benchmarks.floor.FloorSource", {})

    def run() -> Mapping[str, float]:
        run_workflow(config)
        return {}

    return run
