"""Who may do what."""

from __future__ import annotations

import pytest

from connector.bridge.demo.catalog.actors import Actor, Actors, edit_operation
from connector.bridge.demo.catalog.errors import ApiError


@pytest.mark.parametrize(
    ("allow", "deny", "operation", "expected"),
    [
        ((), (), "Create", False),
        (("All",), (), "Delete", True),
        (("All",), ("Delete",), "Delete", False),
        (("EditAll",), (), "EditTags", True),
        (("EditAll",), (), "Create", False),
        (("ViewAll",), (), "ViewBasic", True),
        (("EditAll",), ("EditTags",), "EditTags", False),
        (("table.EditAll",), (), "EditTags", True),
        (("domain.EditAll",), (), "EditTags", False),
        (("All",), ("table.EditTags",), "EditTags", False),
        (("All",), ("domain.EditTags",), "EditTags", True),
    ],
)
def test_policies(allow: tuple[str, ...], deny: tuple[str, ...], operation: str, expected: bool) -> None:
    actor = Actor("a", "t", allow=frozenset(allow), deny=frozenset(deny))
    assert actor.may(operation, "table") is expected
    if not expected:
        with pytest.raises(ApiError) as caught:
            actor.require(operation, "table")
        assert caught.value.status == 403
        assert (
            caught.value.message
            == f"Principal: CatalogPrincipal{{name='a'}} operations [{operation}] not allowed"
        )


def test_an_administrator_may_do_everything() -> None:
    assert Actor("a", "t", is_admin=True, deny=frozenset({"Delete"})).may("Delete", "table")


def test_the_stock_bot() -> None:
    bot = Actors().add_stock_bot()
    assert bot.is_bot
    for operation in ("Create", "EditAll", "EditLineage", "Delete", "ViewAll", "EditDescription"):
        assert bot.may(operation, "table")
    assert not bot.may("EditDisplayName", "table")


@pytest.mark.parametrize(
    ("pointer", "operation"),
    [
        ("/description", "EditDescription"),
        ("/columns/0/description", "EditDescription"),
        ("/columns/0/children/1/displayName", "EditDisplayName"),
        ("/tags/0", "EditTags"),
        ("/owners/0/id", "EditOwners"),
        ("/extension/note", "EditCustomFields"),
        ("/tableConstraints", "EditAll"),
        ("", "EditAll"),
    ],
)
def test_the_operation_of_a_path(pointer: str, operation: str) -> None:
    assert edit_operation(pointer) == operation


def test_tokens() -> None:
    actors = Actors()
    actor = actors.add("a", allow=["All"])
    assert actors.of(f"Bearer {actor.token}") is actor
    assert actors.of(f"bearer  {actor.token}") is actor
    for header in (None, "", actor.token, f"Basic {actor.token}", "Bearer other"):
        assert actors.of(header) is None
