"""Lines: from heights and tracks to the points that each line runs through.

Lines run level outside channels and turn only in them, so none can run through a table. The lines of a net share its turn: the ones that
come from furthest run on to the end, the others end where they have joined, so nothing is drawn twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from connector.bridge.plan.diagram.channels import channels
from connector.bridge.plan.diagram.layered import Layered, Terminal
from connector.bridge.plan.diagram.place import Heights, terminal_y
from connector.bridge.plan.diagram.tracks import count_tracks, crossings

RADIUS = 6
"""Pixels of a rounded corner."""
TRACK_PITCH = 9
"""Pixels between two tracks of a channel."""
STUB = 25
"""Pixels between a table and the first track: room for the mark at the line's end and a corner."""
MIN_CHANNEL = 72
"""Width of a channel between two columns that has only few tracks."""

Point = tuple[int, int]
Polyline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a line ends at a table.

    Attributes:
        x: Pixels from the left.
        y: Pixels from the top.
        left: Whether it is the table's left side, so that the line runs to the left from here.
    """

    x: int
    y: int
    left: bool


@dataclass(frozen=True, slots=True)
class Wire:
    """A link as drawn.

    Attributes:
        link: Index of the link.
        lines: What is drawn for it. It runs from the source; where it joins a line of its net it ends.
        source: Where it leaves the table that refers.
        target: Where it, or its net, arrives.
        leads: Whether it is the one of its net that the mark at the target is drawn with.
    """

    link: int
    lines: tuple[Polyline, ...]
    source: Spot
    target: Spot
    leads: bool


@dataclass(frozen=True, slots=True)
class Routing:
    """All lines of a component.

    Attributes:
        wires: The lines.
        column_x: Left side of each column.
        top: Top of each node, after a few had to be moved.
        width: Width of the component with its outer channels, in pixels.
        crossings: How often lines cross.
    """

    wires: tuple[Wire, ...]
    column_x: tuple[int, ...]
    top: tuple[int, ...]
    width: int
    crossings: int


def route(graph: Layered, heights: Heights, column_widths: Sequence[int]) -> Routing:
    """Lead all lines of a component.

    Args:
        graph: The layered graph with its ports set.
        heights: Height of each node.
        column_widths: Width of each column of tables.

    Returns:
        The lines and where columns stand.
    """
    return _Router(graph, heights, column_widths).route()


class _Router:
    """Finds tracks, then the columns' places, then the lines."""

    def __init__(self, graph: Layered, heights: Heights, column_widths: Sequence[int]) -> None:
        self._graph = graph
        self._top = list(heights.top)
        self._widths = column_widths
        self._track_x: dict[int, int] = {}
        self._column_x: list[int] = []
        self._x = 0
        self._crossings = 0

    def route(self) -> Routing:
        """Lead all lines."""
        self._set_columns()
        strokes = self._strokes()
        drawn: set[tuple[int, int]] = set()
        led: set[int] = set()
        wires = []
        for link, path in enumerate(self._graph.paths):
            lines: list[Polyline] = []
            for step in path:
                if step not in drawn:
                    drawn.add(step)
                    _extend(lines, strokes[step])
            last = path[-1][0]
            wires.append(
                Wire(
                    link=link,
                    lines=tuple(lines),
                    source=self._spot(self._graph.hops[path[0][0]].entries[path[0][1]]),
                    target=self._spot(self._graph.hops[last].exit),
                    leads=last not in led,
                )
            )
            led.add(last)
        return Routing(tuple(wires), tuple(self._column_x), tuple(self._top), self._x, self._crossings)

    def _set_columns(self) -> None:
        """Set columns and tracks from left to right."""
        last = len(self._widths)
        for number, channel in enumerate(channels(self._graph, self._top)):
            self._crossings += crossings(channel.nets, channel.tracks)
            count = count_tracks(channel.nets, channel.tracks)
            inner = 0 < number < last
            room = (count - 1) * TRACK_PITCH if count else 0
            needed = room + 2 * STUB if inner else room + STUB if count else 0
            width = max(needed, MIN_CHANNEL) if inner else needed
            first = self._x + ((width - room) // 2 if inner else 0 if number == 0 else STUB)
            for hop, track in zip(channel.hops, channel.tracks, strict=True):
                self._track_x[hop] = first + track * TRACK_PITCH
            self._x += width
            if number < last:
                self._column_x.append(self._x)
                self._x += self._widths[number]

    def _strokes(self) -> dict[tuple[int, int], Polyline]:
        """Draw each entry of each hop."""
        strokes = {}
        for number, hop in enumerate(self._graph.hops):
            end = self._spot(hop.exit)
            turn = self._track_x[number]
            starts = [self._start(entry) for entry in hop.entries]
            furthest = {
                side: max((abs(start.y - end.y) for start in starts if _side(start, end) == side), default=0)
                for side in (-1, 0, 1)
            }
            carried: set[int] = set()
            for index, start in enumerate(starts):
                side, distance = _side(start, end), abs(start.y - end.y)
                whole = (
                    side == 0
                    or distance <= 2 * RADIUS
                    or (distance == furthest[side] and side not in carried)
                )
                if whole and distance == furthest[side]:
                    carried.add(side)
                strokes[(number, index)] = _stroke(start, end, turn, whole=whole)
        return strokes

    def _start(self, entry: Terminal) -> Spot:
        """Give the point that an entry is drawn from: a lane's far side, so that the line runs through its column."""
        spot = self._spot(entry)
        if not self._graph.is_lane(entry.node):
            return spot
        width = self._widths[self._graph.column[entry.node]]
        return Spot(spot.x + (width if entry.right else -width), spot.y, spot.left)

    def _spot(self, terminal: Terminal) -> Spot:
        """Give the point at which a line meets a channel: the side of the column that faces it."""
        column = self._graph.column[terminal.node]
        x = self._column_x[column] + (0 if terminal.right else self._widths[column])
        return Spot(x, terminal_y(self._graph, self._top, terminal), terminal.right)


def _side(start: Spot, end: Spot) -> int:
    """Tell whether a line comes from above (-1), from below (1), or straight (0)."""
    return (start.y > end.y) - (start.y < end.y)


def _stroke(start: Spot, end: Spot, turn: int, *, whole: bool) -> Polyline:
    """Draw one entry of a hop, to the exit or to where it has joined the net's turn."""
    if start.y == end.y and start.left != end.left:
        return ((start.x, start.y), (end.x, end.y))
    corner = ((start.x, start.y), (turn, start.y))
    if whole:
        return (*corner, (turn, end.y), (end.x, end.y))
    return (*corner, (turn, start.y - _side(start, end) * 2 * RADIUS))


def _extend(lines: list[Polyline], stroke: Polyline) -> None:
    """Add a stroke to what is drawn, joined to the last one when it goes on from there."""
    if lines and lines[-1][-1] == stroke[0]:
        lines[-1] = (*lines[-1][:-1], *stroke[1:])
    else:
        lines.append(stroke)
