"""A layout as SVG text.

Groups carry the class and colour of all that they hold, so that a table costs few bytes. Every text from outside is cleaned and escaped
before it gets here or on its way in; no element names anything outside the picture.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from connector.bridge.plan.diagram.cards import (
    FOREIGN_MARK,
    HEAD_SLOT,
    MARK_SIZE,
    NAME_SIZE,
    PADDING,
    PRIMARY_MARK,
    SUBTITLE_SIZE,
    TITLE_SIZE,
    TYPE_SIZE,
    Card,
    Label,
    mark_width,
    slot_centre,
)
from connector.bridge.plan.diagram.graph import End, Graph, Link
from connector.bridge.plan.diagram.layout import Box, Layout
from connector.bridge.plan.diagram.legend import Legend
from connector.bridge.plan.diagram.model import Detail
from connector.bridge.plan.diagram.paths import bar, foot, head, line, tie
from connector.bridge.plan.diagram.route import Spot
from connector.bridge.plan.diagram.style import FONT_FAMILY, attributes, style_sheet
from connector.bridge.plan.diagram.text import clean, escape
from connector.bridge.plan.diagram.tints import TINTS

MARGIN = 20
LEGEND_GAP = 26
BOX_RADIUS = 6
CANVAS_RADIUS = 8
TIE_DEPTH = 4
DASHES = ' stroke-dasharray="5 4"'
LINE = ' fill="none" stroke-width="1.25"'
PRIMARY_FACE = f' font-size="{MARK_SIZE}" font-weight="700"'
FOREIGN_FACE = f' font-size="{MARK_SIZE}" font-weight="600"'


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is drawn.

    Attributes:
        graph: The tables and relations.
        layout: Where they stand.
        tints: Class of the lines that lead to a card, where they have a colour of their own.
        legend: What stands below them.
        detail: How much is shown.
        title: Title of the picture.
        description: What the picture shows, in words.
    """

    graph: Graph
    layout: Layout
    tints: Mapping[int, str]
    legend: Legend
    detail: Detail
    title: str
    description: str

    @property
    def width(self) -> int:
        """Give the width of the picture in pixels."""
        return max(self.layout.width, self.legend.width) + 2 * MARGIN

    @property
    def height(self) -> int:
        """Give the height of the picture in pixels."""
        below = self.legend.height + LEGEND_GAP if self.legend.height else 0
        return self.layout.height + below + 2 * MARGIN


def svg(sheet: Sheet) -> str:
    """Write a diagram.

    Args:
        sheet: What to draw.

    Returns:
        The SVG document.
    """
    wide, high = sheet.width, sheet.height
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
            'role="img" aria-labelledby="t d">\n',
            f'<title id="t">{escape(sheet.title)}</title><desc id="d">{escape(sheet.description)}</desc>\n',
            f"<style>{style_sheet()}</style>\n",
            f'<rect {attributes("c")} width="{wide}" height="{high}" rx="{CANVAS_RADIUS}"/>\n',
            # Half a pixel off, lines of one pixel fill whole pixels.
            f'<g transform="translate({MARGIN}.5 {MARGIN}.5)" font-family="{FONT_FAMILY}" font-size="{NAME_SIZE}">\n',
            _wires(sheet),
            _boxes(sheet),
            _texts(sheet),
            "</g>\n",
            _legend(sheet),
            "</svg>",
        )
    )


def _wires(sheet: Sheet) -> str:
    """Write all relations."""
    paths: dict[str, list[str]] = {name: [] for name in ("l", *TINTS)}
    for wire in sheet.layout.wires:
        link = sheet.graph.links[wire.link]
        marks = bar(wire.source) if link.one_to_one else foot(wire.source)
        if wire.leads:
            marks += bar(wire.target)
        data = "".join(map(line, wire.lines)) + marks
        title = "" if sheet.detail is Detail.NAMES else _title(relation_text(sheet.graph, link))
        paths[sheet.tints.get(link.target.card, "l")].append(
            f'<path d="{data}">{title}</path>' if title else f'<path d="{data}"/>'
        )
    return "".join(_group(name, lines, LINE) for name, lines in paths.items())


def relation_text(graph: Graph, link: Link) -> str:
    """Say in words what a line shows.

    Args:
        graph: The graph.
        link: The line.

    Returns:
        Name of the relation, and the columns that it joins.
    """
    first = link.relations[0]
    source = _end_text(graph.cards[link.source.card], first.from_columns)
    target = _end_text(graph.cards[link.target.card], first.to_columns)
    name = f"{clean(first.name)}: " if first.name.strip() else ""
    return f"{name}{source} → {target}"


def _end_text(card: Card, columns: Sequence[str]) -> str:
    """Say which table a line ends at, and at which of its columns."""
    title = card.title.full or card.title.text
    return f"{title} ({', '.join(map(clean, columns))})" if columns else title


