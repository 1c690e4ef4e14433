"""Owner teams: made when absent, afterwards only what differs is patched, since a PUT could empty a team of its people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from metadata.generated.schema.api.teams.createTeam import CreateTeamRequest
from metadata.generated.schema.entity.teams.team import TeamType
from metadata.generated.schema.type.basic import Email, EntityName, Markdown
from pydantic import ValidationError

from connector.bridge.connection_models import Descriptions
from connector.bridge.errors import Code
from connector.bridge.plan.model import Note, TeamPlan
from connector.bridge.publish.descriptions import text_patch


def usable_email(plan: TeamPlan) -> str | None:
    """Take a team's e-mail address if the catalog takes it.

    Args:
        plan: The team.

    Returns:
        The address in lower case, as the catalog keeps addresses; None when there is none or the catalog's own model refuses it.
    """
    if plan.email is None:
        return None
    try:
        Email(plan.email)
    except ValidationError:
        return None
    return plan.email.lower()


def team_notes(plan: TeamPlan, entity: Mapping[str, Any] | None) -> list[Note]:
    """Say what of a team can't be carried.

    Args:
        plan: The team as it should stand.
        entity: The team as it stands, None when it does not.

    Returns:
        Notes. A display name is only reported when it differs, since the catalog's own bot may set it at creation only
        (OpenMetadata server, IngestionBotPolicy denies EditDisplayName).
    """
    notes = []
    if plan.email and usable_email(plan) is None:
        notes.append(
            Note(Code.OWNER_INVALID, f"team `{plan.team}`", "its e-mail address is not valid and is left out")
        )
    shown = (entity or {}).get("displayName")
    if entity is not None and shown != plan.display_name:
        notes.append(
            Note(
                Code.NAME_KEPT,
                f"team `{plan.name}`",
                f"it keeps the display name `{shown}` that the catalog has; at the Bridge it is `{plan.display_name}`",
            )
        )
    return notes


def team_request(plan: TeamPlan) -> CreateTeamRequest:
    """Make the request for a team that does not stand.

    Args:
        plan: The team.

    Returns:
        The request; only a team of type Group may own (OpenMetadata server, EntityRepository.validateOwners).
    """
    email = usable_email(plan)
    return CreateTeamRequest(
        name=EntityName(plan.name),
        teamType=TeamType.Group,
        displayName=plan.display_name,
        email=Email(email) if email else None,
        description=Markdown(plan.description) if plan.description else None,
    )


def team_patch(
    entity: Mapping[str, Any], plan: TeamPlan, policy: Descriptions, *, exact: bool
) -> list[dict[str, str]]:
    """Find what of a team differs.

    Args:
        entity: The team as it stands.
        plan: The team as it should stand.
        policy: Whose description wins.
        exact: Whether a text that only reads the same is set again.

    Returns:
        JSON Patch operations. An address that the Bridge does not give stays.
    """
    operations = text_patch(entity.get("description"), plan.description, policy, exact=exact)
    email = usable_email(plan)
    if email and str(entity.get("email") or "").lower() != email:
        operations.append({"op": "add", "path": "/email", "value": email})
    return operations
