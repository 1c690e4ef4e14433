"""A demo Bridge and a way to ask it that shares nothing with the connector's client."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest

from connector.bridge.demo.bridge import BridgeServer, Installation

AGENT = "openmetadata-bridge-connector/0.1.0"


class Noticed(threading.Event):
    """An event that tells when somebody begins to wait for it."""

    def __init__(self) -> None:
        super().__init__()
        self.waited_for = threading.Event()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait as ever."""
        self.waited_for.set()
        return super().wait(timeout)


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The content as JSON."""
        return json.loads(self.body)


class Asker:
    """One kept connection to a Bridge."""

    def __init__(self, server: BridgeServer) -> None:
        self.server = server
        parts = urlsplit(server.url)
        self._prefix = parts.path
        self.connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)

    def ask(
        self,
        target: str = "/listings",
        *,
        method: str = "GET",
        body: bytes | None = None,
        **headers: str | None,
    ) -> Reply:
        """Send a request as the contract wants it; headers replace that, None leaves one out, underscores stand for dashes."""
        sent: dict[str, str | None] = {"Authorization": f"Bearer {self.server.token}", "User-Agent": AGENT}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        given = {name: value for name, value in sent.items() if value is not None}
        self.connection.request(method, f"{self._prefix}/bridge/v1{target}", body, given)
        response = self.connection.getresponse()
        received = {name.lower(): value for name, value in response.getheaders()}
        return Reply(response.status, received, response.read())


def listing(listing_id: str, **fields: Any) -> dict[str, Any]:
    """Make a listing without objects."""
    return {"id": listing_id, "version": "7", "name": listing_id.upper(), "tables": [], **fields}


@pytest.fixture
def server() -> Iterator[BridgeServer]:
    """A Bridge with three listings, one of which has an id that needs escapes."""
    installation = Installation(
        {"id": "acme", "name": "Acme"}, {one: listing(one) for one in ("a", "b", "c/ä")}
    )
    with BridgeServer(installation, token="known-token") as running:
        yield running


@pytest.fixture
def asker(server: BridgeServer) -> Iterator[Asker]:
    """A connection to the Bridge."""
    made = Asker(server)
    yield made
    made.connection.close()
