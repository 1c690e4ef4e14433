"""PATCH: permission by field, optimistic locking, checks of the result."""

from __future__ import annotations

import pytest

from connector.bridge.demo.catalog import CatalogServer
from tests.demo.catalog.support import (
    TABLE,
    Api,
    Json,
    build_domain,
    build_tags,
    column,
    name_path,
    op,
    reference,
    table_body,
)

PATH = f"tables/name/{TABLE}"


@pytest.fixture
def table(bot: Api, schema: str) -> Json:
    """A table with two columns."""
    assert schema
    return bot.put("tables", table_body(description="one", displayName="One"), 201)


def refused(api: Api, *operations: Json, path: str = PATH) -> int:
    return api.call("PATCH", path, list(operations)).status


@pytest.mark.usefixtures("table")
class TestPermission:
    """The stock bot may patch all but display names; one denied path refuses the whole patch."""

    @pytest.mark.parametrize("pointer", ["/displayName", "/columns/0/displayName"])
    def test_a_display_name_is_denied(self, bot: Api, admin: Api, pointer: str) -> None:
        patch = [op("add", "/description", "two"), op("add", pointer, "Two")]
        reply = bot.call("PATCH", PATH, patch)
        assert (reply.status, "EditDisplayName" in reply.message) == (403, True)
        assert admin.table()["description"] == "one"
        assert admin.call("PATCH", PATH, patch).status == 200

    def test_a_test_operation_needs_no_permission(self, bot: Api) -> None:
        bot.patch(PATH, op("test", "/displayName", "One"), op("add", "/description", "two"))

    @pytest.mark.parametrize(
        ("allowed", "pointer", "status"),
        [
            ("EditDescription", "/description", 200),
            ("EditDescription", "/columns/0/description", 200),
            ("EditDescription", "/sourceUrl", 403),
            ("EditTags", "/description", 403),
            ("EditAll", "/sourceUrl", 200),
            ("table.EditDescription", "/description", 200),
            ("metric.EditDescription", "/description", 403),
        ],
    )
    def test_each_field_has_its_operation(
        self, server: CatalogServer, allowed: str, pointer: str, status: int
    ) -> None:
        person = Api(server, server.add_actor("person", allow=["ViewAll", allowed]))
        assert refused(person, op("add", pointer, "two")) == status


@pytest.mark.usefixtures("table")
class TestLocking:
    """If-Match."""

    @pytest.mark.parametrize("tag", ['W/"0.1"', "*", '"x", W/"0.1"'])
    def test_a_match(self, bot: Api, tag: str) -> None:
        assert bot.call("PATCH", PATH, [op("add", "/description", "two")], If_Match=tag).status == 200

    @pytest.mark.parametrize("tag", ['W/"0.2"', '"0.1"', "0.1", 'W/"0.10"'])
    def test_a_mismatch(self, bot: Api, tag: str) -> None:
        assert bot.call("PATCH", PATH, [op("add", "/description", "two")], If_Match=tag).status == 412
        assert bot.table()["description"] == "one"

    def test_the_second_of_two_writers_is_refused(self, bot: Api) -> None:
        for text, status in (("two", 200), ("three", 412)):
            patch = [op("add", "/description", text)]
            assert bot.call("PATCH", PATH, patch, If_Match='W/"0.1"').status == status
        assert bot.table()["description"] == "two"


