"""Which domain everything is put into, and what is never done to a domain or a service."""

from __future__ import annotations

from typing import Any

from tests.e2e.build import listing, table
from tests.e2e.conftest import MakeWorld
from tests.e2e.harness import World
from tests.e2e.test_run import settled


def one(world: MakeWorld, **more: Any) -> World:
    """Serve one table."""
    return world(listing("sales", tables=[table("orders")]), **more)


def make_domain(world: World, name: str) -> dict[str, Any]:
    """Make a domain as a person."""
    return world.as_admin(
        "PUT", "/domains", {"name": name, "description": "Made by a person", "domainType": "Aggregate"}
    )


def make_service(world: World, **more: Any) -> dict[str, Any]:
    """Make the service as a person does in the UI, with its connection."""
    connection = {
        "config": {"type": "CustomDatabase", "connectionOptions": {"hostPort": "https://x", "token": "t"}}
    }
    body = {"name": "bridge", "serviceType": "CustomDatabase", "connection": connection, **more}
    return world.as_admin("PUT", "/services/databaseServices", body)


def domains_of(world: World, kind: str, fqn: str) -> list[str]:
    """Name the domains of an entity, inherited or not."""
    entity = world.catalog.catalog.get(kind, fqn)
    assert entity is not None
    return [item["fullyQualifiedName"] for item in entity.get("domains") or ()]


def test_tables_inherit_the_domain_of_the_service(world: MakeWorld) -> None:
    here = one(world)
    assert here.run().ok
    assert domains_of(here, "databaseServices", "bridge") == ["bridge"]
    table_seen = here.as_admin("GET", "/tables/name/bridge.lake.sales.orders?fields=domains")
    assert [(item["name"], item["inherited"]) for item in table_seen["domains"]] == [("bridge", True)]


def test_the_wanted_domain_is_used_and_not_changed(world: MakeWorld) -> None:
    here = one(world, options={"domain": "Retail.Sales"})
    make_domain(here, "Retail")
    here.as_admin(
        "PUT",
        "/domains",
        {"name": "Sales", "parent": "Retail", "description": "By a person", "domainType": "Aggregate"},
    )
    before = here.catalog.catalog.snapshot()["domains"]
    assert here.run().ok
    assert domains_of(here, "databaseServices", "bridge") == ["Retail.Sales"]
    assert here.catalog.catalog.snapshot()["domains"] == before
    settled(here)


def test_an_unknown_domain_ends_the_run_before_anything_is_written(world: MakeWorld) -> None:
    here = one(world, options={"domain": "Retail"})
    outcome = here.run()
    assert "[CATALOG_DOMAIN_UNKNOWN]" in (outcome.error or "")
    assert "`Retail`" in (outcome.error or "")
    assert here.catalog.log.writes() == []


def test_a_service_made_by_a_person_keeps_everything_and_gets_the_domain(world: MakeWorld) -> None:
    here = one(world)
    before = make_service(here, description="By a person", displayName="Our bridge")
    assert here.run().ok
    after = here.catalog.catalog.get("databaseServices", "bridge")
    assert after is not None
    for name in ("id", "description", "displayName", "connection"):
        assert after[name] == before[name], name
    assert domains_of(here, "databaseServices", "bridge") == ["bridge"]
    settled(here)


def test_a_deleted_service_comes_back_with_its_connection(world: MakeWorld) -> None:
    here = one(world)
    before = make_service(here)
    assert here.run().ok
    here.as_admin("DELETE", f"/services/databaseServices/{before['id']}?recursive=true")
    assert here.tables() == set()
    assert here.run().ok
    after = here.catalog.catalog.get("databaseServices", "bridge")
    assert after is not None
    assert (after["id"], after["connection"]) == (before["id"], before["connection"])
    assert here.tables() == {"bridge.lake.sales.orders"}
    settled(here)


def test_the_domain_that_the_service_has_is_used(world: MakeWorld) -> None:
    here = one(world)
    make_domain(here, "Retail")
    make_service(here, domains=["Retail"])
    assert here.run().ok
    assert domains_of(here, "databaseServices", "bridge") == ["Retail"]
    assert [item["name"] for item in here.catalog.catalog.all("domains")] == ["Retail"]
    settled(here)


def test_a_domain_conflict_names_both(world: MakeWorld) -> None:
    here = one(world, options={"domain": "Wholesale"})
    make_domain(here, "Retail")
    make_domain(here, "Wholesale")
    make_service(here, domains=["Retail"])
    here.catalog.log.reset()
    outcome = here.run()
    assert "[CATALOG_DOMAIN_CONFLICT]" in (outcome.error or "")
    assert "`Retail`" in (outcome.error or "")
    assert "`Wholesale`" in (outcome.error or "")
    assert here.catalog.log.writes() == []


def test_a_service_of_another_type_is_refused(world: MakeWorld) -> None:
    here = one(world)
    here.as_admin("PUT", "/services/databaseServices", {"name": "bridge", "serviceType": "Mysql"})
    here.catalog.log.reset()
    outcome = here.run()
    assert "[CATALOG_SERVICE_UNUSABLE]" in (outcome.error or "")
    assert "Mysql" in (outcome.error or "")
    assert here.catalog.log.writes() == []


def test_two_services_share_an_installation_domain_when_the_prefix_is_the_same(world: MakeWorld) -> None:
    first = one(world, service_name="one", options={"installationPrefix": "acme"})
    second = one(world, service_name="two", options={"installationPrefix": "acme"})
    assert first.run().ok
    assert second.run().ok
    assert [item["name"] for item in first.catalog.catalog.all("domains")] == ["acme"]
    settled(first)
