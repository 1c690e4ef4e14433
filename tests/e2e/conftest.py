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
    worlds: list[World] = []
    with ExitStack() as stack:

        def make(*listings: Json, **more: Any) -> World:
            bridge = stack.enter_context(BridgeServer(installation(*listings)))
            here = World(bridge, catalog, **more)
            worlds.append(here)
            return here

        yield make
    for here in worlds:
        # A test that gives the token of its own is about one that is refused.
        assert here.bridge.log.violations == () or "token" in here.options
