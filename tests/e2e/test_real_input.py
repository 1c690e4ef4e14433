"""Input made by others: tables of pyiceberg with every type, and the public Ossie model of TPC-DS."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import yaml

from tests.e2e.build import fields, listing, table
from tests.e2e.conftest import MakeWorld
from tests.e2e.test_run import settled
from tests.plan.test_real_metadata import COLUMNS, made_by_pyiceberg

OSSIE = Path(
    os.environ.get("OSSIE_MODEL", Path(__file__).parents[3] / "shared/data/tpcds_semantic_model.ossie.yaml")
)

PARTITIONS = {
    "c1": "identity",
    "c3": "bucket[16]",
    "c13": "truncate[4]",
    "c7": "year",
    "c9": "hour",
    "c10": "day",
}
"""The last transform of each column; `void` is none."""


def test_a_table_of_pyiceberg_with_every_type(world: MakeWorld) -> None:
    here = world(listing("all", tables=[{**table("every_type"), "metadata": made_by_pyiceberg()}]))
    outcome = here.run()
    assert outcome.ok, outcome
    assert outcome.warnings == ()
    entity = here.table("bridge.lake.sales.every_type")
    assert entity["description"] == "Every type"
    assert [(item["dataType"], item["dataTypeDisplay"]) for item in entity["columns"]] == [
        (data_type, text) for _, data_type, text in COLUMNS
    ]
    transforms = {item["columnName"]: item["interval"] for item in entity["tablePartition"]["columns"]}
    assert transforms == PARTITIONS
    settled(here)


@pytest.mark.skipif(
    not OSSIE.is_file(), reason="the public Ossie model is not at hand; OSSIE_MODEL names its path"
)
@pytest.mark.parametrize("form", ["text", "object", "list"])
def test_the_public_model_beside_its_tables(world: MakeWorld, form: str) -> None:
    document = yaml.safe_load(OSSIE.read_text(encoding="utf-8"))
    models = document["semantic_model"]
    carried = {"text": json.dumps(models), "object": models[0], "list": models}[form]
    tables = [
        table(dataset["source"].split(".")[-1], fields(*(item["name"] for item in dataset["fields"])))
        for dataset in models[0]["datasets"]
    ]
    model = {
        "catalog": "lake",
        "namespace": ["sales"],
        "name": "tpcds",
        "document": {**document, "semantic_model": carried},
    }
    here = world(listing("retail", tables=tables, semanticModels=[model]))
    outcome = here.run()
    assert outcome.ok, outcome
    assert len(here.tables()) == len(tables) > 0
    settled(here)
