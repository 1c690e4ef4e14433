"""Ossie semantic models as frozen values (Apache Ossie core metadata specification, 0.1.x and 0.2.x).

A model names datasets, each over one physical table, their fields, the relationships that join them, and metrics.
"""

from __future__ import annotations

from dataclasses import dataclass

from connector.bridge.plan.model import ObjectKey
from connector.bridge.wire.texts import shown

SQL_DIALECTS: dict[str, str | None] = {
    "ANSI_SQL": None,
    "DATABRICKS": "databricks",
    "SNOWFLAKE": "snowflake",
    "BIGQUERY": "bigquery",
}
"""Dialects of SQL, the preferred first, each with the name a SQL parser knows it by (None: standard SQL)."""

OTHER_DIALECTS = ("MDX", "TABLEAU", "MAQL")
"""Expression languages that are no SQL."""

DEFAULT_DIALECT = "ANSI_SQL"
"""What an expression without a dialect is written in (core-spec/spec.yaml)."""

TEMPORAL_DATATYPES = frozenset({"Date", "Time", "DateTime", "DateTimeTz"})
DATATYPES = TEMPORAL_DATATYPES | {"String", "Integer", "Decimal", "Float", "Boolean", "Opaque"}

Expressions = tuple[tuple[str, str], ...]
"""Pairs of a dialect in upper case and the expression's text."""


@dataclass(frozen=True, slots=True)
class OssieField:
    """A row-level attribute of a dataset: a column or something computed from columns.

    `dimension` tells whether the model offers it for grouping; `is_time` is its temporal role, explicit or from its datatype.
    """

    name: str
    expressions: Expressions
    description: str | None = None
    is_time: bool = False
    synonyms: tuple[str, ...] = ()
    dimension: bool = False


@dataclass(frozen=True, slots=True)
class OssieDataset:
    """A logical dataset over one physical table, or over a query."""

    name: str
    source: str
    description: str | None = None
    primary_key: tuple[str, ...] = ()
    unique_keys: tuple[tuple[str, ...], ...] = ()
    fields: tuple[OssieField, ...] = ()


@dataclass(frozen=True, slots=True)
class OssieRelationship:
    """A join of two datasets; `from` is the many side, and columns stand in pairs by position."""

    name: str
    from_dataset: str
    to_dataset: str
    from_columns: tuple[str, ...]
    to_columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OssieMetric:
    """A quantitative measure as an aggregate expression over datasets."""

    name: str
    expressions: Expressions
    description: str | None = None
    synonyms: tuple[str, ...] = ()
    datatype: str | None = None


@dataclass(frozen=True, slots=True)
class OssieModel:
    """One semantic model of a document.

    `key` is the listed object; `several` tells whether its document holds more models, so that `name` is needed to tell them apart.
    `lost_datasets` counts datasets that could not be read, which may have what others seem to have alone.
    """

    key: ObjectKey
    name: str
    description: str | None = None
    several: bool = False
    datasets: tuple[OssieDataset, ...] = ()
    relationships: tuple[OssieRelationship, ...] = ()
    metrics: tuple[OssieMetric, ...] = ()
    lost_datasets: int = 0

    @property
    def label(self) -> str:
        """What a report calls the model."""
        return model_label(self.key, self.name) if self.several else str(self.key)


def model_label(key: ObjectKey, name: str) -> str:
    """Name a model of a document that holds several.

    Args:
        key: The listed object.
        name: The model's own name, or its number.

    Returns:
        What a report calls it.
    """
    return f"{key} (model {shown(name)})"


def ranked(expressions: Expressions) -> Expressions:
    """Sort expressions by how well the catalog's readers can use them.

    Args:
        expressions: Expressions as the model has them.

    Returns:
        SQL in the order of SQL_DIALECTS, then MDX, TABLEAU and MAQL, then what nobody knows, by name.
    """
    order = (*SQL_DIALECTS, *OTHER_DIALECTS)
    return tuple(
        sorted(
            expressions,
            key=lambda pair: (order.index(pair[0]) if pair[0] in order else len(order), pair[0]),
        )
    )
