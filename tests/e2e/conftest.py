"""The two stand-ins for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from connector.bridge.demo.bridge import BridgeServer
from connector.bridge.demo.catalog import CatalogServer
from tests.e2e.build import Json, installation
from tests.e2e.harness import World

MakeWorld = Callable[..., World]


@pytest.fixture
def catalog() -> Iterator[CatalogServer]:
    with CatalogServer() as server:
        yield server
        assert server.log.unsupported == []


@pytest.fixture
def world(catalog: CatalogServer) -> Iterator[MakeWorld]:
    """Make a world of listings; several worlds of one test share the catalog."""
    with ExitStack() as stack:

        def make(*listings: Json, **more: Any) -> World:
            bridge = stack.enter_context(BridgeServer(installation(*listings)))
            stack.callback(lambda: pytest.fail(str(bridge.log.violations)) if bridge.log.violations else None)
            return World(bridge, catalog, **more)

        yield make
