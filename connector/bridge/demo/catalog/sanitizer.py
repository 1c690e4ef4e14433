"""What the server makes of a description before it stores it.

OpenMetadata 1.13.3 and later run entity descriptions through an HTML sanitizer that also encodes plain text
(OpenMetadata#32410), so the stored text differs from the sent one. Column descriptions are left alone.
"""

from __future__ import annotations

import html
import re
from urllib.parse import urlsplit

_ENCODED = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    "'": "&#39;",
    '"': "&#34;",
    "=": "&#61;",
    "+": "&#43;",
    "@": "&#64;",
    "`": "&#96;",
}
_TABLE = str.maketrans(_ENCODED)
_BLOCK_TAGS = {
    "blockquote",
    "br",
    "dd",
    "div",
    "dl",
    "dt",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "ul",
}
_TEXT_TAGS = {
    "a",
    "abbr",
    "b",
    "code",
    "del",
    "em",
    "i",
    "ins",
    "kbd",
    "mark",
    "s",
    "samp",
    "small",
    "span",
    "strike",
    "strong",
}
_TABLE_TAGS = {"caption", "table", "tbody", "td", "tfoot", "th", "thead", "tr"}
_ALLOWED = frozenset(_BLOCK_TAGS | _TEXT_TAGS | _TABLE_TAGS | {"img", "input", "sub", "sup", "u"})
_DROPPED_WITH_CONTENT = frozenset(
    {"script", "style", "iframe", "object", "svg", "math", "noscript", "template"}
)
_VOID = frozenset({"br", "hr", "img", "input"})
_LAYOUT_ATTRIBUTES = {"align", "colspan", "height", "rowspan", "scope", "start", "width"}
_ATTRIBUTES = frozenset(
    _LAYOUT_ATTRIBUTES | {"alt", "checked", "class", "disabled", "href", "id", "src", "title", "type"}
)
_LINK_SCHEMES = frozenset({"", "http", "https", "mailto"})
_IMAGE_DATA = re.compile(r"data:image/(png|jpeg|jpg|gif|webp)[;,]", re.IGNORECASE)
_TOKEN = re.compile(r"<#E::[^>\n]*>|<!--.*?-->|</?[A-Za-z][^<>]*>", re.DOTALL)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)((?:[^<>])*?)(/?)>", re.DOTALL)
_ATTRIBUTE = re.compile(r"""([A-Za-z_:][-A-Za-z0-9_:.]*)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""")


def encode_text(text: str) -> str:
    """Encode plain text; text that is already encoded stays as it is, so the work may be repeated."""
    return html.unescape(text).translate(_TABLE)


def _attribute_allowed(tag: str, name: str, value: str) -> bool:
    if name not in _ATTRIBUTES:
        return False
    if name == "src":
        if _IMAGE_DATA.match(value):
            return tag == "img"
        return urlsplit(value).scheme.lower() in {"http", "https"}
    if name == "href":
        return urlsplit(value).scheme.lower() in _LINK_SCHEMES
    return True


def _sanitize_tag(match: re.Match[str]) -> str:
    closing, name, rest, _ = match.groups()
    name = name.lower()
    if name not in _ALLOWED:
        return ""
    if closing:
        return "" if name in _VOID else f"</{name}>"
    kept = []
    for attribute, raw in _ATTRIBUTE.findall(rest):
        value = html.unescape(raw[1:-1] if raw[0] in "\"'" else raw)
        if _attribute_allowed(name, attribute.lower(), value):
            kept.append(f'{attribute.lower()}="{value.translate(_TABLE)}"')
    if name == "img" and not any(item.startswith("src=") for item in kept):
        return ""
    attributes = "".join(f" {item}" for item in kept)
    return f"<{name}{attributes} />" if name in _VOID else f"<{name}{attributes}>"


def sanitize_description(text: str | None) -> str | None:
    """What is stored when the text is sent in a PUT, a POST or a bulk PUT.

    Args:
        text: the description as sent; None passes.

    Returns:
        The text with ``& < > ' " = + @ `` and the backtick as HTML entities, allowed tags kept without event handlers
        and styles, scripts gone, and links to entities (``<#E::...>``) untouched.
    """
    if not text:
        return text
    out: list[str] = []
    position = 0
    skipping: str | None = None
    for match in _TOKEN.finditer(text):
        token = match.group()
        tag = _TAG.fullmatch(token)
        name = tag.group(2).lower() if tag else ""
        if skipping is not None:
            if tag and tag.group(1) and name == skipping:
                skipping, position = None, match.end()
            continue
        out.append(encode_text(text[position : match.start()]))
        position = match.end()
        if token.startswith("<#E::"):
            out.append(token)
        elif name in _DROPPED_WITH_CONTENT and tag and not tag.group(1):
            skipping = name
        elif tag is not None:
            out.append(_sanitize_tag(tag))
    if skipping is None:
        out.append(encode_text(text[position:]))
    return "".join(out)
