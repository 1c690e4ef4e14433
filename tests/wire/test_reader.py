"""One listing taken apart: a broken part costs itself only."""

from __future__ import annotations

from typing import Any

import pytest

from connector.bridge.errors import BridgeError, Code, SkippedListingError, SkippedObjectError
from connector.bridge.wire.models import Owner
from connector.bridge.wire.objects import Kind
from connector.bridge.wire.reader import ListingContent, read_listing

from .samples import listing, semantic_model, table, view


def read(**changes: Any) -> ListingContent:
    """Read a listing with changes."""
    return read_listing(listing(**changes), "retail")


def texts(errors: tuple[BridgeError, ...]) -> list[str]:
    """Give what a report would show."""
    return [f"{error.subject}: {error.problem}" for error in errors]


def test_a_sound_listing_is_read_without_complaint() -> None:
    content = read()
    assert content.readable
    assert content.complete
    assert content.problems == ()
    assert content.notes == ()
    assert content.failed == ()
    assert content.unavailable == ()
    assert content.lost == frozenset()
    assert content.listing.name == "Retail"
    assert content.listing.portal_url == "https://portal.example.com/listings/retail"
    assert content.listing.owners == [Owner(team="retail-data", display_name="Retail data")]
    assert content.listing.tags == ["certified"]
    assert [one.name for one in content.tables] == ["store_sales"]
    assert [one.name for one in content.views] == ["daily_sales"]
    assert [one.name for one in content.semantic_models] == ["retail"]


@pytest.mark.parametrize("empty", [{"id": "retail"}, dict.fromkeys(listing(), None) | {"id": "retail"}])
def test_missing_and_null_mean_the_same(empty: dict[str, Any]) -> None:
    content = read_listing(empty, "retail")
    assert content.readable
    assert content.complete
    assert content.problems == ()
    assert content.notes == ()
    assert content.tables == ()
    assert content.views == ()
    assert content.listing.name is None
    assert content.listing.owners == []
    assert content.listing.tags == []


def test_unknown_fields_are_ignored_everywhere() -> None:
    body = listing(colour="red")
    for one in (*body["tables"], *body["views"], *body["semanticModels"], *body["owners"]):
        one["colour"] = {"deep": ["red"]}
    body["tables"][0]["metadata"]["schemas"][0]["fields"][0]["initial-default"] = 7
    assert read_listing(body, "retail") == read()


@pytest.mark.parametrize("body", [None, [], "retail", 7, True])
def test_a_body_that_is_no_object_is_unreadable(body: object) -> None:
    content = read_listing(body, "retail")
    assert not content.readable
    assert not content.complete
    (problem,) = content.problems
    assert isinstance(problem, SkippedListingError)
    assert problem.code is Code.LISTING_INVALID
    assert "retail" in problem.subject


@pytest.mark.parametrize("listing_id", ["other", None, 7, ["retail"], "Retail"])
def test_a_body_about_another_listing_is_unreadable(listing_id: Any) -> None:
    content = read_listing({**listing(), "id": listing_id}, "retail")
    assert not content.readable
    assert content.tables == ()
    assert "another listing" in content.problems[0].problem


def test_wrong_head_fields_are_left_out_and_remembered() -> None:
    content = read(name=7, description={"a": 1}, portalUrl=["x"], version=7)
    assert content.complete
    assert content.lost == {"name", "description", "portalUrl", "version"}
    assert {note.code for note in content.notes} == {Code.LISTING_NOTE}
    assert len(content.notes) == 4
    assert content.listing.description is None
    assert len(content.tables) == 1


def test_an_id_that_the_contract_does_not_allow_costs_the_head_only() -> None:
    long = "x" * 129
    content = read_listing(listing(long), long)
    assert content.listing.id == long
    assert "id" in content.lost
    assert len(content.tables) == 1


@pytest.mark.parametrize("owners", ["retail-data", {}, 7])
def test_owners_that_are_no_list_are_left_out(owners: Any) -> None:
    content = read(owners=owners)
    assert content.listing.owners == []
    assert "owners" in content.lost
    assert [note.code for note in content.notes] == [Code.OWNER_INVALID]


