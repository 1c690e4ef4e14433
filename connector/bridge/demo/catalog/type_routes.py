"""Types of entities and their custom properties (OpenMetadata server, TypeResource)."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from connector.bridge.demo.catalog.calls import Answer, Call, Route
from connector.bridge.demo.catalog.errors import bad_request, not_found
from connector.bridge.demo.catalog.extensions import PROPERTY_TYPES, check_definition
from connector.bridge.demo.catalog.kinds import KINDS
from connector.bridge.demo.catalog.store import Json, Store
from connector.bridge.demo.catalog.tables import strip_nulls

PROPERTY = "metadata.generated.schema.type.customProperty:CustomProperty"
_NAMESPACE = uuid.UUID("6f1f4c0e-3d5b-4a49-9f52-6f0d3a4c1b7a")
_EXTENSIBLE = tuple(kind.name for kind in KINDS.values() if "extension" in kind.attributes)


def type_id(name: str) -> str:
    """The id of a type; the same in every stand-in."""
    return str(uuid.uuid5(_NAMESPACE, name))


_NAMES = {type_id(name): name for name in (*_EXTENSIBLE, *PROPERTY_TYPES)}


def type_routes() -> Iterator[Route]:
    """The routes of this module."""
    query = frozenset({"fields", "category"})
    yield Route("GET", "/v1/metadata/types/name/{name}", _get_by_name, query)
    yield Route("GET", "/v1/metadata/types/{id}", _get_by_id, query)
    yield Route("PUT", "/v1/metadata/types/{id}", _put_property)


def _shown(store: Store, name: str, *, properties: bool) -> Json:
    category = "entity" if name in _EXTENSIBLE else "field"
    shown: Json = {
        "id": type_id(name),
        "name": name,
        "fullyQualifiedName": name,
        "category": category,
        "description": name,
        "schema": "{}",
    }
    if properties and category == "entity":
        shown["customProperties"] = list(store.properties[name].values())
    return shown


def _get_by_name(call: Call) -> Answer:
    name = call.params["name"]
    if type_id(name) not in _NAMES:
        raise not_found("type", name)
    return Answer(_shown(call.context.store, name, properties=_asks_for_properties(call)))


def _get_by_id(call: Call) -> Answer:
    name = _name(call)
    return Answer(_shown(call.context.store, name, properties=_asks_for_properties(call)))


def _asks_for_properties(call: Call) -> bool:
    fields = {name for name in call.query.get("fields", "").split(",") if name}
    if fields - {"customProperties"}:
        raise bad_request(f"Invalid field name {', '.join(sorted(fields - {'customProperties'}))}")
    return bool(fields)


def _name(call: Call) -> str:
    name = _NAMES.get(call.entity_id)
    if name is None:
        raise not_found("type", call.entity_id)
    return name


def _put_property(call: Call) -> Answer:
    """Add or replace a custom property of a type of entity."""
    name = _name(call)
    call.actor.require("Create", "type")
    call.context.check(PROPERTY, call.body)
    if name not in _EXTENSIBLE:
        raise bad_request(f"Type {name} can't have custom properties")
    definition: Json = strip_nulls(call.body)
    property_type = _NAMES.get(str(definition["propertyType"]["id"]).lower())
    if property_type is None or property_type in _EXTENSIBLE:
        raise not_found("type", str(definition["propertyType"]["id"]))
    definition["propertyType"] = {"id": type_id(property_type), "type": "type", "name": property_type}
    check_definition(definition)
    store = call.context.store
    standing = store.properties[name].get(definition["name"])
    if standing is not None and standing["propertyType"] != definition["propertyType"]:
        raise bad_request(f"The type of custom property {definition['name']} can't be changed")
    if standing != definition:
        store.properties[name][definition["name"]] = definition
        store.note_change("type", f"{name}.{definition['name']}", "property", call.actor.name)
    return Answer(_shown(store, name, properties=True))
