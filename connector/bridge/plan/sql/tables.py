"""Which table, view or CTE each name in a FROM clause means.

A walk over the whole statement, so that tables in WHERE clauses, in subqueries of any kind and in CTEs that nobody reads count as
well: the view breaks without them. Tables named in hints, in locks and behind INTO do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from sqlglot import exp

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.sql.names import (
    CaseRule,
    NotShared,
    Path,
    TableNames,
    Word,
    case_rule,
    path_of,
    text_of,
    word_of,
)
from connector.bridge.plan.sql.text import Budget

_SELF_REFERENCE_WITHOUT_RECURSIVE = frozenset({"tsql", "fabric", "oracle", "snowflake", "exasol"})
_FORWARD_REFERENCE_IN_RECURSIVE = frozenset({"postgres", "materialize", "risingwave", "bigquery", "sqlite"})
_ALWAYS_RECURSIVE = frozenset({"sqlite"})
_NO_READS = (exp.Hint, exp.Into, exp.Lock)


class NoTable(Enum):
    """What a table's name means when it is no table that is listed and no CTE."""

    UNKNOWN = "not shared, ambiguous, or computed"
    DUAL = "the one-row table of Oracle and others"


Binding = exp.CTE | ObjectKey | NoTable


@dataclass(slots=True)
class Bindings:
    """What the names in a statement mean.

    `tables` is by the identity of the table's node. `recursive` holds the identities of CTEs that read themselves. `ambiguous` counts
    names that fit several listed tables, `computed` those that are known only when the view is read.
    """

    tables: dict[int, Binding] = field(default_factory=dict)
    recursive: set[int] = field(default_factory=set)
    upstream: set[ObjectKey] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    ambiguous: int = 0
    computed: int = 0


@dataclass(frozen=True, slots=True)
class _Frame:
    """The CTEs of one WITH clause, of which the first `limit` can be seen from inside the CTE number `inside`."""

    outer: _Frame | None
    ctes: dict[str, tuple[int, exp.CTE]]
    limit: int
    inside: int | None = None

    def seen_from(self, inside: int, limit: int) -> _Frame:
        return _Frame(self.outer, self.ctes, limit, inside)


