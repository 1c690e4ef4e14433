"""Custom properties: their definitions on the types of entities, and the check of the values that entities carry."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from connector.bridge.demo.catalog.errors import UnsupportedError, bad_request
from connector.bridge.demo.catalog.store import Json, Store

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def _is_text(value: Any, _: Json) -> bool:
    return isinstance(value, str)


def _is_integer(value: Any, _: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any, _: Json) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_email(value: Any, _: Json) -> bool:
    return isinstance(value, str) and _EMAIL.fullmatch(value) is not None


def _is_enum(value: Any, definition: Json) -> bool:
    config = (definition.get("customPropertyConfig") or {}).get("config") or {}
    if not isinstance(value, list) or (len(value) > 1 and not config.get("multiSelect")):
        return False
    return all(item in config.get("values", ()) for item in value)


def _is_link(value: Any, _: Json) -> bool:
    return isinstance(value, dict) and str(value.get("url", "")).startswith(("http://", "https://"))


_CHECKS: Mapping[str, Callable[[Any, Json], bool]] = {
    "string": _is_text,
    "markdown": _is_text,
    "sqlQuery": _is_text,
    "integer": _is_integer,
    "timestamp": _is_integer,
    "number": _is_number,
    "email": _is_email,
    "enum": _is_enum,
    "hyperlink-cp": _is_link,
}
_UNCHECKED = (
    "date-cp",
    "dateTime-cp",
    "duration",
    "entityReference",
    "entityReferenceList",
    "table-cp",
    "time-cp",
    "timeInterval",
)
PROPERTY_TYPES = (*_CHECKS, *_UNCHECKED)
"""Names of the property types that the server has; a property can be made of those whose values the stand-in checks."""


def check_extension(store: Store, kind: str, extension: Any) -> None:
    """Check the custom properties of an entity.

    Args:
        store: the catalog, for the definitions.
        kind: the kind of the entity.
        extension: the values by property name.

    Raises:
        ApiError: 400 for a property that the kind does not have or a value of another type.
    """
    if not isinstance(extension, dict):
        raise bad_request("extension must be an object")
    definitions = store.properties.get(kind, {})
    for name, value in extension.items():
        definition = definitions.get(name)
        if definition is None:
            raise bad_request(f"Unknown custom field {name}")
        if not _CHECKS[definition["propertyType"]["name"]](value, definition):
            raise bad_request(
                f"Custom field {name} has a value that is no {definition['propertyType']['name']}"
            )


def check_definition(definition: Json) -> None:
    """Check the definition of a custom property.

    Args:
        definition: the property, its type by name.

    Raises:
        ApiError: 400 for an enum without values, 501 for a type whose values the stand-in can't check.
    """
    name = str(definition["propertyType"]["name"])
    if name not in _CHECKS:
        raise UnsupportedError(f"custom properties of type {name}")
    if name == "enum":
        config = (definition.get("customPropertyConfig") or {}).get("config")
        if not isinstance(config, dict) or not config.get("values"):
            raise bad_request("Enum Custom Property Type must have EnumConfig populated with values")
