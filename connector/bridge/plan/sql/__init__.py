"""What SQL reads: lineage of views and columns of expressions."""

from connector.bridge.plan.sql.lineage import (
    ColumnEdge,
    ExpressionParts,
    Resolution,
    Shared,
    SharedInAnyCase,
    SqlLineage,
    expression_columns,
    view_lineage,
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
