"""Which descriptions have to be patched."""

from __future__ import annotations

import html
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.connection_models import Descriptions
from connector.bridge.plan.iceberg import FieldSpec, TypeMapper
from connector.bridge.plan.model import Definition, Kind, ObjectKey, TablePlan
from connector.bridge.publish.descriptions import same_text, table_patch, text_patch

BRIDGE, FILL = Descriptions.BRIDGE, Descriptions.FILL


def encoded(text: str) -> str:
    """Write a text as the server stores it on PUT (DescriptionSanitizer): some characters as entities."""
    result = html.escape(text, quote=False)
    for character, entity in {
        "'": "&#39;",
        '"': "&#34;",
        "=": "&#61;",
        "+": "&#43;",
        "@": "&#64;",
        "`": "&#96;",
    }.items():
        result = result.replace(character, entity)
    return result


@pytest.mark.parametrize(
    ("stored", "wanted", "policy", "exact", "patched"),
    [
        (None, "a", BRIDGE, False, True),
        ("", "a", FILL, False, True),
        ("  ", "a", FILL, False, True),
        ("a", "a", BRIDGE, True, False),
        ("b", "a", BRIDGE, False, True),
        ("b", "a", FILL, True, False),
        ("a", None, BRIDGE, True, False),
        ("a", "", BRIDGE, True, False),
        ("it&#39;s", "it's", BRIDGE, False, False),
        ("it&#39;s", "it's", BRIDGE, True, True),
        ("it&#39;s", "it's", FILL, True, True),
        ("it's", "it's", BRIDGE, True, False),
    ],
)
def test_a_text_is_patched_only_when_it_has_to_be(
    stored: str | None, wanted: str | None, policy: Descriptions, exact: bool, patched: bool
) -> None:
    expected = [{"op": "add", "path": "/description", "value": wanted}] if patched else []
    assert text_patch(stored, wanted, policy, exact=exact) == expected


@given(st.text(min_size=1))
def test_what_the_server_made_of_a_text_reads_the_same(text: str) -> None:
    assert same_text(encoded(text), text)


def plan() -> TablePlan:
    """Make a table with a nested column and texts on every level."""
    struct = {"type": "struct", "fields": [{"name": "x", "type": "int", "required": False, "doc": "inner x"}]}
    columns = TypeMapper("t").columns(
        [
            FieldSpec("a", "int", False, "about a"),
            FieldSpec("s", struct, False, None),
            FieldSpec("n", "int", False, None),
        ]
    )
    return TablePlan(
        ObjectKey("c", ("n",), "t"), "t", None, Definition(Kind.TABLE, 1, columns), "about t", None, None
    )


def test_columns_are_found_by_name_whatever_their_order_and_case() -> None:
    entity: dict[str, Any] = {
        "description": "about t",
        "columns": [
            {"name": "n", "description": "a steward's text"},
            {"name": "gone", "description": "still there"},
            {"name": "S", "children": [{"name": "X", "description": "old"}]},
            {"name": "A"},
        ],
    }
    assert table_patch(entity, plan(), BRIDGE, exact=True) == [
        {"op": "add", "path": "/columns/2/children/0/description", "value": "inner x"},
        {"op": "add", "path": "/columns/3/description", "value": "about a"},
    ]
    assert table_patch(entity, plan(), FILL, exact=True) == [
        {"op": "add", "path": "/columns/3/description", "value": "about a"},
    ]


def test_an_entity_read_without_its_columns_gets_only_its_own_text() -> None:
    assert table_patch({"description": None}, plan(), BRIDGE, exact=False) == [
        {"op": "add", "path": "/description", "value": "about t"}
    ]


def test_a_column_is_never_patched_for_its_form_alone() -> None:
    entity = {"description": "about t", "columns": [{"name": "a", "description": "about&#32;a"}]}
    assert table_patch(entity, plan(), BRIDGE, exact=True) == []
