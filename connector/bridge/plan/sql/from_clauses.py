"""What the FROM clause of a query gives: its tables, joins, subqueries and functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from sqlglot import exp

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.sql.flows import Flows
from connector.bridge.plan.sql.joins import combined
from connector.bridge.plan.sql.model import Shared
from connector.bridge.plan.sql.names import CaseRule, Path, Word, path_of, word_of
from connector.bridge.plan.sql.pivot import pivoted
from connector.bridge.plan.sql.relations import (
    NOTHING,
    Gap,
    Open,
    Relation,
    Rest,
    gap,
    listed_table,
    made_from,
    merged,
    named,
    opaque,
    renamed,
    unknown_table,
)
from connector.bridge.plan.sql.scope import Scope, Source
from connector.bridge.plan.sql.tables import Bindings, NoTable, alias_of
from connector.bridge.plan.sql.text import Budget

_SUBQUERY_SEES_ITS_NEIGHBOURS = frozenset({"duckdb"})
_COMMA_BINDS_AS_JOIN = frozenset({"bigquery"})
_NAMES_OF_VALUES = {
    "spark": ("col", 1),
    "spark2": ("col", 1),
    "databricks": ("col", 1),
    "hive": ("col", 1),
    "duckdb": ("col", 0),
    "trino": ("_col", 0),
    "presto": ("_col", 0),
}


class Queries(Protocol):
    """Gives the relations of queries and CTEs."""

    def query(self, node: exp.Expression, outer: Scope | None) -> Relation:
        """Give the relation of a query."""

    def cte(self, cte: exp.CTE) -> Relation:
        """Give the relation of a CTE."""


class FromClauses:
    """Reads FROM clauses into scopes."""

    def __init__(
        self,
        queries: Queries,
        flows: Flows,
        bindings: Bindings,
        shared: Shared,
        rule: CaseRule,
        dialect: str,
        budget: Budget,
    ) -> None:
        """Make it.

        Args:
            queries: Gives the relations of subqueries.
            flows: Follows expressions.
            bindings: What the table names mean.
            shared: What is listed.
            rule: How the dialect compares names.
            dialect: A name that the parser knows.
            budget: The time it may take.
        """
        self._budget = budget
        self._listed: dict[ObjectKey, Relation] = {}
        self._queries = queries
        self._flows = flows
        self._bindings = bindings
        self._shared = shared
        self._rule = rule
        self._dialect = dialect

    def scope(self, select: exp.Expression, outer: Scope | None) -> Scope:
        """Read the FROM clause of a query.

        Args:
            select: The query.
            outer: The scope around it.

        Returns:
            Its scope, empty when there is no FROM clause.
        """
        scope = Scope(self._rule, outer)
        from_ = select.args.get("from_")
        groups = [self._item(from_.this, scope)] if isinstance(from_, exp.From) else [Relation(())]
        for join in select.args.get("joins") or []:
            if self._is_comma(join):
                groups.append(self._item(join.this, scope))
            else:
                groups[-1] = self._join(groups[-1], join, scope)
            scope.join(_side_by_side(groups))
        for lateral in select.args.get("laterals") or []:
            groups.append(self._item(lateral, scope))
            scope.join(_side_by_side(groups))
        scope.join(_side_by_side(groups))
        return scope

    def tables(self, table: exp.Expression, outer: Scope | None) -> Relation:
        """Give the relation of a table, and of what is joined to it, without a SELECT around it."""
        inner = Scope(self._rule, outer)
        joined = self._item(table, inner)
        return Relation(joined.items, one_rest(inner.rests()), ordered=joined.ordered)

    def values(self, values: exp.Values, scope: Scope | None) -> Relation:
        """Give the relation of a VALUES list; in a lateral one the rows may name columns of the tables before it."""
        inner = Scope(self._rule, scope)
        rows = [row.expressions if isinstance(row, exp.Tuple) else [row] for row in values.expressions]
        prefix, start = _NAMES_OF_VALUES.get(self._dialect, ("column", 1))
        fields = [
            named(
                Word(f"{prefix}{start + at}", False),
                merged(self._flows.of(row[at], inner) for row in rows if at < len(row)),
                self._rule,
            )
            for at in range(max((len(row) for row in rows), default=0))
        ]
        return renamed(Relation(fields), _column_names(values), self._rule)

    def _is_comma(self, join: exp.Join) -> bool:
        """Tell a comma, which binds less than JOIN, from a join."""
        if self._dialect in _COMMA_BINDS_AS_JOIN or join.kind == "ARRAY":
            return False
        return not any(join.args.get(key) for key in ("kind", "side", "method", "on", "using"))

    def _join(self, left: Relation, join: exp.Join, scope: Scope) -> Relation:
        """Add the right side of a join."""
        before = len(scope.sources)
        hidden = join.is_semi_or_anti_join
        if join.kind == "ARRAY":
            right = self._array_join(join.this, scope)
        else:
            right = self._item(join.this, scope, hidden=hidden)
        if hidden:
            return left
        rests = [
            [one.relation.rest for one in sources if not one.hidden and one.relation.rest is not None]
            for sources in (scope.sources[:before], scope.sources[before:])
        ]
        return combined(left, right, join, (rests[0], rests[1]), self._rule, self._dialect)

    def _array_join(self, node: exp.Expression, scope: Scope) -> Relation:
        """Add the array of ClickHouse's ARRAY JOIN under its new name; its place in `*` is not followed."""
        word = alias_of(node)
        fields = [] if word is None else [named(word, self._flows.of(node, scope), self._rule)]
        relation = Relation(fields, ordered=False)
        scope.add(Source((), relation))
        return relation

    def _item(self, node: exp.Expression, scope: Scope, *, hidden: bool = False) -> Relation:
        """Add one item of a FROM clause, with the joins that are nested in it."""
        self._budget.check()
        if isinstance(node, (exp.Final, exp.Stream)):
            return self._item(node.this, scope, hidden=hidden)
        if (
            isinstance(node, exp.Subquery)
            and isinstance(node.this, (exp.Table, exp.Subquery))
            and not _is_named(node)
        ):
            relation = self._item(node.this, scope, hidden=hidden)
        else:
            source = replace(self._source(node, scope), hidden=hidden)
            scope.add(source)
            relation = source.relation
        for join in node.args.get("joins") or []:
            relation = self._join(relation, join, scope)
        for lateral in node.args.get("laterals") or []:
            relation = _side_by_side([relation, self._item(lateral, scope)])
        return relation

    def _source(self, node: exp.Expression, scope: Scope) -> Source:
        """Read one table, subquery or function with its alias and its pivots."""
        alias = alias_of(node)
        names = () if isinstance(node, exp.Unnest) else _column_names(node)
        relation = renamed(self._relation(node, scope), names, self._rule)
        source = Source(_paths(alias) if alias else self._written_paths(node), relation)
        for pivot in node.args.get("pivots") or []:
            if isinstance(pivot, exp.Pivot):
                turned = pivoted(source, pivot, self._flows, self._rule, self._dialect)
                word = alias_of(pivot)
                source = Source(
                    _paths(word) if word else source.paths, renamed(turned, _column_names(pivot), self._rule)
                )
        return source

    def _relation(self, node: exp.Expression, scope: Scope) -> Relation:
        """Read one item of a FROM clause without its alias."""
        if isinstance(node, exp.Table):
            return self._table(node, scope)
        if isinstance(node, exp.Unnest):
            return self._unnest(node, scope)
        if isinstance(node, exp.Values):
            return self.values(node, scope.outer)
        if isinstance(node, exp.Subquery):
            return self._subquery(node, scope)
        return self._lateral(node, scope) if isinstance(node, (exp.Lateral, exp.TableFromRows)) else opaque()

    def _lateral(self, node: exp.Expression, scope: Scope) -> Relation:
        """Read a subquery or function that sees the tables before it."""
        inner = node.this
        return (
            self._queries.query(inner, scope)
            if isinstance(inner, exp.Query)
            else self._function(inner, scope)
        )

    def _subquery(self, node: exp.Subquery, scope: Scope) -> Relation:
        """Read a subquery, or joined tables in parentheses that have an alias."""
        outer = scope if self._dialect in _SUBQUERY_SEES_ITS_NEIGHBOURS else scope.outer
        if isinstance(node.this, exp.Table):
            return self.tables(node.this, outer)
        return self._queries.query(node, outer)

    def _table(self, node: exp.Table, scope: Scope) -> Relation:
        """Read a table, a CTE or a table function."""
        if node.args.get("rows_from"):
            functions = [one.this for one in node.args["rows_from"] if isinstance(one, exp.Table)]
            return made_from(merged(self._flows.of(one, scope) for one in functions))
        if isinstance(node.this, exp.Func):
            return self._function(node.this, scope)
        meaning = self._bindings.tables.get(id(node), NoTable.UNKNOWN)
        if isinstance(meaning, exp.CTE):
            return self._queries.cte(meaning)
        if isinstance(meaning, ObjectKey):
            if meaning not in self._listed:
                self._listed[meaning] = listed_table(meaning, self._shared.columns(meaning))
            return self._listed[meaning]
        return Relation(()) if meaning is NoTable.DUAL else unknown_table()

    def _function(self, function: exp.Expression, scope: Scope) -> Relation:
        """Read a table function: its columns are made from its arguments, unless these are whole tables."""
        if isinstance(function, exp.Anonymous):
            name, arguments = function.name.upper(), function.expressions
            if name == "IDENTIFIER":
                return unknown_table()
            if name == "TABLE" and len(arguments) == 1 and isinstance(arguments[0], exp.Func):
                return self._function(arguments[0], scope)
        if function.find(exp.Query, exp.Table) is not None:
            return opaque()
        return made_from(self._flows.of(function, scope))

    def _unnest(self, node: exp.Unnest, scope: Scope) -> Relation:
        """Read UNNEST: a column for each array, or the fields of its elements, and perhaps their number."""
        flows = [self._flows.of(one, scope) for one in node.expressions]
        whole = merged(flows)
        words = _column_names(node)
        offset = word_of(node.args.get("offset"))
        number = [] if offset is None else [named(offset, NOTHING, self._rule)]
        if not words or alias_of(node) is None:
            # BigQuery's alias is at once the name of the element and a qualifier for its fields.
            return Relation([Open(whole), *number], Rest(flow=whole))
        each = flows if len(flows) == len(words) else [whole] * len(words)
        return Relation(
            [*(named(word, flow, self._rule) for word, flow in zip(words, each, strict=True)), *number]
        )

    def _written_paths(self, node: exp.Expression) -> tuple[Path, ...]:
        """List the paths that a table without an alias can be called by."""
        if isinstance(node, exp.Table):
            written = path_of(node.parts)
            key = self._bindings.tables.get(id(node))
            paths = [written] if written else []
            if isinstance(key, ObjectKey):
                paths.append(tuple(Word(text, False) for text in (key.catalog, *key.namespace, key.name)))
            return tuple(paths)
        # Spark allows `LATERAL VIEW explode(x) AS y`, BigQuery `UNNEST(x) AS y`: a name of the column that also stands for the source.
        names = _column_names(node)
        return (names,) if len(names) == 1 else ()


