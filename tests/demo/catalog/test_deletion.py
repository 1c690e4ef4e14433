"""Deleting and restoring what contains something."""

from __future__ import annotations

import pytest

from connector.bridge.demo.catalog import CatalogServer
from tests.demo.catalog.support import TABLE, Api, build_domain, op, reference, table_body


@pytest.fixture(autouse=True)
def _orders(bot: Api, schema: str) -> None:
    assert schema
    bot.put("tables", table_body())


def status(api: Api, path: str) -> int:
    return api.call("DELETE", path).status


def test_what_is_not_empty_needs_recursive(admin: Api, server: CatalogServer) -> None:
    for path in (
        "services/databaseServices/name/svc",
        "databases/name/svc.db",
        "databaseSchemas/name/svc.db.sales",
    ):
        reply = admin.call("DELETE", path)
        assert (reply.status, "is not empty" in reply.message) == (400, True)
    assert status(admin, "services/databaseServices/name/svc?recursive=true") == 200
    for kind in ("databaseServices", "databases", "databaseSchemas", "tables"):
        assert server.catalog.all(kind) == []
        assert len(server.catalog.all(kind, "deleted")) == 1


def test_a_container_whose_children_are_deleted_is_empty_for_a_soft_deletion(admin: Api) -> None:
    assert status(admin, f"tables/name/{TABLE}") == 200
    assert status(admin, "databaseSchemas/name/svc.db.sales?hardDelete=true") == 400
    assert status(admin, "databaseSchemas/name/svc.db.sales") == 200


def test_deleting_again_changes_nothing(admin: Api, server: CatalogServer) -> None:
    assert status(admin, f"tables/name/{TABLE}") == 200
    writes = server.catalog.writes
    assert status(admin, f"tables/name/{TABLE}") == 200
    assert server.catalog.writes == writes
    assert server.catalog.versions()["tables", TABLE] == 0.2


def test_soft_deletion_keeps_and_hard_deletion_takes_relationships(admin: Api, server: CatalogServer) -> None:
    team = admin.put("teams", {"name": "t", "teamType": "Group"})
    admin.patch(f"tables/name/{TABLE}", op("add", "/owners", [reference(team, "team")]))
    assert status(admin, "teams/name/t") == 200
    assert admin.table("owners")["owners"][0]["deleted"] is True
    assert status(admin, "teams/name/t?hardDelete=true") == 200
    assert admin.table("owners")["owners"] == []
    assert status(admin, "databases/name/svc.db?recursive=true&hardDelete=true") == 200
    assert server.catalog.all("tables", "all") == []


def test_restore_brings_back_all_below(admin: Api, server: CatalogServer) -> None:
    database = admin.get("databases/name/svc.db")
    assert status(admin, "databases/name/svc.db?recursive=true") == 200
    admin.put("databases/restore", {"id": database["id"]}, 200)
    assert server.catalog.get("tables", TABLE) is not None


def test_flags_must_be_booleans(admin: Api) -> None:
    assert status(admin, f"tables/name/{TABLE}?recursive=maybe") == 400


def test_deleting_needs_the_right(server: CatalogServer) -> None:
    person = Api(server, server.add_actor("person", deny=["Delete"]))
    assert status(person, f"tables/name/{TABLE}") == 403
    assert server.catalog.get("tables", TABLE) is not None


def test_missing(admin: Api) -> None:
    assert status(admin, "tables/name/none") == 404


class TestDomains:
    """Domains are deleted for good, with what is only theirs."""

    def test_sub_domains_and_products_go_with_a_domain(self, admin: Api, server: CatalogServer) -> None:
        build_domain(admin, "d")
        build_domain(admin, "sub", parent="d")
        admin.put("dataProducts", {"name": "p", "description": "", "domains": ["d.sub"]})
        admin.put("tables", table_body("mine", domains=["d"]))
        assert status(admin, "domains/name/d") == 400
        assert status(admin, "domains/name/d?recursive=true") == 200
        assert server.catalog.all("domains", "all") == server.catalog.all("dataProducts", "all") == []
        assert admin.table("domains", "svc.db.sales.mine")["domains"] == []

    def test_a_product_alone_keeps_a_domain_from_being_empty(self, admin: Api) -> None:
        build_domain(admin, "d")
        admin.put("dataProducts", {"name": "p", "description": "", "domains": ["d"]})
        assert status(admin, "domains/name/d") == 400
        assert status(admin, "dataProducts/name/p") == 200
        assert status(admin, "domains/name/d") == 200


class TestTeams:
    """Teams and their places."""

    def test_the_organization_stays(self, admin: Api) -> None:
        assert status(admin, "teams/name/Organization") == 400

    def test_children_come_under_the_organization(self, admin: Api) -> None:
        division = admin.put("teams", {"name": "d", "teamType": "Division"})
        admin.put("teams", {"name": "t", "teamType": "Group", "parents": [division["id"]]})
        assert status(admin, "teams/name/d?hardDelete=true") == 200
        assert [item["name"] for item in admin.get("teams/name/t?fields=parents")["parents"]] == [
            "Organization"
        ]
