"""Tables and views: which schema, which spec, which SQL; and what makes an object unmappable."""

from __future__ import annotations

from typing import Any

import pytest

from connector.bridge.errors import Code, SkippedObjectError
from connector.bridge.plan.model import Kind, ObjectKey, PartitionPlan
from connector.bridge.plan.objects import (
    object_key,
    preferred_representation,
    table_definition,
    view_definition,
)
from connector.bridge.wire import models
from tests.plan.samples import field, fields, schema, struct, table, version_json, view


def column_names(item: models.ListedTable) -> list[str]:
    """Map a table and list its columns."""
    return [column.name for column in table_definition(item)[0].columns]


def partitions(*specs: dict[str, Any], columns: list[Any] | None = None, default: int | None = None) -> Any:
    """Map a table with partition specs; give the partitions and the texts of the notes."""
    body = schema(columns or fields("a", "b"))
    definition, notes = table_definition(
        table({**body, "partition-specs": list(specs), "default-spec-id": default})
    )
    return definition.partitions, [note.text for note in notes]


def part(transform: str, source: int | None = 1, **more: Any) -> dict[str, Any]:
    """Make a partition field."""
    return {"field-id": 1000, "name": "p", "transform": transform, "source-id": source, **more}


# --- identity and kind ------------------------------------------------------------------------------------------


def test_a_key_is_the_whole_path() -> None:
    """Catalog, levels and name, as they are."""
    item = table(name="t.1", namespace=["a.b", "c"])
    assert object_key(item) == ObjectKey("lake", ("a.b", "c"), "t.1")


def test_a_table_carries_its_last_update_and_comment() -> None:
    """What decides between listings, and what describes it when no listing does."""
    body = {**schema(fields("a")), "last-updated-ms": 12, "properties": {"comment": " Sales \n", "x": "y"}}
    definition, notes = table_definition(table(body))
    assert (definition.kind, definition.updated_ms, definition.comment) == (Kind.TABLE, 12, "Sales")
    assert (definition.sql, definition.dialect, notes) == (None, None, [])


@pytest.mark.parametrize("properties", [None, {}, {"comment": ""}, {"comment": " \n"}])
def test_a_blank_comment_is_none(properties: dict[str, str] | None) -> None:
    """No time of update counts as the oldest."""
    definition, _ = table_definition(table({**schema(fields("a")), "properties": properties}))
    assert (definition.comment, definition.updated_ms) == (None, 0)


# --- the schema in force ----------------------------------------------------------------------------------------


def test_the_current_schema_counts_not_the_first_or_last() -> None:
    """A table keeps all its schemas."""
    schemas = [{"schema-id": number, "fields": fields(f"c{number}")} for number in (0, 1, 2)]
    assert column_names(table({"current-schema-id": 1, "schemas": schemas})) == ["c1"]


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ({"format-version": 1, "schema": {"fields": fields("old")}}, ["old"]),
        ({"schema": {"fields": fields("old")}, "schemas": []}, ["old"]),
        ({"schema": {"fields": fields("old")}, "current-schema-id": 0}, ["old"]),
        (
            {
                "schema": {"fields": fields("old")},
                "schemas": [{"schema-id": 3, "fields": fields("new")}],
                "current-schema-id": 3,
            },
            ["new"],
        ),
        ({"schemas": [{"schema-id": 7, "fields": fields("only")}]}, ["only"]),
        ({"schemas": [{"fields": fields("nameless")}], "current-schema-id": 0}, ["nameless"]),
        ({"schemas": [{"fields": []}], "current-schema-id": 0}, []),
    ],
)
def test_forms_of_the_schema(metadata: dict[str, Any], expected: list[str]) -> None:
    """Format 1 has `schema`, alone or beside the list; a list of one needs no name; no column is a schema, too."""
    assert column_names(table(metadata)) == expected


TWO = [{"schema-id": 0, "fields": []}, {"schema-id": 1, "fields": []}]


@pytest.mark.parametrize(
    ("metadata", "problem"),
    [
        ({"format-version": 2}, "it has no schema"),
        ({"schemas": []}, "it has no schema"),
        ({"current-schema-id": 0}, "it has no schema"),
        ({"schemas": TWO}, "it names none of its schemas as current"),
        ({"schemas": TWO, "current-schema-id": 5}, "its current schema 5 is not among its 2 schemas"),
    ],
)
def test_a_table_without_a_schema_in_force_is_skipped(metadata: dict[str, Any], problem: str) -> None:
    """Case 3: it is named with a code and keeps what the catalog has; nothing is guessed."""
    with pytest.raises(SkippedObjectError) as caught:
        table_definition(table(metadata, "orders", ["a", "b"]))
    error = caught.value
    assert (error.code, error.subject, error.problem) == (Code.OBJECT_UNMAPPABLE, "lake.a.b.orders", problem)
    assert "keeps what the catalog has" in str(error)


