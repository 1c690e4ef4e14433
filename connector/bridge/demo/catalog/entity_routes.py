"""The operations that every kind of entity has: read, list, write, patch, delete, restore, versions, bulk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus

from connector.bridge.demo.catalog.bulk import BulkResult, delete_stale, put_all
from connector.bridge.demo.catalog.calls import JSON_PATCH, Answer, Call, Route, as_uuid
from connector.bridge.demo.catalog.deletion import delete, restore_tree
from connector.bridge.demo.catalog.errors import bad_request
from connector.bridge.demo.catalog.kinds import KINDS, Kind
from connector.bridge.demo.catalog.patching import patch
from connector.bridge.demo.catalog.reading import (
    SCOPES,
    Page,
    find_by_id,
    find_by_name,
    list_page,
    list_versions,
    parse_include,
    parse_limit,
    version_of,
)
from connector.bridge.demo.catalog.render import parse_fields, show, show_all
from connector.bridge.demo.catalog.store import Record
from connector.bridge.demo.catalog.writing import Written, post, put

RESTORE_REQUEST = "metadata.generated.schema.api.data.restoreEntity:RestoreEntity"
_READ = frozenset({"fields", "include"})
_LIST = frozenset({"fields", "include", "limit", "after", "before"})
_DELETE = frozenset({"recursive", "hardDelete"})
Finder = Callable[[Call, Kind, str], Record]


def entity_routes() -> Iterator[Route]:
    """The routes of all kinds."""
    for kind in KINDS.values():
        base = f"/v1/{kind.collection}"
        yield from _collection_routes(kind, base)
        yield from _one_routes(kind, f"{base}/{{id}}", _by_id)
        yield from _one_routes(kind, f"{base}/name/{{fqn}}", _by_name)
        yield Route("GET", f"{base}/{{id}}/versions", partial(_versions, kind))
        yield Route(
            "GET", f"{base}/{{id}}/versions/{{version}}", partial(_version, kind), frozenset({"fields"})
        )
        if kind.soft_delete:
            yield Route("PUT", f"{base}/restore", partial(_restore, kind))
        if kind.bulk:
            yield Route("PUT", f"{base}/bulk", partial(_bulk, kind), frozenset({"async", "overrideMetadata"}))
        if kind.stale:
            yield Route("DELETE", f"{base}/deleteStale", partial(_stale, kind))


def _collection_routes(kind: Kind, base: str) -> Iterator[Route]:
    filters = set(SCOPES.get(kind.name, ()))
    if "domains" in kind.links:
        filters.add("domain")
    yield Route("GET", base, partial(_list, kind), _LIST | filters)
    yield Route("POST", base, partial(_post, kind))
    yield Route("PUT", base, partial(_put, kind))


def _one_routes(kind: Kind, path: str, find: Finder) -> Iterator[Route]:
    yield Route("GET", path, partial(_get, kind, find), _READ)
    yield Route("PATCH", path, partial(_patch, kind, find), media=JSON_PATCH)
    yield Route("DELETE", path, partial(_delete, kind, find), _DELETE)


def _by_id(call: Call, kind: Kind, include: str) -> Record:
    return find_by_id(call.context, kind.name, call.entity_id, include)


def _by_name(call: Call, kind: Kind, include: str) -> Record:
    return find_by_name(call.context, kind.name, call.params["fqn"], include)


def _get(kind: Kind, find: Finder, call: Call) -> Answer:
    call.actor.require("ViewBasic", kind.name)
    fields = parse_fields(kind, call.query.get("fields"))
    record = find(call, kind, parse_include(call.query.get("include")))
    return Answer(show(call.context.store, record, fields))


def _list(kind: Kind, call: Call) -> Answer:
    call.actor.require("ViewBasic", kind.name)
    after, before = call.query.get("after"), call.query.get("before")
    if after is not None and before is not None:
        raise bad_request("Only one of before or after query parameter allowed")
    page = Page(parse_limit(call.query.get("limit")), after, before)
    return Answer(list_page(call.context, kind, call.query, page))


def _post(kind: Kind, call: Call) -> Answer:
    return _written(call, post(call.context, kind, call.body, call.writer()))


def _put(kind: Kind, call: Call) -> Answer:
    return _written(call, put(call.context, kind, call.body, call.writer()))


def _written(call: Call, written: Written) -> Answer:
    status = HTTPStatus.CREATED if written.created else HTTPStatus.OK
    return Answer(show_all(call.context.store, written.record), status)


def _patch(kind: Kind, find: Finder, call: Call) -> Answer:
    record = find(call, kind, "all")
    patch(call.context, record, call.body, call.writer(), call.if_match)
    return Answer(show_all(call.context.store, record))


def _delete(kind: Kind, find: Finder, call: Call) -> Answer:
    record = find(call, kind, "all")
    recursive, hard = call.flag("recursive"), call.flag("hardDelete")
    shown = show(call.context.store, record)
    delete(call.context, record, call.actor, recursive=recursive, hard=hard)
    if record.id in call.context.store.by_id:
        shown = show(call.context.store, record)
    return Answer(shown)


def _restore(kind: Kind, call: Call) -> Answer:
    call.context.check(RESTORE_REQUEST, call.body)
    record = find_by_id(call.context, kind.name, str(call.body["id"]).lower(), "deleted")
    call.actor.require("EditAll", kind.name)
    restore_tree(call.context, record, call.actor)
    return Answer(show(call.context.store, record))


def _versions(kind: Kind, call: Call) -> Answer:
    record = find_by_id(call.context, kind.name, call.entity_id, "all")
    return Answer(list_versions(call.context, record))


def _version(kind: Kind, call: Call) -> Answer:
    record = find_by_id(call.context, kind.name, call.entity_id, "all")
    return Answer(version_of(call.context, record, call.params["version"]))


def _bulk(kind: Kind, call: Call) -> Answer:
    background = call.flag("async")
    result = put_all(call.context, kind, call.body, call.writer(override=call.flag("overrideMetadata")))
    if background:
        # The job is done by the time the answer leaves; the counts of a job just accepted are zero all the same.
        return Answer(BulkResult().shown(), HTTPStatus.ACCEPTED)
    return Answer(result.shown())


def _stale(kind: Kind, call: Call) -> Answer:
    if not call.context.options.stale_supported:
        # A server before 2.0 takes the word for an id, and it is no UUID.
        as_uuid("deleteStale")
    return Answer(delete_stale(call.context, kind, call.body, call.writer()).shown())
