"""The benchmark measures what it says: every variant writes the same tables, and a difference or a loss ends it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from connector.bridge.demo.bridge import BridgeServer
from connector.bridge.demo.catalog import CatalogServer
from connector.bridge.demo.catalog.sanitizer import sanitize_description
from tests.benchmarks import run
from tests.benchmarks.job import JOBS, MEASURES, Job, Measure
from tests.benchmarks.meter import route_of
from tests.benchmarks.processes import BenchmarkError, Served
from tests.benchmarks.report import AGAIN, FIRST, FLOOR, SINGLE, VARIANTS, Setting, rendered
from tests.benchmarks.rows import prepare_rows
from tests.benchmarks.synthetic import Shape, SyntheticOffer, description, listings
from tests.benchmarks.worker import measure

SHAPE = Shape(tables=45, columns=8)
SETTING = Setting("2026-12-01", 2, {"Python": "3.11"}, 8, False, False, 1, 0.0)


def measured(variants: tuple[str, ...], shape: Shape, bodies: Path | None = None) -> list[Measure]:
    """Run variants in this process against one catalog."""
    with CatalogServer() as catalog, BridgeServer(SyntheticOffer(shape)) as bridge:
        job = Job(shape, catalog.url, catalog.bot_token, bridge.url, bridge.token, bodies)
        found = [measure(variant, job) for variant in variants]
        assert (catalog.log.unsupported, bridge.log.violations) == ([], ())
        assert sum(one.request_count for one in found) + len(found) == catalog.log.total - bool(bodies)
    return found


def made(variant: str = FIRST, tables: int = 1_000, **changes: Any) -> Measure:
    """Make a measurement."""
    one = Measure(
        variant=variant,
        tables=tables,
        seconds=2.0,
        cpu_seconds=1.5,
        import_seconds=3.0,
        phases={},
        requests={"PUT /tables/bulk": 10},
        bytes_up=5_000_000,
        bridge_requests=0,
        imported_mb=290.0,
        ready_mb=290.0,
        peak_mb=350.0,
        found=tables,
        catalog_cpu_seconds=0.5,
    )
    return replace(one, **changes)


def test_all_variants_send_the_same_tables(tmp_path: Path) -> None:
    sent = {}
    for variant in (FIRST, FLOOR, SINGLE):
        path = tmp_path / f"{variant}.json"
        [one] = measured((variant,), SHAPE, path)
        sent[variant] = json.loads(path.read_bytes())
        assert one.found == len(sent[variant]) == SHAPE.tables
        assert one.bytes_up > 1_000 * SHAPE.tables
    assert sent[FIRST] == sent[FLOOR] == sent[SINGLE]
    assert {table["tableType"] for table in sent[FLOOR].values()} == {"Iceberg", "View"}
    assert all(table["owners"][0]["id"] == "bench__retail-data" for table in sent[FLOOR].values())


def test_the_second_run_writes_nothing_and_characters_that_need_it_are_patched() -> None:
    first, again = measured((FIRST, AGAIN), Shape(12, 2, special=True))
    assert first.requests["PATCH /tables/{id}"] == 12
    assert {route.partition(" ")[0] for route in again.requests} == {"GET"}
    assert (again.bytes_up, again.bridge_requests, len(again.phases)) == (0, 2, 3)


@pytest.mark.parametrize("tables", [1, 99, 100, 101, 250, 1_001])
def test_an_installation_has_as_many_objects_as_asked_for(tables: int) -> None:
    shape = Shape(tables, columns=1)
    rows = prepare_rows(shape)
    assert sum(len(schema.tables) for database in rows.databases for schema in database.schemas) == tables
    assert list(listings(shape)) == list(listings(shape))
    assert len(SyntheticOffer(shape).listings) == len(SyntheticOffer(shape).summaries)


def test_only_special_texts_are_stored_in_another_form() -> None:
    plain, special = (description(Shape(1, 1, special), 0) for special in (False, True))
    assert sanitize_description(plain) == plain
    assert sanitize_description(special) != special


@pytest.mark.parametrize(
    ("method", "path", "route"),
    [
        ("PUT", "/api/v1/tables/bulk?async=false", "PUT /tables/bulk"),
        ("GET", "/api/v1/teams/name/bench__a%2Fb", "GET /teams/name/{fqn}"),
        ("PATCH", "/api/v1/tables/0f8fad5b-d9cb-469f-a165-70867728950e", "PATCH /tables/{id}"),
        ("GET", "/api/v1/tables?limit=200&after=x", "GET /tables"),
    ],
)
def test_requests_are_counted_by_route(method: str, path: str, route: str) -> None:
    assert route_of(method, f"http://127.0.0.1:8585{path}") == route


def test_jobs_and_measurements_survive_the_way_between_processes(tmp_path: Path) -> None:
    job = Job(SHAPE, "http://c", "secret", bodies=tmp_path / "x")
    assert JOBS.validate_json(JOBS.dump_json(job)) == job
    assert "secret" not in repr(job)
    assert MEASURES.validate_json(MEASURES.dump_json(made())) == made()


def test_the_report_compares_round_by_round() -> None:
    text = rendered(
        SETTING,
        [
            made(seconds=1.0),
            made(FLOOR, seconds=2.0),
            made(seconds=9.0, cpu_seconds=0.5),
            made(FLOOR, seconds=10.0, cpu_seconds=3.5),
            made(seconds=3.0),
            made(FLOOR, seconds=4.0),
            made(tables=10_000, requests={"PUT /tables/bulk": 301}, peak_mb=411.0),
            made(FLOOR, tables=10_000, seconds=1.0),
        ],
    )
    lines = text.splitlines()
    aims = [line for line in lines if line.endswith("met |") or "within" in line]
    assert [line.split("|")[2:4] for line in aims] == [
        [" 0.75 (CPU 1.00) ", " met "],
        [" 0.010 ", " met "],
        [" 2.00 (CPU 1.00) ", " not met "],
        [" 0.030 ", " not met "],
        [" 61 MB ", " not met "],
    ]
    assert next(line for line in lines if VARIANTS[FIRST] in line).startswith(
        f"| 1,000 | {VARIANTS[FIRST]} | 3.0 | 333 | 0.75 | 1.00 |"
    )
    assert "busy" in text


def test_the_report_does_not_need_the_floor() -> None:
    text = rendered(SETTING, [made(catalog_cpu_seconds=None, phases={"reading": 1.0})])
    assert "| - | - | 1.5 | - | 2.5 | 10 | 0.010 | 5.0 |" in text
    assert "reading 1.0 s" in text
    assert "busy" not in text


Fake = Callable[[str, Job, Served], Measure]


@pytest.fixture
def faked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Replace the processes; each variant sends what the test puts here."""
    sent: dict[str, Any] = {variant: {} for variant in VARIANTS}

    @contextmanager
    def serving(module: str, *arguments: str) -> Iterator[Served]:
        yield Served(1, {"url": "http://x", "token": "t", "botToken": "t"})

    def worker(variant: str, job: Job, catalog: Served) -> Measure:
        if job.bodies is not None:
            job.bodies.write_text(json.dumps(sent[variant]))
        return made(variant, job.shape.tables)

    monkeypatch.setattr(run, "serving", serving)
    monkeypatch.setattr(run, "run_worker", worker)
    return sent


