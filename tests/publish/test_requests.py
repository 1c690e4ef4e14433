"""Requests built without validation are byte for byte those of the plain way, over hard names and every type."""

from __future__ import annotations

import uuid
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from metadata.generated.schema.api.data.createDatabase import CreateDatabaseRequest
from metadata.generated.schema.api.data.createDatabaseSchema import CreateDatabaseSchemaRequest
from metadata.generated.schema.api.data.createTable import CreateTableRequest
from pydantic import BaseModel

from connector.bridge.connection_models import Descriptions
from connector.bridge.plan import names
from connector.bridge.plan.build import database_plan, schema_plan
from connector.bridge.plan.iceberg import FieldSpec, TypeMapper
from connector.bridge.plan.model import Definition, Kind, ObjectKey, PartitionPlan, TablePlan
from connector.bridge.publish.requests import database_request, schema_request, table_request
from connector.bridge.publish.standing import OwnerRef, Standing
from tests.publish.plain import plain_table_request

HASH = "0" * 32
PRIMITIVES = [
    "boolean",
    "int",
    "long",
    "float",
    "double",
    "date",
    "time",
    "timestamp",
    "timestamp_ns",
    "timestamptz",
    "timestamptz_ns",
    "string",
    "uuid",
    "binary",
    "variant",
    "geometry",
    "geography",
    "unknown",
    "decimal(10,2)",
    "decimal(38,0)",
    "fixed[16]",
    "geometry(OGC:CRS84)",
    "some_future_type",
]

hard_text = st.text(
    alphabet=st.sampled_from(list("abzAZ09 .:>\"'`/\\%_-=+@#\n\r\t\x00äß漢🎉")), min_size=1, max_size=300
)
names_of_things = hard_text | st.sampled_from(
    ["a::b", 'or"ders>2024', "sales.eu", "__reserved__quote__", "x" * 300]
)
types: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from(PRIMITIVES),
    lambda inner: st.one_of(
        st.builds(
            lambda item, must: {"type": "list", "element": item, "element-required": must},
            inner,
            st.booleans(),
        ),
        st.builds(
            lambda key, value, must: {"type": "map", "key": key, "value": value, "value-required": must},
            inner,
            inner,
            st.booleans(),
        ),
        st.builds(
            lambda fields: {
                "type": "struct",
                "fields": [
                    {"id": number, "name": name, "type": kind, "required": must, "doc": name}
                    for number, (name, kind, must) in enumerate(fields)
                ],
            },
            st.lists(st.tuples(names_of_things, inner, st.booleans()), max_size=3),
        ),
    ),
    max_leaves=6,
)
fields = st.lists(
    st.builds(FieldSpec, name=names_of_things, type=types, required=st.booleans(), doc=st.none() | hard_text),
    max_size=5,
)


@st.composite
def plans(draw: st.DrawFn) -> TablePlan:
    """Draw tables and views with hard names, every type and partitions."""
    name = draw(names_of_things)
    columns = TypeMapper("x").columns(draw(fields))
    kind = draw(st.sampled_from([Kind.TABLE, Kind.VIEW]))
    partitions = tuple(
        PartitionPlan(column.name, interval, transform)
        for column, (interval, transform) in zip(
            columns,
            [("COLUMN-VALUE", "identity"), ("TIME-UNIT", "day"), ("OTHER", "bucket[16]")],
            strict=False,
        )
    )
    return TablePlan(
        key=ObjectKey("lake", ("a",), name),
        name=names.entity_name(name),
        display_name=names.display_name(name, names.entity_name(name)),
        definition=Definition(
            kind=kind,
            updated_ms=1,
            columns=columns,
            partitions=partitions if kind is Kind.TABLE else (),
            sql=draw(hard_text) if kind is Kind.VIEW else None,
        ),
        description=draw(st.none() | hard_text),
        source_url=draw(st.none() | st.just("https://portal.example.com/listings/a%2Fb?x=1")),
        owner=None,
    )


def wire(request: BaseModel) -> str:
    """Write a request as the framework's bulk call does (ometa_api.OpenMetadata._execute_bulk_operation)."""
    return request.model_dump_json(exclude_unset=True, exclude_none=True, by_alias=True)


def standing(**values: Any) -> Standing:
    """Make what stands, plain but for the given values."""
    defaults: dict[str, Any] = {
        "id": str(uuid.UUID(int=7)),
        "fqn": "s.d.c.t",
        "source_hash": HASH,
        "display_name": None,
        "description": None,
        "source_url": None,
        "deleted": False,
        "owners": (),
        "retention_period": None,
        "constraints": (),
    }
    return Standing(**{**defaults, **values})


