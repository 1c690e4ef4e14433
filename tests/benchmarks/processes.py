"""The processes of a benchmark: the two stand-ins and the measured one, each fresh and on its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile

from tests.benchmarks.job import JOBS, MEASURES, Job, Measure

ROOT = Path(__file__).resolve().parents[2]
STOP_SECONDS = 30
_SHOWN_CHARACTERS = 4_000


class BenchmarkError(Exception):
    """A process did not do what it is for, so there is nothing to compare."""


@dataclass(frozen=True)
class Served:
    """A stand-in that answers.

    Attributes:
        process_id: Its process.
        found: What it told about itself: addresses and tokens.
    """

    process_id: int
    found: Mapping[str, str]


@contextmanager
def serving(module: str, *arguments: str) -> Iterator[Served]:
    """Run a stand-in while the block runs.

    Args:
        module: Module to run, which prints a line of JSON when it is ready.
        arguments: Its command line.

    Yields:
        Where it is.

    Raises:
        BenchmarkError: It did not start.
    """
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline() if process.stdout else ""
            if not line:
                raise BenchmarkError(f"{module} did not start")
            yield Served(process.pid, json.loads(line))
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


def run_worker(variant: str, job: Job, catalog: Served) -> Measure:
    """Measure a variant in a fresh process.

    Args:
        variant: Its name.
        job: The measurement.
        catalog: The stand-in that it writes to.

    Returns:
        What was found.

    Raises:
        BenchmarkError: It failed, or tables are missing in the catalog afterwards.
    """
    before = cpu_seconds(catalog.process_id)
    with TemporaryFile() as log:
        done = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.worker", variant],
            cwd=ROOT,
            input=JOBS.dump_json(job),
            stdout=subprocess.PIPE,
            stderr=log,
            check=False,
        )
        if done.returncode != 0:
            log.seek(0)
            end = log.read().decode(errors="replace")[-_SHOWN_CHARACTERS:]
            raise BenchmarkError(f"{variant} ended with {done.returncode}:\n{end}")
    after = cpu_seconds(catalog.process_id)
    measure = MEASURES.validate_json(done.stdout.splitlines()[-1])
    if measure.found != measure.tables:
        raise BenchmarkError(f"{variant} left {measure.found} of {measure.tables} tables in the catalog")
    used = None if before is None or after is None else after - before
    return replace(measure, catalog_cpu_seconds=used)


def cpu_seconds(process_id: int) -> float | None:
    """Give the CPU time that another process has used.

    Args:
        process_id: The process.

    Returns:
        Seconds in user and system mode (proc(5), fields 14 and 15 of stat); None where there is no /proc.
    """
    path = Path(f"/proc/{process_id}/stat")
    if not path.exists():
        return None
    fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
