"""Deleting and restoring entities with what they contain."""

from __future__ import annotations

from collections.abc import Iterator

from connector.bridge.demo.catalog.actors import Actor
from connector.bridge.demo.catalog.context import Context
from connector.bridge.demo.catalog.errors import bad_request
from connector.bridge.demo.catalog.kinds import KINDS
from connector.bridge.demo.catalog.names import quote_name
from connector.bridge.demo.catalog.store import Record, Store
from connector.bridge.demo.catalog.taglabels import drop_label
from connector.bridge.demo.catalog.teams import ORGANIZATION


def delete(context: Context, record: Record, actor: Actor, *, recursive: bool, hard: bool) -> None:
    """Delete an entity.

    Args:
        context: the catalog.
        record: the entity.
        actor: who deletes.
        recursive: delete what it contains as well.
        hard: delete for good; a kind without soft deletion is always deleted for good.

    Raises:
        ApiError: 403 without the right, 400 when it contains something and ``recursive`` is off, or for the Organization.
    """
    actor.require("Delete", record.kind)
    if record.kind == "team" and record.load().get("teamType") == ORGANIZATION:
        raise bad_request("The Organization can't be deleted")
    hard = hard or not KINDS[record.kind].soft_delete
    contained = [item for item in contained_in(context.store, record) if hard or not item.deleted]
    if contained and not recursive:
        raise bad_request(f"{record.kind} {record.fqn} is not empty")
    if hard:
        for item in [*reversed(contained), record]:
            _remove(context.store, item, actor)
        return
    for item in [record, *contained]:
        _set_deleted(context.store, item, actor, True)


def restore_tree(context: Context, record: Record, actor: Actor) -> None:
    """Bring back a soft-deleted entity and every soft-deleted one below it (OpenMetadata server, restoreEntity)."""
    for item in [record, *context.store.descendants(record)]:
        _set_deleted(context.store, item, actor, False)


def contained_in(store: Store, record: Record) -> list[Record]:
    """What goes with an entity, parents before children: its descendants; for a domain, data products of no other domain too."""
    found = list(store.descendants(record))
    if record.kind == "domain":
        domains = {record.id, *(item.id for item in found)}
        found += _products_only_in(store, domains)
    return found


def _products_only_in(store: Store, domains: set[str]) -> Iterator[Record]:
    for product in store.by_fqn["dataProduct"].values():
        if product.links.get("domains") and domains.issuperset(product.links["domains"]):
            yield product


def _set_deleted(store: Store, record: Record, actor: Actor, deleted: bool) -> None:
    if record.deleted == deleted:
        return
    record.remember()
    store.set_deleted(record, deleted)
    record.version += 1
    store.record_change(record, "deleted" if deleted else "restored", ("deleted",), actor.name)


def _remove(store: Store, record: Record, actor: Actor) -> None:
    if record.kind == "team":
        _adopt_children(store, record)
    if record.kind == "tag":
        drop_label(store, record.fqn)
    store.remove(record)
    store.record_change(record, "removed", (), actor.name)


def _adopt_children(store: Store, team: Record) -> None:
    """Teams that lose their only parent come under the Organization (OpenMetadata server, TeamRepository)."""
    root = store.find("team", quote_name(ORGANIZATION))
    for child in store.linked_to(team.id, "parents"):
        left = [item for item in child.links["parents"] if item != team.id]
        store.set_links(child, "parents", left or ([root.id] if root else []))
