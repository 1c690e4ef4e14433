"""The API as a function from request to answer, without sockets."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

from connector.bridge.demo.catalog.actors import Actor
from connector.bridge.demo.catalog.calls import JSON, NOBODY, Answer, Call, Route, Router
from connector.bridge.demo.catalog.context import Context
from connector.bridge.demo.catalog.entity_routes import entity_routes
from connector.bridge.demo.catalog.errors import ApiError, UnsupportedError, bad_request, unauthorized
from connector.bridge.demo.catalog.lineage_routes import lineage_routes
from connector.bridge.demo.catalog.pipeline_routes import pipeline_routes
from connector.bridge.demo.catalog.product_routes import product_routes
from connector.bridge.demo.catalog.profile_routes import profile_routes
from connector.bridge.demo.catalog.requestlog import RequestLog
from connector.bridge.demo.catalog.system_routes import system_routes
from connector.bridge.demo.catalog.type_routes import type_routes

PREFIX = "/api"
_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True)
class Request:
    """A request as it came in.

    Attributes:
        method: HTTP method.
        path: the path, percent-encoded, from ``/api`` on.
        query: the query string.
        headers: the headers, names in lower case.
        body: the bytes of the body.
    """

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Response:
    """An answer ready to send, with what the log needs to know."""

    status: int
    body: bytes
    route: str
    actor: str | None
    headers: Mapping[str, str]


class Application:
    """Answers requests against one catalog."""

    def __init__(self, context: Context, log: RequestLog) -> None:
        self._context = context
        self._log = log
        self._router = Router(
            [
                *system_routes(),
                *entity_routes(),
                *pipeline_routes(),
                *product_routes(),
                *lineage_routes(),
                *type_routes(),
                *profile_routes(),
            ]
        )

    def answer(self, request: Request) -> Response:
        """Answer one request; whatever goes wrong becomes an error answer."""
        path = request.path.removeprefix(PREFIX)
        actor = self._context.actors.of(request.headers.get("authorization"))
        name = actor.name if actor else None
        found = self._router.match(request.method, path) if request.path.startswith(PREFIX + "/") else None
        if found is None:
            error = UnsupportedError(f"{request.method} {request.path}")
            self._log.add_unsupported(error.what)
            return _refusal(error, path, name)
        route, params = found
        try:
            answer = self._run(request, route, params, actor)
        except ApiError as error:
            if isinstance(error, UnsupportedError):
                self._log.add_unsupported(f"{request.method} {route.template}: {error.what}")
            return _refusal(error, route.template, name)
        except Exception as error:
            _LOGGER.exception("The stand-in failed on %s %s", request.method, route.template)
            self._log.add_crash(f"{request.method} {route.template}: {error!r}")
            crashed = ApiError(HTTPStatus.INTERNAL_SERVER_ERROR, f"The stand-in failed: {error!r}")
            return _refusal(crashed, route.template, name)
        body = b"" if answer.body is None else _encode(answer.body)
        return Response(int(answer.status), body, route.template, name, {})

    def _run(self, request: Request, route: Route, params: Mapping[str, str], actor: Actor | None) -> Answer:
        if actor is None and not route.public:
            sent = request.headers.get("authorization")
            raise unauthorized(f"Not Authorized! {'Invalid Token' if sent else 'Token not present'}")
        query = _parse_query(request.query, route)
        body = _parse_body(request, route)
        call = Call(
            self._context, actor or NOBODY, params, query, body, if_match=request.headers.get("if-match")
        )
        with self._context.lock:
            return route.handler(call)


def _refusal(error: ApiError, route: str, actor: str | None) -> Response:
    headers = {"WWW-Authenticate": "om-auth"} if error.status == HTTPStatus.UNAUTHORIZED else {}
    return Response(int(error.status), _encode(error.body()), route, actor, headers)


def _encode(body: Any) -> bytes:
    return json.dumps(body, separators=(",", ":")).encode()


def _parse_query(text: str, route: Route) -> dict[str, str]:
    pairs = parse_qsl(text, keep_blank_values=True)
    query = dict(pairs)
    if len(query) < len(pairs):
        raise bad_request("A query parameter is given twice")
    unknown = query.keys() - route.query
    if unknown:
        raise UnsupportedError(f"query parameter {', '.join(sorted(unknown))}")
    return query


def _parse_body(request: Request, route: Route) -> Any:
    if not request.body:
        return None
    sent = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if sent != route.media and not (sent == "" and route.media == JSON):
        raise ApiError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"HTTP 415 Unsupported Media Type: {sent}")
    try:
        return json.loads(request.body, parse_constant=_refuse_constant)
    except ValueError as error:
        raise bad_request(f"Unable to process JSON: {error}") from error


def _refuse_constant(text: str) -> Any:
    raise ValueError(f"{text} is no JSON")
