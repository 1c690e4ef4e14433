"""What the value of an expression is made from.

Every column that the expression names counts, in conditions, windows and filters as well; of a subquery the columns that it gives, not
those that it only filters by.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from connector.bridge.plan.sql.names import Path, word_of
from connector.bridge.plan.sql.relations import NOTHING, Flow, Gap, Relation, gap, merged
from connector.bridge.plan.sql.scope import Scope
from connector.bridge.plan.sql.text import DATE_FUNCTIONS

_DATE_PARTS = frozenset(
    {
        "day",
        "dayofweek",
        "dayofyear",
        "hour",
        "isoweek",
        "isoyear",
        "microsecond",
        "millisecond",
        "minute",
        "month",
        "quarter",
        "second",
        "week",
        "year",
    }
)
_PSEUDO_COLUMNS = frozenset(
    {
        "$partition",
        "$path",
        "_file",
        "_partitiondate",
        "_partitiontime",
        "_pos",
        "_table_suffix",
        "ctid",
        "level",
        "rowid",
        "rownum",
    }
)
_LEAVES = (exp.Identifier, exp.Literal, exp.DataType, exp.Pseudocolumn, exp.JSONPath)

_Query = Callable[[exp.Expression, Scope], Relation]


class Flows:
    """Follows expressions."""

    def __init__(self, query: _Query) -> None:
        """Make it.

        Args:
            query: Gives the relation of a subquery inside a scope.
        """
        self._query = query

    def of(self, expression: exp.Expression, scope: Scope) -> Flow:
        """Follow an expression.

        Args:
            expression: Any expression of a query.
            scope: What names mean there.

        Returns:
            What its value is made from.
        """
        flows: list[Flow] = []
        named_windows: set[str] = set()
        stack: list[exp.Expression] = [expression]
        while stack:
            node = stack.pop()
            if isinstance(node, _LEAVES):
                continue
            if isinstance(node, (exp.Column, exp.Dot)):
                stack.extend(self._reference(node, scope, flows))
            elif isinstance(node, exp.Query):
                flows.append(self._query(node, scope).everything())
            elif isinstance(node, exp.Star):
                flows.append(scope.joined.everything())
            elif _is_not_followed(node):
                flows.append(gap(Gap.OPAQUE))
            else:
                if isinstance(node, exp.Window):
                    stack.extend(_named_window(node, scope, named_windows))
                stack.extend(operands(node))
        return merged(flows)

    def _reference(self, node: exp.Column | exp.Dot, scope: Scope, flows: list[Flow]) -> list[exp.Expression]:
        """Follow a reference to a column; what is no reference after all is given back to be looked into."""
        qualifier = star_qualifier(node)
        if qualifier is not None:
            sources = scope.called(qualifier)
            everything = merged(one.relation.everything() for one in sources)
            flows.append(everything if sources else scope.resolve(qualifier))
            return []
        path, others = reference(node)
        if path:
            flow = scope.resolve(path)
            if flow.gaps == {Gap.MISSING} and len(path) == 1 and path[0].text.lower() in _PSEUDO_COLUMNS:
                flow = NOTHING
            flows.append(flow)
        elif isinstance(node, exp.Column):
            flows.append(gap(Gap.OPAQUE))
        return others


def reference(node: exp.Expression) -> tuple[Path, list[exp.Expression]]:
    """Take a reference apart, however many parts it has.

    Args:
        node: A column, or dots behind one.

    Returns:
        The parts in order, empty when it is no plain reference; and the expressions inside it that are to be looked at on their own.
    """
    behind: list[exp.Expression] = []
    base = node
    while isinstance(base, exp.Dot) or (behind and isinstance(base, exp.Paren)):
        if isinstance(base, exp.Dot):
            behind.append(base.expression)
        base = base.this
    if not isinstance(base, exp.Column):
        return (), [base, *(one for one in behind if not isinstance(one, (exp.Identifier, exp.Star)))]
    words = [word_of(part) for part in (*base.parts, *reversed(behind))]
    count = next((at for at, word in enumerate(words) if word is None), len(words))
    path = tuple(word for word in words[:count] if word is not None)
    if count < len(base.parts) and not isinstance(base.this, exp.Literal):
        return (), []
    return path, [one for one in behind if not isinstance(one, (exp.Identifier, exp.Star, exp.Literal))]


def star_qualifier(node: exp.Expression) -> Path | None:
    """Read what stands before `.*`; None when the expression is no qualified star."""
    if isinstance(node, exp.Dot):
        return (reference(node.this)[0] or None) if isinstance(node.expression, exp.Star) else None
    if not isinstance(node, exp.Column) or not isinstance(node.this, exp.Star):
        return None
    words = [word_of(part) for part in node.parts[:-1]]
    path = tuple(word for word in words if word is not None)
    return path if path and len(path) == len(words) else None


def operands(node: exp.Expression) -> list[exp.Expression]:
    """List the parts of an expression whose values count."""
    if isinstance(node, (exp.Kwarg, exp.PropertyEQ)):
        return [node.expression]
    children = list(node.iter_expressions())
    if isinstance(node, exp.Count):
        return [one for one in children if not is_star(one)]
    if isinstance(node, exp.Exists):
        return [one for one in children if not isinstance(one, exp.Query)]
    if isinstance(node, exp.Anonymous):
        return [one for one in children if not _is_date_part(one, node.name)]
    return children


def _named_window(window: exp.Window, scope: Scope, seen: set[str]) -> list[exp.Expression]:
    """Look up a window that the query defines elsewhere, once."""
    word = word_of(window.args.get("alias"))
    if word is None:
        return []
    key = scope.rule.key(word)
    found = scope.windows.get(key)
    if found is None or key in seen:
        return []
    seen.add(key)
    return [found]


def is_star(node: object) -> bool:
    """Tell `*` and `t.*`."""
    return isinstance(node, exp.Star) or (isinstance(node, exp.Column) and isinstance(node.this, exp.Star))


def _is_not_followed(node: exp.Expression) -> bool:
    """Tell what gives a value that can't be followed: columns by pattern or number, tables as arguments."""
    if isinstance(node, exp.Anonymous):
        return node.name.upper() == "TABLE"
    return isinstance(node, exp.Columns) or (
        isinstance(node, exp.Parameter) and isinstance(node.this, exp.Literal)
    )


def _is_date_part(node: exp.Expression, function: str) -> bool:
    """Tell a unit such as `day` from a column, in a date function that the dialect's parser does not know."""
    return (
        function.upper() in DATE_FUNCTIONS
        and isinstance(node, exp.Column)
        and len(node.parts) == 1
        and node.name.lower() in _DATE_PARTS
    )
