"""How much a diagram shows: the columns of a table, and less of everything when the picture would be too large."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connector.bridge.plan.diagram import Detail, ErModel, draw
from connector.bridge.plan.diagram import drawing as diagram
from connector.bridge.plan.diagram.cards import MAX_ROWS, Card, card
from connector.bridge.plan.diagram.graph import graph
from tests.plan.diagram import golden
from tests.plan.diagram.pictures import parse
from tests.plan.diagram.samples import column, keyed, model, models, relation, scattered, shuffled, table
from tests.plan.samples import STEADY

SALES = table(
    "sales",
    column("note", "string"),
    column("item_id", foreign=True),
    column("ticket", primary=True),
    column("line", "int", primary=True, foreign=True),
    column("day", "date"),
    column("price", "decimal(7,2)"),
    schema="tpcds",
)


def shown(found: Card) -> list[tuple[str, str | None, tuple[str, ...]]]:
    """Give the rows of a card: name, type and key marks."""
    return [(row.name.text, row.type.text if row.type else None, row.marks) for row in found.rows]


def test_full_shows_keys_first_then_what_joins_in_the_tables_order() -> None:
    found = card(SALES, Detail.FULL, {"day", "gone"}, with_subtitle=True)

    assert shown(found) == [
        ("ticket", "long", ("PK",)),
        ("line", "int", ("PK", "FK")),
        ("item_id", "long", ("FK",)),
        ("day", "date", ()),
    ]
    assert found.rest == "+ 2 columns"
    assert found.subtitle
    assert found.subtitle.text == "tpcds"


def test_keys_shows_primary_keys_without_types() -> None:
    found = card(SALES, Detail.KEYS, {"day"}, with_subtitle=True)

    assert shown(found) == [("ticket", None, ("PK",)), ("line", None, ("PK",))]
    assert found.rest == "+ 4 columns"


def test_names_shows_the_name() -> None:
    found = card(SALES, Detail.NAMES, {"day"}, with_subtitle=True)

    assert (shown(found), found.rest, found.subtitle, len(found.slots)) == ([], None, None, 1)


@pytest.mark.parametrize(
    ("count", "rest"), [(0, None), (1, "1 column"), (2, "2 columns"), (1234, "1,234 columns")]
)
def test_a_table_without_keys_only_counts_its_columns(count: int, rest: str | None) -> None:
    plain = table("t", *(column(f"c{number}") for number in range(count)))

    assert card(plain, Detail.FULL, set(), with_subtitle=False).rest == rest


def test_one_more_column_is_not_plural() -> None:
    found = card(table("t", column("id", primary=True), column("x")), Detail.FULL, set(), with_subtitle=False)

    assert found.rest == "+ 1 column"


def test_a_table_with_very_many_keys_shows_some_and_counts_the_others() -> None:
    wide = table("t", *(column(f"c{number}", primary=True) for number in range(500)))
    found = card(wide, Detail.FULL, set(), with_subtitle=False)

    assert len(found.rows) == MAX_ROWS
    assert found.rest == f"+ {500 - MAX_ROWS} columns"


def test_a_line_ends_at_its_row_else_at_the_count_else_at_the_head() -> None:
    tables = [
        table("a", column("id", primary=True), column("x")),
        table("b", column("a_id", foreign=True)),
        table("c"),
    ]
    relations = [
        relation("b", "a", ["a_id"], ["id"]),
        relation("b", "a", ["gone"], ["gone", "id"]),
        relation("c", "a", ["x"], ["x"]),
    ]
    full = graph(model(tables, relations), Detail.FULL)
    keys = graph(model(tables, relations), Detail.KEYS)

    assert [(link.source.slot, link.target.slot) for link in full.links] == [(1, 1), (0, 1), (0, 2)]
    assert [(link.source.slot, link.target.slot) for link in keys.links] == [(1, 1), (0, 1), (0, 2)]
    assert keys.cards[1].rest == "1 column"


def test_names_has_one_line_for_two_tables() -> None:
    tables = [table("a"), table("b")]
    relations = [
        relation("b", "a", name="first", one_to_one=True),
        relation("b", "a", name="second"),
        relation("a", "b", name="back", one_to_one=True),
    ]
    links = graph(model(tables, relations), Detail.NAMES).links

    assert [[found.name for found in link.relations] for link in links] == [["back"], ["first", "second"]]
    assert [link.one_to_one for link in links] == [True, False]


def test_the_picture_shows_less_step_by_step_as_the_size_shrinks() -> None:
    content = golden.model("tpcds")
    sizes: dict[Detail, int] = {}
    limit = 60_000
    while drawing := draw(content, max_bytes=limit):
        size = len(drawing.svg.encode())
        assert size <= limit
        sizes[drawing.detail] = size
        limit = size - 1

    assert list(sizes) == [Detail.FULL, Detail.KEYS, Detail.NAMES]


def test_sixty_related_tables_fit_in_the_default_size() -> None:
    drawing = draw(scattered(1, 60, 20))

    assert drawing is not None
    assert drawing.detail is Detail.FULL


def test_three_hundred_tables_are_shown_by_name() -> None:
    drawing = draw(scattered(3, 300, 40))

    assert drawing is not None
    assert drawing.detail is Detail.NAMES
    assert len([text for text in parse(drawing.svg).walk("text") if text.text.startswith("t")]) == 300


def test_nothing_is_drawn_without_tables() -> None:
    assert draw(model([])) is None


def test_nothing_is_drawn_when_not_even_names_fit() -> None:
    assert draw(keyed(5_000, [(number, 0) for number in range(1, 5_000)])) is None


def test_what_cannot_fit_is_not_even_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(_parts: object) -> None:
        raise AssertionError("laid out")

    monkeypatch.setattr(diagram, "arrange", forbidden)

    assert draw(keyed(1_000, [(number, number // 2) for number in range(1, 1_000)])) is None


@settings(STEADY, max_examples=60)
@given(models(most_tables=20, most_relations=40), st.integers(1_000, 30_000), st.integers())
def test_any_model_keeps_to_the_size_and_does_not_depend_on_order(
    content: ErModel, limit: int, seed: int
) -> None:
    drawing = draw(content, max_bytes=limit)

    assert drawing is None or len(drawing.svg.encode()) <= limit
    assert draw(shuffled(content, seed), max_bytes=limit) == drawing


@settings(STEADY, max_examples=60)
@given(models(most_tables=20, most_relations=40))
def test_the_least_size_is_never_too_large(content: ErModel) -> None:
    for detail in Detail:
        parts = graph(content, detail)
        assert diagram._least_size(parts) <= len(diagram._draw(content, parts, detail).svg.encode())


def test_two_tables_with_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="'a'"):
        model([table("a"), table("a")])
