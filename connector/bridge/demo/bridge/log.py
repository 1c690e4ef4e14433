"""Which requests came, what was answered, and what in them breaks the contract."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Entry:
    """One request and its end.

    Attributes:
        method: HTTP method.
        path: The path as it was sent, from `/listings` on.
        query: Query parameters in their order, decoded.
        headers: Headers by lower-case name, without `authorization`.
        status: The status that was answered, None when the connection was dropped.
        violations: What in the request breaks the contract.
    """

    method: str
    path: str
    query: tuple[tuple[str, str], ...]
    headers: dict[str, str] = field(repr=False)
    status: int | None
    violations: tuple[str, ...]


class RequestLog:
    """The requests of a server in the order of their answers."""

    def __init__(self) -> None:
        """Start with no request."""
        self._lock = threading.Lock()
        self._entries: list[Entry] = []
        self._now = 0
        self._most = 0

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All requests."""
        with self._lock:
            return tuple(self._entries)

    @property
    def total(self) -> int:
        """How many requests there were."""
        with self._lock:
            return len(self._entries)

    @property
    def violations(self) -> tuple[str, ...]:
        """What broke the contract, each with its request."""
        return tuple(
            f"{entry.method} {entry.path}: {violation}"
            for entry in self.entries
            for violation in entry.violations
        )

    @property
    def most_at_once(self) -> int:
        """The largest number of requests that waited for their answers at the same time."""
        with self._lock:
            return self._most

    def matching(self, path: str) -> tuple[Entry, ...]:
        """Find requests by their path.

        Args:
            path: Regular expression, searched in the path as it was sent, from `/listings` on.

        Returns:
            The requests.
        """
        return tuple(entry for entry in self.entries if re.search(path, entry.path))

    def reset(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()
            self._most = self._now

    def add(self, entry: Entry) -> None:
        """Remember a request.

        Args:
            entry: The request.
        """
        with self._lock:
            self._entries.append(entry)

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """Count a request as under way while the block runs."""
        with self._lock:
            self._now += 1
            self._most = max(self._most, self._now)
        try:
            yield
        finally:
            with self._lock:
                self._now -= 1
