"""What a run did, counted per kind, for the log and for the tests of a whole run."""

from __future__ import annotations

import threading
from collections import Counter
from enum import Enum

from connector.bridge.plan.model import Note


class Action(str, Enum):
    """What happened to one thing."""

    CREATED = "created"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    FILTERED = "filtered out"
    READ = "read"
    FAILED = "failed"
    UNAVAILABLE = "unavailable"


KINDS = ("listing", "object", "domain", "team", "service", "database", "schema", "table", "view")


class RunReport:
    """Counts per kind and action; may be used by several threads."""

    def __init__(self) -> None:
        """Start empty."""
        self._lock = threading.Lock()
        self._counts: Counter[tuple[str, Action]] = Counter()
        self._notes: set[Note] = set()

    def count(self, kind: str, action: Action, number: int = 1) -> None:
        """Count what happened to things.

        Args:
            kind: One of KINDS.
            action: What happened.
            number: To how many; negative to take back what turned out otherwise.
        """
        with self._lock:
            self._counts[kind, action] += number

    def is_news(self, note: Note) -> bool:
        """Tell whether a note was not given before in this run.

        Args:
            note: A note; the same one may come from each listing that shares an object.

        Returns:
            True the first time.
        """
        with self._lock:
            fresh = note not in self._notes
            self._notes.add(note)
            return fresh

    def lines(self) -> list[str]:
        """Give the report as text.

        Returns:
            A line for each kind that occurred, such as `table: 24 created, 2 filtered out`.
        """
        with self._lock:
            lines = []
            for kind in KINDS:
                parts = [
                    f"{self._counts[kind, action]} {action.value}"
                    for action in Action
                    if self._counts[kind, action]
                ]
                if parts:
                    lines.append(f"{kind}: {', '.join(parts)}")
            return lines
