"""Request and entity bodies checked with the client library's generated models: unknown fields and wrong types fail."""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ValidationError

from connector.bridge.demo.catalog.errors import bad_request


@lru_cache(maxsize=None)
def load_model(path: str) -> type[BaseModel]:
    """The model class behind ``package.module:Class``."""
    module, _, name = path.partition(":")
    model = getattr(importlib.import_module(module), name)
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        raise TypeError(f"{path} is no model")
    return model


def validate_body(path: str, body: Any) -> None:
    """Check a body against a generated model.

    Args:
        path: ``package.module:Class`` of the model.
        body: the decoded JSON.

    Raises:
        ApiError: 400, naming up to three fields, as a server that fails on unknown properties does.
    """
    try:
        load_model(path).model_validate(body)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        shown = "; ".join(f"{'.'.join(str(step) for step in item['loc'])}: {item['msg']}" for item in found[:3])
        more = f" and {len(found) - 3} more" if len(found) > 3 else ""
        raise bad_request(f"Unable to process the request: {shown}{more}") from error
