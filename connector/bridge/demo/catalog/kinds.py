"""The kinds of entity the stand-in knows: where they live, what they hold and how a PUT treats each field.

One table drives requests, storage and answers, so a further kind is a further row. Rules of fields: OpenMetadata
server, EntityRepository and its updaters (2.0).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Rule(Enum):
    """What a PUT does with a plain field of an existing entity."""

    REPLACE = "replaced; null or omitted clears it"
    KEEP = "replaced; null or omitted keeps what is stored"
    FIXED = "set at creation only"
    DESCRIPTION = "replaced for people; a bot fills it only while it is empty"
    DISPLAY_NAME = "replaced; kept for a bot with an explicit deny on EditDisplayName"
    EXTENSION = "replaced as a whole for people, null keeps; a bot sets it at creation only"
    LIFE_CYCLE = "each entry only moves forward; never a new version"
    TAGS = "merged: a PUT never removes a tag"
    COLUMNS = "matched by name and type"
    CONSTRAINTS = "replaced; null or omitted removes all"
    CONNECTION = "replaced; null clears it, but only when something else of the entity changes"
    UNDIFFED = "stored as sent, but only when something else of the entity changes"
    HASH = "overwritten without a new version"


class Given(Enum):
    """How a request names the entities of a relationship."""

    REFERENCES = "objects with id and type"
    FQNS = "fully qualified names"
    NAMES = "names"
    IDS = "ids"


class LinkRule(Enum):
    """What a PUT does with a relationship of an existing entity."""

    OWNERS = "empty keeps, else the whole list is replaced"
    DOMAINS = "empty keeps, else replaced; any existing domain blocks a bot"
    DATA_PRODUCTS = "reconciled to the request; existing ones block a bot"
    REPLACE = "replaced; omitted clears"


@dataclass(frozen=True)
class Link:
    """A relationship field: the kinds it may point to, how requests give them, and its PUT rule."""

    targets: tuple[str, ...]
    given: Given
    rule: LinkRule


@dataclass(frozen=True)
class Kind:
    """One kind of entity.

    ``attributes`` are plain fields of the Create request that are stored; ``links`` are relationships; ``hidden`` are
    plain fields that an answer shows only when ``fields=`` asks for them; ``extra_fields`` are further values that
    ``fields=`` accepts; ``state_attributes`` exist on the entity but not in its Create request.
    """

    name: str
    collection: str
    create_model: str
    entity_model: str
    attributes: Mapping[str, Rule]
    links: Mapping[str, Link] = field(default_factory=dict)
    parent_field: str | None = None
    parent_kinds: tuple[str, ...] = ()
    soft_delete: bool = True
    bulk: bool = False
    stale: bool = False
    hidden: frozenset[str] = frozenset()
    extra_fields: frozenset[str] = frozenset()
    state_attributes: frozenset[str] = frozenset()
    inherits: tuple[str, ...] = ()
    defaults: Mapping[str, object] = field(default_factory=dict)

    @property
    def fields(self) -> frozenset[str]:
        """All values that ``fields=`` accepts."""
        return frozenset(self.links) | self.hidden | self.extra_fields


_SCHEMA = "metadata.generated.schema."
_OWNERS = Link(("user", "team"), Given.REFERENCES, LinkRule.OWNERS)
_DOMAINS = Link(("domain",), Given.FQNS, LinkRule.DOMAINS)
_DATA_PRODUCTS = Link(("dataProduct",), Given.FQNS, LinkRule.DATA_PRODUCTS)
_REVIEWERS = Link(("user", "team"), Given.REFERENCES, LinkRule.REPLACE)
_EXPERTS = Link(("user",), Given.NAMES, LinkRule.REPLACE)
_GOVERNED = {"owners": _OWNERS, "domains": _DOMAINS, "dataProducts": _DATA_PRODUCTS}
_TEXT = {"displayName": Rule.DISPLAY_NAME, "description": Rule.DESCRIPTION}
_ASSET = {
    **_TEXT,
    "tags": Rule.TAGS,
    "extension": Rule.EXTENSION,
    "sourceUrl": Rule.REPLACE,
    "retentionPeriod": Rule.REPLACE,
    "lifeCycle": Rule.LIFE_CYCLE,
    "sourceHash": Rule.HASH,
}
_HIDDEN = frozenset({"tags", "extension", "lifeCycle", "certification", "votes", "followers"})

_ALL = (
    Kind(
        "databaseService",
        "services/databaseServices",
        _SCHEMA + "api.services.createDatabaseService:CreateDatabaseServiceRequest",
        _SCHEMA + "entity.services.databaseService:DatabaseService",
        {
            **_TEXT,
            "tags": Rule.TAGS,
            "style": Rule.KEEP,
            "serviceType": Rule.FIXED,
            "connection": Rule.CONNECTION,
        },
        {**_GOVERNED, "ingestionRunner": Link(("ingestionRunner",), Given.REFERENCES, LinkRule.REPLACE)},
        hidden=frozenset({"tags", "followers"}),
        extra_fields=frozenset({"pipelines"}),
        state_attributes=frozenset({"testConnectionResult"}),
    ),
    Kind(
        "database",
        "databases",
        _SCHEMA + "api.data.createDatabase:CreateDatabaseRequest",
        _SCHEMA + "entity.data.database:Database",
        {**_ASSET, "default": Rule.REPLACE},
        _GOVERNED,
        parent_field="service",
        parent_kinds=("databaseService",),
        bulk=True,
        stale=True,
        hidden=_HIDDEN,
        extra_fields=frozenset(
            {"databaseSchemas", "usageSummary", "location", "sourceHash", "databaseProfilerConfig"}
        ),
        inherits=("owners", "domains"),
        defaults={"default": False},
    ),
    Kind(
        "databaseSchema",
        "databaseSchemas",
        _SCHEMA + "api.data.createDatabaseSchema:CreateDatabaseSchemaRequest",
        _SCHEMA + "entity.data.databaseSchema:DatabaseSchema",
        _ASSET,
        _GOVERNED,
        parent_field="database",
        parent_kinds=("database",),
        bulk=True,
        stale=True,
        hidden=_HIDDEN,
        extra_fields=frozenset({"tables", "usageSummary", "sourceHash", "databaseSchemaProfilerConfig"}),
        inherits=("owners", "domains", "retentionPeriod"),
    ),
    Kind(
        "table",
        "tables",
        _SCHEMA + "api.data.createTable:CreateTableRequest",
        _SCHEMA + "entity.data.table:Table",
        {
            **_ASSET,
            "tableType": Rule.REPLACE,
            "columns": Rule.COLUMNS,
            "tableConstraints": Rule.CONSTRAINTS,
            "locationPath": Rule.REPLACE,
            "dataModel": Rule.KEEP,
            "schemaDefinition": Rule.KEEP,
            "tablePartition": Rule.UNDIFFED,
            "fileFormat": Rule.UNDIFFED,
            "aliases": Rule.UNDIFFED,
            "tableProfilerConfig": Rule.KEEP,
        },
        _GOVERNED,
        parent_field="databaseSchema",
        parent_kinds=("databaseSchema",),
        bulk=True,
        stale=True,
        hidden=_HIDDEN | {"tableConstraints", "dataModel", "tableProfilerConfig"},
        extra_fields=frozenset(
            {"usageSummary", "customMetrics", "sampleData", "joins", "testSuite", "profile", "queries"}
        ),
        state_attributes=frozenset({"processedLineage", "certification"}),
        inherits=("owners", "domains", "retentionPeriod"),
    ),
    Kind(
        "domain",
        "domains",
        _SCHEMA + "api.domains.createDomain:CreateDomainRequest",
        _SCHEMA + "entity.domains.domain:Domain",
        {
            **_TEXT,
            "domainType": Rule.REPLACE,
            "style": Rule.KEEP,
            "tags": Rule.TAGS,
            "extension": Rule.EXTENSION,
        },
        {"owners": _OWNERS, "experts": _EXPERTS},
        parent_field="parent",
        parent_kinds=("domain",),
        soft_delete=False,
        hidden=frozenset({"tags", "extension", "votes", "followers"}),
        extra_fields=frozenset({"children", "childrenCount"}),
        inherits=("owners", "experts"),
    ),
    Kind(
        "dataProduct",
        "dataProducts",
        _SCHEMA + "api.domains.createDataProduct:CreateDataProductRequest",
        _SCHEMA + "entity.domains.dataProduct:DataProduct",
        {
            **_TEXT,
            "style": Rule.KEEP,
            "tags": Rule.TAGS,
            "extension": Rule.EXTENSION,
            "dataProductType": Rule.REPLACE,
            "visibility": Rule.REPLACE,
            "portfolioPriority": Rule.REPLACE,
        },
        {"owners": _OWNERS, "domains": _DOMAINS, "experts": _EXPERTS, "reviewers": _REVIEWERS},
        soft_delete=False,
        hidden=frozenset({"tags", "extension", "votes", "followers", "certification"}),
        extra_fields=frozenset({"assets", "consumesFrom", "providesTo"}),
        state_attributes=frozenset({"lifecycleStage", "sla", "certification"}),
        inherits=("owners", "experts"),
        defaults={"visibility": "PRIVATE"},
    ),
    Kind(
        "metric",
        "metrics",
        _SCHEMA + "api.data.createMetric:CreateMetricRequest",
        _SCHEMA + "entity.data.metric:Metric",
        {
            **_TEXT,
            "tags": Rule.TAGS,
            "extension": Rule.EXTENSION,
            "metricExpression": Rule.KEEP,
            "metricType": Rule.REPLACE,
            "unitOfMeasurement": Rule.REPLACE,
            "customUnitOfMeasurement": Rule.REPLACE,
            "granularity": Rule.REPLACE,
            "dimensions": Rule.REPLACE,
            "measures": Rule.REPLACE,
            "filters": Rule.REPLACE,
            "provider": Rule.FIXED,
        },
        {
            **_GOVERNED,
            "reviewers": _REVIEWERS,
            "relatedMetrics": Link(("metric",), Given.FQNS, LinkRule.REPLACE),
            "assets": Link((), Given.REFERENCES, LinkRule.REPLACE),
        },
        bulk=True,
        hidden=frozenset({"tags", "extension", "votes", "followers", "certification"}),
        state_attributes=frozenset({"certification"}),
        defaults={"provider": "user"},
    ),
    Kind(
        "team",
        "teams",
        _SCHEMA + "api.teams.createTeam:CreateTeamRequest",
        _SCHEMA + "entity.teams.team:Team",
        {
            "displayName": Rule.DISPLAY_NAME,
            "description": Rule.DESCRIPTION,
            "email": Rule.REPLACE,
            "externalId": Rule.REPLACE,
            "teamType": Rule.REPLACE,
            "isJoinable": Rule.REPLACE,
            "profile": Rule.KEEP,
        },
        {
            "owners": _OWNERS,
            "parents": Link(("team",), Given.IDS, LinkRule.REPLACE),
            "users": Link(("user",), Given.IDS, LinkRule.REPLACE),
            "defaultRoles": Link(("role",), Given.IDS, LinkRule.REPLACE),
            "policies": Link(("policy",), Given.IDS, LinkRule.REPLACE),
            "domains": Link(("domain",), Given.FQNS, LinkRule.DOMAINS),
        },
        hidden=frozenset({"profile"}),
        extra_fields=frozenset(
            {"children", "owns", "userCount", "childrenCount", "inheritedRoles", "defaultPersona"}
        ),
        defaults={"isJoinable": True},
    ),
    Kind(
        "user",
        "users",
        _SCHEMA + "api.teams.createUser:CreateUserRequest",
        _SCHEMA + "entity.teams.user:User",
        {**_TEXT, "email": Rule.FIXED, "isBot": Rule.FIXED, "isAdmin": Rule.REPLACE, "timezone": Rule.KEEP},
        {
            "roles": Link(("role",), Given.IDS, LinkRule.REPLACE),
            "domains": Link(("domain",), Given.FQNS, LinkRule.DOMAINS),
        },
        extra_fields=frozenset({"profile", "teams", "owns", "follows", "personas", "defaultPersona"}),
        defaults={"isBot": False, "isAdmin": False},
    ),
    Kind(
        "classification",
        "classifications",
        _SCHEMA + "api.classification.createClassification:CreateClassificationRequest",
        _SCHEMA + "entity.classification.classification:Classification",
        {
            **_TEXT,
            "mutuallyExclusive": Rule.FIXED,
            "provider": Rule.FIXED,
            "autoClassificationConfig": Rule.KEEP,
        },
        {"owners": _OWNERS, "reviewers": _REVIEWERS, "domains": _DOMAINS},
        extra_fields=frozenset({"usageCount", "termCount"}),
        defaults={"mutuallyExclusive": False, "provider": "user"},
    ),
    Kind(
        "tag",
        "tags",
        _SCHEMA + "api.classification.createTag:CreateTagRequest",
        _SCHEMA + "entity.classification.tag:Tag",
        {**_TEXT, "style": Rule.KEEP, "mutuallyExclusive": Rule.FIXED, "provider": Rule.FIXED},
        {"owners": _OWNERS, "reviewers": _REVIEWERS, "domains": _DOMAINS},
        parent_field="classification",
        parent_kinds=("classification", "tag"),
        extra_fields=frozenset({"children", "usageCount"}),
        defaults={"mutuallyExclusive": False, "provider": "user"},
    ),
    Kind(
        "ingestionPipeline",
        "services/ingestionPipelines",
        _SCHEMA + "api.services.ingestionPipelines.createIngestionPipeline:CreateIngestionPipelineRequest",
        _SCHEMA + "entity.services.ingestionPipelines.ingestionPipeline:IngestionPipeline",
        {
            **_TEXT,
            "pipelineType": Rule.FIXED,
            "sourceConfig": Rule.REPLACE,
            "airflowConfig": Rule.REPLACE,
            "loggerLevel": Rule.REPLACE,
            "raiseOnError": Rule.REPLACE,
            "enableStreamableLogs": Rule.REPLACE,
            "provider": Rule.FIXED,
        },
        {"owners": _OWNERS, "domains": _DOMAINS},
        parent_field="service",
        parent_kinds=("databaseService",),
        hidden=frozenset({"followers"}),
        extra_fields=frozenset({"pipelineStatuses"}),
        state_attributes=frozenset({"deployed", "enabled", "openMetadataServerConnection"}),
        inherits=("owners", "domains"),
        defaults={"provider": "user"},
    ),
    Kind(
        "workflow",
        "automations/workflows",
        _SCHEMA + "api.automations.createWorkflow:CreateWorkflowRequest",
        _SCHEMA + "entity.automations.workflow:Workflow",
        {
            **_TEXT,
            "workflowType": Rule.FIXED,
            "request": Rule.REPLACE,
            "status": Rule.REPLACE,
            "response": Rule.REPLACE,
        },
        {"owners": _OWNERS, "domains": _DOMAINS},
        defaults={"status": "Pending"},
    ),
)

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in _ALL}
BY_COLLECTION: Mapping[str, Kind] = {kind.collection: kind for kind in _ALL}
"""Kinds by the path of their collection, for instance ``services/databaseServices``."""
