"""Request and entity bodies checked against the client library's generated models: unknown fields and wrong types fail.

The models are used for their shape only. Building their instances would rewrite reserved words in names and cost several
milliseconds for each table, so a validator is made from the fields of each model, without its hooks and without its
instances; a name is checked as it is on the wire.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import SchemaValidator

from connector.bridge.demo.catalog.errors import bad_request

_HOOKS = frozenset({"function-after", "function-before", "function-wrap"})
_BY_NAME = frozenset({"fields", "choices"})
_KEPT = frozenset({"metadata", "default", "members", "expected"})
_SHOWN = 3
_TEXT = 160


@cache
def load_model(path: str) -> type[BaseModel]:
    """The model class behind ``package.module:Class``."""
    module, _, name = path.partition(":")
    model = getattr(importlib.import_module(module), name)
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        raise TypeError(f"{path} is no model")
    return model


def plain_schema(schema: Any) -> Any:
    """A core schema without instances and hooks.

    Args:
        schema: a core schema of pydantic, or a part of one.

    Returns:
        The same fields, types and limits. A model becomes the check of its fields, a model with one root value becomes the
        check of that value, and functions around a model go. Only functions of models are dropped: those inside a field,
        such as the pattern of an e-mail address, stay.
    """
    if isinstance(schema, (list, tuple)):
        return type(schema)(plain_schema(item) for item in schema)
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") in _HOOKS and schema["schema"].get("type") == "model":
        return _with_reference(schema, plain_schema(schema["schema"]))
    if schema.get("type") == "model":
        return _with_reference(schema, _fields_of(schema))
    return {key: _plain_entry(key, value) for key, value in schema.items() if key != "serialization"}


def _plain_entry(key: str, value: Any) -> Any:
    if key in _BY_NAME and isinstance(value, dict):
        return {name: plain_schema(item) for name, item in value.items()}
    return value if key in _KEPT else plain_schema(value)


def _fields_of(schema: dict[str, Any]) -> Any:
    inner = plain_schema(schema["schema"])
    config = schema.get("config") or {}
    if inner.get("type") == "model-fields" and "extra_fields_behavior" in config:
        inner["extra_behavior"] = config["extra_fields_behavior"]
    if inner.get("type") == "str" and "regex_engine" in config:
        inner["regex_engine"] = config["regex_engine"]
    return inner


def _with_reference(outer: dict[str, Any], inner: Any) -> Any:
    return {**inner, "ref": outer["ref"]} if "ref" in outer else inner


@cache
def validator_of(path: str) -> SchemaValidator:
    """The validator for the model behind ``package.module:Class``; made once."""
    model = load_model(path)
    model.model_rebuild()
    return SchemaValidator(plain_schema(model.__pydantic_core_schema__))


def validate_body(path: str, body: Any) -> None:
    """Check a body against a generated model.

    Args:
        path: ``package.module:Class`` of the model.
        body: the decoded JSON.

    Raises:
        ApiError: 400, naming up to three fields, as a server that fails on unknown properties does.
    """
    try:
        validator_of(path).validate_python(body)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        shown = "; ".join(
            f"{'.'.join(str(step) for step in item['loc'])}: {item['msg'][:_TEXT]}" for item in found[:_SHOWN]
        )
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise bad_request(f"Unable to process the request: {shown}{more}") from error
