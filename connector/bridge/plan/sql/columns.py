"""What the columns of a query are made from.

Each query becomes a relation: its columns in order, each with the columns of listed tables that its value comes from. CTEs are
evaluated once; one that reads itself is evaluated again until nothing is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from connector.bridge.plan.sql.flows import Flows, is_star, reference, star_qualifier
from connector.bridge.plan.sql.from_clauses import FromClauses, one_rest
from connector.bridge.plan.sql.model import Shared
from connector.bridge.plan.sql.names import CaseRule, Word, case_rule, word_of
from connector.bridge.plan.sql.relations import (
    NOTHING,
    Item,
    Open,
    Relation,
    Rest,
    merged,
    named,
    opaque,
    renamed,
    united,
)
from connector.bridge.plan.sql.scope import Scope
from connector.bridge.plan.sql.tables import Bindings, alias_of, first_member
from connector.bridge.plan.sql.text import Budget

_MANY_COLUMNS = (exp.Explode, exp.Posexplode, exp.Inline)
_MANY_COLUMNS_BY_NAME = frozenset({"inline_outer", "json_tuple", "posexplode_outer", "stack"})
_HIVE_FAMILY = frozenset({"hive", "spark", "spark2", "databricks"})
_NAMES_CAST_BY_COLUMN = frozenset({"postgres", "redshift", "materialize", "risingwave"})


class Columns:
    """Evaluates the queries of one statement."""

    def __init__(self, bindings: Bindings, shared: Shared, dialect: str, budget: Budget) -> None:
        """Make it.

        Args:
            bindings: What the table names of the statement mean.
            shared: What is listed.
            dialect: A name that the parser knows.
            budget: The time it may take.
        """
        self._bindings = bindings
        self._dialect = dialect
        self._budget = budget
        self._rule: CaseRule = case_rule(dialect)
        self._flows = Flows(self.query)
        self._from = FromClauses(self, self._flows, bindings, shared, self._rule, dialect, budget)
        self._ctes: dict[int, Relation] = {}
        self._active: dict[int, Relation] = {}
        self._places: dict[int, tuple[exp.With, Scope | None]] = {}

    def query(self, node: exp.Expression, outer: Scope | None) -> Relation:
        """Give the relation of a query.

        Args:
            node: A query of any kind.
            outer: The scope around it, None when it can't reach any.

        Returns:
            Its columns; opaque when it is a kind that is not followed.

        Raises:
            UnreadableSqlError: The time is over.
        """
        self._budget.check()
        with_ = node.args.get("with_")
        if isinstance(with_, exp.With):
            self._open(with_, outer)
        if isinstance(node, exp.Select):
            return self._select(node, outer)
        if isinstance(node, exp.SetOperation):
            return self._set_operation(node, outer)
        if isinstance(node, exp.Subquery):
            return self.query(node.this, outer)
        if isinstance(node, exp.Values):
            return self._from.values(node, outer)
        if isinstance(node, exp.Table):
            return self._from.tables(node, outer)
        return opaque()

    def cte(self, cte: exp.CTE) -> Relation:
        """Give the relation of a CTE: evaluated, or as far as it is while it reads itself."""
        known = self._ctes.get(id(cte)) or self._active.get(id(cte))
        if known is not None:
            return known
        if id(cte) not in self._places:
            return opaque()
        with_, outer = self._places[id(cte)]
        self._active[id(cte)] = opaque()
        relation = self._cte(cte, outer)
        if with_.args.get("search"):
            relation = Relation([*relation.items, Open(NOTHING)], Rest())
        del self._active[id(cte)]
        self._ctes[id(cte)] = relation
        return relation

    def _open(self, with_: exp.With, outer: Scope | None) -> None:
        """Evaluate the CTEs of a WITH clause in their order, so that a long chain of them needs no recursion."""
        ctes = [one for one in with_.expressions if isinstance(one, exp.CTE)]
        for cte in ctes:
            self._places[id(cte)] = (with_, outer)
            self._ctes.pop(id(cte), None)
        for cte in ctes:
            if not cte.args.get("scalar"):
                self.cte(cte)

    def _cte(self, cte: exp.CTE, outer: Scope | None) -> Relation:
        """Evaluate a CTE."""
        body = cte.this
        alias = cte.args.get("alias")
        columns = alias.columns if isinstance(alias, exp.TableAlias) else []
        words = tuple(word for one in columns if (word := word_of(one)) is not None)
        if id(cte) not in self._bindings.recursive or not isinstance(body, exp.SetOperation):
            return renamed(self.query(body, outer), words, self._rule)
        relation = renamed(self.query(first_member(body), outer), words, self._rule)
        # A value can wander from column to column, one step in each round.
        for _ in range(len(relation.items) + 1):
            self._active[id(cte)] = relation
            further = renamed(self.query(body, outer), words, self._rule)
            if further.items == relation.items:
                break
            relation = further
        return relation

    def _set_operation(self, node: exp.SetOperation, outer: Scope | None) -> Relation:
        """Give the relation of a chain of set operations, from its first member on."""
        chain: list[exp.SetOperation] = []
        first: exp.Expression = node
        while isinstance(first, exp.SetOperation):
            chain.append(first)
            first = first.this
        relation = self.query(first, outer).star()
        for operation in reversed(chain):
            if isinstance(operation, exp.Except):
                continue
            other = self.query(operation.expression, outer).star()
            if operation.args.get("by_name"):
                relation = self._united_by_name(relation, other, operation)
            else:
                relation = united(relation, other)
        return relation

    def _united_by_name(self, upper: Relation, lower: Relation, operation: exp.SetOperation) -> Relation:
        """Put one relation above another by the names of the columns."""
        if upper.width is None or lower.width is None or operation.args.get("kind") or operation.side:
            return opaque()
        fields = list(upper.fields())
        for field in lower.fields():
            word = None if field.name is None else Word(field.name, False)
            at = upper.at(word, self._rule) if word else []
            if len(at) == 1:
                fields[at[0]] = replace(fields[at[0]], flow=merged((fields[at[0]].flow, field.flow)))
            else:
                fields.append(field)
        return Relation(fields)

    def _select(self, select: exp.Select, outer: Scope | None) -> Relation:
        """Give the relation of a SELECT."""
        scope = self._from.scope(select, outer)
        for window in select.args.get("windows") or []:
            word = word_of(window.this)
            if word is not None:
                scope.windows[self._rule.key(word)] = window
        self._add_scalars(select, scope)
        if select.args.get("match"):
            return opaque()
        items: list[Item] = []
        rests: list[Rest] = []
        for projection in select.expressions:
            self._budget.check()
            part = self._projection(projection, scope)
            items.extend(part.items)
            rests.extend([part.rest] if part.rest is not None else [])
        relation = Relation(items, one_rest(rests))
        return self._without(relation, select.args.get("exclude") or [])

    def _add_scalars(self, select: exp.Select, scope: Scope) -> None:
        """Name the values that ClickHouse's WITH gives a name to."""
        with_ = select.args.get("with_")
        for cte in with_.expressions if isinstance(with_, exp.With) else []:
            word = alias_of(cte)
            if cte.args.get("scalar") and word is not None:
                scope.aliases[self._rule.key(word)] = self._flows.of(cte.this, scope)

    def _projection(self, node: exp.Expression, scope: Scope) -> Relation:
        """Give the columns of one item of a select list."""
        star = self._star(node, scope)
        if star is not None:
            return star
        if node.find(exp.Columns) or (is_star(node.this) and not isinstance(node, exp.Func)):
            return opaque()
        flow = self._flows.of(node, scope)
        if isinstance(node, exp.Aliases):
            return Relation([named(word_of(one), flow, self._rule) for one in node.expressions])
        if isinstance(node, exp.QueryTransform) or self._gives_many_columns(node):
            return Relation((Open(flow),), Rest(flow=flow))
        word = self._name(node)
        if word is not None and isinstance(node, exp.Alias):
            scope.aliases.setdefault(self._rule.key(word), flow)
        return Relation([named(word, flow, self._rule)])

    def _gives_many_columns(self, node: exp.Expression) -> bool:
        """Tell a function that makes several columns, of which only the data's type tells how many."""
        if self._dialect == "duckdb":
            return isinstance(node, exp.Explode)
        if self._dialect not in _HIVE_FAMILY:
            return False
        if isinstance(node, exp.Anonymous):
            return node.name.lower() in _MANY_COLUMNS_BY_NAME
        return isinstance(node, _MANY_COLUMNS)

    def _name(self, node: exp.Expression) -> Word | None:
        """Tell the name of a column of a select list, None when the engine makes one up."""
        if isinstance(node, exp.Alias):
            return alias_of(node)
        if isinstance(node, exp.Cast) and self._dialect in _NAMES_CAST_BY_COLUMN:
            return self._name(node.this)
        if isinstance(node, exp.Dot):
            return word_of(node.expression)
        return word_of(node.this) if isinstance(node, exp.Column) else None

    def _star(self, node: exp.Expression, scope: Scope) -> Relation | None:
        """Give the columns of `*` and `t.*`, None when the item is neither."""
        if isinstance(node, exp.Columns) and isinstance(node.this, exp.Star):
            node = node.this
        if isinstance(node, exp.Star):
            relation = scope.joined.star()
            rests = scope.rests() if scope.joined.ordered else []
            relation = Relation(relation.items, one_rest(rests) or relation.rest)
            return self._changed(relation, node, scope)
        last = node.expression if isinstance(node, exp.Dot) else node.this
        qualifier = star_qualifier(node)
        if qualifier is None:
            if not isinstance(node, exp.Dot) or not isinstance(last, exp.Star):
                return None
            flow = self._flows.of(node.this, scope)
            return Relation((Open(flow),), Rest(flow=flow))
        level: Scope | None = scope
        while level is not None and not level.called(qualifier):
            level = level.outer
        if level is None:
            flow = scope.resolve(qualifier)
            return self._changed(Relation((Open(flow),), Rest(flow=flow)), last, scope)
        sources = level.called(qualifier)
        return self._changed(sources[0].relation.star(), last, scope) if len(sources) == 1 else opaque()

    def _changed(self, relation: Relation, star: exp.Star, scope: Scope) -> Relation:
        """Apply EXCEPT, REPLACE and RENAME of a star."""
        relation = self._without(relation, star.args.get("except_") or [])
        items = list(relation.items)
        for change in star.args.get("replace") or []:
            for at in self._at(relation, alias_of(change)):
                items[at] = replace(items[at], flow=self._flows.of(change.this, scope))
        for change in star.args.get("rename") or []:
            path = reference(change.this)[0]
            for at in self._at(relation, path[-1] if path else None):
                items[at] = named(alias_of(change), items[at].flow, self._rule)
        return Relation(items, relation.rest)

    def _without(self, relation: Relation, names: Sequence[exp.Expression]) -> Relation:
        """Leave out columns by name."""
        gone = {
            at
            for node in names
            for at in self._at(relation, word_of(node.this if isinstance(node, exp.Column) else node))
        }
        return Relation([item for at, item in enumerate(relation.items) if at not in gone], relation.rest)

    def _at(self, relation: Relation, word: Word | None) -> list[int]:
        """Find the columns that a change of a star names."""
        return [] if word is None else relation.at(word, self._rule)
