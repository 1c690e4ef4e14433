"""Iceberg types: every primitive of formats 1 to 3, nesting, and what nobody knows."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metadata.generated.schema.entity.data.table import DataType

from connector.bridge.errors import Code
from connector.bridge.plan.iceberg import MAX_DEPTH, MAX_TEXT, FieldSpec, TypeMapper, struct_fields
from connector.bridge.plan.model import ColumnPlan
from connector.bridge.plan.texts import readable
from tests.plan.samples import STEADY, column, field, hard_names, json_values, list_of, map_of, struct

PRIMITIVES = {
    "boolean": "BOOLEAN",
    "int": "INT",
    "long": "BIGINT",
    "float": "FLOAT",
    "double": "DOUBLE",
    "decimal(9,2)": "DECIMAL",
    "decimal(38,0)": "DECIMAL",
    "date": "DATE",
    "time": "TIME",
    "timestamp": "TIMESTAMP",
    "timestamptz": "TIMESTAMPZ",
    "timestamp_ns": "TIMESTAMP",
    "timestamptz_ns": "TIMESTAMPZ",
    "string": "STRING",
    "uuid": "UUID",
    "fixed[16]": "FIXED",
    "binary": "BYTES",
    "variant": "VARIANT",
    "geometry": "GEOMETRY",
    "geometry(OGC:CRS84)": "GEOMETRY",
    "geometry(srid:3857)": "GEOMETRY",
    "geography": "GEOGRAPHY",
    "geography(OGC:CRS84, spherical)": "GEOGRAPHY",
    "geography(OGC:CRS84,vincenty)": "GEOGRAPHY",
    "unknown": "UNKNOWN",
}
"""Iceberg's text and the catalog's type, from the mapping."""


def outline(plan: ColumnPlan) -> Any:
    """Reduce a column to name, type and children, for a look at the nesting."""
    kind = plan.data_type if plan.array_data_type is None else f"{plan.data_type} of {plan.array_data_type}"
    return (
        (plan.name, kind)
        if plan.children is None
        else (plan.name, kind, [outline(one) for one in plan.children])
    )


# --- primitives -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "data_type"), PRIMITIVES.items())
def test_primitives(text: str, data_type: str) -> None:
    """Each has the catalog's type, its own text for display, and no warning."""
    plan, notes = column(text)
    assert (plan.data_type, plan.data_type_display, plan.children, plan.array_data_type, notes) == (
        data_type,
        text,
        None,
        None,
        [],
    )


@pytest.mark.parametrize(
    ("text", "precision", "scale"),
    [("decimal(9,2)", 9, 2), ("decimal(38, 38)", 38, 38), ("decimal( 1 , 0 )", 1, 0), ("int", None, None)],
)
def test_decimals_carry_precision_and_scale(text: str, precision: int | None, scale: int | None) -> None:
    """And nothing else does."""
    plan, _ = column(text)
    assert (plan.precision, plan.scale) == (precision, scale)
    # Writers differ in white space; the catalog shows one form.
    assert plan.data_type_display == text.replace(" ", "")


def test_a_scale_beyond_the_precision_is_noted_and_not_sent() -> None:
    """The server refuses a whole table over it."""
    plan, (note,) = column("decimal(2,5)")
    assert (plan.data_type, plan.precision, plan.scale) == ("DECIMAL", None, None)
    assert plan.data_type_display == "decimal(2,5)"
    assert "scale exceeds its precision" in note.text


@pytest.mark.parametrize(
    "text",
    [
        "some_future_type",
        "vector(768)",
        "decimal",
        "decimal(9)",
        "decimal(x,y)",
        "fixed",
        "fixed[]",
        "INT",
        "bigint",
    ],
)
def test_a_type_nobody_knows_is_published_as_unknown(text: str) -> None:
    """Case 14: the column keeps the text, the run warns, the table stays."""
    plan, (note,) = column(text)
    assert (plan.data_type, plan.data_type_display) == ("UNKNOWN", text)
    assert (note.code, note.subject) == (Code.OBJECT_NOTE, "lake.ns.t")
    assert note.text == f"column `c` has type `{text}`, which is published as UNKNOWN"


@pytest.mark.parametrize("type_", ["", None, 5, ["struct"], {}, {"type": None}, {"type": {"type": "struct"}}])
def test_a_column_without_a_readable_type_is_unknown(type_: Any) -> None:
    """A fault in one type costs one column's type."""
    plan, (note,) = column(type_)
    assert (plan.data_type, plan.data_type_display) == ("UNKNOWN", "unknown")
    assert note.text == "column `c` has no readable type, so it is published as UNKNOWN"


