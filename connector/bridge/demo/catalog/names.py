"""Names and fully qualified names, as the server checks, quotes and joins them."""

from __future__ import annotations

import re

from connector.bridge.demo.catalog.errors import bad_request

MAX_NAME = 256
MAX_FQN = 3072
_REFUSED_IN_NAME = re.compile(r'::|>|"|[\x00-\x1f\x7f]')
_PART = re.compile(r'"(?:[^"]|"")*"|[^."]+')


def check_name(name: object) -> str:
    """Check an entity name.

    Args:
        name: the value of ``name`` in a request.

    Returns:
        The name.

    Raises:
        ApiError: 400, when it is no text of 1 to 256 characters or holds ``::``, ``>``, ``"`` or a control character
            (pattern of ``entityName`` in the OpenMetadata schema ``type/basic.json``).
    """
    if not isinstance(name, str) or not name:
        raise bad_request("[name must not be null or empty]")
    if len(name) > MAX_NAME:
        raise bad_request(f"[name size must be between 1 and {MAX_NAME}]")
    if _REFUSED_IN_NAME.search(name):
        raise bad_request(f"[name must match the entityName pattern: {name!r}]")
    return name


def check_column_name(name: object) -> str:
    """Check a column name: at least one character, none of those refused in an entity name, no limit of length.

    Raises:
        ApiError: 400.
    """
    if not isinstance(name, str) or not name:
        raise bad_request("[columns name must not be null or empty]")
    if _REFUSED_IN_NAME.search(name):
        raise bad_request(f"[columns name must match the columnName pattern: {name!r}]")
    return name


def quote_name(name: str) -> str:
    """Quote one part of a fully qualified name: only a part that holds a dot is wrapped in double quotes."""
    return f'"{name}"' if "." in name and not (name.startswith('"') and name.endswith('"')) else name


def join_fqn(parent: str | None, name: str) -> str:
    """The fully qualified name of a child.

    Args:
        parent: the parent's fully qualified name, None for a root.
        name: the child's plain name.

    Raises:
        ApiError: 400, when the result exceeds 3072 characters.
    """
    return check_fqn_length(quote_name(name) if parent is None else f"{parent}.{quote_name(name)}")


def check_fqn_length(fqn: str) -> str:
    """The same fully qualified name, or 400 when it exceeds 3072 characters."""
    if len(fqn) > MAX_FQN:
        raise bad_request(f"[fullyQualifiedName size must be between 1 and {MAX_FQN}]")
    return fqn


def split_fqn(fqn: str) -> list[str] | None:
    """The quoted parts of a fully qualified name, or None when it can't be parsed."""
    parts: list[str] = []
    position = 0
    while position < len(fqn):
        match = _PART.match(fqn, position)
        if match is None:
            return None
        parts.append(match.group())
        position = match.end()
        if position == len(fqn):
            return parts
        if fqn[position] != ".":
            return None
        position += 1
    return None


def unquote_name(part: str) -> str:
    """The plain name of one quoted part."""
    return part[1:-1] if part.startswith('"') and part.endswith('"') and len(part) > 1 else part
