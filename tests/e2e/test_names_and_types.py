"""Names that break connectors, and every type (cases 9, 10 and 14, and their neighbours)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from connector.bridge.plan import names
from tests.e2e.build import Json, field, fields, listing, table, view
from tests.e2e.conftest import MakeWorld
from tests.e2e.test_run import settled

HARD_NAMES = [
    'or"ders>2024',
    "a::b",
    "a.b",
    "a..b",
    '"quoted"',
    "a/b%2Fc",
    "with space",
    "täble",
    "表",
    "🎉",
    "a>b>c",
    "tab\tnew\nline",
    "__reserved__quote__",
    "orders?x=1&y=2#z",
    "..",
    "'; DROP TABLE x; --",
    "`ticks`",
    "back\\slash",
]


def test_case_9(world: MakeWorld) -> None:
    orders = table('or"ders>2024', fields("a::b"), namespace=["sales.eu"])
    over = view(
        "over", 'SELECT "a::b" FROM "sales.eu"."or""ders>2024"', fields("a::b"), namespace=["sales.eu"]
    )
    here = world(listing("sales", tables=[orders], views=[over]))
    assert here.run().ok
    schema = "bridge.lake.sales%2Eeu"
    assert here.tables() == {f"{schema}.or__reserved__quote__ders__reserved__arrow__2024", f"{schema}.over"}
    found = here.table(f"{schema}.or__reserved__quote__ders__reserved__arrow__2024")
    assert found["displayName"] == 'or"ders>2024'
    assert [(item["name"], item["displayName"]) for item in found["columns"]] == [
        ("a__reserved__colon__b", "a::b")
    ]
    standing = here.catalog.catalog.get("databaseSchemas", schema)
    assert standing is not None
    assert standing["displayName"] == "sales.eu"
    settled(here)


@pytest.mark.parametrize("place", ["catalog", "namespace", "table", "column", "team", "listing"])
def test_hard_names_are_created_once_and_found_again(world: MakeWorld, place: str) -> None:
    offers: list[dict[str, Any]] = []
    if place == "listing":
        offers = [listing(name, tables=[table(f"t{number}")]) for number, name in enumerate(HARD_NAMES)]
    elif place == "team":
        offers = [
            listing(f"l{number}", tables=[table(f"t{number}")], team=name)
            for number, name in enumerate(HARD_NAMES)
        ]
    else:
        makers: dict[str, Callable[[str], Json]] = {
            "catalog": lambda name: table("t", catalog=name),
            "namespace": lambda name: table("t", namespace=[name]),
            "table": table,
            "column": lambda name: table(names.short_hash(name), fields(name)),
        }
        offers = [listing("all", tables=[makers[place](name) for name in HARD_NAMES])]
    here = world(*offers)
    outcome = here.run()
    assert outcome.ok, outcome
    assert len(here.tables()) == len(HARD_NAMES)
    if place == "column":
        shown = {
            item["columns"][0].get("displayName") or item["columns"][0]["name"]
            for item in map(here.table, here.tables())
        }
        assert shown == {name.replace("\t", " ").replace("\n", " ") for name in HARD_NAMES}
    if place == "team":
        teams = [team for team in here.catalog.catalog.all("teams") if team["name"].startswith("bridge__")]
        assert len(teams) == len(HARD_NAMES)
    settled(here)


def test_levels_that_read_alike_stay_apart(world: MakeWorld) -> None:
    here = world(listing("sales", tables=[table("t", namespace=["a.b"]), table("t", namespace=["a", "b"])]))
    assert here.run().ok
    assert here.tables() == {"bridge.lake.a%2Eb.t", 'bridge.lake."a.b".t'}
    settled(here)


def test_long_names_and_case_twins(world: MakeWorld) -> None:
    long_name = "x" * 300
    twins = [table("Orders"), table("orders"), table(long_name), table(long_name + "y")]
    twins.append(table("t", fields("id", "ID", "Id", "id_2")))
    here = world(listing("sales", tables=twins))
    outcome = here.run()
    assert outcome.ok, outcome
    assert {"bridge.lake.sales.Orders", "bridge.lake.sales.orders"} <= here.tables()
    long_ones = [item for item in map(here.table, here.tables()) if item["name"].startswith("xx")]
    assert sorted(item["displayName"] for item in long_ones) == [long_name, long_name + "y"]
    assert all(len(item["name"]) <= 256 for item in long_ones)
    assert [item["name"] for item in here.columns("bridge.lake.sales.t")] == ["id", "ID_3", "Id_4", "id_2"]
    assert len(outcome.warned_with("BRIDGE_OBJECT_NOTE")) == 2
    settled(here)


def test_case_10(world: MakeWorld) -> None:
    struct = {"type": "struct", "fields": [field(11, "a", "int")]}
    columns = [
        field(1, "empty", {"type": "struct", "fields": []}),
        field(
            2,
            "deep",
            {
                "type": "list",
                "element-id": 3,
                "element-required": True,
                "element": {"type": "list", "element-id": 4, "element-required": False, "element": struct},
            },
        ),
        field(
            5,
            "m",
            {
                "type": "map",
                "key-id": 6,
                "key": "string",
                "value-id": 7,
                "value-required": False,
                "value": {
                    "type": "list",
                    "element-id": 8,
                    "element-required": False,
                    "element": "decimal(10,2)",
                },
            },
        ),
        field(9, "a", "int"),
        field(10, "s", struct),
    ]
    partitions = [
        {"source-id": 11, "field-id": 1000, "name": "s_a", "transform": "identity"},
        {"source-id": 9, "field-id": 1001, "name": "a_bucket", "transform": "bucket[16]"},
    ]
    wide = table("wide", columns, metadata={"partition-specs": [{"spec-id": 0, "fields": partitions}]})
    twice = view("twice", "SELECT a, a FROM wide", fields("a", "a"))
    here = world(listing("sales", tables=[wide], views=[twice]))
    outcome = here.run()
    assert outcome.ok, outcome
    found = here.columns("bridge.lake.sales.wide")
    assert [(item["dataType"], item["dataTypeDisplay"]) for item in found] == [
        ("STRUCT", "struct<>"),
        ("ARRAY", "list<list<struct<a:int>>>"),
        ("MAP", "map<string,list<decimal(10,2)>>"),
        ("INT", "int"),
        ("STRUCT", "struct<a:int>"),
    ]
    assert found[0]["children"] == []
    (element,) = found[1]["children"]
    assert (element["name"], element["dataType"], element["arrayDataType"], element["constraint"]) == (
        "element",
        "ARRAY",
        "STRUCT",
        "NOT_NULL",
    )
    assert [item["name"] for item in element["children"]] == ["a"]
    key, value = found[2]["children"]
    assert (key["name"], key["dataType"]) == ("key", "STRING")
    assert (value["name"], value["dataType"], value["arrayDataType"]) == ("value", "ARRAY", "DECIMAL")
    assert here.table("bridge.lake.sales.wide")["tablePartition"]["columns"] == [
        {"columnName": "a", "intervalType": "OTHER", "interval": "bucket[16]"}
    ]
    assert [item["name"] for item in here.columns("bridge.lake.sales.twice")] == ["a", "a_2"]
    assert len(outcome.warned_with("BRIDGE_OBJECT_NOTE")) == 2
    settled(here)


def test_case_14(world: MakeWorld) -> None:
    types = {
        "variant": "VARIANT",
        "timestamp_ns": "TIMESTAMP",
        "timestamptz_ns": "TIMESTAMPZ",
        "geometry(OGC:CRS84)": "GEOMETRY",
        "geography(OGC:CRS84, spherical)": "GEOGRAPHY",
        "unknown": "UNKNOWN",
        "some_future_type": "UNKNOWN",
    }
    columns = [field(number, f"c{number}", kind) for number, kind in enumerate(types)]
    here = world(listing("sales", tables=[table("future", columns)]))
    outcome = here.run()
    assert outcome.ok, outcome
    found = here.columns("bridge.lake.sales.future")
    assert [item["dataType"] for item in found] == list(types.values())
    assert [item["dataTypeDisplay"] for item in found] == [kind.lower() for kind in types]
    (warning,) = outcome.warned_with("BRIDGE_OBJECT_NOTE")
    assert "`some_future_type`" in warning
    settled(here)
