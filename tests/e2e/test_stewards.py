"""What people did in the catalog survives, whatever changes at the Bridge."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.build import field, fields, listing, table
from tests.e2e.conftest import MakeWorld
from tests.e2e.harness import World
from tests.e2e.test_run import settled

FQN = "bridge.lake.sales.orders"


@pytest.fixture
def here(world: MakeWorld) -> World:
    """Publish one table."""
    made = world(
        listing("sales", tables=[table("orders", [field(1, "id", doc="Number")], description="Orders")])
    )
    assert made.run().ok
    return made


def edit(world: World, *operations: dict[str, Any], fqn: str = FQN) -> None:
    """Patch a table as a person."""
    world.as_admin("PATCH", f"/tables/{world.table(fqn)['id']}", list(operations))


def add(path: str, value: Any) -> dict[str, Any]:
    """Make a patch operation."""
    return {"op": "add", "path": path, "value": value}


def change_columns(world: World) -> None:
    """Let the table get another column at the Bridge."""
    columns = [field(1, "id", doc="Number"), field(2, "status")]
    world.installation.listings["sales"]["tables"][0] = table(
        "orders", columns, updated_ms=2, description="Orders"
    )


def test_display_names_owners_retention_and_constraints_survive_a_change(here: World) -> None:
    person = here.as_admin("PUT", "/users", {"name": "jane", "email": "jane@example.com"})
    edit(
        here,
        add("/displayName", "All orders"),
        add("/owners", [{"id": person["id"], "type": "user"}]),
        add("/retentionPeriod", "P30D"),
        add("/tableConstraints", [{"constraintType": "UNIQUE", "columns": ["id"]}]),
        add("/columns/0/displayName", "Number of the order"),
    )
    change_columns(here)
    assert here.run().ok
    table_now = here.table(FQN)
    assert [item["name"] for item in table_now["columns"]] == ["id", "status"]
    assert table_now["displayName"] == "All orders"
    assert [owner["name"] for owner in table_now["owners"]] == ["jane"]
    assert table_now["retentionPeriod"] == "P30D"
    assert [(item["constraintType"], item["columns"]) for item in table_now["tableConstraints"]] == [
        ("UNIQUE", ["id"])
    ]
    assert table_now["columns"][0]["displayName"] == "Number of the order"
    settled(here)


def test_a_persons_owner_does_not_make_a_table_look_changed(here: World) -> None:
    person = here.as_admin("PUT", "/users", {"name": "jane", "email": "jane@example.com"})
    edit(here, add("/owners", [{"id": person["id"], "type": "user"}]))
    settled(here)


def test_the_bridges_text_wins_by_default_and_only_the_text_is_written(here: World) -> None:
    edit(here, add("/description", "A steward's text"), add("/columns/0/description", "A steward's column"))
    here.catalog.log.reset()
    assert here.run().ok
    assert here.table(FQN)["description"] == "Orders"
    assert here.columns(FQN)[0]["description"] == "Number"
    assert [entry.method for entry in here.catalog.log.writes()] == ["PATCH"]
    settled(here)


def test_a_stewards_text_stays_when_only_gaps_are_filled(here: World) -> None:
    here.options["descriptions"] = "fill"
    edit(here, add("/description", "A steward's text"), add("/columns/0/description", "A steward's column"))
    change_columns(here)
    assert here.run().ok
    assert here.table(FQN)["description"] == "A steward's text"
    assert here.columns(FQN)[0]["description"] == "A steward's column"
    settled(here)


def test_an_empty_text_at_the_bridge_erases_nothing(here: World) -> None:
    here.installation.listings["sales"]["tables"][0] = table(
        "orders", fields("id"), updated_ms=2, description=" "
    )
    assert here.run().ok
    assert here.table(FQN)["description"] == "Orders"
    assert here.columns(FQN)[0]["description"] == "Number"
    settled(here)


def test_a_text_written_for_a_table_that_has_none_at_the_bridge_stays(world: MakeWorld) -> None:
    here = world(listing("sales", tables=[table("orders")]))
    assert here.run().ok
    edit(here, add("/description", "A steward's text"))
    here.installation.listings["sales"]["tables"][0] = table("orders", fields("id", "x"), updated_ms=2)
    assert here.run().ok
    assert here.table(FQN)["description"] == "A steward's text"
    settled(here)


def test_people_of_a_team_and_its_display_name_stay(here: World) -> None:
    state = here.catalog.catalog
    team = state.get("teams", "bridge__sales-data")
    assert team is not None
    member = here.as_admin("PUT", "/users", {"name": "jane", "email": "jane@example.com"})
    people = add("/users", [{"id": member["id"], "type": "user"}])
    here.as_admin("PATCH", f"/teams/{team['id']}", [add("/displayName", "Selling people"), people])
    owner = here.installation.listings["sales"]["owners"][0]
    owner.update(description="They sell", email="new@example.com", displayName="Sales people")
    outcome = here.run()
    assert outcome.ok
    again = state.get("teams", "bridge__sales-data")
    assert again is not None
    assert (again["displayName"], again["description"], again["email"]) == (
        "Selling people",
        "They sell",
        "new@example.com",
    )
    assert [user["id"] for user in again["users"]] == [member["id"]]
    assert len(outcome.warned_with("CATALOG_DISPLAY_NAME_KEPT")) == 1
    versions = state.versions()
    assert here.run().ok
    assert state.versions() == versions


def test_the_domain_is_never_changed(here: World) -> None:
    state = here.catalog.catalog
    domain = state.get("domains", "bridge")
    assert domain is not None
    here.as_admin("PATCH", f"/domains/{domain['id']}", [add("/description", "Ours now")])
    here.installation.info.update(name="Another name", description="Another text")
    settled(here)
    again = state.get("domains", "bridge")
    assert again is not None
    assert again["description"] == "Ours now"
