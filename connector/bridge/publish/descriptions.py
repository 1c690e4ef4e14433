"""Descriptions that a PUT does not set: which values to patch.

A bot's PUT keeps a description that is set, a column's included (OpenMetadata server, EntityValueUpdates), and it stores some
characters as HTML entities (DescriptionSanitizer; OpenMetadata#32410). So a text that changed at the Bridge follows as a patch,
which stores it as it is.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from connector.bridge.connection_models import Descriptions
from connector.bridge.plan.model import ColumnPlan, TablePlan


def same_text(stored: str, wanted: str) -> bool:
    """Compare a stored description with the Bridge's.

    Args:
        stored: The text in the catalog.
        wanted: The text at the Bridge.

    Returns:
        True when a reader sees the same, whichever way it was stored.
    """
    return stored == wanted or html.unescape(stored).strip() == html.unescape(wanted).strip()


def table_patch(
    entity: Mapping[str, Any], plan: TablePlan, policy: Descriptions, *, just_written: bool
) -> list[dict[str, str]]:
    """Find the descriptions of a table that differ from the plan.

    Args:
        entity: The table as the catalog answers it, with its columns.
        plan: The table as it should stand.
        policy: Whose text wins.
        just_written: Whether this run's PUT set the texts, so that their exact form may have to follow.

    Returns:
        JSON Patch operations in the order of the table; empty when nothing has to change. A text that is empty at the Bridge
        never gives one.
    """
    operations = []
    if plan.description and _differs(entity.get("description"), plan.description, policy, exact=just_written):
        operations.append(_set("/description", plan.description))
    operations.extend(_columns(entity.get("columns") or (), plan.definition.columns, "/columns", policy))
    return operations


def _columns(
    stored: Sequence[Mapping[str, Any]], planned: Sequence[ColumnPlan], pointer: str, policy: Descriptions
) -> Iterator[dict[str, str]]:
    """Compare columns by name, as the server matches them: without regard to case."""
    wanted = {column.name.lower(): column for column in planned}
    for index, item in enumerate(stored):
        column = wanted.get(str(item["name"]).lower())
        if column is None:
            continue
        here = f"{pointer}/{index}"
        # The server does not rewrite the texts of columns, so there is no exact form to follow.
        if column.description and _differs(item.get("description"), column.description, policy, exact=False):
            yield _set(f"{here}/description", column.description)
        yield from _columns(item.get("children") or (), column.children or (), f"{here}/children", policy)


def _differs(stored: str | None, wanted: str, policy: Descriptions, *, exact: bool) -> bool:
    if not stored or not stored.strip():
        return True
    if exact and same_text(stored, wanted):
        return stored != wanted
    return policy is Descriptions.BRIDGE and not same_text(stored, wanted)


def _set(pointer: str, text: str) -> dict[str, str]:
    return {"op": "add", "path": pointer, "value": text}
