"""Who owns a table, when the pipeline, a person and the listing have a say."""

from __future__ import annotations

import pytest
from metadata.ingestion.ometa.ometa_api import OpenMetadata

from connector.bridge.publish.owners import Owners
from connector.bridge.publish.standing import OwnerRef
from tests.publish.test_requests import standing

TEAM = OwnerRef("1", "team", "acme__sales")
OTHER_TEAM = OwnerRef("2", "team", "acme__finance")
FOREIGN_TEAM = OwnerRef("3", "team", "acme-eu__sales")
PERSON = OwnerRef("4", "user", "jane")
PERSON_NAMED_LIKE_OURS = OwnerRef("5", "user", "acme__jane")
CONFIGURED = OwnerRef("6", "user", "configured")


def without_rule() -> Owners:
    """Make owners for a pipeline without `ownerConfig`, which never asks the catalog."""
    return Owners(object.__new__(OpenMetadata), None, "acme")


@pytest.mark.parametrize(
    ("configured", "team", "before", "expected"),
    [
        ((), (TEAM,), None, (TEAM,)),
        ((), (TEAM,), (), (TEAM,)),
        ((), (TEAM,), (OTHER_TEAM,), (TEAM,)),
        ((), (TEAM,), (FOREIGN_TEAM,), (FOREIGN_TEAM,)),
        ((), (TEAM,), (PERSON,), (PERSON,)),
        ((), (TEAM,), (PERSON_NAMED_LIKE_OURS,), (PERSON_NAMED_LIKE_OURS,)),
        ((), (), (OTHER_TEAM,), ()),
        ((), (), (PERSON,), (PERSON,)),
        ((CONFIGURED,), (TEAM,), (PERSON,), (CONFIGURED,)),
        ((CONFIGURED,), (), None, (CONFIGURED,)),
    ],
)
def test_people_are_respected_and_the_pipeline_has_the_last_word(
    configured: tuple[OwnerRef, ...],
    team: tuple[OwnerRef, ...],
    before: tuple[OwnerRef, ...] | None,
    expected: tuple[OwnerRef, ...],
) -> None:
    owners = without_rule()
    stands = None if before is None else standing(owners=before)
    assert owners.to_send(configured, team, stands) == expected


def test_a_team_that_could_not_be_made_owns_nothing() -> None:
    owners = without_rule()
    assert owners.team("acme__sales") == ()
    assert owners.team(None) == ()
    owners.add_team("acme__sales", "1")
    assert owners.team("acme__sales") == (TEAM,)
