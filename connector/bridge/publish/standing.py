"""What stands in the catalog before it is written to, read by pages.

A PUT wipes what it does not carry: a steward's display name, owners, retention period and constraints
(OpenMetadata server, TableRepository and EntityRepository; kept only for some callers and versions). So an entity is sent only
when its fingerprint changed, and then with what a steward added.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from connector.bridge.publish.api import CatalogApi

SERVICES = "/services/databaseServices"
DOMAINS = "/domains"
TEAMS = "/teams"
DATABASES = "/databases"
SCHEMAS = "/databaseSchemas"
TABLES = "/tables"

CONTAINER_FIELDS = ("owners", "sourceHash")
TABLE_FIELDS = ("columns", "owners", "sourceHash", "tableConstraints")
CONTAINERS_PER_PAGE = 1_000
TABLES_PER_PAGE = 200

_ALL = {"include": "all"}


@dataclass(frozen=True, slots=True)
class OwnerRef:
    """An owner that was set on the entity itself."""

    id: str
    type: str
    name: str


@dataclass(frozen=True, slots=True)
class Standing:
    """An entity as the catalog has it."""

    id: str
    fqn: str
    source_hash: str | None
    display_name: str | None
    description: str | None
    source_url: str | None
    deleted: bool
    owners: tuple[OwnerRef, ...]
    retention_period: str | None
    constraints: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Within:
    """What tables are in, as the catalog's filter for tables names it: `databaseSchema` or `database`."""

    kind: str
    fqn: str


def databases_of(api: CatalogApi, service_fqn: str) -> dict[str, Standing]:
    """Read the databases of a service, deleted ones too: what is listed again comes back with all that people added to it.

    Args:
        api: The catalog.
        service_fqn: FQN of the service.

    Returns:
        The databases by name.
    """
    pages = api.pages(DATABASES, {"service": service_fqn, **_ALL}, CONTAINER_FIELDS, CONTAINERS_PER_PAGE)
    return {item["name"]: standing(item) for page in pages for item in page}


def schemas_of(api: CatalogApi, database_fqn: str) -> dict[str, Standing]:
    """Read the schemas of a database, deleted ones too.

    Args:
        api: The catalog.
        database_fqn: FQN of the database.

    Returns:
        The schemas by name.
    """
    pages = api.pages(SCHEMAS, {"database": database_fqn, **_ALL}, CONTAINER_FIELDS, CONTAINERS_PER_PAGE)
    return {item["name"]: standing(item) for page in pages for item in page}


def tables_of(
    api: CatalogApi,
    within: Within,
    fields: Sequence[str] = TABLE_FIELDS,
    page_size: int = TABLES_PER_PAGE,
) -> Iterator[dict[str, Any]]:
    """Read the tables and views of a schema or database, deleted ones too.

    Args:
        api: The catalog.
        within: The schema or database.
        fields: What to ask for beyond what an answer always has.
        page_size: Tables a request.

    Yields:
        The entities as the catalog answers them, one after the other.
    """
    for page in api.pages(TABLES, {within.kind: within.fqn, **_ALL}, fields, page_size):
        yield from page


def standing(entity: Mapping[str, Any]) -> Standing:
    """Keep what later decisions need of an entity.

    Args:
        entity: The entity as the catalog answers it.

    Returns:
        The short form.
    """
    return Standing(
        id=entity["id"],
        fqn=entity["fullyQualifiedName"],
        source_hash=entity.get("sourceHash"),
        display_name=entity.get("displayName"),
        description=entity.get("description"),
        source_url=entity.get("sourceUrl"),
        deleted=bool(entity.get("deleted")),
        owners=own_owners(entity),
        retention_period=entity.get("retentionPeriod"),
        constraints=tuple(entity.get("tableConstraints") or ()),
    )


def own_owners(entity: Mapping[str, Any]) -> tuple[OwnerRef, ...]:
    """Take the owners off an entity.

    Args:
        entity: The entity as the catalog answers it.

    Returns:
        The owners that were set on it, without those that it inherits.
    """
    return tuple(
        OwnerRef(owner["id"], owner["type"], owner.get("name") or "")
        for owner in entity.get("owners") or ()
        if not owner.get("inherited")
    )
