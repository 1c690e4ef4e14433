"""The corpus: views written for these tests, with the lineage that a reader of the SQL expects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.sql import ColumnEdge, Resolution, SqlLineage, view_lineage

FOLDER = Path(__file__).parent / "corpus"
DEFAULT = "lake.retail"
DEFAULT_DIALECT = "spark"


class Listing:
    """Listed tables by key; `find` is exact."""

    def __init__(self, columns: Mapping[ObjectKey, Sequence[str] | None]) -> None:
        self._columns = dict(columns)

    def find(self, catalog: str, namespace: tuple[str, ...], name: str) -> ObjectKey | None:
        key = ObjectKey(catalog, namespace, name)
        return key if key in self._columns else None

    def columns(self, key: ObjectKey) -> Sequence[str] | None:
        return self._columns[key]


class ListingInAnyCase(Listing):
    """The same, and every table whose path differs in case alone."""

    def alike(self, catalog: str, namespace: tuple[str, ...], name: str) -> Sequence[ObjectKey]:
        wanted = str(ObjectKey(catalog, namespace, name)).lower()
        same_depth = [key for key in self._columns if len(key.namespace) == len(namespace)]
        return [key for key in same_depth if str(key).lower() == wanted]


@dataclass(frozen=True, slots=True)
class Case:
    """One view and what is expected of it; `reason` is a part of the reason that has to be given."""

    name: str
    sql: str
    dialect: str | None
    catalog: str
    namespace: tuple[str, ...]
    outputs: tuple[str, ...]
    resolution: Resolution
    upstream: frozenset[ObjectKey]
    columns: frozenset[ColumnEdge]
    unknown: frozenset[str]
    reason: str | None

    def run(self, listing: Listing) -> SqlLineage:
        """Follow the view's SQL."""
        return view_lineage(
            self.sql,
            self.dialect,
            default_catalog=self.catalog,
            default_namespace=self.namespace,
            outputs=self.outputs,
            shared=listing,
            budget_seconds=60,
        )


@cache
def listed() -> dict[str, tuple[ObjectKey, tuple[str, ...] | None]]:
    """Read what is listed: key and columns by the short names of the corpus."""
    found = {}
    for short, one in yaml.safe_load((FOLDER / "listed.yaml").read_text(encoding="utf-8")).items():
        columns = None if one["columns"] is None else tuple(one["columns"])
        found[short] = (ObjectKey(one["catalog"], tuple(one["namespace"]), one["name"]), columns)
    return found


def listing() -> ListingInAnyCase:
    """Give all that is listed."""
    return ListingInAnyCase(dict(listed().values()))


@cache
def cases() -> tuple[Case, ...]:
    """Read all cases in the order of the files."""
    files = sorted(path for path in FOLDER.glob("*.yaml") if path.name != "listed.yaml")
    return tuple(
        _case(path.stem, one) for path in files for one in yaml.safe_load(path.read_text(encoding="utf-8"))
    )


def _case(theme: str, one: dict[str, Any]) -> Case:
    """Read one case."""
    unknown_keys = one.keys() - {
        "name", "sql", "dialect", "default", "outputs", "upstream", "columns", "unknown", "resolution", "reason",
    }  # fmt: skip
    assert not unknown_keys, (one["name"], unknown_keys)
    default = one.get("default", DEFAULT)
    catalog, *namespace = default.split(".") if isinstance(default, str) else default
    edges = {
        ColumnEdge(*_source(source), output)
        for output, sources in (one.get("columns") or {}).items()
        for source in sources
    }
    return Case(
        name=f"{theme}: {one['name']}",
        sql=one["sql"],
        dialect=one.get("dialect", DEFAULT_DIALECT),
        catalog=catalog,
        namespace=tuple(namespace),
        outputs=tuple(one["outputs"]),
        resolution=Resolution(one.get("resolution", "resolved")),
        upstream=frozenset(listed()[short][0] for short in one["upstream"]),
        columns=frozenset(edges),
        unknown=frozenset(one.get("unknown") or ()),
        reason=one.get("reason"),
    )


def _source(text: str) -> tuple[ObjectKey, str]:
    """Read `short.column`; a typing error in the corpus shows here."""
    short, column = text.split(".", 1)
    key, columns = listed()[short]
    assert columns is None or column in columns, text
    return key, column
