"""Metadata as real writers make it: pyiceberg's own, and the demo installation's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyiceberg.partitioning import PartitionField, PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.table.metadata import new_table_metadata
from pyiceberg.table.sorting import UNSORTED_SORT_ORDER
from pyiceberg.transforms import (
    BucketTransform,
    DayTransform,
    HourTransform,
    IdentityTransform,
    MonthTransform,
    TruncateTransform,
    VoidTransform,
    YearTransform,
)
from pyiceberg.types import (
    BinaryType,
    BooleanType,
    DateType,
    DecimalType,
    DoubleType,
    FixedType,
    FloatType,
    IcebergType,
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

from connector.bridge.plan.build import table_plan
from connector.bridge.plan.catalog import WorkingSet
from connector.bridge.plan.intake import take_in
from connector.bridge.plan.model import ColumnPlan, Kind, TablePlan
from connector.bridge.plan.objects import table_definition
from connector.bridge.wire.reader import read_listing
from tests.plan.samples import content

LISTINGS = Path(__file__).resolve().parents[2] / "examples" / "installation" / "listings"

COLUMNS: tuple[tuple[IcebergType, str, str], ...] = (
    (BooleanType(), "BOOLEAN", "boolean"),
    (IntegerType(), "INT", "int"),
    (LongType(), "BIGINT", "long"),
    (FloatType(), "FLOAT", "float"),
    (DoubleType(), "DOUBLE", "double"),
    (DecimalType(9, 2), "DECIMAL", "decimal(9,2)"),
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
    (StructType(NestedField(101, "x", IntegerType(), required=True, doc="An x")), "STRUCT", "struct<x:int>"),
    (ListType(102, StringType(), element_required=True), "ARRAY", "list<string>"),
    (
        MapType(103, StringType(), 104, ListType(105, DecimalType(10, 2), element_required=False)),
        "MAP",
        "map<string,list<decimal(10,2)>>",
    ),
)
SPEC = PartitionSpec(
    PartitionField(1, 1000, IdentityTransform(), "p0"),
    PartitionField(3, 1001, BucketTransform(16), "p1"),
    PartitionField(13, 1002, TruncateTransform(4), "p2"),
    PartitionField(7, 1003, YearTransform(), "p3"),
    PartitionField(9, 1004, MonthTransform(), "p4"),
    PartitionField(10, 1005, DayTransform(), "p5"),
    PartitionField(9, 1006, HourTransform(), "p6"),
    PartitionField(2, 1007, VoidTransform(), "p7"),
)


def made_by_pyiceberg() -> Any:
    """Make the metadata of a format 3 table with every type, and write it as a catalog does."""
    fields = [
        NestedField(
            number, f"c{number}", kind, required=number % 2 == 1 and text != "unknown", doc=f"Column {number}"
        )
        for number, (kind, _, text) in enumerate(COLUMNS, start=1)
    ]
    metadata = new_table_metadata(
        schema=Schema(*fields, identifier_field_ids=[1]),
        partition_spec=SPEC,
        sort_order=UNSORTED_SORT_ORDER,
        location="s3://example/t",
        properties={"format-version": "3", "comment": "Every type"},
    )
    return json.loads(json.dumps(metadata.model_dump(mode="json", by_alias=True)))


def test_a_table_of_pyiceberg_with_every_type() -> None:
    """Through the wire's reader: columns, types, texts, docs, required, partitions, comment; nothing lost, nothing noted."""
    metadata = made_by_pyiceberg()
    read = content("l", tables=[{"catalog": "lake", "namespace": ["ns"], "name": "t", "metadata": metadata}])
    assert (read.problems, read.notes) == ((), ())
    definition, notes = table_definition(read.tables[0])
    assert notes == []
    assert [(one.data_type, one.data_type_display) for one in definition.columns] == [
        (data_type, text) for _, data_type, text in COLUMNS
    ]
    numbers = range(1, len(COLUMNS) + 1)
    assert [one.ordinal for one in definition.columns] == list(numbers)
    assert [one.description for one in definition.columns] == [f"Column {number}" for number in numbers]
    assert [one.required for one in definition.columns] == [
        number % 2 == 1 and COLUMNS[number - 1][2] != "unknown" for number in numbers
    ]
    assert (definition.comment, definition.updated_ms) == ("Every type", metadata["last-updated-ms"])
    assert [(one.column, one.interval_type, one.transform) for one in definition.partitions] == [
        ("c1", "COLUMN-VALUE", "identity"),
        ("c3", "OTHER", "bucket[16]"),
        ("c13", "OTHER", "truncate[4]"),
        ("c7", "TIME-UNIT", "year"),
        ("c9", "TIME-UNIT", "month"),
        ("c10", "TIME-UNIT", "day"),
        ("c9", "TIME-UNIT", "hour"),
    ]


