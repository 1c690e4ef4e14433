"""The last step to plans, and the fingerprints by which a later run knows them again."""

from __future__ import annotations

import hashlib
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.plan import model
from connector.bridge.plan.build import (
    database_plan,
    domain_plan,
    schema_plan,
    table_plan,
    team_name,
    team_plan,
)
from connector.bridge.plan.catalog import Entry, OwnerEntry
from connector.bridge.plan.model import (
    ColumnPlan,
    DatabasePlan,
    Definition,
    DomainPlan,
    Kind,
    ObjectKey,
    PartitionPlan,
    SchemaPlan,
    TablePlan,
    TeamPlan,
    fingerprint,
)
from connector.bridge.plan.names import global_name
from connector.bridge.wire import models
from tests.plan.samples import STEADY, json_values

COLUMN = ColumnPlan("a", None, "INT", "int", 1)
DEFINITION = Definition(Kind.TABLE, 7, (COLUMN,))

# --- plans ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("installation", "expected"),
    [
        (
            {"id": "acme", "name": "Acme exchange", "description": " About *us* \n"},
            ("Acme exchange", "About *us*"),
        ),
        ({"id": "acme", "name": "Acme"}, ("Acme", "Data shared by Acme through its Bridge.")),
        (
            {"id": "acme", "name": " ", "description": " "},
            ("acme", "Data shared by acme through its Bridge."),
        ),
        ({}, ("my-prefix", "Data shared by my-prefix through its Bridge.")),
        (None, ("my-prefix", "Data shared by my-prefix through its Bridge.")),
    ],
)
def test_domain_plan(installation: dict[str, str] | None, expected: tuple[str, str]) -> None:
    """Named by the prefix; the catalog demands a description, so there always is one."""
    told = models.Installation.model_validate(installation) if installation is not None else None
    assert domain_plan("my-prefix", told) == DomainPlan("my-prefix", *expected)


def test_team_plan() -> None:
    """In the flat namespace of teams each carries the prefix; without a display name it is shown by its own."""
    assert team_plan("acme", OwnerEntry("retail-data", "Retail data", "r@example.com", "Text")) == TeamPlan(
        "retail-data", "acme__retail-data", "Retail data", "r@example.com", "Text"
    )
    odd = team_plan("acme", OwnerEntry("Größe", None, None, None))
    assert odd == TeamPlan("Größe", global_name("acme", ["Größe"]), "Größe", None, None)
    assert odd.name == team_name("acme", "Größe")


def test_database_plan() -> None:
    """The catalog's name as it is, or encoded with the plain one for display."""
    assert database_plan("lake.eu") == DatabasePlan("lake.eu", "lake.eu", None)
    assert database_plan('l"ake') == DatabasePlan('l"ake', "l__reserved__quote__ake", 'l"ake')


@pytest.mark.parametrize(
    ("namespace", "name", "display"),
    [
        (("tpcds",), "tpcds", None),
        (("tpcds", "marts"), "tpcds.marts", None),
        (("a.b", "c"), "a%2Eb.c", "a.b.c"),
        (("100%",), "100%25", "100%"),
        (("up>down",), "up__reserved__arrow__down", "up>down"),
    ],
)
def test_schema_plan(namespace: tuple[str, ...], name: str, display: str | None) -> None:
    """The levels joined by plain dots are shown where the name had to differ."""
    assert schema_plan("lake", namespace) == SchemaPlan("lake", namespace, name, display)


def test_table_plan() -> None:
    """Everything that its listings say, by final names."""
    key = ObjectKey("lake", ("ns",), 'or"ders>2024')
    entry = Entry(key, DEFINITION, "Text", "https://portal.example.com/l", "Retail data")
    assert table_plan("acme", entry) == TablePlan(
        key=key,
        name="or__reserved__quote__ders__reserved__arrow__2024",
        display_name='or"ders>2024',
        definition=DEFINITION,
        description="Text",
        source_url="https://portal.example.com/l",
        owner=team_name("acme", "Retail data"),
    )
    assert table_plan("acme", replace(entry, team=None)).owner is None


# --- fingerprints -----------------------------------------------------------------------------------------------

TABLE = TablePlan(ObjectKey("c", ("n",), "t"), "t", None, DEFINITION, "Text", None, "acme__x")
OTHER_VALUES: dict[str, Any] = {
    "key": ObjectKey("c", ("n", "m"), "t"),
    "name": "u",
    "display_name": "T",
    "definition": replace(DEFINITION, updated_ms=8),
    "description": None,
    "source_url": "https://portal.example.com",
    "owner": None,
}
OTHER_DEFINITIONS = [
    replace(DEFINITION, kind=Kind.VIEW),
    replace(DEFINITION, columns=()),
    replace(DEFINITION, columns=(COLUMN, replace(COLUMN, name="b", ordinal=2))),
    replace(DEFINITION, partitions=(PartitionPlan("a", "TIME-UNIT", "day"),)),
    replace(DEFINITION, sql="SELECT 1"),
    replace(DEFINITION, dialect="spark"),
    replace(DEFINITION, comment="c"),
    *(
        replace(DEFINITION, columns=(replace(COLUMN, **change),))
        for change in (
            {"data_type": "BIGINT"},
            {"data_type_display": "INT"},
            {"description": "x"},
            {"required": True},
            {"precision": 1},
            {"scale": 1},
            {"array_data_type": "INT"},
            {"children": ()},
            {"children": (COLUMN,)},
        )
    ),
]


def test_a_fingerprint_is_short_and_the_same_in_every_run() -> None:
    """It is stored in `sourceHash`, 32 characters at most: MD5 of the values as JSON, a plan as the list of its fields."""
    text = f'[{model.MAPPING_REVISION}, ["x", 1, null, ["lake", "marts", "M"]]]'
    expected = hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
    assert fingerprint("x", 1, None, DatabasePlan("lake", "marts", "M")) == expected


def test_every_field_counts() -> None:
    """Whatever differs in a plan gives another fingerprint."""
    assert OTHER_VALUES.keys() == {one.name for one in fields(TablePlan)}
    others = [replace(TABLE, **{name: value}) for name, value in OTHER_VALUES.items()]
    others += [replace(TABLE, definition=definition) for definition in OTHER_DEFINITIONS]
    prints = {fingerprint(plan) for plan in (TABLE, *others)}
    assert len(prints) == 1 + len(OTHER_VALUES) + len(OTHER_DEFINITIONS)


def test_a_new_revision_of_the_mapping_gives_new_fingerprints(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that every entity is sent once more."""
    before = fingerprint(TABLE)
    monkeypatch.setattr(model, "MAPPING_REVISION", model.MAPPING_REVISION + 1)
    assert fingerprint(TABLE) != before


@STEADY
@given(st.lists(json_values, max_size=3), st.lists(json_values, max_size=3))
def test_fingerprints_tell_values_apart(one: list[Any], other: list[Any]) -> None:
    """None is not an empty text, and a boundary between parts is no part of them."""
    assert fingerprint(*one) == fingerprint(*one)
    if repr(one) != repr(other) and one != other:
        assert fingerprint(*one) != fingerprint(*other)


def test_keys_read_as_paths() -> None:
    """In messages and subjects."""
    assert str(ObjectKey("lake", ("a.b", "c"), "t")) == "lake.a.b.c.t"
