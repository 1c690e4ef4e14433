"""Colours for the lines of a crowded diagram.

In a small picture every line can be followed, and all are of one colour. In a crowded one the lines that lead to one of the tables most
referred to share a colour, so that the eye finds them again behind a crossing. Colour only helps: each line can be followed without it.
"""

from __future__ import annotations

from collections import Counter

from connector.bridge.plan.diagram.graph import Graph

TINTS = ("l1", "l2", "l3", "l4", "l5")
"""Classes of coloured lines."""
CROWDED = 20
"""Lines from which on a diagram is crowded."""
REFERRED = 4
"""Lines that a table needs for a colour of its own."""


def tints(graph: Graph) -> dict[int, str]:
    """Choose the tables whose lines are coloured.

    Args:
        graph: The tables and lines.

    Returns:
        Class of the lines that lead to a card, by index of the card; empty for a diagram that is not crowded.
    """
    if len(graph.links) < CROWDED:
        return {}
    counts = Counter(link.target.card for link in graph.links if link.source.card != link.target.card)
    busiest = sorted(
        (card for card, count in counts.items() if count >= REFERRED), key=lambda card: (-counts[card], card)
    )
    return dict(zip(busiest, TINTS, strict=False))