# --- partitions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("transform", "interval_type"),
    [
        ("identity", "COLUMN-VALUE"),
        ("year", "TIME-UNIT"),
        ("month", "TIME-UNIT"),
        ("day", "TIME-UNIT"),
        ("hour", "TIME-UNIT"),
        ("bucket[16]", "OTHER"),
        ("truncate[10]", "OTHER"),
        ("some_future_transform[3]", "OTHER"),
    ],
)
def test_transforms(transform: str, interval_type: str) -> None:
    """Each says by the catalog's words what makes a partition, and keeps its own."""
    found, notes = partitions({"spec-id": 0, "fields": [part(transform)]})
    assert found == (PartitionPlan("a", interval_type, transform),)
    assert notes == []


def test_void_partitions_by_nothing() -> None:
    """It is what a dropped partition field leaves behind in format 1, even when its column is gone."""
    found, notes = partitions({"spec-id": 0, "fields": [part("void"), part("void", 99), part("day", 2)]})
    assert found == (PartitionPlan("b", "TIME-UNIT", "day"),)
    assert notes == []


def test_the_default_spec_counts() -> None:
    """A table keeps all its specs."""
    specs = [{"spec-id": number, "fields": [part("identity", number)]} for number in (1, 2)]
    found, _ = partitions(*specs, default=2)
    assert [one.column for one in found] == ["b"]


@pytest.mark.parametrize(
    "metadata",
    [{"partition-spec": [part("identity")]}, {"partition-spec": [part("identity")], "partition-specs": []}],
)
def test_format_1_has_one_spec_of_its_own(metadata: dict[str, Any]) -> None:
    """`partition-spec` holds the fields themselves."""
    definition, _ = table_definition(table({"schema": {"fields": fields("a")}, **metadata}))
    assert definition.partitions == (PartitionPlan("a", "COLUMN-VALUE", "identity"),)


@pytest.mark.parametrize("metadata", [{}, {"partition-specs": [{"spec-id": 0, "fields": []}]}])
def test_an_unpartitioned_table_has_no_partitions(metadata: dict[str, Any]) -> None:
    """In either form."""
    definition, notes = table_definition(table({**schema(fields("a")), **metadata}))
    assert (definition.partitions, notes) == ((), [])


def test_a_partition_on_a_nested_field_is_left_out_with_a_note() -> None:
    """Case 10: the server refuses a table whose partition column is not a top-level one."""
    columns = [field("a", struct(field("b", id_=2)), id_=1), field("c", id_=3)]
    spec = {"spec-id": 0, "fields": [part("identity", 2, name="a.b"), part("bucket[4]", 3)]}
    found, notes = partitions(spec, columns=columns)
    assert found == (PartitionPlan("c", "OTHER", "bucket[4]"),)
    assert notes == ["partition `a.b` is not on a top-level column and is left out"]


def test_a_partition_on_no_column_at_all_is_left_out_with_a_note() -> None:
    """A dropped column, or a field without a source; without a name it is called by its transform."""
    found, notes = partitions({"spec-id": 0, "fields": [part("day", 99, name=None), part("hour", None)]})
    assert found == ()
    assert notes == [
        "partition `day` is not on a top-level column and is left out",
        "partition `p` is not on a top-level column and is left out",
    ]


def test_a_transform_of_several_columns_partitions_by_each() -> None:
    """Format 3 has `source-ids`; what is not at the top is noted, the rest stays."""
    both = part("bucket[8]", None, **{"source-ids": [1, 2]})
    found, notes = partitions({"spec-id": 0, "fields": [both]})
    assert found == (PartitionPlan("a", "OTHER", "bucket[8]"), PartitionPlan("b", "OTHER", "bucket[8]"))
    assert notes == []
    one = part("bucket[8]", None, **{"source-ids": [1, 99]})
    found, notes = partitions({"spec-id": 0, "fields": [one]})
    assert [item.column for item in found] == ["a"]
    assert notes == ["partition `p` is not on a top-level column and is left out"]


def test_a_partition_names_the_column_as_published() -> None:
    """A twin's new name and an encoded name, not the original."""
    columns = [field("a::b", id_=1), field("id", id_=2), field("ID", id_=3)]
    spec = {"spec-id": 0, "fields": [part("identity", 1), part("identity", 3)]}
    found, _ = partitions(spec, columns=columns)
    assert [one.column for one in found] == ["a__reserved__colon__b", "ID_2"]


# --- views ------------------------------------------------------------------------------------------------------


