"""The channels between columns, with the tracks of their nets.

No order of tracks keeps two lines apart when each of two nets has to turn before the other. Then the table on the right is moved a
little, with all below it. That can't disturb what is done, because channels are done from the left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from connector.bridge.plan.diagram.layered import Layered, Terminal
from connector.bridge.plan.diagram.place import terminal_y
from connector.bridge.plan.diagram.tracks import NEAR, Net, overlays, tracks

_JOG = 5
"""Pixels up to which a line is made straight by moving its end within its row: a jog so small looks like a mistake."""
_SPACE = 8
"""Pixels that an end that is moved keeps from the next one on its side."""
_MAX_SHIFTS = 6


@dataclass(frozen=True, slots=True)
class Channel:
    """The room before, between or behind columns.

    Attributes:
        hops: Indices of the hops that are in it.
        nets: The heights at which each of them meets the channel.
        tracks: The track in which each of them turns.
    """

    hops: tuple[int, ...]
    nets: tuple[Net, ...]
    tracks: tuple[int, ...]


def channels(graph: Layered, top: list[int]) -> list[Channel]:
    """Find the tracks of all channels.

    Args:
        graph: The layered graph with its ports set; a port may be moved.
        top: Height of each node; a node with all below it may be moved.

    Returns:
        One channel more than there are columns, from the left.
    """
    members: dict[int, list[int]] = defaultdict(list)
    for number, hop in enumerate(graph.hops):
        members[hop.channel].append(number)
    rooms = [_Room(graph, top, members[number]) for number in range(len(graph.order) + 1)]
    for room in rooms:
        room.straighten()
    return [room.channel() for room in rooms]


class _Room:
    """One channel while its lines may still be moved."""

    def __init__(self, graph: Layered, top: list[int], hops: Sequence[int]) -> None:
        self._graph = graph
        self._top = top
        self._hops = hops
        self._ends = [[graph.hops[hop].exit, *graph.hops[hop].entries] for hop in hops]

    def straighten(self) -> None:
        """Make lines straight that are almost so."""
        for hop in self._hops:
            exit_ = self._graph.hops[hop].exit
            for entry in self._graph.hops[hop].entries:
                if entry.right != exit_.right:
                    moved, goal = (entry, exit_) if entry.port is not None else (exit_, entry)
                    self._align(moved, self._y(goal))

    def channel(self) -> Channel:
        """Find the tracks, and move what has to be moved for them."""
        shifts = 0
        while True:
            nets = [self._net(ends) for ends in self._ends]
            found = tracks(nets)
            pairs = overlays(nets, found)
            if not pairs or shifts == _MAX_SHIFTS:
                return Channel(tuple(self._hops), tuple(nets), tuple(found))
            self._shift(*pairs[0])
            shifts += 1

    def _net(self, ends: Sequence[Terminal]) -> Net:
        """Give the heights at which a hop's lines meet the channel."""
        return Net.of(
            [self._y(end) for end in ends if not end.right], [self._y(end) for end in ends if end.right]
        )

    def _y(self, end: Terminal) -> int:
        """Give the height of an end."""
        return terminal_y(self._graph, self._top, end)

    def _align(self, end: Terminal, goal: int) -> None:
        """Move a port to a height when that is near and no other line's."""
        step = goal - self._y(end)
        if end.port is None or not 0 < abs(step) <= _JOG:
            return
        beside = (other for ends in self._ends for other in ends if other.right == end.right and other != end)
        if all(abs(goal - self._y(other)) >= _SPACE for other in beside):
            self._graph.ports[end.port].y += step

    def _shift(self, net: int, y: int) -> None:
        """Move the node on the right that a net meets at a height, and all below it."""
        node = next(end.node for end in self._ends[net] if end.right and self._y(end) == y)
        column = self._graph.order[self._graph.column[node]]
        for lower in column[column.index(node) :]:
            self._top[lower] += NEAR