def whole() -> dict[str, Any]:
    """Make as many tables as are compared."""
    return {f"table {number}": {"columns": [number]} for number in range(run.CHECKED_TABLES)}


def test_a_benchmark_prints_all_sizes(faked: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    faked.update({variant: whole() for variant in VARIANTS})
    assert run.main(["--tables", "200", "300", "--repeat", "2"]) == 0
    text = capsys.readouterr().out
    assert [text.count(f"| {size} | {name} |") for size in (200, 300) for name in VARIANTS.values()] == [
        2
    ] * 8


@pytest.mark.parametrize("variant", [FIRST, SINGLE])
def test_a_difference_ends_the_benchmark(
    variant: str, faked: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    faked.update({one: whole() for one in VARIANTS})
    faked[variant]["table 7"] = {"columns": []}
    del faked[variant]["table 8"]
    assert run.main(["--tables", "200"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "table 7 differs in columns" in printed.err
    assert "table 8 is sent by one only" in printed.err


def test_a_comparison_of_nothing_ends_the_benchmark(
    faked: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run.main(["--tables", "200"]) == 1
    assert "0 tables were sent" in capsys.readouterr().err


def test_a_failed_process_ends_the_benchmark(
    faked: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lost(variant: str, job: Job, catalog: Served) -> Measure:
        raise BenchmarkError(f"{variant} left 1 of 2 tables in the catalog")

    monkeypatch.setattr(run, "run_worker", lost)
    assert run.main(["--tables", "200"]) == 1
    assert "left 1 of 2" in capsys.readouterr().err
