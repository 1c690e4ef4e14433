"""One listing goes into the working set: each object is mapped alone and fails alone, and nothing listed is forgotten."""

from __future__ import annotations

import pytest

from connector.bridge.errors import Code, SkippedObjectError
from connector.bridge.plan.catalog import OwnerEntry, WorkingSet
from connector.bridge.plan.intake import take_in
from connector.bridge.plan.model import Kind, ObjectKey
from tests.plan.samples import content, schema, table_json, table_of, team, view_json

T = ObjectKey("lake", ("ns",), "t")


def test_each_object_fails_alone(working_set: WorkingSet) -> None:
    """Case 3: two are mapped, the third is a failure with a code and stays listed."""
    broken = {**table_json("broken"), "metadata": {"format-version": 2}}
    body = {"tables": [table_of("x", name="one"), broken], "views": [view_json("two")]}
    intake = take_in(working_set, content("a", **body))
    assert [(type(error), error.code, error.subject) for error in intake.failures] == [
        (SkippedObjectError, Code.OBJECT_UNMAPPABLE, "lake.ns.broken")
    ]
    assert [key.name for key, _ in working_set.objects("lake", ("ns",))] == ["one", "two"]
    assert {key.name for key, _ in working_set.listed()} == {"one", "two", "broken"}
    with pytest.raises(KeyError):
        working_set.entry(ObjectKey("lake", ("ns",), "broken"))


def test_problems_of_the_reading_are_failures_of_the_intake(working_set: WorkingSet) -> None:
    """An object that was not valid on the wire is not lost on the way."""
    read = content("a", tables=[{**table_json("t"), "metadata": 5}], views=[table_json("v")])
    intake = take_in(working_set, read)
    assert tuple(intake.failures) == read.problems
    assert len(intake.failures) == 2
    assert set(working_set.listed()) == {(T, Kind.TABLE), (ObjectKey("lake", ("ns",), "v"), Kind.VIEW)}
    assert working_set.count() == 0


@pytest.mark.parametrize("kind", ["table", "view", "semanticModel"])
def test_an_unavailable_object_is_listed(working_set: WorkingSet, kind: str) -> None:
    """It keeps what the catalog has, and the run knows of it."""
    item = {"kind": kind, "catalog": "lake", "namespace": ["ns"], "name": "t", "code": "not_readable"}
    intake = take_in(working_set, content("a", unavailable=[item]))
    assert (intake.unavailable, intake.failures) == ([T], [])
    assert list(working_set.listed()) == [(T, Kind(kind))]
    assert working_set.count() == 0


@pytest.mark.parametrize("kind", ["some_future_kind", None])
def test_an_unavailable_object_of_no_known_kind_counts_as_listed_in_each(
    working_set: WorkingSet, kind: str | None
) -> None:
    """It can be no table or view of ours, but the run must know that something is missing."""
    item = {"kind": kind, "catalog": "lake", "namespace": ["ns"], "name": "t"}
    intake = take_in(working_set, content("a", unavailable=[item]))
    assert intake.unavailable == [T]
    assert {kind for _, kind in working_set.listed()} == set(Kind)


def test_notes_of_the_mapping_are_notes_of_the_intake(working_set: WorkingSet) -> None:
    """A type nobody knows is a warning of the run."""
    body = schema([{"id": 1, "name": "a", "type": "future"}])
    intake = take_in(working_set, content("a", tables=[table_json(metadata=body)]))
    assert [(note.subject, note.code) for note in intake.notes] == [("lake.ns.t", Code.OBJECT_NOTE)]


# --- owners -----------------------------------------------------------------------------------------------------


def test_a_team_is_described_by_the_first_listing_that_says_something(working_set: WorkingSet) -> None:
    """Each of its fields for itself, in listing-id order; blank ones are none."""
    listings = {
        "c": [team("sales", displayName="C", email="c@example.com", description="of c")],
        "b": [team("sales", displayName=" ", email="b@example.com"), team("audit")],
        "a": [team("sales", displayName="")],
    }
    for listing_id, owners in listings.items():
        take_in(working_set, content(listing_id, owners=owners))
    assert working_set.owners() == [
        OwnerEntry("audit", None, None, None),
        OwnerEntry("sales", "C", "b@example.com", "of c"),
    ]


def test_a_team_named_twice_in_a_listing_is_one(working_set: WorkingSet) -> None:
    """What comes first counts."""
    take_in(
        working_set, content("a", owners=[team("x", email="1@example.com"), team("x", email="2@example.com")])
    )
    assert working_set.owners() == [OwnerEntry("x", None, "1@example.com", None)]