@pytest.mark.usefixtures("table")
class TestEffect:
    """What a patch stores."""

    def test_nothing_is_kept_for_people(self, bot: Api, admin: Api) -> None:
        one, two = build_tags(admin, "one", "two")
        bot.patch(PATH, op("add", "/tags", [one, two]), op("add", "/description", "it's `two`"))
        assert len(bot.table("tags")["tags"]) == 2
        patched = bot.patch(PATH, op("remove", "/tags/0"), op("remove", "/description"))
        assert [tag["tagFQN"] for tag in patched["tags"]] == ["c.two"]
        assert "description" not in patched

    def test_a_text_is_stored_as_sent_unless_switched(self, bot: Api, server: CatalogServer) -> None:
        assert bot.patch(PATH, op("add", "/description", "it's"))["description"] == "it's"
        server.switch(sanitize_on_patch=True)
        assert bot.patch(PATH, op("add", "/description", "that's"))["description"] == "that&#39;s"

    def test_no_change_writes_nothing(self, bot: Api, server: CatalogServer) -> None:
        writes = server.catalog.writes
        assert bot.patch(PATH, op("add", "/description", "one"))["version"] == 0.1
        assert bot.patch(PATH)["version"] == 0.1
        assert server.catalog.writes == writes

    @pytest.mark.parametrize("field", ["id", "name", "fullyQualifiedName", "version", "updatedBy", "service"])
    def test_what_belongs_to_the_server_is_put_back(self, bot: Api, table: Json, field: str) -> None:
        value = {"id": table["id"], "type": "databaseService"} if field == "service" else table["id"]
        if field == "version":
            value = 9.9
        patched = bot.patch(PATH, op("replace", f"/{field}", value))
        assert patched[field] == table[field]
        assert patched["version"] == 0.1

    def test_a_deletion_is_refused(self, admin: Api) -> None:
        assert refused(admin, op("replace", "/deleted", True)) == 400

    def test_a_patch_restores(self, admin: Api) -> None:
        admin.call("DELETE", PATH)
        assert admin.patch(PATH, op("add", "/description", "two"))["deleted"] is False
        assert admin.table()["description"] == "two"

    def test_columns(self, bot: Api) -> None:
        text = op("add", "/columns/1/description", "it's the sum")
        patched = bot.patch(PATH, text, op("add", "/columns/1/constraint", "NOT_NULL"))
        assert patched["version"] == 0.2
        assert patched["columns"][1]["description"] == "it's the sum"
        assert patched["columns"][1]["constraint"] == "NOT_NULL"
        assert (
            bot.patch(PATH, op("remove", "/columns/1/description"))["columns"][1].get("description") is None
        )

    def test_constraints(self, bot: Api) -> None:
        bot.put("tables", table_body("other", column("id")))
        key = {
            "constraintType": "FOREIGN_KEY",
            "columns": ["id"],
            "referredColumns": ["svc.db.sales.other.id"],
        }
        itself = {"constraintType": "FOREIGN_KEY", "columns": ["amount"], "referredColumns": [f"{TABLE}.id"]}
        patched = bot.patch(PATH, op("add", "/tableConstraints", [key, itself]))
        assert len(patched["tableConstraints"]) == 2
        assert (
            refused(bot, op("add", "/tableConstraints/-", {**key, "referredColumns": ["svc.db.sales.no.id"]}))
            == 400
        )

    def test_columns_sent_back_without_their_tags_lose_them(self, bot: Api, admin: Api) -> None:
        """As read without ``fields=tags`` and replaced whole, which is what a careless client does."""
        (label,) = build_tags(admin, "one")
        admin.patch(PATH, op("add", "/columns/0/tags", [label]))
        bare = bot.table()["columns"]
        assert "tags" not in bare[0]
        patched = bot.patch(PATH, op("replace", "/columns", bare))
        assert patched["columns"][0]["tags"] == []

    def test_a_life_cycle_is_replaced_without_a_version(self, bot: Api) -> None:
        for moment in (5, 3):
            patched = bot.patch(PATH, op("add", "/lifeCycle", {"updated": {"timestamp": moment}}))
            assert (patched["lifeCycle"]["updated"]["timestamp"], patched["version"]) == (moment, 0.1)
        assert "lifeCycle" not in bot.patch(PATH, op("remove", "/lifeCycle"))

    def test_processed_lineage_is_state_that_a_patch_sets(self, bot: Api) -> None:
        assert bot.patch(PATH, op("add", "/processedLineage", True))["processedLineage"] is True


