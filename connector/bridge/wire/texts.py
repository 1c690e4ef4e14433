"""Text from outside made fit for error messages and logs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

LIMIT = 200
"""Most characters of one foreign text in a message."""

_QUERY = re.compile(r"(https?://[^\s?#]*)[?#]\S*", re.IGNORECASE)


def shown(text: str, limit: int = LIMIT) -> str:
    """Make a foreign text safe to show on one line.

    Args:
        text: Any text, lone surrogates and control characters included.
        limit: Most characters of the result.

    Returns:
        The text with each run of blanks and of control, format, surrogate and unassigned characters as one blank, cut with an
        ellipsis.
    """
    # Twice the limit is enough to fill the line after blanks have been joined, and keeps a huge text from costing time.
    start = text[: 2 * limit + 1]
    clean = "".join(" " if unicodedata.category(char).startswith("C") else char for char in start)
    line = " ".join(clean.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def redacted(text: str, secrets: Iterable[str]) -> str:
    """Take secrets and the query strings of URLs, which may hold some, out of a foreign text.

    Args:
        text: Any text.
        secrets: What must not appear.

    Returns:
        The text with each secret as three asterisks and URLs without query and fragment.
    """
    for secret in secrets:
        if secret:
            text = text.replace(secret, "***")
    return _QUERY.sub(r"\1", text)


def named(listing_id: str) -> str:
    """Name a listing in a message.

    Args:
        listing_id: The listing's id.

    Returns:
        The subject of an error about it.
    """
    return f'listing "{shown(listing_id)}"'
