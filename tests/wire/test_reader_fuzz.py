"""Whatever a Bridge answers, reading does not raise and loses nothing without a word."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.wire.objects import read_identity
from connector.bridge.wire.reader import ListingContent, read_listing
from connector.bridge.wire.summary import SummaryBuilder

from .samples import listing, table

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(alphabet=st.characters(), max_size=8)
    | st.sampled_from(["table", "long", "\ud800", "", "lake"])
)
KEYS = st.text(max_size=4) | st.sampled_from(sorted({*listing(), *table(), *table()["metadata"], "\udfff"}))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
KINDS = (("tables", "tables"), ("views", "views"), ("semanticModels", "semantic_models"))


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """List the paths of everything in a JSON value."""
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    return [path, *[place for key, inner in items for place in places(inner, (*path, key))]]


PLACES = [path for path in places(listing()) if path]


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """Make a sound listing with some of its values replaced by any others."""
    body: Any = copy.deepcopy(listing())
    for path in draw(st.lists(st.sampled_from(PLACES), min_size=1, max_size=4)):
        place = body
        try:
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = draw(VALUES)
        except (KeyError, IndexError, TypeError):
            # An earlier replacement took this place away.
            continue
    return body


def check(body: Any, content: ListingContent) -> None:
    """See that each listed thing is accounted for, or that the listing is said to be incomplete."""
    for error in (*content.problems, *content.notes):
        str(error).encode()
        assert "\n" not in str(error)
    if not content.readable:
        assert not content.complete
        assert len(content.problems) == 1
        return
    if not content.complete:
        assert content.problems
        return
    listed = sum(len(body.get(wire) or ()) for wire, _ in KINDS)
    read = sum(len(getattr(content, name)) for _, name in KINDS)
    assert read + len(content.failed) == listed
    assert len(content.unavailable) == len(body.get("unavailable") or ())
    assert len(content.failed) == len(content.problems)


@given(VALUES)
def test_any_value(value: Any) -> None:
    content = read_listing(value, "retail")
    check(value, content)
    assert not content.readable or value["id"] == "retail"


@given(st.dictionaries(KEYS, VALUES))
def test_any_object_with_the_id(value: dict[str, Any]) -> None:
    body = {**value, "id": "retail"}
    content = read_listing(body, "retail")
    assert content.readable
    check(body, content)


@given(mutated())
def test_a_sound_listing_with_wrong_parts(body: Any) -> None:
    before = copy.deepcopy(body)
    check(body, read_listing(body, "retail"))
    assert repr(body) == repr(before)


@given(st.dictionaries(KEYS, VALUES))
def test_any_identity(value: dict[str, Any]) -> None:
    identity = read_identity({**table(), **value})
    if identity is not None:
        assert identity.catalog
        assert all(identity.namespace)
        assert identity.name


@given(st.lists(VALUES), VALUES)
def test_any_entries_of_a_summary(entries: list[Any], installation: Any) -> None:
    builder = SummaryBuilder()
    assert builder.add({"listings": entries, "installation": installation}) is None
    summary = builder.summary()
    ids = [entry["id"] for entry in entries if isinstance(entry, dict) and isinstance(entry.get("id"), str)]
    assert {entry.id for entry in summary.listings} <= set(ids)
    assert len(summary.listings) + len(summary.problems) <= len(entries)
    assert len(summary.problems) >= len(entries) - len(ids)
