"""What goes over the wire and how long parts of a run take, seen from inside the process."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, TypeVar
from unittest.mock import patch
from urllib.parse import urlsplit

from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter

T = TypeVar("T")

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def route_of(method: str, url: str) -> str:
    """Give the route of a request to the catalog.

    Args:
        method: HTTP method.
        url: Its URL.

    Returns:
        Such as `GET /tables/name/{fqn}`: what follows the version, with placeholders for names and ids.
    """
    segments = urlsplit(url).path.partition("/v1/")[2].split("/")
    if "name" in segments[:-1]:
        segments[segments.index("name") + 1 :] = ["{fqn}"]
    return f"{method} /{'/'.join(_UUID.sub('{id}', segment) for segment in segments)}"


class Meter:
    """Counts the requests of all sessions of this process while it runs.

    Attributes:
        requests: Requests to the catalog by method and route.
        bytes_up: Bytes of their bodies.
        elsewhere: Requests to any other host, which is the Bridge.
        bodies: Bodies of the requests that write tables, when they are kept.
    """

    def __init__(self, catalog_url: str, *, keep_bodies: bool = False) -> None:
        """Make a meter.

        Args:
            catalog_url: What the URLs of the catalog start with.
            keep_bodies: Whether to keep the tables that are written.
        """
        self.requests: Counter[str] = Counter()
        self.bytes_up = 0
        self.elsewhere = 0
        self.bodies: list[bytes] = []
        self._catalog_url = catalog_url
        self._keep_bodies = keep_bodies
        self._lock = threading.Lock()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count while the block runs."""
        send = HTTPAdapter.send

        def counted(adapter: HTTPAdapter, request: PreparedRequest, *args: Any, **options: Any) -> Response:
            self._note(request)
            return send(adapter, request, *args, **options)

        with patch.object(HTTPAdapter, "send", counted):
            yield

    def _note(self, request: PreparedRequest) -> None:
        url, body = request.url or "", request.body or b""
        content = body.encode() if isinstance(body, str) else bytes(body)
        with self._lock:
            if not url.startswith(self._catalog_url):
                self.elsewhere += 1
                return
            route = route_of(request.method or "", url)
            self.requests[route] += 1
            self.bytes_up += len(content)
            if self._keep_bodies and route in {"PUT /tables", "PUT /tables/bulk"}:
                self.bodies.append(content)


class Stopwatch:
    """Adds up the time that is spent inside generators.

    Attributes:
        seconds: The time so far.
    """

    def __init__(self) -> None:
        """Start at zero."""
        self.seconds = 0.0

    def over(self, generator: Callable[..., Iterator[T]]) -> Callable[..., Iterator[T]]:
        """Wrap a generator function.

        Args:
            generator: The function.

        Returns:
            One that does the same, with the time between being asked for an item and giving it on this watch.
        """

        def timed(*args: Any, **options: Any) -> Iterator[T]:
            items = generator(*args, **options)
            while True:
                began = perf_counter()
                try:
                    item = next(items)
                except StopIteration:
                    return
                finally:
                    self.seconds += perf_counter() - began
                yield item

        return timed
