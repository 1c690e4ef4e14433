"""Reading Ossie documents: every shape of them, and broken elements one by one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from connector.bridge.plan.ossie.model import (
    OssieDataset,
    OssieField,
    OssieMetric,
    OssieModel,
    OssieRelationship,
    ranked,
)
from tests.plan.ossie.samples import (
    MODEL,
    Json,
    dataset,
    expression,
    metric,
    model,
    ossie,
    ossie_field,
    read,
    relationship,
    texts,
)

WHOLE: Json = {
    "name": "shop",
    "datasets": [
        {
            "name": "orders",
            "source": "lake.shop.orders",
            "primary_key": ["id"],
            "unique_keys": [["number", "year"], ["code"]],
            "description": " All orders ",
            "fields": [
                {
                    "name": "ordered",
                    "expression": expression("ordered_at", SNOWFLAKE="ORDERED_AT"),
                    "description": "When",
                    "datatype": "DateTime",
                    "dimension": {"is_time": True},
                    "ai_context": {"synonyms": ["date", "day", "date"]},
                }
            ],
        },
        dataset("customers"),
    ],
    "relationships": [relationship("orders", "customers", ("customer", "id"))],
    "metrics": [
        {
            "name": "revenue",
            "expression": expression("SUM(orders.amount)"),
            "description": "What came in",
            "datatype": "Decimal",
            "ai_context": {"synonyms": ["turnover"]},
        }
    ],
}


def test_a_whole_model() -> None:
    reading = read(WHOLE)
    assert reading.notes == ()
    assert reading.whole
    assert reading.models == (
        OssieModel(
            key=MODEL,
            name="shop",
            datasets=(
                OssieDataset(
                    name="orders",
                    source="lake.shop.orders",
                    description="All orders",
                    primary_key=("id",),
                    unique_keys=(("number", "year"), ("code",)),
                    fields=(
                        OssieField(
                            name="ordered",
                            expressions=(("ANSI_SQL", "ordered_at"), ("SNOWFLAKE", "ORDERED_AT")),
                            description="When",
                            is_time=True,
                            synonyms=("date", "day"),
                            dimension=True,
                        ),
                    ),
                ),
                OssieDataset("customers", "customers"),
            ),
            relationships=(
                OssieRelationship("orders_to_customers", "orders", "customers", ("customer",), ("id",)),
            ),
            metrics=(
                OssieMetric(
                    name="revenue",
                    expressions=(("ANSI_SQL", "SUM(orders.amount)"),),
                    description="What came in",
                    synonyms=("turnover",),
                    datatype="Decimal",
                ),
            ),
        ),
    )


DOCUMENT = {"version": "0.2.0.dev0", "semantic_model": [WHOLE]}


@pytest.mark.parametrize(
    "document",
    [
        DOCUMENT,
        json.dumps(DOCUMENT),
        [WHOLE],
        json.dumps([WHOLE]),
        json.dumps(WHOLE),
        {"version": "0.1.1", "semantic_model": json.dumps([WHOLE]), "dialects": [], "vendors": []},
        {"version": "0.1", "semantic_model": json.dumps(WHOLE)},
        {"version": 0.2, "semantic_model": WHOLE},
        {"version": None, "semantic_model": json.dumps(DOCUMENT)},
        {"semantic_model": [WHOLE], "comment": None},
        json.dumps({"semantic_model": json.dumps(DOCUMENT)}),
        json.dumps({"semantic_model": json.dumps({"semantic_model": WHOLE})}),
    ],
    ids=str,
)
def test_every_shape_of_a_document_gives_the_same(document: object) -> None:
    assert read(document) == read(WHOLE)


@pytest.mark.parametrize("version", ["0.3.0", "1.0", "0.20", "0", 2, True, ["0.2"], ""])
def test_an_unknown_version_is_noted_and_read(version: object) -> None:
    reading = read({"version": version, "semantic_model": [WHOLE]})
    assert reading.models == read(WHOLE).models
    assert reading.whole
    (note,) = reading.notes
    assert note.subject == "lake.shop.sales"
    assert "of the specification is not known here" in note.text
    if isinstance(version, str):
        assert f"version `{version}`" in note.text


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (None, "the document can't be read: there is no model in it"),
        (7, "the document can't be read: there is no model in it"),
        ("", "the document can't be read: it is not JSON"),
        ("{'name': 1}", "the document can't be read: it is not JSON"),
        ({"semantic_model": None}, "the document can't be read: there is no model in it"),
        ({"semantic_model": "name: yaml"}, "the document can't be read: it is not JSON"),
        ("[" * 100_000, "the document can't be read: it is nested too deeply"),
        (
            json.dumps(json.dumps(json.dumps(json.dumps(json.dumps("[]"))))),
            "the document can't be read: it is text within text within text",
        ),
        ([], "the document holds no model"),
        ([7], "the model is left out: it is no object"),
    ],
)
def test_a_document_without_a_model(document: object, text: str) -> None:
    reading = read(document)
    assert reading.models == ()
    assert not reading.whole
    assert texts(reading.notes) == [text]


def test_several_models_are_told_apart_by_their_names() -> None:
    reading = read([ossie(name="a"), ossie(name="b"), 7, ossie(name="a"), {"datasets": []}])
    assert [(one.name, one.several) for one in reading.models] == [("a", True), ("b", True)]
    assert not reading.whole
    assert [(note.subject, note.text) for note in reading.notes] == [
        ("lake.shop.sales (model 3)", "the model is left out: it is no object"),
        (
            "lake.shop.sales (model a)",
            "the model is left out: an earlier one of its document has its name",
        ),
        (
            "lake.shop.sales (model 5)",
            "the model is left out: it has no name that tells it from the others of its document",
        ),
    ]
    assert [one.label for one in reading.models] == [
        "lake.shop.sales (model a)",
        "lake.shop.sales (model b)",
    ]


def test_a_single_model_needs_no_name() -> None:
    reading = read({"datasets": [dataset("t")]})
    assert [one.name for one in reading.models] == ["sales"]
    assert reading.models[0].label == "lake.shop.sales"
    assert texts(reading.notes) == ["the model has no name of its own, so the listed one stands for it"]


GOOD = dataset("good", "a")


@pytest.mark.parametrize(
    ("broken", "text"),
    [
        (7, "dataset 2 is left out: it is no object"),
        ({"source": "t"}, "dataset 2 is left out: its `name` is missing or no text"),
        ({"name": " ", "source": "t"}, "dataset 2 is left out: its `name` is missing or no text"),
        ({"name": "x"}, "dataset `x` is left out: its `source` is missing or no text"),
        ({"name": "x", "source": ["t"]}, "dataset `x` is left out: its `source` is missing or no text"),
        (
            {"name": "half \ud800", "source": "t"},
            "dataset 2 is left out: its `name` is missing or no text",
        ),
        (dataset("good"), "dataset `good` is left out: an earlier dataset has its name"),
    ],
)
def test_a_broken_dataset_fails_alone(broken: object, text: str) -> None:
    reading = read({"name": "m", "datasets": [GOOD, broken, dataset("last")]})
    (one,) = reading.models
    assert [item.name for item in one.datasets] == ["good", "last"]
    assert one.lost_datasets == 1
    assert reading.whole
    assert texts(reading.notes) == [text]


@pytest.mark.parametrize(
    ("broken", "text"),
    [
        (None, "field 2 of dataset `d` is left out: it is no object"),
        ({"name": 3}, "field 2 of dataset `d` is left out: its `name` is missing or no text"),
        (
            {"name": "x"},
            "field `x` of dataset `d` is left out: its `expression` is missing or no object",
        ),
        (
            {"name": "x", "expression": "x"},
            "field `x` of dataset `d` is left out: its `expression` is missing or no object",
        ),
        (
            {"name": "x", "expression": {"dialects": []}},
            "field `x` of dataset `d` is left out: it has no expression",
        ),
        (ossie_field("a"), "field `a` of dataset `d` is left out: an earlier field has its name"),
    ],
)
def test_a_broken_field_fails_alone(broken: object, text: str) -> None:
    raw = {"name": "d", "source": "t", "fields": [ossie_field("a"), broken, ossie_field("z")]}
    reading = read({"name": "m", "datasets": [raw]})
    assert [one.name for one in reading.models[0].datasets[0].fields] == ["a", "z"]
    assert texts(reading.notes) == [text]


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        (
            "primary_key",
            "id",
            "primary key of dataset `d` is left out: it is no list of column names",
        ),
        (
            "primary_key",
            ["id", 7],
            "primary key of dataset `d` is left out: one of its column names is missing or no text",
        ),
        ("unique_keys", "id", "`unique_keys` of dataset `d` is left out: it is no list"),
        (
            "unique_keys",
            [["b"], "id"],
            "unique key 2 of dataset `d` is left out: it is no list of column names",
        ),
        ("fields", {}, "`fields` of dataset `d` is left out: it is no list"),
        ("description", 7, "the description of dataset `d` is left out: it is no text"),
        ("description", "\udc00", "the description of dataset `d` is left out: it is no text"),
        ("description", "  ", None),
        ("primary_key", [], None),
        ("unique_keys", [[]], None),
    ],
)
def test_a_broken_part_of_a_dataset_costs_itself_only(key: str, value: object, text: str | None) -> None:
    good: Json = {"primary_key": ["a"], "unique_keys": [["b"]], "description": "D"}
    raw = {"name": "d", "source": "t", "fields": [ossie_field("f")], **good, key: value}
    reading = read({"name": "m", "datasets": [raw]})
    assert texts(reading.notes) == ([text] if text else [])
    (one,) = reading.models[0].datasets
    kept = {"primary_key": ("a",), "unique_keys": (("b",),), "description": "D"}
    for name, expected in kept.items():
        if name != key:
            assert getattr(one, name) == expected
    assert len(one.fields) == (0 if key == "fields" else 1)


def test_blanks_around_column_names_stay() -> None:
    """A column may be called so."""
    one = model(ossie(dataset("d", primary_key=[" id "])))
    assert one.datasets[0].primary_key == (" id ",)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"from": None}, "relationship `r` is left out: its `from` is missing or no text"),
        ({"to": 1}, "relationship `r` is left out: its `to` is missing or no text"),
        (
            {"from_columns": "id"},
            "relationship `r` is left out: `from_columns`: it is no list of column names",
        ),
        (
            {"to_columns": [None]},
            "relationship `r` is left out: `to_columns`: one of its column names is missing or no text",
        ),
        ({"to_columns": []}, "relationship `r` is left out: `to_columns`: it is no list of column names"),
    ],
)
def test_a_broken_relationship_fails_alone(change: Json, text: str) -> None:
    good = relationship("a", "b", ("x", "y"))
    broken = {**good, "name": "r", **change}
    reading = read({"name": "m", "datasets": [dataset("a")], "relationships": [broken, good, 5]})
    assert [one.name for one in reading.models[0].relationships] == ["a_to_b"]
    assert texts(reading.notes) == [text, "relationship 3 is left out: it is no object"]


def test_relationships_may_lack_or_share_a_name() -> None:
    good = relationship("a", "b", ("x", "y"))
    one = model(ossie(relationships=[{**good, "name": None}, good, good]))
    assert [item.name for item in one.relationships] == ["a_to_b"] * 3


@pytest.mark.parametrize(
    ("broken", "text", "whole"),
    [
        ("m", "metric 2 is left out: it is no object", False),
        ({"name": "x"}, "metric `x` is left out: its `expression` is missing or no object", False),
        (metric("revenue"), "metric `revenue` is left out: an earlier metric has its name", True),
    ],
)
def test_a_broken_metric_fails_alone(broken: object, text: str, whole: bool) -> None:
    """What the catalog has of a metric that can't be read must stay, so the reading is not whole."""
    raw = {"name": "m", "metrics": [metric("revenue"), broken, metric("Revenue")]}
    reading = read(raw)
    assert [one.name for one in reading.models[0].metrics] == ["revenue", "Revenue"]
    assert texts(reading.notes) == [text]
    assert reading.whole is whole


