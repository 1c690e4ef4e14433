"""Descriptions that a PUT does not set: which values to patch.

A bot's PUT keeps a description that is set, a column's included (OpenMetadata server, EntityValueUpdates), and it stores some
characters as HTML entities (DescriptionSanitizer; OpenMetadata#32410). So a text that changed at the Bridge follows as a patch,
which stores it as it is. Some servers rewrite patches too; the first one that is answered otherwise than sent settles it, and
from then on a text that reads the same is left alone.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from connector.bridge.connection_models import Descriptions
from connector.bridge.plan.model import ColumnPlan, TablePlan

_PLAIN = re.compile(r"[\w\s.,;:!?()\[\]*#/|~_-]*")


def same_text(stored: str, wanted: str) -> bool:
    """Compare a stored description with the Bridge's.

    Args:
        stored: The text in the catalog.
        wanted: The text at the Bridge.

    Returns:
        True when a reader sees the same, whichever way it was stored.
    """
    return stored == wanted or html.unescape(stored).strip() == html.unescape(wanted).strip()


def may_be_rewritten(text: str) -> bool:
    """Tell whether the server may store a text otherwise than sent.

    Args:
        text: The text at the Bridge.

    Returns:
        False only for plain words and punctuation that no sanitizer touches.
    """
    return not _PLAIN.fullmatch(text)


def text_patch(
    stored: str | None, wanted: str | None, policy: Descriptions, *, exact: bool
) -> list[dict[str, str]]:
    """Find whether an entity's own description has to be set.

    Args:
        stored: The text in the catalog.
        wanted: The text at the Bridge.
        policy: Whose text wins.
        exact: Whether a text that only reads the same is set again.

    Returns:
        One JSON Patch operation or none; an empty text at the Bridge never gives one.
    """
    if wanted and _differs(stored, wanted, policy, exact=exact):
        return [_set("/description", wanted)]
    return []


def table_patch(
    entity: Mapping[str, Any], plan: TablePlan, policy: Descriptions, *, exact: bool
) -> list[dict[str, str]]:
    """Find the descriptions of a table that differ from the plan.

    Args:
        entity: The table as the catalog answers it, with its columns.
        plan: The table as it should stand.
        policy: Whose text wins.
        exact: Whether a text that only reads the same is set again; not for columns, whose texts the server stores as sent.

    Returns:
        JSON Patch operations in the order of the table; empty when nothing has to change. A text that is empty at the Bridge
        never gives one.
    """
    operations = text_patch(entity.get("description"), plan.description, policy, exact=exact)
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
        if column.description and _differs(item.get("description"), column.description, policy, exact=False):
            yield _set(f"{here}/description", column.description)
        yield from _columns(item.get("children") or (), column.children or (), f"{here}/children", policy)


def _differs(stored: str | None, wanted: str, policy: Descriptions, *, exact: bool) -> bool:
    if not stored or not stored.strip():
        return True
    if same_text(stored, wanted):
        return exact and stored != wanted
    return policy is Descriptions.BRIDGE


def _set(pointer: str, text: str) -> dict[str, str]:
    return {"op": "add", "path": pointer, "value": text}