@pytest.mark.usefixtures("table")
class TestReferences:
    """Owners, domains and their rules."""

    def test_owners(self, bot: Api, admin: Api) -> None:
        team = reference(admin.put("teams", {"name": "t", "teamType": "Group"}), "team")
        user = reference(admin.get("users/name/admin"), "user")
        assert bot.patch(PATH, op("add", "/owners", [team]))["owners"][0]["name"] == "t"
        assert refused(bot, op("add", "/owners/-", user)) == 400
        assert bot.patch(PATH, op("add", "/owners", []))["owners"] == []

    def test_an_unknown_reference(self, bot: Api) -> None:
        nobody = {"id": "00000000-0000-4000-8000-000000000000", "type": "user"}
        assert refused(bot, op("add", "/owners", [nobody])) == 404

    def test_an_inherited_domain_is_not_made_an_own_one(self, bot: Api, admin: Api) -> None:
        domain = reference(build_domain(admin, "one"), "domain")
        other = reference(build_domain(admin, "two"), "domain")
        admin.patch("services/databaseServices/name/svc", op("add", "/domains", [domain]))
        kept = bot.patch(PATH, op("add", "/description", "two"))["domains"]
        assert kept[0]["inherited"] is True
        own = bot.patch(PATH, op("add", "/domains", [other]))["domains"]
        assert [(item["name"], item.get("inherited")) for item in own] == [("two", None)]
        assert bot.patch(PATH, op("add", "/domains", []))["domains"][0]["name"] == "one"

    def test_a_product_of_another_domain(self, bot: Api, admin: Api) -> None:
        for name in ("one", "two"):
            build_domain(admin, name)
        product = admin.put("dataProducts", {"name": "p", "description": "", "domains": ["one"]})
        belongs = op("add", "/dataProducts", [reference(product, "dataProduct")])
        reply = bot.call("PATCH", PATH, [belongs])
        assert (reply.status, reply.body["errorType"]) == (400, "RULE_VIOLATION")
        one = reference(admin.get("domains/name/one"), "domain")
        patched = bot.patch(PATH, op("add", "/domains", [one]), belongs)
        assert patched["dataProducts"][0]["name"] == "p"

    def test_with_a_standing_violation_only_a_patch_that_reduces_it_passes(
        self, admin: Api, table: Json
    ) -> None:
        """OpenMetadata server, RuleEngine.evaluateUpdate."""
        service = "services/databaseServices/name/svc"
        one, two = (reference(build_domain(admin, name), "domain") for name in ("one", "two"))
        product = admin.put("dataProducts", {"name": "p", "description": "", "domains": ["one"]})
        admin.patch(service, op("add", "/domains", [one]))
        admin.put("dataProducts/p/assets/add", {"assets": [reference(table, "table")]}, 200)
        admin.patch(service, op("add", "/domains", [two]))
        assert refused(admin, op("add", "/description", "two")) == 400
        assert admin.patch(PATH, op("add", "/dataProducts", []))["dataProducts"] == []
        assert admin.patch(PATH, op("add", "/description", "two"))["description"] == "two"
        assert product["name"] == "p"


@pytest.mark.parametrize(
    "patch",
    [
        [{"op": "replace", "path": "/nothing", "value": 1}],
        [{"op": "add", "path": "/colour", "value": "red"}],
        [{"op": "add", "path": "/columns/7/description", "value": "x"}],
        [{"op": "add", "path": "/extension/note", "value": "x"}],
        [{"op": "replace", "path": "/columns", "value": "x"}],
        [{"op": "replace", "path": "/columns/0/dataType", "value": "VARCHAR"}],
        [{"op": "replace", "path": "", "value": []}],
        {"op": "add", "path": "/description", "value": "x"},
        None,
    ],
)
@pytest.mark.usefixtures("table")
def test_bad_patches_change_nothing(bot: Api, server: CatalogServer, patch: object) -> None:
    before = server.catalog.snapshot()
    assert bot.call("PATCH", PATH, patch).status == 400
    assert server.catalog.snapshot() == before


@pytest.mark.usefixtures("table")
def test_another_media_type_is_refused(bot: Api) -> None:
    reply = bot.call("PATCH", PATH, [op("add", "/description", "x")], Content_Type="application/json")
    assert reply.status == 415


@pytest.mark.usefixtures("schema")
def test_what_the_stand_in_can_not_change_is_unsupported(admin: Api, server: CatalogServer) -> None:
    path = "services/databaseServices/name/svc"
    assert refused(admin, op("replace", "/serviceType", "Mysql"), path=path) == 501
    assert refused(admin, op("add", "/entityStatus", "Approved"), path=path) == 501
    assert [what.rpartition(" ")[2] for what in server.log.unsupported] == ["serviceType", "entityStatus"]


def test_a_name_with_hard_characters_is_found(admin: Api, bot: Api, schema: str) -> None:
    assert schema
    bot.put("tables", table_body("a/b %2F?#.c"))
    path = f"tables/name/{name_path(TABLE.rpartition('.')[0] + '.' + chr(34) + 'a/b %2F?#.c' + chr(34))}"
    assert admin.patch(path, op("add", "/description", "x"))["name"] == "a/b %2F?#.c"
