"""PATCH of an entity: per-field permission, optimistic locking, and the same checks as a PUT on the patched document."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from connector.bridge.demo.catalog.actors import edit_operation
from connector.bridge.demo.catalog.context import Context, Writer
from connector.bridge.demo.catalog.deletion import restore_tree
from connector.bridge.demo.catalog.errors import UnsupportedError, bad_request, forbidden, precondition_failed
from connector.bridge.demo.catalog.extensions import check_extension
from connector.bridge.demo.catalog.jsonpatch import apply_patch, check_operations, touched_paths
from connector.bridge.demo.catalog.kinds import KINDS, Kind, Rule
from connector.bridge.demo.catalog.merging import Merge, check_products
from connector.bridge.demo.catalog.references import resolve_patched
from connector.bridge.demo.catalog.render import effective_links, show_all
from connector.bridge.demo.catalog.rules import check_owners, evaluate_update, violations
from connector.bridge.demo.catalog.sanitizer import sanitize_description
from connector.bridge.demo.catalog.store import Json, Record, Store
from connector.bridge.demo.catalog.tables import check_keys, prepare_columns, prepare_constraints, strip_nulls
from connector.bridge.demo.catalog.taglabels import check_labels
from connector.bridge.demo.catalog.teams import check_team
from connector.bridge.demo.catalog.writing import store_merge

_RULED = ("owners", "domains", "dataProducts")
_TABLE_SHAPE = frozenset({"columns", "tableConstraints", "tablePartition"})
# Put back in silence by the server, or the server's own to write (OpenMetadata server, EntityRepository.patch).
_SERVER_FIELDS = frozenset(
    {
        "id",
        "name",
        "fullyQualifiedName",
        "href",
        "version",
        "updatedAt",
        "updatedBy",
        "deleted",
        "changeDescription",
        "incrementalChangeDescription",
        "service",
        "serviceType",
        "database",
        "databaseSchema",
        "classification",
        "parent",
    }
)


def patch(context: Context, record: Record, operations: Any, writer: Writer, if_match: str | None) -> None:
    """Patch an entity: all of the patch or nothing.

    Args:
        context: the catalog.
        record: the entity.
        operations: the JSON Patch.
        writer: who writes.
        if_match: value of the ``If-Match`` header, None without one.

    Raises:
        ApiError: 400 for a bad patch or result, 403 when one touched field is not allowed, 404 for an unknown reference, 412
            when the entity has another version than ``if_match`` names.
    """
    checked = check_operations(operations)
    _authorize(record, [edit_operation(path) for path in touched_paths(checked)], writer)
    if if_match is not None and not _matches(record, if_match):
        raise precondition_failed(record.fqn)
    before = show_all(context.store, record)
    after = strip_nulls(apply_patch(before, checked))
    if not isinstance(after, dict):
        raise bad_request("The patched entity is no object")
    if after.get("deleted") and not record.deleted:
        raise bad_request("The field deleted can't be set by a patch")
    context.check(KINDS[record.kind].entity_model, after)
    _apply(context, record, before, after, writer)


def _authorize(record: Record, operations: list[str], writer: Writer) -> None:
    denied = [name for name in dict.fromkeys(operations) if not writer.actor.may(name, record.kind)]
    if denied:
        raise forbidden(writer.actor.name, denied)


def _matches(record: Record, if_match: str) -> bool:
    # The strong form hashes what the reader asked for and practically never matches (OpenMetadata server, EntityETag).
    tags = [tag.strip() for tag in if_match.split(",")]
    return "*" in tags or f'W/"{record.shown_version}"' in tags


def _apply(context: Context, record: Record, before: Json, after: Json, writer: Writer) -> None:
    kind = KINDS[record.kind]
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    _check_known(kind, changed)
    attributes = record.load()
    for name in changed & (kind.attributes.keys() | kind.state_attributes):
        attributes[name] = after.get(name)
    _prepare(context, record, changed, attributes)
    links = {name: list(record.links.get(name, ())) for name in kind.links}
    for name in changed & kind.links.keys():
        links[name] = resolve_patched(context.store, kind.links[name], after.get(name))
    _check_links(context, record, changed, attributes, links)
    if record.deleted:
        restore_tree(context, record, writer.actor)
    merge = Merge(context, kind, record, writer, patch=True)
    merge.apply(attributes, links)
    for name in kind.state_attributes:
        merge.put(name, attributes.get(name))
    check_products(merge)
    store_merge(merge)


def _check_known(kind: Kind, changed: Set[str]) -> None:
    """Refuse a change of something that the stand-in would not store."""
    fixed = {name for name, rule in kind.attributes.items() if rule is Rule.FIXED}
    stored = kind.attributes.keys() | kind.links.keys() | kind.state_attributes | _SERVER_FIELDS
    unknown = changed - (stored - fixed)
    if unknown:
        raise UnsupportedError(f"PATCH of {kind.collection}: field {', '.join(sorted(unknown))}")


def _prepare(context: Context, record: Record, changed: Set[str], attributes: Json) -> None:
    store = context.store
    if context.options.sanitize_on_patch and "description" in changed:
        attributes["description"] = sanitize_description(attributes["description"])
    if "tags" in changed:
        attributes["tags"] = check_labels(store, attributes["tags"] or ()) or None
    if "extension" in changed and attributes["extension"] is not None:
        check_extension(store, record.kind, attributes["extension"])
    if record.kind == "table" and changed & _TABLE_SHAPE:
        _prepare_table(store, record, changed, attributes)


def _prepare_table(store: Store, record: Record, changed: Set[str], attributes: Json) -> None:
    columns: list[Json] = attributes.get("columns") or []
    constraints: list[Json] = attributes.get("tableConstraints") or []
    if "columns" in changed:
        prepare_columns(store, columns)
        if "tableConstraints" not in changed:
            # Keys on columns that went are dropped (OpenMetadata server, TableUpdater.updateConstraints).
            left = {column["name"] for column in columns}
            constraints = [item for item in constraints if left.issuperset(item.get("columns") or ())]
    check_keys(columns, constraints, attributes.get("tablePartition"))
    if "tableConstraints" in changed:
        constraints = prepare_constraints(store, record.fqn, columns, constraints)
    attributes["tableConstraints"] = constraints or None


def _check_links(
    context: Context, record: Record, changed: Set[str], attributes: Json, links: dict[str, list[str]]
) -> None:
    store = context.store
    if record.kind == "team":
        links["parents"] = check_team(
            store, record.fqn, str(attributes.get("teamType")), links["parents"], links["users"]
        )
    if record.id in links.get("relatedMetrics", ()):
        raise bad_request(f"Metric {record.fqn} can't be related to itself")
    if "owners" in changed:
        check_owners([store.by_id[item] for item in links["owners"]])
    standing = {name: effective_links(store, record, name)[0] for name in _RULED}
    wanted = {
        name: [store.by_id[item] for item in links[name]]
        if name in changed & links.keys()
        else standing[name]
        for name in _RULED
    }
    evaluate_update(violations(record.kind, *standing.values()), violations(record.kind, *wanted.values()))
