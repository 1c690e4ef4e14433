"""Entity tags (RFC 9110, section 8.8.3) and what proxies make of them."""

from __future__ import annotations

import re

# Apache's mod_deflate and mod_brotli append "-gzip" and "-br", Jetty "--gzip", other servers ";gzip": the same content, encoded on its way.
_ENCODING_SUFFIX = re.compile(r"(?:--?|;)(?:gzip|br|deflate|zstd)$", re.IGNORECASE)


def _opaque(tag: str) -> str:
    tag = tag.strip()
    if tag[:2] in {"W/", "w/"}:
        tag = tag[2:]
    # A suffix may stand inside or outside of the quotes.
    tag = _ENCODING_SUFFIX.sub("", tag).strip('"')
    return _ENCODING_SUFFIX.sub("", tag)


def etags_match(first: str | None, second: str | None) -> bool:
    """Compare two entity tags weakly, as RFC 9110 (section 8.8.3.2) does, and past the suffixes of compressing proxies.

    Args:
        first: A tag as a header carries it, quoted or not; None when there was none.
        second: Another one.

    Returns:
        True when both stand for the same content; False when either is missing or empty.
    """
    if first is None or second is None:
        return False
    opaque = _opaque(first)
    return bool(opaque) and opaque == _opaque(second)


def quoted(tag: str) -> str:
    """Make a tag fit for `If-None-Match`.

    Args:
        tag: A tag as a header carries it, quoted or not.

    Returns:
        The tag in quotes; one that is quoted or weak stays as it is, a suffix outside of its quotes included: whoever put that there
        knows it again.
    """
    tag = tag.strip()
    return tag if tag.startswith(('"', 'W/"', 'w/"')) else f'"{tag}"'
