"""Metrics of Ossie models as they should stand in the catalog (design: mapping, "Metrics" and "Names once more")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from connector.bridge.errors import Code
from connector.bridge.plan import names
from connector.bridge.plan.model import Note, ObjectKey
from connector.bridge.plan.ossie.columns import ExpressionReader, TableFacts
from connector.bridge.plan.ossie.dimensions import DimensionPlan, ModelDimensions
from connector.bridge.plan.ossie.lineage import MetricReads, ModelLineage
from connector.bridge.plan.ossie.losses import label
from connector.bridge.plan.ossie.markdown import metric_description
from connector.bridge.plan.ossie.model import SQL_DIALECTS, OssieField, OssieMetric, OssieModel, ranked
from connector.bridge.plan.ossie.source import PlacedModel, in_order

SQL = "SQL"
EXTERNAL = "External"

METRIC_TYPES: Mapping[str, str] = {
    "SUM": "SUM",
    "COUNT": "COUNT",
    "COUNTIF": "COUNT",
    "COUNTDISTINCT": "COUNT",
    "APPROXDISTINCT": "COUNT",
    "APPROXCOUNTDISTINCT": "COUNT",
    "AVG": "AVERAGE",
    "AVERAGE": "AVERAGE",
    "MEAN": "AVERAGE",
    "MIN": "MIN",
    "MAX": "MAX",
    "MEDIAN": "MEDIAN",
    "MODE": "MODE",
    "STDDEV": "STANDARD_DEVIATION",
    "STDDEVPOP": "STANDARD_DEVIATION",
    "STDDEVSAMP": "STANDARD_DEVIATION",
    "STD": "STANDARD_DEVIATION",
    "VARIANCE": "VARIANCE",
    "VAR": "VARIANCE",
    "VARPOP": "VARIANCE",
    "VARIANCEPOP": "VARIANCE",
    "VARSAMP": "VARIANCE",
    "VARIANCESAMP": "VARIANCE",
    "RATIO": "RATIO",
}
"""The catalog's `MetricType` by aggregate function without underscores."""

OTHER = "OTHER"
DERIVED = "DERIVED"
"""A metric made of other metrics."""

_TIMESTAMPS = frozenset({"Date", "DateTime", "DateTimeTz"})
_SHOWN_PROBLEMS = 5


@dataclass(frozen=True, slots=True)
class MeasurePlan:
    """What a metric measures: a field or column that its expression reads.

    `aggregation` is the aggregate function where the metric is nothing but that function of this one thing.
    """

    name: str
    aggregation: str | None
    expression: str
    description: str | None


@dataclass(frozen=True, slots=True)
class MetricUpstream:
    """A table that a metric reads, with the published names of the columns that are certain, sorted."""

    table: ObjectKey
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MetricPlan:
    """A metric as it should stand in the catalog.

    `model`, `model_name` and `metric` say where it comes from; `related` names other metrics of the model, by their names in the
    catalog.
    """

    model: ObjectKey
    model_name: str
    metric: str
    name: str
    display_name: str
    description: str | None
    language: str
    code: str
    metric_type: str
    unit: str | None
    dimensions: tuple[DimensionPlan, ...]
    measures: tuple[MeasurePlan, ...]
    upstream: tuple[MetricUpstream, ...]
    related: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MetricReading:
    """The metrics of all models, sorted by name, and what of them could not be carried."""

    plans: tuple[MetricPlan, ...]
    notes: tuple[Note, ...]


def metric_plans(
    prefix: str,
    models: Iterable[PlacedModel],
    tables: Mapping[ObjectKey, TableFacts],
    read: ExpressionReader,
) -> MetricReading:
    """Plan the metrics of all models.

    Args:
        prefix: The installation's prefix.
        models: The models of all listings, each once, with their tables.
        tables: The tables and views that the catalog gets.
        read: The parser of expressions.

    Returns:
        The metrics and notes on what they read that could not be found.
    """
    placed = in_order(models)
    published = _names(prefix, placed)
    plans: list[MetricPlan] = []
    notes: list[Note] = []
    for one in placed:
        planner = _Planner(one, tables, read, published)
        plans.extend(planner.plans())
        notes.extend(planner.notes)
    return MetricReading(tuple(sorted(plans, key=lambda plan: plan.name)), tuple(notes))


def metric_name(prefix: str, model: OssieModel, metric: str, *distinction: str) -> str:
    """Name a metric in the catalog.

    Args:
        prefix: The installation's prefix.
        model: Its model.
        metric: Its name in the model.
        distinction: More texts to hash, for a metric whose name would be another one's.

    Returns:
        `<prefix>__<catalog>__<namespace>__<model>__<metric>`; with several levels of the namespace, or the model's own name where
        its document holds several, it carries a hash since it could be read another way.
    """
    key = model.key
    model_parts = (key.name, model.name) if model.several else (key.name,)
    originals = (key.catalog, *key.namespace, *model_parts, metric, *distinction)
    certain = len(key.namespace) == 1 and not model.several and not distinction
    parts = (key.catalog, ".".join(key.namespace), *model_parts, metric)
    return names.global_name(prefix, parts, originals=None if certain else originals)


_Identity = tuple[tuple[str, tuple[str, ...], str], str, str]


def _identity(model: OssieModel, metric: str) -> _Identity:
    return (model.key.catalog, model.key.namespace, model.key.name), model.name, metric


