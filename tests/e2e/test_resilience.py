"""What once broke a run or cost somebody's work: each of these was found by trying to break the connector."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from connector.bridge.demo.catalog import CatalogServer, Fault
from connector.bridge.source import BridgeSource
from tests.e2e.build import field, fields, listing, table, view
from tests.e2e.conftest import MakeWorld
from tests.e2e.harness import METADATA, World
from tests.e2e.test_domains import make_service
from tests.e2e.test_run import settled
from tests.e2e.test_stewards import add, edit

T = "bridge.lake.sales.t"


def names_of_owners(here: World, fqn: str = T) -> list[str]:
    """Name the owners that were set on a table."""
    return [owner["name"] for owner in here.table(fqn).get("owners") or () if not owner.get("inherited")]


@pytest.mark.parametrize("split", [False, True], ids=["one listing", "two listings"])
def test_a_table_and_a_view_of_one_name_are_told(world: MakeWorld, split: bool) -> None:
    newer = view("t", "SELECT 1", updated_ms=5)
    if split:
        here = world(listing("a", tables=[table("t"), table("u")]), listing("b", views=[newer]))
    else:
        here = world(listing("a", tables=[table("t"), table("u")], views=[newer]))
    outcome = here.run()
    assert not outcome.ok
    (failure,) = outcome.failed_with("BRIDGE_OBJECT_INVALID")
    assert "lake.sales.t: a table and a view of this name are listed" in failure
    assert here.table(T)["tableType"] == "View"
    assert "bridge.lake.sales.u" in here.tables()


def test_one_table_twice_in_a_listing_is_told(world: MakeWorld) -> None:
    here = world(listing("a", tables=[table("t", updated_ms=1), table("t", fields("id", "x"), updated_ms=2)]))
    outcome = here.run()
    assert outcome.ok
    assert len(outcome.warned_with("BRIDGE_OBJECT_NOTE")) == 1
    assert [item["name"] for item in here.columns(T)] == ["id", "x"]


@pytest.mark.parametrize("moment", [2**63, -(2**70), 10**30])
def test_a_time_out_of_range_costs_nothing(world: MakeWorld, moment: int) -> None:
    here = world(
        listing(
            "a",
            tables=[table("t", updated_ms=moment), table("u")],
            views=[view("v", "SELECT 1", updated_ms=moment)],
        )
    )
    assert here.run().ok
    assert len(here.tables()) == 3
    settled(here)


def test_an_owner_that_could_not_be_taken_away_is_taken_away_by_the_next_run(world: MakeWorld) -> None:
    here = world(listing("a", tables=[table("t")]))
    assert here.run().ok
    assert names_of_owners(here) == ["bridge__sales-data"]
    here.installation.listings["b"] = listing("b", tables=[table("t")], team="others")
    here.catalog.faults.add(Fault(method="PATCH", path="/tables/", status=403, times=1))
    assert not here.run().ok
    assert names_of_owners(here) == ["bridge__sales-data"]
    assert here.run().ok
    assert names_of_owners(here) == []
    settled(here)


def test_a_team_that_was_deleted_for_good_owns_its_tables_again(world: MakeWorld) -> None:
    here = world(listing("a", tables=[table("t")]))
    assert here.run().ok
    team = here.catalog.catalog.get("teams", "bridge__sales-data")
    assert team is not None
    here.as_admin("DELETE", f"/teams/{team['id']}?hardDelete=true")
    assert here.run().ok
    assert names_of_owners(here) == ["bridge__sales-data"]
    settled(here)


def test_a_deleted_team_comes_back_with_a_stewards_text(world: MakeWorld) -> None:
    owners = [{"team": "sales", "description": "They sell"}]
    here = world(listing("a", tables=[table("t")], owners=owners), options={"descriptions": "fill"})
    assert here.run().ok
    team = here.catalog.catalog.get("teams", "bridge__sales")
    assert team is not None
    here.as_admin("PATCH", f"/teams/{team['id']}", [add("/description", "A steward's text")])
    here.as_admin("DELETE", f"/teams/{team['id']}")
    assert here.run().ok
    again = here.catalog.catalog.get("teams", "bridge__sales")
    assert again is not None
    assert (again["id"], again["description"]) == (team["id"], "A steward's text")
    settled(here)


def test_a_team_of_our_name_that_cannot_own_costs_the_owner_only(world: MakeWorld) -> None:
    here = world(listing("a", tables=[table("t")]))
    here.as_admin("PUT", "/teams", {"name": "bridge__sales-data", "teamType": "Department"})
    outcome = here.run()
    assert len(outcome.failed_with("CATALOG_TEAM_UNUSABLE")) == 1
    assert names_of_owners(here) == []


def test_a_stewards_foreign_key_to_what_is_gone_does_not_block_the_table(world: MakeWorld) -> None:
    here = world(listing("a", tables=[table("t"), table("u")]), options={})
    assert here.run().ok
    other = here.as_admin(
        "PUT",
        "/tables",
        {
            "name": "mine",
            "databaseSchema": "bridge.lake.sales",
            "columns": [{"name": "id", "dataType": "STRING"}],
        },
    )
    key = {
        "constraintType": "FOREIGN_KEY",
        "columns": ["id"],
        "referredColumns": ["bridge.lake.sales.mine.id"],
    }
    kept = {"constraintType": "FOREIGN_KEY", "columns": ["id"], "referredColumns": ["bridge.lake.sales.u.id"]}
    edit(here, add("/tableConstraints", [key, kept]), fqn=T)
    here.as_admin("DELETE", f"/tables/{other['id']}?hardDelete=true")
    here.installation.listings["a"]["tables"][0] = table("t", fields("id", "x"), updated_ms=2)
    outcome = here.run()
    assert outcome.ok, outcome
    assert [item["name"] for item in here.columns(T)] == ["id", "x"]
    assert [item["referredColumns"] for item in here.table(T)["tableConstraints"]] == [
        ["bridge.lake.sales.u.id"]
    ]
    settled(here)


def test_a_view_that_becomes_a_table_loses_its_sql(world: MakeWorld) -> None:
    here = world(listing("a", views=[view("t", "SELECT 1")]))
    assert here.run().ok
    here.installation.listings["a"].update(views=[], tables=[table("t")])
    assert here.run().ok
    now = here.table(T)
    assert (now["tableType"], now.get("schemaDefinition")) == ("Iceberg", None)
    settled(here)


@pytest.mark.parametrize(
    "page", ["javascript:alert(1)", "data:text/html,x", "https://x/" + "y" * 3000, "https://x/\x00", "/x"]
)
def test_a_page_that_is_no_web_address_is_left_out(world: MakeWorld, page: str) -> None:
    here = world(listing("a", tables=[table("t")], portalUrl=page))
    outcome = here.run()
    assert outcome.ok
    assert len(outcome.warned_with("BRIDGE_LISTING_NOTE")) == 1
    assert here.table(T).get("sourceUrl") is None


def test_no_control_character_is_sent(world: MakeWorld) -> None:
    struct = {"type": "struct", "fields": [field(9, "in\x00ner", "st\x00range")]}
    partition = {"source-id": 1, "field-id": 1000, "name": "p", "transform": "buc\x00ket[4]"}
    wild = table(
        "t\x00",
        [field(1, "c\x00", "string", doc="d\x00oc"), field(2, "s", struct)],
        description="te\x00xt",
        metadata={"partition-specs": [{"spec-id": 0, "fields": [partition]}]},
    )
    owners = [{"team": "te\x00am", "displayName": "na\x00me", "description": "de\x00sc"}]
    here = world(listing("a", tables=[wild], views=[view("v", "SELECT\x00 1")], owners=owners))
    here.installation.info.update(name="in\x00st", description="de\x00sc")
    assert here.run().ok
    assert "\\x00" not in repr(here.catalog.catalog.snapshot())
    settled(here)


def test_the_text_of_a_domain_is_completed_after_a_run_that_was_killed(world: MakeWorld) -> None:
    here = world(listing("a", tables=[table("t")]))
    here.installation.info.update(name="Bob's", description="It's ours")
    here.catalog.faults.add(Fault(method="PATCH", path="/domains/", status=403, times=1))
    assert not here.run().ok
    assert here.run().ok
    domain = here.catalog.catalog.get("domains", "bridge")
    assert domain is not None
    assert domain["description"] == "It's ours"
    settled(here)


@pytest.mark.parametrize("name", ["a::b", "a>b", 'a"b', "x" * 257])
def test_a_service_name_that_the_catalog_refuses_is_told_at_once(world: MakeWorld, name: str) -> None:
    here = world(listing("a", tables=[table("t")]), service_name=name)
    outcome = here.run()
    assert not outcome.ok
    assert here.catalog.log.writes() == []


def test_a_persons_service_without_a_text_gets_none(world: MakeWorld) -> None:
    here = world(listing("a", tables=[table("t")]))
    make_service(here)
    assert here.run().ok
    service = here.catalog.catalog.get("databaseServices", "bridge")
    assert service is not None
    assert not service.get("description")


@pytest.mark.parametrize(
    "options", [{"tokenFile": "s3cr3t-Token/abc"}, {"tokenEnv": "s3cr3tTokenOfTheBridge0123456789"}]
)
def test_a_token_in_the_wrong_option_is_not_printed(
    world: MakeWorld, tmp_path: Path, options: dict[str, str]
) -> None:
    here = world(listing("a", tables=[table("t")]), options={"token": "", **options})
    done = here.command(tmp_path, arguments=("--debug",))
    assert done.returncode == 1
    assert "[BRIDGE_TOKEN_MISSING]" in done.stdout + done.stderr
    assert "s3cr3t" not in done.stdout + done.stderr


def test_no_state_is_shared_between_sources(world: MakeWorld) -> None:
    before = {
        name: set(value) for name, value in vars(BridgeSource.__mro__[1]).items() if isinstance(value, set)
    }
    here = world(listing("a", tables=[table("t")]))
    first, second = (BridgeSource.create(here.config()["source"], Any) for _ in range(2))  # type: ignore[arg-type]
    for name in ("context", "queue", "report", *before):
        assert getattr(first, name) is not getattr(second, name), name
        assert getattr(first, name) is not getattr(BridgeSource, name, None), name
    assert len(before) == 4
    assert here.run().ok
    assert {name: getattr(BridgeSource, name) for name in before} == before


def test_a_run_that_was_killed_is_repaired_by_the_next(world: MakeWorld, tmp_path: Path) -> None:
    offers = [listing(name, tables=[table(f"{name}{number}") for number in range(40)]) for name in "abc"]
    here = world(*offers)
    path = tmp_path / "bridge.yaml"
    path.write_text(yaml.safe_dump(here.config()), encoding="utf-8")
    held = here.catalog.faults.add(
        Fault(method="PUT", path="tables/bulk", status=None, after=1, times=1, delay_seconds=60)
    )
    run = subprocess.Popen(
        [str(METADATA), "ingest", "-c", str(path)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
    )
    assert held.wait(60)
    os.kill(run.pid, signal.SIGKILL)
    assert run.wait() == -signal.SIGKILL
    assert 0 < len(here.tables()) < 120
    here.catalog.faults.clear()
    assert here.run().ok
    with CatalogServer() as undisturbed:
        there = World(here.bridge, undisturbed)
        assert there.run().ok
        assert comparable(here.catalog) == comparable(undisturbed)


def comparable(catalog: CatalogServer) -> dict[str, Any]:
    """Take what two catalogs have in common: fingerprints hold the ids of owners, which each catalog makes itself."""
    state: dict[str, Any] = catalog.catalog.snapshot(identity=False)
    for entity in state["tables"].values():
        assert entity["attributes"].pop("sourceHash")
    return state