def sql_of(*representations: tuple[str | None, str | None, str]) -> str | None:
    """Choose among representations given as dialect, SQL and type."""
    chosen = preferred_representation(
        [
            models.ViewRepresentation(dialect=dialect, sql=sql, type=kind)
            for dialect, sql, kind in representations
        ]
    )
    return chosen.sql if chosen else None


@pytest.mark.parametrize(
    ("dialects", "expected"),
    [
        (["ansi", "trino", "spark"], "spark"),
        (["duckdb", "ansi", "trino"], "trino"),
        (["hive", "ansi"], "ansi"),
        (["hive", "duckdb"], "hive"),
        (["trino", "Spark"], "Spark"),
        (["hive", None], "hive"),
        ([None], None),
    ],
)
def test_dialects_are_preferred_in_the_mapping_s_order(
    dialects: list[str | None], expected: str | None
) -> None:
    """Spark, Trino, ANSI, then the first of any other; the case of a dialect's name is no matter."""
    assert sql_of(*((dialect, f"-- {dialect}", "sql") for dialect in dialects)) == f"-- {expected}"


def test_only_sql_that_is_there_counts() -> None:
    """A blank text or another kind of representation is no SQL."""
    assert sql_of(("spark", " ", "sql"), ("spark", None, "sql"), ("spark", "x", "plan")) is None
    assert sql_of(("spark", "", "sql"), ("hive", "SELECT 1", "sql")) == "SELECT 1"


def test_a_view_has_the_sql_and_schema_of_its_current_version() -> None:
    """Neither the first nor the last version, but the current one."""
    definition, notes = view_definition(
        view(
            {
                "current-version-id": 2,
                "schemas": [{"schema-id": number, "fields": fields(f"c{number}")} for number in (0, 1)],
                "versions": [
                    version_json(1, time=1, schema_id=0, spark="one"),
                    version_json(2, time=7, schema_id=1, trino="two", spark="zwei"),
                    version_json(3, time=9, schema_id=0, spark="three"),
                ],
                "properties": {"comment": "Daily"},
            }
        )
    )
    assert (definition.kind, definition.updated_ms, definition.comment) == (Kind.VIEW, 7, "Daily")
    assert (definition.sql, definition.dialect) == ("zwei", "spark")
    assert [column.name for column in definition.columns] == ["c1"]
    assert notes == []


def test_a_view_that_names_a_column_twice_keeps_both() -> None:
    """Case 10: the later one gets a number and a warning."""
    definition, notes = view_definition(
        view({"schemas": [{"schema-id": 0, "fields": fields("a", "b", "A")}]})
    )
    assert [column.name for column in definition.columns] == ["a", "b", "A_2"]
    assert [note.code for note in notes] == [Code.OBJECT_NOTE]


def test_a_view_without_sql_is_published_without() -> None:
    """Case 12: lineage may be missing, the view never."""
    definition, notes = view_definition(view({"versions": [version_json(spark=" ")]}))
    assert (definition.sql, definition.dialect) == (None, None)
    assert [column.name for column in definition.columns] == ["a"]
    assert [(note.subject, note.text) for note in notes] == [
        ("lake.ns.v", "the view has no SQL, so it is published without")
    ]


@pytest.mark.parametrize(
    "metadata",
    [
        {"current-version-id": None},
        {"versions": [version_json(time=None)]},
        {"schemas": [{"fields": fields("a")}]},
        {"schemas": [{"fields": fields("a")}], "versions": [version_json(schema_id=None)]},
    ],
)
def test_a_view_may_leave_out_what_goes_without_saying(metadata: dict[str, Any]) -> None:
    """The one version is the current one; the first schema has the id 0."""
    definition, _ = view_definition(view(metadata))
    assert [column.name for column in definition.columns] == ["a"]


@pytest.mark.parametrize(
    ("metadata", "problem"),
    [
        ({"current-version-id": 4}, "its current version 4 is not among its 1 versions"),
        ({"versions": []}, "its current version 1 is not among its 0 versions"),
        (
            {"current-version-id": None, "versions": [version_json(1), version_json(2)]},
            "it names none of its 2 versions as current",
        ),
        (
            {"versions": [version_json(schema_id=8)]},
            "the schema 8 of its current version is not among its schemas",
        ),
        ({"schemas": []}, "the schema 0 of its current version is not among its schemas"),
    ],
)
def test_a_view_without_version_or_schema_in_force_is_skipped(metadata: dict[str, Any], problem: str) -> None:
    """It is named with a code and keeps what the catalog has."""
    with pytest.raises(SkippedObjectError) as caught:
        view_definition(view(metadata))
    assert (caught.value.code, caught.value.subject) == (Code.OBJECT_UNMAPPABLE, "lake.ns.v")
    assert caught.value.problem == problem
