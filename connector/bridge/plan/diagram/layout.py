"""The whole layout: each connected group of tables for itself, then all of them side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from connector.bridge.plan.diagram.cards import Card, box_height
from connector.bridge.plan.diagram.graph import Graph, Link
from connector.bridge.plan.diagram.layered import layered
from connector.bridge.plan.diagram.layers import PAGE_WIDTH, Shape, candidates
from connector.bridge.plan.diagram.order import untangle
from connector.bridge.plan.diagram.place import TABLE_GAP, place
from connector.bridge.plan.diagram.route import Spot, Wire, route

GROUP_GAP = 44
"""Pixels between two groups of tables."""
SINGLE_GAP = 26
"""Pixels between two tables without relations."""

# How many choices of columns a group is laid out in: fewer of a large one, so that time stays bounded.
_TRIES = 10
_TABLES_PER_TRY = 10
# What readers mind, in pixels of height: set by eye on star schemas, chains, trees and random graphs.
_CROSSING_COST = 15
_TURN_COST = 40
_OVER_COST = 3
_LENGTH_SHARE = 6


@dataclass(frozen=True, slots=True)
class Box:
    """A table as placed.

    Attributes:
        card: Index of the card.
        x: Pixels from the left.
        y: Pixels from the top.
        width: Pixels.
        slots: Heights of its places from the top.
    """

    card: int
    x: int
    y: int
    width: int
    slots: tuple[int, ...]

    @property
    def height(self) -> int:
        """Give the height in pixels."""
        return box_height(self.slots)


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything in its place.

    Attributes:
        boxes: The tables.
        wires: The lines.
        width: Pixels, without a margin.
        height: Pixels, without a margin.
    """

    boxes: tuple[Box, ...]
    wires: tuple[Wire, ...]
    width: int
    height: int