class _Walk:
    """One walk over a statement."""

    def __init__(self, names: TableNames, dialect: str, budget: Budget) -> None:
        self.result = Bindings()
        self._names = names
        self._dialect = dialect
        self._rule: CaseRule = case_rule(dialect)
        self._budget = budget
        self._anchors: dict[int, _Frame | None] = {}

    def run(self, query: exp.Expression) -> None:
        """Visit every node with the CTEs that can be seen from it."""
        stack: list[tuple[exp.Expression, _Frame | None]] = [(query, None)]
        while stack:
            node, frame = stack.pop()
            frame = self._anchors.pop(id(node), frame)
            if isinstance(node, exp.Table):
                self._budget.check()
                self._bind(node, frame)
            elif isinstance(node, exp.Anonymous):
                self._bind_argument(node, frame)
            elif isinstance(node, (exp.Column, exp.Identifier, exp.Literal, *_NO_READS)):
                continue
            with_ = node.args.get("with_")
            if isinstance(with_, exp.With):
                frame, bodies = self._open(with_, frame)
                stack.extend(bodies)
            stack.extend((child, frame) for child in node.iter_expressions() if child is not with_)

    def _open(
        self, with_: exp.With, outer: _Frame | None
    ) -> tuple[_Frame, list[tuple[exp.Expression, _Frame | None]]]:
        """Read a WITH clause: the frame for the query it belongs to, and its CTEs with theirs."""
        ctes = [cte for cte in with_.expressions if isinstance(cte, exp.CTE)]
        names: dict[str, tuple[int, exp.CTE]] = {}
        for number, cte in enumerate(ctes):
            word = alias_of(cte)
            if word is not None:
                names[self._rule.key(word)] = (number, cte)
        whole = _Frame(outer, names, len(ctes))
        bodies: list[tuple[exp.Expression, _Frame | None]] = []
        for number, cte in enumerate(ctes):
            before = whole.seen_from(number, number)
            if with_.recursive or self._dialect in _ALWAYS_RECURSIVE:
                forward = self._dialect in _FORWARD_REFERENCE_IN_RECURSIVE
                bodies.append((cte, whole.seen_from(number, len(ctes) if forward else number + 1)))
            elif self._dialect in _SELF_REFERENCE_WITHOUT_RECURSIVE and isinstance(
                cte.this, exp.SetOperation
            ):
                # The first member is the start of the recursion, so there the name is a table's.
                self._anchors[id(first_member(cte.this))] = before
                bodies.append((cte, whole.seen_from(number, number + 1)))
            else:
                bodies.append((cte, before))
        return whole, bodies

    def _bind(self, table: exp.Table, frame: _Frame | None) -> None:
        """Find what a name in a FROM clause means."""
        if table.args.get("rows_from") or isinstance(table.this, exp.Func):
            self.result.computed += _is_computed_name(table.this)
            return
        path = path_of(table.parts)
        if path is None or table.this.args.get("temporary"):
            self.result.computed += 1
            self.result.tables[id(table)] = NoTable.UNKNOWN
        else:
            self.result.tables[id(table)] = self._meaning(path, frame)

    def _bind_argument(self, function: exp.Anonymous, frame: _Frame | None) -> None:
        """Count the table in TABLE(name), the argument of a table function."""
        arguments = function.expressions
        if function.name.upper() == "TABLE" and len(arguments) == 1 and isinstance(arguments[0], exp.Column):
            path = path_of(arguments[0].parts)
            if path is not None:
                self._meaning(path, frame)

    def _meaning(self, path: Path, frame: _Frame | None) -> Binding:
        """Tell a CTE, a listed table and others apart, and count what is read."""
        cte = self._cte(path[0], frame) if len(path) == 1 else None
        if cte is not None:
            return cte
        found = self._names.find(path)
        if isinstance(found, ObjectKey):
            self.result.upstream.add(found)
            return found
        if len(path) == 1 and not path[0].quoted and path[0].text.lower() == "dual":
            return NoTable.DUAL
        if found is NotShared.AMBIGUOUS:
            self.result.ambiguous += 1
        else:
            self.result.unknown.add(text_of(path))
        return NoTable.UNKNOWN

    def _cte(self, word: Word, frame: _Frame | None) -> exp.CTE | None:
        """Find a CTE by name, from the innermost WITH clause out."""
        key = self._rule.key(word)
        while frame is not None:
            number, cte = frame.ctes.get(key, (frame.limit, None))
            if cte is not None and number < frame.limit:
                if number == frame.inside:
                    self.result.recursive.add(id(cte))
                return cte
            frame = frame.outer
        return None


def bind(query: exp.Expression, names: TableNames, dialect: str, budget: Budget) -> Bindings:
    """Find what each table name in a statement means.

    Args:
        query: The statement; it has to live as long as the result, which refers to its nodes by identity.
        names: Finds listed tables and views.
        dialect: A name that the parser knows.
        budget: The time it may take.

    Returns:
        The meanings, and what is read altogether.

    Raises:
        UnreadableSqlError: The time is over.
    """
    walk = _Walk(names, dialect, budget)
    walk.run(query)
    return walk.result


def alias_of(node: exp.Expression) -> Word | None:
    """Read the alias of a CTE, a subquery or a table."""
    alias = node.args.get("alias")
    return word_of(alias.this if isinstance(alias, exp.TableAlias) else alias)


def members(query: exp.SetOperation) -> Iterator[exp.Expression]:
    """List the relations of a chain of set operations from the last to the first."""
    node: exp.Expression = query
    while isinstance(node, exp.SetOperation):
        yield node.expression
        node = node.this
    yield node


def first_member(query: exp.SetOperation) -> exp.Expression:
    """Give the first relation of a chain of set operations."""
    *_, first = members(query)
    return first


def _is_computed_name(function: object) -> bool:
    """Tell whether a function in a FROM clause makes a table's name, as IDENTIFIER(:name) does."""
    return (
        isinstance(function, exp.Anonymous)
        and function.name.upper() in {"IDENTIFIER", "TABLE"}
        and any(
            isinstance(one, (exp.Literal, exp.Parameter, exp.Placeholder, exp.SessionParameter))
            for one in function.expressions
        )
    )
