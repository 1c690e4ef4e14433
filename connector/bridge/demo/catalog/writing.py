"""Creating and updating entities: by POST, by PUT, and one by one in a bulk PUT."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from connector.bridge.demo.catalog.context import Context, Writer
from connector.bridge.demo.catalog.deletion import restore_tree
from connector.bridge.demo.catalog.effects import after_update
from connector.bridge.demo.catalog.errors import already_exists
from connector.bridge.demo.catalog.kinds import Kind
from connector.bridge.demo.catalog.merging import Merge, check_products
from connector.bridge.demo.catalog.requests import Draft, map_request
from connector.bridge.demo.catalog.store import Record


@dataclass(frozen=True)
class Written:
    """What a write did: the entity and whether it is new."""

    record: Record
    created: bool


def post(context: Context, kind: Kind, body: Any, writer: Writer) -> Written:
    """Create an entity.

    Args:
        context: the catalog.
        kind: the kind to create.
        body: the Create request.
        writer: who writes.

    Raises:
        ApiError: 409 when it stands, soft-deleted or not; else as for ``map_request``.
    """
    draft = map_request(context, kind, body)
    writer.actor.require("Create", kind.name)
    if context.store.find(kind.name, draft.fqn) is not None:
        raise already_exists(kind.name, draft.fqn)
    return Written(create(context, draft, writer), True)


def put(context: Context, kind: Kind, body: Any, writer: Writer) -> Written:
    """Create or update an entity.

    Args:
        context: the catalog.
        kind: the kind to write.
        body: the Create request.
        writer: who writes.

    Raises:
        ApiError: 403 without the right to create or edit; else as for ``map_request``.
    """
    return put_draft(context, map_request(context, kind, body), writer)


def put_draft(context: Context, draft: Draft, writer: Writer) -> Written:
    """Store a checked request: create, or restore and update.

    The permission is coarse: Create when the entity is absent, EditAll when it stands, whatever fields change
    (OpenMetadata server, EntityResource.createOrUpdate).
    """
    record = context.store.find(draft.kind.name, draft.fqn)
    writer.actor.require("Create" if record is None else "EditAll", draft.kind.name)
    if record is None:
        return Written(create(context, draft, writer), True)
    if record.deleted:
        restore_tree(context, record, writer.actor)
    merge = Merge(context, draft.kind, record, writer)
    merge.apply(draft.attributes, draft.links)
    check_products(merge)
    store_merge(merge)
    return Written(record, False)


def create(context: Context, draft: Draft, writer: Writer) -> Record:
    """Store a new entity."""
    store = context.store
    record = Record(
        kind=draft.kind.name,
        id=store.new_id(),
        name=draft.name,
        fqn=draft.fqn,
        parent=draft.parent.id if draft.parent else None,
    )
    record.save({**draft.kind.defaults, **draft.attributes})
    store.add(record)
    for name, targets in draft.links.items():
        store.set_links(record, name, targets)
    after_update(context, record, {name for name, targets in draft.links.items() if targets}, major=False)
    store.record_change(record, "created", (), writer.actor.name)
    return record


def store_merge(merge: Merge) -> None:
    """Store the next state of an entity, if it differs from the present one.

    A row is written when a new version came about or a field changed that makes none, such as the source hash
    (OpenMetadata server, EntityUpdater.storeUpdate).
    """
    if not merge.writes:
        return
    store, record = merge.context.store, merge.record
    if merge.changed:
        record.remember()
    record.save(merge.document)
    for name, targets in merge.links.items():
        store.set_links(record, name, targets)
    if not merge.changed:
        store.hash_writes += merge.silent == {"sourceHash"}
        store.record_change(record, "rewritten", merge.silent, merge.writer.actor.name, versioned=False)
        return
    record.version += 10 if merge.major else 1
    after_update(merge.context, record, merge.changed, major=merge.major)
    store.record_change(record, "updated", merge.changed | merge.silent, merge.writer.actor.name)
