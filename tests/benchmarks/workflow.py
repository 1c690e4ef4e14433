"""A run of the framework's own workflow, as the `metadata ingest` command makes it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping
from typing import Any

# The sink and the source are imported by name when the workflow is made; here they are, so that the clock does not see it.
import metadata.ingestion.sink.metadata_rest
from metadata.workflow.metadata import MetadataWorkflow

from tests.benchmarks.job import Job
from tests.benchmarks.rows import SERVICE

SINK = metadata.ingestion.sink.metadata_rest.MetadataRestSink
SOURCE_CONFIG = {
    "type": "DatabaseMetadata",
    "includeTags": False,
    "markDeletedTables": False,
    "markDeletedStoredProcedures": False,
}
"""Removal is off on both sides, since the framework's own sends the names of all tables once for each schema."""


def config_of(job: Job, source_class: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Write the workflow.

    Args:
        job: The measurement.
        source_class: Dotted name of the source.
        options: Its connection options.

    Returns:
        The workflow as a user would configure it.
    """
    return {
        "source": {
            "type": "CustomDatabase",
            "serviceName": SERVICE,
            "serviceConnection": {
                "config": {
                    "type": "CustomDatabase",
                    "sourcePythonClass": source_class,
                    "connectionOptions": dict(options),
                }
            },
            "sourceConfig": {"config": SOURCE_CONFIG},
        },
        "sink": {"type": "metadata-rest", "config": {}},
        "workflowConfig": {
            "loggerLevel": "INFO",
            "successThreshold": 100,
            "openMetadataServerConfig": {
                "hostPort": job.catalog_url,
                "authProvider": "openmetadata",
                "securityConfig": {"jwtToken": job.catalog_token},
            },
        },
    }


def run_workflow(config: dict[str, Any]) -> None:
    """Run a workflow to its end.

    Args:
        config: The workflow.

    Raises:
        WorkflowExecutionError: Something failed.
    """
    # The framework prints its summary, but this process's output is the measurement.
    with contextlib.redirect_stdout(sys.stderr):
        workflow = MetadataWorkflow.create(config)
        try:
            workflow.execute()
            workflow.raise_from_status()
        finally:
            # Its timer thread would keep the process alive when the end of the run failed.
            workflow.stop()
