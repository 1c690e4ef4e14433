"""Names of a dataset and the physical columns behind them.

Keys name columns, fields stand for columns or are computed from them, and names are compared exactly before they are compared without
regard to case (expression language of the specification: regular identifiers are case-insensitive).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.ossie.model import SQL_DIALECTS, Expressions, OssieDataset, OssieField, ranked
from connector.bridge.plan.ossie.source import PlacedModel

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NO_COLUMN = re.compile(
    r"null|true|false|current_\w+|session_user|user|localtime|localtimestamp", re.IGNORECASE
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What keys and metrics need to know of a table or view that the catalog gets.

    `columns` gives each top-level column's name in the catalog by its original one. `identifier` names the Iceberg identifier fields
    by their originals, `nested_identifier` those inside structs by their dotted paths.
    """

    key: ObjectKey
    columns: Mapping[str, str]
    identifier: tuple[str, ...] = ()
    nested_identifier: tuple[str, ...] = ()


class ExpressionParts(Protocol):
    """What a SQL parser finds in an expression."""

    @property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        """The columns it reads, each as the parts of its name."""

    @property
    def counts_rows(self) -> bool:
        """Whether it holds `COUNT(*)`."""

    @property
    def aggregate(self) -> str | None:
        """The outermost aggregate function in upper case, RATIO for a division of aggregates."""

    @property
    def bare_column(self) -> str | None:
        """The column's name when the expression is nothing else."""


class ExpressionReader(Protocol):
    """A parser of expressions."""

    def __call__(self, expression: str, dialect: str | None, /) -> ExpressionParts | None:
        """Parse an expression.

        Args:
            expression: The expression.
            dialect: Its dialect, None for standard SQL.

        Returns:
            Its parts, None when it does not parse.
        """


@dataclass(frozen=True, slots=True)
class _PlainName:
    """An expression that is a name: most fields are, and no parser is needed for them."""

    columns: tuple[tuple[str, ...], ...]
    bare_column: str
    counts_rows: bool = False
    aggregate: str | None = None


def read_expressions(expressions: Expressions, read: ExpressionReader) -> ExpressionParts | None:
    """Parse an expression that is given in several dialects.

    Args:
        expressions: The expression by dialect.
        read: The parser.

    Returns:
        The parts of the first one in SQL that parses, in the order of dialects; None when there is none.
    """
    for dialect, code in ranked(expressions):
        if dialect not in SQL_DIALECTS:
            continue
        if _PLAIN.fullmatch(code) and not _NO_COLUMN.fullmatch(code):
            return _PlainName(((code,),), code)
        parts = read(code, SQL_DIALECTS[dialect])
        if parts is not None:
            return parts
    return None


class Lookup(Generic[T]):
    """Things by name: exactly, or without regard to case when that is unique."""

    __slots__ = ("_exact", "_folded")

    def __init__(self, things: Mapping[str, T]) -> None:
        """Make a look-up.

        Args:
            things: The things by name; None is no thing.
        """
        self._exact = things
        self._folded: dict[str, list[T]] | None = None

    def exact(self, name: str) -> T | None:
        """Give the thing of exactly this name."""
        return self._exact.get(name)

    def folded(self, name: str) -> T | None:
        """Give the only thing whose name is this one but for case."""
        if self._folded is None:
            self._folded = {}
            for known, thing in self._exact.items():
                self._folded.setdefault(known.casefold(), []).append(thing)
        found = self._folded.get(name.casefold(), [])
        return found[0] if len(found) == 1 else None

    def find(self, name: str) -> T | None:
        """Give the thing of exactly this name, else the only one that differs in case."""
        thing = self.exact(name)
        return self.folded(name) if thing is None else thing


@dataclass(frozen=True, slots=True)
class Behind:
    """Published columns behind a name of a dataset, and names on the way to them that lead nowhere."""

    columns: frozenset[str]
    missing: frozenset[str] = frozenset()


