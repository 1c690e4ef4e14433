"""The `source` of a dataset: which listed table it means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.ossie import resolve_source
from connector.bridge.plan.ossie.source import SourceFault, SourceProblem, in_order, place, split_source
from tests.plan.ossie.samples import MODEL, dataset, model, ossie, placed
from tests.plan.samples import STEADY, hard_names

DEEP = ObjectKey("lake", ("a", "b"), "t")
HERE = ObjectKey("lake", ("shop",), "t")
DOTTED = ObjectKey("lake", ("sales.eu",), 'or"ders>2024')
LISTED = {DEEP, HERE, DOTTED, ObjectKey("other", ("shop",), "t"), ObjectKey("lake", ("a",), "t")}


def resolve(source: str, listed: set[ObjectKey] | None = None) -> ObjectKey | SourceProblem:
    return resolve_source(source, MODEL, (LISTED if listed is None else listed).__contains__)


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("lake.a.b.t", ("lake", "a", "b", "t")),
        ('"la.ke"."a""b".`t``t`', ("la.ke", 'a"b', "t`t")),
        ('lake."a.b".t', ("lake", "a.b", "t")),
        (" lake . a . t ", ("lake", "a", "t")),
        ('" a ".t', (" a ", "t")),
        ('lake.or"ders>2024', ("lake", 'or"ders>2024')),
        ("my table", ("my table",)),
        ('"""" . ````', ('"', "`")),
        ("a..t", None),
        ("a.", None),
        (".a", None),
        ("", None),
        ("  ", None),
        ('"a', None),
        ('"a""', None),
        ('""', None),
        ('"a"b.t', None),
    ],
)
def test_parts_of_a_name(source: str, parts: tuple[str, ...] | None) -> None:
    assert split_source(source) == parts


@STEADY
@given(st.lists(st.tuples(hard_names, st.sampled_from('"`')), min_size=1, max_size=5))
def test_quoted_parts_come_back(parts: list[tuple[str, str]]) -> None:
    source = ".".join(f"{quote}{name.replace(quote, quote * 2)}{quote}" for name, quote in parts)
    assert split_source(source) == tuple(name for name, _ in parts)


@STEADY
@given(st.text(max_size=40))
def test_any_text_is_a_source(source: str) -> None:
    """With nothing listed there is always a reason, and with all listed a table that is made of the text's own parts."""
    assert isinstance(resolve(source, set()), SourceProblem)
    found = resolve_source(source, MODEL, lambda key: True)
    parts = split_source(source)
    if isinstance(found, ObjectKey):
        assert parts is not None
        assert found.name == parts[-1]
    else:
        assert parts is None


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("lake.a.b.t", DEEP),
        ("a.b.t", DEEP),
        ("other.shop.t", ObjectKey("other", ("shop",), "t")),
        ("shop.t", HERE),
        ("t", HERE),
        ('"sales.eu"."or""ders>2024"', DOTTED),
        ('lake."sales.eu".`or"ders>2024`', DOTTED),
    ],
)
def test_the_first_listed_reading_counts(source: str, key: ObjectKey) -> None:
    assert resolve(source) == key


def test_a_full_name_comes_before_one_in_the_models_catalog() -> None:
    """`a.b.t` may be table `t` of catalog `a`, or of the namespace `a.b` of the model's own catalog."""
    whole = ObjectKey("a", ("b",), "t")
    assert resolve("a.b.t", LISTED | {whole}) == whole


def test_two_parts_are_never_taken_for_a_catalog() -> None:
    """A table always has a namespace, so `other.t` is a namespace of the model's catalog or nothing."""
    assert isinstance(resolve("other.t"), SourceProblem)


@pytest.mark.parametrize(
    "source",
    [
        "SELECT * FROM lake.a.b.t",
        "\n  with x as (select 1) select * from x",
        "(select 1)",
        "-- comment\nselect 1",
        "/* why */ select 1",
        'select "a" from t',
        "VALUES (1)",
        "TABLE t",
    ],
)
def test_a_query_has_no_table(source: str) -> None:
    problem = resolve(source)
    assert problem == SourceProblem(SourceFault.QUERY, "its source is a query")


def test_a_table_that_is_called_like_a_query_is_still_a_table() -> None:
    odd = ObjectKey("lake", ("shop",), "select all")
    assert resolve("select all", {odd}) == odd
    assert resolve("selection", set()) == SourceProblem(
        SourceFault.NOT_LISTED, "its source `selection` is in none of the listings"
    )


@pytest.mark.parametrize("source", ["lake.shop.gone", "gone"])
def test_what_is_not_listed(source: str) -> None:
    problem = resolve(source)
    assert isinstance(problem, SourceProblem)
    assert problem.fault is SourceFault.NOT_LISTED
    assert source in problem.text


def test_what_is_no_name() -> None:
    problem = resolve('lake."shop.t')
    assert isinstance(problem, SourceProblem)
    assert problem.fault is SourceFault.MALFORMED


def test_each_dataset_without_a_table_is_noted() -> None:
    raw = ossie(
        dataset("here", source="t"), dataset("gone", source="x.y"), dataset("query", source="select 1")
    )
    found, notes = place("retail", model(raw), LISTED.__contains__)
    assert found.listing == "retail"
    assert found.sources["here"] == HERE
    assert [note.text for note in notes] == [
        "dataset `gone` has no table: its source `x.y` is in none of the listings",
        "dataset `query` has no table: its source is a query",
    ]
    assert {note.subject for note in notes} == {"lake.shop.sales"}


def test_models_are_ordered_by_listing_and_name_and_stand_once() -> None:
    other = ObjectKey("lake", ("shop",), "about")
    first, second = placed(ossie(), listing="b", key=other), placed(ossie(), listing="a")
    assert in_order([first, second]) == [second, first]
    assert in_order([placed(ossie(), listing="c"), first, second]) == [second, first]
