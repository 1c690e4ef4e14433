"""The layered graph: tables and the lanes of passing lines in columns, and the channels between the columns where lines turn.

Column `i` lies between channel `i` and channel `i + 1`. A line leaves a table into a channel, turns there, and enters a table of a
neighbouring column, a table of the same column, or a lane through which it passes a column on its way further. Lines of one net share
their lanes and their turn in each channel, as the lines of a bus do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from connector.bridge.plan.diagram.graph import End, Link

PORT_PITCH = 10
"""Pixels between two lines that end at one place of a table."""


@dataclass(slots=True)
class Port:
    """A point of a table's left or right side where lines end.

    Attributes:
        node: The table.
        slot: Place in the table's card.
        left: Whether it is on the table's left side.
        target: Whether lines arrive here at what they refer to.
        y: Pixels below the table's top, once ports are set.
    """

    node: int
    slot: int
    left: bool
    target: bool
    y: int = 0


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where a line meets a channel: a table's port, or a lane.

    Attributes:
        node: The table or lane.
        right: Whether the node is on the channel's right.
        port: Index of the port, or None for a lane.
    """

    node: int
    right: bool
    port: int | None


@dataclass(slots=True)
class Hop:
    """What one net does in one channel: lines come in at the entries and leave, joined, at the exit."""

    channel: int
    exit: Terminal
    entries: list[Terminal] = field(default_factory=list)


@dataclass(slots=True)
class Layered:
    """The graph in columns.

    Attributes:
        column: Column of each node: first the tables, then the lanes.
        tables: Number of tables.
        order: Nodes of each column from the top.
        ports: All ports.
        hops: All hops.
        paths: For each link the (hop, entry) pairs from its source to its target.
    """

    column: list[int]
    tables: int
    order: list[list[int]]
    ports: list[Port]
    hops: list[Hop]
    paths: list[list[tuple[int, int]]]

    def is_lane(self, node: int) -> bool:
        """Tell whether a node is a lane."""
        return node >= self.tables


def layered(columns: Sequence[int], links: Sequence[Link]) -> Layered:
    """Build the layered graph of a component.

    Args:
        columns: Column of each table.
        links: The links, whose ends name tables by index into columns.

    Returns:
        The graph with each column in the order of the indices.
    """
    return _Builder(columns).build(links)


class _Builder:
    """Collects ports, lanes and hops."""

    def __init__(self, columns: Sequence[int]) -> None:
        self._column = list(columns)
        self._tables = len(columns)
        self._last = max(columns)
        self._ports: list[Port] = []
        self._hops: list[Hop] = []
        self._entries: list[dict[Terminal, int]] = []
        # By net and whether its lines arrive at the target's left side: the hop in each channel.
        self._nets: dict[tuple[int, bool], dict[int, int]] = defaultdict(dict)

    def build(self, links: Sequence[Link]) -> Layered:
        """Add all links."""
        paths = [self._path(link) for link in links]
        order: list[list[int]] = [[] for _ in range(self._last + 1)]
        for node, column in enumerate(self._column):
            order[column].append(node)
        return Layered(self._column, self._tables, order, self._ports, self._hops, paths)

    def _path(self, link: Link) -> list[tuple[int, int]]:
        """Lead a link from its source to its target."""
        start, goal = self._column[link.source.card], self._column[link.target.card]
        # Within a column, lines turn where no others pass: outside the first column, else to the right.
        left = start < goal or (start == goal == 0 and self._last > 0)
        hops = self._hops_of(link, left=left)
        out_right = start < goal or (start == goal and not left)
        terminal = self._port(link.source, left=not out_right, target=False)
        channel = start + 1 if out_right else start
        path = []
        step = 1 if start < goal else -1
        while True:
            hop = self._hop(hops, channel, step)
            path.append((hop, self._entry(hop, terminal)))
            node = self._hops[hop].exit.node
            if not self._is_lane(node):
                return path
            terminal = Terminal(node, right=step < 0, port=None)
            channel += step

    def _hops_of(self, link: Link, *, left: bool) -> dict[int, int]:
        """Find the hops of a link's net, the last of which ends at the target."""
        hops = self._nets[(link.net, left)]
        goal = self._column[link.target.card]
        channel = goal if left else goal + 1
        if channel not in hops:
            exit_ = self._port(link.target, left=left, target=True)
            hops[channel] = self._new_hop(channel, exit_)
        return hops

    def _hop(self, hops: dict[int, int], channel: int, step: int) -> int:
        """Find a net's hop in a channel, or make it, with the lane that leads on from it."""
        if channel not in hops:
            lane = len(self._column)
            self._column.append(channel if step > 0 else channel - 1)
            hops[channel] = self._new_hop(channel, Terminal(lane, right=step > 0, port=None))
        return hops[channel]

    def _new_hop(self, channel: int, exit_: Terminal) -> int:
        """Add a hop."""
        self._hops.append(Hop(channel, exit_))
        self._entries.append({})
        return len(self._hops) - 1

    def _entry(self, hop: int, terminal: Terminal) -> int:
        """Find or add an entry of a hop."""
        entries = self._entries[hop]
        if terminal not in entries:
            entries[terminal] = len(entries)
            self._hops[hop].entries.append(terminal)
        return entries[terminal]

    def _port(self, end: End, *, left: bool, target: bool) -> Terminal:
        """Add a port. A table on whose left side it is lies on the right of the channel."""
        self._ports.append(Port(end.card, end.slot, left, target))
        return Terminal(end.card, right=left, port=len(self._ports) - 1)

    def _is_lane(self, node: int) -> bool:
        """Tell whether a node is a lane."""
        return node >= self._tables
