"""One table, view or semantic model of a listing: what is mended, what is left out, and what makes it invalid.

Catalogs in the wild write numbers and booleans where Iceberg wants text (property values, parts of names), and odd values in what only
describes (snapshots, docs). None of that is worth losing a table. What its columns, keys or partitions are made of must be right.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from connector.bridge.wire import models
from connector.bridge.wire.lenient import Step, faults_in_text
from connector.bridge.wire.texts import shown

M = TypeVar("M", bound=models.ObjectIdentity)
Path = tuple[Step, ...]

_SHOWN_FAULTS = 3

_ANY = "*"
_DISPENSABLE: tuple[tuple[str, ...], ...] = (
    ("description",),
    ("entityVersion",),
    ("metadata", "table-uuid"),
    ("metadata", "view-uuid"),
    ("metadata", "format-version"),
    ("metadata", "last-updated-ms"),
    ("metadata", "snapshots"),
    ("metadata", "snapshots", _ANY),
    ("metadata", "current-snapshot-id"),
    ("metadata", "versions", _ANY, "timestamp-ms"),
    ("metadata", "schema", "fields", _ANY, "doc"),
    ("metadata", "schemas", _ANY, "fields", _ANY, "doc"),
)
"""What an object can do without: it describes, and nothing is built from it."""


class Kind(str, Enum):
    """The kinds of objects, named as on the wire."""

    TABLE = "table"
    VIEW = "view"
    SEMANTIC_MODEL = "semanticModel"

    @property
    def label(self) -> str:
        """The kind in a message."""
        return "semantic model" if self is Kind.SEMANTIC_MODEL else self.value


class InvalidObjectError(Exception):
    """An object is not valid; the reader turns this into an error of the tree."""

    def __init__(self, problem: str) -> None:
        """Say what is wrong.

        Args:
            problem: Paths of the faulty fields and what is wrong there, never their values.
        """
        super().__init__(problem)
        self.problem = problem


def shown_path(path: Path) -> str:
    """Write a path in a JSON value as people do.

    Args:
        path: Keys and indexes from the outermost in.

    Returns:
        Such as `metadata.schemas[0].fields[3].type`, fit for a message even where keys are not.
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if text else step
    return shown(text) or "the object itself"


def _as_text(value: object) -> object:
    """Write a number or a boolean as JSON does; anything else stays what it is."""
    return json.dumps(value) if isinstance(value, bool | int | float) else value


def read_identity(raw: object) -> models.ObjectIdentity | None:
    """Read where an object lives.

    Args:
        raw: The JSON value of the object.

    Returns:
        The identity, numbers and booleans in it as text; None when it has none that is whole.
    """
    if not isinstance(raw, Mapping):
        return None
    namespace = raw.get("namespace")
    if not isinstance(namespace, list):
        return None
    parts = [_as_text(part) for part in (raw.get("catalog"), *namespace, raw.get("name"))]
    texts = [part for part in parts if isinstance(part, str) and part and faults_in_text(part) is None]
    if len(texts) != len(parts) or not namespace:
        return None
    return models.ObjectIdentity(catalog=texts[0], namespace=texts[1:-1], name=texts[-1])


def _texts(value: object) -> dict[str, str] | None:
    """Mend a map of texts: scalars become text, the rest is left out."""
    if not isinstance(value, Mapping):
        return None
    mended = {key: _as_text(one) for key, one in value.items()}
    return {key: one for key, one in mended.items() if isinstance(one, str)}


def _mended(raw: Mapping[str, Any], identity: models.ObjectIdentity) -> dict[str, Any]:
    """Give a shallow copy with all texts that are to be texts; `raw` stays as it is."""
    whole = {**raw, "catalog": identity.catalog, "namespace": identity.namespace, "name": identity.name}
    metadata = raw.get("metadata")
    if not isinstance(metadata, Mapping):
        return whole
    inner = dict(metadata)
    if inner.get("properties") is not None:
        inner["properties"] = _texts(inner["properties"])
    if isinstance(inner.get("snapshots"), list):
        inner["snapshots"] = [
            {**one, "summary": _texts(one["summary"])}
            if isinstance(one, Mapping) and one.get("summary") is not None
            else one
            for one in inner["snapshots"]
        ]
    whole["metadata"] = inner
    return whole


def read_object(raw: object, model: type[M]) -> tuple[M, tuple[Path, ...]]:
    """Read one object.

    Args:
        raw: Its JSON value.
        model: The wire model of its kind.

    Returns:
        The object, and the paths of what was left out of it because it is wrong but dispensable.

    Raises:
        InvalidObjectError: It is not valid.
    """
    if not isinstance(raw, Mapping):
        raise InvalidObjectError("it is no object")
    fault = faults_in_text(raw)
    if fault is not None:
        raise InvalidObjectError(f"{shown_path(fault[0])} {fault[1]}")
    identity = read_identity(raw)
    if identity is None:
        raise InvalidObjectError(
            "catalog, namespace or name is missing, empty or no text, or a level of the namespace is"
        )
    value = _mended(raw, identity)
    dropped: list[Path] = []
    # Comes to an end: each round makes null, or takes away, what the one before found, and null is allowed in each such place.
    while True:
        try:
            return model.model_validate(value), tuple(dropped)
        except ValidationError as error:
            faults = error.errors(include_input=False, include_url=False, include_context=False)
        paths = {fault["loc"]: _dispensable(fault["loc"]) for fault in faults}
        lasting = [(fault["loc"], _said(fault)) for fault in faults if paths[fault["loc"]] is None]
        if lasting:
            raise InvalidObjectError(_problem(lasting))
        found = sorted({path for path in paths.values() if path is not None}, key=str)
        dropped.extend(found)
        value = _without(value, found)


def _said(fault: ErrorDetails) -> str:
    """Give the message of a fault without names of our own classes."""
    return "Input should be an object" if fault["type"] in {"model_type", "dict_type"} else fault["msg"]


def _dispensable(path: Path) -> Path | None:
    """Give the longest dispensable part of the object that a fault lies in, None when it lies elsewhere."""
    best: Path | None = None
    for pattern in _DISPENSABLE:
        start = path[: len(pattern)]
        if len(start) == len(pattern) and all(
            want in {_ANY, step} for want, step in zip(pattern, start, strict=True)
        ):
            best = start
    return best


def _without(value: dict[str, Any], paths: list[Path]) -> dict[str, Any]:
    """Give a copy in which each path is null, or gone from its list."""
    result = copy.deepcopy(value)
    shortened: list[list[Any]] = []
    gone = object()
    for path in paths:
        *way, last = path
        place: Any = result
        for step in way:
            place = place[step]
        if isinstance(last, int):
            place[last] = gone
            shortened.append(place)
        else:
            place[last] = None
    for items in shortened:
        items[:] = [one for one in items if one is not gone]
    return result


def _problem(faults: list[tuple[Path, str]]) -> str:
    """Name the first faulty fields; a union's faults carry its branches at the end of their paths."""
    texts: list[str] = []
    for path, message in faults:
        *start, last = path
        branch = isinstance(last, str) and last in {"str", "dict[str,any]"}
        text = (
            f"{shown_path(tuple(start))} is neither text nor object"
            if branch
            else f"{shown_path(path)}: {message[:1].lower()}{message[1:]}"
        )
        if text not in texts:
            texts.append(text)
    more = f" and {len(texts) - _SHOWN_FAULTS} more" if len(texts) > _SHOWN_FAULTS else ""
    return "; ".join(texts[:_SHOWN_FAULTS]) + more
