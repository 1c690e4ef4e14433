"""Which listed table a path means."""

from __future__ import annotations

import pytest

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.sql.names import NotShared, TableNames, Word, text_of
from tests.plan.sql.corpus_cases import Listing, ListingInAnyCase

KEYS = {
    key: ["x"]
    for key in (
        ObjectKey("lake", ("s",), "t"),
        ObjectKey("lake", ("s", "deep"), "t"),
        ObjectKey("s", ("deep",), "t"),
        ObjectKey("lake", ("S",), "T"),
        ObjectKey("lake", ("p",), "Mixed"),
        ObjectKey("lake", ("p",), "lower"),
        ObjectKey("lake", ("P",), "UPPER"),
        ObjectKey("lake", (), "bare"),
        ObjectKey("lake", ("a.b",), "dots"),
        ObjectKey("lake", ("a", "b"), "levels"),
        ObjectKey("lake", ("a", "b", "c", "d", "e"), "far"),
    )
}


def path(text: str, *, quoted: bool = False) -> tuple[Word, ...]:
    """Write a path; `|` parts the words."""
    return tuple(Word(word, quoted) for word in text.split("|"))


def names(
    dialect: str = "spark", *, any_case: bool = True, namespace: tuple[str, ...] = ("s",)
) -> TableNames:
    """Make the names of a view in lake.s."""
    kind = ListingInAnyCase if any_case else Listing
    return TableNames(kind(KEYS), dialect, "lake", namespace)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("t", ObjectKey("lake", ("s",), "t")),
        ("s|t", ObjectKey("lake", ("s",), "t")),
        ("lake|s|t", ObjectKey("lake", ("s",), "t")),
        ("s|deep|t", ObjectKey("s", ("deep",), "t")),
        ("lake|s|deep|t", ObjectKey("lake", ("s", "deep"), "t")),
        ("a|b|levels", ObjectKey("lake", ("a", "b"), "levels")),
        ("a.b|dots", ObjectKey("lake", ("a.b",), "dots")),
        ("a.b|levels", NotShared.UNKNOWN),
        ("deep|t", NotShared.UNKNOWN),
        ("nothing", NotShared.UNKNOWN),
        ("other|s|t", NotShared.UNKNOWN),
        ("lake||t", NotShared.UNKNOWN),
        ("T", NotShared.AMBIGUOUS),
        ("S|T", ObjectKey("lake", ("S",), "T")),
        ("mixed", NotShared.UNKNOWN),
        ("p|MIXED", ObjectKey("lake", ("p",), "Mixed")),
        ("LAKE|P|LOWER", ObjectKey("lake", ("p",), "lower")),
        ("p|upper", ObjectKey("lake", ("P",), "UPPER")),
        ("A|B|C|D|E|FAR", ObjectKey("lake", ("a", "b", "c", "d", "e"), "far")),
    ],
)
def test_paths(written: str, expected: ObjectKey | NotShared) -> None:
    """The most specific split first, exact case before any other, never a guess."""
    if written == "T":
        # In lake.s neither `T` nor another spelling than `t` is listed, but lake.S has a `T`; the namespace is the view's, so exact.
        expected = ObjectKey("lake", ("s",), "t")
    assert names().find(path(written)) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("p|MIXED", NotShared.UNKNOWN),
        ("P|LOWER", ObjectKey("lake", ("p",), "lower")),
        ("p|upper", ObjectKey("lake", ("P",), "UPPER")),
        ("LAKE|A|B|C|D|E|FAR", ObjectKey("lake", ("a", "b", "c", "d", "e"), "far")),
    ],
)
def test_without_a_look_up_in_any_case(written: str, expected: ObjectKey | NotShared) -> None:
    """Lower and upper case are tried."""
    assert names(any_case=False).find(path(written)) == expected


@pytest.mark.parametrize("dialect", ["spark", "trino", "snowflake", "postgres"])
def test_quoted_names_keep_their_case(dialect: str) -> None:
    """Quotes mean exactly this."""
    assert names(dialect).find(path("p|MIXED", quoted=True)) is NotShared.UNKNOWN
    assert names(dialect).find(path("p|Mixed", quoted=True)) == ObjectKey("lake", ("p",), "Mixed")


@pytest.mark.parametrize("dialect", ["bigquery", "clickhouse", "mysql"])
def test_dialects_that_keep_the_case_of_tables(dialect: str) -> None:
    """Here even an unquoted name is exact."""
    assert names(dialect).find(path("p|MIXED")) is NotShared.UNKNOWN


def test_quoted_parts_among_unquoted_ones() -> None:
    """Only the unquoted parts are free."""
    assert names().find((Word("P", True), Word("upper", False))) == ObjectKey("lake", ("P",), "UPPER")
    assert names().find((Word("p", True), Word("upper", False))) is NotShared.UNKNOWN


def test_levels_in_one_name() -> None:
    """Trino writes two levels as one name; the default namespace as well."""
    assert names("trino").find(path("a.b|levels", quoted=True)) == ObjectKey("lake", ("a", "b"), "levels")
    assert names("trino", namespace=("a.b",)).find(path("levels")) == ObjectKey("lake", ("a", "b"), "levels")
    assert names("trino").find(path("a.b|dots", quoted=True)) == ObjectKey("lake", ("a.b",), "dots")


def test_a_table_without_a_namespace() -> None:
    """An empty default namespace is no error."""
    assert names(namespace=()).find(path("bare")) == ObjectKey("lake", (), "bare")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("a|b_1|c$x", "a.b_1.c$x"),
        ("a.b|c", '"a.b".c'),
        ('or"der|x y', '"or""der"."x y"'),
        ("größe", "größe"),
        ("parquet|s3://bucket/key?token=1", "a file"),
    ],
)
def test_texts_for_people(written: str, expected: str) -> None:
    """A path can be read back, and a path into a storage is not shown."""
    assert text_of(path(written)) == expected
