"""The server itself: its version, its search, and the definitions of connection tests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from connector.bridge.demo.catalog.calls import Answer, Call, Route
from connector.bridge.demo.catalog.errors import UnsupportedError, not_found
from connector.bridge.demo.catalog.search import find_people
from connector.bridge.demo.catalog.store import Json, now_millis

TEST_DEFINITION = "CustomDatabase.testConnectionDefinition"
"""Name under which the framework asks for the definition (metadata.ingestion.connections.test_connections)."""

_INDEXES = {"user_search_index": "user", "team_search_index": "team"}
_EMAIL_QUERY = re.compile(r"email\.keyword:(?P<email>.+)")
_NAME_QUERY = re.compile(r"(?P<words>.+) AND isBot:false")


def system_routes() -> Iterator[Route]:
    """The routes of this module."""
    yield Route("GET", "/v1/system/version", _version, public=True)
    yield Route("GET", "/v1/search/query", _search, frozenset({"q", "query_filter", "from", "size", "index"}))
    yield Route("GET", "/v1/services/testConnectionDefinitions/name/{fqn}", _definition)


def _version(call: Call) -> Answer:
    return Answer(
        {"version": call.context.options.version, "revision": "stand-in", "timestamp": now_millis()}
    )


def _definition(call: Call) -> Answer:
    fqn = call.params["fqn"]
    if fqn != TEST_DEFINITION or not call.context.options.custom_test_definition:
        raise not_found("testConnectionDefinition", fqn)
    step: Json = {
        "name": "CheckAccess",
        "description": "Check that the source can be reached with the given connection.",
        "mandatory": True,
        "shortCircuit": True,
    }
    return Answer({"name": "CustomDatabase", "fullyQualifiedName": fqn, "steps": [step]})


def _search(call: Call) -> Answer:
    """Search as the framework does for owners: by e-mail address, or by words of the name."""
    index = call.query.get("index", "")
    if index not in _INDEXES:
        raise UnsupportedError(f"search in index {index}")
    kind = _INDEXES[index]
    found = find_people(call.context.store, kind, **_asked(call))
    first = call.number("from", 0)
    hits = [
        {
            "_index": index,
            "_id": record.id,
            "_source": {"id": record.id, "name": record.name, "fullyQualifiedName": record.fqn},
        }
        for record in found[first : first + call.number("size", 10)]
    ]
    return Answer({"hits": {"total": {"relation": "eq", "value": len(found)}, "hits": hits}})


def _asked(call: Call) -> dict[str, str]:
    by_email = _EMAIL_QUERY.fullmatch(call.query.get("q", ""))
    if by_email:
        return by_email.groupdict()
    by_name = _NAME_QUERY.fullmatch(_query_string(call.query.get("query_filter", "")))
    if by_name:
        return by_name.groupdict()
    raise UnsupportedError("search by anything else than an e-mail address or words of a name")


def _query_string(text: str) -> str:
    try:
        found: Any = json.loads(text)
        return str(found["query"]["query_string"]["query"])
    except (ValueError, KeyError, TypeError) as error:
        raise UnsupportedError("this form of search") from error