def test_metrics_that_are_no_list() -> None:
    reading = read({"name": "m", "metrics": {"name": "revenue"}})
    assert texts(reading.notes) == ["`metrics` is left out: it is no list"]
    assert not reading.whole


def test_expressions_of_every_kind() -> None:
    dialects: list[Any] = [
        {"dialect": "snowflake", "expression": " A "},
        {"expression": "B"},
        {"dialect": "MDX", "expression": ""},
        7,
        {"dialect": "PRQL", "expression": "C"},
    ]
    reading = read({"name": "m", "metrics": [{"name": "x", "expression": {"dialects": dialects}}]})
    (one,) = reading.models[0].metrics
    assert one.expressions == (("SNOWFLAKE", "A"), ("ANSI_SQL", "B"), ("PRQL", "C"))
    assert texts(reading.notes) == [
        "dialect 3 of metric `x` is left out: it has no expression",
        "dialect 4 of metric `x` is left out: it has no expression",
        "expressions in unknown dialects: shown as they are, without lineage (`PRQL`)",
    ]


def test_the_order_of_dialects() -> None:
    names = ["ZQL", "MAQL", "AQL", "TABLEAU", "MDX", "BIGQUERY", "SNOWFLAKE", "DATABRICKS", "ANSI_SQL"]
    given = tuple((name, "x") for name in names)
    assert [name for name, _ in ranked(given)] == [*reversed(names[1:2] + names[3:]), "AQL", "ZQL"]


