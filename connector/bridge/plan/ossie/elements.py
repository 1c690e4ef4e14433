"""The elements of an Ossie model, each read alone (specification, sections Semantic Model to Metrics and AI Context)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.ossie.losses import NO_PLACE, NOT_KNOWN, SHOWN_ONLY, Losses, label
from connector.bridge.plan.ossie.model import (
    DATATYPES,
    DEFAULT_DIALECT,
    OTHER_DIALECTS,
    SQL_DIALECTS,
    TEMPORAL_DATATYPES,
    Expressions,
    OssieDataset,
    OssieField,
    OssieMetric,
    OssieModel,
    OssieRelationship,
)
from connector.bridge.wire.lenient import faults_in_text

Raw = Mapping[str, Any]

_COMMON = {"name", "ai_context", "custom_extensions"}
_MODEL_KEYS = frozenset(_COMMON | {"description", "datasets", "relationships", "metrics"})
_DATASET_KEYS = frozenset(_COMMON | {"source", "primary_key", "unique_keys", "description", "fields"})
_FIELD_KEYS = frozenset(_COMMON | {"expression", "dimension", "label", "description", "datatype"})
_RELATIONSHIP_KEYS = frozenset(_COMMON | {"from", "to", "from_columns", "to_columns"})
_METRIC_KEYS = frozenset(_COMMON | {"expression", "description", "datatype"})
_CONTEXT_KEYS = frozenset({"instructions", "synonyms", "examples"})


class _Named(Protocol):
    @property
    def name(self) -> str: ...


E = TypeVar("E", bound=_Named)


class BrokenError(Exception):
    """An element can't be read; the text says why, as a clause."""


def text(value: object) -> str | None:
    """Take a text that a catalog can store.

    Args:
        value: A JSON value.

    Returns:
        The text without blanks around it; None when it is blank, no text, or no Unicode.
    """
    if isinstance(value, str) and faults_in_text(value) is None:
        return value.strip() or None
    return None


def name_in(value: object) -> str | None:
    """Take a name, blanks around it included, since they may be part of a column's name.

    Args:
        value: A JSON value.

    Returns:
        The name; None when it is blank, no text, or no Unicode.
    """
    return value if isinstance(value, str) and text(value) is not None else None


def _required(raw: Raw, key: str) -> str:
    value = name_in(raw.get(key))
    if value is None:
        raise BrokenError(f"its `{key}` is missing or no text")
    return value


def _mapping(raw: object) -> Raw:
    if not isinstance(raw, Mapping):
        raise BrokenError("it is no object")
    return raw


def _columns(value: object) -> tuple[str, ...]:
    """Read a list of column names."""
    if not isinstance(value, list) or not value:
        raise BrokenError("it is no list of column names")
    columns = tuple(name_in(one) for one in value)
    names = tuple(one for one in columns if one is not None)
    if len(names) < len(columns):
        raise BrokenError("one of its column names is missing or no text")
    return names


