"""A demo Bridge and clients of it that wait for nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from connector.bridge.demo.bridge import BridgeServer, Installation
from connector.bridge.wire.client import BridgeClient
from connector.bridge.wire.retry import RetryPolicy
from connector.bridge.wire.tokens import TokenSource, ValueToken

from .samples import listing

_VARIABLES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "requests_ca_bundle", "curl_ca_bundle")


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep proxies, authorities and passwords of whoever runs the tests out of them."""
    for name in _VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NETRC", "/dev/null")


@dataclass
class Connected:
    """A client and the waits it would have made, in seconds."""

    client: BridgeClient
    slept: list[float] = field(default_factory=list)


Connect = Callable[..., Connected]


class Together(threading.Event):
    """Something to wait for that comes when so many wait for it."""

    def __init__(self, parties: int) -> None:
        super().__init__()
        self._barrier = threading.Barrier(parties)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the others."""
        self._barrier.wait(30)
        return True


@pytest.fixture
def bridge() -> Iterator[BridgeServer]:
    """A Bridge with three listings; its contract must not have been broken when the test ends (`bridge.log.reset()` if meant)."""
    info = {"id": "acme", "name": "Acme data exchange", "portalUrl": "https://portal.example.com"}
    installation = Installation(info, {one: listing(one) for one in ("a", "b", "c")})
    with BridgeServer(installation) as server:
        yield server
        assert server.log.violations == ()


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Makes clients whose repetitions come at once, with the longest wait a policy could choose noted."""
    made: list[BridgeClient] = []

    def make(server: BridgeServer, *, token: TokenSource | None = None, **options: Any) -> Connected:
        slept: list[float] = []
        options.setdefault("retry", RetryPolicy(jitter=lambda: 1.0))
        options.setdefault("sleep", slept.append)
        client = BridgeClient(server.url, token or ValueToken(server.token), **options)
        made.append(client)
        return Connected(client, slept)

    yield make
    for client in made:
        client.close()


@pytest.fixture
def connected(bridge: BridgeServer, connect: Connect) -> Connected:
    """A client of the Bridge."""
    return connect(bridge)
