"""The hierarchy of teams: which team may sit under which, and who may have people (OpenMetadata server, TeamRepository)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from connector.bridge.demo.catalog.errors import bad_request
from connector.bridge.demo.catalog.names import quote_name
from connector.bridge.demo.catalog.store import Store

ORGANIZATION = "Organization"
_PARENTS: Mapping[str, frozenset[str]] = {
    "Group": frozenset({"Department", "Division", "BusinessUnit", ORGANIZATION}),
    "Department": frozenset({"Department", "Division", "BusinessUnit", ORGANIZATION}),
    "Division": frozenset({"Division", "BusinessUnit", ORGANIZATION}),
    "BusinessUnit": frozenset({"BusinessUnit", ORGANIZATION}),
    ORGANIZATION: frozenset(),
}
_ONE_PARENT = frozenset({"Division", "BusinessUnit"})


def check_team(
    store: Store, fqn: str, team_type: str, parents: Sequence[str], users: Sequence[str]
) -> list[str]:
    """Check a team's place.

    Args:
        store: the catalog.
        fqn: the team's fully qualified name.
        team_type: its type.
        parents: ids of its parents.
        users: ids of its people.

    Returns:
        The ids of its parents; the Organization when the request gives none.

    Raises:
        ApiError: 400 for a second Organization, a parent of the wrong type, several parents where one is allowed, or people
            in a team that is no Group.
    """
    root = store.find("team", quote_name(ORGANIZATION))
    if team_type == ORGANIZATION:
        if root is None or root.fqn == fqn:
            return []
        raise bad_request("There can be only one team of type Organization")
    if users and team_type != "Group":
        raise bad_request(f"Team of type {team_type} can't have users. Only Group can")
    if not parents:
        return [root.id] if root is not None else []
    if team_type in _ONE_PARENT and len(parents) > 1:
        raise bad_request(f"Team of type {team_type} can have only one parent")
    for parent_id in parents:
        found = str(store.by_id[parent_id].load().get("teamType"))
        if found not in _PARENTS[team_type]:
            raise bad_request(f"Team of type {found} can't be the parent of a team of type {team_type}")
    return list(parents)
