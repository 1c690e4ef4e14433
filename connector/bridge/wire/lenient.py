"""Reading small objects field by field: a wrong optional field costs itself only."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)

MAX_DEPTH = 200
"""Levels of objects and lists in one thing. Deeper ones are no real schemas and would exhaust the stack of whoever walks them."""

Step = str | int


def faults_in_text(value: object) -> tuple[tuple[Step, ...], str] | None:
    """Look for what no catalog can store, in a JSON value of any shape: text that is no Unicode text, and nesting without measure.

    Args:
        value: The value; JSON escapes can smuggle lone surrogates into it.

    Returns:
        The path of the first fault and what is wrong there; None when all is well.
    """
    if _is_clean(value):
        return None
    waiting: list[tuple[tuple[Step, ...], object]] = [((), value)]
    while waiting:
        path, item = waiting.pop()
        if isinstance(item, str):
            if not item.isascii() and _has_surrogate(item):
                return path, "holds half a character (a lone surrogate)"
        elif isinstance(item, Mapping | list):
            if len(path) >= MAX_DEPTH:
                return path[:3], f"is nested more than {MAX_DEPTH} levels deep"
            if isinstance(item, Mapping):
                if any(isinstance(key, str) and not key.isascii() and _has_surrogate(key) for key in item):
                    return path, "has a key with half a character (a lone surrogate)"
                waiting.extend(((*path, key), inner) for key, inner in item.items())
            else:
                waiting.extend(((*path, index), inner) for index, inner in enumerate(item))
    return None


def _is_clean(value: object) -> bool:
    """Tell quickly that nothing is wrong; False may also mean that it takes a closer look to tell."""
    if isinstance(value, str):
        return value.isascii() or not _has_surrogate(value)
    level = [value] if type(value) is dict or type(value) is list else []
    for _ in range(MAX_DEPTH):
        # Plain dicts and lists only, which is what a JSON parser makes.
        children = [child for item in level for child in (item.values() if type(item) is dict else item)]
        level = [child for child in children if type(child) is dict or type(child) is list]
        if not level:
            return _is_unicode(value)
    return False


def _is_unicode(value: object) -> bool:
    """Tell whether a JSON value can be written as UTF-8."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except (UnicodeEncodeError, TypeError, ValueError, RecursionError):
        return False
    return True


def _has_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def validated(
    model: type[M], raw: object, leave_out: Collection[str] = ()
) -> tuple[M | None, tuple[str, ...]]:
    """Read an object of scalar fields; a wrong optional field is left out.

    Args:
        model: The wire model.
        raw: The JSON value.
        leave_out: Names on the wire of fields that are not read here.

    Returns:
        The object and the names of the fields that were left out because they are wrong; None for the object when it is no JSON
        object or a required field is missing or wrong.
    """
    if not isinstance(raw, Mapping):
        return None, ()
    fields = {info.alias or name: info.is_required() for name, info in model.model_fields.items()}
    values: dict[str, Any] = {}
    lost: list[str] = []
    for name, required in fields.items():
        if name in leave_out or raw.get(name) is None:
            continue
        if _fits(model, name, raw[name]):
            values[name] = raw[name]
        elif required:
            return None, ()
        else:
            lost.append(name)
    try:
        return model.model_validate(values), tuple(lost)
    except ValidationError:
        # All given fields fit, so a required one is missing.
        return None, ()


def _fits(model: type[BaseModel], name: str, value: object) -> bool:
    """Tell whether one field's value is valid, by the errors of a validation of it alone."""
    if faults_in_text(value) is not None:
        return False
    try:
        model.model_validate({name: value})
    except ValidationError as error:
        return all(one["loc"][:1] != (name,) for one in error.errors(include_input=False, include_url=False))
    return True
