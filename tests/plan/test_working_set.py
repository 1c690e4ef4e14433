"""What several listings say of one object comes together as the mapping says, in whatever order they are read."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.plan.build import database_plan, schema_plan, table_plan, team_plan
from connector.bridge.plan.catalog import Entry, OwnerEntry, WorkingSet
from connector.bridge.plan.intake import take_in
from connector.bridge.plan.model import ColumnPlan, Definition, Kind, ObjectKey, PartitionPlan
from tests.plan.samples import (
    STEADY,
    content,
    fields,
    opened,
    schema,
    struct,
    table_json,
    table_of,
    team,
    version_json,
    view_json,
)

T = ObjectKey("lake", ("ns",), "t")
Json = dict[str, Any]


def entry_of(working_set: WorkingSet, **listings: Json) -> Entry:
    """Take in listings in the order given and read table `t`."""
    for listing_id, body in listings.items():
        take_in(working_set, content(listing_id, **body))
    return working_set.entry(T)


def columns(entry: Entry) -> list[str]:
    """List the columns of an entry."""
    return [column.name for column in entry.definition.columns]


# --- one table in several listings ------------------------------------------------------------------------------


def test_the_newest_definition_counts(working_set: WorkingSet) -> None:
    """By `last-updated-ms`, whichever listing comes first."""
    entry = entry_of(
        working_set,
        a={"tables": [table_of("old", updated=1)]},
        b={"tables": [table_of("new", updated=3)]},
        c={"tables": [table_of("middle", updated=2)]},
    )
    assert columns(entry) == ["new"]
    assert working_set.count() == 1


def test_of_equally_new_definitions_that_of_the_first_listing_counts(working_set: WorkingSet) -> None:
    """The first by id, not by time of arrival."""
    entry = entry_of(
        working_set,
        b={"tables": [table_of("b", updated=1)]},
        a={"tables": [table_of("a", updated=1)]},
        c={"tables": [table_of("c", updated=1)]},
    )
    assert columns(entry) == ["a"]


def test_a_view_counts_by_its_current_version(working_set: WorkingSet) -> None:
    """A table that became a view, or the reverse, is what the newest definition says."""
    view = view_json("t", metadata={"versions": [version_json(time=9)]})
    entry = entry_of(working_set, b={"views": [view]}, a={"tables": [table_of("x", updated=5)]})
    assert entry.definition.kind is Kind.VIEW
    assert working_set.objects("lake", ("ns",)) == [(T, Kind.VIEW)]


def test_the_first_description_in_listing_order_counts(working_set: WorkingSet) -> None:
    """Even when another listing has the newer definition; a blank one is none."""
    entry = entry_of(
        working_set,
        c={"tables": [table_of("x", updated=9, description="of c", comment="comment")]},
        b={"tables": [table_of("x", description=" of b\n")]},
        a={"tables": [table_of("x", description=" \n")]},
    )
    assert entry.description == "of b"


def test_listing_order_counts_whatever_the_listings_call_it(working_set: WorkingSet) -> None:
    """One says table and another says view, while the object changes from one to the other."""
    view = {**view_json("t", metadata={"versions": [version_json(time=9)]}), "description": "of a"}
    table = table_of("x", updated=1, description="of b")
    assert entry_of(working_set, b={"tables": [table]}, a={"views": [view]}).description == "of a"


def test_without_a_description_the_comment_of_the_definition_counts(working_set: WorkingSet) -> None:
    """That of the definition in force only."""
    entry = entry_of(
        working_set,
        a={"tables": [table_of("x", updated=1, comment="old")]},
        b={"tables": [table_of("x", updated=2, comment="new")]},
    )
    assert entry.description == "new"


def test_without_any_text_there_is_none(working_set: WorkingSet) -> None:
    """An empty text never reaches the catalog."""
    assert (
        entry_of(working_set, a={"tables": [table_of("x", description="", comment=" ")]}).description is None
    )


def test_the_first_portal_page_in_listing_order_counts(working_set: WorkingSet) -> None:
    """A listing without one is passed over."""
    entry = entry_of(
        working_set,
        c={"tables": [table_of("x", updated=9)], "portalUrl": "https://portal.example.com/c"},
        b={"tables": [table_of("x")], "portalUrl": "https://portal.example.com/b"},
        a={"tables": [table_of("x")]},
    )
    assert entry.portal_url == "https://portal.example.com/b"


@pytest.mark.parametrize(
    ("owners", "expected"),
    [
        ([["sales"]], "sales"),
        ([["sales", "support"]], "sales"),
        ([["sales"], ["sales", "support"]], "sales"),
        ([["sales"], ["support"]], None),
        ([["sales", "support"], ["support", "sales"]], None),
        ([["sales"], []], None),
        ([[]], None),
        ([[], []], None),
    ],
)
def test_a_team_owns_what_only_its_listings_share(
    working_set: WorkingSet, owners: list[list[str]], expected: str | None
) -> None:
    """The first team of each listing; a listing without one is nobody's."""
    listings = {
        f"l{number}": {"tables": [table_of("x")], "owners": [team(name) for name in names]}
        for number, names in enumerate(owners)
    }
    assert entry_of(working_set, **listings).team == expected


