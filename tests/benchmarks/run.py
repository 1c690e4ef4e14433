"""Compare the connector with the framework's floor and with single PUTs: `python -m tests.benchmarks.run --tables 1000 10000`.

Every measurement has a process of its own and a fresh catalog; only the connector's second run finds what its first one left. Before
anything is timed, a few tables are written by every variant, and what was sent has to be the same.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from connector.bridge import __version__
from tests.benchmarks.bodies import differences
from tests.benchmarks.job import Job, Measure
from tests.benchmarks.processes import BenchmarkError, Served, run_worker, serving
from tests.benchmarks.report import AGAIN, FIRST, FLOOR, SINGLE, Setting, rendered
from tests.benchmarks.synthetic import Shape

CHECKED_TABLES = 120
"""Enough for views, nested columns, partitions and objects that two listings share."""
GROUPS = ((FIRST, AGAIN), (FLOOR,), (SINGLE,))
"""Variants that share a catalog, in the order in which they write to it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print a report.

    Args:
        arguments: Command line, by default the process's own.

    Returns:
        Exit code: 0, 1 when variants did not write the same or one failed.
    """
    options = _options(arguments)
    try:
        _check_equal(options)
        measures = [
            measure
            for tables in options.tables
            for number in range(options.repeat)
            for measure in _round(options, tables, number)
        ]
    except BenchmarkError as error:
        _say(str(error))
        return 1
    sys.stdout.write(rendered(_setting(options), measures))
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.run", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1_000, 10_000], help="sizes to measure")
    parser.add_argument("--columns", type=int, default=30, help="columns of each table")
    parser.add_argument("--repeat", type=int, default=1, help="rounds; the report gives medians")
    parser.add_argument("--special", action="store_true", help="characters in descriptions that need a patch")
    parser.add_argument(
        "--keep-checks",
        action="store_true",
        help="let the catalog check all bodies, which costs more than storing",
    )
    parser.add_argument(
        "--latency-seconds", type=float, default=0.0, help="how long each answer of the Bridge takes at least"
    )
    return parser.parse_args(arguments)


def _check_equal(options: argparse.Namespace) -> None:
    """Let every variant write a few tables and compare what was sent."""
    _say(f"comparing what is sent of {CHECKED_TABLES} tables")
    sent = {}
    with TemporaryDirectory(prefix="bridge-benchmark-") as folder:
        for variant in (FIRST, FLOOR, SINGLE):
            path = Path(folder) / f"{variant}.json"
            list(_measured(options, CHECKED_TABLES, (variant,), bodies=path))
            sent[variant] = json.loads(path.read_bytes())
    for variant in (FIRST, SINGLE):
        found = differences(sent[variant], sent[FLOOR])
        if found:
            raise BenchmarkError("\n".join([f"{variant} and {FLOOR} don't send the same:", *found]))
    if len(sent[FLOOR]) != CHECKED_TABLES:
        raise BenchmarkError(f"{len(sent[FLOOR])} tables were sent instead of {CHECKED_TABLES}")


def _round(options: argparse.Namespace, tables: int, number: int) -> Iterator[Measure]:
    """Measure all variants once, each round beginning with another one."""
    start = number % len(GROUPS)
    for group in (*GROUPS[start:], *GROUPS[:start]):
        for measure in _measured(options, tables, group):
            _say(f"{tables} tables, round {number + 1}: {measure.variant} took {measure.seconds:.1f} s")
            yield measure


def _measured(
    options: argparse.Namespace, tables: int, variants: Sequence[str], bodies: Path | None = None
) -> Iterator[Measure]:
    """Run variants one after the other against one fresh catalog."""
    shape = Shape(tables, options.columns, options.special)
    with ExitStack() as stack:
        flags = [] if options.keep_checks else ["--no-checks"]
        catalog = stack.enter_context(serving("connector.bridge.demo.catalog", "--port", "0", *flags))
        bridge = stack.enter_context(_bridge(options, shape)) if FIRST in variants else None
        job = Job(
            shape=shape,
            catalog_url=catalog.found["url"],
            catalog_token=catalog.found["botToken"],
            bridge_url=bridge.found["url"] if bridge else "",
            bridge_token=bridge.found["token"] if bridge else "",
            bodies=bodies,
        )
        for variant in variants:
            yield run_worker(variant, job, catalog)


def _bridge(options: argparse.Namespace, shape: Shape) -> AbstractContextManager[Served]:
    arguments = ["--tables", str(shape.tables), "--columns", str(shape.columns)]
    arguments += ["--special"] if shape.special else []
    arguments += ["--latency-seconds", str(options.latency_seconds)]
    return serving("tests.benchmarks.bridge", *arguments)


def _setting(options: argparse.Namespace) -> Setting:
    return Setting(
        date=datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        versions={
            "Python": platform.python_version(),
            "openmetadata-ingestion": version("openmetadata-ingestion"),
            "connector": __version__,
        },
        columns=options.columns,
        special=options.special,
        checks=options.keep_checks,
        repeat=options.repeat,
        latency_seconds=options.latency_seconds,
    )


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