@pytest.mark.parametrize(
    "type_",
    [
        {"type": "struct"},
        {"type": "struct", "fields": "a"},
        {"type": "struct", "fields": [{"id": 1, "type": "int"}]},
        {"type": "struct", "fields": [{"id": 1, "name": "", "type": "int"}]},
        {"type": "list", "element-id": 3},
        {"type": "map", "key": "string"},
        {"type": "set", "element": "int"},
    ],
)
def test_a_nested_type_that_is_not_whole_is_unknown(type_: dict[str, Any]) -> None:
    """It is named, not guessed."""
    plan, (note,) = column(type_)
    assert (plan.data_type, plan.data_type_display, plan.children) == ("UNKNOWN", type_["type"], None)
    assert f"has type `{type_['type']}`, which" in note.text


# --- nesting ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type_", "expected", "display"),
    [
        (struct(), ("c", "STRUCT", []), "struct<>"),
        (
            struct(field("a"), field("b", list_of("string"))),
            ("c", "STRUCT", [("a", "INT"), ("b", "ARRAY of STRING")]),
            "struct<a:int,b:list<string>>",
        ),
        (list_of("long"), ("c", "ARRAY of BIGINT"), "list<long>"),
        (list_of(struct(field("a"))), ("c", "ARRAY of STRUCT", [("a", "INT")]), "list<struct<a:int>>"),
        (
            list_of(list_of(struct(field("a")))),
            ("c", "ARRAY of ARRAY", [("element", "ARRAY of STRUCT", [("a", "INT")])]),
            "list<list<struct<a:int>>>",
        ),
        (
            list_of(map_of("string", "long")),
            ("c", "ARRAY of MAP", [("element", "MAP", [("key", "STRING"), ("value", "BIGINT")])]),
            "list<map<string,long>>",
        ),
        (
            map_of("string", list_of("decimal(10,2)")),
            ("c", "MAP", [("key", "STRING"), ("value", "ARRAY of DECIMAL")]),
            "map<string,list<decimal(10,2)>>",
        ),
        (
            map_of(struct(field("k")), struct(field("v"))),
            ("c", "MAP", [("key", "STRUCT", [("k", "INT")]), ("value", "STRUCT", [("v", "INT")])]),
            "map<struct<k:int>,struct<v:int>>",
        ),
        (list_of("future"), ("c", "ARRAY of UNKNOWN"), "list<future>"),
        (list_of(struct()), ("c", "ARRAY of STRUCT", []), "list<struct<>>"),
    ],
)
def test_nesting(type_: dict[str, Any], expected: Any, display: str) -> None:
    """Case 10: as the framework's own parser nests, from the JSON and never through that parser."""
    plan, _ = column(type_)
    assert outline(plan) == expected
    assert plan.data_type_display == display


def test_required_is_kept_wherever_there_is_a_column_to_carry_it() -> None:
    """On columns, fields of structs, elements that are columns, and values of maps; a key is never marked."""
    plan, _ = column(
        struct(
            field("a", required=True),
            field("b", list_of(list_of("int", required=True), required=True)),
            field("c", map_of("int", "int", required=True)),
        ),
        required=True,
    )
    a, b, c = plan.children or ()
    assert (plan.required, a.required, b.required, c.required) == (True, True, False, False)
    assert [one.required for one in b.children or ()] == [True]
    assert [(one.name, one.required) for one in c.children or ()] == [("key", False), ("value", True)]


def test_ordinal_positions_count_from_one_at_each_level() -> None:
    """The server sorts by them, so a column without one would move."""
    mapper = TypeMapper("t")
    types: list[Any] = ["int", struct(field("x"), field("y")), map_of("int", "int")]
    columns = mapper.columns(
        [FieldSpec(name, type_, False, None) for name, type_ in zip("abc", types, strict=True)]
    )
    assert [one.ordinal for one in columns] == [1, 2, 3]
    assert [[inner.ordinal for inner in one.children or ()] for one in columns] == [[], [1, 2], [1, 2]]


@pytest.mark.parametrize(
    ("doc", "description"),
    [("Item key", "Item key"), ("  x \n", "x"), (" \n ", None), ("", None), (None, None)],
)
def test_docs_become_descriptions(doc: str | None, description: str | None) -> None:
    """A blank one is none."""
    (plan,) = TypeMapper("t").columns([FieldSpec("c", "int", False, doc)])
    assert plan.description == description


def test_nested_docs_and_names_are_carried() -> None:
    """A field deep inside has its own text, and a name that the catalog takes."""
    plan, _ = column(list_of(struct(field("a::b", doc="Inner"))))
    (inner,) = plan.children or ()
    assert (inner.name, inner.display_name, inner.description) == ("a__reserved__colon__b", "a::b", "Inner")
    assert plan.data_type_display == "list<struct<a::b:int>>"


