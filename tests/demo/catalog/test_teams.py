"""The hierarchy of teams."""

from __future__ import annotations

import pytest

from tests.demo.catalog.support import Api, Json, op, reference


def team(name: str, kind: str, *parents: Json, **more: object) -> Json:
    body: Json = {"name": name, "teamType": kind, **more}
    return {**body, "parents": [parent["id"] for parent in parents]} if parents else body


def parents(entity: Json) -> list[str]:
    return [parent["name"] for parent in entity["parents"]]


def test_without_parents_a_team_comes_under_the_organization(admin: Api) -> None:
    assert parents(admin.put("teams", team("t", "Group"))) == ["Organization"]


@pytest.mark.parametrize(
    ("child", "parent", "allowed"),
    [
        ("Group", "Department", True),
        ("Group", "Division", True),
        ("Group", "BusinessUnit", True),
        ("Group", "Group", False),
        ("Department", "Department", True),
        ("Department", "Group", False),
        ("Division", "Division", True),
        ("Division", "Department", False),
        ("BusinessUnit", "BusinessUnit", True),
        ("BusinessUnit", "Division", False),
    ],
)
def test_who_may_sit_under_whom(admin: Api, child: str, parent: str, allowed: bool) -> None:
    above = admin.put("teams", team("above", parent))
    assert admin.call("PUT", "teams", team("below", child, above)).status == (201 if allowed else 400)


def test_how_many_parents(admin: Api) -> None:
    one, two = (admin.put("teams", team(name, "Division")) for name in ("one", "two"))
    assert admin.call("PUT", "teams", team("d", "Division", one, two)).status == 400
    assert parents(admin.put("teams", team("g", "Group", one, two))) == ["one", "two"]


def test_there_is_one_organization(admin: Api) -> None:
    assert admin.call("PUT", "teams", team("second", "Organization")).status == 400
    assert (
        admin.put("teams", team("Organization", "Organization", description="ours"), 200)["description"]
        == "ours"
    )


def test_people_are_in_groups_only_and_a_put_without_them_empties_the_team(admin: Api) -> None:
    user = admin.get("users/name/admin")
    assert admin.call("PUT", "teams", team("d", "Department", users=[user["id"]])).status == 400
    assert len(admin.put("teams", team("g", "Group", users=[user["id"]]))["users"]) == 1
    assert admin.put("teams", team("g", "Group"))["users"] == []


def test_people_by_patch(admin: Api) -> None:
    user = reference(admin.get("users/name/admin"), "user")
    admin.put("teams", team("g", "Group"))
    admin.put("teams", team("d", "Department"))
    assert len(admin.patch("teams/name/g", op("add", "/users", [user]))["users"]) == 1
    assert admin.patch("teams/name/g", op("add", "/email", "g@example.org"))["users"] != []
    assert admin.call("PATCH", "teams/name/d", [op("add", "/users", [user])]).status == 400


def test_an_address_is_checked(admin: Api) -> None:
    assert admin.call("PUT", "teams", team("t", "Group", email="none")).status == 400


def test_a_stock_bot_names_a_team_once(bot: Api) -> None:
    bot.put("teams", team("t", "Group", displayName="One"))
    assert bot.put("teams", team("t", "Group", displayName="Two"))["displayName"] == "One"
