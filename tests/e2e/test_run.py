"""What is in the catalog after a healthy run, and after the next one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.build import field, fields, listing, table, view
from tests.e2e.conftest import MakeWorld
from tests.e2e.harness import World

ORDERS = table("orders", [field(1, "id", "long", required=True, doc="Order number"), field(2, "at", "date")])


def two_listings(world: MakeWorld, **more: Any) -> World:
    """Serve two listings of two teams that share one table."""
    shared = table("customers", namespace=["crm"])
    return world(
        listing("sales", tables=[ORDERS, shared], views=[view("recent", "SELECT id FROM orders")]),
        listing("service", tables=[shared, table("tickets", namespace=["crm"])], team="service-desk"),
        **more,
    )


def settled(world: World) -> None:
    """See that another run writes nothing at all."""
    before = world.catalog.catalog.snapshot()
    versions = world.catalog.catalog.versions()
    world.catalog.log.reset()
    outcome = world.run()
    assert outcome.ok, outcome
    assert world.catalog.log.writes() == []
    assert world.catalog.catalog.versions() == versions
    assert world.catalog.catalog.snapshot() == before


def test_everything_that_is_listed_stands_after_one_run(world: MakeWorld) -> None:
    here = two_listings(world)
    outcome = here.run()
    assert outcome.ok, outcome
    assert outcome.warnings == ()
    assert here.tables() == {
        "bridge.lake.sales.orders",
        "bridge.lake.sales.recent",
        "bridge.lake.crm.customers",
        "bridge.lake.crm.tickets",
    }
    orders = here.table("bridge.lake.sales.orders")
    assert orders["tableType"] == "Iceberg"
    assert orders["sourceUrl"] == "https://portal.example.com/listings/sales"
    assert [(item["name"], item["dataType"], item.get("constraint")) for item in orders["columns"]] == [
        ("id", "BIGINT", "NOT_NULL"),
        ("at", "DATE", None),
    ]
    assert orders["columns"][0]["description"] == "Order number"
    recent = here.table("bridge.lake.sales.recent")
    assert recent["tableType"] == "View"
    assert recent["schemaDefinition"] == "SELECT id FROM orders"
    assert "Result: table: 3 created" in outcome.log
    assert "Result: view: 1 created" in outcome.log
    settled(here)


def test_a_healthy_run_logs_no_error(world: MakeWorld) -> None:
    outcome = two_listings(world).run()
    assert [line for line in outcome.log.splitlines() if line.startswith("ERROR")] == []


def test_domain_service_and_teams(world: MakeWorld) -> None:
    here = two_listings(world)
    assert here.run().ok
    state = here.catalog.catalog
    domain = state.get("domains", "bridge")
    assert domain is not None
    assert domain["displayName"] == "Acme data exchange"
    service = state.get("databaseServices", "bridge")
    assert service is not None
    assert "connection" not in service or not service["connection"]
    assert [item["name"] for item in service["domains"]] == ["bridge"]
    team = state.get("teams", "bridge__sales-data")
    assert team is not None
    assert (team["teamType"], team["displayName"], team["email"]) == (
        "Group",
        "Sales-Data",
        "sales-data@example.com",
    )


def test_a_team_owns_what_only_its_listings_share(world: MakeWorld) -> None:
    here = two_listings(world)
    assert here.run().ok
    owners = {name: here.table(name).get("owners") or [] for name in here.tables()}
    named = {
        name: [owner["name"] for owner in found if not owner.get("inherited")]
        for name, found in owners.items()
    }
    assert named == {
        "bridge.lake.sales.orders": ["bridge__sales-data"],
        "bridge.lake.sales.recent": ["bridge__sales-data"],
        "bridge.lake.crm.tickets": ["bridge__service-desk"],
        "bridge.lake.crm.customers": [],
    }


def test_threads_change_nothing(world: MakeWorld) -> None:
    names = [f"schema_{number}" for number in range(6)]
    offers = [
        listing(name, tables=[table("a", namespace=[name]), table("b", namespace=[name])]) for name in names
    ]
    alone = world(*offers, service_name="alone", options={"installationPrefix": "x"})
    together = world(
        *offers, service_name="together", options={"installationPrefix": "x"}, source_config={"threads": 4}
    )
    assert alone.run().ok
    assert together.run().ok
    tables = alone.tables()
    assert {name for name in tables if name.startswith("together.")} == {
        name.replace("alone.", "together.") for name in tables if name.startswith("alone.")
    }
    assert len(tables) == 24
    settled(together)


def test_two_pipelines_in_one_process_do_not_see_each_other(world: MakeWorld) -> None:
    first = world(listing("one", tables=[table("a")]), service_name="first")
    second = world(listing("two", tables=[table("b")]), service_name="second")
    assert first.run().ok
    assert second.run().ok
    assert first.tables() == {"first.lake.sales.a", "second.lake.sales.b"}
    settled(first)
    settled(second)


def test_a_service_name_that_is_no_prefix(world: MakeWorld) -> None:
    here = world(listing("one", tables=[table("a")]), service_name="Bridge.Prod")
    assert here.run().ok
    assert here.tables() == {'"Bridge.Prod".lake.sales.a'}
    (domain,) = here.catalog.catalog.all("domains")
    assert domain["name"].startswith("bridge-prod-")
    settled(here)


@pytest.mark.parametrize(
    ("config", "left"),
    [
        ({"schemaFilterPattern": {"includes": ["^crm$"]}}, {"crm.customers", "crm.tickets"}),
        ({"schemaFilterPattern": {"excludes": ["^crm$"]}}, {"sales.orders", "sales.recent"}),
        ({"tableFilterPattern": {"includes": ["^orders$", "^tickets$"]}}, {"sales.orders", "crm.tickets"}),
        ({"databaseFilterPattern": {"excludes": ["lake"]}}, set()),
        ({"includeViews": False}, {"sales.orders", "crm.customers", "crm.tickets"}),
        ({"includeTables": False}, {"sales.recent"}),
        (
            {"useFqnForFiltering": True, "tableFilterPattern": {"includes": [r"^bridge\.lake\.crm\."]}},
            {"crm.customers", "crm.tickets"},
        ),
    ],
)
def test_filters(world: MakeWorld, config: dict[str, Any], left: set[str]) -> None:
    here = two_listings(world, source_config=config)
    assert here.run().ok
    assert here.tables() == {f"bridge.lake.{name}" for name in left}
    settled(here)


def test_what_a_filter_holds_back_later_stays(world: MakeWorld) -> None:
    here = two_listings(world)
    assert here.run().ok
    before = here.tables()
    here.source_config["tableFilterPattern"] = {"excludes": [".*"]}
    assert here.run().ok
    assert here.tables() == before


def test_a_change_at_the_bridge_is_published_and_nothing_else(world: MakeWorld) -> None:
    here = two_listings(world)
    assert here.run().ok
    versions = here.catalog.catalog.versions()
    sales = here.installation.listings["sales"]
    sales["tables"][0] = table("orders", fields("id", "at", "status"), updated_ms=2)
    here.catalog.log.reset()
    assert here.run().ok
    assert [item["name"] for item in here.columns("bridge.lake.sales.orders")] == ["id", "at", "status"]
    changed = {name for name, version in here.catalog.catalog.versions().items() if versions[name] != version}
    assert changed == {("tables", "bridge.lake.sales.orders")}
    assert len(here.catalog.log.writes()) == 1
    settled(here)


def test_a_changed_view_and_a_changed_partition_are_published(world: MakeWorld) -> None:
    here = two_listings(world)
    assert here.run().ok
    sales = here.installation.listings["sales"]
    sales["views"][0] = view("recent", "SELECT id FROM orders WHERE at > '2026-01-01'", updated_ms=2)
    partition = {"source-id": 2, "field-id": 1000, "name": "at_month", "transform": "month"}
    sales["tables"][0]["metadata"]["partition-specs"] = [{"spec-id": 0, "fields": [partition]}]
    assert here.run().ok
    assert here.table("bridge.lake.sales.recent")["schemaDefinition"].endswith("WHERE at > '2026-01-01'")
    assert here.table("bridge.lake.sales.orders")["tablePartition"]["columns"] == [
        {"columnName": "at", "intervalType": "TIME-UNIT", "interval": "month"}
    ]
    settled(here)


def test_a_listing_without_objects_and_an_installation_without_listings(world: MakeWorld) -> None:
    here = world(listing("empty"))
    assert here.run().ok
    assert here.tables() == set()
    here.installation.listings.clear()
    assert here.run().ok


def test_what_was_deleted_in_the_catalog_comes_back(world: MakeWorld) -> None:
    here = two_listings(world)
    assert here.run().ok
    orders = here.table("bridge.lake.sales.orders")
    here.as_admin(
        "PATCH", f"/tables/{orders['id']}", [{"op": "add", "path": "/displayName", "value": "Our orders"}]
    )
    here.as_admin("DELETE", f"/tables/{orders['id']}")
    assert "bridge.lake.sales.orders" not in here.tables()
    assert here.run().ok
    again = here.table("bridge.lake.sales.orders")
    assert (again["id"], again["displayName"]) == (orders["id"], "Our orders")
    settled(here)
