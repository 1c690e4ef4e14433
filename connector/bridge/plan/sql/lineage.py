"""Lineage of views, and the columns of expressions, read from SQL.

The rules are in the design's mapping ("Lineage"): edges by the parsed SQL with the known schemas, columns where they are certain, never
by guess. Parsing is sqlglot's; names, scopes and columns are followed here, since an optimizer's qualifier fails on what it does not
know or makes a choice, and both would be wrong in a catalog.

    sql_text      text to syntax tree: dialects, limits, time
    sql_tables    which table each name in a FROM clause means      (sql_names: case rules, default catalog and namespace)
    sql_columns   which columns each column is made from            (sql_from, sql_joins, sql_pivot, sql_flows, sql_scope, sql_relations)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.sql.columns import Columns
from connector.bridge.plan.sql.model import (
    ColumnEdge,
    Resolution,
    Shared,
    SqlLineage,
)
from connector.bridge.plan.sql.names import TableNames
from connector.bridge.plan.sql.relations import Field, Gap, Relation, opaque, placed
from connector.bridge.plan.sql.tables import Bindings, bind
from connector.bridge.plan.sql.text import Budget, Reading, UnreadableSqlError, query_of, readings


def view_lineage(
    sql: str,
    dialect: str | None,
    *,
    default_catalog: str,
    default_namespace: tuple[str, ...],
    outputs: Sequence[str],
    shared: Shared,
    clock: Callable[[], float] = time.monotonic,
    budget_seconds: float = 5.0,
) -> SqlLineage:
    """Tell which tables and columns a view reads.

    Args:
        sql: The view's text, a query or a CREATE VIEW around one.
        dialect: As declared. None, "ansi" and the like mean standard SQL. For a dialect that the parser does not know several are
            tried, and what they disagree on is left out.
        default_catalog: Where names without a catalog are looked up.
        default_namespace: Where names of one part are looked up.
        outputs: The view's columns in their order, which the columns of the query are matched with by position.
        shared: What is listed.
        clock: Gives the time in seconds.
        budget_seconds: How long the work may take. It is looked at between steps, of which none takes long.

    Returns:
        The lineage. Nothing is ever raised because of the text.
    """
    budget = Budget(clock, budget_seconds)
    try:
        results = [
            _lineage(reading, default_catalog, default_namespace, outputs, shared, budget)
            for reading in readings(sql, dialect, budget)
        ]
    except UnreadableSqlError as error:
        return SqlLineage(Resolution.UNRESOLVED, reason=str(error))
    except RecursionError:
        return SqlLineage(Resolution.UNRESOLVED, reason="it is nested too deeply")
    return _agreed(results)


def _lineage(
    reading: Reading,
    default_catalog: str,
    default_namespace: tuple[str, ...],
    outputs: Sequence[str],
    shared: Shared,
    budget: Budget,
) -> SqlLineage:
    """Follow one reading of the text."""
    query = query_of(reading.tree)
    names = TableNames(shared, reading.dialect, default_catalog, default_namespace)
    bindings = bind(query, names, reading.dialect, budget)
    unknown = tuple(sorted(bindings.unknown))
    if not bindings.upstream:
        nothing = not (unknown or bindings.ambiguous or bindings.computed)
        resolution = Resolution.NO_UPSTREAM if nothing else Resolution.UNRESOLVED
        return SqlLineage(resolution, unknown=unknown, reason=_unsettled_tables(bindings))
    columns = Columns(bindings, shared, reading.dialect, budget)
    relation = opaque() if reading.piped else columns.query(query, None).star()
    fields = placed(relation, len(outputs))
    gaps = {one for field in fields or () for one in field.flow.gaps}
    reasons = [_unsettled_tables(bindings)]
    if fields is None:
        reasons.append(_wrong_width(relation, len(outputs)))
    reasons.extend(_unsettled_columns(fields or [], kind) for kind in Gap if kind in gaps)
    return SqlLineage(
        Resolution.NEEDS_SCHEMA if Gap.SCHEMA in gaps else Resolution.RESOLVED,
        tuple(sorted(bindings.upstream, key=_order)),
        _edges(fields or [], outputs),
        unknown,
        "; ".join(one for one in reasons if one) or None,
    )


def _edges(fields: Sequence[Field], outputs: Sequence[str]) -> tuple[ColumnEdge, ...]:
    """List the edges of columns that could be followed."""
    edges = {
        ColumnEdge(key, column, output)
        for field, output in zip(fields, outputs, strict=False)
        for key, column in field.flow.origins
    }
    return tuple(
        sorted(edges, key=lambda edge: (edge.target_column, _order(edge.source), edge.source_column))
    )


def _order(key: ObjectKey) -> tuple[str, tuple[str, ...], str]:
    """Sort keys by catalog, namespace and name."""
    return key.catalog, key.namespace, key.name


def _unsettled_tables(bindings: Bindings) -> str | None:
    """Say what is not known of the tables that the SQL names."""
    parts = []
    if bindings.ambiguous:
        parts.append(
            f"{_count(bindings.ambiguous, 'table name fits', 'table names fit')} more than one listed table"
        )
    if bindings.computed:
        parts.append(
            f"{_count(bindings.computed, 'table is', 'tables are')} named only when the view is read"
        )
    if bindings.unknown and not bindings.upstream:
        parts.append("no table that it reads is shared")
    return "; ".join(parts) or None


def _unsettled_columns(fields: Sequence[Field], kind: Gap) -> str:
    """Say how many columns could not be followed, and why."""
    number = sum(kind in field.flow.gaps for field in fields)
    return f"{_count(number, 'column is', 'columns are')} not wholly followed: {kind.value}"


def _wrong_width(relation: Relation, width: int) -> str:
    """Say that the select list and the view's columns do not go together."""
    least = len(relation.fields())
    given = f"{least}" if relation.width is not None else f"at least {least}"
    return f"columns are left out: the SQL gives {given}, the view has {width}"


def _count(number: int, one: str, several: str) -> str:
    """Write a number with its noun and verb."""
    return f"{number} {one if number == 1 else several}"


def _agreed(results: Sequence[SqlLineage]) -> SqlLineage:
    """Keep what all readings of a text agree on."""
    first = results[0]
    if all(one == first for one in results):
        return first
    if any((one.upstream, one.unknown) != (first.upstream, first.unknown) for one in results):
        return SqlLineage(
            Resolution.UNRESOLVED, reason="its dialect is not known, and dialects differ in what it reads"
        )
    columns = set(first.columns).intersection(*(one.columns for one in results))
    return SqlLineage(
        first.resolution,
        first.upstream,
        tuple(one for one in first.columns if one in columns),
        first.unknown,
        "its dialect is not known, and dialects differ in what its columns are made from",
    )
