"""The ER diagram of a listing: a picture as SVG text, from the keys and relations of its tables.

A pure function with the same bytes for the same model. The picture is shown as an image in Markdown, so it is complete in itself: no
script, no reference to anything outside, no font. When it would be too large it shows less, step by step.
"""

from __future__ import annotations

from collections import Counter

from connector.bridge.plan.diagram.graph import Graph, graph
from connector.bridge.plan.diagram.layout import arrange
from connector.bridge.plan.diagram.legend import legend
from connector.bridge.plan.diagram.model import (
    Detail,
    Drawing,
    ErModel,
)
from connector.bridge.plan.diagram.svg import Sheet, svg
from connector.bridge.plan.diagram.text import clean
from connector.bridge.plan.diagram.tints import tints

MAX_BYTES = 60_000
_LEAST_TABLE = 70
_LEAST_ROW = 27
_LEAST_LINK = 40
_NAMED = 3
_MAX_DESCRIPTION = 800


def draw(model: ErModel, *, max_bytes: int = MAX_BYTES) -> Drawing | None:
    """Draw the ER diagram of a model.

    Args:
        model: Tables and relations, in any order.
        max_bytes: Size of the SVG, in UTF-8, that must not be exceeded.

    Returns:
        The diagram in the fullest detail that fits, or None when not even names fit or there are no tables.
    """
    if not model.tables and not model.relations:
        return None
    for detail in Detail:
        parts = graph(model, detail)
        if _least_size(parts) > max_bytes:
            continue
        drawing = _draw(model, parts, detail)
        if len(drawing.svg.encode()) <= max_bytes:
            return drawing
    return None


def _least_size(parts: Graph) -> int:
    """Tell how many bytes a drawing will have at least, so that one that can't fit is not laid out."""
    rows = sum(len(card.rows) for card in parts.cards)
    return len(parts.cards) * _LEAST_TABLE + rows * _LEAST_ROW + len(parts.links) * _LEAST_LINK


def _draw(model: ErModel, parts: Graph, detail: Detail) -> Drawing:
    """Draw a model in one detail."""
    layout = arrange(parts)
    colours = tints(parts)
    title = f"Entity-relationship diagram of {clean(model.title)}"
    summary = _summary(parts, len(model.relations))
    sheet = Sheet(
        graph=parts,
        layout=layout,
        tints=colours,
        legend=legend(parts, layout.width, coloured=bool(colours)),
        detail=detail,
        title=title,
        description=f"{summary} {_sentences(parts)}".strip(),
    )
    return Drawing(svg(sheet), detail, sheet.width, sheet.height, f"{title}: {summary}")


def _summary(parts: Graph, relations: int) -> str:
    """Say in one line what the picture shows."""
    tables = len(parts.cards)
    outside = sum(card.outside for card in parts.cards)
    text = _count(tables, "table")
    if outside:
        text += f" ({outside:,} not in this listing)"
    text += f", {_count(relations, 'relationship')}."
    busiest = Counter(card for link in parts.links for card in {link.source.card, link.target.card})
    named = sorted(busiest, key=lambda card: (-busiest[card], card))[:_NAMED]
    if named and tables > 2:
        text += f" Most related: {', '.join(parts.cards[card].title.text for card in named)}."
    return text


def _sentences(parts: Graph) -> str:
    """Say which table refers to which, as far as that is not too long to be listened to."""
    targets: dict[int, dict[int, None]] = {}
    for link in parts.links:
        targets.setdefault(link.source.card, {})[link.target.card] = None
    text = ""
    for source, found in targets.items():
        others = ", ".join(parts.cards[target].title.text for target in found)
        sentence = f"{parts.cards[source].title.text} refers to {others}."
        if len(text) + len(sentence) > _MAX_DESCRIPTION:
            return f"{text} …".strip()
        text = f"{text} {sentence}".strip()
    return text


def _count(number: int, noun: str) -> str:
    """Write a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
