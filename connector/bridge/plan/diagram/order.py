"""The order of tables and lanes within their columns: few crossings, by barycentres and then by swapping neighbours."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from connector.bridge.plan.diagram.layered import Layered, Terminal

_SWEEPS = 12
_FINE = 1000
"""Parts that a place in a column is divided into, so that the rows of one table can be told apart."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """A line within one channel, by its two nodes and their places in them.

    Attributes:
        channel: The channel.
        ends: The node on the left and the one on the right, or both ends in the one column.
        places: Where at the ends, in parts of a node.
        turns: Whether both ends are in one column.
    """

    channel: int
    ends: tuple[int, int]
    places: tuple[int, int]
    turns: bool


def untangle(graph: Layered, slots: Sequence[int]) -> None:
    """Order each column of a layered graph, in place.

    Args:
        graph: The graph.
        slots: For each table the number of places that lines can end at.
    """
    pairs = _pairs(graph, slots)
    around: dict[int, list[_Pair]] = defaultdict(list)
    for pair in pairs:
        for node in dict.fromkeys(pair.ends):
            around[node].append(pair)
    best: tuple[int, list[list[int]]] | None = None
    for start in (graph.order, _by_reach(graph, around)):
        order = [list(column) for column in start]
        for sweep in range(_SWEEPS):
            _sweep(order, around, rightwards=sweep % 2 == 0)
            if sweep >= _SWEEPS - 2:
                _swap(order, around)
            crossings = _crossings(order, pairs)
            if best is None or crossings < best[0]:
                best = crossings, [list(column) for column in order]
    assert best is not None
    # The best may have been found before there was any swapping.
    least, graph.order = best
    order = [list(column) for column in graph.order]
    _swap(order, around)
    if _crossings(order, pairs) < least:
        graph.order = order


def positions(order: Sequence[Sequence[int]]) -> dict[int, int]:
    """Give the place of each node in its column."""
    return {node: place for column in order for place, node in enumerate(column)}


def _pairs(graph: Layered, slots: Sequence[int]) -> list[_Pair]:
    """List the lines of all channels."""
    pairs = []
    for hop in graph.hops:
        for entry in hop.entries:
            left, right = (hop.exit, entry) if entry.right else (entry, hop.exit)
            places = (_place(graph, left, slots), _place(graph, right, slots))
            turns = hop.exit.right == entry.right
            pairs.append(_Pair(hop.channel, (left.node, right.node), places, turns))
    return pairs


def _place(graph: Layered, terminal: Terminal, slots: Sequence[int]) -> int:
    """Tell where in its node a terminal is."""
    if terminal.port is None:
        return _FINE // 2
    return (2 * graph.ports[terminal.port].slot + 1) * _FINE // (2 * slots[terminal.node])


def _by_reach(graph: Layered, around: dict[int, list[_Pair]]) -> list[list[int]]:
    """Order columns by a walk through the graph from its busiest node, so that what is related starts close together."""
    rank: dict[int, int] = {}
    nodes = sorted(range(len(graph.column)), key=lambda node: (-len(around[node]), node))
    for start in nodes:
        stack = [start]
        while stack:
            node = stack.pop()
            if node in rank:
                continue
            rank[node] = len(rank)
            stack.extend(
                sorted({end for pair in around[node] for end in pair.ends} - rank.keys(), reverse=True)
            )
    return [sorted(column, key=rank.__getitem__) for column in graph.order]


def _sweep(order: list[list[int]], around: dict[int, list[_Pair]], *, rightwards: bool) -> None:
    """Sort column after column by the mean place of what each node is joined to on one side."""
    place = positions(order)
    for number in range(len(order)) if rightwards else range(len(order) - 1, -1, -1):
        column = order[number]
        beside = number - 1 if rightwards else number + 1
        # Places are those of the column beside; those of this one are stretched to its length.
        length = len(order[beside]) if 0 <= beside < len(order) else len(column)
        channel = number if rightwards else number + 1
        wishes = {}
        for node in column:
            found = [
                _far(pair, node, place) * (length if pair.turns else len(column))
                for pair in around[node]
                if pair.ends[0] != pair.ends[1] and (pair.turns or pair.channel == channel)
            ]
            own = (place[node] * _FINE + _FINE // 2) * length
            wishes[node] = (sum(found) / len(found) if found else own, place[node])
        column.sort(key=wishes.__getitem__)
        place.update((node, index) for index, node in enumerate(column))


def _swap(order: list[list[int]], around: dict[int, list[_Pair]]) -> None:
    """Swap neighbours in columns as long as that saves crossings."""
    place = positions(order)
    swapped = True
    while swapped:
        # Ends, because each swap leaves fewer crossings than there were.
        swapped = False
        for column in order:
            for upper in range(len(column) - 1):
                one, two = column[upper], column[upper + 1]
                if _local(one, two, around, place) > _local(two, one, around, place):
                    column[upper], column[upper + 1] = two, one
                    place[one], place[two] = upper + 1, upper
                    swapped = True


def _local(upper: int, lower: int, around: dict[int, list[_Pair]], place: dict[int, int]) -> int:
    """Count the crossings between the lines of two neighbours, were one above the other."""
    crossings = 0
    far = defaultdict(list)
    for pair in around[upper]:
        if not pair.turns:
            far[pair.channel].append(_far(pair, upper, place))
    for targets in far.values():
        targets.sort()
    for pair in around[lower]:
        if not pair.turns:
            targets = far[pair.channel]
            crossings += len(targets) - bisect_right(targets, _far(pair, lower, place))
    return crossings


def _far(pair: _Pair, node: int, place: dict[int, int]) -> int:
    """Give the place of a line's other end."""
    other = 1 if pair.ends[0] == node else 0
    return place[pair.ends[other]] * _FINE + pair.places[other]


def _crossings(order: Sequence[Sequence[int]], pairs: Sequence[_Pair]) -> int:
    """Count crossings, and for lines that turn within a column the nodes that they pass."""
    place = positions(order)
    count = 0
    channels: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for pair in pairs:
        left, right = (place[end] * _FINE + fine for end, fine in zip(pair.ends, pair.places, strict=True))
        if pair.turns:
            count += max(0, abs(place[pair.ends[0]] - place[pair.ends[1]]) - 1)
        else:
            channels[pair.channel].append((left, right))
    for lines in channels.values():
        seen: list[int] = []
        for _, right in sorted(lines):
            count += len(seen) - bisect_right(seen, right)
            insort(seen, right)
    return count
