"""Keys from identifier fields and semantic models: what is sent, in which form, and why the rest is not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.plan.keys import (
    ConstraintKind,
    ConstraintPlan,
    KeyReading,
    RelationPlan,
    RelationshipType,
    key_plans,
)
from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.ossie.columns import TableFacts
from connector.bridge.plan.ossie.source import PlacedModel
from tests.plan.ossie.samples import (
    CUSTOMERS,
    MODEL,
    ORDERS,
    FakeReader,
    Json,
    catalog,
    dataset,
    facts,
    ossie,
    ossie_field,
    placed,
    relationship,
    table,
    texts,
)
from tests.plan.samples import STEADY

PRIMARY, UNIQUE, FOREIGN = ConstraintKind.PRIMARY_KEY, ConstraintKind.UNIQUE, ConstraintKind.FOREIGN_KEY
MANY, ONE = RelationshipType.MANY_TO_ONE, RelationshipType.ONE_TO_ONE
T = ObjectKey("lake", ("shop",), "t")


def plan(raw: Json, *tables: TableFacts, reader: FakeReader | None = None) -> KeyReading:
    return key_plans([placed(raw)], catalog(*tables), reader or FakeReader())


def shown(reading: KeyReading) -> dict[str, list[tuple[Any, ...]]]:
    """Give the constraints by table: kind, columns, and for foreign keys the other end and the cardinality."""
    result: dict[str, list[tuple[Any, ...]]] = {}
    for one in reading.plans:
        result[one.table.name] = [
            (each.kind, each.columns)
            if each.referred_table is None
            else (
                each.kind,
                each.columns,
                each.referred_table.name,
                each.referred_columns,
                each.relationship_type,
            )
            for each in one.constraints
        ]
    return result


def test_no_models_and_no_identifiers_are_no_keys() -> None:
    assert key_plans([], catalog(table("t", "a")), FakeReader()) == KeyReading((), (), ())


def test_identifier_fields_are_the_primary_key_in_their_order() -> None:
    one = TableFacts(T, {"a": "a", "B": "B_2", "b": "b"}, identifier=("B", "a"))
    reading = key_plans([], catalog(one), FakeReader())
    assert shown(reading) == {"t": [(PRIMARY, ("B_2", "a"))]}
    assert reading.notes == ()


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"identifier": ("a",), "nested_identifier": ("s.id",)}, "`s.id` is inside a struct"),
        ({"nested_identifier": ("s.id",)}, "`s.id` is inside a struct"),
        ({"identifier": ("a", "gone")}, "there is no column `gone`"),
        ({"identifier": ("a", "a")}, "it names a column twice (`a`, `a`)"),
    ],
)
def test_an_identifier_that_is_no_key_leaves_its_place_to_the_model(more: Json, problem: str) -> None:
    """A part of an identifier alone would not tell rows apart."""
    reading = plan(ossie(dataset("t", primary_key=["b"])), table("t", "a", "b", **more))
    assert shown(reading) == {"t": [(PRIMARY, ("b",))]}
    (note,) = reading.notes
    assert note.subject == "lake.shop.t"
    assert note.text == f"the identifier fields are not sent as primary key: {problem}"


def test_the_models_primary_key_beside_an_identifier_is_unique() -> None:
    reading = plan(ossie(dataset("t", primary_key=["b"])), table("t", "a", "b", identifier=("a",)))
    assert shown(reading) == {"t": [(PRIMARY, ("a",)), (UNIQUE, ("b",))]}
    assert reading.notes == ()


@pytest.mark.parametrize("identifier", [(), ("a", "b")])
def test_a_unique_key_that_is_the_primary_key_is_not_sent(identifier: tuple[str, ...]) -> None:
    raw = ossie(
        dataset("t", primary_key=["a", "b"], unique_keys=[["b", "a"], ["c"], ["c"], ["b", "c"], ["c", "b"]])
    )
    reading = plan(raw, table("t", "a", "b", "c", identifier=identifier))
    assert shown(reading) == {"t": [(PRIMARY, ("a", "b")), (UNIQUE, ("b", "c")), (UNIQUE, ("c",))]}
    assert reading.notes == ()


def test_of_several_primary_keys_the_first_by_listing_model_and_dataset_counts() -> None:
    later, earlier = ObjectKey("lake", ("shop",), "z"), ObjectKey("lake", ("shop",), "y")
    models = [
        placed(ossie(dataset("d", source="t", primary_key=["a"])), listing="b", key=MODEL),
        placed(ossie(dataset("d", source="t", primary_key=["b"])), listing="a", key=later),
        placed(
            ossie(
                dataset("e", source="t", primary_key=["d"]),
                dataset("c", source="t", primary_key=["gone"]),
                dataset("d", source="t", primary_key=["c"]),
            ),
            listing="a",
            key=earlier,
        ),
    ]
    reading = key_plans(models, catalog(table("t", "a", "b", "c", "d")), FakeReader())
    assert shown(reading) == {"t": [(PRIMARY, ("c",)), (UNIQUE, ("a",)), (UNIQUE, ("b",)), (UNIQUE, ("d",))]}
    assert texts(reading.notes) == [
        "primary key `gone` of dataset `c` is not sent: the table of dataset `c` has no column `gone`"
    ]


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("id", "id"),
        ("ID", "ID_2"),
        ("Total", "total"),
        ("number", "order_no"),
        ("NUMBER", "order_no"),
        ("whole", "whole_name"),
        ("a::b", "a__reserved__colon__b"),
        ("Id", None),
        ("computed", None),
        ("inner", None),
        ("absent", None),
        ("elsewhere", None),
    ],
)
def test_what_a_name_in_a_key_means(name: str, column: str | None) -> None:
    """A column exactly, a field that is one, else either but for case where that is unique."""
    columns = {
        "id": "id",
        "ID": "ID_2",
        "total": "total",
        "order_no": "order_no",
        "whole_name": "whole_name",
        "a::b": "a__reserved__colon__b",
        "payload": "payload",
    }
    fields = (
        ossie_field("number", "order_no"),
        ossie_field("whole", "d.whole_name"),
        ossie_field("computed", "first || last"),
        ossie_field("inner", "payload.total"),
        ossie_field("absent", "gone"),
        ossie_field("elsewhere", "other.total"),
    )
    raw = ossie(dataset("d", *fields, source="t", primary_key=[name]))
    reading = plan(raw, TableFacts(T, columns))
    if column is None:
        assert shown(reading) == {}
        assert texts(reading.notes) == [
            f"primary key `{name}` of dataset `d` is not sent: the table of dataset `d` has no column `{name}`"
        ]
    else:
        assert shown(reading) == {"t": [(PRIMARY, (column,))]}
        assert reading.notes == ()


def test_a_column_comes_before_a_field_of_its_name() -> None:
    raw = ossie(dataset("t", ossie_field("a", "b"), ossie_field("B", "c"), primary_key=["a", "B"]))
    reading = plan(raw, table("t", "a", "b", "c"))
    assert shown(reading) == {"t": [(PRIMARY, ("a", "c"))]}


def test_a_key_that_means_one_column_twice_is_not_sent() -> None:
    raw = ossie(dataset("t", ossie_field("x", "a"), primary_key=["a", "x"]))
    reading = plan(raw, table("t", "a"))
    assert shown(reading) == {}
    assert texts(reading.notes) == [
        "primary key `a`, `x` of dataset `t` is not sent: it names a column twice (`a`, `a`)"
    ]


SHOP = (table("orders", "id", "customer", "shop"), table("customers", "id", "shop", "tax"))


def shop(*relationships: Json, orders: Json | None = None, customers: Json | None = None) -> Json:
    return ossie(
        dataset("orders", **(orders or {})),
        dataset("customers", **(customers or {})),
        relationships=list(relationships),
    )


def test_a_relationship_is_a_foreign_key() -> None:
    reading = plan(shop(relationship("orders", "customers", ("customer", "id"), name="who")), *SHOP)
    (one,) = reading.plans
    assert one.table == ORDERS
    assert one.constraints == (ConstraintPlan(FOREIGN, ("customer",), CUSTOMERS, ("id",), MANY, "who"),)
    assert reading.relations == (
        RelationPlan(
            model=MODEL,
            model_name="sales",
            name="who",
            from_dataset="orders",
            to_dataset="customers",
            from_table=ORDERS,
            to_table=CUSTOMERS,
            from_columns=("customer",),
            to_columns=("id",),
            relationship_type=MANY,
            problem=None,
        ),
    )
    assert reading.notes == ()


def test_foreign_keys_cross_schemas_databases_and_listings() -> None:
    """Whatever the catalog gets can be referred to; which listing offers it does not matter."""
    far = ObjectKey("other", ("x", "y"), "customers")
    raw = ossie(
        dataset("orders"),
        dataset("customers", source="other.x.y.customers"),
        relationships=[relationship("orders", "customers", ("customer", "id"))],
    )
    reading = plan(raw, SHOP[0], facts(far, "id"))
    assert reading.plans[0].constraints[0].referred_table == far


def test_pairs_of_a_composite_key_stay_together() -> None:
    pairs = [("shop", "tax"), ("customer", "id")]
    forward = plan(shop(relationship("orders", "customers", *pairs)), *SHOP)
    backward = plan(shop(relationship("orders", "customers", *pairs[::-1])), *SHOP)
    assert shown(forward) == {"orders": [(FOREIGN, ("customer", "shop"), "customers", ("id", "tax"), MANY)]}
    assert forward == backward


def test_a_doubled_relationship_is_sent_once() -> None:
    pairs = [("shop", "shop"), ("customer", "id")]
    raw = shop(
        relationship("orders", "customers", *pairs, name="b"),
        relationship("orders", "customers", *pairs[::-1], name="a"),
        relationship("orders", "customers", ("shop", "id"), ("customer", "shop"), name="c"),
    )
    reading = plan(raw, *SHOP)
    assert [(one.name, one.referred_columns) for one in reading.plans[0].constraints] == [
        ("a", ("id", "shop")),
        ("c", ("shop", "id")),
    ]
    assert texts(reading.notes) == ["relationship `b` is doubled, so it is sent once"]
    assert [(one.name, one.problem) for one in reading.relations] == [("a", None), ("b", None), ("c", None)]


def test_self_and_mutual_references() -> None:
    raw = ossie(
        dataset("a"),
        dataset("b"),
        relationships=[
            relationship("a", "a", ("parent", "id")),
            relationship("a", "b", ("other", "id")),
            relationship("b", "a", ("other", "id")),
        ],
    )
    reading = plan(raw, table("a", "id", "parent", "other"), table("b", "id", "other"))
    assert shown(reading) == {
        "a": [(FOREIGN, ("other",), "b", ("id",), MANY), (FOREIGN, ("parent",), "a", ("id",), MANY)],
        "b": [(FOREIGN, ("other",), "a", ("id",), MANY)],
    }
    assert reading.notes == ()


@pytest.mark.parametrize(
    ("orders", "pairs", "expected"),
    [
        ({}, [("customer", "id")], MANY),
        ({"primary_key": ["customer"]}, [("customer", "id")], ONE),
        ({"unique_keys": [["customer"]]}, [("customer", "id")], ONE),
        ({"primary_key": ["customer", "id"]}, [("customer", "id")], MANY),
        ({"primary_key": ["customer"]}, [("customer", "id"), ("shop", "shop")], MANY),
        ({"primary_key": ["shop", "customer"]}, [("customer", "id"), ("shop", "shop")], ONE),
        ({"primary_key": ["gone"]}, [("customer", "id")], MANY),
    ],
)
def test_one_to_one_only_when_the_columns_are_exactly_a_key(
    orders: Json, pairs: list[tuple[str, str]], expected: RelationshipType
) -> None:
    reading = plan(shop(relationship("orders", "customers", *pairs), orders=orders), *SHOP)
    (one,) = [each for each in reading.plans[0].constraints if each.kind is FOREIGN]
    assert one.relationship_type is expected
    assert reading.relations[0].relationship_type is expected


def test_keys_of_other_models_and_identifiers_count_for_cardinality() -> None:
    raw = shop(relationship("orders", "customers", ("customer", "id")))
    identified = table("orders", "id", "customer", identifier=("customer",))
    assert plan(raw, identified, SHOP[1]).relations[0].relationship_type is ONE
    other = placed(ossie(dataset("o", source="orders", unique_keys=[["customer"]])), listing="z", key=T)
    reading = key_plans([placed(raw), other], catalog(*SHOP), FakeReader())
    assert reading.relations[0].relationship_type is ONE


@pytest.mark.parametrize(
    ("one", "problem", "columns"),
    [
        (
            relationship("orders", "shops", ("shop", "id")),
            "the model has no dataset `shops`",
            (("shop",), ("id",)),
        ),
        (
            relationship("gone", "customers", ("shop", "id")),
            "dataset `gone` has no table: its source `not.there` is in none of the listings",
            (("shop",), ("id",)),
        ),
        (
            relationship("orders", "query", ("shop", "id")),
            "dataset `query` has no table: its source is a query",
            (("shop",), ("id",)),
        ),
        (
            relationship("orders", "filtered", ("SHOP", "id")),
            "table `lake.shop.filtered` of dataset `filtered` is not in the catalog",
            (("shop",), ("id",)),
        ),
        (
            relationship("orders", "customers", ("renamed", "id")),
            "the table of dataset `orders` has no column `renamed`",
            (("renamed",), ("id",)),
        ),
        (
            relationship("orders", "customers", ("customer", "ID"), ("shop", "gone")),
            "the table of dataset `customers` has no column `gone`",
            (("customer", "shop"), ("id", "gone")),
        ),
        (
            {**relationship("orders", "customers", ("customer", "id"), ("shop", "x")), "to_columns": ["id"]},
            "it joins 2 columns to 1, which are no pairs",
            (("customer", "shop"), ("id",)),
        ),
        (
            relationship("orders", "customers", ("customer", "id"), ("CUSTOMER", "shop")),
            "it names a column twice (`customer`, `customer`)",
            (("customer", "customer"), ("id", "shop")),
        ),
        (
            relationship("orders", "orders", ("id", "ID")),
            "it joins columns to themselves",
            (("id",), ("id",)),
        ),
    ],
)
def test_what_can_not_be_sent_is_noted_and_still_drawn(
    one: Json, problem: str, columns: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    raw = ossie(
        dataset("orders"),
        dataset("customers"),
        dataset("gone", source="not.there"),
        dataset("query", source="SELECT 1"),
        dataset("filtered"),
        relationships=[one],
    )
    model = placed(raw, lambda key: key.namespace == ("shop",) and " " not in key.name)
    reading = key_plans([model], catalog(*SHOP), FakeReader())
    assert reading.plans == ()
    assert texts(reading.notes) == [f"relationship `{one['name']}` is not sent: {problem}"]
    assert reading.notes[0].subject == "lake.shop.sales"
    (drawn,) = reading.relations
    assert drawn.problem == problem
    assert (drawn.from_columns, drawn.to_columns) == columns
    known = {"orders": ORDERS, "customers": CUSTOMERS, "filtered": ObjectKey("lake", ("shop",), "filtered")}
    assert (drawn.from_table, drawn.to_table) == (known.get(one["from"]), known.get(one["to"]))


def test_keys_of_a_dataset_without_a_table_are_noted_one_by_one() -> None:
    raw = ossie(dataset("q", source="select 1", primary_key=["a"], unique_keys=[["c"], ["b", "a"]]))
    reading = key_plans([placed(raw)], {}, FakeReader())
    why = "is not sent: dataset `q` has no table: its source is a query"
    assert texts(reading.notes) == [
        f"primary key `a` of dataset `q` {why}",
        f"unique key `b`, `a` of dataset `q` {why}",
        f"unique key `c` of dataset `q` {why}",
    ]


def test_hard_names() -> None:
    """A schema, a table and a column as case 9 has them."""
    odd = ObjectKey("lake", ("sales.eu",), 'or"ders>2024')
    raw = ossie(
        dataset("o", source='"sales.eu"."or""ders>2024"', primary_key=["a::b"]),
        dataset("customers"),
        relationships=[relationship("customers", "o", ("id", "a::b"))],
    )
    reading = plan(raw, TableFacts(odd, {"a::b": "a__reserved__colon__b"}), SHOP[1])
    assert [one.table for one in reading.plans] == [odd, CUSTOMERS]
    by_table = {one.table: one.constraints for one in reading.plans}
    assert by_table[odd] == (ConstraintPlan(PRIMARY, ("a__reserved__colon__b",)),)
    assert by_table[CUSTOMERS][0].referred_columns == ("a__reserved__colon__b",)


def test_fields_are_parsed_only_for_names_that_are_no_columns() -> None:
    reader = FakeReader()
    fields = [ossie_field(f"f{number}", "first || last") for number in range(5)]
    raw = ossie(dataset("t", *fields, primary_key=["a"], unique_keys=[["f0"], ["f0", "a"]]))
    plan(raw, table("t", "a"), reader=reader)
    assert reader.asked == [("first || last", None)]


names = st.sampled_from(["a", "b", "A", "c", "gone"])
keys = st.lists(names, min_size=1, max_size=3)
datasets = st.lists(
    st.builds(
        lambda name, source, primary, unique: dataset(
            name, "a", ossie_field("c", "b"), source=source, primary_key=primary, unique_keys=unique
        ),
        st.sampled_from(["d", "e", "f"]),
        st.sampled_from(["t", "u", "v", "select 1"]),
        st.lists(names, max_size=2),
        st.lists(keys, max_size=3),
    ),
    max_size=3,
    unique_by=lambda one: one["name"],
)
relationships = st.lists(
    st.builds(
        lambda name, start, end, pairs: relationship(start, end, *pairs, name=name),
        st.sampled_from(["r", "s"]),
        st.sampled_from(["d", "e", "f", "x"]),
        st.sampled_from(["d", "e", "f"]),
        st.lists(st.tuples(names, names), min_size=1, max_size=3),
    ),
    max_size=6,
)
TABLES = (table("t", "a", "b", "A", identifier=("b",)), table("u", "a", "b"))


def models(shapes: list[tuple[list[Json], list[Json]]]) -> list[PlacedModel]:
    return [
        placed(
            ossie(*own, relationships=joins),
            listing=f"l{number % 2}",
            key=ObjectKey("lake", ("shop",), f"m{number}"),
        )
        for number, (own, joins) in enumerate(shapes)
    ]


@STEADY
@given(st.lists(st.tuples(datasets, relationships), max_size=3), st.randoms(use_true_random=False))
def test_the_order_of_input_does_not_matter(shapes: list[tuple[list[Json], list[Json]]], random: Any) -> None:
    shuffled = [
        (
            [
                {**one, "unique_keys": random.sample(one["unique_keys"], len(one["unique_keys"]))}
                for one in own
            ],
            joins[:],
        )
        for own, joins in shapes
    ]
    for own, joins in shuffled:
        random.shuffle(own)
        random.shuffle(joins)
    given_models, other = models(shapes), models(shuffled)
    random.shuffle(other)
    tables = list(TABLES)
    random.shuffle(tables)
    assert key_plans(given_models, catalog(*TABLES), FakeReader()) == key_plans(
        other, catalog(*tables), FakeReader()
    )


@STEADY
@given(st.lists(st.tuples(datasets, relationships), max_size=3))
def test_what_is_sent_is_what_the_catalog_takes(shapes: list[tuple[list[Json], list[Json]]]) -> None:
    """Known columns only, none twice, one primary key, no constraint twice, and each relationship sent or told why not."""
    given_models = models(shapes)
    tables = catalog(*TABLES)
    reading = key_plans(given_models, tables, FakeReader())
    foreign = set()
    for one in reading.plans:
        seen = set()
        for each in one.constraints:
            assert set(each.columns) <= set(tables[one.table].columns.values())
            assert len(set(each.columns)) == len(each.columns) > 0
            pairs = frozenset(zip(each.columns, each.referred_columns or each.columns, strict=True))
            identity = (each.kind is FOREIGN, each.referred_table, pairs)
            assert identity not in seen
            seen.add(identity)
            if each.referred_table is not None:
                assert set(each.referred_columns) <= set(tables[each.referred_table].columns.values())
                foreign.add((one.table, each.referred_table, each.columns, each.referred_columns))
        assert sum(each.kind is PRIMARY for each in one.constraints) <= 1
        assert sum(each.kind is PRIMARY for each in one.constraints) == 1 or one.table.name != "t"
    assert len(reading.relations) == sum(len(one.model.relationships) for one in given_models)
    for drawn in reading.relations:
        sent = (drawn.from_table, drawn.to_table, drawn.from_columns, drawn.to_columns) in foreign
        assert sent == (drawn.problem is None)
