"""One request as a handler sees it, its answer, and the table of routes."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

from connector.bridge.demo.catalog.actors import Actor
from connector.bridge.demo.catalog.context import Context, Writer
from connector.bridge.demo.catalog.errors import ApiError, bad_request

JSON = "application/json"
JSON_PATCH = "application/json-patch+json"
NOBODY = Actor(name="anonymous", token="")


@dataclass(frozen=True)
class Call:
    """A request: what it asks for and who asks.

    Attributes:
        context: the catalog.
        actor: the caller; nobody on a route without authentication.
        params: decoded values of the route's placeholders.
        query: query parameters, each once.
        body: the decoded JSON, None without a body.
        if_match: the ``If-Match`` header.
    """

    context: Context
    actor: Actor
    params: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    if_match: str | None = None

    @property
    def entity_id(self) -> str:
        """The ``id`` of the path.

        Raises:
            ApiError: 404 when it is no UUID, as a route that takes only UUIDs answers.
        """
        return as_uuid(self.params["id"])

    def flag(self, name: str) -> bool:
        """A query parameter that is true or false; false without it.

        Raises:
            ApiError: 400 for anything else.
        """
        text = self.query.get(name, "false").lower()
        if text not in {"true", "false"}:
            raise bad_request(f"[query param {name} must be true or false]")
        return text == "true"

    def number(self, name: str, default: int) -> int:
        """A query parameter that is a whole number from 0.

        Raises:
            ApiError: 400 for anything else.
        """
        text = self.query.get(name)
        if text is None:
            return default
        if not text.isdecimal():
            raise bad_request(f"[query param {name} must be a whole number]")
        return int(text)

    def writer(self, *, override: bool = False) -> Writer:
        """The caller as one who writes."""
        return Writer(self.actor, override)


def as_uuid(text: str) -> str:
    """The text as a UUID in lower case.

    Raises:
        ApiError: 404 when it is none.
    """
    try:
        return str(uuid.UUID(text))
    except ValueError as error:
        raise ApiError(HTTPStatus.NOT_FOUND, "HTTP 404 Not Found") from error


@dataclass(frozen=True)
class Answer:
    """An answer: status and JSON body; None is an empty body."""

    body: Any = None
    status: int = HTTPStatus.OK


Handler = Callable[[Call], Answer]


@dataclass(frozen=True)
class Route:
    """One operation of the API.

    Attributes:
        method: HTTP method.
        template: path with placeholders, such as ``/v1/tables/{id}``.
        handler: what answers.
        query: names of the query parameters that it takes; others are refused.
        media: media type of the request's body.
        public: needs no token.
    """

    method: str
    template: str
    handler: Handler
    query: frozenset[str] = frozenset()
    media: str = JSON
    public: bool = False


class Router:
    """Finds the route of a request; a literal step of a path wins over a placeholder."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._routes: dict[tuple[str, int], list[tuple[list[str], Route]]] = {}
        for route in routes:
            steps = route.template.split("/")
            self._routes.setdefault((route.method, len(steps)), []).append((steps, route))
        for group in self._routes.values():
            group.sort(key=lambda item: [step.startswith("{") for step in item[0]])

    def match(self, method: str, path: str) -> tuple[Route, dict[str, str]] | None:
        """The route for a path.

        Args:
            method: HTTP method.
            path: the path as sent, percent-encoded, from ``/v1`` on.

        Returns:
            The route and the decoded values of its placeholders, or None.
        """
        steps = [unquote(step) for step in path.split("/")]
        for template, route in self._routes.get((method, len(steps)), ()):
            params = _params(template, steps)
            if params is not None:
                return route, params
        return None


def _params(template: list[str], steps: list[str]) -> dict[str, str] | None:
    params: dict[str, str] = {}
    for expected, step in zip(template, steps, strict=True):
        if expected.startswith("{"):
            if not step:
                return None
            params[expected[1:-1]] = step
        elif expected != step:
            return None
    return params