def test_twins_get_a_number_and_a_warning_at_every_level() -> None:
    """Columns equal but for case; the same word at another level is no twin."""
    mapper = TypeMapper("lake.ns.t")
    inner = struct(field("x"), field("X"), field("id"))
    specs = [FieldSpec("id", "int", False, None), FieldSpec("ID", inner, False, None)]
    first, second = mapper.columns(specs)
    assert (first.name, second.name, second.display_name) == ("id", "ID_2", "ID")
    assert [one.name for one in second.children or ()] == ["x", "X_2", "id"]
    assert [note.text for note in mapper.notes] == [
        "column `ID` is published as `ID_2`, since the catalog takes it for an earlier column",
        "column `ID.X` is published as `X_2`, since the catalog takes it for an earlier column",
    ]


# --- without measure --------------------------------------------------------------------------------------------


def depth_of(plan: ColumnPlan) -> int:
    """Count the levels of a column."""
    return 1 + max((depth_of(one) for one in plan.children or ()), default=0)


@pytest.mark.parametrize("levels", [MAX_DEPTH, MAX_DEPTH + 1, 5_000])
@pytest.mark.parametrize("kind", ["struct", "list", "map"])
def test_nesting_without_measure_ends_in_unknown(kind: str, levels: int) -> None:
    """A bomb costs its own depth only, and the column says where it was cut."""
    type_: Any = "int"
    for _ in range(levels):
        type_ = {"struct": struct(field("a", type_)), "list": list_of(type_), "map": map_of("int", type_)}[
            kind
        ]
    plan, notes = column(type_)
    assert depth_of(plan) <= MAX_DEPTH + 1
    assert [note.text.endswith("which is published as UNKNOWN") for note in notes] == [True] * (
        levels > MAX_DEPTH
    )
    assert (f"{kind}<...>" in plan.data_type_display) == (levels > MAX_DEPTH)


def test_a_huge_display_text_is_cut_and_the_columns_are_whole() -> None:
    """The catalog shows it in one line; the children tell the rest."""
    plan, _ = column(struct(*(field(f"field_{number}") for number in range(1_000))))
    assert len(plan.data_type_display) == MAX_TEXT
    assert len(plan.children or ()) == 1_000


def test_a_huge_unknown_type_is_cut_in_the_warning() -> None:
    """A warning stays readable."""
    _, (note,) = column("y" * 10_000)
    assert len(note.text) < 200


# --- properties -------------------------------------------------------------------------------------------------


def fields_of(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Make fields of a struct with names of all kinds."""
    one = st.builds(
        lambda name, type_, required: field(name, type_, required=required), hard_names, inner, st.booleans()
    )
    return st.lists(one, max_size=3)


types: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([*PRIMITIVES, "future"]),
    lambda inner: st.one_of(
        st.builds(lambda inner_fields: struct(*inner_fields), fields_of(inner)),
        st.builds(lambda element, required: list_of(element, required=required), inner, st.booleans()),
        st.builds(
            lambda key, value, required: map_of(key, value, required=required), inner, inner, st.booleans()
        ),
    ),
    max_leaves=6,
)


def iceberg_text(type_: Any) -> str:
    """Write a type as the mapping says, independently of the code."""
    if isinstance(type_, str):
        return type_
    if type_["type"] == "struct":
        return (
            "struct<"
            + ",".join(f"{one['name']}:{iceberg_text(one['type'])}" for one in type_["fields"])
            + ">"
        )
    if type_["type"] == "list":
        return f"list<{iceberg_text(type_['element'])}>"
    return f"map<{iceberg_text(type_['key'])},{iceberg_text(type_['value'])}>"


def check(plans: tuple[ColumnPlan, ...]) -> None:
    """Check what the server checks of columns (OpenMetadata server, TableMapper and DatabaseUtil)."""
    known = {item.value for item in DataType}
    assert [one.ordinal for one in plans] == list(range(1, len(plans) + 1))
    assert len({one.name.lower() for one in plans}) == len(plans)
    for one in plans:
        assert one.data_type in known
        assert (one.array_data_type is not None) == (one.data_type == "ARRAY")
        assert one.array_data_type is None or one.array_data_type in known
        assert one.children is not None or one.data_type not in {"STRUCT", "MAP"}
        assert one.scale is None or (one.precision is not None and one.scale <= one.precision)
        assert 0 < len(one.data_type_display) <= MAX_TEXT
        check(one.children or ())


@STEADY
@given(types)
def test_every_type_gives_columns_that_the_server_takes(type_: Any) -> None:
    """And the text is Iceberg's own, whatever the names inside."""
    plan, _ = column(type_)
    check((plan,))
    text = iceberg_text(type_)
    if len(text) <= MAX_TEXT:
        assert plan.data_type_display == readable(text)


@STEADY
@given(json_values)
def test_whatever_stands_as_type_costs_one_column_at_most(type_: Any) -> None:
    """No JSON value makes the mapping raise."""
    plan, _ = column(type_)
    check((plan,))


@STEADY
@given(json_values)
def test_fields_are_read_or_refused_as_a_whole(raw: Any) -> None:
    """A struct with a nameless field is no struct: positions would be wrong."""
    found = struct_fields(raw)
    assert found is None or [one.name for one in found] == [item["name"] for item in raw]
