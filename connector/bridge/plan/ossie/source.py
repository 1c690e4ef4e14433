"""Where a dataset's rows live: the `source` of a dataset as a listed table or view."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from connector.bridge.errors import Code
from connector.bridge.plan.model import Note, ObjectKey
from connector.bridge.plan.ossie.model import OssieModel
from connector.bridge.wire.texts import shown

_QUOTES = '"`'
_SPACE = re.compile(r"\s*")
_QUERY = re.compile(r"\s*(\(|--|/\*|(select|with|from|table|values)\s)", re.IGNORECASE)
_SHOWN = 80


class SourceFault(str, Enum):
    """Why a source is no table of the catalog."""

    QUERY = "query"
    MALFORMED = "malformed"
    NOT_LISTED = "not listed"


@dataclass(frozen=True, slots=True)
class SourceProblem:
    """Why a source is no table of the catalog, as a clause for the report."""

    fault: SourceFault
    text: str


ModelOrder = tuple[str, str, tuple[str, ...], str, str]


@dataclass(frozen=True, slots=True)
class PlacedModel:
    """A model with the tables of its datasets.

    `listing` is the id of the first listing that shares it; `sources` has one entry per dataset.
    """

    listing: str
    model: OssieModel
    sources: Mapping[str, ObjectKey | SourceProblem]

    @property
    def order(self) -> ModelOrder:
        """Where the model stands when several say something about one table: by listing, then by its names."""
        key = self.model.key
        return self.listing, key.catalog, key.namespace, key.name, self.model.name


def place(
    listing: str, model: OssieModel, is_listed: Callable[[ObjectKey], bool]
) -> tuple[PlacedModel, tuple[Note, ...]]:
    """Find the tables of a model's datasets.

    Args:
        listing: Id of the first listing, by id, that shares the model.
        model: The model.
        is_listed: Tells whether any listing names a table or view.

    Returns:
        The model with its tables, and one note for each dataset that has none.
    """
    sources = {one.name: resolve_source(one.source, model.key, is_listed) for one in model.datasets}
    notes = tuple(
        Note(Code.OBJECT_NOTE, model.label, f"dataset `{shown(name, _SHOWN)}` has no table: {source.text}")
        for name, source in sorted(sources.items())
        if isinstance(source, SourceProblem)
    )
    return PlacedModel(listing, model, sources), notes


def in_order(models: Iterable[PlacedModel]) -> list[PlacedModel]:
    """Sort models so that the first one to say something about a table is the one that counts.

    Args:
        models: Models of all listings.

    Returns:
        The models by listing id, then by name, each once.
    """
    result: dict[tuple[ObjectKey, str], PlacedModel] = {}
    for placed in sorted(models, key=lambda placed: placed.order):
        result.setdefault((placed.model.key, placed.model.name), placed)
    return list(result.values())


def resolve_source(
    source: str, model_key: ObjectKey, is_listed: Callable[[ObjectKey], bool]
) -> ObjectKey | SourceProblem:
    """Find the table that a source names.

    Args:
        source: `catalog.namespace.table`, where the namespace may have several levels and parts may be quoted by `"` or
            backticks, doubled to escape; fewer parts are relative to the model; or a query.
        model_key: Where the model lives.
        is_listed: Tells whether any listing names a table or view.

    Returns:
        The first of these that is listed: all parts as catalog, levels and table; as levels and table of the model's catalog; as
        table of the model's namespace. Else why there is none.
    """
    parts = split_source(source)
    for candidate in _candidates(parts or (), model_key):
        if is_listed(candidate):
            return candidate
    if _QUERY.match(source):
        return SourceProblem(SourceFault.QUERY, "its source is a query")
    if parts is None:
        return SourceProblem(
            SourceFault.MALFORMED, f"its source `{shown(source, _SHOWN)}` is not the name of a table"
        )
    return SourceProblem(
        SourceFault.NOT_LISTED, f"its source `{shown(source, _SHOWN)}` is in none of the listings"
    )


def _candidates(parts: tuple[str, ...], model_key: ObjectKey) -> Iterator[ObjectKey]:
    if len(parts) > 2:
        yield ObjectKey(parts[0], parts[1:-1], parts[-1])
    if len(parts) > 1:
        yield ObjectKey(model_key.catalog, parts[:-1], parts[-1])
    if len(parts) == 1:
        yield ObjectKey(model_key.catalog, model_key.namespace, parts[0])


def split_source(source: str) -> tuple[str, ...] | None:
    """Split a dotted name into its parts.

    Args:
        source: Parts joined by dots, with blanks allowed around them. A part that begins with `"` or a backtick ends at the next
            one that is not doubled; any other part ends at the next dot.

    Returns:
        The parts without quotes, or None when a part is empty or a quote is not closed.
    """
    parts: list[str] = []
    at = 0
    while True:
        at = _blanks(source, at)
        quoted = source[at : at + 1] in tuple(_QUOTES)
        found = _quoted(source, at) if quoted else _plain(source, at)
        if found is None:
            return None
        part, at = found
        parts.append(part)
        at = _blanks(source, at)
        if at == len(source):
            return tuple(parts)
        if source[at] != ".":
            return None
        at += 1


def _blanks(source: str, at: int) -> int:
    match = _SPACE.match(source, at)
    return match.end() if match else at


def _quoted(source: str, at: int) -> tuple[str, int] | None:
    """Read a quoted part; give it with the position behind its closing quote."""
    quote = source[at]
    text: list[str] = []
    start = at + 1
    while (end := source.find(quote, start)) >= 0:
        text.append(source[start:end])
        if source[end + 1 : end + 2] != quote:
            part = "".join(text)
            return (part, end + 1) if part else None
        text.append(quote)
        start = end + 2
    return None


def _plain(source: str, at: int) -> tuple[str, int] | None:
    """Read a part that is not quoted; give it with the position of the dot behind it."""
    end = source.find(".", at)
    end = len(source) if end < 0 else end
    part = source[at:end].rstrip()
    return (part, end) if part else None