def _is_named(node: exp.Subquery) -> bool:
    """Tell whether a pair of parentheses makes a source of its own."""
    return alias_of(node) is not None or bool(node.args.get("pivots"))


def _paths(alias: Word | None) -> tuple[Path, ...]:
    """Give the one path of a source with an alias."""
    return () if alias is None else ((alias,),)


def _column_names(node: exp.Expression) -> Path:
    """Read the column names behind an alias; empty when there are none or one can't be read."""
    alias = node.args.get("alias")
    columns: Sequence[exp.Expression] = alias.columns if isinstance(alias, exp.TableAlias) else []
    words = [word_of(one.this if isinstance(one, exp.ColumnDef) else one) for one in columns]
    return tuple(word for word in words if word is not None) if None not in words else ()


def _side_by_side(relations: Sequence[Relation]) -> Relation:
    """Put the items of a FROM clause beside one another."""
    if len(relations) == 1:
        return relations[0]
    items = [item for one in relations for item in one.items]
    return Relation(items, ordered=all(one.ordered for one in relations))


def one_rest(rests: Sequence[Rest]) -> Rest | None:
    """Answer for the columns that are not known of several sources together."""
    if not rests:
        return None
    return rests[0] if len(rests) == 1 else Rest(flow=gap(Gap.SCHEMA))
