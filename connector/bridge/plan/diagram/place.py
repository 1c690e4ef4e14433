"""Heights: where on a table's side each line ends, and how far down each table and lane stands.

A column's order is given. Each node would like to stand where its lines run straight; of all heights that keep the order and the gaps, the
ones with the least sum of distances from those wishes are found exactly, by pooling adjacent violators around weighted medians (the L1
case of isotonic regression: Robertson and Wright, 1980). Medians are heights of other nodes, so lines do run straight.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from connector.bridge.plan.diagram.cards import Card, box_height, slot_centre
from connector.bridge.plan.diagram.layered import PORT_PITCH, Layered, Terminal
from connector.bridge.plan.diagram.order import positions

TABLE_GAP = 26
"""Pixels between two tables of a column."""
LANE_GAP = 14
"""Pixels between a lane and a table."""
LANES_GAP = 10
"""Pixels between two lanes."""

_ROUNDS = 10
_PORT_ROOM = 10
_LINE_WEIGHT = 4
_LANE_WEIGHT = 12
_STAY_WEIGHT = 1

Wish = tuple[int, int]
"""A height that a node would like, and how much."""


@dataclass(frozen=True, slots=True)
class Heights:
    """Where things stand vertically, in pixels.

    Attributes:
        top: Top of each node, the highest at 0. A lane has no height.
        slots: For each table the heights of its places, grown to hold their lines.
    """

    top: tuple[int, ...]
    slots: tuple[tuple[int, ...], ...]


def place(graph: Layered, cards: Sequence[Card]) -> Heights:
    """Set the ports of a layered graph, and find the height of each node.

    Args:
        graph: The graph in its final order; its ports get their heights.
        cards: The tables.

    Returns:
        The heights.
    """
    slots = _set_ports(graph, cards)
    sizes = [*map(box_height, slots), *(0 for _ in graph.column[graph.tables :])]
    return Heights(tuple(_settle(graph, sizes)), slots)


def terminal_y(graph: Layered, top: Sequence[int], terminal: Terminal) -> int:
    """Give the height at which a line meets a channel."""
    return top[terminal.node] + (0 if terminal.port is None else graph.ports[terminal.port].y)


def _set_ports(graph: Layered, cards: Sequence[Card]) -> tuple[tuple[int, ...], ...]:
    """Spread the ports of each place over its height, in the order of where their lines go."""
    wanted = _port_order(graph)
    places: dict[tuple[int, int, bool], list[int]] = defaultdict(list)
    for number, port in enumerate(graph.ports):
        places[(port.node, port.slot, port.left)].append(number)
    heights = [list(card.slots) for card in cards]
    for (node, slot, _), ports in places.items():
        heights[node][slot] = max(heights[node][slot], (len(ports) - 1) * PORT_PITCH + 2 * _PORT_ROOM)
    for (node, slot, _), ports in places.items():
        first = slot_centre(heights[node], slot) - (len(ports) - 1) * PORT_PITCH // 2
        for index, number in enumerate(sorted(ports, key=lambda number: (wanted[number], number))):
            graph.ports[number].y = first + index * PORT_PITCH
    return tuple(tuple(slots) for slots in heights)


def _port_order(graph: Layered) -> list[float]:
    """Give each port the place of what it is joined to, which it should be sorted by."""
    spot = positions(graph.order)
    ends = len(graph.column)
    wanted = [0.0] * len(graph.ports)
    for hop in graph.hops:
        met = []
        for entry in hop.entries:
            turns = entry.right == hop.exit.right
            for here, there in ((entry, hop.exit), (hop.exit, entry)):
                if here.port is None:
                    continue
                goal = _goal(graph, spot, there)
                if turns:
                    # A line that turns back leaves above all others when it goes up, below them when it goes down, and the
                    # ones that go furthest are outside.
                    reach = abs(goal - _goal(graph, spot, here))
                    goal = reach - 2 * ends if _above(graph, spot, there, here) else 2 * ends - reach
                if here is entry:
                    wanted[here.port] = goal
                else:
                    met.append(goal)
        if hop.exit.port is not None:
            wanted[hop.exit.port] = sum(met) / len(met)
    return wanted


def _goal(graph: Layered, spot: dict[int, int], end: Terminal) -> float:
    """Give the place of an end of a line in its column."""
    return spot[end.node] + (0 if end.port is None else graph.ports[end.port].slot / 1000)


def _above(graph: Layered, spot: dict[int, int], one: Terminal, two: Terminal) -> bool:
    """Tell whether one port of a column is above another."""
    return _goal(graph, spot, one) < _goal(graph, spot, two)


def _settle(graph: Layered, sizes: Sequence[int]) -> list[int]:
    """Move columns towards each other until lines are short; keep the best."""
    top = [0] * len(sizes)
    for column in graph.order:
        stack(graph, column, sizes, [[(0, _STAY_WEIGHT)] for _ in column], top)
    joined = _joined(graph)
    best, least = list(top), _length(graph, top)
    count = len(graph.order)
    for turn in range(_ROUNDS):
        both = turn >= _ROUNDS // 2
        for number in range(count) if turn % 2 == 0 else range(count - 1, -1, -1):
            wishes = []
            for node in graph.order[number]:
                found = [(top[node], _STAY_WEIGHT)]
                for here, there, weight in joined[node]:
                    if both or (
                        there.node != node and (graph.column[there.node] < number) == (turn % 2 == 0)
                    ):
                        here_y = terminal_y(graph, top, here) - top[node]
                        found.append((terminal_y(graph, top, there) - here_y, weight))
                wishes.append(found)
            stack(graph, graph.order[number], sizes, wishes, top)
        length = _length(graph, top)
        if length < least:
            best, least = list(top), length
    lowest = min(best)
    return [y - lowest for y in best]


def _joined(graph: Layered) -> dict[int, list[tuple[Terminal, Terminal, int]]]:
    """List for each node its ends of lines, the other ends, and how much it matters that the line is straight."""
    joined: dict[int, list[tuple[Terminal, Terminal, int]]] = defaultdict(list)
    for hop in graph.hops:
        for entry in hop.entries:
            if entry.node == hop.exit.node:
                continue
            long = graph.is_lane(entry.node) or graph.is_lane(hop.exit.node)
            weight = _LANE_WEIGHT if long else _LINE_WEIGHT
            joined[entry.node].append((entry, hop.exit, weight))
            joined[hop.exit.node].append((hop.exit, entry, weight))
    return joined


def _length(graph: Layered, top: Sequence[int]) -> int:
    """Sum up how far lines go up or down, and how high the drawing is."""
    total = 0
    for hop in graph.hops:
        end = terminal_y(graph, top, hop.exit)
        total += sum(abs(end - terminal_y(graph, top, entry)) for entry in hop.entries)
    return total + 2 * (max(top) - min(top))


def stack(
    graph: Layered, column: Sequence[int], sizes: Sequence[int], wishes: Sequence[list[Wish]], top: list[int]
) -> None:
    """Set the heights of a column's nodes as close to their wishes as its order and gaps allow.

    Args:
        graph: The graph, which tells tables from lanes.
        column: The nodes from the top.
        sizes: Height of each node of the graph, in pixels.
        wishes: For each node of the column at least one wish.
        top: Top of each node of the graph; those of the column are set.
    """
    offsets = [0]
    for upper, lower in pairwise(column):
        offsets.append(offsets[-1] + sizes[upper] + _gap(graph, upper, lower))
    blocks: list[tuple[int, list[Wish], int]] = []
    for offset, found in zip(offsets, wishes, strict=True):
        pooled = sorted((y - offset, weight) for y, weight in found)
        count = 1
        height = _median(pooled)
        while blocks and blocks[-1][0] > height:
            _, before, members = blocks.pop()
            pooled = sorted(before + pooled)
            count += members
            height = _median(pooled)
        blocks.append((height, pooled, count))
    node = 0
    for height, _, count in blocks:
        for _ in range(count):
            top[column[node]] = height + offsets[node]
            node += 1


def _gap(graph: Layered, upper: int, lower: int) -> int:
    """Give the gap between two nodes of a column."""
    lanes = graph.is_lane(upper) + graph.is_lane(lower)
    return (TABLE_GAP, LANE_GAP, LANES_GAP)[lanes]


def _median(wishes: Sequence[Wish]) -> int:
    """Give the lower weighted median of sorted wishes."""
    half = sum(weight for _, weight in wishes)
    passed = 0
    for value, weight in wishes:
        passed += 2 * weight
        if passed >= half:
            return value
    raise ValueError("no wishes")
