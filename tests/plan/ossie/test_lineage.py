"""What a metric reads: names resolved through datasets, fields and tables, and never by guess."""

from __future__ import annotations

from typing import Any

import pytest

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.ossie.columns import TableFacts
from connector.bridge.plan.ossie.lineage import MetricReads, ModelLineage
from connector.bridge.plan.ossie.model import OssieMetric
from connector.bridge.plan.ossie.source import place
from tests.plan.ossie.samples import (
    CUSTOMERS,
    KNOWN,
    FakeReader,
    Json,
    catalog,
    dataset,
    metric,
    ossie,
    ossie_field,
    parts,
    placed,
    read,
    table,
)

SHOP = (
    table("orders", "id", "amount", "customer", "payload"),
    TableFacts(CUSTOMERS, {"id": "id", "first": "first", "last": "last", "Id": "Id_2", "Name": "Name"}),
)
OWN = (
    dataset(
        "orders",
        ossie_field("total", "amount"),
        ossie_field("gross", "total_up"),
        ossie_field("total_up", "F(total, id)"),
        ossie_field("broken", "???"),
        ossie_field("lost", "nowhere"),
    ),
    dataset(
        "buyers",
        ossie_field("full_name", "first || last"),
        ossie_field("a", "F(b)"),
        ossie_field("b", "F(a)"),
        ossie_field("self", "F(self)"),
        ossie_field("qualified", "F(buyers.first, shop.customers.last)"),
        source="customers",
    ),
)
FIELDS = {
    **KNOWN,
    "F(total, id)": parts("total", "id"),
    "F(a)": parts("a"),
    "F(b)": parts("b"),
    "F(self)": parts("self"),
    "F(buyers.first, shop.customers.last)": parts("buyers.first", "shop.customers.last"),
}


def reads(*columns: str, rows: bool = False, raw: Json | None = None, tables: Any = SHOP) -> MetricReads:
    """Resolve a metric that reads these columns."""
    reader = FakeReader({**FIELDS, "M()": parts(*columns, aggregate="SUM", rows=rows)})
    lineage = ModelLineage(placed(raw or ossie(*OWN)), catalog(*tables), reader)
    return lineage.reads(OssieMetric("m", (("ANSI_SQL", "M()"),)))


def upstream(found: MetricReads) -> dict[str, set[str]]:
    return {key.name: set(columns) for key, columns in found.upstream.items()}


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("orders.amount", {"orders": {"amount"}}),
        ("orders.total", {"orders": {"amount"}}),
        ("ORDERS.TOTAL", {"orders": {"amount"}}),
        ("orders.gross", {"orders": {"amount", "id"}}),
        ("buyers.full_name", {"customers": {"first", "last"}}),
        ("buyers.qualified", {"customers": {"first", "last"}}),
        ("buyers.name", {"customers": {"Name"}}),
        ("buyers.Id", {"customers": {"Id_2"}}),
        ("customers.first", {"customers": {"first"}}),
        ("shop.customers.first", {"customers": {"first"}}),
        ("lake.shop.customers.first", {"customers": {"first"}}),
        ("orders.payload.price", {"orders": {"payload"}}),
        ("payload.price.net", {"orders": {"payload"}}),
        ("amount", {"orders": {"amount"}}),
        ("total", {"orders": {"amount"}}),
        ("AMOUNT", {"orders": {"amount"}}),
        ("full_name", {"customers": {"first", "last"}}),
    ],
)
def test_where_a_name_leads(column: str, expected: dict[str, set[str]]) -> None:
    found = reads(column)
    assert upstream(found) == expected
    assert found.problems == ()
    assert found.parsed


@pytest.mark.parametrize(
    ("column", "tables", "problem"),
    [
        ("id", {}, "`id` is in several datasets (`buyers`, `orders`)"),
        ("nothing", {}, "`nothing` is in no dataset of the model"),
        ("other.amount", {}, "`other.amount` names no dataset of the model"),
        ("id.x", {}, "`id.x` names no dataset of the model"),
        ("orders.nothing", {"orders": set()}, "dataset `orders` has no column `nothing`"),
        ("orders.lost", {"orders": set()}, "dataset `orders` has no column `nowhere`"),
        ("orders.broken", {"orders": set()}, "dataset `orders` has no column `broken`"),
        ("buyers.ID", {"customers": set()}, "dataset `buyers` has no column `ID`"),
    ],
)
def test_what_leads_nowhere_is_told(column: str, tables: dict[str, set[str]], problem: str) -> None:
    """A dataset that is named is read, whichever column it is."""
    found = reads(column)
    assert upstream(found) == tables
    assert found.problems == (problem,)


@pytest.mark.parametrize("name", ["a", "b", "self"])
def test_fields_in_circles_come_to_an_end(name: str) -> None:
    found = reads(f"buyers.{name}")
    assert upstream(found) == {"customers": set()}
    assert found.problems == ()


def test_a_field_of_its_columns_name_is_no_circle() -> None:
    raw = ossie(dataset("orders", ossie_field("amount", "F(amount)"), ossie_field("id", "amount")))
    reader = FakeReader({"F(amount)": parts("AMOUNT"), "M()": parts("orders.amount", "orders.id")})
    lineage = ModelLineage(placed(raw), catalog(*SHOP), reader)
    found = lineage.reads(OssieMetric("m", (("ANSI_SQL", "M()"),)))
    assert upstream(found) == {"orders": {"amount"}}
    assert found.problems == ()


