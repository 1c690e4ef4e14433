"""SVG path data of lines: rounded corners, and the marks at their ends.

The marks are those of crow's foot notation (Everest, 1976): a foot where many rows may refer, a bar where it is one.
"""

from __future__ import annotations

from collections.abc import Iterable

from connector.bridge.plan.diagram.route import RADIUS, Point, Polyline, Spot

FOOT_LENGTH = 11
FOOT_SPREAD = 4
BAR_AT = 8
BAR_SPREAD = 5


def line(points: Polyline) -> str:
    """Write a line with rounded corners.

    Args:
        points: Points of which each is level with or plumb to the next.

    Returns:
        Path data, relative after the start.
    """
    corners = _simplified(points)
    x, y = corners[0]
    parts = [f"M{x} {y}"]
    for index in range(1, len(corners) - 1):
        before, corner, after = corners[index - 1 : index + 2]
        room = min(_room(corners, index - 1), _room(corners, index), 2 * RADIUS) // 2
        entry, leave = _towards(corner, before, room), _towards(corner, after, room)
        parts.append(_straight((x, y), entry))
        if room:
            parts.append(
                f"q{_numbers(corner[0] - entry[0], corner[1] - entry[1], leave[0] - entry[0], leave[1] - entry[1])}"
            )
        x, y = leave
    parts.append(_straight((x, y), corners[-1]))
    return "".join(parts)


def foot(spot: Spot) -> str:
    """Write the crow's foot at the end of a line."""
    away = -FOOT_LENGTH if spot.left else FOOT_LENGTH
    return f"M{spot.x} {spot.y - FOOT_SPREAD}l{_numbers(away, FOOT_SPREAD, -away, FOOT_SPREAD)}"


def bar(spot: Spot) -> str:
    """Write the bar across the end of a line."""
    x = spot.x + (-BAR_AT if spot.left else BAR_AT)
    return f"M{x} {spot.y - BAR_SPREAD}v{2 * BAR_SPREAD}"


def tie(x: int, heights: Iterable[int], inwards: int) -> str:
    """Write the bracket at a table's side that ties the columns of a composite key together.

    Args:
        x: The table's side.
        heights: Heights of the columns.
        inwards: Depth of the bracket, negative to the left.

    Returns:
        Path data.
    """
    first, *others = sorted(heights)
    last = others[-1]
    between = "".join(f"M{x} {y}h{inwards}" for y in others[:-1])
    return f"M{x} {first}h{inwards}v{last - first}h{-inwards}{between}"


def head(x: int, y: int, width: int, height: int, radius: int) -> str:
    """Write the head of a table: rounded above, straight below."""
    rise, turn = _numbers(0, -radius, radius, -radius), _numbers(radius, 0, radius, radius)
    return f"M{x} {y + height}v{radius - height}q{rise}h{width - 2 * radius}q{turn}v{height - radius}z"


def _simplified(points: Polyline) -> list[Point]:
    """Leave out points that are repeated or lie between two others."""
    found: list[Point] = []
    for point in points:
        if found and point == found[-1]:
            continue
        if len(found) > 1 and (
            found[-2][0] == found[-1][0] == point[0] or found[-2][1] == found[-1][1] == point[1]
        ):
            found.pop()
        found.append(point)
    return found


def _room(corners: list[Point], index: int) -> int:
    """Tell how much of a straight piece its corners may take: all of it at an end of the line, where it has but one."""
    (x, y), (to_x, to_y) = corners[index], corners[index + 1]
    length = abs(to_x - x) + abs(to_y - y)
    return 2 * length if index in {0, len(corners) - 2} else length


def _towards(corner: Point, other: Point, distance: int) -> Point:
    """Go from a corner towards another point."""
    x, y = corner
    if other[0] != x:
        return (x + (distance if other[0] > x else -distance), y)
    return (x, y + (distance if other[1] > y else -distance))


def _straight(start: Point, end: Point) -> str:
    """Write a straight piece, nothing when it has no length."""
    across, down = end[0] - start[0], end[1] - start[1]
    return (f"h{across}" if across else "") + (f"v{down}" if down else "")


def _numbers(*numbers: int) -> str:
    """Write numbers with as few signs between them as path data needs."""
    return "".join(
        f"{'' if place == 0 or number < 0 else ' '}{number}" for place, number in enumerate(numbers)
    )