def arrange(graph: Graph) -> Layout:
    """Lay out a graph.

    Args:
        graph: The graph.

    Returns:
        The layout, with groups of related tables first, the largest of them at the top, and tables without relations below.
    """
    groups = _groups(len(graph.cards), graph.links)
    linked = {link.source.card for link in graph.links}
    related = [group for group in groups if len(group) > 1 or group[0] in linked]
    singles = [group[0] for group in groups if len(group) == 1 and group[0] not in linked]
    parts = [_component(graph, group) for group in related]
    parts.sort(key=lambda part: (-part.height, -part.width, part.boxes[0].card))
    page = max([PAGE_WIDTH, *(part.width for part in parts)])
    shelved = _shelve(parts, page)
    if not singles:
        return shelved
    grid = _grid(graph.cards, singles, max(shelved.width, PAGE_WIDTH * 3 // 4))
    if not related:
        return grid
    return _join(shelved, _moved(grid, 0, shelved.height + GROUP_GAP))


def _groups(count: int, links: Sequence[Link]) -> list[list[int]]:
    """Split the tables into connected groups."""
    leader = list(range(count))

    def find(node: int) -> int:
        while leader[node] != node:
            leader[node] = leader[leader[node]]
            node = leader[node]
        return node

    for link in links:
        one, two = sorted((find(link.source.card), find(link.target.card)))
        leader[two] = one
    groups: dict[int, list[int]] = {}
    for node in range(count):
        groups.setdefault(find(node), []).append(node)
    return list(groups.values())


def _component(graph: Graph, group: Sequence[int]) -> Layout:
    """Lay out a connected group in several ways, and take the one that reads best."""
    local = {card: node for node, card in enumerate(group)}
    numbers = [number for number, link in enumerate(graph.links) if link.source.card in local]
    links = [_localized(graph.links[number], local) for number in numbers]
    cards = [graph.cards[card] for card in group]
    tries = max(1, _TRIES - len(group) // _TABLES_PER_TRY)
    best: tuple[int, Layout] | None = None
    for columns in candidates(_shape(cards, links), tries):
        cost, layout = _in_columns(columns, cards, links)
        if best is None or cost < best[0]:
            best = cost, layout
    assert best is not None
    boxes = tuple(replace(box, card=group[box.card]) for box in best[1].boxes)
    wires = tuple(replace(wire, link=numbers[wire.link]) for wire in best[1].wires)
    return replace(best[1], boxes=boxes, wires=wires)


def _in_columns(columns: Sequence[int], cards: Sequence[Card], links: Sequence[Link]) -> tuple[int, Layout]:
    """Lay out a group whose columns are chosen, and tell what it costs the reader: crossings, long lines, a large page."""
    layers = layered(columns, links)
    untangle(layers, [len(card.slots) for card in cards])
    heights = place(layers, cards)
    widths = [0] * (max(columns) + 1)
    for card, column in zip(cards, columns, strict=True):
        widths[column] = max(widths[column], card.width)
    routing = route(layers, heights, widths)
    boxes = tuple(
        Box(node, routing.column_x[column], routing.top[node], widths[column], heights.slots[node])
        for node, column in enumerate(columns)
    )
    height = max([*routing.top, *(box.y + box.height for box in boxes)])
    layout = Layout(boxes, routing.wires, routing.width, height)
    over = max(0, routing.width - PAGE_WIDTH)
    length = sum(
        abs(one[0] - two[0]) + abs(one[1] - two[1])
        for wire in routing.wires
        for line in wire.lines
        for one, two in pairwise(line)
    )
    turned = sum(columns[link.source.card] == columns[link.target.card] for link in links)
    cost = (
        _CROSSING_COST * routing.crossings
        + _TURN_COST * turned
        + length // _LENGTH_SHARE
        + height
        + _OVER_COST * over
    )
    return cost, layout


def _localized(link: Link, local: dict[int, int]) -> Link:
    """Number a link's tables within its group."""
    return replace(
        link,
        source=replace(link.source, card=local[link.source.card]),
        target=replace(link.target, card=local[link.target.card]),
    )


def _shape(cards: Sequence[Card], links: Sequence[Link]) -> Shape:
    """Tell what the choice of columns depends on."""
    ends = dict.fromkeys((link.source.card, link.target.card) for link in links)
    return Shape(
        heights=tuple(box_height(card.slots) + TABLE_GAP for card in cards),
        column_width=max(card.width for card in cards),
        edges=tuple((source, target) for source, target in ends if source != target),
    )


def _shelve(parts: Sequence[Layout], page: int) -> Layout:
    """Put groups side by side on shelves, the next shelf below when the page is full."""
    whole = Layout((), (), 0, 0)
    x = y = shelf = 0
    for part in parts:
        if x and x + part.width > page:
            x, y = 0, y + shelf + GROUP_GAP
            shelf = 0
        whole = _join(whole, _moved(part, x, y))
        x += part.width + GROUP_GAP
        shelf = max(shelf, part.height)
    return whole


def _grid(cards: Sequence[Card], singles: Sequence[int], page: int) -> Layout:
    """Put tables without relations into a grid, in their order, row by row."""
    width = max(cards[number].width for number in singles)
    fits = max(1, (page + SINGLE_GAP) // (width + SINGLE_GAP))
    rows = -(-len(singles) // fits)
    across = -(-len(singles) // rows)
    boxes = []
    y = 0
    for start in range(0, len(singles), across):
        row = singles[start : start + across]
        boxes += [
            Box(number, place * (width + SINGLE_GAP), y, width, cards[number].slots)
            for place, number in enumerate(row)
        ]
        y += max(box_height(cards[number].slots) for number in row) + SINGLE_GAP
    return Layout(tuple(boxes), (), across * (width + SINGLE_GAP) - SINGLE_GAP, y - SINGLE_GAP)


def _join(one: Layout, two: Layout) -> Layout:
    """Put two placed layouts into one."""
    return Layout(
        one.boxes + two.boxes,
        one.wires + two.wires,
        max(one.width, two.width),
        max(one.height, two.height),
    )


def _moved(layout: Layout, x: int, y: int) -> Layout:
    """Move a layout; its width and height then reach from the origin."""
    return Layout(
        tuple(replace(box, x=box.x + x, y=box.y + y) for box in layout.boxes),
        tuple(
            replace(
                wire,
                lines=tuple(tuple((px + x, py + y) for px, py in line) for line in wire.lines),
                source=_shifted(wire.source, x, y),
                target=_shifted(wire.target, x, y),
            )
            for wire in layout.wires
        ),
        layout.width + x,
        layout.height + y,
    )


def _shifted(spot: Spot, x: int, y: int) -> Spot:
    """Move the end of a line."""
    return replace(spot, x=spot.x + x, y=spot.y + y)
