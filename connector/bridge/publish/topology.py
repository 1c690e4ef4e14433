"""The order of a run, as the framework's topology: domain, teams, service, then databases, schemas, tables and views.

Every node is declared here and none taken over: a node is a root when none of its stages has a consumer, and roots run in the order
of declaration (metadata.ingestion.models.topology). Nothing is stored in the context by the framework, since it would stamp a hash
of its own over our requests; the source sets the context's names itself.
"""

from __future__ import annotations

from metadata.generated.schema.entity.data.database import Database
from metadata.generated.schema.entity.data.databaseSchema import DatabaseSchema
from metadata.generated.schema.entity.data.table import Table
from metadata.generated.schema.entity.domains.domain import Domain
from metadata.generated.schema.entity.services.databaseService import DatabaseService
from metadata.generated.schema.entity.teams.team import Team
from metadata.ingestion.models.topology import NodeStage, ServiceTopology, TopologyNode

SERVICE = "database_service"
DATABASE = "database"
SCHEMA = "database_schema"


class BridgeTopology(ServiceTopology):
    """Nodes of a Bridge run."""

    domain: TopologyNode = TopologyNode(
        producer="get_domains",
        stages=[NodeStage(type_=Domain, processor="yield_domain")],
    )
    team: TopologyNode = TopologyNode(
        producer="get_teams",
        stages=[NodeStage(type_=Team, processor="yield_team")],
        post_process=["settle_teams"],
    )
    root: TopologyNode = TopologyNode(
        producer="get_services",
        stages=[
            NodeStage(type_=DatabaseService, processor="yield_service", context=SERVICE),
            NodeStage(type_=Database, processor="yield_databases"),
            NodeStage(type_=DatabaseSchema, processor="yield_schemas"),
        ],
        children=["database"],
        post_process=["verify_tables"],
    )
    database: TopologyNode = TopologyNode(
        producer="get_database_names",
        stages=[NodeStage(type_=Database, processor="yield_database", context=DATABASE, consumer=[SERVICE])],
        children=["databaseSchema"],
    )
    databaseSchema: TopologyNode = TopologyNode(  # noqa: N815 - the framework's name of this node
        producer="get_database_schema_names",
        stages=[
            NodeStage(
                type_=DatabaseSchema,
                processor="yield_database_schema",
                context=SCHEMA,
                consumer=[SERVICE, DATABASE],
            )
        ],
        children=["table"],
        threads=True,
    )
    table: TopologyNode = TopologyNode(
        producer="get_tables_name_and_type",
        stages=[NodeStage(type_=Table, processor="yield_table", consumer=[SERVICE, DATABASE, SCHEMA])],
    )
