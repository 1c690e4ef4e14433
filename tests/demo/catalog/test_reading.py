"""Reading: fields, inheritance, lists with cursors and filters."""

from __future__ import annotations

import pytest

from connector.bridge.demo.catalog import CatalogServer
from tests.demo.catalog.support import TABLE, Api, Json, build_domain, build_schema, op, reference, table_body

HIDDEN = ("owners", "domains", "dataProducts", "tags", "extension", "lifeCycle", "tableConstraints")


@pytest.fixture
def tables(admin: Api, schema: str) -> list[str]:
    """25 tables in the order of their names, and one of another schema."""
    assert schema
    names = [f"t{number:02d}" for number in range(25)]
    admin.put("tables/bulk", [table_body(name) for name in reversed(names)])
    admin.put("databaseSchemas", {"name": "other", "database": "svc.db"})
    admin.put("tables", {**table_body("elsewhere"), "databaseSchema": "svc.db.other"})
    return names


def names(page: Json) -> list[str]:
    return [item["name"] for item in page["data"]]


class TestFields:
    """What an answer shows."""

    @pytest.fixture
    def full(self, admin: Api, schema: str) -> Json:
        assert schema
        build_domain(admin, "d")
        user = reference(admin.get("users/name/admin"), "user")
        body = table_body(
            owners=[user],
            domains=["d"],
            lifeCycle={"updated": {"timestamp": 1}},
            tableConstraints=[{"constraintType": "PRIMARY_KEY", "columns": ["id"]}],
        )
        return admin.put("tables", body)

    @pytest.mark.usefixtures("full")
    def test_fields_that_are_not_asked_for_are_hidden(self, bot: Api) -> None:
        assert not set(HIDDEN) & bot.table().keys()
        assert "tags" not in bot.table()["columns"][0]
        shown = bot.table("owners,lifeCycle")
        assert shown["owners"][0]["name"] == "admin"
        assert shown["lifeCycle"] == {"updated": {"timestamp": 1}}
        assert "domains" not in shown
        assert set(HIDDEN) - {"extension"} <= bot.table("*").keys()
        assert bot.table("tags")["columns"][0]["tags"] == []

    @pytest.mark.usefixtures("full")
    def test_containers_are_always_shown(self, bot: Api) -> None:
        table = bot.table()
        found = [table[name]["fullyQualifiedName"] for name in ("service", "database", "databaseSchema")]
        assert found == ["svc", "svc.db", "svc.db.sales"]
        assert table["serviceType"] == "CustomDatabase"

    @pytest.mark.parametrize("query", ["fields=colour", "fields=owners,colour", "include=some"])
    def test_bad_parameters(self, bot: Api, full: Json, query: str) -> None:
        assert bot.call("GET", f"tables/{full['id']}?{query}").status == 400

    def test_an_unknown_parameter_is_unsupported(self, bot: Api, full: Json, server: CatalogServer) -> None:
        assert bot.call("GET", f"tables/{full['id']}?colour=red").status == 501
        assert server.log.unsupported == ["GET /v1/tables/{id}: query parameter colour"]

    def test_a_parameter_given_twice(self, bot: Api, full: Json) -> None:
        assert bot.call("GET", f"tables/{full['id']}?fields=owners&fields=tags").status == 400

    @pytest.mark.usefixtures("full")
    def test_children_and_what_a_team_has(self, bot: Api, admin: Api) -> None:
        schema = bot.get("databaseSchemas/name/svc.db.sales?fields=tables")
        assert [item["name"] for item in schema["tables"]] == ["orders"]
        database = bot.get("databases/name/svc.db?fields=databaseSchemas")
        assert [item["name"] for item in database["databaseSchemas"]] == ["sales"]
        user = bot.get("users/name/admin")
        team = admin.put("teams", {"name": "t", "teamType": "Group", "users": [user["id"]]})
        admin.put("tables", table_body(owners=[reference(team, "team")]))
        shown = bot.get("teams/name/t?fields=owns,users")
        assert [item["name"] for item in shown["owns"]] == ["orders"]
        assert [item["name"] for item in shown["users"]] == ["admin"]
        assert [item["name"] for item in bot.get("users/name/admin?fields=teams")["teams"]] == ["t"]
        top = bot.get("teams/name/Organization?fields=children")
        assert [item["name"] for item in top["children"]] == ["t"]


def test_inheritance(admin: Api) -> None:
    """Owners, domains and the retention period come from above at read time and are marked."""
    build_domain(admin, "d")
    owner = reference(admin.get("users/name/admin"), "user")
    build_schema(admin, domains=["d"], owners=[owner])
    admin.put("databaseSchemas", {"name": "sales", "database": "svc.db", "retentionPeriod": "P7D"})
    table = admin.put("tables", table_body())
    shown = admin.table("owners,domains")
    for name in ("owners", "domains"):
        assert [item["inherited"] for item in shown[name]] == [True]
    assert shown["retentionPeriod"] == "P7D"
    other = reference(admin.get("users/name/ingestion-bot"), "user")
    admin.patch(f"tables/{table['id']}", op("add", "/owners", [other]), op("add", "/retentionPeriod", "P1D"))
    shown = admin.table("owners,domains")
    assert [(item["name"], item.get("inherited")) for item in shown["owners"]] == [("ingestion-bot", None)]
    assert shown["domains"][0]["inherited"] is True
    assert shown["retentionPeriod"] == "P1D"


