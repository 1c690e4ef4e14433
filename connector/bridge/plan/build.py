"""From the working set to plans: the last step that knows nothing of OpenMetadata's client."""

from __future__ import annotations

from connector.bridge.plan import names
from connector.bridge.plan.catalog import Entry, OwnerEntry
from connector.bridge.plan.model import DatabasePlan, DomainPlan, SchemaPlan, TablePlan, TeamPlan
from connector.bridge.plan.texts import readable
from connector.bridge.wire import models


def domain_plan(prefix: str, installation: models.Installation | None) -> DomainPlan:
    """Plan the installation's own domain.

    Args:
        prefix: The installation's prefix, which is the domain's name.
        installation: What the Bridge says of the installation.

    Returns:
        The domain; its description says where it comes from when the Bridge has none, since the catalog demands one.
    """
    told = installation or models.Installation()
    display = readable(told.name) or readable(told.id) or prefix
    text = readable(told.description)
    return DomainPlan(
        name=prefix,
        display_name=display,
        description=text or f"Data shared by {display} through its Bridge.",
    )


def team_name(prefix: str, team: str) -> str:
    """Name an owner team in the catalog.

    Args:
        prefix: The installation's prefix.
        team: The team as the Bridge names it.

    Returns:
        `<prefix>__<team>`, made safe where needed.
    """
    return names.global_name(prefix, (team,))


def team_plan(prefix: str, owner: OwnerEntry) -> TeamPlan:
    """Plan an owner team.

    Args:
        prefix: The installation's prefix.
        owner: The team as the listings describe it.

    Returns:
        The team.
    """
    return TeamPlan(
        team=owner.team,
        name=team_name(prefix, owner.team),
        display_name=owner.display_name or readable(owner.team) or "unnamed team",
        email=owner.email,
        description=owner.description,
    )


def database_plan(catalog: str) -> DatabasePlan:
    """Plan the database of a Polaris catalog.

    Args:
        catalog: Name of the Polaris catalog.

    Returns:
        The database.
    """
    name = names.entity_name(catalog)
    return DatabasePlan(catalog=catalog, name=name, display_name=names.display_name(catalog, name))


def schema_plan(catalog: str, namespace: tuple[str, ...]) -> SchemaPlan:
    """Plan the schema of a namespace.

    Args:
        catalog: Name of the Polaris catalog.
        namespace: Levels of the namespace.

    Returns:
        The schema; the levels joined by plain dots are its display name where they differ from its name.
    """
    name = names.schema_name(namespace)
    return SchemaPlan(catalog, namespace, name, names.display_name(".".join(namespace), name))


def table_plan(prefix: str, entry: Entry) -> TablePlan:
    """Plan a table or view.

    Args:
        prefix: The installation's prefix.
        entry: The object with what its listings say about it.

    Returns:
        The table or view.
    """
    name = names.entity_name(entry.key.name)
    return TablePlan(
        key=entry.key,
        name=name,
        display_name=names.display_name(entry.key.name, name),
        definition=entry.definition,
        description=entry.description,
        source_url=entry.portal_url,
        owner=team_name(prefix, entry.team) if entry.team else None,
    )
