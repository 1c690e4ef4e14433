"""Reading small objects field by field."""

from __future__ import annotations

from typing import Any

import pytest

from connector.bridge.wire.lenient import MAX_DEPTH, faults_in_text, validated
from connector.bridge.wire.models import ListingSummary, Owner


def nested(levels: int) -> Any:
    """Make lists in lists."""
    value: Any = "text"
    for _ in range(levels):
        value = [value]
    return value


def test_a_wrong_optional_field_costs_itself_only() -> None:
    owner, lost = validated(Owner, {"team": "t", "email": 7, "displayName": "T", "unknown": object()})
    assert owner == Owner(team="t", display_name="T")
    assert lost == ("email",)


def test_null_and_missing_mean_the_same() -> None:
    owner, lost = validated(Owner, {"team": "t", "email": None})
    assert owner == Owner(team="t")
    assert lost == ()


@pytest.mark.parametrize(
    "raw", [None, [], "t", {}, {"team": None}, {"team": ""}, {"team": 7}, {"team": "\ud800"}]
)
def test_a_wrong_required_field_costs_the_object(raw: object) -> None:
    assert validated(Owner, raw) == (None, ())


def test_fields_that_are_left_out_are_not_looked_at() -> None:
    entry, lost = validated(ListingSummary, {"id": "a", "version": 7}, leave_out=("version",))
    assert entry == ListingSummary(id="a")
    assert lost == ()


@pytest.mark.parametrize(
    ("value", "path", "part"),
    [
        ("\ud800", (), "surrogate"),
        ({"a": ["x", "é\udfff"]}, ("a", 1), "surrogate"),
        ({"a": {"\udc00": 1}}, ("a",), "key"),
        (nested(MAX_DEPTH + 1), (0, 0, 0), "nested"),
    ],
)
def test_what_no_catalog_can_store_is_found(value: object, path: tuple[str | int, ...], part: str) -> None:
    fault = faults_in_text(value)
    assert fault is not None
    assert fault[0] == path
    assert part in fault[1]


@pytest.mark.parametrize("value", [None, 1, True, 1.5, "😀", {"é": [1, "x"]}, nested(MAX_DEPTH)])
def test_all_else_is_well(value: object) -> None:
    assert faults_in_text(value) is None
