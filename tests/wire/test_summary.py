"""The summary put together from its pages."""

from __future__ import annotations

from typing import Any

import pytest

from connector.bridge.errors import Code, StopRunError
from connector.bridge.wire.models import Installation
from connector.bridge.wire.summary import MAX_PAGES_WITHOUT_NEWS, SummaryBuilder


def page(*entries: Any, token: Any = None, **fields: Any) -> dict[str, Any]:
    """Make a page; a text stands for an entry with that id."""
    listings = [{"id": entry} if isinstance(entry, str) else entry for entry in entries]
    return {"listings": listings, "nextPageToken": token, **fields}


@pytest.mark.parametrize("last", [None, ""])
def test_pages_end_with_an_absent_null_or_empty_token(last: str | None) -> None:
    builder = SummaryBuilder()
    assert builder.add(page("a", token="1")) == "1"
    assert builder.add(page("b", token=last)) is None
    assert SummaryBuilder().add({"listings": []}) is None
    assert [entry.id for entry in builder.summary().listings] == ["a", "b"]


def test_the_installation_is_that_of_the_first_page_that_names_it() -> None:
    builder = SummaryBuilder()
    builder.add(page("a", token="1"))
    builder.add(page("b", token="2", installation={"id": "acme", "name": "Acme"}))
    builder.add(page("c", installation={"id": "other"}))
    assert builder.summary().installation == Installation(id="acme", name="Acme")


def test_a_summary_may_name_no_installation() -> None:
    builder = SummaryBuilder()
    builder.add(page("a"))
    assert builder.summary().installation is None
    assert builder.summary().notes == ()


@pytest.mark.parametrize(("raw", "field"), [([], "installation"), ({"name": 7}, "name")])
def test_a_wrong_installation_is_a_note(raw: Any, field: str) -> None:
    builder = SummaryBuilder()
    builder.add(page("a", installation=raw))
    (note,) = builder.summary().notes
    assert note.code is Code.LISTING_NOTE
    assert field in note.problem
    assert builder.summary().problems == ()


def test_a_listing_on_two_pages_counts_once() -> None:
    builder = SummaryBuilder()
    builder.add(page({"id": "a", "version": "1"}, token="1"))
    builder.add(page({"id": "a", "version": "2"}, "b"))
    assert [(entry.id, entry.version) for entry in builder.summary().listings] == [("a", "1"), ("b", None)]


@pytest.mark.parametrize(
    "entry", [None, 7, [], {}, {"id": None}, {"id": ""}, {"id": 7}, {"id": "x" * 129}, {"id": "\ud800"}]
)
def test_an_entry_without_a_valid_id_is_a_problem(entry: Any) -> None:
    builder = SummaryBuilder()
    builder.add(page("a", entry, "b"))
    summary = builder.summary()
    assert [one.id for one in summary.listings] == ["a", "b"]
    (problem,) = summary.problems
    assert problem.code is Code.SUMMARY_ENTRY_INVALID
    assert "entry 2" in problem.subject


def test_a_wrong_optional_field_is_a_note() -> None:
    builder = SummaryBuilder()
    builder.add(page({"id": "a", "version": 7, "name": "A"}))
    (entry,) = builder.summary().listings
    (note,) = builder.summary().notes
    assert (entry.version, entry.name) == (None, "A")
    assert '"a"' in note.subject
    assert "version" in note.problem


def test_an_id_may_have_any_128_characters() -> None:
    builder = SummaryBuilder()
    builder.add(page("ü/😀 " * 32))
    assert len(builder.summary().listings[0].id) == 128


@pytest.mark.parametrize("body", [{}, {"listings": None}, {"listings": {}}, {"listings": "a"}])
def test_a_page_without_a_list_stops_the_run(body: dict[str, Any]) -> None:
    with pytest.raises(StopRunError) as caught:
        SummaryBuilder().add(body)
    assert caught.value.code is Code.BAD_ANSWER


@pytest.mark.parametrize("token", [7, False, [], {}, "\ud800"])
def test_a_token_that_cannot_be_sent_stops_the_run(token: Any) -> None:
    with pytest.raises(StopRunError) as caught:
        SummaryBuilder().add(page("a", token=token))
    assert caught.value.code is Code.BAD_ANSWER


def test_a_token_seen_twice_stops_the_run() -> None:
    builder = SummaryBuilder()
    builder.add(page("a", token="1"))
    builder.add(page("b", token="2"))
    with pytest.raises(StopRunError) as caught:
        builder.add(page("c", token="1"))
    assert caught.value.code is Code.PAGE_LOOP


def test_pages_without_news_stop_the_run_at_some_time() -> None:
    builder = SummaryBuilder()
    builder.add(page("a", token="0"))
    for number in range(1, MAX_PAGES_WITHOUT_NEWS):
        builder.add(page("a", token=str(number)))
    with pytest.raises(StopRunError) as caught:
        builder.add(page("a", token="last"))
    assert caught.value.code is Code.BAD_ANSWER


def test_news_now_and_then_is_no_loop() -> None:
    builder = SummaryBuilder()
    for number in range(3 * MAX_PAGES_WITHOUT_NEWS):
        builder.add(page(f"listing {number // 900}", token=str(number)))
    assert len(builder.summary().listings) == 4
