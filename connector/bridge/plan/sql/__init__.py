"""What SQL reads: lineage of views and columns of expressions."""

from connector.bridge.plan.sql.expressions import expression_columns
from connector.bridge.plan.sql.lineage import view_lineage
from connector.bridge.plan.sql.model import (
    ColumnEdge,
    ExpressionParts,
    Resolution,
    Shared,
    SharedInAnyCase,
    SqlLineage,
)

__all__ = [
    "ColumnEdge",
    "ExpressionParts",
    "Resolution",
    "Shared",
    "SharedInAnyCase",
    "SqlLineage",
    "expression_columns",
    "view_lineage",
]
