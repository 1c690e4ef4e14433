"""What was asked: every request with its route, its answer's status and who asked."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass

_WRITES = frozenset({"PUT", "POST", "PATCH", "DELETE"})
DROPPED = 0
"""Status of a request whose connection was closed without an answer."""


@dataclass(frozen=True)
class RequestEntry:
    """One request.

    Attributes:
        method: HTTP method.
        route: the route's template, such as ``/v1/tables/{id}``; the path itself when no route fits.
        path: the path as sent, from ``/v1`` on.
        query: the query string as sent, empty without one.
        status: status of the answer, ``DROPPED`` without one.
        body_size: bytes of the request's body.
        answer_size: bytes of the answer's body.
        actor: name of the caller, None without a known token.
    """

    method: str
    route: str
    path: str
    query: str
    status: int
    body_size: int
    answer_size: int
    actor: str | None


class RequestLog:
    """All requests since the start or the last reset; safe to read while the server works."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: list[RequestEntry] = []
        self._unsupported: list[str] = []
        self._crashes: list[str] = []

    def add(self, entry: RequestEntry) -> None:
        """Note a request."""
        with self._lock:
            self._entries.append(entry)

    def add_unsupported(self, what: str) -> None:
        """Note something that the stand-in refused because it does not know it."""
        with self._lock:
            self._unsupported.append(what)

    def add_crash(self, what: str) -> None:
        """Note a failure of the stand-in itself."""
        with self._lock:
            self._crashes.append(what)

    def reset(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()
            self._unsupported.clear()
            self._crashes.clear()

    @property
    def entries(self) -> list[RequestEntry]:
        """A copy of the requests, in the order of their answers."""
        with self._lock:
            return list(self._entries)

    @property
    def unsupported(self) -> list[str]:
        """What was refused because the stand-in does not know it."""
        with self._lock:
            return list(self._unsupported)

    @property
    def crashes(self) -> list[str]:
        """Failures of the stand-in itself, as request and exception."""
        with self._lock:
            return list(self._crashes)

    @property
    def total(self) -> int:
        """The number of requests."""
        with self._lock:
            return len(self._entries)

    @property
    def counts(self) -> Counter[tuple[str, str]]:
        """The number of requests by method and route."""
        return Counter((entry.method, entry.route) for entry in self.entries)

    def count(self, method: str, route: str) -> int:
        """The number of requests of one method and route."""
        return self.counts[method, route]

    def writes(self) -> list[RequestEntry]:
        """The requests that may write: PUT, POST, PATCH and DELETE."""
        return [entry for entry in self.entries if entry.method in _WRITES]
