"""Every name that the catalog gets, from one place.

Three rules meet here. The catalog refuses some characters, line ends among them, and more than 256 of any, which it counts in
UTF-16 units (OpenMetadata, type/basic.json, read by Java); the framework writes reserved words in place of some of them in most
requests, but not in all look-ups (metadata.ingestion.models.custom_basemodel_validation); and two originals must never share a
name. So names are encoded here, once, before anything is built or looked up, and a name that could be read as another one's
encoding carries a hash.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

MAX_NAME_LENGTH = 256
MAX_PREFIX_LENGTH = 40
HASH_DIGITS = 10

RESERVED_WORDS = (
    ("::", "__reserved__colon__"),
    (">", "__reserved__arrow__"),
    ('"', "__reserved__quote__"),
    ("\n", "__reserved__newline__"),
    ("\r", "__reserved__carriage_return__"),
    ("\t", "__reserved__tab__"),
)

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SPECIAL = re.compile(r'::|[>"\x00-\x1f\x7f-\x9f\u2028\u2029]|__reserved__')
_RESERVED = re.compile(r"_{2,}reserved_{2,}")
_HASH = re.compile(rf"[0-9a-f]{{{HASH_DIGITS}}}")
_SAFE_PART = re.compile(r"[a-z0-9-]+(_[a-z0-9-]+)*")
_UNSAFE_RUN = re.compile(r"[^a-z0-9-]+")
_PREFIX = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NOT_PREFIX_RUN = re.compile(r"[^a-z0-9]+")


def short_hash(*parts: str) -> str:
    """Hash original texts for use at the end of a name.

    Args:
        parts: The original texts, joined by NUL before hashing.

    Returns:
        10 hex digits of the SHA-256.
    """
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:HASH_DIGITS]


def entity_name(original: str) -> str:
    """Give the catalog's name for a database, schema, table, view or column.

    Args:
        original: The name as the Bridge has it.

    Returns:
        At most 256 characters that the catalog takes, different for different originals. Equal to the original whenever that
        is possible.
    """
    if not _SPECIAL.search(original) and _fits(original):
        return original
    encoded = original
    for raw, word in RESERVED_WORDS:
        encoded = encoded.replace(raw, word)
    decoded = encoded
    for raw, word in RESERVED_WORDS:
        decoded = decoded.replace(word, raw)
    name = _CONTROL.sub("_", encoded)
    if decoded != original:
        # Another one's encoding, too: `__reserved__colon::` and `::reserved__colon__`. The framework may decode and encode names on
        # their way, which would change this one, so nothing that it would decode is left.
        name = _RESERVED.sub("_reserved_", name)
    elif name == encoded and _fits(name):
        return name
    return f"{_cut(name, MAX_NAME_LENGTH - HASH_DIGITS - 2)}__{short_hash(original)}"


def display_name(original: str, name: str) -> str | None:
    """Give the display name that an entity needs beside its name.

    Args:
        original: The name as people know it.
        name: The name in the catalog.

    Returns:
        The original with control characters and line ends shown as spaces, or None when the name says it already.
    """
    return None if original == name else _CONTROL.sub(" ", original)


def schema_name(levels: Sequence[str]) -> str:
    """Give the catalog's name for a namespace.

    Args:
        levels: The namespace from the outermost level in; a level may hold dots.

    Returns:
        The levels joined by dots, with `%` and `.` inside a level written as `%25` and `%2E`, so that `["a.b"]` and `["a", "b"]`
        stay apart; encoded and cut as entity_name does.
    """
    return entity_name(".".join(level.replace("%", "%25").replace(".", "%2E") for level in levels))


def global_name(prefix: str, parts: Sequence[str], *, originals: Sequence[str] | None = None) -> str:
    """Name something in one of the catalog's flat, global namespaces.

    Args:
        prefix: The installation's prefix.
        parts: The parts of the name in order.
        originals: The texts to hash when they are not the parts themselves (a namespace is one part but several texts). Given,
            the name always carries a hash.

    Returns:
        `<prefix>__<part>__...`, at most 256 characters of `[a-z0-9_-]`. It ends in `__` and a hash of the originals unless each
        part could be used as it is; a last part that looks like such a hash can not.
    """
    safe = (
        originals is None
        and all(_SAFE_PART.fullmatch(part) for part in parts)
        and not _HASH.fullmatch(parts[-1])
    )
    if safe:
        name = "__".join((prefix, *parts))
        if len(name) <= MAX_NAME_LENGTH:
            return name
    words = (_UNSAFE_RUN.sub("_", part.lower()).strip("_") for part in parts)
    body = "__".join((prefix, *(word for word in words if word)))
    return f"{body[: MAX_NAME_LENGTH - HASH_DIGITS - 2]}__{short_hash(*(originals or parts))}"


def default_prefix(service_name: str) -> str:
    """Make an installation prefix from a service name.

    Args:
        service_name: Name of the database service.

    Returns:
        The name itself when it is a valid prefix, else its words joined by dashes and 8 hex digits of its hash, so that
        `bridge.prod` and `bridge-prod` never share one.
    """
    if len(service_name) <= MAX_PREFIX_LENGTH and _PREFIX.fullmatch(service_name):
        return service_name
    digest = short_hash(service_name)[:8]
    words = _NOT_PREFIX_RUN.sub("-", service_name.lower()).strip("-")[: MAX_PREFIX_LENGTH - 9].strip("-")
    return f"{words}-{digest}" if words else digest


def distinct_names(names: Iterable[str]) -> list[str]:
    """Tell apart names that the catalog would take for the same column.

    The server matches columns without regard to case (OpenMetadata server, EntityColumnUpdates), so of `id`, `ID` and `id_2` the
    second becomes `ID_3`. It compares letter by letter, as Java's equalsIgnoreCase does, to which the dotless `ı` and the dotted
    `İ` are an `i`.

    Args:
        names: Encoded names in their order.

    Returns:
        As many names, different even when case is ignored; the first of a kind keeps its name.
    """
    given = list(names)
    taken = {_caseless(name) for name in given}
    if len(taken) == len(given):
        return given
    seen: set[str] = set()
    result = []
    for name in given:
        unique = name
        if _caseless(name) in seen:
            number = 2
            while _caseless(unique := _with_number(name, number)) in taken:
                number += 1
            taken.add(_caseless(unique))
        seen.add(_caseless(unique))
        result.append(unique)
    return result


def _with_number(name: str, number: int) -> str:
    """Append a number to a name and keep it within the catalog's limit."""
    suffix = f"_{number}"
    return _cut(name, MAX_NAME_LENGTH - len(suffix)) + suffix


