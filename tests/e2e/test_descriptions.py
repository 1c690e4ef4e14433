"""Texts arrive as they were sent, whatever the server does to them, and are never sent twice (case 8)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from connector.bridge.demo.bridge import BridgeServer
from connector.bridge.demo.catalog import CatalogServer, Fault
from tests.e2e.build import field, installation, listing, table
from tests.e2e.conftest import MakeWorld
from tests.e2e.harness import World
from tests.e2e.test_run import settled

TEXT = 'Use `a=b`, it\'s x@y & <b>bold</b> list<string>\n\n| a | b |\n|---|---|\n| 1+1 | "2" |'
FQN = "bridge.lake.sales.orders"


def orders(text: str, column: str = TEXT, updated_ms: int = 1) -> dict[str, object]:
    """Make a table with texts."""
    return table("orders", [field(1, "id", doc=column)], description=text, updated_ms=updated_ms)


def test_case_8(world: MakeWorld) -> None:
    here = world(listing("sales", tables=[orders(TEXT)]))
    assert here.run().ok
    assert here.table(FQN)["description"] == TEXT
    assert here.columns(FQN)[0]["description"] == TEXT
    settled(here)


def test_case_8_for_everything_that_has_a_text(world: MakeWorld) -> None:
    owners = [{"team": "sales", "description": TEXT}]
    here = world(listing("sales", tables=[orders(TEXT)], owners=owners), options={"descriptions": "fill"})
    shop = "Bob's `data` <b>shop</b> list<string>"
    here.installation.info.update(name=shop, description=TEXT)
    assert here.run().ok
    expected = {
        ("domains", "bridge"): TEXT,
        ("teams", "bridge__sales"): TEXT,
        ("tables", FQN): TEXT,
        ("databaseServices", "bridge"): f"Tables and views that {shop} shares through its Bridge.",
    }
    state = here.catalog.catalog
    assert {
        (kind, fqn): (state.get(kind, fqn) or {}).get("description") for kind, fqn in expected
    } == expected
    settled(here)


def test_a_changed_text_follows_on_the_table_and_its_columns(world: MakeWorld) -> None:
    here = world(listing("sales", tables=[orders(TEXT)]))
    assert here.run().ok
    here.installation.listings["sales"]["tables"][0] = orders("It's new", "It's new, too", updated_ms=2)
    assert here.run().ok
    assert here.table(FQN)["description"] == "It's new"
    assert here.columns(FQN)[0]["description"] == "It's new, too"
    settled(here)


def test_a_run_that_was_killed_before_the_exact_text_is_completed_by_the_next(world: MakeWorld) -> None:
    here = world(listing("sales", tables=[orders(TEXT)]))
    here.catalog.faults.add(Fault(method="PATCH", path="/tables/", status=400, times=1))
    outcome = here.run()
    assert not outcome.ok
    assert outcome.failed_with("CATALOG_REQUEST_FAILED")
    assert "&#39;" in here.table(FQN)["description"]
    assert here.run().ok
    assert here.table(FQN)["description"] == TEXT
    settled(here)


@pytest.fixture
def rewriting() -> Iterator[World]:
    """Publish into a catalog that rewrites texts of patches, too."""
    offer = installation(
        listing("sales", tables=[orders("It's one"), {**orders("It's two"), "name": "others"}])
    )
    with CatalogServer(sanitize_on_patch=True) as catalog, BridgeServer(offer) as bridge:
        yield World(bridge, catalog)


def test_a_server_that_rewrites_patches_is_not_fought(rewriting: World) -> None:
    assert rewriting.run().ok
    versions = rewriting.catalog.catalog.versions()
    rewriting.catalog.log.reset()
    assert rewriting.run().ok
    assert rewriting.catalog.catalog.versions() == versions
    # One patch finds out what kind of server it is; the other table is left alone.
    assert [entry.method for entry in rewriting.catalog.log.writes()] == ["PATCH"]