@dataclass(slots=True)
class ModelReader:
    """Reads one model and notes what it can't read or carry.

    `metrics_whole` turns False when a metric could not be read; `doubled` counts elements left out for their name, by kind.
    """

    key: ObjectKey
    several: bool
    losses: Losses
    metrics_whole: bool = field(default=True, init=False)
    doubled: Counter[str] = field(default_factory=Counter, init=False)

    def model(self, item: object) -> OssieModel:
        """Read the model.

        Args:
            item: Its JSON value.

        Returns:
            The model.

        Raises:
            BrokenError: It is no object, or it has no name among several models.
        """
        raw = _mapping(item)
        name = self._model_name(raw)
        self.losses.unknown_keys(raw, _MODEL_KEYS, "the model")
        self._extras(raw, "the model", name)
        description = self._description(raw, "the model")
        if description:
            self.losses.lost("description of the model", NO_PLACE, [name])
        datasets = self._elements(raw, "datasets", "dataset", self._dataset)
        metrics = self._elements(raw, "metrics", "metric", self._metric)
        if not metrics:
            self._lost_dimensions(datasets)
        self.metrics_whole = _count(raw.get("metrics")) == len(metrics) + self.doubled["metric"]
        return OssieModel(
            key=self.key,
            name=name,
            description=description,
            several=self.several,
            datasets=datasets,
            relationships=self._elements(
                raw, "relationships", "relationship", self._relationship, unique=False
            ),
            metrics=metrics,
            lost_datasets=_count(raw.get("datasets")) - len(datasets),
        )

    def _model_name(self, raw: Raw) -> str:
        name = name_in(raw.get("name"))
        if name is not None:
            return name
        if self.several:
            raise BrokenError("it has no name that tells it from the others of its document")
        self.losses.broken("the model has no name of its own, so the listed one stands for it")
        return self.key.name

    def _lost_dimensions(self, datasets: tuple[OssieDataset, ...]) -> None:
        """Note the synonyms of dimensions, which only metrics show."""
        paths = (
            f"{one.name}.{item.name}"
            for one in datasets
            for item in one.fields
            if item.dimension and item.synonyms
        )
        self.losses.lost("synonyms of dimensions without a metric", NO_PLACE, paths)

    def _elements(
        self,
        raw: Raw,
        key: str,
        word: str,
        read: Callable[[Raw, str], E],
        *,
        unique: bool = True,
        of: str = "",
    ) -> tuple[E, ...]:
        """Read a list of elements, each alone; of several with one name, where names count, the first."""
        elements: list[E] = []
        seen: set[str] = set()
        for number, item in self._items(raw, key, of):
            name = text(item.get("name")) if isinstance(item, Mapping) else None
            where = f"{word} {label(name) if name else number}{of}"
            try:
                element = read(_mapping(item), where)
            except BrokenError as error:
                self.losses.broken(f"{where} is left out: {error}")
                continue
            if unique and element.name in seen:
                self.losses.broken(f"{where} is left out: an earlier {word} has its name")
                self.doubled[word] += 1
                continue
            seen.add(element.name)
            elements.append(element)
        return tuple(elements)

    def _items(self, raw: Raw, key: str, of: str) -> Iterator[tuple[int, object]]:
        """Count through a list that may be absent."""
        value = raw.get(key)
        if isinstance(value, list):
            yield from enumerate(value, start=1)
        elif value is not None:
            self.losses.broken(f"`{key}`{of} is left out: it is no list")

    def _dataset(self, raw: Raw, where: str) -> OssieDataset:
        name, source = _required(raw, "name"), _required(raw, "source")
        self.losses.unknown_keys(raw, _DATASET_KEYS, "datasets")
        if self._extras(raw, where, name):
            self.losses.lost("synonyms of datasets", NO_PLACE, [name])
        of = f" of {where}"
        return OssieDataset(
            name=name,
            source=source,
            description=self._description(raw, where),
            primary_key=self._key(raw.get("primary_key"), f"primary key{of}"),
            unique_keys=tuple(
                key
                for number, item in self._items(raw, "unique_keys", of)
                if (key := self._key(item, f"unique key {number}{of}"))
            ),
            fields=self._elements(raw, "fields", "field", partial(self._field, dataset=name), of=of),
        )

    def _key(self, value: object, where: str) -> tuple[str, ...]:
        """Read a key; one that is absent or empty is none."""
        if value is None or value == []:
            return ()
        try:
            return _columns(value)
        except BrokenError as error:
            self.losses.broken(f"{where} is left out: {error}")
            return ()

    def _field(self, raw: Raw, where: str, dataset: str) -> OssieField:
        name = _required(raw, "name")
        path = f"{dataset}.{name}"
        expressions = self._expressions(raw, where)
        self.losses.unknown_keys(raw, _FIELD_KEYS, "fields")
        if raw.get("label") is not None:
            self.losses.lost("labels of fields", NO_PLACE, [path])
        datatype = self._datatype(raw)
        dimension, is_time = self._dimension(raw, where, datatype)
        synonyms = self._extras(raw, where, path)
        if synonyms and not dimension:
            self.losses.lost("synonyms of fields that are no dimensions", NO_PLACE, [path])
        return OssieField(
            name=name,
            expressions=expressions,
            description=self._description(raw, where),
            is_time=is_time,
            synonyms=synonyms,
            dimension=dimension,
        )

    def _dimension(self, raw: Raw, where: str, datatype: str | None) -> tuple[bool, bool]:
        """Tell whether a field is a dimension and whether its role is time (specification, "DataType and is_time")."""
        temporal = datatype in TEMPORAL_DATATYPES
        value = raw.get("dimension")
        if value is None:
            return False, temporal
        if not isinstance(value, Mapping):
            self.losses.broken(f"`dimension` of {where} is left out: it is no object")
            return False, temporal
        self.losses.unknown_keys(value, frozenset({"is_time"}), "dimensions")
        is_time = value.get("is_time")
        if is_time is None:
            return True, temporal
        if not isinstance(is_time, bool):
            self.losses.broken(f"`is_time` of {where} is left out: it is neither true nor false")
            return True, temporal
        return True, is_time

    def _relationship(self, raw: Raw, where: str) -> OssieRelationship:
        start, end = _required(raw, "from"), _required(raw, "to")
        pairs = []
        for key in ("from_columns", "to_columns"):
            try:
                pairs.append(_columns(raw.get(key)))
            except BrokenError as error:
                raise BrokenError(f"`{key}`: {error}") from None
        name = name_in(raw.get("name")) or f"{start}_to_{end}"
        self.losses.unknown_keys(raw, _RELATIONSHIP_KEYS, "relationships")
        if self._extras(raw, where, name):
            self.losses.lost("synonyms of relationships", NO_PLACE, [name])
        return OssieRelationship(name, start, end, pairs[0], pairs[1])

    def _metric(self, raw: Raw, where: str) -> OssieMetric:
        name = _required(raw, "name")
        expressions = self._expressions(raw, where)
        self.losses.unknown_keys(raw, _METRIC_KEYS, "metrics")
        return OssieMetric(
            name=name,
            expressions=expressions,
            description=self._description(raw, where),
            synonyms=self._extras(raw, where, name),
            datatype=self._datatype(raw),
        )

    def _expressions(self, raw: Raw, where: str) -> Expressions:
        """Read the expression in each of its dialects; one that is wrong costs itself only."""
        expression = raw.get("expression")
        if not isinstance(expression, Mapping):
            raise BrokenError("its `expression` is missing or no object")
        self.losses.unknown_keys(expression, frozenset({"dialects"}), "expressions")
        found: list[tuple[str, str]] = []
        for number, item in self._items(expression, "dialects", f" of {where}"):
            code = text(item.get("expression")) if isinstance(item, Mapping) else None
            if not isinstance(item, Mapping) or code is None:
                self.losses.broken(f"dialect {number} of {where} is left out: it has no expression")
                continue
            self.losses.unknown_keys(item, frozenset({"dialect", "expression"}), "expressions")
            found.append((self._dialect(item), code))
        if not found:
            raise BrokenError("it has no expression")
        return tuple(found)

    def _dialect(self, item: Raw) -> str:
        dialect = (text(item.get("dialect")) or DEFAULT_DIALECT).upper()
        if dialect not in SQL_DIALECTS and dialect not in OTHER_DIALECTS:
            self.losses.lost("expressions in unknown dialects", SHOWN_ONLY, [dialect])
        return dialect

    def _datatype(self, raw: Raw) -> str | None:
        value = raw.get("datatype")
        if value is None or (isinstance(value, str) and value in DATATYPES):
            return value
        self.losses.lost("unknown datatypes", NOT_KNOWN, [text(value) or "no text"])
        return None

    def _description(self, raw: Raw, where: str) -> str | None:
        value = raw.get("description")
        if value is not None and (not isinstance(value, str) or (text(value) is None and value.strip())):
            self.losses.broken(f"the description of {where} is left out: it is no text")
        return text(value)

    def _extras(self, raw: Raw, where: str, name: str) -> tuple[str, ...]:
        """Read what surrounds every element; note what has no place and give the synonyms."""
        extensions = raw.get("custom_extensions")
        if extensions is not None and extensions != []:
            self.losses.lost("custom extensions", NO_PLACE, _vendors(extensions))
        context = raw.get("ai_context")
        if context is None or context == "":
            return ()
        if not isinstance(context, Mapping):
            self.losses.lost("context for AI tools", NO_PLACE, [name])
            return ()
        self.losses.unknown_keys(context, _CONTEXT_KEYS, "contexts for AI tools")
        for key in ("instructions", "examples"):
            if context.get(key):
                self.losses.lost(f"{key} for AI tools", NO_PLACE, [name])
        return self._synonyms(context, where)

    def _synonyms(self, context: Raw, where: str) -> tuple[str, ...]:
        synonyms: dict[str, None] = {}
        for number, item in self._items(context, "synonyms", f" of {where}"):
            word = text(item)
            if word is None:
                self.losses.broken(f"synonym {number} of {where} is left out: it is blank or no text")
            else:
                synonyms[word] = None
        return tuple(synonyms)


def _vendors(extensions: object) -> list[str]:
    """Name the vendors of custom extensions, whatever shape these have."""
    items = extensions if isinstance(extensions, list) else [extensions]
    names = [text(item.get("vendor_name")) if isinstance(item, Mapping) else None for item in items]
    return [name or "no vendor" for name in names]


def _count(value: object) -> int:
    """Count the elements of a list that may be absent; something else in its place counts as one that could not be read."""
    if isinstance(value, list):
        return len(value)
    return 0 if value is None else 1
