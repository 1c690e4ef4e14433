"""Texts from listings, as the catalog can keep them."""

from __future__ import annotations

import re

_UNKEEPABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Control characters but tab and line ends: none of them can be read, and PostgreSQL's JSON refuses NUL."""

_WEB_PAGE = re.compile(r"https?://[^\s\x00-\x20\x7f<>\"]{1,1990}", re.IGNORECASE)


def readable(text: str | None) -> str | None:
    """Take a text as people write it.

    Args:
        text: A description, a doc, a comment; any characters.

    Returns:
        The text without control characters and without blanks around it; None when nothing is left.
    """
    return _UNKEEPABLE.sub("", text).strip() or None if text else None


def web_page(text: str | None) -> str | None:
    """Take an address that a browser may be sent to.

    Args:
        text: A URL from a listing.

    Returns:
        The URL when it is one of http or https of at most 2,000 characters without blanks and control characters, else None.
    """
    return text if text and _WEB_PAGE.fullmatch(text) else None
