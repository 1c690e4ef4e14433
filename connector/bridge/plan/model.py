"""What the catalog should hold, as frozen values that know nothing of OpenMetadata's client.

Data types are the names of OpenMetadata's `DataType` and `PartitionIntervalTypes`; names are final (see plan.names).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from enum import Enum
from typing import Any

from connector.bridge.errors import Code

MAPPING_REVISION = 1
"""Counted up when the same definition has to give another request, so that every entity is sent once more."""


class Kind(str, Enum):
    """What an object of a listing is."""

    TABLE = "table"
    VIEW = "view"
    SEMANTIC_MODEL = "semanticModel"


@dataclass(frozen=True, slots=True)
class ObjectKey:
    """Where an object lives in Polaris: its identity across listings."""

    catalog: str
    namespace: tuple[str, ...]
    name: str

    def __str__(self) -> str:
        return ".".join((self.catalog, *self.namespace, self.name))


@dataclass(frozen=True, slots=True)
class Note:
    """Something that could not be carried or had to be changed on the way: a warning of the run."""

    code: Code
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """One column, or one nested field."""

    name: str
    display_name: str | None
    data_type: str
    data_type_display: str
    ordinal: int
    description: str | None = None
    required: bool = False
    array_data_type: str | None = None
    precision: int | None = None
    scale: int | None = None
    children: tuple[ColumnPlan, ...] | None = None


@dataclass(frozen=True, slots=True)
class PartitionPlan:
    """One partition column with the transform that makes its partitions."""

    column: str
    interval_type: str
    transform: str


@dataclass(frozen=True, slots=True)
class Definition:
    """An Iceberg table or view as one listing defines it, mapped but not yet merged with other listings.

    Identifier fields stand by their original names, those inside structs by their dotted paths.
    """

    kind: Kind
    updated_ms: int
    columns: tuple[ColumnPlan, ...]
    partitions: tuple[PartitionPlan, ...] = ()
    comment: str | None = None
    sql: str | None = None
    dialect: str | None = None
    identifier: tuple[str, ...] = ()
    nested_identifier: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table or view as it should stand in the catalog."""

    key: ObjectKey
    name: str
    display_name: str | None
    definition: Definition
    description: str | None
    source_url: str | None
    owner: str | None


@dataclass(frozen=True, slots=True)
class SchemaPlan:
    """A namespace as it should stand in the catalog."""

    catalog: str
    namespace: tuple[str, ...]
    name: str
    display_name: str | None


@dataclass(frozen=True, slots=True)
class DatabasePlan:
    """A Polaris catalog as it should stand in the catalog."""

    catalog: str
    name: str
    display_name: str | None


@dataclass(frozen=True, slots=True)
class TeamPlan:
    """The owner team of a listing."""

    team: str
    name: str
    display_name: str
    email: str | None
    description: str | None


@dataclass(frozen=True, slots=True)
class DomainPlan:
    """The installation's own domain."""

    name: str
    display_name: str
    description: str


def fingerprint(*parts: object) -> str:
    """Fingerprint what is sent of an entity, to be stored with it and compared in the next run.

    Args:
        parts: Texts, numbers, None, and plans of this module.

    Returns:
        32 hex digits, the longest that the catalog's `sourceHash` takes.
    """
    text = json.dumps([MAPPING_REVISION, parts], default=_parts)
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def _parts(value: Any) -> list[Any]:
    """List the fields of a plan in their order."""
    return [getattr(value, field) for field in value.__dataclass_fields__]