def _names(prefix: str, models: list[PlacedModel]) -> dict[_Identity, str]:
    """Name all metrics; one whose name is taken, by cutting or by a name made like a hash, gets a hash of its own."""
    result: dict[_Identity, str] = {}
    taken: set[str] = set()
    wanted = {_identity(one.model, metric.name): one.model for one in models for metric in one.model.metrics}
    for identity, model in sorted(wanted.items(), key=lambda item: item[0]):
        name = metric_name(prefix, model, identity[2])
        number = 2
        while name in taken:
            name = metric_name(prefix, model, identity[2], str(number))
            number += 1
        taken.add(name)
        result[identity] = name
    return result


@dataclass(slots=True)
class _Planner:
    """Plans the metrics of one model."""

    placed: PlacedModel
    tables: Mapping[ObjectKey, TableFacts]
    read: ExpressionReader
    published: Mapping[_Identity, str]
    notes: list[Note] = field(default_factory=list)

    def plans(self) -> list[MetricPlan]:
        """Plan all metrics, those that others refer to included in what these read."""
        model = self.placed.model
        metrics = sorted(model.metrics, key=lambda metric: metric.name)
        lineage = ModelLineage(self.placed, self.tables, self.read)
        reads = {metric.name: lineage.reads(metric) for metric in metrics}
        dimensions = ModelDimensions(model)
        plans = []
        for metric in metrics:
            own = reads[metric.name]
            self._note(metric, own)
            whole = _with_related(metric.name, reads)
            plan = self._plan(metric, whole)
            measures = _measures(own, lineage, dimensions)
            plans.append(replace(plan, measures=measures, dimensions=dimensions.of(whole.datasets)))
        self.notes.extend(dimensions.notes())
        return plans

    def _plan(self, metric: OssieMetric, reads: MetricReads) -> MetricPlan:
        model = self.placed.model
        (dialect, code), *others = ranked(metric.expressions)
        name = self.published[_identity(model, metric.name)]
        related = (self.published[_identity(model, other)] for other in reads.related)
        metric_type = _metric_type(reads)
        return MetricPlan(
            model=model.key,
            model_name=model.name,
            metric=metric.name,
            name=name,
            display_name=names.display_name(metric.name, name) or metric.name,
            description=metric_description(metric.description, metric.synonyms, tuple(others)),
            language=SQL if dialect in SQL_DIALECTS else EXTERNAL,
            code=code,
            metric_type=metric_type,
            unit=_unit(metric, metric_type),
            dimensions=(),
            measures=(),
            upstream=tuple(
                MetricUpstream(table, tuple(sorted(reads.upstream[table])))
                for table in sorted(reads.upstream, key=lambda key: (key.catalog, key.namespace, key.name))
            ),
            related=tuple(sorted(related)),
        )

    def _note(self, metric: OssieMetric, reads: MetricReads) -> None:
        """Note once per metric what of its lineage is missing."""
        if not reads.problems:
            return
        shown = "; ".join(reads.problems[:_SHOWN_PROBLEMS])
        more = len(reads.problems) - _SHOWN_PROBLEMS
        rest = f"; and {more} more" if more > 0 else ""
        extent = "with incomplete lineage" if reads.upstream else "without lineage"
        text = f"metric {label(metric.name)} is published {extent}: {shown}{rest}"
        self.notes.append(Note(Code.OBJECT_NOTE, self.placed.model.label, text))


def _with_related(name: str, reads: Mapping[str, MetricReads]) -> MetricReads:
    """Add to what a metric reads what the metrics read that it is made of, however they refer to each other."""
    own = reads[name]
    if not own.related:
        return own
    upstream: dict[ObjectKey, frozenset[str]] = {}
    datasets: set[str] = set()
    seen = {name}
    waiting = [name]
    while waiting:
        one = reads[waiting.pop()]
        datasets |= one.datasets
        for table, columns in one.upstream.items():
            upstream[table] = upstream.get(table, frozenset()) | columns
        waiting.extend(one.related - seen)
        seen |= one.related
    return replace(own, upstream=upstream, datasets=frozenset(datasets))


def _metric_type(reads: MetricReads) -> str:
    """Name the catalog's type of a metric by its aggregate."""
    if reads.aggregate is None:
        return DERIVED if reads.related else OTHER
    return METRIC_TYPES.get(reads.aggregate.upper().replace("_", ""), OTHER)


def _unit(metric: OssieMetric, metric_type: str) -> str | None:
    """Name the catalog's unit where the datatype tells; a number's unit is not known, unless it counts."""
    if metric.datatype in _TIMESTAMPS:
        return "TIMESTAMP"
    if metric.datatype == "Integer" and metric_type == "COUNT":
        return "COUNT"
    return None


def _measures(
    reads: MetricReads, lineage: ModelLineage, dimensions: ModelDimensions
) -> tuple[MeasurePlan, ...]:
    """List what a metric measures, each field or column once."""
    found: dict[tuple[str, str], OssieField | str] = {}
    for one in reads.reads:
        meaning = lineage.meaning(one)
        if meaning is not None:
            found[one.dataset, meaning if isinstance(meaning, str) else meaning.name] = meaning
    simple = reads.aggregate != "RATIO" and len(found) == 1 and not reads.related
    aggregation = reads.aggregate if simple else None
    measures: dict[str, MeasurePlan] = {}
    for (dataset, name), meaning in sorted(found.items(), key=lambda item: item[0]):
        text = dimensions.name(dataset, name)
        if text in measures:
            text = dimensions.name(dataset, name, certain=False)
        if isinstance(meaning, str):
            measures[text] = MeasurePlan(text, aggregation, meaning, None)
        else:
            code = ranked(meaning.expressions)[0][1]
            measures[text] = MeasurePlan(text, aggregation, code, meaning.description)
    return tuple(measures[name] for name in sorted(measures))
