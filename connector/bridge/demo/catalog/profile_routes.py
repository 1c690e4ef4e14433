"""Profiles of tables: row counts and sizes at moments, kept beside the entity, without a new version of it."""

from __future__ import annotations

from collections.abc import Iterator

from connector.bridge.demo.catalog.calls import Answer, Call, Route
from connector.bridge.demo.catalog.errors import UnsupportedError, bad_request
from connector.bridge.demo.catalog.reading import find_by_id, find_by_name
from connector.bridge.demo.catalog.render import show
from connector.bridge.demo.catalog.store import Json
from connector.bridge.demo.catalog.tables import strip_nulls

PROFILE_REQUEST = "metadata.generated.schema.api.data.createTableProfile:CreateTableProfileRequest"


def profile_routes() -> Iterator[Route]:
    """The routes of this module."""
    yield Route("PUT", "/v1/tables/{id}/tableProfile", _put)
    yield Route("GET", "/v1/tables/{fqn}/tableProfile/latest", _latest)
    yield Route("GET", "/v1/tables/{fqn}/tableProfile", _list, frozenset({"startTs", "endTs", "limit"}))


def _put(call: Call) -> Answer:
    table = find_by_id(call.context, "table", call.entity_id)
    call.actor.require("EditDataProfile", "table")
    call.context.check(PROFILE_REQUEST, call.body)
    sent: Json = strip_nulls(call.body)
    if sent.get("columnProfile") or sent.get("systemProfile"):
        raise UnsupportedError("profiles of columns and of the system")
    profile: Json = sent["tableProfile"]
    store = call.context.store
    profiles = store.profiles.setdefault(table.id, {})
    if profiles.get(profile["timestamp"]) != profile:
        profiles[profile["timestamp"]] = profile
        store.note_change("tableProfile", table.fqn, "profile", call.actor.name)
    return Answer(show(store, table, {"profile"}))


def _latest(call: Call) -> Answer:
    table = find_by_name(call.context, "table", call.params["fqn"])
    return Answer(show(call.context.store, table, {"profile"}))


def _list(call: Call) -> Answer:
    table = find_by_name(call.context, "table", call.params["fqn"])
    if "startTs" not in call.query or "endTs" not in call.query:
        raise bad_request("[query params startTs and endTs are required]")
    start, end = call.number("startTs", 0), call.number("endTs", 0)
    profiles = call.context.store.profiles.get(table.id, {})
    moments = [moment for moment in sorted(profiles, reverse=True) if start <= moment <= end]
    found = [profiles[moment] for moment in moments]
    return Answer({"data": found[: call.number("limit", 100)], "paging": {"total": len(found)}})
