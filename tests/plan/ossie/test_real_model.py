"""The public TPC-DS model of the Ossie project, if it is at hand: all of it is read, and its keys and metrics are as told by hand."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from connector.bridge.plan.keys import ConstraintKind, RelationshipType, key_plans
from connector.bridge.plan.metrics import metric_plans
from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.ossie import read_model
from connector.bridge.plan.ossie.columns import TableFacts
from connector.bridge.plan.ossie.model import OssieModel
from connector.bridge.plan.ossie.source import PlacedModel, place
from connector.bridge.plan.ossie.texts import table_texts
from tests.plan.ossie.samples import FakeReader, catalog, facts, parts

FOLDER = Path(os.environ.get("BRIDGE_SHARED_DATA", Path(__file__).parents[4] / "shared" / "data"))
FILE = FOLDER / "tpcds_semantic_model.ossie.yaml"

pytestmark = pytest.mark.skipif(not FILE.is_file(), reason="the TPC-DS model is not in BRIDGE_SHARED_DATA")

KEY = ObjectKey("tpcds", ("public",), "tpcds_retail_model")


def table(name: str) -> ObjectKey:
    return ObjectKey("tpcds", ("public",), name)


COLUMNS = {
    "store_sales": "ss_sold_date_sk ss_item_sk ss_customer_sk ss_store_sk ss_ticket_number ss_quantity ss_sales_price "
    "ss_ext_sales_price ss_net_profit",
    "date_dim": "d_date_sk d_date d_year d_quarter_name d_month_name d_moy",
    "customer": "c_customer_sk c_customer_id c_first_name c_last_name c_email_address",
    "item": "i_item_sk i_item_id i_item_desc i_brand i_category i_current_price",
    "store": "s_store_sk s_store_id s_store_name s_city s_state s_number_employees",
}
TABLES = catalog(*(facts(table(name), *columns.split()) for name, columns in COLUMNS.items()))
SALES = "SUM(store_sales.ss_ext_sales_price)"
READER = FakeReader(
    {
        SALES: parts("store_sales.ss_ext_sales_price", aggregate="SUM"),
        "SUM(store_sales.ss_net_profit)": parts("store_sales.ss_net_profit", aggregate="SUM"),
        f"{SALES} / COUNT(DISTINCT customer.c_customer_sk)": parts(
            "customer.c_customer_sk", "store_sales.ss_ext_sales_price", aggregate="RATIO"
        ),
        f"{SALES} / NULLIF(SUM(store.s_number_employees), 0)": parts(
            "store.s_number_employees", "store_sales.ss_ext_sales_price", aggregate="RATIO"
        ),
        "c_first_name || ' ' || c_last_name": parts("c_first_name", "c_last_name"),
    }
)


@pytest.fixture(name="document", scope="module")
def fixture_document() -> dict[str, Any]:
    loaded = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


@pytest.fixture(name="model", scope="module")
def fixture_model(document: dict[str, Any]) -> OssieModel:
    (model,) = read_model(KEY, document).models
    return model


@pytest.fixture(name="placed", scope="module")
def fixture_placed(model: OssieModel) -> PlacedModel:
    placed, notes = place("retail", model, TABLES.__contains__)
    assert notes == ()
    return placed


def test_all_of_it_is_read(document: dict[str, Any], model: OssieModel) -> None:
    (raw,) = document["semantic_model"]
    assert model.name == raw["name"] == KEY.name
    assert [one.name for one in model.datasets] == [one["name"] for one in raw["datasets"]]
    assert len(model.datasets) == 5
    fields = {one.name: [each.name for each in one.fields] for one in model.datasets}
    assert fields == {one["name"]: [each["name"] for each in one["fields"]] for one in raw["datasets"]}
    assert {name: len(own) for name, own in fields.items()} == {
        "store_sales": 8,
        "date_dim": 5,
        "customer": 6,
        "item": 6,
        "store": 6,
    }
    assert [one.name for one in model.relationships] == [one["name"] for one in raw["relationships"]]
    assert len(model.relationships) == 4
    assert [one.name for one in model.metrics] == [one["name"] for one in raw["metrics"]]
    assert len(model.metrics) == 5
    assert all(one.synonyms and one.datatype == "Decimal" for one in model.metrics)
    assert model.lost_datasets == 0


def test_what_has_no_place_is_told(document: dict[str, Any]) -> None:
    reading = read_model(KEY, document)
    assert reading.whole
    assert [note.text.split(":")[0] for note in reading.notes] == [
        "custom extensions",
        "description of the model",
        "instructions for AI tools",
        "synonyms of datasets",
        "synonyms of fields that are no dimensions",
        "synonyms of relationships",
    ]


def test_as_text_it_is_the_same(document: dict[str, Any]) -> None:
    """As Polaris gives it."""
    as_text = {**document, "semantic_model": json.dumps(document["semantic_model"])}
    assert read_model(KEY, as_text) == read_model(KEY, document)


def test_its_keys(placed: PlacedModel) -> None:
    reading = key_plans([placed], TABLES, READER)
    assert reading.notes == ()
    assert all(relation.problem is None for relation in reading.relations)
    found = {
        one.table.name: [
            (
                each.kind.value,
                each.columns,
                each.referred_table and each.referred_table.name,
                each.referred_columns,
            )
            for each in one.constraints
        ]
        for one in reading.plans
    }
    primary, unique, foreign = "PRIMARY_KEY", "UNIQUE", "FOREIGN_KEY"
    assert found == {
        "customer": [(primary, ("c_customer_sk",), None, ())],
        "date_dim": [(primary, ("d_date_sk",), None, ())],
        "item": [(primary, ("i_item_sk",), None, ())],
        "store": [(primary, ("s_store_sk",), None, ()), (unique, ("s_store_id",), None, ())],
        "store_sales": [
            (primary, ("ss_item_sk", "ss_ticket_number"), None, ()),
            (foreign, ("ss_customer_sk",), "customer", ("c_customer_sk",)),
            (foreign, ("ss_item_sk",), "item", ("i_item_sk",)),
            (foreign, ("ss_sold_date_sk",), "date_dim", ("d_date_sk",)),
            (foreign, ("ss_store_sk",), "store", ("s_store_sk",)),
        ],
    }
    kinds = {
        each.relationship_type
        for one in reading.plans
        for each in one.constraints
        if each.kind is ConstraintKind.FOREIGN_KEY
    }
    assert kinds == {RelationshipType.MANY_TO_ONE}


def test_its_metrics(placed: PlacedModel) -> None:
    reading = metric_plans("acme", [placed], TABLES, READER)
    assert reading.notes == ()
    found = {
        one.metric: (one.metric_type, {each.table.name: each.columns for each in one.upstream})
        for one in reading.plans
    }
    sales = {"store_sales": ("ss_ext_sales_price",)}
    assert found == {
        "total_sales": ("SUM", sales),
        "total_profit": ("SUM", {"store_sales": ("ss_net_profit",)}),
        "customer_lifetime_value": ("RATIO", {**sales, "customer": ("c_customer_sk",)}),
        "sales_by_brand": ("SUM", sales),
        "store_productivity": ("RATIO", {**sales, "store": ("s_number_employees",)}),
    }
    assert [one.name for one in reading.plans] == sorted(
        f"acme__tpcds__public__tpcds_retail_model__{name}" for name in found
    )
    for one in reading.plans:
        assert (one.language, one.unit, one.related) == ("SQL", None, ())
        times = [each.name for each in one.dimensions if each.type == "TIME"]
        assert times == ["d_date", "d_month_name", "d_quarter_name", "d_year"]
        assert len(one.dimensions) == 26
    (measure,) = next(one.measures for one in reading.plans if one.metric == "total_sales")
    assert (measure.name, measure.aggregation) == ("ss_ext_sales_price", "SUM")


def test_its_texts(model: OssieModel, placed: PlacedModel) -> None:
    reading = table_texts([placed], TABLES, READER)
    assert reading.notes == ()
    assert {key.name for key in reading.tables} == {one.name for one in model.datasets}
    for one in model.datasets:
        texts = reading.tables[table(one.name)]
        assert texts.description == one.description
        computed = {"customer_full_name"}
        assert texts.columns == {
            each.name: each.description for each in one.fields if each.name not in computed
        }


def test_without_one_of_its_tables_the_rest_stays(model: OssieModel) -> None:
    rest: dict[ObjectKey, TableFacts] = {key: one for key, one in TABLES.items() if key.name != "store"}
    placed, notes = place("retail", model, rest.__contains__)
    assert [note.text for note in notes] == [
        "dataset `store` has no table: its source `tpcds.public.store` is in none of the listings"
    ]
    keys = key_plans([placed], rest, READER)
    assert len(keys.notes) == 3
    assert sum(relation.problem is None for relation in keys.relations) == 3
    assert len(keys.relations) == 4
    metrics = metric_plans("acme", [placed], rest, READER)
    assert len(metrics.plans) == 5
    (note,) = metrics.notes
    assert note.text.startswith("metric `store_productivity` is published with incomplete lineage")