def test_a_data_product_inherits_owners_and_experts_from_its_domain(admin: Api) -> None:
    owner = reference(admin.get("users/name/admin"), "user")
    build_domain(admin, "d", owners=[owner], experts=["admin"])
    product = admin.put("dataProducts", {"name": "p", "description": "", "domains": ["d"]})
    for name in ("owners", "experts"):
        assert [(item["name"], item["inherited"]) for item in product[name]] == [("admin", True)]


def test_the_present_version_is_one_of_the_versions(admin: Api) -> None:
    team = admin.put("teams", {"name": "t", "teamType": "Group"})
    assert admin.get(f"teams/{team['id']}/versions/0.1")["name"] == "t"


class TestLists:
    """Pages."""

    def test_all_pages_forward_and_back(self, bot: Api, tables: list[str]) -> None:
        query = "tables?databaseSchema=svc.db.sales&limit=10"
        first = bot.get(query)
        second = bot.get(f"{query}&after={first['paging']['after']}")
        third = bot.get(f"{query}&after={second['paging']['after']}")
        assert names(first) + names(second) + names(third) == tables
        assert {page["paging"]["total"] for page in (first, second, third)} == {25}
        assert "before" not in first["paging"]
        assert "after" not in third["paging"]
        assert names(bot.get(f"{query}&before={third['paging']['before']}")) == names(second)
        assert names(bot.get(f"{query}&before={second['paging']['before']}")) == names(first)

    def test_a_cursor_stands_for_a_place_not_for_a_number(self, admin: Api, tables: list[str]) -> None:
        query = "tables?databaseSchema=svc.db.sales&limit=10"
        first = admin.get(query)
        admin.call("DELETE", f"tables/{first['data'][-1]['id']}")
        admin.put("tables", table_body("t00a"))
        assert names(admin.get(f"{query}&after={first['paging']['after']}")) == tables[10:20]

    @pytest.mark.usefixtures("tables")
    def test_limits(self, bot: Api) -> None:
        assert len(bot.get("tables")["data"]) == 10
        assert len(bot.get("tables?limit=1000000")["data"]) == 26
        assert bot.get("tables?limit=0") == {"data": [], "paging": {"total": 26}}
        for limit in ("-1", "1000001", "x"):
            assert bot.call("GET", f"tables?limit={limit}").status == 400

    @pytest.mark.usefixtures("tables")
    @pytest.mark.parametrize("cursor", ["after=x", "after=e30=", "before=bnVsbA==", "after=%FF"])
    def test_a_broken_cursor(self, bot: Api, cursor: str) -> None:
        assert bot.call("GET", f"tables?{cursor}").status == 400

    @pytest.mark.usefixtures("tables")
    def test_after_and_before_at_once(self, bot: Api) -> None:
        assert bot.call("GET", "tables?after=x&before=y").status == 400

    @pytest.mark.usefixtures("tables")
    @pytest.mark.parametrize(
        ("query", "total"),
        [
            ("tables?service=svc", 26),
            ("tables?database=svc.db", 26),
            ("tables?databaseSchema=svc.db.other", 1),
            ("tables?databaseSchema=svc.db.none", 0),
            ("databaseSchemas?database=svc.db", 2),
            ("databaseSchemas?service=svc", 2),
            ("databases?service=svc", 1),
            ("databases?service=other", 0),
            ("services/databaseServices", 1),
        ],
    )
    def test_scopes(self, bot: Api, query: str, total: int) -> None:
        page = bot.get(f"{query}{'&' if '?' in query else '?'}limit=100")
        assert (page["paging"]["total"], len(page["data"])) == (total, total)

    @pytest.mark.usefixtures("tables")
    def test_include(self, admin: Api) -> None:
        admin.call("DELETE", "tables/name/svc.db.sales.t03")
        for include, total in (("non-deleted", 25), ("all", 26), ("deleted", 1)):
            assert admin.get(f"tables?include={include}")["paging"]["total"] == total
        assert names(admin.get("tables?include=deleted")) == ["t03"]

    @pytest.mark.usefixtures("tables")
    def test_the_domain_filter_sees_what_is_stored(self, admin: Api) -> None:
        domain = reference(build_domain(admin, "d"), "domain")
        admin.patch("databases/name/svc.db", op("add", "/domains", [domain]))
        admin.patch("tables/name/svc.db.sales.t05", op("add", "/domains", [domain]))
        assert names(admin.get("tables?domain=d")) == ["t05"]
        assert names(admin.get("databases?domain=d")) == ["db"]
        assert admin.call("GET", "tables?domain=none").status == 404

    @pytest.mark.usefixtures("tables")
    def test_fields_of_a_list(self, admin: Api) -> None:
        owner = reference(admin.get("users/name/admin"), "user")
        admin.patch("databases/name/svc.db", op("add", "/owners", [owner]))
        page = admin.get("tables?fields=owners&limit=2")
        assert all(item["owners"][0]["inherited"] for item in page["data"])
        assert "owners" not in admin.get("tables?limit=1")["data"][0]


def test_reading_needs_the_right_to_view(server: CatalogServer, schema: str) -> None:
    assert schema
    blind = Api(server, server.add_actor("blind", allow=["EditAll"]))
    assert blind.call("GET", "tables").status == 403
    assert blind.call("GET", f"tables/name/{TABLE}").status == 403
