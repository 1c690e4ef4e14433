"""The columns and the aggregate of an expression on its own: a metric's or a field's."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from sqlglot import exp

from connector.bridge.plan.sql.flows import operands, reference, star_qualifier
from connector.bridge.plan.sql.model import ExpressionParts
from connector.bridge.plan.sql.text import Budget, UnreadableSqlError, readings

RATIO = "RATIO"

_DIVISIONS = (exp.Div, exp.IntDiv, exp.SafeDivide)
_DIVISIONS_BY_NAME = frozenset({"DIV0", "DIV0NULL", "DIVIDE", "SAFE_DIVIDE", "TRY_DIVIDE"})
_WRAPPERS = (
    exp.Alias,
    exp.Cast,
    exp.Ceil,
    exp.Coalesce,
    exp.Filter,
    exp.Floor,
    exp.Neg,
    exp.Paren,
    exp.Round,
    exp.Window,
    exp.WithinGroup,
)
_SUMS_OF_LIKE_PARTS = frozenset({"SUM", "COUNT", "COUNT_IF"})


def expression_columns(
    expression: str,
    dialect: str | None,
    *,
    clock: Callable[[], float] = time.monotonic,
    budget_seconds: float = 2.0,
) -> ExpressionParts | None:
    """Find the columns and the aggregate of an expression.

    Args:
        expression: An SQL expression such as `SUM(sales.amount) / COUNT(DISTINCT sales.customer)`.
        dialect: As declared: a dialect's name, ANSI_SQL or None for standard SQL.
        clock: Gives the time in seconds.
        budget_seconds: How long the work may take.

    Returns:
        Its parts; None when it is not one SQL expression, its language is another one, or its dialect is not known and dialects differ
        in how they read it.
    """
    try:
        found = [
            _parts(one.tree)
            for one in readings(f"SELECT\n{expression}", dialect, Budget(clock, budget_seconds))
        ]
    except (UnreadableSqlError, RecursionError):
        return None
    return found[0] if all(one == found[0] for one in found) else None


def _parts(statement: exp.Expression) -> ExpressionParts | None:
    """Read the one expression of a select list; None when there is more."""
    given = {name for name, value in statement.args.items() if value}
    if not isinstance(statement, exp.Select) or given != {"expressions"} or len(statement.expressions) != 1:
        return None
    expression = statement.expressions[0]
    columns: set[tuple[str, ...]] = set()
    counts_rows = False
    for node in _nodes(expression):
        if isinstance(node, (exp.Column, exp.Dot)):
            path = () if star_qualifier(node) else reference(node)[0]
            columns.update([tuple(word.text for word in path)] if path else [])
        counts_rows = counts_rows or (isinstance(node, exp.Count) and _counts_rows(node))
    return ExpressionParts(
        tuple(sorted(columns)), counts_rows, _aggregate(expression), _bare_column(expression)
    )


def _nodes(expression: exp.Expression) -> Iterator[exp.Expression]:
    """Walk through an expression, not into subqueries and not into references."""
    stack = [expression]
    while stack:
        node = stack.pop()
        if isinstance(node, exp.Query):
            continue
        yield node
        if isinstance(node, (exp.Column, exp.Dot)):
            stack.extend([] if star_qualifier(node) else reference(node)[1])
        else:
            stack.extend(operands(node))


def _counts_rows(count: exp.Count) -> bool:
    """Tell COUNT(*), COUNT(t.*), COUNT() and COUNT(1) from counts of values."""
    counted = count.this
    return (
        counted is None or isinstance(counted, (exp.Star, exp.Literal)) or star_qualifier(counted) is not None
    )


def _bare_column(expression: exp.Expression) -> str | None:
    """Give the name of the column that an expression is, None when it is more than that."""
    node = expression
    while isinstance(node, (exp.Alias, exp.Paren)):
        node = node.this
    path, others = reference(node) if isinstance(node, (exp.Column, exp.Dot)) else ((), [])
    return path[-1].text if path and not others and not star_qualifier(node) else None


def _aggregate(expression: exp.Expression) -> str | None:
    """Name the outermost aggregate."""
    node = _unwrapped(expression)
    if _is_division(node):
        above, below = _sides(node)
        over, under = _aggregates(above), _aggregates(below)
        if over and under:
            return RATIO
        return _aggregate(above) if over else None
    if isinstance(node, exp.AggFunc):
        return str(node.sql_name())  # type: ignore[no-untyped-call]
    if isinstance(node, exp.Mul):
        sides = [side for side in (node.this, node.expression) if _aggregates(side)]
        return _aggregate(sides[0]) if len(sides) == 1 else None
    if isinstance(node, (exp.Add, exp.Sub)):
        name = _only({_aggregate(node.this), _aggregate(node.expression)})
        return name if name in _SUMS_OF_LIKE_PARTS else None
    return _only({_aggregate(branch) for branch in _branches(node) if _aggregates(branch)})


def _only(names: set[str | None]) -> str | None:
    """Give the one name of a set, None when there are several."""
    return names.pop() if len(names) == 1 else None


def _branches(node: exp.Expression) -> list[exp.Expression]:
    """List the values that a CASE or IF can give."""
    if isinstance(node, exp.If):
        given = [node.args.get("true"), node.args.get("false")]
    elif isinstance(node, exp.Case):
        given = [*(one.args.get("true") for one in node.args.get("ifs") or []), node.args.get("default")]
    else:
        given = []
    return [one for one in given if isinstance(one, exp.Expression)]


def _unwrapped(node: exp.Expression) -> exp.Expression:
    """Take off what does not change the kind of an aggregate."""
    while isinstance(node, _WRAPPERS):
        node = node.this
    return node


def _is_division(node: exp.Expression) -> bool:
    """Tell a division, written as an operator or as a function."""
    if isinstance(node, exp.Anonymous):
        return node.name.upper() in _DIVISIONS_BY_NAME and len(node.expressions) == 2
    return isinstance(node, _DIVISIONS)


def _sides(node: exp.Expression) -> tuple[exp.Expression, exp.Expression]:
    """Give what is divided, and by what."""
    if isinstance(node, exp.Anonymous):
        return node.expressions[0], node.expressions[1]
    return node.this, node.expression


def _aggregates(expression: exp.Expression) -> bool:
    """Tell whether an expression aggregates."""
    return any(isinstance(node, exp.AggFunc) for node in _nodes(expression))
