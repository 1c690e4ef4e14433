"""What the framework looks up beside the source class: how to connect, and how to test the connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from metadata.generated.schema.entity.automations.workflow import Workflow as AutomationWorkflow
from metadata.generated.schema.entity.services.connections.database.customDatabaseConnection import (
    CustomDatabaseConnection,
)
from metadata.generated.schema.entity.services.connections.testConnectionDefinition import (
    TestConnectionDefinition,
)
from metadata.generated.schema.entity.services.connections.testConnectionResult import (
    StatusType,
    TestConnectionResult,
    TestConnectionStepResult,
)
from metadata.ingestion.connections.test_connections import test_connection_steps
from metadata.ingestion.ometa.ometa_api import OpenMetadata

from connector.bridge.errors import BridgeError
from connector.bridge.options import parse_options
from connector.bridge.wire.client import BridgeClient

SERVICE_TYPE = "CustomDatabase"
STEP = "CheckAccess"
"""The one step of the server's definition for custom databases."""


def get_connection(connection: CustomDatabaseConnection) -> BridgeClient:
    """Make the client of a service's Bridge.

    Args:
        connection: The service's connection.

    Returns:
        The client; nothing is sent yet.

    Raises:
        ConfigurationError: An option can't be used.
    """
    options = connection.connectionOptions
    return BridgeClient.from_connection(parse_options(options.root if options else {}, SERVICE_TYPE))


def run_test_connection(
    metadata: OpenMetadata[Any, Any],
    client: BridgeClient,
    service_connection: CustomDatabaseConnection,
    automation_workflow: AutomationWorkflow | None = None,
    timeout_seconds: int | None = 180,
) -> TestConnectionResult:
    """Test whether the Bridge can be read.

    Args:
        metadata: The framework's client.
        client: What get_connection made.
        service_connection: The service's connection.
        automation_workflow: The workflow to tell the result, when the server asked for the test.
        timeout_seconds: Longest time for all steps, in seconds.

    Returns:
        The result; a server without a definition of the steps gets the same one step.
    """
    # The framework's look-up answers None both for "not there" and for an older server.
    definition = metadata.get_by_name(TestConnectionDefinition, f"{SERVICE_TYPE}.testConnectionDefinition")
    check: Callable[[], object] = client.summary
    if definition is None:
        return _run_alone(check)
    steps = {step.name: check for step in definition.steps}
    return test_connection_steps(metadata, SERVICE_TYPE, steps, automation_workflow, timeout_seconds)


def _run_alone(check: Callable[[], object]) -> TestConnectionResult:
    """Run the step without a definition from the server."""
    problem = None
    try:
        check()
    except BridgeError as error:
        problem = str(error)
    step = TestConnectionStepResult(
        name=STEP, mandatory=True, passed=problem is None, message=problem, errorLog=problem
    )
    return TestConnectionResult(
        status=StatusType.Successful if problem is None else StatusType.Failed, steps=[step]
    )
