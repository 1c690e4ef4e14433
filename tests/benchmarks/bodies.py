"""The tables as they were sent, to see that all variants send the same."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

Json = dict[str, Any]
_SHOWN = 3


def tables_sent(contents: Iterable[bytes], teams: Mapping[str, str]) -> dict[str, Json]:
    """Read the tables out of requests.

    Args:
        contents: Bodies of requests that write one table or many.
        teams: Names of teams by id, since ids are others in each catalog.

    Returns:
        The tables by schema and name, without hash, with their owners' names.
    """
    found: dict[str, Json] = {}
    for content in contents:
        sent = json.loads(content)
        for table in sent if isinstance(sent, list) else [sent]:
            owners = [{**owner, "id": teams[owner["id"]]} for owner in table.get("owners", [])]
            plain = {name: value for name, value in table.items() if name not in {"sourceHash", "owners"}}
            found[f"{table['databaseSchema']}.{table['name']}"] = {**plain, "owners": owners}
    return found


def differences(first: Mapping[str, Json], second: Mapping[str, Json]) -> list[str]:
    """Compare what two variants sent.

    Args:
        first: Tables of one.
        second: Tables of the other.

    Returns:
        One line for each of the first few tables that are not the same, with the fields that differ.
    """
    lines = []
    for name in sorted({*first, *second}):
        one, other = first.get(name), second.get(name)
        if one is None or other is None:
            lines.append(f"{name} is sent by one only")
        elif one != other:
            fields = sorted(key for key in {*one, *other} if one.get(key) != other.get(key))
            lines.append(f"{name} differs in {', '.join(fields)}")
    more = [f"and {len(lines) - _SHOWN} more"] if len(lines) > _SHOWN else []
    return lines[:_SHOWN] + more
