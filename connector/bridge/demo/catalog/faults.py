"""Planted faults: answers that go wrong, come late or never come."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong with requests.

    Attributes:
        method: regular expression for the whole HTTP method, such as ``PUT`` or ``.*``.
        path: regular expression that is searched in the path as sent, from ``/api`` on.
        status: status of the answer; None lets the request through after the delay.
        times: how many requests it hits, None for all.
        after: how many fitting requests pass before the first hit.
        headers: headers of the answer, such as ``Retry-After``.
        body: the answer's body: text or bytes as they are, anything else as JSON; None is the server's form of an error.
        delay_seconds: wait before anything happens.
        drop: close the connection without an answer, before or after the request took effect.
    """

    method: str
    path: str
    status: int | None = 503
    times: int | None = 1
    after: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    delay_seconds: float = 0
    drop: Literal["before", "after"] | None = None

    def answer_body(self) -> bytes:
        """The bytes of the answer's body."""
        if isinstance(self.body, bytes):
            return self.body
        if isinstance(self.body, str):
            return self.body.encode()
        if self.body is None:
            return json.dumps({"code": self.status, "message": "Planted fault"}).encode()
        return json.dumps(self.body).encode()

    def answer_type(self) -> str:
        """The media type of the answer, unless the headers give one: text may be the page of a proxy."""
        return "text/html" if isinstance(self.body, (str, bytes)) else "application/json"


class PlantedFault:
    """A fault in place: how many requests fitted it and how many it hit."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        self.seen = 0
        self.hits = 0
        self._hit = threading.Event()
        self._method = re.compile(fault.method)
        self._path = re.compile(fault.path)

    def take(self, method: str, path: str) -> bool:
        """Whether it hits this request; counts."""
        if not (self._method.fullmatch(method) and self._path.search(path)):
            return False
        self.seen += 1
        worn_off = self.fault.times is not None and self.hits >= self.fault.times
        if self.seen <= self.fault.after or worn_off:
            return False
        self.hits += 1
        self._hit.set()
        return True

    def wait(self, seconds: float) -> bool:
        """Wait for the first hit; False when none came in time."""
        return self._hit.wait(seconds)


class Faults:
    """The faults in place, in the order in which they were planted; the first that hits counts."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._planted: list[PlantedFault] = []

    def add(self, fault: Fault) -> PlantedFault:
        """Plant a fault; the result tells how often it hit."""
        planted = PlantedFault(fault)
        with self._lock:
            self._planted.append(planted)
        return planted

    def clear(self) -> None:
        """Take all faults away."""
        with self._lock:
            self._planted.clear()

    def take(self, method: str, path: str) -> Fault | None:
        """The fault that hits a request, if any."""
        with self._lock:
            for planted in self._planted:
                if planted.take(method, path):
                    return planted.fault
        return None
