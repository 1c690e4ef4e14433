"""What one measurement is told, and what it answers: plain values that go between processes as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter

from tests.benchmarks.synthetic import Shape


@dataclass(frozen=True, slots=True)
class Job:
    """One measurement.

    Attributes:
        shape: The installation.
        catalog_url: Address of the catalog's API.
        catalog_token: The ingestion bot's token.
        bridge_url: Address of the Bridge, empty when none is needed.
        bridge_token: Its token.
        bodies: Where to write the tables as they were sent, None to keep none.
    """

    shape: Shape
    catalog_url: str
    catalog_token: str = field(repr=False)
    bridge_url: str = ""
    bridge_token: str = field(default="", repr=False)
    bodies: Path | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """What a measurement found. Memory is the process's largest resident size up to a moment.

    Attributes:
        variant: How it was written.
        tables: Tables and views of the installation.
        seconds: From before the workflow is made to its end, imports already done.
        cpu_seconds: The process's own CPU time in these.
        import_seconds: Time of the imports before.
        phases: Seconds of parts of the run, by what they are.
        requests: Requests to the catalog by method and route.
        bytes_up: Bytes of their bodies.
        bridge_requests: Requests to the Bridge.
        imported_mb: Memory after the imports.
        ready_mb: Memory before the clock started, prepared rows included.
        peak_mb: Memory at the end.
        found: Tables and views in the catalog afterwards.
        catalog_cpu_seconds: CPU time of the stand-in for the catalog in the run; None where the system does not tell.
    """

    variant: str
    tables: int
    seconds: float
    cpu_seconds: float
    import_seconds: float
    phases: Mapping[str, float]
    requests: Mapping[str, int]
    bytes_up: int
    bridge_requests: int
    imported_mb: float
    ready_mb: float
    peak_mb: float
    found: int
    catalog_cpu_seconds: float | None = None

    @property
    def request_count(self) -> int:
        """Requests to the catalog."""
        return sum(self.requests.values())


JOBS: TypeAdapter[Job] = TypeAdapter(Job)
MEASURES: TypeAdapter[Measure] = TypeAdapter(Measure)
