"""The legend below a diagram: only what the diagram uses, wrapped to its width."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from connector.bridge.plan.diagram.cards import (
    FOREIGN_MARK,
    PRIMARY_MARK,
    SUBTITLE_SIZE,
    Label,
    label,
    mark_width,
)
from connector.bridge.plan.diagram.graph import Graph
from connector.bridge.plan.diagram.paths import bar, foot
from connector.bridge.plan.diagram.route import Spot
from connector.bridge.plan.diagram.text import width

LINE_HEIGHT = 18
ITEM_GAP = 22
SAMPLE_WIDTH = 24
SAMPLE_GAP = 7
MIN_LEGEND_WIDTH = 300
MAX_SCHEMA_WIDTH = 260

PlacedText = tuple[int, int, Label]


@dataclass(frozen=True, slots=True)
class Legend:
    """A legend as placed.

    Attributes:
        texts: Left and baseline of each text, in pixels, and the text.
        marks: The same of the marks of keys.
        lines: Samples of lines, as SVG elements.
        frames: Samples of tables, as SVG elements.
        width: Pixels.
        height: Pixels; zero when there is nothing to explain.
    """

    texts: tuple[PlacedText, ...]
    marks: tuple[PlacedText, ...]
    lines: tuple[str, ...]
    frames: tuple[str, ...]
    width: int
    height: int


class _Sample(Enum):
    """What is shown before a text."""

    NONE = "none"
    PRIMARY = PRIMARY_MARK
    FOREIGN = FOREIGN_MARK
    MANY = "many"
    ONE = "one"
    OUTSIDE = "outside"


def legend(graph: Graph, page: int, *, coloured: bool) -> Legend:
    """Lay out the legend of a diagram.

    Args:
        graph: What the diagram shows.
        page: Width of the diagram, in pixels.
        coloured: Whether some of its lines have a colour of their own.

    Returns:
        The legend, as wide as the diagram where that is enough.
    """
    texts: list[PlacedText] = []
    marks: list[PlacedText] = []
    lines: list[str] = []
    frames: list[str] = []
    x = y = widest = 0
    items = _items(graph, coloured=coloured)
    for sample, text in items:
        before = _sample_width(sample)
        needed = before + width(text.text, SUBTITLE_SIZE)
        if x and x + needed > max(page, MIN_LEGEND_WIDTH):
            x, y = 0, y + LINE_HEIGHT
        middle = y + LINE_HEIGHT // 2
        if sample in {_Sample.PRIMARY, _Sample.FOREIGN}:
            marks.append((x, middle + 4, Label(sample.value, None)))
        elif sample is _Sample.OUTSIDE:
            frames.append(f'<rect x="{x}" y="{middle - 6}" width="{SAMPLE_WIDTH}" height="12" rx="3"/>')
        elif sample is not _Sample.NONE:
            lines.append(_line(sample, x, middle))
        texts.append((x + before, middle + 4, text))
        widest = max(widest, x + needed)
        x += needed + ITEM_GAP
    return Legend(
        tuple(texts), tuple(marks), tuple(lines), tuple(frames), widest, y + LINE_HEIGHT if items else 0
    )


def _items(graph: Graph, *, coloured: bool) -> list[tuple[_Sample, Label]]:
    """List what needs to be explained."""
    marks = {mark for card in graph.cards for row in card.rows for mark in row.marks}
    schema = label(f"Schema {graph.schema}", SUBTITLE_SIZE, MAX_SCHEMA_WIDTH)
    texts = (
        (graph.schema is not None, _Sample.NONE, schema),
        (PRIMARY_MARK in marks, _Sample.PRIMARY, Label("primary key", None)),
        (FOREIGN_MARK in marks, _Sample.FOREIGN, Label("foreign key", None)),
        (any(not link.one_to_one for link in graph.links), _Sample.MANY, Label("many", None)),
        (bool(graph.links), _Sample.ONE, Label("one", None)),
        (any(card.outside for card in graph.cards), _Sample.OUTSIDE, Label("not in this listing", None)),
        (coloured, _Sample.NONE, Label("Lines of one colour lead to one table", None)),
    )
    return [(sample, text) for shown, sample, text in texts if shown]


def _sample_width(sample: _Sample) -> int:
    """Tell how much room a sample takes, the gap behind it included."""
    if sample is _Sample.NONE:
        return 0
    return (
        mark_width(sample.value) + 1
        if sample in {_Sample.PRIMARY, _Sample.FOREIGN}
        else SAMPLE_WIDTH + SAMPLE_GAP
    )


def _line(sample: _Sample, x: int, y: int) -> str:
    """Draw the sample of a line's end."""
    end = Spot(x, y, left=False)
    mark = foot(end) if sample is _Sample.MANY else bar(end)
    return f'<path d="M{x} {y}h{SAMPLE_WIDTH}{mark}"/>'
