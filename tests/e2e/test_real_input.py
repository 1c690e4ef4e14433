"""Input made by others: tables of pyiceberg with every type, and the public Ossie model of TPC-DS."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from pyiceberg.partitioning import PartitionField, PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.table.metadata import new_table_metadata
from pyiceberg.table.sorting import UNSORTED_SORT_ORDER
from pyiceberg.transforms import BucketTransform, DayTransform
from pyiceberg.types import (
    BinaryType,
    BooleanType,
    DateType,
    DecimalType,
    DoubleType,
    FixedType,
    FloatType,
    IntegerType,
    ListType,
    LongType,
    MapType,
    NestedField,
    StringType,
    StructType,
    TimestampNanoType,
    TimestampType,
    TimestamptzNanoType,
    TimestamptzType,
    TimeType,
    UnknownType,
    UUIDType,
)

from tests.e2e.build import Json, fields, listing, table
from tests.e2e.conftest import MakeWorld
from tests.e2e.test_run import settled

OSSIE = Path(
    os.environ.get("OSSIE_MODEL", Path(__file__).parents[3] / "shared/data/tpcds_semantic_model.ossie.yaml")
)

POINT = StructType(
    NestedField(101, "x", DoubleType(), required=True, doc="East"),
    NestedField(102, "y", DoubleType(), required=False),
)
COLUMNS: list[tuple[Any, str, str]] = [
    (BooleanType(), "BOOLEAN", "boolean"),
    (IntegerType(), "INT", "int"),
    (LongType(), "BIGINT", "long"),
    (FloatType(), "FLOAT", "float"),
    (DoubleType(), "DOUBLE", "double"),
    (DecimalType(38, 10), "DECIMAL", "decimal(38,10)"),
    (DateType(), "DATE", "date"),
    (TimeType(), "TIME", "time"),
    (TimestampType(), "TIMESTAMP", "timestamp"),
    (TimestamptzType(), "TIMESTAMPZ", "timestamptz"),
    (TimestampNanoType(), "TIMESTAMP", "timestamp_ns"),
    (TimestamptzNanoType(), "TIMESTAMPZ", "timestamptz_ns"),
    (StringType(), "STRING", "string"),
    (UUIDType(), "UUID", "uuid"),
    (FixedType(16), "FIXED", "fixed[16]"),
    (BinaryType(), "BYTES", "binary"),
    (UnknownType(), "UNKNOWN", "unknown"),
    (POINT, "STRUCT", "struct<x:double,y:double>"),
    (ListType(201, StringType(), element_required=True), "ARRAY", "list<string>"),
    (ListType(202, POINT, element_required=False), "ARRAY", "list<struct<x:double,y:double>>"),
    (
        MapType(203, StringType(), 204, POINT, value_required=True),
        "MAP",
        "map<string,struct<x:double,y:double>>",
    ),
]


def made_by_pyiceberg() -> Json:
    """Make a table as a catalog holds it."""
    schema = Schema(
        *(
            NestedField(number, f"c{number}", kind, required=False, doc=f"Column {number}")
            for number, (kind, _, _) in enumerate(COLUMNS, start=1)
        )
    )
    spec = PartitionSpec(
        PartitionField(9, 1000, DayTransform(), "by_day"),
        PartitionField(3, 1001, BucketTransform(8), "by_bucket"),
    )
    metadata = new_table_metadata(
        schema, spec, UNSORTED_SORT_ORDER, "s3://example/t", {"format-version": "3", "comment": "Every type"}
    )
    return {
        **table("every_type"),
        "metadata": json.loads(json.dumps(metadata.model_dump(mode="json", by_alias=True))),
    }


def test_a_table_of_pyiceberg_with_every_type(world: MakeWorld) -> None:
    here = world(listing("all", tables=[made_by_pyiceberg()]))
    outcome = here.run()
    assert outcome.ok, outcome
    assert outcome.warnings == ()
    entity = here.table("bridge.lake.sales.every_type")
    assert entity["description"] == "Every type"
    assert [(item["dataType"], item["dataTypeDisplay"]) for item in entity["columns"]] == [
        (data_type, text) for _, data_type, text in COLUMNS
    ]
    transforms = {item["columnName"]: item["interval"] for item in entity["tablePartition"]["columns"]}
    assert transforms == {"c9": "day", "c3": "bucket[8]"}
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