@pytest.mark.parametrize(
    ("more", "dimension", "is_time"),
    [
        ({}, False, False),
        ({"dimension": None}, False, False),
        ({"dimension": {}}, True, False),
        ({"dimension": {"is_time": None}}, True, False),
        ({"dimension": {"is_time": True}}, True, True),
        ({"dimension": {}, "datatype": "Date"}, True, True),
        ({"dimension": {}, "datatype": "DateTimeTz"}, True, True),
        ({"dimension": {}, "datatype": "Time"}, True, True),
        ({"dimension": {}, "datatype": "Integer"}, True, False),
        ({"dimension": {"is_time": False}, "datatype": "DateTime"}, True, False),
        ({"datatype": "Date"}, False, True),
    ],
)
def test_the_role_of_a_field(more: Json, dimension: bool, is_time: bool) -> None:
    """Explicit first, else told by the datatype (specification, "DataType and is_time")."""
    (one,) = model(ossie(dataset("d", ossie_field("f", **more)))).datasets[0].fields
    assert (one.dimension, one.is_time) == (dimension, is_time)


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"dimension": "time"}, "`dimension` of field `f` of dataset `d` is left out: it is no object"),
        (
            {"dimension": {"is_time": "yes"}},
            "`is_time` of field `f` of dataset `d` is left out: it is neither true nor false",
        ),
        (
            {"ai_context": {"synonyms": "a, b"}},
            "`synonyms` of field `f` of dataset `d` is left out: it is no list",
        ),
        (
            {"ai_context": {"synonyms": [" "]}},
            "synonym 1 of field `f` of dataset `d` is left out: it is blank or no text",
        ),
    ],
)
def test_a_broken_part_of_a_field_costs_itself_only(more: Json, text: str) -> None:
    reading = read(ossie(dataset("d", ossie_field("f", **more))))
    assert [one.name for one in reading.models[0].datasets[0].fields] == ["f"]
    assert texts(reading.notes) == [text]


