"""The summary page by page."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.demo.bridge.installation import Installation
from connector.bridge.demo.bridge.pages import PageTokens, Place, summary_page

from .conftest import listing


def all_pages(installation: Installation, size: int) -> list[dict[str, Any]]:
    """Follow the tokens to the end."""
    tokens, pages, place = PageTokens(), [], Place()
    while True:
        page = summary_page(installation, tokens, place, size)
        pages.append(page)
        if page["nextPageToken"] is None:
            return pages
        following = tokens.read(page["nextPageToken"])
        assert following is not None
        place = following


@given(st.sets(st.text(min_size=1, max_size=5), max_size=12), st.integers(min_value=1, max_value=5))
def test_all_pages_together_hold_each_listing_once(ids: set[str], size: int) -> None:
    pages = all_pages(Installation({"id": "acme"}, {one: listing(one) for one in ids}), size)
    found = [entry["id"] for page in pages for entry in page["listings"]]
    assert found == sorted(ids)
    assert len(pages) == max(1, -(-len(ids) // size))
    assert all(page["installation"] == {"id": "acme"} for page in pages)


def test_what_changes_between_two_pages_hides_nothing_else() -> None:
    installation = Installation({}, {one: listing(one) for one in "bdfh"})
    tokens = PageTokens()
    first = summary_page(installation, tokens, Place(), 2)
    del installation.listings["b"]
    del installation.listings["d"]
    installation.listings["a"] = listing("a")
    place = tokens.read(first["nextPageToken"])
    assert place is not None
    assert [entry["id"] for entry in summary_page(installation, tokens, place, 2)["listings"]] == ["f", "h"]


@given(st.text(alphabet=st.characters()), st.integers(min_value=0, max_value=10**6))
def test_a_token_is_read_by_its_maker_only(after: str, turn: int) -> None:
    tokens = PageTokens()
    token = tokens.issue(Place(after, turn))
    assert tokens.read(token) == Place(after, turn)
    assert PageTokens().read(token) is None


@given(st.text(alphabet=st.characters()) | st.binary().map(lambda data: data.decode("latin-1")))
def test_what_was_never_issued_is_unknown(token: str) -> None:
    assert PageTokens().read(token) is None


def test_a_token_that_was_changed_is_unknown() -> None:
    tokens = PageTokens()
    token = tokens.issue(Place("a"))
    assert tokens.read(token[:-2] + ("AA" if not token.endswith("AA") else "BB")) is None
    assert tokens.read("") is None


@pytest.mark.parametrize(("paging", "different"), [("repeat", 1), ("endless", 5)])
def test_readers_can_be_led_round(paging: Any, different: int) -> None:
    installation, tokens, place = Installation({}, {"a": listing("a")}), PageTokens(), Place()
    seen = []
    for _ in range(5):
        page = summary_page(installation, tokens, place, 10, paging)
        seen.append(page["nextPageToken"])
        following = tokens.read(page["nextPageToken"])
        assert following is not None
        place = following
    assert len(set(seen)) == different
