"""What is known of the SQL of a view or an expression, as frozen values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, runtime_checkable

from connector.bridge.plan.model import ObjectKey


class Resolution(str, Enum):
    """How far the lineage of a view could be told.

    RESOLVED: the tables are known, and each column of the view was followed as far as the SQL tells; what could not be followed is
    in the reason. NEEDS_SCHEMA: the tables are known, but some columns depend on a table whose columns are not. NO_UPSTREAM: the
    SQL reads no table. UNRESOLVED: the SQL could not be read, or no table that it reads is shared.
    """

    RESOLVED = "resolved"
    NEEDS_SCHEMA = "needs schema"
    NO_UPSTREAM = "no upstream"
    UNRESOLVED = "unresolved"


@dataclass(frozen=True, slots=True)
class ColumnEdge:
    """One column of a view and one column that it is made from."""

    source: ObjectKey
    source_column: str
    target_column: str


@dataclass(frozen=True, slots=True)
class SqlLineage:
    """What a view reads.

    `upstream` and `columns` are sorted and distinct. `unknown` are the tables that the SQL names and that are not shared, as the SQL
    writes them. `reason` tells what could not be settled and never holds the SQL.
    """

    resolution: Resolution
    upstream: tuple[ObjectKey, ...] = ()
    columns: tuple[ColumnEdge, ...] = ()
    unknown: tuple[str, ...] = ()
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ExpressionParts:
    """What a metric's or field's expression is made of.

    `columns` are the references outside of subqueries, each as its parts in order, sorted and distinct. `counts_rows` tells of a
    COUNT(*) or a COUNT of a constant. `aggregate` is the outermost aggregate function in upper case, RATIO for a division of
    aggregates. `bare_column` is the column's own name when the expression is nothing but a column, qualified or not.
    """

    columns: tuple[tuple[str, ...], ...]
    counts_rows: bool
    aggregate: str | None
    bare_column: str | None


class Shared(Protocol):
    """The tables and views that are listed."""

    def find(self, catalog: str, namespace: tuple[str, ...], name: str) -> ObjectKey | None:
        """Find a listed table or view.

        Args:
            catalog: The catalog's name.
            namespace: The levels from the outermost in.
            name: The table's or view's name.

        Returns:
            Its key, None when no table or view of exactly this name is listed.
        """

    def columns(self, key: ObjectKey) -> Sequence[str] | None:
        """List the columns of a listed table or view.

        Args:
            key: A key that `find` gave.

        Returns:
            The names in their order, None when they are not known.
        """


@runtime_checkable
class SharedInAnyCase(Shared, Protocol):
    """Listed tables and views that can also be found whatever the case of their names.

    Without this a name is tried in lower and upper case, so a listed `Orders` is not found as `orders`.
    """

    def alike(self, catalog: str, namespace: tuple[str, ...], name: str) -> Sequence[ObjectKey]:
        """Find every listed table and view whose whole path is the same when case is ignored.

        Args:
            catalog: As in `find`.
            namespace: As in `find`.
            name: As in `find`.

        Returns:
            All of them, in any order.
        """
