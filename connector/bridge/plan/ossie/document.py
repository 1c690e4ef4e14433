"""Ossie documents to models (Apache Ossie core metadata specification, 0.1.x and 0.2.x; earlier name: Open Semantic Interchange).

Each dataset, field, key, relationship and metric is read alone and fails alone. Whatever is there and can't be carried is noted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from connector.bridge.plan.model import Note, ObjectKey
from connector.bridge.plan.ossie.elements import BrokenError, ModelReader, name_in
from connector.bridge.plan.ossie.losses import Losses, label
from connector.bridge.plan.ossie.model import OssieModel, model_label
from connector.bridge.plan.ossie.source import SourceProblem, resolve_source

__all__ = ["OssieReading", "SourceProblem", "read_model", "resolve_source"]

_KNOWN_VERSION = re.compile(r"0\.[12](\..*)?", re.DOTALL)
_DOCUMENT_KEYS = frozenset({"version", "semantic_model", "dialects", "vendors"})
"""`dialects` and `vendors` only repeat the specification's own lists (0.1.x)."""

_MAX_WRAPPINGS = 4
"""A document as text whose `semantic_model` is text again, with room to spare."""


@dataclass(frozen=True, slots=True)
class OssieReading:
    """What a document says.

    `whole` is False when a model, or a metric of one, could not be read: what the catalog has of it must then stay.
    """

    models: tuple[OssieModel, ...]
    notes: tuple[Note, ...]
    whole: bool = True


def read_model(key: ObjectKey, document: object) -> OssieReading:
    """Read a semantic model of a listing.

    Args:
        key: The listed object.
        document: The document: an object with `version` and `semantic_model`, a model, a list of models, or JSON text of any of
            these; `semantic_model` may itself be JSON text.

    Returns:
        Its models in the order of the document, and notes on all that could not be read or carried.
    """
    losses = Losses(str(key))
    try:
        items = _models(document, losses)
    except BrokenError as error:
        losses.broken(f"the document can't be read: {error}")
        return OssieReading((), losses.notes(), whole=False)
    if not items:
        losses.broken("the document holds no model")
    models: dict[str, OssieModel] = {}
    notes = list(losses.notes())
    whole = bool(items)
    for number, item in enumerate(items, start=1):
        reader = _reader(key, item, number, len(items))
        model = _model(reader, item)
        if model is None:
            whole = False
        elif model.name in models:
            reader.losses.broken("the model is left out: an earlier one of its document has its name")
        else:
            models[model.name] = model
            whole = whole and reader.metrics_whole
        notes.extend(reader.losses.notes())
    return OssieReading(tuple(models.values()), tuple(notes), whole)


def _reader(key: ObjectKey, item: object, number: int, count: int) -> ModelReader:
    """Make a reader whose notes name the model when the document holds several."""
    if count == 1:
        return ModelReader(key, False, Losses(str(key)))
    name = name_in(item.get("name")) if isinstance(item, Mapping) else None
    return ModelReader(key, True, Losses(model_label(key, name or str(number))))


def _model(reader: ModelReader, item: object) -> OssieModel | None:
    """Read one model; one that can't be read is noted."""
    try:
        return reader.model(item)
    except BrokenError as error:
        reader.losses.broken(f"the model is left out: {error}")
        return None


def _models(document: object, losses: Losses) -> list[Any]:
    """Unwrap a document down to its list of models."""
    for _ in range(_MAX_WRAPPINGS + 1):
        if isinstance(document, list):
            return document
        if isinstance(document, str):
            document = _parsed(document)
        elif isinstance(document, Mapping) and "semantic_model" in document:
            _check_head(document, losses)
            document = document["semantic_model"]
        elif isinstance(document, Mapping):
            return [document]
        else:
            raise BrokenError("there is no model in it")
    raise BrokenError("it is text within text within text")


def _parsed(document: str) -> object:
    try:
        return json.loads(document)
    except ValueError:
        raise BrokenError("it is not JSON") from None
    except RecursionError:
        raise BrokenError("it is nested too deeply") from None


def _check_head(document: Mapping[str, Any], losses: Losses) -> None:
    """Note a version that is not known, and keys beside the models."""
    losses.unknown_keys(document, _DOCUMENT_KEYS, "the document")
    version = document.get("version")
    if version is None or (isinstance(version, str | float) and _KNOWN_VERSION.fullmatch(str(version))):
        return
    named = f"version {label(version)}" if isinstance(version, str) else "the version"
    losses.broken(f"{named} of the specification is not known here, so what 0.1 and 0.2 define is read")
