"""Metrics of semantic models as plans: names, expressions, types, dimensions, measures and what they read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.plan.metrics import (
    DERIVED,
    OTHER,
    MeasurePlan,
    MetricPlan,
    MetricReading,
    MetricUpstream,
    metric_plans,
)
from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.names import global_name, short_hash
from connector.bridge.plan.ossie import read_model
from connector.bridge.plan.ossie.columns import TableFacts
from connector.bridge.plan.ossie.dimensions import MAX_DIMENSIONS, DimensionPlan
from connector.bridge.plan.ossie.source import PlacedModel, place
from tests.plan.ossie.samples import (
    CUSTOMERS,
    KNOWN,
    MODEL,
    ORDERS,
    FakeReader,
    Json,
    catalog,
    dataset,
    expression,
    metric,
    ossie,
    ossie_field,
    parts,
    placed,
    relationship,
    table,
    texts,
)
from tests.plan.samples import STEADY, hard_names

SHOP = (table("orders", "id", "amount", "customer"), table("customers", "id", "first", "last"))
DATASETS = (dataset("orders"), dataset("customers"))


def plan(raw: Json, *tables: TableFacts, reader: FakeReader | None = None) -> MetricReading:
    return metric_plans("acme", [placed(raw)], catalog(*(tables or SHOP)), reader or FakeReader())


def one_metric(one: Json, *datasets: Json, reader: FakeReader | None = None) -> MetricPlan:
    (found,) = plan(ossie(*(datasets or DATASETS), metrics=[one]), reader=reader).plans
    return found


def parsed(code: str, *columns: str, **more: Any) -> FakeReader:
    """Know one more expression."""
    return FakeReader({**KNOWN, code: parts(*columns, **more)})


def test_a_whole_metric() -> None:
    raw = ossie(
        dataset(
            "orders",
            ossie_field("amount", description="What was paid"),
            ossie_field("day", "ordered", dimension={"is_time": True}, description="When"),
        ),
        metrics=[
            metric(
                "revenue",
                description="What came in",
                datatype="Decimal",
                ai_context={"synonyms": ["turnover", "sales"]},
            )
        ],
    )
    reading = plan(raw)
    assert reading.notes == ()
    assert reading.plans == (
        MetricPlan(
            model=MODEL,
            model_name="sales",
            metric="revenue",
            name="acme__lake__shop__sales__revenue",
            display_name="revenue",
            description="What came in\n\nAlso known as: turnover, sales",
            language="SQL",
            code="SUM(orders.amount)",
            metric_type="SUM",
            unit=None,
            dimensions=(DimensionPlan("day", "TIME", "ordered", "When"),),
            measures=(MeasurePlan("amount", "SUM", "amount", "What was paid"),),
            upstream=(MetricUpstream(ORDERS, ("amount",)),),
            related=(),
        ),
    )


def named(key: ObjectKey, *names: str, own: str | None = None) -> list[str]:
    document = [ossie(metrics=[metric(name) for name in names], name=own or "sales")]
    document += [ossie(name="\0other")] if own else []
    models = [place("a", one, lambda key: True)[0] for one in read_model(key, document).models]
    plans = metric_plans("acme", models, {}, FakeReader()).plans
    return [{plan.metric: plan.name for plan in plans}[name] for name in names]


def test_names_of_metrics() -> None:
    """Plain where they can be read in one way only, else with a hash of the original parts without the prefix."""
    assert named(MODEL, "revenue", "net-sales") == [
        "acme__lake__shop__sales__revenue",
        "acme__lake__shop__sales__net-sales",
    ]
    assert named(MODEL, "Revenue") == [
        f"acme__lake__shop__sales__revenue__{short_hash('lake', 'shop', 'sales', 'Revenue')}"
    ]
    deep = ObjectKey("lake", ("shop", "eu"), "sales")
    assert named(deep, "revenue") == [
        f"acme__lake__shop_eu__sales__revenue__{short_hash('lake', 'shop', 'eu', 'sales', 'revenue')}"
    ]
    assert named(MODEL, "revenue", own="core") == [
        f"acme__lake__shop__sales__core__revenue__{short_hash('lake', 'shop', 'sales', 'core', 'revenue')}"
    ]


def test_case_11_metrics_that_differ_by_case_or_model_stay_apart() -> None:
    other = ObjectKey("lake", ("shop",), "returns")
    models = [
        placed(ossie(metrics=[metric("revenue"), metric("Revenue")])),
        placed(ossie(metrics=[metric("revenue")]), key=other),
    ]
    plans = metric_plans("acme", models, {}, FakeReader()).plans
    assert len({plan.name.lower() for plan in plans}) == 3
    assert sorted(plan.display_name for plan in plans) == ["Revenue", "revenue", "revenue"]
    assert "revenue" not in {plan.name for plan in plans}


def test_a_name_made_like_anothers_hash_does_not_take_its_place() -> None:
    """The model `é` has no letter that a name can keep, so its metric's name has room for a hostile one's."""
    digest = short_hash("lake", "shop", "é", "x")
    models = [
        placed(ossie(metrics=[metric("x")]), key=ObjectKey("lake", ("shop",), "é")),
        placed(ossie(metrics=[metric(digest)]), key=ObjectKey("lake", ("shop",), "x")),
    ]
    plans = metric_plans("acme", models, {}, FakeReader()).plans
    assert len({plan.name for plan in plans}) == 2
    assert plans == metric_plans("acme", models[::-1], {}, FakeReader()).plans


levels = st.lists(hard_names, min_size=1, max_size=3).map(tuple)


@STEADY
@given(
    st.lists(
        st.tuples(st.builds(ObjectKey, hard_names, levels, hard_names), st.booleans(), hard_names),
        unique_by=lambda one: (one[0], one[1]),
        max_size=4,
    )
)
def test_names_are_unique_and_fit_for_the_catalog(shapes: list[tuple[ObjectKey, bool, str]]) -> None:
    models = []
    for number, (key, several, name) in enumerate(shapes):
        one = placed(ossie(metrics=[metric("m"), metric("M")]), listing=str(number), key=key)
        models.append(replace(one, model=replace(one.model, name=name, several=several)))
    plans = metric_plans("acme", models, {}, FakeReader()).plans
    names = [plan.name for plan in plans]
    assert len(set(names)) == len(names) == 2 * len({(one.model.key, one.model.name) for one in models})
    assert all(name.startswith("acme__") and len(name) <= 256 and name.isascii() for name in names)
    assert not any("." in name for name in names)


@pytest.mark.parametrize(
    ("dialects", "language", "code"),
    [
        ({"SNOWFLAKE": "S", "ANSI_SQL": "A"}, "SQL", "A"),
        ({"MDX": "M", "BIGQUERY": "B", "SNOWFLAKE": "S"}, "SQL", "S"),
        ({"BIGQUERY": "B", "SNOWFLAKE": "S", "DATABRICKS": "D"}, "SQL", "D"),
        ({"TABLEAU": "T", "MDX": "M"}, "External", "M"),
        ({"MAQL": "Q"}, "External", "Q"),
        ({"PRQL": "P", "MAQL": "Q"}, "External", "Q"),
        ({"PRQL": "P"}, "External", "P"),
    ],
)
def test_the_best_dialect_is_the_expression_and_the_others_are_described(
    dialects: dict[str, str], language: str, code: str
) -> None:
    (first, text), *more = dialects.items()
    found = one_metric({"name": "x", "expression": expression(text, first, **dict(more))})
    assert (found.language, found.code) == (language, code)
    for other in dialects.values():
        assert (f"\n{other}\n" in (found.description or "")) == (other != code)


def test_the_description_holds_the_other_dialects_as_code() -> None:
    one = {
        "name": "x",
        "expression": expression("A", MDX="[Measures].[a]\n```", SNOWFLAKE="S"),
        "description": "Text",
        "ai_context": {"synonyms": ["a_b", "<i>"]},
    }
    assert one_metric(one).description == (
        "Text\n\n"
        "Also known as: a\\_b, &lt;i&gt;\n\n"
        "Expression in SNOWFLAKE:\n\n```sql\nS\n```\n\n"
        "Expression in MDX:\n\n````\n[Measures].[a]\n```\n````"
    )
    assert one_metric(metric("x")).description is None


@pytest.mark.parametrize(
    ("aggregate", "metric_type"),
    [
        ("SUM", "SUM"),
        ("COUNT", "COUNT"),
        ("APPROX_COUNT_DISTINCT", "COUNT"),
        ("APPROX_DISTINCT", "COUNT"),
        ("COUNT_IF", "COUNT"),
        ("avg", "AVERAGE"),
        ("MIN", "MIN"),
        ("MAX", "MAX"),
        ("MEDIAN", "MEDIAN"),
        ("MODE", "MODE"),
        ("STDDEV", "STANDARD_DEVIATION"),
        ("STDDEV_POP", "STANDARD_DEVIATION"),
        ("STDDEV_SAMP", "STANDARD_DEVIATION"),
        ("VARIANCE", "VARIANCE"),
        ("VAR_POP", "VARIANCE"),
        ("VARIANCE_POP", "VARIANCE"),
        ("RATIO", "RATIO"),
        ("PERCENTILE_CONT", OTHER),
        (None, OTHER),
    ],
)
def test_the_type_by_the_aggregate(aggregate: str | None, metric_type: str) -> None:
    reader = parsed("F(orders.amount)", "orders.amount", aggregate=aggregate)
    assert one_metric(metric("x", "F(orders.amount)"), reader=reader).metric_type == metric_type


@pytest.mark.parametrize(
    ("datatype", "code", "unit"),
    [
        ("Integer", "COUNT(DISTINCT customers.id)", "COUNT"),
        ("Integer", "SUM(orders.amount)", None),
        (None, "COUNT(DISTINCT customers.id)", None),
        ("Decimal", "COUNT(DISTINCT customers.id)", None),
        ("Date", "SUM(orders.amount)", "TIMESTAMP"),
        ("DateTime", "?", "TIMESTAMP"),
        ("DateTimeTz", "?", "TIMESTAMP"),
        ("Time", "?", None),
        ("String", "?", None),
    ],
)
def test_the_unit_only_where_the_datatype_tells(datatype: str | None, code: str, unit: str | None) -> None:
    assert one_metric(metric("x", code, datatype=datatype)).unit == unit


def test_a_metric_that_does_not_parse_is_published_without_lineage() -> None:
    reading = plan(ossie(*DATASETS, metrics=[metric("x", "SUM((")]))
    (found,) = reading.plans
    assert (found.code, found.language, found.metric_type) == ("SUM((", "SQL", OTHER)
    assert (found.upstream, found.measures, found.related) == ((), (), ())
    (note,) = reading.notes
    assert note.subject == "lake.shop.sales"
    assert note.text == "metric `x` is published without lineage: its expression does not parse"


def test_lineage_comes_from_the_first_dialect_of_sql_that_parses() -> None:
    reader = FakeReader()
    one = {
        "name": "x",
        "expression": expression("SUM((", SNOWFLAKE="SUM(orders.amount)", MDX="M", DATABRICKS="?"),
    }
    found = one_metric(one, reader=reader)
    assert found.code == "SUM(("
    assert found.upstream == (MetricUpstream(ORDERS, ("amount",)),)
    assert found.metric_type == "SUM"
    assert reader.asked == [("SUM((", None), ("?", "databricks"), ("SUM(orders.amount)", "snowflake")]


def test_what_is_no_sql_is_not_parsed() -> None:
    reader = FakeReader()
    one = {"name": "x", "expression": expression("SUM(orders.amount)", "MAQL")}
    reading = plan(ossie(*DATASETS, metrics=[one]), reader=reader)
    assert reader.asked == []
    assert texts(reading.notes) == ["metric `x` is published without lineage: it has no expression in SQL"]


def test_a_ratio_over_two_tables() -> None:
    found = one_metric(metric("x", "SUM(orders.amount) / COUNT(DISTINCT customers.id)"))
    assert found.metric_type == "RATIO"
    assert found.upstream == (MetricUpstream(CUSTOMERS, ("id",)), MetricUpstream(ORDERS, ("amount",)))
    assert [(one.name, one.aggregation) for one in found.measures] == [("id", None), ("amount", None)][::-1]


def test_a_measure_of_two_columns_has_no_aggregation_of_its_own() -> None:
    reader = parsed("SUM(orders.amount * orders.id)", "orders.amount", "orders.id", aggregate="SUM")
    found = one_metric(metric("x", "SUM(orders.amount * orders.id)"), reader=reader)
    assert [(one.name, one.aggregation) for one in found.measures] == [("amount", None), ("id", None)]


def test_measures_of_one_name_are_told_apart() -> None:
    reader = parsed("F", "orders.id", "customers.id", aggregate="RATIO")
    found = one_metric(metric("x", "F()"), reader=FakeReader({"F()": reader.known["F"]}))
    assert [one.name for one in found.measures] == [
        "id",
        f"orders__id__{short_hash('orders', 'id')}",
    ]
    with_fields = (dataset("orders", "id"), dataset("customers", "id"))
    found = one_metric(metric("x", "F()"), *with_fields, reader=FakeReader({"F()": reader.known["F"]}))
    assert [one.name for one in found.measures] == ["customers__id", "orders__id"]


def test_a_metric_made_of_metrics_reads_what_these_read() -> None:
    reader = FakeReader(
        {
            **KNOWN,
            "revenue / buyers": parts("revenue", "buyers"),
            "AVG(per_buyer)": parts("PER_BUYER", aggregate="AVG"),
            "loop_b + 1": parts("loop_b"),
            "loop_a + 1": parts("loop_a"),
        }
    )
    raw = ossie(
        *DATASETS,
        metrics=[
            metric("revenue"),
            metric("buyers", "COUNT(DISTINCT customers.id)"),
            metric("per_buyer", "revenue / buyers"),
            metric("higher", "AVG(per_buyer)"),
            metric("loop_a", "loop_b + 1"),
            metric("loop_b", "loop_a + 1"),
        ],
    )
    reading = plan(raw, reader=reader)
    assert reading.notes == ()
    by_name = {one.metric: one for one in reading.plans}
    both = (MetricUpstream(CUSTOMERS, ("id",)), MetricUpstream(ORDERS, ("amount",)))
    assert by_name["per_buyer"].upstream == both
    assert by_name["per_buyer"].metric_type == DERIVED
    assert by_name["per_buyer"].related == (by_name["buyers"].name, by_name["revenue"].name)
    assert by_name["higher"].upstream == both
    assert by_name["higher"].metric_type == "AVERAGE"
    assert by_name["higher"].related == (by_name["per_buyer"].name,)
    assert by_name["loop_a"].upstream == ()
    assert by_name["loop_a"].related == (by_name["loop_b"].name,)
    assert by_name["revenue"].related == ()


def test_dimensions_are_those_of_what_the_metric_reads_and_refers_to() -> None:
    """From many to one: grouping by the many side of a join would count rows of the one side twice."""

    def dimension(name: str, **more: Any) -> Json:
        return ossie_field(name, dimension={}, **more)

    raw = ossie(
        dataset("orders", dimension("status"), "amount"),
        dataset(
            "customers",
            dimension("segment", ai_context={"synonyms": ["tier"]}),
            dimension("since", datatype="Date"),
        ),
        dataset("regions", dimension("region")),
        dataset("items", dimension("sku"), dimension("status")),
        relationships=[
            relationship("orders", "customers", ("customer", "id")),
            relationship("customers", "regions", ("id", "id")),
            relationship("regions", "customers", ("id", "id")),
            relationship("items", "orders", ("id", "id")),
            relationship("orders", "unknown", ("id", "id")),
        ],
        metrics=[
            metric("revenue"),
            metric("buyers", "COUNT(DISTINCT customers.id)"),
            metric("unread", "?"),
        ],
    )
    by_name = {one.metric: one for one in plan(raw).plans}
    names = {name: [one.name for one in found.dimensions] for name, found in by_name.items()}
    assert names == {
        "revenue": ["orders__status", "region", "segment", "since"],
        "buyers": ["region", "segment", "since"],
        "unread": ["items__status", "orders__status", "region", "segment", "since", "sku"],
    }
    assert by_name["buyers"].dimensions[1:] == (
        DimensionPlan("segment", "CATEGORICAL", "segment", "Also known as: tier"),
        DimensionPlan("since", "TIME", "since", None),
    )


def test_names_of_dimensions_are_fit_for_an_fqn_and_unique() -> None:
    fields = [ossie_field(name, "id", dimension={}) for name in ("a", "A", 'q"::', "x__b", "b")]
    raw = ossie(
        dataset("orders", *fields),
        dataset("x", ossie_field("b", dimension={})),
        dataset("y__x", ossie_field("b", dimension={})),
        metrics=[metric("m", "?")],
    )
    names = [one.name for one in plan(raw).plans[0].dimensions]
    assert names == [
        "orders__A",
        "orders__a",
        "orders__b",
        "q__reserved__quote____reserved__colon__",
        "x__b",
        f"x__b__{short_hash('x', 'b')}",
        f"y__x__b__{short_hash('y__x', 'b')}",
    ]


def test_dimensions_are_limited_and_the_metrics_own_come_first() -> None:
    many = [ossie_field(f"a{number:04}", "id", dimension={}) for number in range(MAX_DIMENSIONS)]
    raw = ossie(
        dataset("customers", *many),
        dataset("orders", ossie_field("z", "id", dimension={})),
        relationships=[relationship("orders", "customers", ("customer", "id"))],
        metrics=[metric("revenue"), metric("again")],
    )
    reading = plan(raw)
    for one in reading.plans:
        names = [each.name for each in one.dimensions]
        assert (names[0], names[-2:], len(names)) == ("a0000", ["a0498", "z"], MAX_DIMENSIONS)
    assert texts(reading.notes) == ["metrics carry 500 dimensions at most, so some of theirs are left out"]


def test_notes_of_a_metric_are_one_line() -> None:
    code = "F()"
    columns = [f"orders.gone{number}" for number in range(8)]
    reading = plan(
        ossie(*DATASETS, metrics=[metric("x", code)]),
        reader=FakeReader({code: parts("orders.amount", *columns)}),
    )
    listed = "; ".join(f"dataset `orders` has no column `gone{number}`" for number in range(5))
    assert texts(reading.notes) == [f"metric `x` is published with incomplete lineage: {listed}; and 3 more"]
    assert reading.plans[0].upstream == (MetricUpstream(ORDERS, ("amount",)),)


CODES = ("SUM(orders.amount)", "SUM(amount)", "COUNT(*)", "b", "?", "F()", "orders.amount")
metrics = st.lists(
    st.builds(metric, st.sampled_from(["a", "b", "A", "c"]), st.sampled_from(CODES)),
    unique_by=lambda one: one["name"],
    max_size=4,
)
fields = st.lists(
    st.builds(
        lambda name, code, role: ossie_field(name, code, dimension=role),
        st.sampled_from(["amount", "id", "x", "b"]),
        st.sampled_from(["amount", "id", "x", "first || last", "gone"]),
        st.sampled_from([None, {}, {"is_time": True}]),
    ),
    unique_by=lambda one: one["name"],
    max_size=4,
)
datasets = st.lists(
    st.builds(
        lambda name, own, source: dataset(name, *own, source=source),
        st.sampled_from(["orders", "customers", "third"]),
        fields,
        st.sampled_from(["orders", "customers", "gone", "select 1"]),
    ),
    unique_by=lambda one: one["name"],
    max_size=3,
)
joins = st.lists(
    st.builds(
        lambda start, end: relationship(start, end, ("id", "id")),
        st.sampled_from(["orders", "customers"]),
        st.sampled_from(["orders", "third"]),
    ),
    max_size=3,
)
Shape = tuple[list[Json], list[Json], list[Json]]
shapes = st.lists(st.tuples(datasets, joins, metrics), max_size=3)
READER = {**KNOWN, "F()": parts("amount", "third.x", "a", "id")}


def models(given_shapes: list[Shape]) -> list[PlacedModel]:
    return [
        placed(
            ossie(*own, relationships=related, metrics=measured),
            listing=f"l{number % 2}",
            key=ObjectKey("lake", ("shop",), f"m{number}"),
        )
        for number, (own, related, measured) in enumerate(given_shapes)
    ]


@STEADY
@given(shapes, st.randoms(use_true_random=False))
def test_the_order_of_input_does_not_matter(given_shapes: list[Shape], random: Any) -> None:
    def mixed(items: list[Json]) -> list[Json]:
        return random.sample(items, len(items))  # type: ignore[no-any-return]

    shuffled = [
        ([{**one, "fields": mixed(one["fields"])} for one in mixed(own)], mixed(related), mixed(measured))
        for own, related, measured in given_shapes
    ]
    other = models(shuffled)
    random.shuffle(other)
    tables = catalog(*SHOP)
    reading = metric_plans("acme", models(given_shapes), tables, FakeReader(READER))
    assert metric_plans("acme", other, tables, FakeReader(READER)) == reading


@STEADY
@given(shapes)
def test_every_metric_is_planned_and_reads_only_what_is_there(given_shapes: list[Shape]) -> None:
    tables = catalog(*SHOP)
    reading = metric_plans("acme", models(given_shapes), tables, FakeReader(READER))
    assert len(reading.plans) == sum(len(measured) for _, _, measured in given_shapes)
    names = {one.name for one in reading.plans}
    assert len(names) == len(reading.plans)
    for one in reading.plans:
        assert set(one.related) <= names - {one.name}
        assert len({each.name for each in one.dimensions}) == len(one.dimensions)
        assert len({each.name for each in one.measures}) == len(one.measures)
        for each in one.upstream:
            assert set(each.columns) <= set(tables[each.table].columns.values())


def test_the_name_is_the_one_of_plan_names() -> None:
    assert named(MODEL, "Größe 1") == [global_name("acme", ("lake", "shop", "sales", "Größe 1"))]