def test_a_listing_that_could_not_read_it_shares_it_all_the_same(working_set: WorkingSet) -> None:
    """Whether unavailable or not valid: it counts for the owner, not for the definition."""
    identity = {"catalog": "lake", "namespace": ["ns"], "name": "t"}
    entry = entry_of(
        working_set,
        a={"tables": [table_of("x")], "owners": [team("sales")]},
        b={"unavailable": [{**identity, "kind": "table"}], "owners": [team("support")]},
        c={"tables": [{**identity, "metadata": 5}], "owners": [team("sales")]},
    )
    assert columns(entry) == ["x"]
    assert entry.team is None


def test_a_model_of_the_same_name_is_another_object(working_set: WorkingSet) -> None:
    """Its listing says nothing of the table: neither owner nor portal page."""
    model = {"catalog": "lake", "namespace": ["ns"], "name": "t", "document": {}}
    entry = entry_of(
        working_set,
        a={
            "semanticModels": [model],
            "owners": [team("support")],
            "portalUrl": "https://portal.example.com/a",
        },
        b={"tables": [table_of("x")], "owners": [team("sales")]},
    )
    assert (entry.team, entry.portal_url) == ("sales", None)
    assert set(working_set.listed()) == {(T, Kind.TABLE), (T, Kind.SEMANTIC_MODEL)}


def test_a_table_named_twice_in_one_listing_keeps_what_is_said(working_set: WorkingSet) -> None:
    """The newer definition, and the text of the one that has a text."""
    twice = [table_of("old", updated=1, description="Text"), table_of("new", updated=2)]
    identity = {"catalog": "lake", "namespace": ["ns"], "name": "t", "kind": "table"}
    entry = entry_of(working_set, a={"tables": twice, "unavailable": [identity]})
    assert (columns(entry), entry.description) == (["new"], "Text")


# --- reading it back --------------------------------------------------------------------------------------------


def test_catalogs_namespaces_and_objects_are_sorted_and_whole(working_set: WorkingSet) -> None:
    """Levels stay apart, and only what has a definition is walked."""
    places = [("x", ["a", "b"]), ("x", ["a.b"]), ("x", ["a"]), ("b", ["q"])]
    tables = [
        {**table_json(name, namespace), "catalog": catalog}
        for catalog, namespace in places
        for name in ("t2", "t1")
    ]
    view = {**view_json("t0", ["a"]), "catalog": "x"}
    gone = {"kind": "table", "catalog": "z", "namespace": ["z"], "name": "z"}
    take_in(working_set, content("l", tables=tables, views=[view], unavailable=[gone]))
    assert working_set.catalogs() == ["b", "x"]
    assert working_set.namespaces("x") == [("a",), ("a", "b"), ("a.b",)]
    assert [(key.name, kind.value) for key, kind in working_set.objects("x", ("a",))] == [
        ("t1", "table"),
        ("t2", "table"),
        ("t0", "view"),
    ]
    assert (working_set.count(), working_set.count("x"), working_set.count("none")) == (9, 7, 0)


def test_a_definition_comes_back_as_it_went_in(working_set: WorkingSet) -> None:
    """Everything in it, the difference between no children and none listed included."""
    definition = Definition(
        kind=Kind.VIEW,
        updated_ms=2**62,
        columns=(
            ColumnPlan("a", "A", "STRUCT", "struct<>", 1, children=()),
            ColumnPlan(
                "b",
                None,
                "ARRAY",
                "list<struct<x:decimal(3,0)>>",
                2,
                description="é\n'\"",
                required=True,
                array_data_type="STRUCT",
                children=(ColumnPlan("x", None, "DECIMAL", "decimal(3,0)", 1, precision=3, scale=0),),
            ),
        ),
        partitions=(PartitionPlan("a", "OTHER", "bucket[3]"),),
        comment="c",
        sql="SELECT 'x'",
        dialect="spark",
    )
    with working_set.writing():
        working_set.add_listing("l", None, [])
        working_set.add_listed("l", Kind.VIEW, T)
        working_set.add_definition("l", T, definition)
    assert working_set.entry(T).definition == definition


