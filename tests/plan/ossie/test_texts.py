"""Texts that semantic models give to tables and columns."""

from __future__ import annotations

from typing import Any

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.ossie.columns import TableFacts
from connector.bridge.plan.ossie.source import PlacedModel
from connector.bridge.plan.ossie.texts import TableTexts, TextReading, table_texts
from tests.plan.ossie.samples import (
    ORDERS,
    FakeReader,
    Json,
    catalog,
    dataset,
    ossie,
    ossie_field,
    placed,
    table,
    texts,
)

TABLE = table("orders", "id", "amount", "status")


def described(name: str, code: str | None = None, text: str | None = None, **more: Any) -> Json:
    return ossie_field(name, code, description=text or f"{name} text", **more)


def collect(*models: PlacedModel) -> TextReading:
    return table_texts(models, catalog(TABLE), FakeReader())


def test_a_field_describes_the_column_that_it_is() -> None:
    raw = ossie(
        dataset("orders", described("total", "amount"), described("STATUS"), description="All orders")
    )
    assert collect(placed(raw)) == TextReading(
        {ORDERS: TableTexts("All orders", {"amount": "total text", "status": "STATUS text"})}, ()
    )


def test_else_the_column_of_its_name() -> None:
    raw = ossie(dataset("orders", described("status", "first || last")))
    assert collect(placed(raw)).tables[ORDERS].columns == {"status": "status text"}


def test_of_several_the_column_of_its_name_then_another_then_what_only_has_the_name() -> None:
    raw = ossie(
        dataset(
            "orders",
            described("b", "amount"),
            described("a", "amount"),
            described("amount", "first || last"),
            described("status"),
            described("a_status", "status"),
            described("id", "amount"),
        )
    )
    assert collect(placed(raw)).tables[ORDERS].columns == {"amount": "a text", "status": "status text"}


def test_the_first_model_by_listing_then_name_counts_for_each_text() -> None:
    second = ObjectKey("lake", ("shop",), "z")
    later = placed(
        ossie(dataset("orders", described("id", text="late"), described("amount"), description="Late")),
        listing="b",
    )
    earlier = placed(
        ossie(
            dataset("o2", described("id", text="o2"), source="orders", description="O2"),
            dataset("o1", described("id", text="o1"), source="orders"),
        ),
        listing="a",
        key=second,
    )
    expected = {ORDERS: TableTexts("O2", {"id": "o1", "amount": "amount text"})}
    assert collect(later, earlier) == collect(earlier, later) == TextReading(expected, ())


def test_texts_go_to_published_names_and_only_to_tables_that_are_there() -> None:
    twin = TableFacts(ORDERS, {"a": "a", "A": "A_2"})
    raw = ossie(
        dataset("orders", described("A"), described("x", "a")),
        dataset("gone", described("id"), source="elsewhere", description="Gone"),
    )
    reading = table_texts([placed(raw)], catalog(twin), FakeReader())
    assert reading.tables == {ORDERS: TableTexts(None, {"A_2": "A text", "a": "x text"})}
    assert reading.notes == ()


def test_descriptions_that_nothing_shows_are_noted() -> None:
    raw = ossie(
        dataset(
            "orders",
            described("double", "first || last"),
            described("shown", "first || last", dimension={}),
            ossie_field("silent", "first || last"),
        )
    )
    reading = collect(placed(raw))
    assert reading.tables == {ORDERS: TableTexts(None, {})}
    assert texts(reading.notes) == [
        "descriptions of fields that are neither columns nor dimensions: not carried, since the catalog has no place for it "
        "(`orders.double`)"
    ]
