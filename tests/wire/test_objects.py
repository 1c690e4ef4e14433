"""One table, view or semantic model: what is mended, what is left out, what makes it invalid."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from connector.bridge.wire import models
from connector.bridge.wire.objects import InvalidObjectError, Kind, read_identity, read_object, shown_path

from .samples import semantic_model, table, view

SCHEMA = ("metadata", "schemas", 0)


def problem_of(raw: object, model: type[models.ObjectIdentity] = models.ListedTable) -> str:
    """Give what is said about an invalid object."""
    with pytest.raises(InvalidObjectError) as caught:
        read_object(raw, model)
    return caught.value.problem


def test_a_valid_object_of_each_kind_is_read_as_it_is() -> None:
    read_table, of_table = read_object(table(), models.ListedTable)
    read_view, of_view = read_object(view(), models.ListedView)
    read_model, of_model = read_object(semantic_model(), models.ListedSemanticModel)
    assert (of_table, of_view, of_model) == ((), (), ())
    assert read_table.metadata.schemas is not None
    assert read_table.metadata.schemas[0].fields[0].name == "item"
    assert read_view.metadata.versions[0].representations[0].sql == "SELECT day FROM d"
    assert read_model.document["version"] == "0.2.0"


def test_a_format_1_table_may_carry_schema_and_spec_alone() -> None:
    schema = {"type": "struct", "fields": [{"id": 1, "name": "a", "required": False, "type": "int"}]}
    spec = [{"source-id": 1, "field-id": 1000, "name": "a_bucket", "transform": "bucket[16]"}]
    raw = table(changes={"format-version": 1, "schemas": None, "partition-specs": None, "schema": schema})
    raw["metadata"]["partition-spec"] = spec
    found, dropped = read_object(raw, models.ListedTable)
    assert dropped == ()
    assert found.metadata.schema_ is not None
    assert found.metadata.schema_.fields[0].type == "int"
    assert found.metadata.partition_spec is not None
    assert found.metadata.partition_spec[0].transform == "bucket[16]"


def test_nothing_about_storage_is_read() -> None:
    found, _ = read_object(table(), models.ListedTable)
    assert "s3://" not in repr(found)
    assert "location" not in found.model_dump(by_alias=True)["metadata"]


@pytest.mark.parametrize(
    "type_",
    ["variant", "timestamp_ns", "geometry(OGC:CRS84)", "some_future_type", {"type": "list", "element": "x"}],
)
def test_a_type_of_the_future_is_left_to_the_mapping(type_: Any) -> None:
    raw = table()
    raw["metadata"]["schemas"][0]["fields"][0]["type"] = type_
    found, dropped = read_object(raw, models.ListedTable)
    assert found.metadata.schemas is not None
    assert found.metadata.schemas[0].fields[0].type == type_
    assert dropped == ()


def test_scalars_become_text_where_iceberg_wants_text() -> None:
    raw = table(
        properties={"retries": 4, "gc.enabled": False, "ratio": 1.5, "nested": {}, "none": None, "text": "x"},
        snapshots=[{"snapshot-id": 1, "summary": {"total-records": 7, "x": []}}],
    )
    raw.update(catalog=7, namespace=[2026, True, "x"], name=1.5)
    found, dropped = read_object(raw, models.ListedTable)
    assert (found.catalog, found.namespace, found.name) == ("7", ["2026", "true", "x"], "1.5")
    assert found.metadata.properties == {
        "retries": "4",
        "gc.enabled": "false",
        "ratio": "1.5",
        "text": "x",
    }
    assert found.metadata.snapshots is not None
    assert found.metadata.snapshots[0].summary == {"total-records": "7"}
    assert dropped == ()


def test_the_raw_value_is_not_changed() -> None:
    raw = table(properties={"a": 1}, snapshots=[{"snapshot-id": "x", "summary": {"b": 2}}])
    before = copy.deepcopy(raw)
    read_object(raw, models.ListedTable)
    assert raw == before


def test_what_only_describes_is_left_out_when_wrong() -> None:
    raw = table(
        changes={
            "table-uuid": 7,
            "format-version": "two",
            "last-updated-ms": "yesterday",
            "current-snapshot-id": {},
            "snapshots": [{"snapshot-id": 1}, "x", {"snapshot-id": 2}, {"snapshot-id": None}],
        }
    )
    raw["description"] = ["no", "text"]
    raw["metadata"]["schemas"][0]["fields"][0]["doc"] = 7
    found, dropped = read_object(raw, models.ListedTable)
    assert {shown_path(path) for path in dropped} == {
        "description",
        "metadata.table-uuid",
        "metadata.format-version",
        "metadata.last-updated-ms",
        "metadata.current-snapshot-id",
        "metadata.snapshots[1]",
        "metadata.snapshots[3]",
        "metadata.schemas[0].fields[0].doc",
    }
    assert found.description is None
    assert found.metadata.last_updated_ms is None
    assert [one.snapshot_id for one in found.metadata.snapshots or []] == [1, 2]
    assert found.metadata.schemas is not None
    assert found.metadata.schemas[0].fields[0].doc is None


def test_snapshots_that_are_no_list_are_left_out() -> None:
    found, dropped = read_object(table(snapshots="none", properties=[]), models.ListedTable)
    assert found.metadata.snapshots is None
    assert found.metadata.properties is None
    assert [shown_path(path) for path in dropped] == ["metadata.snapshots"]


def test_the_same_holds_for_views_and_models() -> None:
    raw_view, raw_model = view(), semantic_model()
    raw_view["metadata"]["versions"][0]["timestamp-ms"] = "x"
    raw_model["entityVersion"] = 3
    found_view, of_view = read_object(raw_view, models.ListedView)
    found_model, of_model = read_object(raw_model, models.ListedSemanticModel)
    assert found_view.metadata.versions[0].timestamp_ms is None
    assert found_model.entity_version is None
    assert [shown_path(path) for path in (*of_view, *of_model)] == [
        "metadata.versions[0].timestamp-ms",
        "entityVersion",
    ]


@pytest.mark.parametrize(
    ("place", "value", "problem"),
    [
        (("metadata",), None, "metadata:"),
        (("metadata",), [], "metadata: input should be an object"),
        (("metadata", "schemas"), {}, "metadata.schemas:"),
        (("metadata", "schemas", 0), "x", "metadata.schemas[0]:"),
        ((*SCHEMA, "fields"), None, "metadata.schemas[0].fields:"),
        ((*SCHEMA, "fields", 0, "name"), "", "metadata.schemas[0].fields[0].name:"),
        ((*SCHEMA, "fields", 0, "id"), "x", "metadata.schemas[0].fields[0].id:"),
        ((*SCHEMA, "fields", 0, "type"), 7, "metadata.schemas[0].fields[0].type is neither text nor object"),
        ((*SCHEMA, "identifier-field-ids"), ["x"], "metadata.schemas[0].identifier-field-ids[0]:"),
        (("metadata", "partition-specs"), 7, "metadata.partition-specs:"),
        (("metadata", "current-schema-id"), "x", "metadata.current-schema-id:"),
    ],
)
def test_what_columns_keys_and_partitions_are_made_of_must_be_right(
    place: tuple[str | int, ...], value: Any, problem: str
) -> None:
    raw = table()
    *way, last = place
    inner: Any = raw
    for step in way:
        inner = inner[step]
    inner[last] = value
    assert problem_of(raw).startswith(problem)


def test_many_faults_are_told_in_short_and_without_values() -> None:
    raw = table()
    raw["metadata"]["schemas"][0]["fields"] = [{"id": "s3cret"} for _ in range(5)]
    problem = problem_of(raw)
    assert problem.count(";") == 2
    assert problem.endswith(" and 12 more")
    assert "s3cret" not in problem


def test_dispensable_faults_do_not_hide_the_lasting_one() -> None:
    raw = table(changes={"table-uuid": 7, "current-schema-id": "x"})
    assert problem_of(raw).startswith("metadata.current-schema-id")
    assert "uuid" not in problem_of(raw)


@pytest.mark.parametrize("raw", [None, 7, "x", [], True])
def test_what_is_no_object_is_invalid(raw: object) -> None:
    assert problem_of(raw) == "it is no object"
    assert read_identity(raw) is None


@pytest.mark.parametrize(
    "change",
    [
        {"catalog": None},
        {"catalog": ""},
        {"catalog": {}},
        {"namespace": None},
        {"namespace": []},
        {"namespace": "tpcds"},
        {"namespace": ["a", None]},
        {"namespace": ["a", ""]},
        {"name": None},
        {"name": ["x"]},
        {"name": "\ud800"},
    ],
)
def test_an_object_needs_a_whole_identity(change: dict[str, Any]) -> None:
    raw = {**table(), **change}
    assert read_identity(raw) is None
    assert problem_of(raw)


def test_levels_may_hold_any_character() -> None:
    raw = {**table(name='or"ders>2024'), "namespace": ["sales.eu", "a::b", " ", "日本"]}
    found, _ = read_object(raw, models.ListedTable)
    assert found.namespace == ["sales.eu", "a::b", " ", "日本"]
    assert found.name == 'or"ders>2024'


def test_text_that_is_none_is_found_wherever_it_stands() -> None:
    raw = table(properties={"a\nb": "\ud800"})
    assert problem_of(raw) == "metadata.properties.a b holds half a character (a lone surrogate)"


def test_paths_are_written_as_people_do() -> None:
    assert shown_path(("metadata", "schemas", 0, "fields", 3, "type")) == "metadata.schemas[0].fields[3].type"
    assert shown_path(()) == "the object itself"


def test_kinds_have_a_label() -> None:
    assert [kind.label for kind in Kind] == ["table", "view", "semantic model"]
