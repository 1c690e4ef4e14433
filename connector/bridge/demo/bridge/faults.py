"""Faults on demand: what servers and the proxies before them do to answers, each for some requests."""

from __future__ import annotations

import gzip
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from connector.bridge.demo.bridge.answers import JSON_TYPE, Answer, failed

SUFFIX = "-gzip"
"""What Apache's mod_deflate puts inside the quotes of an entity tag."""


@dataclass(frozen=True)
class Fault:
    """One fault and the requests that it befalls. What it does can be combined; what is left out stays as it would be.

    Attributes:
        path: Regular expression, searched in the path as it was sent, from `/listings` on: `^/listings$` is the summary,
            `^/listings/` any listing.
        status: The status instead of the real answer, with an error body of the contract's shape.
        times: How many requests it befalls, None for all.
        after: How many requests with such a path it lets pass first.
        delay_seconds: How long to wait before answering; a stop of the server ends the wait.
        hold: An event to wait for before answering; a stop of the server ends the wait.
        headers: Further headers, or others; `Transfer-Encoding` sends the body without a length, as it is.
        body: Other content: text that starts with `<` is sent as HTML, all else as JSON.
        cut_body: Whether to close the connection after half of the content, which the length says is whole.
        invalid_json: Whether to end the content in its middle, with the right length.
        drop: Whether to close the connection instead of answering.
        etag: What becomes of the entity tag: made weak, given a proxy's suffix, replaced by another content's, or taken away.
        paging: What becomes of `nextPageToken`: always the same one, or always a new one without an end.
        gzip: Whether to compress the content.
    """

    path: str = ""
    status: int | None = None
    times: int | None = 1
    after: int = 0
    delay_seconds: float = 0.0
    hold: threading.Event | None = field(default=None, compare=False)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | bytes | None = None
    cut_body: bool = False
    invalid_json: bool = False
    drop: bool = False
    etag: Literal["weak", "suffixed", "wrong", "missing"] | None = None
    paging: Literal["repeat", "endless"] | None = None
    gzip: bool = False

    @property
    def replaces(self) -> bool:
        """Whether the real answer is not needed."""
        return self.status is not None or self.body is not None or self.drop


@dataclass
class Armed:
    """A fault that waits for its requests.

    Attributes:
        fault: The fault.
        seen: Requests with such a path so far that no earlier fault took.
        hits: Requests that it befell.
    """

    fault: Fault
    seen: int = 0
    hits: int = 0


class Faults:
    """The faults of a server; the first that is due takes the request, later ones do not see it."""

    def __init__(self) -> None:
        """Start without faults."""
        self._lock = threading.Lock()
        self._armed: list[Armed] = []

    def add(self, fault: Fault) -> Armed:
        """Add a fault.

        Args:
            fault: The fault.

        Returns:
            The fault with its counters.
        """
        armed = Armed(fault)
        with self._lock:
            self._armed.append(armed)
        return armed

    def clear(self) -> None:
        """Take all faults away."""
        with self._lock:
            self._armed.clear()

    def take(self, path: str) -> Fault | None:
        """Find the fault that befalls a request.

        Args:
            path: The path as it was sent, from `/listings` on.

        Returns:
            The fault, None when the request is answered as it should be.
        """
        with self._lock:
            for armed in self._armed:
                fault = armed.fault
                if not re.search(fault.path, path):
                    continue
                armed.seen += 1
                if armed.seen > fault.after and (fault.times is None or armed.hits < fault.times):
                    armed.hits += 1
                    return fault
        return None


def replaced(fault: Fault) -> Answer:
    """Make the answer that stands in for the real one.

    Args:
        fault: A fault with a status or a body.

    Returns:
        The answer, without what altered() does.
    """
    status = 200 if fault.status is None else fault.status
    if fault.body is None:
        return Answer(304) if status == 304 else failed(status)
    body = fault.body.encode() if isinstance(fault.body, str) else fault.body
    content_type = "text/html; charset=utf-8" if body.lstrip()[:1] == b"<" else JSON_TYPE
    return Answer(status, body, {"Content-Type": content_type})


def altered(answer: Answer, fault: Fault) -> Answer:
    """Do to an answer what a fault says, apart from how it is sent.

    Args:
        answer: The real answer, or the one that stands in for it.
        fault: The fault.

    Returns:
        The answer to send.
    """
    headers, body = dict(answer.headers), answer.body
    tag = headers.pop("ETag", None)
    if tag is not None and fault.etag != "missing":
        headers["ETag"] = _tag(tag, fault)
    if fault.invalid_json:
        body = body[: len(body) // 2]
    if fault.gzip and body:
        body = gzip.compress(body, mtime=0)
        headers["Content-Encoding"] = "gzip"
    headers.update(fault.headers)
    return replace(answer, headers=headers, body=body)


def _tag(tag: str, fault: Fault) -> str:
    if fault.etag == "weak":
        return f"W/{tag}"
    if fault.etag == "suffixed":
        return f'{tag[:-1]}{SUFFIX}"'
    return '"of-something-else"' if fault.etag == "wrong" else tag
