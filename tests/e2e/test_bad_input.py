"""Bad input: a clear error with a stable code, the rest published, nothing lost (cases 3, 5 and 13, and their neighbours)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any, Literal

import pytest

from connector.bridge.demo.bridge import Fault as BridgeFault
from connector.bridge.demo.catalog import Fault as CatalogFault
from tests.e2e.build import field, fields, listing, table, view
from tests.e2e.conftest import MakeWorld
from tests.e2e.harness import World
from tests.e2e.test_run import settled

A, B, C = (f"bridge.lake.sales.{name}" for name in "abc")


def three(world: MakeWorld) -> World:
    """Serve three tables in one listing and a fourth in another."""
    return world(
        listing("first", tables=[table("a"), table("b"), table("c")]), listing("second", tables=[table("d")])
    )


BROKEN_TABLES: dict[str, Any] = {
    "no schema": table("b", metadata={"schemas": [], "current-schema-id": None}),
    "current schema is not there": table("b", metadata={"current-schema-id": 7}),
    "no metadata": {"catalog": "lake", "namespace": ["sales"], "name": "b"},
    "metadata is text": {"catalog": "lake", "namespace": ["sales"], "name": "b", "metadata": "x"},
    "field without name": table("b", [{"id": 1, "type": "int", "required": False}]),
    "fields are no list": table(
        "b", metadata={"schemas": [{"schema-id": 0, "type": "struct", "fields": {"a": 1}}]}
    ),
    "field type is a number": table("b", [field(1, "x", 5)]),
}


@pytest.mark.parametrize("broken", BROKEN_TABLES.values(), ids=BROKEN_TABLES)
def test_case_3_a_broken_table_keeps_its_last_good_state(world: MakeWorld, broken: Any) -> None:
    here = three(world)
    assert here.run().ok
    before = here.table(B)
    tables = here.installation.listings["first"]["tables"]
    tables[0] = table("a", fields("id", "x"), updated_ms=2)
    tables[1] = broken
    outcome = here.run()
    assert not outcome.ok
    (failure,) = outcome.failures
    assert failure.startswith(("[BRIDGE_OBJECT_INVALID]", "[BRIDGE_OBJECT_UNMAPPABLE]"))
    assert "lake.sales.b" in failure
    assert here.table(B) == before
    assert [item["name"] for item in here.columns(A)] == ["id", "x"]
    assert here.tables() == {A, B, C, "bridge.lake.sales.d"}


@pytest.mark.parametrize("broken", BROKEN_TABLES.values(), ids=BROKEN_TABLES)
def test_case_3_the_others_are_published_on_the_first_run(world: MakeWorld, broken: Any) -> None:
    here = three(world)
    here.installation.listings["first"]["tables"][1] = broken
    assert not here.run().ok
    assert here.tables() == {A, C, "bridge.lake.sales.d"}


@pytest.mark.parametrize(
    "body", [[], "text", 5, None, {}, {"id": "other"}, {"id": "first", "tables": "none"}], ids=repr
)
def test_a_listing_that_is_none(world: MakeWorld, body: Any) -> None:
    here = three(world)
    assert here.run().ok
    before = here.catalog.catalog.snapshot()
    here.installation.listings["first"] = body
    outcome = here.run()
    assert not outcome.ok
    assert all("first" in failure for failure in outcome.failures), outcome.failures
    assert here.catalog.catalog.snapshot() == before


def test_a_broken_view_fails_alone(world: MakeWorld) -> None:
    broken = view("v", "SELECT 1")
    broken["metadata"]["current-version-id"] = 9
    here = world(listing("first", tables=[table("a")], views=[broken, view("w", "SELECT 2")]))
    outcome = here.run()
    assert not outcome.ok
    assert len(outcome.failed_with("BRIDGE_OBJECT_UNMAPPABLE")) == 1
    assert here.tables() == {A, "bridge.lake.sales.w"}


def test_an_unavailable_object_is_a_warning_and_keeps_what_stands(world: MakeWorld) -> None:
    here = three(world)
    assert here.run().ok
    before = here.catalog.catalog.snapshot()
    first = here.installation.listings["first"]
    del first["tables"][1]
    first["unavailable"] = [
        {"kind": "table", "catalog": "lake", "namespace": ["sales"], "name": "b", "code": "not_readable"}
    ]
    outcome = here.run()
    assert outcome.ok, outcome
    (warning,) = outcome.warned_with("BRIDGE_OBJECT_UNAVAILABLE")
    assert "lake.sales.b" in warning
    assert here.catalog.catalog.snapshot() == before


Break = Callable[[World], None]


def breaking(**fault: Any) -> Break:
    """Make a fault of the Bridge that does not pass."""

    def apply(world: World) -> None:
        world.bridge.faults.add(BridgeFault(times=None, **fault))

    return apply


HTML = "<!doctype html><title>Sign in</title><p>Please sign in</p>"


def wrong_token(world: World) -> None:
    """Use a token that the Bridge does not know."""
    world.options["token"] = "another-token-altogether"


@pytest.mark.parametrize(
    ("break_it", "code"),
    [
        (wrong_token, "BRIDGE_TOKEN_REJECTED"),
        (breaking(path="^/listings$", status=403), "BRIDGE_TOKEN_REJECTED"),
        (breaking(path="^/listings$", body=HTML), "BRIDGE_NOT_JSON"),
        (breaking(path="^/listings$", status=503), "BRIDGE_BUSY"),
        (breaking(path="^/listings$", body="[]"), "BRIDGE_BAD_ANSWER"),
        (breaking(path="^/listings$", cut_body=True), "BRIDGE_UNREACHABLE"),
        (breaking(path="^/listings$", paging="repeat"), "BRIDGE_PAGE_LOOP"),
        (breaking(path="^/listings$", paging="endless"), "BRIDGE_BAD_ANSWER"),
        (lambda world: world.bridge.stop(), "BRIDGE_UNREACHABLE"),
    ],
)
def test_without_a_summary_nothing_is_written(world: MakeWorld, break_it: Break, code: str) -> None:
    here = three(world)
    here.options["maxRetries"] = "0"
    break_it(here)
    outcome = here.run()
    assert not outcome.ok
    assert outcome.error is not None
    assert f"[{code}]" in outcome.error
    assert here.catalog.log.writes() == []


@pytest.mark.parametrize(
    "fault",
    [
        {"status": 500},
        {"status": 404},
        {"body": HTML},
        {"cut_body": True},
        {"invalid_json": True},
        {"drop": True},
        {"body": "[" * 100_000},
    ],
    ids=lambda fault: next(iter(fault)),
)
def test_case_1_a_listing_that_cannot_be_read_fails_alone(world: MakeWorld, fault: dict[str, Any]) -> None:
    here = three(world)
    assert here.run().ok
    before = here.table(B)
    here.options["maxRetries"] = "0"
    here.installation.listings["first"]["tables"][1] = table("b", fields("x"), updated_ms=2)
    here.installation.listings["second"]["tables"].append(table("e"))
    here.bridge.faults.add(BridgeFault(path="^/listings/first", times=None, **fault))
    outcome = here.run()
    assert not outcome.ok
    assert len(outcome.failures) == 1
    assert "first" in outcome.failures[0]
    assert here.table(B) == before
    assert "bridge.lake.sales.e" in here.tables()
    here.bridge.faults.clear()
    assert here.run().ok
    assert [item["name"] for item in here.columns(B)] == ["x"]
    settled(here)


def test_a_token_refused_in_the_middle_stops_the_run(world: MakeWorld) -> None:
    here = three(world)
    here.bridge.faults.add(BridgeFault(path="^/listings/", status=401, times=None))
    outcome = here.run()
    assert not outcome.ok
    assert "[BRIDGE_TOKEN_REJECTED]" in (outcome.error or "")
    assert here.tables() == set()


@pytest.mark.parametrize("date", [False, True], ids=["seconds", "date"])
def test_case_13_the_connector_waits_as_told_and_goes_on(world: MakeWorld, date: bool) -> None:
    here = three(world)
    soon = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=1), usegmt=True)
    headers = {"Retry-After": soon if date else "1"}
    here.bridge.faults.add(BridgeFault(path="^/listings/first", status=429, times=2, headers=headers))
    assert here.run().ok
    assert len(here.tables()) == 4
    assert len(here.bridge.log.matching("^/listings/first")) == 3


@pytest.mark.parametrize(
    "fault",
    [{"cut_body": True}, {"status": 502, "body": HTML}, {"drop": True}],
    ids=lambda fault: next(iter(fault)),
)
def test_case_13_a_fault_that_passes_costs_nothing(world: MakeWorld, fault: dict[str, Any]) -> None:
    here = three(world)
    here.bridge.faults.add(BridgeFault(path="^/listings/first", times=1, **fault))
    assert here.run().ok
    assert len(here.tables()) == 4


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
@pytest.mark.parametrize(
    "path", ["tables/bulk", "databaseSchemas/bulk", "databases/bulk", "tables$", "teams$"]
)
def test_case_5_a_catalog_that_is_busy_for_a_moment_costs_nothing(
    world: MakeWorld, path: str, status: int
) -> None:
    here = three(world)
    here.catalog.faults.add(CatalogFault(method=".*", path=path, status=status, times=1))
    outcome = here.run()
    assert outcome.ok, outcome
    assert len(here.tables()) == 4
    settled(here)


@pytest.mark.parametrize("drop", ["before", "after"])
@pytest.mark.parametrize(
    "path", ["tables/bulk", "databaseSchemas/bulk", "teams$", "domains$", "databaseServices$"]
)
def test_a_dropped_connection_costs_nothing(
    world: MakeWorld, path: str, drop: Literal["before", "after"]
) -> None:
    here = three(world)
    here.catalog.faults.add(CatalogFault(method="PUT", path=path, times=1, drop=drop))
    outcome = here.run()
    assert outcome.ok, outcome
    assert len(here.tables()) == 4
    settled(here)


def test_case_5_what_the_catalog_refuses_is_told_table_by_table(world: MakeWorld) -> None:
    here = three(world)
    here.catalog.faults.add(CatalogFault(method="PUT", path="tables/bulk", status=403, times=None))
    outcome = here.run()
    assert not outcome.ok
    lost = outcome.failed_with("CATALOG_OBJECT_LOST")
    assert len(lost) == 4
    assert {text.split("] ")[1].split(":")[0] for text in lost} == {f"lake.sales.{name}" for name in "abcd"}
    here.catalog.faults.clear()
    assert here.run().ok
    assert len(here.tables()) == 4
    settled(here)


def test_without_its_service_nothing_is_written_below_it(world: MakeWorld) -> None:
    here = three(world)
    here.catalog.faults.add(CatalogFault(method="PUT", path="databaseServices$", status=400, times=None))
    outcome = here.run()
    assert not outcome.ok
    assert here.tables() == set()
    assert here.catalog.catalog.all("databases") == []


def test_a_schema_that_cannot_be_read_keeps_its_tables(world: MakeWorld) -> None:
    here = three(world)
    assert here.run().ok
    before = here.catalog.catalog.snapshot()
    here.installation.listings["first"]["tables"][0] = table("a", fields("x"), updated_ms=2)
    here.installation.listings["second"]["tables"].append(table("elsewhere", namespace=["other"]))
    here.catalog.faults.add(CatalogFault(method="GET", path="tables$", status=403, times=1))
    outcome = here.run()
    assert not outcome.ok
    assert outcome.failed_with("CATALOG_REQUEST_FAILED")
    assert "bridge.lake.other.elsewhere" in here.tables()
    after = here.catalog.catalog.snapshot()
    assert {name: after["tables"][name] for name in before["tables"]} == before["tables"]


def test_a_team_that_is_refused_costs_its_tables_only_their_owner(world: MakeWorld) -> None:
    here = three(world)
    here.catalog.faults.add(CatalogFault(method="PUT", path="teams$", status=400, times=None))
    outcome = here.run()
    assert not outcome.ok
    assert len(here.tables()) == 4
    here.catalog.faults.clear()
    assert here.run().ok
    assert [owner["name"] for owner in here.table(A)["owners"]] == ["bridge__sales-data"]
    settled(here)


def test_an_invalid_address_of_a_team_is_left_out_with_a_warning(world: MakeWorld) -> None:
    owners = [{"team": "sales", "email": "nobody"}]
    here = world(listing("first", tables=[table("a")], owners=owners))
    outcome = here.run()
    assert outcome.ok, outcome
    assert len(outcome.warned_with("BRIDGE_OWNER_INVALID")) == 1
    team = here.catalog.catalog.get("teams", "bridge__sales")
    assert team is not None
    assert "email" not in team or not team["email"]
    assert here.run().ok


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"hostport": "x"}, ["hostport: unknown; did you mean `hostPort`?"]),
        ({"maxRetries": "many"}, ["maxRetries: should be a whole number from 0 to 20"]),
        ({"fetchThreads": "0"}, ["fetchThreads: should be a whole number from 1 to 32"]),
        ({"descriptions": "mine"}, ["descriptions: should be one of `bridge`, `fill`"]),
        ({"installationPrefix": "Acme_"}, ["installationPrefix: should be text such as `acme-eu`"]),
        ({"tokenEnv": "BRIDGE_TOKEN"}, ["give exactly one of token, tokenEnv, tokenFile"]),
        (
            {"fetchThread": "4", "maxRetries": "-1", "hostPort": "ftp://x"},
            [
                "fetchThread: unknown; did you mean `fetchThreads`?",
                "maxRetries: should be",
                "hostPort: should be",
            ],
        ),
    ],
)
def test_faulty_options_end_the_run_at_once(
    world: MakeWorld, options: dict[str, str], parts: list[str]
) -> None:
    here = three(world)
    here.options.update(options)
    outcome = here.run()
    assert not outcome.ok
    assert outcome.error is not None
    assert outcome.error.startswith("[BRIDGE_OPTIONS_INVALID] connection options of service `bridge`")
    for part in parts:
        assert part in outcome.error
    assert here.bridge.log.total == 0
    assert here.catalog.log.writes() == []


def test_a_faulty_pattern_ends_the_run_at_once(world: MakeWorld) -> None:
    here = three(world)
    here.source_config["tableFilterPattern"] = {"includes": ["sales["]}
    outcome = here.run()
    assert "sourceConfig.config.tableFilterPattern" in (outcome.error or "")
    assert here.catalog.log.writes() == []


def owners_of(here: World, fqn: str) -> list[str]:
    """Name the owners that were set on a table."""
    return [owner["name"] for owner in here.table(fqn).get("owners") or () if not owner.get("inherited")]


def test_a_listing_that_fails_gives_its_tables_to_nobody_else(world: MakeWorld) -> None:
    here = world(
        listing("first", tables=[table("a", description="The first's words"), table("b")]),
        listing("second", tables=[table("a", description="The second's words")], team="others"),
    )
    assert here.run().ok
    assert owners_of(here, A) == []
    here.options["maxRetries"] = "0"
    here.bridge.faults.add(BridgeFault(path="^/listings/first", status=500, times=1))
    before = here.catalog.catalog.versions()
    assert not here.run().ok
    assert here.catalog.catalog.versions() == before
    here.bridge.faults.add(BridgeFault(path="^/listings/second", status=500, times=1))
    changed = table("a", fields("id", "x"), updated_ms=2, description="The first's words")
    here.installation.listings["first"]["tables"][0] = changed
    assert not here.run().ok
    assert [item["name"] for item in here.columns(A)] == ["id", "x"]
    assert owners_of(here, A) == []
    assert here.table(A)["description"] == "The first's words"
    assert here.run().ok
    assert owners_of(here, A) == []
    settled(here)


def test_a_table_that_a_second_team_shares_from_now_on_loses_its_owner(world: MakeWorld) -> None:
    shared = table("a")
    here = world(listing("first", tables=[shared]))
    assert here.run().ok
    assert owners_of(here, A) == ["bridge__sales-data"]
    here.installation.listings["second"] = listing("second", tables=[shared], team="others")
    assert here.run().ok
    assert owners_of(here, A) == []
    settled(here)
    del here.installation.listings["first"]
    assert here.run().ok
    assert owners_of(here, A) == ["bridge__others"]
    settled(here)
