"""Runs of the framework's own workflow between the two stand-ins, in this process or by the real command."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests
import yaml
from metadata.config.common import WorkflowExecutionError
from metadata.ingestion.api.step import WorkflowFatalError
from metadata.workflow.metadata import MetadataWorkflow

from connector.bridge.demo.bridge import BridgeServer, Installation
from connector.bridge.demo.catalog import CatalogServer

METADATA = Path(sys.executable).with_name("metadata")


@dataclass(frozen=True)
class Outcome:
    """What came of a run.

    Attributes:
        ok: Whether the command would exit with 0.
        failures: Texts of all failures, of source and sink.
        warnings: Texts of all warnings of the source.
        log: Everything that was logged.
        error: Why the run was given up, None when it was not.
    """

    ok: bool
    failures: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    log: str = ""
    error: str | None = None

    def failed_with(self, code: str) -> list[str]:
        """Find failures by their code."""
        return [text for text in self.failures if f"[{code}]" in text]

    def warned_with(self, code: str) -> list[str]:
        """Find warnings by their code."""
        return [text for text in self.warnings if f"[{code}]" in text]


@dataclass
class World:
    """A Bridge, a catalog and the workflow between them."""

    bridge: BridgeServer
    catalog: CatalogServer
    options: dict[str, str] = field(default_factory=dict)
    source_config: dict[str, Any] = field(default_factory=dict)
    service_name: str = "bridge"

    @property
    def installation(self) -> Installation:
        """What the Bridge serves, to be edited between runs."""
        return self.bridge.installation

    def config(self) -> dict[str, Any]:
        """Write the workflow as a user would."""
        options = {"hostPort": self.bridge.url, "token": self.bridge.token, "maxRetries": "2", **self.options}
        return {
            "source": {
                "type": "CustomDatabase",
                "serviceName": self.service_name,
                "serviceConnection": {
                    "config": {
                        "type": "CustomDatabase",
                        "sourcePythonClass": "connector.bridge.source.BridgeSource",
                        "connectionOptions": {name: text for name, text in options.items() if text},
                    }
                },
                "sourceConfig": {"config": {"type": "DatabaseMetadata", **self.source_config}},
            },
            "sink": {"type": "metadata-rest", "config": {}},
            "workflowConfig": {
                "loggerLevel": "INFO",
                "successThreshold": 100,
                "openMetadataServerConfig": {
                    "hostPort": self.catalog.url,
                    "authProvider": "openmetadata",
                    "securityConfig": {"jwtToken": self.catalog.bot_token},
                },
            },
        }

    def run(self, **changes: Any) -> Outcome:
        """Run the workflow in this process, as the command does (metadata.cli.ingest).

        Args:
            changes: Entries of `workflowConfig` to change.
        """
        config = self.config()
        config["workflowConfig"].update(changes)
        with _captured() as log:
            try:
                workflow = MetadataWorkflow.create(copy.deepcopy(config))
            except Exception as error:
                # The command prints whatever is raised here and exits with 1.
                return Outcome(ok=False, error=str(error), log=log.getvalue())
            reason = _execute(workflow)
        return Outcome(
            ok=reason is None,
            failures=tuple(
                failure.error or "" for step in workflow.workflow_steps() for failure in step.status.failures
            ),
            warnings=tuple(text for warning in workflow.source.status.warnings for text in warning.values()),
            log=log.getvalue(),
            error=reason,
        )

    def command(
        self, folder: Path, *, environment: Mapping[str, str] | None = None, arguments: tuple[str, ...] = ()
    ) -> subprocess.CompletedProcess[str]:
        """Run the real `metadata ingest` with the workflow written to a file.

        Args:
            folder: Where to write the file, and where to run.
            environment: More variables.
            arguments: Arguments before the sub-command.
        """
        path = folder / "bridge.yaml"
        path.write_text(yaml.safe_dump(self.config()), encoding="utf-8")
        return run_command(path, folder, environment or {}, arguments)

    def as_admin(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """Do something in the catalog as a person would, an administrator.

        Args:
            method: HTTP method.
            path: Path below `/v1`.
            body: JSON body; a list is sent as a JSON Patch.
        """
        kind = "application/json-patch+json" if method == "PATCH" else "application/json"
        answer = requests.request(
            method,
            f"{self.catalog.url}/v1{path}",
            data=None if body is None else json.dumps(body),
            headers={"Authorization": f"Bearer {self.catalog.admin_token}", "Content-Type": kind},
            timeout=30,
        )
        assert answer.ok, (method, path, answer.status_code, answer.text)
        value: dict[str, Any] = answer.json()
        return value

    def columns(self, fqn: str) -> list[dict[str, Any]]:
        """Read the columns of a table that has to be there."""
        entity = self.catalog.catalog.get("tables", fqn)
        assert entity is not None, fqn
        columns: list[dict[str, Any]] = entity["columns"]
        return columns

    def table(self, fqn: str) -> dict[str, Any]:
        """Read a table that has to be there."""
        entity = self.catalog.catalog.get("tables", fqn)
        assert entity is not None, fqn
        return entity

    def tables(self) -> set[str]:
        """Name all tables that are not deleted."""
        return {item["fullyQualifiedName"] for item in self.catalog.catalog.all("tables")}


def run_command(
    workflow: Path, folder: Path, environment: Mapping[str, str], arguments: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """Run `metadata ingest -c` on a file, from a folder that is not the checkout."""
    return subprocess.run(
        [str(METADATA), *arguments, "ingest", "-c", str(workflow)],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def _execute(workflow: MetadataWorkflow) -> str | None:
    """Run a workflow and tell why it would exit with 1, None when it would not."""
    try:
        workflow.execute()
        workflow.raise_from_status()  # type: ignore[no-untyped-call]
    except (WorkflowExecutionError, WorkflowFatalError) as error:
        return str(error)
    finally:
        workflow.stop()
    return None


@contextlib.contextmanager
def _captured() -> Iterator[io.StringIO]:
    """Collect the log of the framework and of the connector."""
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))
    loggers = [logging.getLogger(name) for name in ("metadata", "connector")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield log
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