def _boxes(sheet: Sheet) -> str:
    """Write the frames of all tables, and the brackets of composite keys in them."""
    bodies: dict[str, list[str]] = defaultdict(list)
    for box in sheet.layout.boxes:
        outside = sheet.graph.cards[box.card].outside
        plain = len(box.slots) == 1
        kind = "o" if outside else "h" if plain else "b"
        bodies[kind].append(
            f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="{BOX_RADIUS}"/>'
        )
        if not plain and outside:
            bodies[kind].append(f'<path d="M{box.x} {box.y + box.slots[HEAD_SLOT]}h{box.width}"/>')
        elif not plain:
            data = head(box.x, box.y, box.width, box.slots[HEAD_SLOT], BOX_RADIUS)
            bodies["head"].append(f'<path d="{data}"/>')
    return (
        _group("b", bodies["b"])
        + _group("h", bodies["h"] + bodies["head"])
        + _group("o", bodies["o"], DASHES)
        + _group("s", _ties(sheet), ' fill="none"')
    )


def _ties(sheet: Sheet) -> list[str]:
    """Write the brackets of composite keys."""
    boxes = {box.card: box for box in sheet.layout.boxes}
    found: dict[str, None] = {}
    for wire in sheet.layout.wires:
        link = sheet.graph.links[wire.link]
        for end, spot in ((link.source, wire.source), (link.target, wire.target)):
            if len(end.rows) > 1:
                heights = _tied_heights(boxes[end.card], end, spot)
                data = tie(spot.x, heights, TIE_DEPTH if spot.left else -TIE_DEPTH)
                found[f'<path d="{data}"/>'] = None
    return list(found)


def _tied_heights(box: Box, end: End, spot: Spot) -> list[int]:
    """Give the heights of the rows that a bracket ties, the one with the line at the line's height."""
    slots = (HEAD_SLOT + 1 + row for row in end.rows)
    return [spot.y if slot == end.slot else box.y + slot_centre(box.slots, slot) for slot in slots]


def _texts(sheet: Sheet) -> str:
    """Write the texts of all tables."""
    titles, names, muted, types = [], [], [], []
    marks: dict[str, list[str]] = {PRIMARY_MARK: [], FOREIGN_MARK: []}
    for box in sheet.layout.boxes:
        card = sheet.graph.cards[box.card]
        x = box.x + PADDING
        inner = x + card.marks_width
        middle = box.y + slot_centre(box.slots, HEAD_SLOT)
        titles.append(_text(x, middle + (-3 if card.subtitle else 5), card.title))
        if card.subtitle:
            muted.append(_text(x, middle + 13, card.subtitle))
        for number, row in enumerate(card.rows):
            y = box.y + slot_centre(box.slots, HEAD_SLOT + 1 + number) + 4
            left = x
            for mark in row.marks:
                marks[mark].append(_text(left, y, Label(mark, None)))
                left += mark_width(mark)
            names.append(_text(inner, y, row.name))
            if row.type:
                types.append(_text(box.x + box.width - PADDING, y, row.type))
        if card.rest:
            y = box.y + slot_centre(box.slots, len(box.slots) - 1) + 4
            muted.append(_text(inner, y, Label(card.rest, None)))
    small = f' font-size="{TYPE_SIZE}"'
    return (
        _group("x", titles, f' font-size="{TITLE_SIZE}" font-weight="600"')
        + _group("x", names)
        + _group("k", marks[PRIMARY_MARK], PRIMARY_FACE)
        + _group("m", marks[FOREIGN_MARK], FOREIGN_FACE)
        + _group("m", muted, small)
        + _group("m", types, f'{small} text-anchor="end"')
    )


def _legend(sheet: Sheet) -> str:
    """Write what stands below the tables."""
    legend = sheet.legend
    if not legend.height:
        return ""
    y = MARGIN + sheet.layout.height + LEGEND_GAP
    return (
        f'<g transform="translate({MARGIN}.5 {y}.5)" font-family="{FONT_FAMILY}" font-size="{SUBTITLE_SIZE}">\n'
        + _group("l", legend.lines, LINE)
        + _group("o", legend.frames, DASHES)
        + _group("k", (_text(*text) for text in legend.marks if text[2].text == PRIMARY_MARK), PRIMARY_FACE)
        + _group("m", (_text(*text) for text in legend.marks if text[2].text == FOREIGN_MARK), FOREIGN_FACE)
        + _group("m", (_text(*text) for text in legend.texts))
        + "</g>\n"
    )


def _group(name: str, elements: Iterable[str], more: str = "") -> str:
    """Write a group, nothing when it is empty."""
    inside = "\n".join(elements)
    return f"<g {attributes(name)}{more}>\n{inside}\n</g>\n" if inside else ""


def _text(x: int, y: int, label: Label) -> str:
    """Write a text, with the full one as its tooltip when it is shortened."""
    title = _title(label.full) if label.full else ""
    return f'<text x="{x}" y="{y}">{title}{escape(label.text)}</text>'


def _title(text: str) -> str:
    """Write a tooltip."""
    return f"<title>{escape(text)}</title>"
