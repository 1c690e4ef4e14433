"""ER diagrams: from a small model of tables and relations to an SVG, the same bytes for the same model."""

from connector.bridge.plan.diagram.drawing import MAX_BYTES, draw
from connector.bridge.plan.diagram.model import Detail, Drawing, ErColumn, ErModel, ErRelation, ErTable

__all__ = [
    "MAX_BYTES",
    "Detail",
    "Drawing",
    "ErColumn",
    "ErModel",
    "ErRelation",
    "ErTable",
    "draw",
]