def test_a_long_chain_of_fields_is_followed() -> None:
    """However deep a model stacks its fields, and each only once."""
    chain = [ossie_field(f"f{number}", f"F{number}()") for number in range(3_000)]
    known = {f"F{number}()": parts(f"f{number + 1}", f"f{number + 1}") for number in range(2_999)}
    known["F2999()"] = parts("amount")
    reader = FakeReader({**known, "M()": parts("orders.f0")})
    lineage = ModelLineage(placed(ossie(dataset("orders", *chain))), catalog(*SHOP), reader)
    found = lineage.reads(OssieMetric("m", (("ANSI_SQL", "M()"),)))
    assert upstream(found) == {"orders": {"amount"}}
    assert len(reader.asked) == 3_001


def test_rows_are_those_of_the_only_dataset() -> None:
    alone = reads(rows=True, raw=ossie(dataset("orders")))
    assert upstream(alone) == {"orders": set()}
    assert alone.problems == ()
    several = reads(rows=True)
    assert upstream(several) == {}
    assert several.problems == ("it counts rows of no certain dataset",)
    beside_a_column = reads("orders.amount", rows=True)
    assert upstream(beside_a_column) == {"orders": {"amount"}}
    assert beside_a_column.problems == ()


def test_a_dataset_that_could_not_be_read_makes_others_uncertain() -> None:
    """It might have the column, or the rows, that only one of the rest seems to have."""
    (one,) = read({"name": "m", "datasets": [dataset("orders"), {"name": "gone"}]}).models
    found, _ = place("a", one, lambda key: True)
    for column, rows, problem in (
        ("amount", False, "`amount` may be in a dataset that could not be read"),
        ("payload.price", False, "`payload.price` names no dataset of the model"),
        (None, True, "it counts rows of no certain dataset"),
    ):
        reader = FakeReader({"M()": parts(*([column] if column else []), rows=rows)})
        result = ModelLineage(found, catalog(*SHOP), reader).reads(OssieMetric("m", (("ANSI_SQL", "M()"),)))
        assert result.upstream == {}
        assert result.problems == (problem,)


def test_datasets_without_a_table_give_no_edge_and_a_reason() -> None:
    raw = ossie(
        dataset("q", ossie_field("x"), source="select 1"),
        dataset("filtered", "y", source="elsewhere"),
        dataset("orders"),
    )
    found = reads("q.x", "filtered.y", "orders.amount", raw=raw)
    assert upstream(found) == {"orders": {"amount"}}
    assert found.problems == (
        "dataset `filtered` has no table: its table is not in the catalog",
        "dataset `q` has no table: its source is a query",
    )
    assert found.datasets == {"q", "filtered", "orders"}


def test_two_datasets_over_one_table_are_one_upstream() -> None:
    raw = ossie(dataset("start", "id", source="orders"), dataset("end", "amount", source="orders"))
    assert upstream(reads("start.id", "end.amount", raw=raw)) == {"orders": {"id", "amount"}}
    found = reads("orders.id", raw=raw)
    assert found.upstream == {}
    assert found.problems == ("`orders.id` names no dataset of the model",)


def test_a_name_that_no_dataset_has_may_be_a_metric() -> None:
    raw = ossie(*OWN, metrics=[metric("m"), metric("revenue"), metric("amount")])
    found = reads("REVENUE", "m", "amount", raw=raw)
    assert found.related == {"revenue"}
    assert upstream(found) == {"orders": {"amount"}}
    assert found.problems == ("`m` is in no dataset of the model",)


def test_a_datasets_own_name_comes_before_a_tables() -> None:
    """`customers` is a dataset over orders here, whatever else is called so."""
    raw = ossie(dataset("customers", "amount", source="orders"), dataset("x", source="customers"))
    assert upstream(reads("customers.amount", raw=raw)) == {"orders": {"amount"}}


def test_a_name_that_is_an_expression_is_not_parsed() -> None:
    """Most fields are plain columns; words that only look like one are left to the parser."""
    raw = ossie(dataset("orders", ossie_field("x", "amount"), ossie_field("y", "CURRENT_DATE")))
    reader = FakeReader({"CURRENT_DATE": parts(), "M()": parts("orders.x", "orders.y")})
    lineage = ModelLineage(placed(raw), catalog(*SHOP), reader)
    found = lineage.reads(OssieMetric("m", (("ANSI_SQL", "M()"),)))
    assert upstream(found) == {"orders": {"amount"}}
    assert found.problems == ()
    assert [code for code, _ in reader.asked] == ["M()", "CURRENT_DATE"]


def test_tables_in_a_deep_namespace() -> None:
    deep = ObjectKey("lake", ("a", "b"), "t")
    raw = ossie(dataset("d", source="lake.a.b.t"))
    found = reads(
        "b.t.x", "a.b.t.y", "t.z", raw=raw, tables=(TableFacts(deep, {"x": "x", "y": "y", "z": "z"}),)
    )
    assert found.upstream == {deep: {"x", "y", "z"}}