def _caseless(name: str) -> str:
    """Give a text that is the same for all names that the server takes for the same column."""
    return name.lower() if name.isascii() else name.casefold().replace("i\u0307", "i").replace("ı", "i")


def _fits(name: str) -> bool:
    """Tell whether a name is short enough in the server's units."""
    return (
        len(name) <= MAX_NAME_LENGTH // 2
        or len(name.encode("utf-16-le", "surrogatepass")) <= 2 * MAX_NAME_LENGTH
    )


def _cut(name: str, length: int) -> str:
    """Cut a name to so many of the server's units, never inside a character."""
    return name.encode("utf-16-le", "surrogatepass")[: 2 * length].decode("utf-16-le", "ignore")


def quote(part: str) -> str:
    """Quote one part of an FQN as the server does (OpenMetadata server, FullyQualifiedName.quoteName).

    Args:
        part: An encoded name, so it holds no double quote.

    Returns:
        The part, in double quotes when it holds a dot.
    """
    return f'"{part}"' if "." in part else part


def fqn(*parts: str) -> str:
    """Join encoded names to a fully qualified name.

    Args:
        parts: Encoded names from the service in.

    Returns:
        The FQN, for example `bridge."lake.eu".tpcds.store_sales`.
    """
    return ".".join(quote(part) for part in parts)