def test_nested_types_of_pyiceberg_have_their_children() -> None:
    """As the mapping nests them."""
    table = {"catalog": "lake", "namespace": ["ns"], "name": "t", "metadata": made_by_pyiceberg()}
    definition, _ = table_definition(content("l", tables=[table]).tables[0])
    struct, list_, map_ = definition.columns[-3:]
    assert struct.children == (ColumnPlan("x", None, "INT", "int", 1, description="An x", required=True),)
    assert (list_.array_data_type, list_.children) == ("STRING", None)
    key, value = map_.children or ()
    assert (key.data_type, value.data_type, value.array_data_type) == ("STRING", "ARRAY", "DECIMAL")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, TablePlan]]:
    """The plans of the demo installation by name."""
    working_set = WorkingSet(tmp_path_factory.mktemp("demo"))
    for path in sorted(LISTINGS.glob("*.json")):
        read = read_listing(json.loads(path.read_text(encoding="utf-8")), path.stem)
        intake = take_in(working_set, read)
        assert (read.problems, read.notes, intake.failures, intake.notes, intake.unavailable) == (
            (),
            (),
            [],
            [],
            [],
        )
    keys = [
        key
        for namespace in working_set.namespaces("lake")
        for key, _ in working_set.objects("lake", namespace)
    ]
    yield {key.name: table_plan("demo", working_set.entry(key)) for key in keys}
    working_set.close()


def test_the_demo_gives_24_tables_and_10_views(demo: dict[str, TablePlan]) -> None:
    """Everything is mapped, and everything is described."""
    kinds = [plan.definition.kind for plan in demo.values()]
    assert (kinds.count(Kind.TABLE), kinds.count(Kind.VIEW), len(demo)) == (24, 10, 34)
    assert all(plan.description and plan.source_url for plan in demo.values())
    assert all(column.description for plan in demo.values() for column in plan.definition.columns)


def test_owners_of_the_demo_are_those_of_all_listings_of_a_table(demo: dict[str, TablePlan]) -> None:
    """What several teams share is nobody's; what one team shares, in one listing or several, is that team's."""
    assert demo["store_sales"].owner == "demo__store-operations"
    assert demo["inventory"].owner == "demo__store-operations"
    assert demo["monthly_sales_by_channel"].owner == "demo__direct-sales"
    assert demo["income_band"].owner == "demo__analytics-platform"
    assert demo["item"].owner is None


def test_descriptions_of_the_demo_are_the_objects_or_their_comments(demo: dict[str, TablePlan]) -> None:
    """A shared object's own text counts before the comment."""
    assert (demo["date_dim"].description or "").startswith("The calendar of all facts.")
    assert demo["reason"].description == "Reasons that customers give for a return."


def test_forms_of_metadata_in_the_demo_come_out_alike(demo: dict[str, TablePlan]) -> None:
    """The early form of format 1, an old schema, an old spec, an old version of a view."""
    assert [column.name for column in demo["income_band"].definition.columns] == [
        "ib_income_band_sk",
        "ib_lower_bound",
        "ib_upper_bound",
    ]
    assert demo["customer"].definition.columns[-1].name == "c_last_review_date_sk"
    assert [one.transform for one in demo["catalog_sales"].definition.partitions] == ["truncate[30]"]
    assert "web_sales" in (demo["monthly_sales_by_channel"].definition.sql or "")
    assert demo["promotion_effect"].definition.dialect == "trino"
