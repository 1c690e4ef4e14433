"""The views of the demo installation: all resolved, down to their columns."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.sql import Resolution, SqlLineage, view_lineage
from tests.plan.sql.corpus_cases import Listing

LISTINGS = Path(__file__).parents[3] / "examples" / "installation" / "listings"
COUNTS = {"channel", "channels_used", "customers", "lines_returned"}
"""Columns that are counts of rows or name the branch of a union, so nothing is their source."""


@cache
def objects() -> dict[ObjectKey, dict[str, Any]]:
    """Read all tables and views of the demo."""
    found = {}
    for path in sorted(LISTINGS.glob("*.json")):
        listing = json.loads(path.read_text(encoding="utf-8"))
        for one in (*listing.get("tables", []), *listing.get("views", [])):
            found[ObjectKey(one["catalog"], tuple(one["namespace"]), one["name"])] = one["metadata"]
    return found


def version(metadata: dict[str, Any]) -> dict[str, Any]:
    """Give the current version of a view."""
    return next(one for one in metadata["versions"] if one["version-id"] == metadata["current-version-id"])


def columns(metadata: dict[str, Any]) -> tuple[str, ...]:
    """List the current columns of a table or view."""
    holder = version(metadata) if "versions" in metadata else metadata
    number = holder.get("schema-id", holder.get("current-schema-id", 0))
    schemas = metadata.get("schemas") or [metadata["schema"]]
    return tuple(
        field["name"] for one in schemas if one.get("schema-id", number) == number for field in one["fields"]
    )


def lineages(key: ObjectKey) -> list[SqlLineage]:
    """Follow every text of the current version of a view."""
    metadata = objects()[key]
    current = version(metadata)
    listing = Listing({key: columns(one) for key, one in objects().items()})
    return [
        view_lineage(
            text["sql"],
            text["dialect"],
            default_catalog=current["default-catalog"],
            default_namespace=tuple(current["default-namespace"]),
            outputs=columns(metadata),
            shared=listing,
            budget_seconds=60,
        )
        for text in current["representations"]
    ]


VIEWS = [key for key, metadata in objects().items() if "versions" in metadata]


@pytest.mark.parametrize("key", VIEWS, ids=str)
def test_view_is_resolved(key: ObjectKey) -> None:
    """All its tables are listed, all its columns but counts have a source, and its dialects agree."""
    found = lineages(key)
    assert {one.resolution for one in found} == {Resolution.RESOLVED}
    assert {one.unknown for one in found} == {()}
    assert {one.reason for one in found} == {None}
    assert all(one == found[0] for one in found)
    followed = {edge.target_column for edge in found[0].columns}
    assert set(columns(objects()[key])) - followed <= COUNTS


def test_views_on_views() -> None:
    """A view is a source like any table."""
    sources = {key.name: {one.name for one in lineages(key)[0].upstream} for key in VIEWS}
    assert sources["household_spending"] == {"customer_360"}
    assert "customer_lifetime_value" in sources["customer_360"]
