"""Variant `ours`: the connector, reading a Bridge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from unittest.mock import patch

from connector.bridge import reading, source
from connector.bridge.publish.tables import TablePublisher
from connector.bridge.reading import read_listings
from connector.bridge.wire.fetch import fetch_listings
from tests.benchmarks.job import Job
from tests.benchmarks.meter import Stopwatch
from tests.benchmarks.workflow import config_of, run_workflow

READING = "reading the Bridge"
WAITING = "of it waiting for the Bridge"
VERIFYING = "reading back"


def prepare(job: Job) -> Callable[[], Mapping[str, float]]:
    """Make the run.

    Args:
        job: The measurement.

    Returns:
        What has to be timed; it gives the seconds of its phases.
    """
    options = {"hostPort": job.bridge_url, "token": job.bridge_token}
    config = config_of(job, "connector.bridge.source.BridgeSource", options)

    def run() -> Mapping[str, float]:
        watches = {READING: Stopwatch(), WAITING: Stopwatch(), VERIFYING: Stopwatch()}
        with (
            patch.object(source, "read_listings", watches[READING].over(read_listings)),
            patch.object(reading, "fetch_listings", watches[WAITING].over(fetch_listings)),
            patch.object(TablePublisher, "verify", watches[VERIFYING].over(TablePublisher.verify)),
        ):
            run_workflow(config)
        return {name: watch.seconds for name, watch in watches.items()}

    return run
