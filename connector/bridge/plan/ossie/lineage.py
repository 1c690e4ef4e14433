"""What the metrics of a model read: datasets, physical columns and other metrics, never by guess."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.ossie.columns import (
    Behind,
    ExpressionReader,
    Lookup,
    ModelColumns,
    TableFacts,
    read_expressions,
    tails,
)
from connector.bridge.plan.ossie.losses import label
from connector.bridge.plan.ossie.model import SQL_DIALECTS, OssieField, OssieMetric
from connector.bridge.plan.ossie.source import PlacedModel, SourceProblem


@dataclass(frozen=True, slots=True, order=True)
class Read:
    """A field or column that a metric's expression names, with its dataset."""

    dataset: str
    name: str


@dataclass(frozen=True, slots=True)
class MetricReads:
    """What one metric's own expression reads.

    `aggregate` is its outermost aggregate function. `datasets` are those that it names or, counting rows, means; `upstream` gives the
    published columns by table; `related` names other metrics of the model; `problems` are clauses for the report.
    """

    parsed: bool
    aggregate: str | None = None
    reads: tuple[Read, ...] = ()
    datasets: frozenset[str] = frozenset()
    upstream: Mapping[ObjectKey, frozenset[str]] = field(default_factory=dict)
    related: frozenset[str] = frozenset()
    problems: tuple[str, ...] = ()


@dataclass(slots=True)
class _Found:
    """What has been found of one metric so far."""

    metric: str
    reads: set[Read] = field(default_factory=set)
    related: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)


