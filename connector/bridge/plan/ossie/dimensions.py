"""The dimensions of a model that a metric can be grouped by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from connector.bridge.errors import Code
from connector.bridge.plan import names
from connector.bridge.plan.model import Note
from connector.bridge.plan.ossie.columns import Lookup
from connector.bridge.plan.ossie.markdown import with_synonyms
from connector.bridge.plan.ossie.model import OssieField, OssieModel, ranked

MAX_DIMENSIONS = 500
"""Most dimensions that one metric carries: it holds them all in one document of the catalog."""

TIME = "TIME"
CATEGORICAL = "CATEGORICAL"


@dataclass(frozen=True, slots=True)
class DimensionPlan:
    """A field that a metric can be grouped by; `type` is TIME or CATEGORICAL."""

    name: str
    type: str
    expression: str
    description: str | None


class ModelDimensions:
    """The dimensions of one model, named so that no two share a name."""

    def __init__(self, model: OssieModel) -> None:
        """Look at the datasets and relationships of a model.

        Args:
            model: The model.
        """
        self._model = model
        self._by_dataset = {
            one.name: sorted((item for item in one.fields if item.dimension), key=lambda item: item.name)
            for one in model.datasets
        }
        self._counted = Counter(item.name.casefold() for one in model.datasets for item in one.fields)
        self._joins = _joins(model)
        self._known: dict[frozenset[str], tuple[DimensionPlan, ...]] = {}
        self._plans: dict[str, list[DimensionPlan]] = {}
        self._is_cut = False

    def name(self, dataset: str, field: str, *, certain: bool = True) -> str:
        """Name a dimension or measure.

        Args:
            dataset: Name of its dataset.
            field: Name of the field, or of a column.
            certain: False when the field's name alone is taken.

        Returns:
            The field's name when no other field of the model has one like it, else with the dataset's name before it and, where
            that could be read another way, a hash behind it; fit for an FQN.
        """
        if certain and self._counted[field.casefold()] < 2:
            return names.entity_name(field)
        joined = f"{dataset}__{field}"
        if not certain or joined.casefold() in self._counted or "__" in dataset or "__" in field:
            joined = f"{joined}__{names.short_hash(dataset, field)}"
        return names.entity_name(joined)

    def of(self, datasets: frozenset[str]) -> tuple[DimensionPlan, ...]:
        """List the dimensions that a metric can be grouped by without counting a row twice.

        Args:
            datasets: The datasets that it reads; when none is known, those of the whole model count.

        Returns:
            Dimensions of these and of all that they refer to by relationships, from many to one, sorted by name.
        """
        if datasets not in self._known:
            self._known[datasets] = self._list(datasets)
        return self._known[datasets]

    def notes(self) -> tuple[Note, ...]:
        """Tell whether a metric got fewer dimensions than it has."""
        if not self._is_cut:
            return ()
        text = f"metrics carry {MAX_DIMENSIONS} dimensions at most, so some of theirs are left out"
        return (Note(Code.OBJECT_NOTE, self._model.label, text),)

    def _list(self, datasets: frozenset[str]) -> tuple[DimensionPlan, ...]:
        """Walk from the metric's own datasets outwards until there is nothing more or enough."""
        waiting = sorted(datasets & self._by_dataset.keys() if datasets else self._by_dataset)
        reached = set(waiting)
        plans: list[DimensionPlan] = []
        for one in waiting:
            plans += self._of_dataset(one)
            if len(plans) > MAX_DIMENSIONS:
                self._is_cut = True
                break
            new = [other for other in self._joins.get(one, ()) if other not in reached]
            reached.update(new)
            waiting += new
        return tuple(sorted(plans[:MAX_DIMENSIONS], key=lambda plan: plan.name))

    def _of_dataset(self, dataset: str) -> list[DimensionPlan]:
        """Plan the dimensions of one dataset, once."""
        if dataset not in self._plans:
            self._plans[dataset] = [self._plan(dataset, item) for item in self._by_dataset[dataset]]
        return self._plans[dataset]

    def _plan(self, dataset: str, item: OssieField) -> DimensionPlan:
        return DimensionPlan(
            name=self.name(dataset, item.name),
            type=TIME if item.is_time else CATEGORICAL,
            expression=ranked(item.expressions)[0][1],
            description=with_synonyms(item.description, item.synonyms),
        )


def _joins(model: OssieModel) -> dict[str, Iterable[str]]:
    """List for each dataset those that it refers to, sorted."""
    datasets = Lookup({one.name: one.name for one in model.datasets})
    joins: dict[str, set[str]] = {}
    for relationship in model.relationships:
        start, end = datasets.exact(relationship.from_dataset), datasets.exact(relationship.to_dataset)
        if start is not None and end is not None:
            joins.setdefault(start, set()).add(end)
    return {name: sorted(others) for name, others in joins.items()}
