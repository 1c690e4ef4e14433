"""Small inputs for the plan's tests, built the way they come from the wire."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from connector.bridge.plan.catalog import WorkingSet
from connector.bridge.plan.iceberg import FieldSpec, TypeMapper
from connector.bridge.plan.model import ColumnPlan, Note
from connector.bridge.wire import models
from connector.bridge.wire.reader import ListingContent, read_listing

STEADY = settings(deadline=None, derandomize=True)
"""The same examples in every run, however slow the machine is."""

Json = dict[str, Any]

PIECES = (
    *"abAB019_ .:%>\"'`/\\-",
    "::",
    "\n",
    "\r",
    "\t",
    "\0",
    "\x85",
    "\u2028",
    "\u2029",
    "é",
    "漢",
    "🎉",
    "%2E",
    "reserved",
    "colon__",
    "__reserved__",
    "__reserved__colon__",
    "__reserved__arrow__",
)
hard_names: st.SearchStrategy[str] = st.one_of(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join),
    st.text(min_size=1, max_size=20),
    st.builds(
        lambda text, times, end: text * times + end,
        st.sampled_from(["x", "ab.", "::", "🎉", "é"]),
        st.integers(100, 300),
        st.sampled_from(["", "a", "b"]),
    ),
)
"""Names that are hard on whoever has to encode them: reserved words and their parts, line ends, every length."""

json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "fields", "element", "key", "value", "name", "required", "doc", "element-required"]
            ),
            inner | st.sampled_from(["struct", "list", "map", "int"]),
            max_size=5,
        )
    ),
    max_leaves=12,
)
"""Anything that JSON can hold, with a liking for the words of Iceberg schemas."""


def field(
    name: str, type_: Any = "int", *, id_: int = 1, required: bool = False, doc: str | None = None
) -> Json:
    """Make a field of an Iceberg schema."""
    return {"id": id_, "name": name, "type": type_, "required": required, "doc": doc}


def fields(*names: str) -> list[Json]:
    """Make int fields with ids from 1."""
    return [field(name, id_=number) for number, name in enumerate(names, start=1)]


def struct(*inner: Json) -> Json:
    """Make an Iceberg struct type."""
    return {"type": "struct", "fields": list(inner)}


def list_of(element: Any, *, required: bool = False) -> Json:
    """Make an Iceberg list type."""
    return {"type": "list", "element-id": 90, "element": element, "element-required": required}


def map_of(key: Any, value: Any, *, required: bool = False) -> Json:
    """Make an Iceberg map type."""
    return {
        "type": "map",
        "key-id": 91,
        "key": key,
        "value-id": 92,
        "value": value,
        "value-required": required,
    }


def column(type_: Any, *, required: bool = False) -> tuple[ColumnPlan, list[Note]]:
    """Map one column `c` of a type."""
    mapper = TypeMapper("lake.ns.t")
    (plan,) = mapper.columns([FieldSpec("c", type_, required, None)])
    return plan, mapper.notes


def table_json(name: str = "t", namespace: Sequence[str] = ("ns",), metadata: Json | None = None) -> Json:
    """Make a table of a listing; without metadata of its own it has the one column `a`."""
    body = metadata or {"current-schema-id": 0, "schemas": [{"schema-id": 0, "fields": fields("a")}]}
    return {"catalog": "lake", "namespace": list(namespace), "name": name, "metadata": body}


def view_json(name: str = "v", namespace: Sequence[str] = ("ns",), metadata: Json | None = None) -> Json:
    """Make a view of a listing; `metadata` is laid over a view with one version and the one column `a`."""
    body = {
        "current-version-id": 1,
        "schemas": [{"schema-id": 0, "fields": fields("a")}],
        "versions": [version_json()],
        **(metadata or {}),
    }
    return {"catalog": "lake", "namespace": list(namespace), "name": name, "metadata": body}


def version_json(id_: int = 1, *, time: int | None = 5, schema_id: int | None = 0, **sql: str) -> Json:
    """Make a version of a view; `sql` gives the text by dialect."""
    texts = sql or {"spark": "SELECT 1 AS a"}
    return {
        "version-id": id_,
        "schema-id": schema_id,
        "timestamp-ms": time,
        "representations": [
            {"type": "sql", "dialect": dialect, "sql": text} for dialect, text in texts.items()
        ],
    }


def table(
    metadata: Json | None = None, name: str = "t", namespace: Sequence[str] = ("ns",)
) -> models.ListedTable:
    """Make a table as the wire reads it."""
    return models.ListedTable.model_validate(table_json(name, namespace, metadata))


def view(metadata: Json | None = None) -> models.ListedView:
    """Make a view as the wire reads it."""
    return models.ListedView.model_validate(view_json(metadata=metadata))


def content(listing_id: str, **body: Any) -> ListingContent:
    """Make a listing's content as the reader gives it."""
    return read_listing({"id": listing_id, **body}, listing_id)


def schema(spec: Sequence[Mapping[str, Any]], schema_id: int = 0) -> Json:
    """Make table metadata with one current schema."""
    return {
        "current-schema-id": schema_id,
        "schemas": [{"schema-id": schema_id, "type": "struct", "fields": list(spec)}],
    }


def table_of(
    *columns: str, updated: int = 0, name: str = "t", description: str | None = None, comment: str = ""
) -> Json:
    """Make a table with columns of these names."""
    body = {**schema(fields(*columns)), "last-updated-ms": updated, "properties": {"comment": comment}}
    return {**table_json(name, metadata=body), "description": description}


def team(name: str, **more: str) -> Json:
    """Make an owner."""
    return {"team": name, **more}


@contextmanager
def opened() -> Iterator[WorkingSet]:
    """Open a working set in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        working_set = WorkingSet(Path(folder))
        try:
            yield working_set
        finally:
            working_set.close()
