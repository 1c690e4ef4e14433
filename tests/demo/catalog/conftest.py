"""A stand-in for each test, and clients of its two stock actors."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from connector.bridge.demo.catalog import CatalogServer
from tests.demo.catalog.support import Api, build_schema


@pytest.fixture
def server() -> Iterator[CatalogServer]:
    """A stand-in that must not fail by itself."""
    with CatalogServer() as started:
        yield started
        assert started.log.crashes == []


@pytest.fixture
def admin(server: CatalogServer) -> Iterator[Api]:
    """A human administrator."""
    api = Api(server, server.admin_token)
    with api.session:
        yield api


@pytest.fixture
def bot(server: CatalogServer) -> Iterator[Api]:
    """The stock ingestion bot."""
    api = Api(server, server.bot_token)
    with api.session:
        yield api


@pytest.fixture
def schema(admin: Api) -> str:
    """A schema with its database and service."""
    build_schema(admin)
    return "svc.db.sales"
