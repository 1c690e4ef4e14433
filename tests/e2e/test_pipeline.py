"""As a pipeline that the server knows: its connection comes from the service, its status and progress go back."""

from __future__ import annotations

import uuid
from typing import Any

from metadata.workflow.metadata import MetadataWorkflow

from tests.e2e.build import listing, table
from tests.e2e.conftest import MakeWorld
from tests.e2e.harness import World

PIPELINE = "bridge.bridge_metadata"


def as_the_server_runs_it(world: World) -> dict[str, Any]:
    """Give the workflow that the server's scheduler makes: no connection, but the pipeline's name and a run id."""
    config = world.config()
    del config["source"]["serviceConnection"]
    config["ingestionPipelineFQN"] = PIPELINE
    config["pipelineRunId"] = str(uuid.UUID(int=1))
    return config


def make_service(world: World) -> None:
    """Make the service as a person does in the UI, with all options as text."""
    options = {
        "hostPort": world.bridge.url,
        "token": world.bridge.token,
        "maxRetries": "1",
        "fetchThreads": "2",
    }
    connection = {
        "type": "CustomDatabase",
        "sourcePythonClass": "connector.bridge.source.BridgeSource",
        "connectionOptions": options,
    }
    body = {"name": "bridge", "serviceType": "CustomDatabase", "connection": {"config": connection}}
    world.as_admin("PUT", "/services/databaseServices", body)


def run(world: World) -> Any:
    """Run the workflow and see that it is well."""
    workflow: Any = MetadataWorkflow.create(as_the_server_runs_it(world))
    workflow.execute()
    workflow.raise_from_status()
    workflow.stop()
    return workflow


def test_connection_from_the_service_and_status_back(world: MakeWorld) -> None:
    names = [f"t{number}" for number in range(5)]
    here = world(listing("sales", tables=[table(name) for name in names]))
    make_service(here)
    service = here.catalog.catalog.get("databaseServices", "bridge")
    run(here)
    assert len(here.tables()) == 5
    after = here.catalog.catalog.get("databaseServices", "bridge")
    assert service is not None
    assert after is not None
    assert after["connection"] == service["connection"]
    status = here.as_admin(
        "GET", f"/services/ingestionPipelines/{PIPELINE}/pipelineStatus/{uuid.UUID(int=1)}"
    )
    assert status["pipelineState"] == "success"
    source = next(step for step in status["status"] if step["name"] == "CustomDatabase")
    assert source["errors"] == 0
    versions = here.catalog.catalog.versions()
    run(here)
    assert here.catalog.catalog.versions() == versions


def test_progress_has_totals(world: MakeWorld) -> None:
    here = world(
        listing(
            "sales",
            tables=[table("a"), table("b"), table("c", namespace=["other"]), table("d", catalog="pond")],
        )
    )
    make_service(here)
    workflow = run(here)
    registry = workflow.source.progress_tracking.registry
    counters = {name: (done, total) for name, done, total in registry.global_counters()}
    assert counters["Database"] == (2, 2)
    assert counters["DatabaseSchema"] == (3, 3)
    assert counters["Table"] == (4, 4)