@dataclass(slots=True)
class DatasetColumns:
    """The names of one dataset over its table; None when the catalog has no such table."""

    dataset: OssieDataset
    table: TableFacts | None
    read: ExpressionReader
    fields: Lookup[OssieField] = field(init=False)
    columns: Lookup[str] = field(init=False)
    _behind: dict[str, Behind] = field(default_factory=dict, init=False)
    _bare: dict[str, str | None] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.fields = Lookup({one.name: one for one in self.dataset.fields})
        self.columns = Lookup(self.table.columns if self.table else {})

    def names(self) -> set[str]:
        """List the names that mean something in the dataset: its fields' and its table's columns'."""
        return {one.name for one in self.dataset.fields} | set(self.table.columns if self.table else ())

    def key_column(self, name: str) -> str | None:
        """Find the column that a key means.

        Args:
            name: A column's name, or the name of a field whose expression is a bare column.

        Returns:
            The column's name in the catalog, or None.
        """
        return (
            self.columns.exact(name)
            or self._bare_of(self.fields.exact(name))
            or self.columns.folded(name)
            or self._bare_of(self.fields.folded(name))
        )

    def bare_column(self, one: OssieField) -> str | None:
        """Find the column that a field simply is.

        Args:
            one: A field of the dataset.

        Returns:
            The column's name in the catalog; None when the expression is anything else than a column that is there.
        """
        if one.name not in self._bare:
            parts = read_expressions(one.expressions, self.read)
            rest: tuple[str, ...] = ()
            if parts is not None and parts.bare_column is not None and len(parts.columns) == 1:
                rest = self._unqualified(parts.columns[0])
            self._bare[one.name] = self.columns.find(rest[0]) if len(rest) == 1 else None
        return self._bare[one.name]

    def meaning(self, name: str) -> OssieField | str | None:
        """Find what a name of a metric's expression means.

        Args:
            name: The name of a field, or of a column of the table.

        Returns:
            The field, or the column's name in the catalog; None when the dataset has no such name.
        """
        for fields, columns in (
            (self.fields.exact, self.columns.exact),
            (self.fields.folded, self.columns.folded),
        ):
            found = fields(name) or columns(name)
            if found is not None:
                return found
        return None

    def behind(self, name: str) -> Behind:
        """Find the columns that a name of a metric's expression comes down to.

        Args:
            name: The name of a field, or of a column of the table.

        Returns:
            The columns; the name itself is missing when the dataset has none of that name.
        """
        found = self.meaning(name)
        if found is None:
            return Behind(frozenset(), frozenset((name,)))
        if isinstance(found, str):
            return Behind(frozenset((found,)))
        if found.name not in self._behind:
            self._behind[found.name] = self._columns_behind(found)
        return self._behind[found.name]

    def _bare_of(self, one: OssieField | None) -> str | None:
        return self.bare_column(one) if one is not None else None

    def _columns_behind(self, start: OssieField) -> Behind:
        """Follow a field's expression down to columns; fields may be made of fields, in circles too."""
        found: set[str] = set()
        missing: set[str] = set()
        seen = {start.name}
        waiting = [start]
        while waiting:
            current = waiting.pop()
            parts = read_expressions(current.expressions, self.read)
            if parts is None:
                missing.add(current.name)
                continue
            for one in parts.columns:
                name = self._unqualified(one)[0]
                column, other = self._inside(name, seen)
                if column is not None:
                    found.add(column)
                elif other is not None:
                    seen.add(other.name)
                    waiting.append(other)
                elif not self._is_seen(name, seen):
                    missing.add(name)
        return Behind(frozenset(found), frozenset(missing))

    def _inside(self, name: str, seen: set[str]) -> tuple[str | None, OssieField | None]:
        """Find what a name inside a field's expression means: a column before a field that was not followed yet."""
        for columns, fields in (
            (self.columns.exact, self.fields.exact),
            (self.columns.folded, self.fields.folded),
        ):
            column = columns(name)
            if column is not None:
                return column, None
            one = fields(name)
            if one is not None and one.name not in seen:
                return None, one
        return None, None

    def _is_seen(self, name: str, seen: set[str]) -> bool:
        one = self.fields.find(name)
        return one is not None and one.name in seen

    def _unqualified(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """Take the dataset's or the table's name off a column's name; what follows the column is inside a struct."""
        if len(parts) > 1 and parts[0].casefold() == self.dataset.name.casefold():
            return parts[1:]
        called = tails(self.table.key) if self.table is not None and len(parts) > 1 else ()
        for name in reversed(called):
            if len(name) < len(parts) and parts[: len(name)] == name:
                return parts[len(name) :]
        return parts


@dataclass(slots=True)
class ModelColumns:
    """The datasets of one model over the tables that the catalog gets."""

    placed: PlacedModel
    tables: Mapping[ObjectKey, TableFacts]
    read: ExpressionReader
    _datasets: dict[str, OssieDataset] = field(init=False)
    _columns: dict[str, DatasetColumns] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._datasets = {one.name: one for one in self.placed.model.datasets}

    def dataset(self, name: str) -> DatasetColumns | None:
        """Give the names of a dataset.

        Args:
            name: The dataset's exact name.

        Returns:
            Its names, without a table when the catalog has none for it; None when the model has no such dataset.
        """
        if name not in self._columns:
            dataset = self._datasets.get(name)
            if dataset is None:
                return None
            source = self.placed.sources.get(name)
            table = self.tables.get(source) if isinstance(source, ObjectKey) else None
            self._columns[name] = DatasetColumns(dataset, table, self.read)
        return self._columns[name]


def tails(table: ObjectKey) -> tuple[tuple[str, ...], ...]:
    """List what a table may be called.

    Args:
        table: The table.

    Returns:
        Its name alone, with each number of its inner levels, and with its catalog.
    """
    path = (table.catalog, *table.namespace, table.name)
    return tuple(path[start:] for start in range(len(path) - 1, -1, -1))