def test_a_wrong_owner_costs_itself_only() -> None:
    content = read(owners=[{"team": "a"}, {"displayName": "B"}, "c", {"team": "d", "email": 7}])
    assert content.listing.owners == [Owner(team="a"), Owner(team="d")]
    assert content.lost == {"owners"}
    assert len(content.notes) == 3
    assert "owner d" in content.notes[2].subject


def test_wrong_tags_cost_themselves_only() -> None:
    content = read(tags=["a", 7, "", None, "\ud800", "b"])
    assert content.listing.tags == ["a", "b"]
    assert content.lost == {"tags"}
    assert len(content.notes) == 4
    assert read(tags="a").listing.tags == []
    assert read(tags="a").lost == {"tags"}


def test_a_broken_object_fails_alone_and_stays_listed() -> None:
    content = read(
        tables=[table("a"), table("b", schemas="none"), table("c")],
        views=[{**view("v"), "metadata": None}],
        semanticModels=[{**semantic_model("m"), "document": "text"}],
    )
    assert [one.name for one in content.tables] == ["a", "c"]
    assert [(one.kind, one.identity.name) for one in content.failed] == [
        (Kind.TABLE, "b"),
        (Kind.VIEW, "v"),
        (Kind.SEMANTIC_MODEL, "m"),
    ]
    assert {type(problem) for problem in content.problems} == {SkippedObjectError}
    assert {problem.code for problem in content.problems} == {Code.OBJECT_INVALID}
    assert texts(content.problems)[0].startswith('table lake.tpcds.b in listing "retail": metadata.schemas: ')
    assert content.complete
    assert content.readable


def test_a_table_without_schema_is_listed_and_left_to_the_mapping() -> None:
    content = read(tables=[table(schemas=None)])
    assert content.problems == ()
    assert content.tables[0].metadata.schemas is None


@pytest.mark.parametrize("broken", [None, 7, {}, {"name": "x"}, {**table(), "namespace": []}])
def test_an_object_that_cannot_be_told_makes_the_listing_incomplete(broken: Any) -> None:
    content = read(tables=[table("a"), broken, table("c")])
    assert [one.name for one in content.tables] == ["a", "c"]
    assert content.failed == ()
    assert not content.complete
    assert len(content.problems) == 1
    assert "table 1" in content.problems[0].subject


@pytest.mark.parametrize("name", ["tables", "views", "semanticModels", "unavailable"])
@pytest.mark.parametrize("value", ["x", {}, 7, False])
def test_objects_that_are_no_list_make_the_listing_incomplete(name: str, value: Any) -> None:
    content = read(**{name: value})
    assert content.readable
    assert not content.complete
    assert [problem.code for problem in content.problems] == [Code.LISTING_INVALID]
    assert name in content.problems[0].subject


def test_what_is_left_out_of_an_object_is_a_note() -> None:
    content = read(tables=[table(snapshots=[7])])
    assert content.problems == ()
    assert texts(content.notes) == [
        'table lake.tpcds.store_sales in listing "retail": metadata.snapshots[0] is not what it should be'
        " and was left out"
    ]
    assert content.notes[0].code is Code.OBJECT_NOTE


def test_unavailable_objects_are_listed_whatever_the_reason_says() -> None:
    place = {"catalog": "lake", "namespace": ["tpcds"]}
    content = read(
        unavailable=[
            {**place, "name": "a", "kind": "table", "code": "not_readable"},
            {**place, "name": "b", "kind": 7, "code": ["x"]},
            {**place, "name": "c", "code": "\ud800"},
        ]
    )
    assert [(one.name, one.kind, one.code) for one in content.unavailable] == [
        ("a", "table", "not_readable"),
        ("b", None, None),
        ("c", None, None),
    ]
    assert content.problems == ()
    assert content.complete


def test_an_unavailable_object_that_cannot_be_told_makes_the_listing_incomplete() -> None:
    content = read(unavailable=[{"kind": "table"}])
    assert content.unavailable == ()
    assert not content.complete
    assert [problem.code for problem in content.problems] == [Code.OBJECT_INVALID]


def test_errors_fit_on_a_line() -> None:
    content = read_listing({"id": "a\nb", "tables": [{**table("x\ny"), "metadata": None}], "name": 7}, "a\nb")
    for error in (*content.problems, *content.notes):
        assert "\n" not in str(error)
