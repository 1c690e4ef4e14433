"""Turning what a request names (ids, names, references) into stored ids, and stored ids into references."""

from __future__ import annotations

from typing import Any

from connector.bridge.demo.catalog.errors import bad_request, not_found
from connector.bridge.demo.catalog.kinds import KINDS, Given, Link
from connector.bridge.demo.catalog.names import quote_name
from connector.bridge.demo.catalog.store import Json, Record, Store


def reference(record: Record, *, inherited: bool = False) -> Json:
    """The reference to an entity as answers carry it.

    Args:
        record: the entity referred to.
        inherited: whether the relationship comes from a containing entity.
    """
    document = record.load()
    result: Json = {
        "id": record.id,
        "type": record.kind,
        "name": record.name,
        "fullyQualifiedName": record.fqn,
        "deleted": record.deleted,
    }
    for name in ("displayName", "description"):
        if document.get(name):
            result[name] = document[name]
    if inherited:
        result["inherited"] = True
    return result


def live(store: Store, kind: str, fqn: str) -> Record:
    """A non-deleted entity by name.

    Raises:
        ApiError: 404 when it is missing or soft-deleted.
    """
    record = store.find(kind, fqn)
    if record is None or record.deleted:
        raise not_found(kind, fqn)
    return record


def live_id(store: Store, kinds: tuple[str, ...], entity_id: object) -> Record:
    """A non-deleted entity by id, of one of the kinds (any kind when none is given).

    Raises:
        ApiError: 404 when it is missing, soft-deleted or of another kind.
    """
    record = store.by_id.get(str(entity_id))
    if record is None or record.deleted or (kinds and record.kind not in kinds):
        raise not_found(kinds[0] if kinds else "entity", str(entity_id))
    return record


def _by_reference(store: Store, item: Any, targets: tuple[str, ...]) -> Record:
    if not isinstance(item, dict) or not item.get("type") or not item.get("id"):
        raise bad_request("Entity references need an id and a type")
    kind = str(item["type"])
    if kind not in KINDS or (targets and kind not in targets):
        raise bad_request(f"Entity type {kind} is not supported here")
    return live_id(store, (kind,), item["id"])


def resolve(store: Store, link: Link, value: Any) -> list[str]:
    """The ids behind a relationship as a Create request gives it.

    Args:
        store: the catalog.
        link: the relationship.
        value: the request's value: None, or a list in the form the relationship asks for.

    Returns:
        Ids in the request's order.

    Raises:
        ApiError: 404 for a missing or soft-deleted target, 400 for a malformed one.
    """
    if not value:
        return []
    items = value if isinstance(value, list) else [value]
    if link.given is Given.REFERENCES:
        return [_by_reference(store, item, link.targets).id for item in items]
    if link.given is Given.IDS:
        return [live_id(store, link.targets, item).id for item in items]
    if link.given is Given.NAMES:
        return [live(store, link.targets[0], quote_name(str(item))).id for item in items]
    return [live(store, link.targets[0], str(item)).id for item in items]


def resolve_patched(store: Store, link: Link, value: Any) -> list[str]:
    """The ids behind a relationship as a patched entity document gives it: always references.

    Inherited references are the reader's view, not the entity's own, so they are left out.
    """
    items = value if isinstance(value, list) else [] if value is None else [value]
    own = [item for item in items if not (isinstance(item, dict) and item.get("inherited"))]
    return [_by_reference(store, item, link.targets).id for item in own]
