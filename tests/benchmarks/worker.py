"""One measurement in a process of its own: `python -m tests.benchmarks.worker VARIANT` with a job as JSON on its input.

It prints one line of JSON. Small things only are imported up here: what a variant needs is imported under a clock.
"""

from __future__ import annotations

import argparse
import importlib
import json
import resource
import sys
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter, process_time
from typing import Any, cast

import requests

from tests.benchmarks.bodies import tables_sent
from tests.benchmarks.job import JOBS, MEASURES, Job, Measure
from tests.benchmarks.meter import Meter
from tests.benchmarks.rows import SERVICE

MODULES = {"ours": "ours", "ours-again": "ours", "floor": "floor", "single": "single"}
"""Variants and the modules that prepare them."""

Prepare = Callable[[Job], Callable[[], Mapping[str, float]]]


def measure(variant: str, job: Job) -> Measure:
    """Run a variant once.

    Args:
        variant: Its name.
        job: The measurement.

    Returns:
        What was found.
    """
    began = perf_counter()
    module = importlib.import_module(f"tests.benchmarks.{MODULES[variant]}")
    import_seconds, imported_mb = perf_counter() - began, peak_mb()
    run = cast(Prepare, module.prepare)(job)
    ready_mb = peak_mb()
    meter = Meter(job.catalog_url, keep_bodies=job.bodies is not None)
    with meter.running():
        began, cpu_began = perf_counter(), process_time()
        phases = run()
        seconds, cpu_seconds = perf_counter() - began, process_time() - cpu_began
    peak = peak_mb()
    if job.bodies is not None:
        job.bodies.write_text(json.dumps(tables_sent(meter.bodies, _teams(job))), encoding="utf-8")
    return Measure(
        variant=variant,
        tables=job.shape.tables,
        seconds=seconds,
        cpu_seconds=cpu_seconds,
        import_seconds=import_seconds,
        phases=phases,
        requests=dict(meter.requests),
        bytes_up=meter.bytes_up,
        bridge_requests=meter.elsewhere,
        imported_mb=imported_mb,
        ready_mb=ready_mb,
        peak_mb=peak,
        found=int(_ask(job, f"tables?service={SERVICE}&limit=0")["paging"]["total"]),
    )


def peak_mb() -> float:
    """Give the largest resident size of this process so far, in MB; getrusage counts KiB, on macOS bytes."""
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return largest / (1e6 if sys.platform == "darwin" else 1e6 / 1024)


def _teams(job: Job) -> dict[str, str]:
    return {team["id"]: team["name"] for team in _ask(job, "teams?limit=1000")["data"]}


def _ask(job: Job, path: str) -> dict[str, Any]:
    answer = requests.get(
        f"{job.catalog_url}/v1/{path}", headers={"Authorization": f"Bearer {job.catalog_token}"}, timeout=60
    )
    answer.raise_for_status()
    value: dict[str, Any] = answer.json()
    return value


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one variant.

    Args:
        arguments: Command line, by default the process's own.

    Returns:
        Exit code 0; what goes wrong is raised.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.worker", description=__doc__)
    parser.add_argument("variant", choices=sorted(MODULES))
    variant = parser.parse_args(arguments).variant
    found = measure(variant, JOBS.validate_json(sys.stdin.buffer.read()))
    print(MEASURES.dump_json(found).decode(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