def test_a_listing_that_breaks_off_leaves_nothing_behind(working_set: WorkingSet) -> None:
    """One listing is one transaction."""

    def interrupted() -> None:
        with working_set.writing():
            working_set.add_listing("l", None, [OwnerEntry("x", None, None, None)])
            working_set.add_listed("l", Kind.TABLE, T)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert (list(working_set.listed()), working_set.owners()) == ([], [])
    take_in(working_set, content("l", tables=[table_of("x")]))
    assert columns(working_set.entry(T)) == ["x"]


# --- the order of listings --------------------------------------------------------------------------------------

names = st.sampled_from(["t", "u", "T", "a.b"])
namespaces = st.sampled_from([["ns"], ["a.b"], ["a", "b"]])
texts = st.sampled_from([None, "", " ", "one", "two"])
times = st.none() | st.integers(0, 2)


@st.composite
def any_table(draw: st.DrawFn) -> Json:
    """Make a table with everything that listings can disagree about."""
    body = {
        **schema(fields(*draw(st.lists(st.sampled_from("xXy"), min_size=1, max_size=2)))),
        "last-updated-ms": draw(times),
        "properties": {"comment": draw(texts) or ""},
    }
    return {**table_json(draw(names), draw(namespaces), body), "description": draw(texts)}


@st.composite
def any_view(draw: st.DrawFn) -> Json:
    """Make a view, with names that tables may have elsewhere."""
    version = version_json(time=draw(times), spark=draw(st.sampled_from(["SELECT 1", "SELECT 2"])))
    return {**view_json(draw(names), draw(namespaces), {"versions": [version]}), "description": draw(texts)}


@st.composite
def any_listing(draw: st.DrawFn) -> Json:
    """Make a listing's body without its id."""
    owner = st.builds(
        team,
        st.sampled_from("pqr"),
        displayName=st.sampled_from(["", "P", "Q"]),
        email=st.sampled_from(["", "e@x.org"]),
    )
    gone = st.builds(
        lambda name, namespace, kind: {"catalog": "lake", "namespace": namespace, "name": name, "kind": kind},
        names,
        namespaces,
        st.sampled_from(["table", "view", "semanticModel"]),
    )
    return {
        "tables": draw(st.lists(any_table(), max_size=3)),
        "views": draw(st.lists(any_view(), max_size=2)),
        "unavailable": draw(st.lists(gone, max_size=2)),
        "owners": draw(st.lists(owner, max_size=2)),
        "portalUrl": draw(
            st.sampled_from([None, "https://portal.example.com/1", "https://portal.example.com/2"])
        ),
    }


def everything(listings: Sequence[tuple[str, Json]]) -> Any:
    """Take in listings and give all that is planned and listed."""
    with opened() as working_set:
        for listing_id, body in listings:
            take_in(working_set, content(listing_id, **body))
        plans: list[Any] = [team_plan("acme", owner) for owner in working_set.owners()]
        for catalog in working_set.catalogs():
            plans.append(database_plan(catalog))
            for namespace in working_set.namespaces(catalog):
                plans.append(schema_plan(catalog, namespace))
                keys = [key for key, _ in working_set.objects(catalog, namespace)]
                plans += [table_plan("acme", working_set.entry(key)) for key in keys]
        return plans, set(working_set.listed())


listing_ids = st.sampled_from(["a", "A", "b", "é", "漢", "🎉", "10", "9"])


@STEADY
@given(st.dictionaries(listing_ids, any_listing(), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_the_order_in_which_listings_are_read_is_no_matter(listings: dict[str, Json], random: Random) -> None:
    """They come in parallel: whoever is first, the plans are the same."""
    order = list(listings.items())
    expected = everything(order)
    for other in (list(reversed(order)), random.sample(order, len(order))):
        assert everything(other) == expected


@STEADY
@given(st.dictionaries(listing_ids, any_listing(), min_size=1, max_size=3))
def test_what_is_planned_is_listed(listings: dict[str, Json]) -> None:
    """Removal goes by what is listed, so nothing may be planned that is not."""
    plans, listed = everything(list(listings.items()))
    tables = {(plan.key, plan.definition.kind) for plan in plans if hasattr(plan, "definition")}
    assert tables <= listed


def test_nested_columns_survive_the_disk(working_set: WorkingSet) -> None:
    """From the wire through the database to the plan."""
    nested = struct({"id": 2, "name": "in::ner", "type": "int", "doc": "Text"})
    body = schema([{"id": 1, "name": "outer", "type": nested, "required": True}])
    take_in(working_set, content("l", tables=[table_json(metadata=body)]))
    (outer,) = table_plan("acme", working_set.entry(T)).definition.columns
    (inner,) = outer.children or ()
    assert (outer.name, outer.required, inner.name) == ("outer", True, "in__reserved__colon__ner")
    assert (inner.display_name, inner.description) == ("in::ner", "Text")
