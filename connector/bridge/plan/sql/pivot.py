"""The columns that PIVOT and UNPIVOT give."""

from __future__ import annotations

from sqlglot import exp

from connector.bridge.plan.sql.flows import Flows, reference
from connector.bridge.plan.sql.names import CaseRule, word_of
from connector.bridge.plan.sql.relations import NOTHING, Field, Flow, Item, Relation, merged, named, opaque
from connector.bridge.plan.sql.scope import Scope, Source

_VALUE_BEFORE_NAME = frozenset({"bigquery"})
_ORDER_UNSURE = frozenset({"tsql", "fabric"})


def pivoted(source: Source, pivot: exp.Pivot, flows: Flows, rule: CaseRule, dialect: str) -> Relation:
    """Give the relation of a source after PIVOT or UNPIVOT.

    Args:
        source: What is pivoted.
        pivot: The clause.
        flows: Follows expressions.
        rule: How the dialect compares names.
        dialect: A name that the parser knows.

    Returns:
        The columns that are kept, then the new ones. Opaque for forms whose columns depend on the data or that are rare.
    """
    scope = Scope(rule, None)
    scope.add(source)
    fields = [one for one in pivot.args.get("fields") or [] if isinstance(one, exp.In)]
    if len(fields) != len(pivot.args.get("fields") or [None]) or pivot.args.get("group"):
        return opaque()
    if pivot.unpivot:
        return _unpivoted(source.relation, pivot, fields, scope, flows, dialect)
    names = [word_of(one) for one in pivot.args.get("columns") or []]
    aggregates = pivot.expressions
    if not names or not aggregates:
        return opaque()
    labels = [flows.of(one.this, scope) for one in fields]
    values = [merged((flows.of(one, scope), *labels)) for one in aggregates]
    new = [named(word, values[at % len(values)], rule) for at, word in enumerate(names)]
    kept = _kept(source.relation, [*aggregates, *(one.this for one in fields)], rule)
    return Relation([*kept, *new], source.relation.rest, ordered=source.relation.ordered)


def _unpivoted(
    relation: Relation,
    pivot: exp.Pivot,
    fields: list[exp.In],
    scope: Scope,
    flows: Flows,
    dialect: str,
) -> Relation:
    """Give the columns that are not turned, and those for the old names and the values."""
    if len(fields) != 1 or len(pivot.expressions) != 1:
        return opaque()
    turned = [one.this if isinstance(one, exp.PivotAlias) else one for one in fields[0].expressions]
    value = merged(flows.of(one, scope) for one in turned)
    columns = [_field(fields[0].this, NOTHING, scope.rule), _field(pivot.expressions[0], value, scope.rule)]
    if dialect in _VALUE_BEFORE_NAME:
        columns.reverse()
    kept = _kept(relation, turned, scope.rule)
    ordered = relation.ordered and dialect not in _ORDER_UNSURE
    return Relation([*kept, *columns], relation.rest, ordered=ordered)


def _field(node: exp.Expression, flow: Flow, rule: CaseRule) -> Field:
    """Make a column that the clause names."""
    path = reference(node)[0] or None
    return named(path[-1] if path else word_of(node), flow, rule)


def _kept(relation: Relation, used: list[exp.Expression], rule: CaseRule) -> list[Item]:
    """List the columns that the clause does not use up."""
    gone = {
        position
        for node in used
        for column in node.find_all(exp.Column)
        if (path := reference(column)[0])
        for position in relation.at(path[-1], rule)
    }
    return [item for position, item in enumerate(relation.items) if position not in gone]
