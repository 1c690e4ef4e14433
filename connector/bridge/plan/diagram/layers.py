"""Which column of the drawing each table stands in.

Unlike in the layered layout of directed graphs (Sugiyama, Tagawa and Toda, 1981), the direction of a relation does not fix the order of
the columns: a fact table reads best between its dimensions, and a page is wide only so far. So columns are searched for instead:
lines should reach no further than the next column, no column should be much higher than needed, and the whole should fit the page.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

PAGE_WIDTH = 1120
"""Pixels that a diagram should not exceed: beyond them a description's column shrinks the picture, and its text with it."""
CHANNEL_WIDTH = 110
"""Pixels that the room between two columns is reckoned with before lines are routed."""

# Costs in pixels of page height: set by eye, like those of the whole layout.
_SAME_COLUMN = 130
_FURTHER_COLUMN = 220
_BACKWARD = 4
_OVER_PAGE = 3
_MAX_COLUMNS = 6
_MAX_SWEEPS = 12
_MANY_TABLES = 120


@dataclass(frozen=True, slots=True)
class Shape:
    """What the choice of columns depends on.

    Attributes:
        heights: Height of each table with the gap below it, in pixels.
        column_width: Width of a column of tables.
        edges: Related tables as (from, to) pairs, each once, without self relations.
    """

    heights: tuple[int, ...]
    column_width: int
    edges: tuple[tuple[int, int], ...]


def candidates(shape: Shape, count: int) -> list[list[int]]:
    """Choose columns for the tables of a connected graph.

    Args:
        shape: The graph.
        count: How many choices to give at most.

    Returns:
        Different choices, the cheapest first: column of each table, from 0, none of them empty.
    """
    search = _Search(shape)
    found: dict[tuple[int, ...], int] = {}
    for start in _starts(shape):
        cost, columns = search.improve(start)
        found.setdefault(tuple(_compact(columns)), cost)
    return [list(columns) for columns in sorted(found, key=lambda columns: (found[columns], columns))[:count]]


def _starts(shape: Shape) -> list[list[int]]:
    """List columns to start the search from: distances from the middle of the graph, folded to several widths."""
    distances = _distances(shape)
    flows = _flow(shape)
    if len(shape.heights) > _MANY_TABLES:
        return [_fold(distances, 5)]
    starts = [_fold(flows, count) for count in range(1, _MAX_COLUMNS)]
    starts += [_fold(distances, count) for count in range(2, _MAX_COLUMNS)]
    starts += [_two_sided(distances), _two_sided(flows)]
    return [list(start) for start in dict.fromkeys(map(tuple, starts))]


def _distances(shape: Shape) -> list[int]:
    """Give each table's distance from the table with the most relations."""
    near = _neighbours(shape)
    hub = max(range(len(near)), key=lambda node: (len(near[node]), -node))
    distance = [-1] * len(near)
    distance[hub] = 0
    queue = deque([hub])
    while queue:
        node = queue.popleft()
        for other in near[node]:
            if distance[other] < 0:
                distance[other] = distance[node] + 1
                queue.append(other)
    return distance


def _flow(shape: Shape) -> list[int]:
    """Give each table's place in the flow of references, as far as there is no circle: what refers comes first."""
    count = len(shape.heights)
    waiting = [0] * count
    after: list[list[int]] = [[] for _ in range(count)]
    for source, target in shape.edges:
        after[source].append(target)
        waiting[target] += 1
    place = [0] * count
    done = [False] * count
    for _ in range(count):
        # In a circle no table is ready; the one that waits for the fewest goes on.
        node = min((node for node in range(count) if not done[node]), key=lambda node: (waiting[node], node))
        done[node] = True
        for other in after[node]:
            waiting[other] -= 1
            if not done[other]:
                place[other] = max(place[other], place[node] + 1)
    return place


def _fold(places: Sequence[int], columns: int) -> list[int]:
    """Fold places to and fro over so many columns, so that neighbours stay neighbours."""
    if columns == 1:
        return [0] * len(places)
    period = 2 * (columns - 1)
    return [min(place % period, period - place % period) for place in places]


def _two_sided(places: Sequence[int]) -> list[int]:
    """Put every second table of each place on the other side of the first one."""
    seen: dict[int, int] = {}
    columns = []
    for place in places:
        seen[place] = seen.get(place, 0) + 1
        columns.append(place if seen[place] % 2 else -place)
    return columns


def _neighbours(shape: Shape) -> list[list[int]]:
    """List the related tables of each table."""
    near: list[set[int]] = [set() for _ in shape.heights]
    for source, target in shape.edges:
        near[source].add(target)
        near[target].add(source)
    return [sorted(others) for others in near]


def _compact(columns: Sequence[int]) -> list[int]:
    """Number columns from 0 and leave out empty ones."""
    number = {column: index for index, column in enumerate(sorted(set(columns)))}
    return [number[column] for column in columns]


class _Search:
    """A local search that moves one table at a time. Costs are in pixels of line or page, as integers: no rounding decides."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._edges: list[list[tuple[int, int]]] = [[] for _ in shape.heights]
        for source, target in shape.edges:
            self._edges[source].append((target, 1))
            self._edges[target].append((source, -1))

    def improve(self, start: Sequence[int]) -> tuple[int, list[int]]:
        """Improve columns until no table wants to move.

        Returns:
            The cost and the columns.
        """
        columns = list(start)
        total = self._page_cost(columns) + sum(
            self._edge_cost(node, column, columns) for node, column in enumerate(columns)
        )
        for _ in range(_MAX_SWEEPS):
            before = total
            for node in range(len(columns)):
                total += self._move(node, columns)
            if total == before:
                break
        return total, columns

    def _move(self, node: int, columns: list[int]) -> int:
        """Move a table to its cheapest column, and return the change of cost."""
        stays = columns[node]
        page = self._page_cost(columns)
        lines = 2 * self._edge_cost(node, stays, columns)
        best, change = stays, 0
        for column in range(min(columns) - 1, max(columns) + 2):
            if column == stays:
                continue
            columns[node] = column
            gain = self._page_cost(columns) - page + 2 * self._edge_cost(node, column, columns) - lines
            if gain < change:
                best, change = column, gain
        columns[node] = best
        return change

    def _edge_cost(self, node: int, column: int, columns: Sequence[int]) -> int:
        """Cost of a table's lines, were it in a column. Each line is counted at both ends."""
        cost = 0
        for other, direction in self._edges[node]:
            reach = (columns[other] - column) * direction
            if reach == 0:
                cost += _SAME_COLUMN
            else:
                cost += (abs(reach) - 1) * _FURTHER_COLUMN + (_BACKWARD if reach < 0 else 0)
        return cost

    def _page_cost(self, columns: Sequence[int]) -> int:
        """Cost of the page: its height, and each pixel over the width that a page should have."""
        heights: dict[int, int] = {}
        for column, height in zip(columns, self._shape.heights, strict=True):
            heights[column] = heights.get(column, 0) + height
        page = len(heights) * (self._shape.column_width + CHANNEL_WIDTH) - CHANNEL_WIDTH
        over = max(0, page - PAGE_WIDTH)
        # Beside the highest column a little of all of them, or a move out of the second highest would count for nothing.
        return (
            max(heights.values())
            + sum(h * h for h in heights.values()) // (4 * sum(self._shape.heights))
            + over * _OVER_PAGE
        )
