"""Models for the diagram's tests."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from connector.bridge.plan.diagram import ErColumn, ErModel, ErRelation, ErTable

Edge = tuple[int, int]


def column(name: str, kind: str = "long", *, primary: bool = False, foreign: bool = False) -> ErColumn:
    """Make a column."""
    return ErColumn(name, kind, primary, foreign)


def table(name: str, *columns: ErColumn, schema: str | None = None, outside: bool = False) -> ErTable:
    """Make a table whose id is its title."""
    return ErTable(name, name, schema, columns, outside)


def relation(
    source: str,
    target: str,
    from_columns: Sequence[str] = (),
    to_columns: Sequence[str] = (),
    *,
    name: str = "",
    one_to_one: bool = False,
) -> ErRelation:
    """Make a relation."""
    return ErRelation(name, source, target, tuple(from_columns), tuple(to_columns), one_to_one)


def model(tables: Sequence[ErTable], relations: Sequence[ErRelation] = (), title: str = "Test") -> ErModel:
    """Make a model."""
    return ErModel(title, tuple(tables), tuple(relations))


def keyed(count: int, edges: Sequence[Edge]) -> ErModel:
    """Make tables with a key `id` each, and a column `r<n>` for the n-th edge in the table that refers."""
    columns: list[list[ErColumn]] = [[column("id", primary=True)] for _ in range(count)]
    relations = []
    for number, (source, target) in enumerate(edges):
        columns[source].append(column(f"r{number}", foreign=True))
        relations.append(
            relation(f"t{source:03}", f"t{target:03}", [f"r{number}"], ["id"], name=f"r{number}")
        )
    return model([table(f"t{number:03}", *found) for number, found in enumerate(columns)], relations)


def scattered(seed: int, count: int, edges: int) -> ErModel:
    """Make a model of a usual shape by chance: most tables refer to one near them or to one of a few, and some edges more."""
    chance = random.Random(seed)
    found = []
    for source in range(1, count):
        if chance.random() < 0.85:
            near = chance.randrange(max(0, source - 12), source)
            found.append((source, near if chance.random() < 0.6 else chance.randrange(min(source, 6))))
    found += [(chance.randrange(count), chance.randrange(count)) for _ in range(edges)]
    return keyed(count, found)


def shuffled(content: ErModel, seed: int) -> ErModel:
    """Give the same model in another order."""
    chance = random.Random(seed)
    tables, relations = list(content.tables), list(content.relations)
    chance.shuffle(tables)
    chance.shuffle(relations)
    return ErModel(content.title, tuple(tables), tuple(relations))


TEXTS = st.text(max_size=40) | st.sampled_from(
    [
        "]]><script>alert(1)</script>",
        '" onload="alert(1)',
        "a\x00b\x0bc\x7f\x9f",
        "\ud800 half",
        "\u202egnirts\u2066",
        "e" + "\u0301" * 200,
        "👩‍👩‍👧‍👦" * 40,
        "\u200d\u200b\ufeff",
        "عملاء الشركة",
        "x" * 5000,
        " \n\t ",
        "&amp;&#0;&lt;",
    ]
)
"""Texts that break what is not careful."""


@st.composite
def models(draw: st.DrawFn, *, most_tables: int = 60, most_relations: int = 90) -> ErModel:
    """Any model: relations to tables and columns that are there and that are not, doubled ones, and ones to the table itself."""
    count = draw(st.integers(1, most_tables))
    names = [f"c{number}" for number in range(5)]
    columns = st.lists(
        st.builds(
            ErColumn,
            name=st.sampled_from(names) | TEXTS,
            type=st.sampled_from(["long", "string", ""]) | TEXTS,
            primary=st.booleans(),
            foreign=st.booleans(),
        ),
        max_size=6,
    ).map(tuple)
    tables = [
        ErTable(f"t{number}", draw(TEXTS), draw(st.none() | TEXTS), draw(columns), draw(st.booleans()))
        for number in range(count)
    ]
    ends = st.integers(0, count).map(lambda number: f"t{number}")
    joined = st.lists(st.sampled_from(names), max_size=3).map(tuple)
    relations = draw(
        st.lists(
            st.builds(ErRelation, TEXTS, ends, ends, joined, joined, st.booleans()), max_size=most_relations
        )
    )
    return ErModel(draw(TEXTS), tuple(tables), tuple(relations))