def test_what_has_no_place_is_told_once_per_kind() -> None:
    """The report names every kind of loss of a model, and where it is, however many elements it concerns."""
    extension = [{"vendor_name": "DBT", "data": "{}"}, {"vendor_name": "ACME", "data": ""}, 7]
    context = {"instructions": "Do", "examples": ["Ask"], "synonyms": ["word"], "tone": "kind"}
    extras: Json = {"custom_extensions": extension, "ai_context": context, "colour": "red"}
    fields = [ossie_field(f"f{number}", label="x", datatype="Money", **extras) for number in range(12)]
    raw = ossie(
        dataset("d", *fields, **extras),
        relationships=[{**relationship("d", "d", ("f0", "f1")), **extras}],
        metrics=[metric("m", **{**extras, "ai_context": "Handle with care"})],
    )
    reading = read({"version": "0.2", "semantic_model": {**raw, "description": "All", **extras}, "extra": 1})
    assert reading.whole
    no_place = "not carried, since the catalog has no place for it"
    unknown = "not used, since it is in no version of the specification that is known here"
    eight = "`d.f0`, `d.f1`, `d.f10`, `d.f11`, `d.f2`, `d.f3`, `d.f4`, `d.f5` and 4 more"
    first = "`d`, `d.f0`, `d.f1`, `d.f10`, `d.f11`, `d.f2`, `d.f3`, `d.f4` and 7 more"
    assert texts(reading.notes) == [
        f"unknown keys of the document: {unknown} (`extra`)",
        f"context for AI tools: {no_place} (`m`)",
        f"custom extensions: {no_place} (`ACME`, `DBT`, `no vendor`)",
        f"description of the model: {no_place} (`sales`)",
        f"examples for AI tools: {no_place} ({first})",
        f"instructions for AI tools: {no_place} ({first})",
        f"labels of fields: {no_place} ({eight})",
        f"synonyms of datasets: {no_place} (`d`)",
        f"synonyms of fields that are no dimensions: {no_place} ({eight})",
        f"synonyms of relationships: {no_place} (`d_to_d`)",
        f"unknown datatypes: {unknown} (`Money`)",
        f"unknown keys of contexts for AI tools: {unknown} (`tone`)",
        f"unknown keys of datasets: {unknown} (`colour`)",
        f"unknown keys of fields: {unknown} (`colour`)",
        f"unknown keys of metrics: {unknown} (`colour`)",
        f"unknown keys of relationships: {unknown} (`colour`)",
        f"unknown keys of the model: {unknown} (`colour`)",
    ]


def test_synonyms_of_dimensions_need_a_metric_to_be_shown_by() -> None:
    one = dataset("d", ossie_field("f", dimension={}, ai_context={"synonyms": ["g"]}))
    assert texts(read(ossie(one)).notes) == [
        "synonyms of dimensions without a metric: not carried, since the catalog has no place for it (`d.f`)"
    ]
    assert read(ossie(one, metrics=[metric("m")])).notes == ()


def test_notes_are_one_line_and_short() -> None:
    """Names come from others and may hold anything."""
    reading = read({"name": "m", "datasets": [{"name": "x\n\x1b[31m" + "y" * 500, "source": 1}]})
    (text,) = texts(reading.notes)
    assert "\n" not in text
    assert "\x1b" not in text
    assert len(text) < 200