@settings(max_examples=200, deadline=None)
@given(plan=plans(), owned=st.booleans())
def test_a_table_is_sent_as_the_plain_way_sends_it(plan: TablePlan, owned: bool) -> None:
    owners = [OwnerRef(str(uuid.UUID(int=5)), "team", "t")] if owned else []
    schema_fqn = names.fqn("bridge", "lake", names.schema_name(("a.b", "c")))
    ours = table_request(plan, schema_fqn, HASH, owners, None, Descriptions.BRIDGE)
    assert wire(ours) == wire(plain_table_request(plan, schema_fqn, HASH, owners))


@settings(max_examples=100, deadline=None)
@given(plan=plans())
def test_what_is_sent_is_valid_for_the_framework(plan: TablePlan) -> None:
    ours = wire(table_request(plan, "s.d.c", HASH, [], None, Descriptions.BRIDGE))
    again = CreateTableRequest.model_validate_json(ours)
    assert wire(again) == ours


@settings(max_examples=100, deadline=None)
@given(catalog=names_of_things, levels=st.lists(names_of_things, min_size=1, max_size=3))
def test_databases_and_schemas_are_sent_as_the_plain_way_sends_them(catalog: str, levels: list[str]) -> None:
    database = database_plan(catalog)
    schema = schema_plan(catalog, tuple(levels))
    ours = wire(database_request(database, "bridge", HASH, [], None))
    plain = CreateDatabaseRequest(
        name=database.name, service="bridge", sourceHash=HASH, displayName=database.display_name
    )
    assert ours == wire(plain)
    ours = wire(schema_request(schema, "bridge.lake", HASH, [], None))
    plain_schema = CreateDatabaseSchemaRequest(
        name=schema.name, database="bridge.lake", sourceHash=HASH, displayName=schema.display_name
    )
    assert ours == wire(plain_schema)


def small_plan(description: str | None = "From the Bridge", **values: Any) -> TablePlan:
    """Make a table with one column `a`."""
    columns = TypeMapper("x").columns(
        [FieldSpec("a", "int", False, None), FieldSpec("B", "int", False, None)]
    )
    return TablePlan(
        key=ObjectKey("lake", ("a",), "t"),
        name="t",
        display_name=values.get("display_name"),
        definition=Definition(kind=Kind.TABLE, updated_ms=1, columns=columns),
        description=description,
        source_url=None,
        owner=None,
    )


def sent(plan: TablePlan, before: Standing, policy: Descriptions = Descriptions.BRIDGE) -> dict[str, Any]:
    """Give what a request says, as the wire has it."""
    request = table_request(plan, "s.d.c", HASH, [], before, policy)
    body: dict[str, Any] = request.model_dump(
        mode="json", exclude_unset=True, exclude_none=True, by_alias=True
    )
    return body


def test_what_a_steward_set_is_sent_again() -> None:
    before = standing(
        display_name="Orders",
        retention_period="P30D",
        constraints=(
            {"constraintType": "UNIQUE", "columns": ["A"]},
            {"constraintType": "UNIQUE", "columns": ["gone"]},
        ),
    )
    body = sent(small_plan(), before)
    assert body["displayName"] == "Orders"
    assert body["retentionPeriod"] == "P30D"
    assert body["tableConstraints"] == [{"constraintType": "UNIQUE", "columns": ["A"]}]


def test_a_name_that_had_to_change_is_shown_unless_a_person_gave_another() -> None:
    plan = small_plan(display_name="a::b")
    assert sent(plan, standing(display_name="Somebody's"))["displayName"] == "Somebody's"
    assert sent(plan, standing())["displayName"] == "a::b"


def test_the_text_of_a_request_follows_the_policy() -> None:
    stored = standing(description="A steward&#39;s")
    assert sent(small_plan(), stored)["description"] == "From the Bridge"
    assert sent(small_plan(), stored, Descriptions.FILL)["description"] == "A steward&#39;s"
    assert sent(small_plan(None), stored)["description"] == "A steward&#39;s"
    assert sent(small_plan(), standing(), Descriptions.FILL)["description"] == "From the Bridge"
    assert "description" not in sent(small_plan(None), standing())


def test_a_container_keeps_the_text_and_names_that_people_gave_it() -> None:
    before = standing(description="About the lake", display_name="The lake")
    for request in (
        database_request(database_plan("lake"), "bridge", HASH, [], before),
        schema_request(schema_plan("lake", ("a",)), "bridge.lake", HASH, [], before),
    ):
        body = request.model_dump(mode="json", exclude_unset=True, exclude_none=True)
        assert body["description"] == "About the lake"
        assert body["displayName"] == "The lake"