class ModelLineage:
    """Resolves the metrics of one model."""

    def __init__(
        self, placed: PlacedModel, tables: Mapping[ObjectKey, TableFacts], read: ExpressionReader
    ) -> None:
        """Make a resolver.

        Args:
            placed: The model with the tables of its datasets.
            tables: The tables and views that the catalog gets.
            read: The parser of expressions.
        """
        self._placed = placed
        self._read = read
        self._tables = tables
        self._columns = ModelColumns(placed, tables, read)
        self._names = sorted(one.name for one in placed.model.datasets)
        self._by_name = Lookup({name: name for name in self._names})
        self._metrics = Lookup({one.name: one.name for one in placed.model.metrics})
        self._tails: dict[tuple[str, ...], list[str]] | None = None
        self._owners: tuple[dict[str, list[str]], dict[str, list[str]]] | None = None

    def reads(self, metric: OssieMetric) -> MetricReads:
        """Find what a metric reads.

        Args:
            metric: A metric of the model.

        Returns:
            What it reads, and why some of it could not be found.
        """
        parts = read_expressions(metric.expressions, self._read)
        if parts is None:
            in_sql = any(dialect in SQL_DIALECTS for dialect, _ in metric.expressions)
            why = "its expression does not parse" if in_sql else "it has no expression in SQL"
            return MetricReads(parsed=False, problems=(why,))
        found = _Found(metric.name)
        for one in sorted(set(parts.columns)):
            self._resolve(one, found)
        datasets = {one.dataset for one in found.reads}
        if parts.counts_rows and not datasets:
            datasets |= self._counted(found)
        return MetricReads(
            parsed=True,
            aggregate=parts.aggregate,
            reads=tuple(sorted(found.reads)),
            datasets=frozenset(datasets),
            upstream=self._upstream(found, datasets),
            related=frozenset(found.related),
            problems=tuple(found.problems),
        )

    def meaning(self, one: Read) -> OssieField | str | None:
        """Give what a metric reads.

        Args:
            one: A name that reads() gave.

        Returns:
            The field, or the column's name in the catalog; None when its dataset has no such name.
        """
        known = self._columns.dataset(one.dataset)
        return known.meaning(one.name) if known else None

    def _resolve(self, parts: tuple[str, ...], found: _Found) -> None:
        """Find the dataset of one column of the expression."""
        if len(parts) == 1:
            self._unqualified(parts[0], found)
            return
        dataset = self._by_name.find(parts[0])
        if dataset is not None:
            found.reads.add(Read(dataset, parts[1]))
            return
        for size in range(len(parts) - 1, 0, -1):
            over = self._over().get(parts[:size], [])
            if len(over) == 1:
                found.reads.add(Read(over[0], parts[size]))
                return
        owners = self._having(parts[0])
        if len(owners) == 1 and not self._placed.model.lost_datasets:
            found.reads.add(Read(owners[0], parts[0]))
            return
        found.problems.append(f"{label('.'.join(parts))} names no dataset of the model")

    def _unqualified(self, name: str, found: _Found) -> None:
        """A name alone counts when exactly one dataset has it; one that none has may be another metric."""
        owners = self._having(name)
        metric = self._metrics.find(name)
        if len(owners) == 1 and not self._placed.model.lost_datasets:
            found.reads.add(Read(owners[0], name))
        elif len(owners) > 1:
            shown = ", ".join(label(owner) for owner in owners[:3])
            more = f" and {len(owners) - 3} more" if len(owners) > 3 else ""
            found.problems.append(f"{label(name)} is in several datasets ({shown}{more})")
        elif metric is not None and metric != found.metric:
            found.related.add(metric)
        elif owners:
            found.problems.append(f"{label(name)} may be in a dataset that could not be read")
        else:
            found.problems.append(f"{label(name)} is in no dataset of the model")

    def _counted(self, found: _Found) -> set[str]:
        """Give the dataset whose rows `COUNT(*)` counts when it names none."""
        if len(self._names) == 1 and not self._placed.model.lost_datasets:
            return {self._names[0]}
        if not found.related:
            found.problems.append("it counts rows of no certain dataset")
        return set()

    def _upstream(self, found: _Found, datasets: Iterable[str]) -> dict[ObjectKey, frozenset[str]]:
        """Give the columns by table, and note what has none."""
        upstream: dict[ObjectKey, frozenset[str]] = {}
        for name in sorted(datasets):
            key = self._table(name, found)
            if key is None:
                continue
            columns = upstream.get(key, frozenset())
            for one in sorted(found.reads):
                if one.dataset == name:
                    columns |= self._physical(one, found)
            upstream[key] = columns
        return upstream

    def _table(self, dataset: str, found: _Found) -> ObjectKey | None:
        source = self._placed.sources.get(dataset)
        if isinstance(source, ObjectKey) and source in self._tables:
            return source
        why = source.text if isinstance(source, SourceProblem) else "its table is not in the catalog"
        found.problems.append(f"dataset {label(dataset)} has no table: {why}")
        return None

    def _physical(self, one: Read, found: _Found) -> frozenset[str]:
        """Give the columns behind a name; note what leads to none."""
        known = self._columns.dataset(one.dataset)
        behind = known.behind(one.name) if known else Behind(frozenset(), frozenset((one.name,)))
        found.problems.extend(
            f"dataset {label(one.dataset)} has no column {label(name)}" for name in sorted(behind.missing)
        )
        return behind.columns

    def _over(self) -> dict[tuple[str, ...], list[str]]:
        """List the datasets over a table by each name that the table may be called by."""
        if self._tails is None:
            self._tails = {}
            for name in self._names:
                source = self._placed.sources.get(name)
                for tail in tails(source) if isinstance(source, ObjectKey) else ():
                    self._tails.setdefault(tail, []).append(name)
        return self._tails

    def _having(self, name: str) -> list[str]:
        """List the datasets that have a field or column of a name, exactly or else but for case."""
        if self._owners is None:
            self._owners = self._index()
        exact, folded = self._owners
        return exact.get(name) or folded.get(name.casefold(), [])

    def _index(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        exact: dict[str, list[str]] = {}
        folded: dict[str, list[str]] = {}
        for owner in self._names:
            known = self._columns.dataset(owner)
            names = known.names() if known else set()
            for name in names:
                exact.setdefault(name, []).append(owner)
            for name in {one.casefold() for one in names}:
                folded.setdefault(name, []).append(owner)
        return exact, folded
