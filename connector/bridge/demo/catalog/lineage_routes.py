"""The lineage API, by ids and by names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from connector.bridge.demo.catalog.calls import JSON_PATCH, Answer, Call, Route, as_uuid
from connector.bridge.demo.catalog.errors import bad_request
from connector.bridge.demo.catalog.jsonpatch import apply_patch
from connector.bridge.demo.catalog.kinds import KINDS
from connector.bridge.demo.catalog.lineage import (
    clean_details,
    delete_edges_into,
    edge_between,
    graph_around,
)
from connector.bridge.demo.catalog.reading import find_by_id, find_by_name
from connector.bridge.demo.catalog.store import Json, Record, now_millis
from connector.bridge.demo.catalog.tables import strip_nulls

ADD_REQUEST = "metadata.generated.schema.api.lineage.addLineage:AddLineageRequest"
DETAILS = "metadata.generated.schema.type.entityLineage:LineageDetails"
_DEPTHS = frozenset({"upstreamDepth", "downstreamDepth"})
_VOLATILE = frozenset({"createdAt", "createdBy", "updatedAt", "updatedBy"})
Ends = tuple[Record, Record]


def lineage_routes() -> Iterator[Route]:
    """The routes of this module."""
    base = "/v1/lineage"
    by_id = f"{base}/{{fromType}}/{{fromId}}/{{toType}}/{{toId}}"
    by_name = f"{base}/{{fromType}}/name/{{fromFqn}}/{{toType}}/name/{{toFqn}}"
    edge_by_name = f"{base}/getLineageEdge/{{fromType}}/name/{{fromFqn}}/{{toType}}/name/{{toFqn}}"
    yield Route("PUT", base, _put)
    yield Route("PUT", by_name, _put_by_name)
    yield Route("PATCH", by_id, _patch, media=JSON_PATCH)
    yield Route("PATCH", by_name, _patch, media=JSON_PATCH)
    yield Route("DELETE", by_id, _delete)
    yield Route("DELETE", by_name, _delete)
    yield Route("GET", f"{base}/getLineageEdge/{{fromId}}/{{toId}}", _edge)
    yield Route("GET", edge_by_name, _edge)
    yield Route("DELETE", f"{base}/{{toType}}/{{toId}}/type/{{source}}", _delete_source)
    yield Route("DELETE", f"{base}/source/name/{{toType}}/{{toFqn}}/type/{{source}}", _delete_source)
    yield Route("GET", f"{base}/{{toType}}/{{toId}}", _graph, _DEPTHS)
    yield Route("GET", f"{base}/{{toType}}/name/{{toFqn}}", _graph, _DEPTHS)


def _end(call: Call, side: str, include: str) -> Record:
    kind = call.params.get(f"{side}Type")
    if kind is not None and kind not in KINDS:
        raise bad_request(f"Entity type {kind} is unknown")
    if f"{side}Fqn" in call.params:
        return find_by_name(call.context, str(kind), call.params[f"{side}Fqn"], include)
    entity_id = as_uuid(call.params[f"{side}Id"])
    known = call.context.store.by_id.get(entity_id)
    return find_by_id(call.context, kind or (known.kind if known else "entity"), entity_id, include)


def _ends(call: Call, include: str) -> Ends:
    return _end(call, "from", include), _end(call, "to", include)


def _put(call: Call) -> Answer:
    call.actor.require("EditLineage", "lineage")
    call.context.check(ADD_REQUEST, call.body)
    edge: Json = call.body["edge"]
    ends = [
        find_by_id(call.context, str(edge[side]["type"]), str(edge[side]["id"]))
        for side in ("fromEntity", "toEntity")
    ]
    return _store(call, (ends[0], ends[1]), edge.get("lineageDetails"))


def _put_by_name(call: Call) -> Answer:
    call.actor.require("EditLineage", "lineage")
    call.context.check(DETAILS, call.body if call.body is not None else {})
    return _store(call, _ends(call, "non-deleted"), call.body)


def _store(call: Call, ends: Ends, details: Any) -> Answer:
    """Store an edge; its details are replaced as a whole."""
    store = call.context.store
    source, target = ends
    cleaned = clean_details(store, source, target, strip_nulls(details or {}))
    before = store.edges.get((source.id, target.id))
    moment = now_millis()
    created = {"createdAt": moment, "createdBy": call.actor.name}
    if before is not None:
        created = {name: before[name] for name in created}
    updated = {"updatedAt": moment, "updatedBy": call.actor.name}
    store.set_edge(source.id, target.id, {**cleaned, **created, **updated})
    if before is None or _lasting(before) != _lasting(cleaned):
        store.note_change("lineage", f"{source.fqn} -> {target.fqn}", "edge", call.actor.name)
    return Answer()


def _lasting(details: Json) -> Json:
    return {name: value for name, value in details.items() if name not in _VOLATILE}


def _patch(call: Call) -> Answer:
    call.actor.require("EditLineage", "lineage")
    ends = _ends(call, "non-deleted")
    details = apply_patch(edge_between(call.context.store, *ends), call.body)
    call.context.check(DETAILS, details)
    return _store(call, ends, details)


def _delete(call: Call) -> Answer:
    call.actor.require("EditLineage", "lineage")
    source, target = _ends(call, "all")
    edge_between(call.context.store, source, target)
    call.context.store.remove_edge(source.id, target.id)
    call.context.store.note_change(
        "lineage", f"{source.fqn} -> {target.fqn}", "edge removed", call.actor.name
    )
    return Answer()


def _edge(call: Call) -> Answer:
    return Answer({"edge": edge_between(call.context.store, *_ends(call, "all"))})


def _delete_source(call: Call) -> Answer:
    call.actor.require("EditLineage", "lineage")
    target = _end(call, "to", "all")
    for _ in range(delete_edges_into(call.context.store, target, call.params["source"])):
        call.context.store.note_change("lineage", f"* -> {target.fqn}", "edge removed", call.actor.name)
    return Answer()


def _graph(call: Call) -> Answer:
    record = _end(call, "to", "non-deleted")
    up, down = call.number("upstreamDepth", 1), call.number("downstreamDepth", 1)
    return Answer(graph_around(call.context.store, record, up, down))
