"""The functions that the framework looks up beside the source class, with and without the server's definition of the steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from metadata.generated.schema.entity.services.connections.database.customDatabaseConnection import (
    CustomDatabaseConnection,
)
from metadata.generated.schema.entity.services.connections.testConnectionResult import StatusType
from metadata.utils.importer import import_connection_fn

from connector.bridge.demo.bridge import BridgeServer
from connector.bridge.demo.catalog import CatalogServer
from connector.bridge.errors import ConfigurationError
from tests.e2e.build import installation, listing
from tests.publish.conftest import Client, connect


@dataclass
class Bench:
    """What a connection test needs."""

    bridge: BridgeServer
    client: Client
    connection: CustomDatabaseConnection


@pytest.fixture(params=[False, True], ids=["without a definition", "with a definition"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    with (
        CatalogServer(custom_test_definition=request.param) as catalog,
        BridgeServer(installation(listing("a"))) as bridge,
    ):
        options = {"hostPort": bridge.url, "token": bridge.token, "maxRetries": "0"}
        yield Bench(bridge, connect(catalog), connection(options))


def connection(options: dict[str, str]) -> CustomDatabaseConnection:
    """Make a service's connection."""
    return CustomDatabaseConnection.model_validate(
        {
            "type": "CustomDatabase",
            "sourcePythonClass": "connector.bridge.source.BridgeSource",
            "connectionOptions": options,
        }
    )


def test_the_framework_finds_both_functions_and_a_good_connection_passes(bench: Bench) -> None:
    get_connection = import_connection_fn(bench.connection, "get_connection")
    test_connection = import_connection_fn(bench.connection, "test_connection")
    result = test_connection(bench.client, get_connection(bench.connection), bench.connection)
    assert [(step.name, step.passed) for step in result.steps] == [("CheckAccess", True)]


def test_a_refused_token_fails_the_step_with_the_reason(bench: Bench) -> None:
    bench.bridge.token = "rotated"
    get_connection = import_connection_fn(bench.connection, "get_connection")
    test_connection = import_connection_fn(bench.connection, "test_connection")
    result = test_connection(bench.client, get_connection(bench.connection), bench.connection)
    (step,) = result.steps
    assert not step.passed
    assert "[BRIDGE_TOKEN_REJECTED]" in step.errorLog
    assert result.status is not StatusType.Successful


def test_faulty_options_are_told_before_anything_is_asked(bench: Bench) -> None:
    get_connection = import_connection_fn(bench.connection, "get_connection")
    with pytest.raises(ConfigurationError, match="did you mean `hostPort`"):
        get_connection(connection({"hostport": "https://x", "token": "t"}))
    assert bench.bridge.log.total == 0
