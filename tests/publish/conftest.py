"""A catalog and the framework's client for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from metadata.generated.schema.entity.services.connections.metadata.openMetadataConnection import (
    OpenMetadataConnection,
)
from metadata.ingestion.ometa.ometa_api import OpenMetadata

from connector.bridge.demo.catalog import CatalogServer
from connector.bridge.publish.api import CatalogApi, make_patient

Client = OpenMetadata[Any, Any]


@pytest.fixture
def catalog() -> Iterator[CatalogServer]:
    with CatalogServer() as server:
        yield server


@pytest.fixture
def client(catalog: CatalogServer) -> Client:
    return connect(catalog)


def connect(catalog: CatalogServer) -> Client:
    """Make the client of a workflow, as it is before the source prepares it."""
    return OpenMetadata(
        OpenMetadataConnection.model_validate(
            {
                "hostPort": catalog.url,
                "authProvider": "openmetadata",
                "securityConfig": {"jwtToken": catalog.bot_token},
            }
        )
    )


@pytest.fixture
def api(client: Client) -> CatalogApi:
    make_patient(client)
    return CatalogApi(client)
