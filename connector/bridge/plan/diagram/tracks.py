"""Which vertical track of a channel each net turns in: few crossings, and never two nets on one another.

This is channel routing as in circuit layout (Hashimoto and Stevens, 1971), with an order of nets searched for instead of given: a net that
is left of another crosses it where its lines to the right pass the other's turn, and where the other's lines from the left pass its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

NEAR = 5
"""Pixels within which two lines would be taken for one."""
_OVERLAY = 1000
_MAX_PASSES = 40
_MANY_NETS = 150


@dataclass(frozen=True, slots=True)
class Net:
    """The heights at which a net meets a channel, in pixels.

    Attributes:
        left: Heights at the channel's left side.
        right: Heights at its right side.
        top: Upper end of its turn.
        bottom: Lower end of its turn.
    """

    left: tuple[int, ...]
    right: tuple[int, ...]
    top: int
    bottom: int

    @classmethod
    def of(cls, left: Sequence[int], right: Sequence[int]) -> Net:
        """Make a net from its heights.

        Args:
            left: Heights at the channel's left side.
            right: Heights at its right side.

        Returns:
            The net.
        """
        heights = (*left, *right)
        return cls(tuple(left), tuple(right), min(heights), max(heights))

    @property
    def turns(self) -> bool:
        """Tell whether the net needs a track: a line straight across does not."""
        return not (self.left and self.right) or self.top != self.bottom


def tracks(nets: Sequence[Net]) -> list[int]:
    """Give each net of a channel a track.

    Args:
        nets: The nets.

    Returns:
        Track of each net, from 0 at the left. Nets whose turns are apart may share one; a net that does not turn has track 0 and
        takes no room.
    """
    turning = [number for number, net in enumerate(nets) if net.turns]
    order = _order(nets, turning)
    found = [0] * len(nets)
    for place, number in enumerate(order):
        net = nets[number]
        before = [found[other] for other in order[:place] if _meet(nets[other], net)]
        found[number] = max(before, default=-1) + 1
    return found


def count_tracks(nets: Sequence[Net], found: Sequence[int]) -> int:
    """Count the tracks that a channel has to have room for."""
    return max((track + 1 for net, track in zip(nets, found, strict=True) if net.turns), default=0)


def overlays(nets: Sequence[Net], found: Sequence[int]) -> list[tuple[int, int]]:
    """Find lines that lie on one another because no order of the tracks could keep them apart.

    Args:
        nets: The nets of a channel.
        found: Their tracks.

    Returns:
        For each such place the net that comes to it from the right, and the height.
    """
    return [
        (one, y)
        for one, left in enumerate(nets)
        for two, right in enumerate(nets)
        if one != two and found[one] < found[two] and left.turns and right.turns
        for y in left.right
        if any(abs(y - other) < NEAR for other in right.left)
    ]


def crossings(nets: Sequence[Net], found: Sequence[int]) -> int:
    """Count how often nets cross.

    Args:
        nets: The nets of a channel.
        found: Their tracks.

    Returns:
        Crossings of lines of different nets. Two on one another count as very many.
    """
    count = 0
    for one in range(len(nets)):
        for two in range(one):
            left, right = (one, two) if found[one] < found[two] else (two, one)
            count += _cost(nets[left], nets[right])
    return count


def _order(nets: Sequence[Net], turning: Sequence[int]) -> list[int]:
    """Order nets from left to right."""
    if len(turning) > _MANY_NETS:
        return sorted(turning, key=lambda number: (nets[number].top, nets[number].bottom, number))
    gain = {
        (one, two): _cost(nets[one], nets[two]) - _cost(nets[two], nets[one])
        for one in turning
        for two in turning
        if one != two
    }
    lead = {one: sum(_sign(gain[(one, two)]) for two in turning if two != one) for one in turning}
    order = sorted(turning, key=lambda number: (lead[number], number))
    for _ in range(_MAX_PASSES):
        moved = False
        for place in range(len(order)):
            moved = _reinsert(order, place, gain) or moved
        if not moved:
            break
    return order


def _reinsert(order: list[int], place: int, gain: dict[tuple[int, int], int]) -> bool:
    """Move a net to where it costs least, and tell whether it moved."""
    net = order[place]
    best, target, total = 0, place, 0
    for left in range(place - 1, -1, -1):
        total += gain[(net, order[left])]
        if total < best:
            best, target = total, left
    total = 0
    for right in range(place + 1, len(order)):
        total += gain[(order[right], net)]
        if total < best:
            best, target = total, right
    if target == place:
        return False
    order.insert(target, order.pop(place))
    return True


def _cost(left: Net, right: Net) -> int:
    """Count the crossings of two nets, one turning left of the other; lines on one another count as very many."""
    cost = sum(right.top < y < right.bottom for y in left.right)
    cost += sum(left.top < y < left.bottom for y in right.left)
    cost += sum(_OVERLAY for one in left.right for two in right.left if abs(one - two) < NEAR)
    return cost


def _sign(number: int) -> int:
    """Give the sign of a number."""
    return (number > 0) - (number < 0)


def _meet(one: Net, two: Net) -> bool:
    """Tell whether two turns are too close for one track."""
    return one.top < two.bottom + 2 * NEAR and two.top < one.bottom + 2 * NEAR
