"""The door: the class that `sourcePythonClass` names, and the two functions that the framework looks up beside it."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from metadata.generated.schema.entity.services.connections.database.customDatabaseConnection import (
    CustomDatabaseConnection,
)
from metadata.generated.schema.metadataIngestion.databaseServiceMetadataPipeline import (
    DatabaseServiceMetadataPipeline,
)
from metadata.generated.schema.metadataIngestion.workflow import Source as WorkflowSource
from metadata.ingestion.api.models import Either
from metadata.ingestion.api.step import WorkflowFatalError
from metadata.ingestion.api.steps import InvalidSourceException
from metadata.ingestion.models.barrier import Barrier
from metadata.ingestion.models.topology import NodeStage, Queue, TopologyContextManager
from metadata.ingestion.ometa.ometa_api import OpenMetadata
from metadata.ingestion.progress.modes import TotalsDeclarer
from metadata.ingestion.source.database.database_service import DatabaseServiceSource
from metadata.utils.logger import ingestion_logger

from connector.bridge import __version__
from connector.bridge.collector import imports_left_alone
from connector.bridge.errors import BridgeError, Code, SkippedListingError, unexpected
from connector.bridge.options import parse_options
from connector.bridge.plan.build import domain_plan, team_plan
from connector.bridge.plan.catalog import WorkingSet
from connector.bridge.plan.intake import clash
from connector.bridge.plan.model import DatabasePlan, DomainPlan, Note, SchemaPlan, TeamPlan
from connector.bridge.publish import foundation, records, topology
from connector.bridge.publish.api import CatalogApi, make_patient
from connector.bridge.publish.connection import get_connection
from connector.bridge.publish.connection import run_test_connection as test_connection
from connector.bridge.publish.filters import Filters
from connector.bridge.publish.publishers import make_publishers
from connector.bridge.publish.report import Action, RunReport
from connector.bridge.publish.tables import Place, Task
from connector.bridge.reading import ListingOutcome, read_listings
from connector.bridge.wire.client import BridgeClient

__all__ = ["BridgeSource", "get_connection", "test_connection"]

logger: logging.Logger = ingestion_logger()  # type: ignore[no-untyped-call]

SCHEMA_PLAN = "bridge_schema"
DATABASE_PLAN = "bridge_database"
PROGRESS_EVERY = 25
"""Listings between two lines of progress in the log."""


class BridgeSource(DatabaseServiceSource):
    """Reads the listings of a Bridge installation and yields what the catalog shall hold.

    The framework names and types producers and stages for sources that pass names around. Ours pass plans, hence `Any` there.
    """

    topology = topology.BridgeTopology()  # type: ignore[assignment]

    def __init__(
        self,
        config: WorkflowSource,
        metadata: OpenMetadata[Any, Any],
        connection: CustomDatabaseConnection,
        pipeline: DatabaseServiceMetadataPipeline,
    ) -> None:
        """Check the configuration; nothing is read yet.

        Args:
            config: The workflow's source.
            metadata: The workflow's client.
            connection: The connection in it.
            pipeline: The source config in it.

        Raises:
            ConfigurationError: An option or a filter can't be used.
        """
        super().__init__()  # type: ignore[no-untyped-call]
        self.config = config
        self.metadata = metadata
        self.source_config = pipeline
        self.service_connection = connection
        self.service_name = str(config.serviceName)
        options = connection.connectionOptions
        self.options = parse_options(options.root if options else {}, self.service_name)
        self.prefix = str(self.options.installation_prefix)
        self.filters = Filters(self.source_config, self.options.descriptions)
        self.report = RunReport()
        # On the class, the framework would share these between all pipelines of a process.
        self.context = TopologyContextManager(self.topology)
        self.context.set_threads(self.source_config.threads)
        self.queue = Queue()
        self.database_source_state = set()
        self.stored_procedure_source_state = set()
        self.database_entity_source_state = set()
        self.schema_entity_source_state = set()
        self.read_is_whole = False
        self.all_is_known = False
        self._stopped: BridgeError | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @classmethod
    def create(
        cls, config_dict: dict[str, Any], metadata: OpenMetadata[Any, Any], pipeline_name: str | None = None
    ) -> BridgeSource:
        """Make the source of a workflow.

        Args:
            config_dict: The workflow's `source`.
            metadata: The workflow's client.
            pipeline_name: FQN of the ingestion pipeline, None without one.

        Returns:
            The source.

        Raises:
            ConfigurationError: An option or a filter can't be used.
            InvalidSourceException: The service is no CustomDatabase, or the pipeline is not one for metadata.
        """
        config = WorkflowSource.model_validate(config_dict)
        connection = config.serviceConnection.root.config if config.serviceConnection else None
        if not isinstance(connection, CustomDatabaseConnection):
            raise InvalidSourceException(
                f"Expected a CustomDatabase connection, got {type(connection).__name__}."
            )
        pipeline = config.sourceConfig.config
        if not isinstance(pipeline, DatabaseServiceMetadataPipeline):
            raise InvalidSourceException(
                f"Expected a DatabaseMetadata pipeline, got {type(pipeline).__name__}."
            )
        return cls(config, metadata, connection, pipeline)

    def prepare(self) -> None:
        """Read the summary and what the run stands on; ends the run before anything is written when either can't be used.

        Raises:
            ConfigurationError: Bridge, token, TLS, service or domain are not as configured.
            StopRunError: The summary or the catalog can't be read.
        """
        logger.info(
            "Bridge connector %s, service `%s`, prefix `%s`", __version__, self.service_name, self.prefix
        )
        if self.metadata.config and self.metadata.config.forceEntityOverwriting:
            logger.warning("forceEntityOverwriting is not followed: an existing service keeps its connection")
        make_patient(self.metadata)
        self.client = BridgeClient.from_connection(self.options)
        self.summary = self.client.summary()
        self.own_domain = domain_plan(self.prefix, self.summary.installation)
        self.foundation = foundation.survey(
            CatalogApi(self.metadata), self.service_name, self.options.domain, self.own_domain
        )

    def test_connection(self) -> None:
        """Read the summary, which needs everything that a connection has to have."""
        self.client.summary()

    def close(self) -> None:
        """Let go of connections and of the working set."""
        if hasattr(self, "client"):
            self.client.close()
        if self._folder is not None:
            self.working_set.close()
            self._folder.cleanup()
            self._folder = None

    def _iter(self) -> Iterator[Either[Any]]:
        """Read everything, then walk the topology."""
        self._folder = tempfile.TemporaryDirectory(prefix="bridge-connector-")
        self.working_set = WorkingSet(Path(self._folder.name))
        try:
            with imports_left_alone():
                yield from self._read()
                self._make_publishers()
                yield from super()._iter()
        except BridgeError as error:
            raise WorkflowFatalError(str(error)) from None
        for line in self.report.lines():
            logger.info("Result: %s", line)
        if self._stopped is not None:
            raise WorkflowFatalError(str(self._stopped))

    def _make_publishers(self) -> None:
        """Make what decides and builds the requests of this run."""
        made = make_publishers(
            self.metadata,
            self.foundation,
            self.working_set,
            self.filters,
            self.report,
            prefix=self.prefix,
            descriptions=self.options.descriptions,
            owner_config=self.source_config.ownerConfig,
            all_is_known=self.all_is_known,
            note=self._note,
        )
        self.scope, self.governance = made.scope, made.governance
        self.containers, self.tables = made.containers, made.tables

    def _read(self) -> Iterator[Either[Any]]:
        """Fill the working set; what fails is a failure of the run and leaves the rest alone."""
        total = len(self.summary.listings)
        self.read_is_whole = self.all_is_known = not self.summary.problems
        logger.info("The Bridge lists %d listings", total)
        for note in self.summary.notes:
            self._note(Note(note.code, note.subject, note.problem))
        for problem in self.summary.problems:
            yield self._failed("listing", problem)
        threads = self.options.fetch_threads
        outcomes = read_listings(self.client, self.summary, self.working_set, threads=threads)
        for number, outcome in enumerate(outcomes, start=1):
            yield from self._take(outcome)
            if number % PROGRESS_EVERY == 0 or number == total:
                logger.info("Read %d of %d listings", number, total)
        for key in self.working_set.clashes():
            self.read_is_whole = False
            yield self._failed("object", clash(key))
        logger.info("%d tables and views are listed", self.working_set.count())

    def _take(self, outcome: ListingOutcome) -> Iterator[Either[Any]]:
        self.read_is_whole = self.read_is_whole and outcome.whole
        self.all_is_known = self.all_is_known and outcome.known
        for note in outcome.notes:
            self._note(note)
        for key in outcome.unavailable:
            self.report.count("object", Action.UNAVAILABLE)
            text = "the Bridge could not read it this time, so it keeps what the catalog has"
            self._note(Note(Code.OBJECT_UNAVAILABLE, str(key), text))
        if outcome.unlisted:
            logger.info("Listing `%s` was unlisted during the run", outcome.listing_id)
        for failure in outcome.failures:
            yield self._failed("listing" if isinstance(failure, SkippedListingError) else "object", failure)
        if not outcome.failures and not outcome.unlisted:
            self.report.count("listing", Action.READ)

    def get_domains(self) -> Iterator[DomainPlan]:
        """Produce the domain to make, if any."""
        if self.foundation.own_domain is not None:
            yield self.foundation.own_domain
        else:
            self.governance.mend_domain(self.own_domain)

    def yield_domain(self, plan: DomainPlan) -> Iterator[Either[Any]]:
        """Make the installation's own domain, without which nothing can be put anywhere."""
        yield from self._records("domain", plan.name, self.governance.domain(plan), needed=True)

    def get_teams(self) -> Iterator[TeamPlan]:
        """Produce the owner teams of all listings."""
        if self._stopped is None:
            for owner in self.working_set.owners():
                yield team_plan(self.prefix, owner)

    def yield_team(self, plan: TeamPlan) -> Iterator[Either[Any]]:
        """Make a team, or bring what differs up to date."""
        yield from self._records("team", plan.name, self.governance.team(plan))

    def settle_teams(self) -> Iterator[Either[Any]]:
        """See that the teams that were made have arrived, and learn their ids."""
        try:
            for error in self.governance.settle_teams():
                yield self._failed("team", error)
        except BridgeError as error:
            yield self._failed("team", error)

    def get_services(self) -> Iterator[WorkflowSource]:
        """Produce the one service of this pipeline."""
        if self._stopped is None:
            yield self.config

    def yield_service(self, _: WorkflowSource) -> Iterator[Either[Any]]:
        """Make the service or complete it; without it there is nothing to write to."""
        self.context.get().upsert(topology.SERVICE, self.service_name)
        requests = self.governance.service(self.own_domain.display_name)
        yield from self._records("service", self.service_name, requests, needed=True)

    def yield_databases(self, _: WorkflowSource) -> Iterator[Either[Any]]:
        """Send the databases that are new or differ."""
        if self._stopped is None:
            for plan in self.scope.databases():
                yield from self._records("database", plan.catalog, self.containers.database(plan))
            yield records.record(Barrier(reason="schemas need their database"))

    def yield_schemas(self, _: WorkflowSource) -> Iterator[Either[Any]]:
        """Send the schemas that are new or differ."""
        for plan in filter(self.containers.started, self.scope.databases()):
            requests = self.containers.schemas(self.scope.schemas(plan))
            yield from self._records("schema", plan.catalog, requests)
        yield records.record(Barrier(reason="tables need their schema"))

    def get_database_names(self) -> Iterator[Any]:
        """Produce the databases that the filters let through."""
        if self._stopped is None:
            yield from filter(self.containers.started, self.scope.databases(self._dropped))

    def yield_database(self, database_name: Any) -> Iterator[Either[Any]]:
        """Step into a database, which was sent with all others."""
        plan: DatabasePlan = database_name
        context = self.context.get()
        context.upsert(topology.DATABASE, plan.name)
        context.upsert(DATABASE_PLAN, plan)
        return iter(())

    def get_database_schema_names(self) -> Iterator[Any]:
        """Produce the schemas of the database in the context that the filters let through."""
        plan: DatabasePlan = getattr(self.context.get(), DATABASE_PLAN)
        yield from self.scope.schemas(plan, self._dropped)

    def yield_database_schema(self, schema_name: Any) -> Iterator[Either[Any]]:
        """Step into a schema, which was sent with all others."""
        plan: SchemaPlan = schema_name
        context = self.context.get()
        context.upsert(topology.SCHEMA, plan.name)
        context.upsert(SCHEMA_PLAN, plan)
        return iter(())

    def get_tables_name_and_type(self) -> Iterator[Any]:
        """Produce the tables and views of the schema in the context, each with what stands of it."""
        plan: SchemaPlan = getattr(self.context.get(), SCHEMA_PLAN)
        place = self.containers.place(plan)
        wanted = list(self.scope.objects(plan, place.fqn, self._dropped))
        try:
            for task in self.tables.tasks(place, wanted):
                yield place, task
        except BridgeError as error:
            self.report.count("schema", Action.FAILED)
            self.status.failed(records.failure(error))

    def yield_table(self, table_name_and_type: Any) -> Iterator[Either[Any]]:
        """Send a table or view that is new or differs."""
        place: Place
        task: Task
        place, task = table_name_and_type
        if task.unchanged:
            self.status.scanned(f"Unchanged [{task.key}]")
        yield from self._records(task.kind.value, str(task.key), self.tables.publish(place, task))

    def verify_tables(self) -> Iterator[Either[Any]]:
        """See that what was sent has arrived, and set the texts that a PUT does not set."""
        yield records.record(Barrier(reason="what was sent is read back"))
        for error in self.tables.verify():
            yield self._failed("table", error) if error.code is not Code.LOST else records.failed(error)

    def declare_progress_totals(self, totals: TotalsDeclarer) -> None:
        """Tell how much there is to do; asked for once, after everything is read."""
        for entity_type, number in self.scope.totals().items():
            totals.set_total(entity_type, number)

    def sink_request(self, stage: NodeStage[Any], entity_request: Either[Any]) -> Iterable[Either[Any]]:
        """Hand a record to the sink as it is: hashes and context are set by us, and services are read back by us."""
        yield entity_request

    def yield_tag(self, schema_name: str) -> Iterable[Either[Any]]:
        """Yield nothing: objects of a listing carry no tags."""
        return ()

    def get_stored_procedures(self) -> Iterable[Any]:
        """Produce nothing: a listing holds no procedures."""
        return ()

    def yield_stored_procedure(self, stored_procedure: Any) -> Iterable[Either[Any]]:
        """Yield nothing: a listing holds no procedures."""
        return ()

    def _records(
        self, kind: str, subject: str, requests: Iterator[object], *, needed: bool = False
    ) -> Iterator[Either[Any]]:
        """Make records of requests; nothing may raise through the topology, which would only log it."""
        try:
            for request in requests:
                yield records.record(request)
        except Exception as raised:
            error = raised if isinstance(raised, BridgeError) else unexpected(subject, raised)
            logger.debug("Failed on %s", subject, exc_info=raised)
            if needed:
                self._stopped = error
            yield self._failed(kind, error)

    def _failed(self, kind: str, error: BridgeError) -> Either[Any]:
        self.report.count(kind, Action.FAILED)
        return records.failed(error)

    def _dropped(self, kind: str, fqn: str, reason: str) -> None:
        self.report.count(kind, Action.FILTERED)
        self.status.filter(fqn, reason)

    def _note(self, note: Note) -> None:
        """Warn once of what could not be carried; the framework counts warnings of its logger."""
        if self.report.is_news(note):
            logger.warning("[%s] %s: %s", note.code.value, note.subject, note.text)
