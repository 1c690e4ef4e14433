"""What a reader would see wrong in a layout, found by arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from connector.bridge.plan.diagram.graph import End, Graph
from connector.bridge.plan.diagram.layout import Box, Layout
from connector.bridge.plan.diagram.route import Point, Spot

CLOSE = 4
"""Pixels within which two lines beside each other look like one."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight piece of a line.

    Attributes:
        net: The net of the link that it is drawn for.
        link: Index of the link.
        line: Which of its lines it is in.
        start: Where it starts.
        end: Where it ends.
    """

    net: int
    link: int
    line: int
    start: Point
    end: Point

    @property
    def level(self) -> bool:
        """Tell whether it runs from left to right or back."""
        return self.start[1] == self.end[1]

    def span(self, axis: int) -> tuple[int, int]:
        """Give the lower and upper end along an axis."""
        return min(self.start[axis], self.end[axis]), max(self.start[axis], self.end[axis])

    def holds(self, point: Point) -> bool:
        """Tell whether a point lies on it."""
        return all(low <= at <= high for at, (low, high) in zip(point, map(self.span, (0, 1)), strict=True))


def segments(graph: Graph, layout: Layout) -> list[Segment]:
    """List all straight pieces of lines."""
    return [
        Segment(graph.links[wire.link].net, wire.link, number, start, end)
        for wire in layout.wires
        for number, line in enumerate(wire.lines)
        for start, end in pairwise(line)
        if start != end
    ]


def faults(graph: Graph, layout: Layout) -> list[str]:
    """Describe everything that should not be in a layout."""
    pieces = segments(graph, layout)
    return [
        *_box_faults(graph, layout),
        *_piece_faults(layout, pieces),
        *_overlays(pieces),
        *_line_faults(graph, layout, pieces),
    ]


def crossings(graph: Graph, layout: Layout) -> int:
    """Count where lines of different nets cross."""
    pieces = segments(graph, layout)
    return sum(
        one.net != two.net and one.level != two.level and _meet(one, two)
        for one, two in combinations(pieces, 2)
    )


def _box_faults(graph: Graph, layout: Layout) -> Iterator[str]:
    """Find tables that are not drawn once, lie on one another, are outside the page or too narrow."""
    if sorted(box.card for box in layout.boxes) != list(range(len(graph.cards))):
        yield "not each table has one box"
    for one, two in combinations(layout.boxes, 2):
        if _overlap(one, two):
            yield f"boxes {one.card} and {two.card} overlap"
    for box in layout.boxes:
        if box.x < 0 or box.y < 0 or box.x + box.width > layout.width or box.y + box.height > layout.height:
            yield f"box {box.card} is outside the page"
        if box.width < graph.cards[box.card].width:
            yield f"box {box.card} is too narrow"


def _overlap(one: Box, two: Box) -> bool:
    """Tell whether two boxes have a point in common."""
    return (
        one.x <= two.x + two.width
        and two.x <= one.x + one.width
        and one.y <= two.y + two.height
        and two.y <= one.y + one.height
    )


def _piece_faults(layout: Layout, pieces: list[Segment]) -> Iterator[str]:
    """Find lines that are slanted, leave the page, or run through a table."""
    for piece in pieces:
        (left, right), (top, bottom) = piece.span(0), piece.span(1)
        if left != right and top != bottom:
            yield f"link {piece.link} is slanted"
        if left < 0 or top < 0 or right > layout.width or bottom > layout.height:
            yield f"link {piece.link} leaves the page"
        for box in layout.boxes:
            if left < box.x + box.width and right > box.x and top < box.y + box.height and bottom > box.y:
                yield f"link {piece.link} runs through box {box.card}"


def _overlays(pieces: list[Segment]) -> Iterator[str]:
    """Find lines of different nets that run on or very close to one another."""
    for one, two in combinations(pieces, 2):
        if one.net == two.net or one.level != two.level:
            continue
        along, across = (0, 1) if one.level else (1, 0)
        beside = abs(one.start[across] - two.start[across]) < CLOSE
        if beside and min(one.span(along)[1], two.span(along)[1]) > max(
            one.span(along)[0], two.span(along)[0]
        ):
            yield f"links {one.link} and {two.link} run on one another"


def _line_faults(graph: Graph, layout: Layout, pieces: list[Segment]) -> Iterator[str]:
    """Find relations whose line does not lead from the one table to the other, at the right places."""
    if sorted(wire.link for wire in layout.wires) != list(range(len(graph.links))):
        yield "not each link has one line"
    boxes = {box.card: box for box in layout.boxes}
    by_net: dict[int, list[Segment]] = {}
    for piece in pieces:
        by_net.setdefault(piece.net, []).append(piece)
    for wire in layout.wires:
        link = graph.links[wire.link]
        yield from _end_faults(boxes[link.source.card], link.source, wire.source)
        yield from _end_faults(boxes[link.target.card], link.target, wire.target)
        start, goal = (wire.source.x, wire.source.y), (wire.target.x, wire.target.y)
        if wire.lines[0][0] != start:
            yield f"link {wire.link} does not start at its own place"
        if not _connected(start, goal, by_net[link.net]):
            yield f"link {wire.link} leads nowhere"
        for number, line in enumerate(wire.lines):
            others = [piece for piece in by_net[link.net] if (piece.link, piece.line) != (wire.link, number)]
            if line[-1] != goal and not any(piece.holds(line[-1]) for piece in others):
                yield f"link {wire.link} stops in the open"


def _end_faults(box: Box, end: End, spot: Spot) -> Iterator[str]:
    """Find an end of a line that is not at the side of its table, or not at its place there."""
    if spot.x != (box.x if spot.left else box.x + box.width):
        yield f"a line does not end at the side of box {box.card}"
    padding = (box.height - sum(box.slots)) // 2 if end.slot else 0
    top = box.y + padding + sum(box.slots[: end.slot])
    if not top <= spot.y <= top + box.slots[end.slot]:
        yield f"a line ends beside its place at box {box.card}"


def _connected(start: Point, end: Point, pieces: list[Segment]) -> bool:
    """Tell whether one gets from a point to another along pieces."""
    reached = [piece for piece in pieces if piece.holds(start)]
    left = [piece for piece in pieces if piece not in reached]
    for piece in reached:
        if piece.holds(end):
            return True
        found = [other for other in left if _meet(piece, other)]
        left = [other for other in left if other not in found]
        reached.extend(found)
    return False


def _meet(one: Segment, two: Segment) -> bool:
    """Tell whether two pieces have a point in common."""
    return all(
        min(one.span(axis)[1], two.span(axis)[1]) >= max(one.span(axis)[0], two.span(axis)[0])
        for axis in (0, 1)
    )
