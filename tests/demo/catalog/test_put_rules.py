"""What a PUT does with each field of an entity that stands, for people and for bots."""

from __future__ import annotations

from typing import Any

import pytest

from connector.bridge.demo.catalog import CatalogServer
from tests.demo.catalog.support import (
    TABLE,
    Api,
    Json,
    build_domain,
    build_schema,
    build_tags,
    op,
    reference,
    table_body,
)

ALL = "owners,tags,domains,dataProducts,extension,lifeCycle,tableConstraints"


@pytest.fixture
def team(admin: Api) -> Json:
    return admin.put("teams", {"name": "people", "teamType": "Group"})


def owners(entity: Json) -> list[str]:
    return [owner["name"] for owner in entity["owners"]]


@pytest.mark.usefixtures("schema")
class TestTexts:
    """Descriptions and display names."""

    def test_a_person_replaces_and_clears(self, admin: Api) -> None:
        admin.put("tables", table_body(description="one", displayName="One"))
        changed = admin.put("tables", table_body(description="two", displayName="Two"))
        assert (changed["description"], changed["displayName"], changed["version"]) == ("two", "Two", 0.2)
        cleared = admin.put("tables", table_body(description=None))
        assert "description" not in cleared
        assert "displayName" not in cleared

    def test_a_bot_fills_a_description_but_does_not_replace_it(self, admin: Api, bot: Api) -> None:
        bot.put("tables", table_body())
        assert bot.put("tables", table_body(description="one"))["description"] == "one"
        kept = bot.put("tables", table_body(description="two"))
        assert (kept["description"], kept["version"]) == ("one", 0.2)
        assert bot.put("tables", table_body())["description"] == "one"
        assert admin.table()["version"] == 0.2

    def test_the_stock_bot_sets_a_display_name_once(self, bot: Api) -> None:
        bot.put("tables", table_body(displayName="One"))
        assert bot.put("tables", table_body(displayName="Two"))["displayName"] == "One"
        assert bot.put("tables", table_body())["displayName"] == "One"

    def test_a_bot_without_the_denial_replaces_it(self, server: CatalogServer, bot: Api) -> None:
        bot.put("tables", table_body(displayName="One"))
        other = Api(server, server.add_actor("free-bot", is_bot=True))
        assert other.put("tables", table_body(displayName="Two"))["displayName"] == "Two"

    def test_a_sent_description_is_stored_encoded_and_unchanged_when_sent_again(
        self, admin: Api, server: CatalogServer
    ) -> None:
        body = table_body(description="it's")
        assert admin.put("tables", body)["description"] == "it&#39;s"
        writes = server.catalog.writes
        assert admin.put("tables", body)["version"] == 0.1
        assert server.catalog.writes == writes


@pytest.mark.usefixtures("schema")
class TestOwners:
    """Owners: who may, how they are kept and replaced."""

    @pytest.mark.parametrize("actor", ["admin", "bot"])
    def test_empty_keeps_and_given_replaces(
        self, actor: str, team: Json, request: pytest.FixtureRequest
    ) -> None:
        api: Api = request.getfixturevalue(actor)
        api.put("tables", table_body(owners=[reference(team, "team")]))
        assert owners(api.put("tables", table_body(owners=[]))) == ["people"]
        user = api.get("users/name/admin")
        assert owners(api.put("tables", table_body(owners=[reference(user, "user")]))) == ["admin"]

    def test_a_bot_with_a_denial_keeps_them(self, server: CatalogServer, admin: Api, team: Json) -> None:
        admin.put("tables", table_body(owners=[reference(team, "team")]))
        user = reference(admin.get("users/name/admin"), "user")
        denied = Api(server, server.add_actor("careful-bot", is_bot=True, deny=["EditOwners"]))
        assert owners(denied.put("tables", table_body(owners=[user]))) == ["people"]

    def test_the_switch_keeps_them_for_every_bot(
        self, server: CatalogServer, admin: Api, bot: Api, team: Json
    ) -> None:
        admin.put("tables", table_body(owners=[reference(team, "team")]))
        server.switch(bot_keeps_owners=True)
        user = reference(admin.get("users/name/admin"), "user")
        assert owners(bot.put("tables", table_body(owners=[user]))) == ["people"]
        assert owners(admin.put("tables", table_body(owners=[user]))) == ["admin"]

    def test_only_a_group_can_own(self, admin: Api) -> None:
        department = admin.put("teams", {"name": "d", "teamType": "Department"})
        reply = admin.call("PUT", "tables", table_body(owners=[reference(department, "team")]))
        assert (reply.status, "Group" in reply.message) == (400, True)

    def test_a_deleted_team_cannot_own(self, admin: Api, team: Json) -> None:
        admin.call("DELETE", "teams/name/people")
        assert admin.call("PUT", "tables", table_body(owners=[reference(team, "team")])).status == 404

    def test_one_team_or_many_users(self, admin: Api, team: Json) -> None:
        other = admin.put("teams", {"name": "other", "teamType": "Group"})
        user = admin.get("users/name/admin")
        bot_user = admin.get("users/name/ingestion-bot")
        teams = [reference(team, "team"), reference(other, "team")]
        mixed = [reference(team, "team"), reference(user, "user")]
        for wrong in (teams, mixed):
            reply = admin.call("PUT", "tables", table_body(owners=wrong))
            assert (reply.status, reply.body["errorType"]) == (400, "RULE_VIOLATION")
        users = [reference(user, "user"), reference(bot_user, "user")]
        assert len(admin.put("tables", table_body(owners=users))["owners"]) == 2


@pytest.mark.usefixtures("schema")
class TestTags:
    """Tags are merged."""

    def test_a_put_adds_and_never_removes(self, admin: Api) -> None:
        one, two = build_tags(admin, "one", "two")
        admin.put("tables", table_body(tags=[one]))
        merged = admin.put("tables", table_body(tags=[two]))
        assert [tag["tagFQN"] for tag in merged["tags"]] == ["c.one", "c.two"]
        assert len(admin.put("tables", table_body())["tags"]) == 2

    def test_exclusive_tags(self, admin: Api) -> None:
        one, two = build_tags(admin, "one", "two", exclusive=True)
        assert admin.call("PUT", "tables", table_body(tags=[one, two])).status == 400
        admin.put("tables", table_body(tags=[one]))
        assert admin.call("PUT", "tables", table_body(tags=[two])).status == 400

    def test_override_replaces_when_tags_are_sent(self, bot: Api, admin: Api) -> None:
        one, two = build_tags(admin, "one", "two")
        bot.put("tables/bulk", [table_body(tags=[one])])
        bot.put("tables/bulk?overrideMetadata=true", [table_body()])
        assert [tag["tagFQN"] for tag in bot.table("tags")["tags"]] == ["c.one"]
        bot.put("tables/bulk?overrideMetadata=true", [table_body(tags=[two])])
        assert [tag["tagFQN"] for tag in bot.table("tags")["tags"]] == ["c.two"]

    def test_a_tag_deleted_for_good_leaves_entities_and_columns(self, admin: Api) -> None:
        (one,) = build_tags(admin, "one")
        body = table_body("orders", {"name": "id", "dataType": "INT", "tags": [one]}, tags=[one])
        admin.put("tables", body)
        admin.call("DELETE", "tags/name/c.one?hardDelete=true")
        table = admin.table("tags")
        assert table["tags"] == []
        assert table["columns"][0]["tags"] == []


@pytest.mark.usefixtures("schema")
class TestDomains:
    """Domains and data products."""

    def test_a_person_replaces_and_a_bot_does_not(self, admin: Api, bot: Api) -> None:
        for name in ("one", "two"):
            build_domain(admin, name)
        bot.put("tables", table_body(domains=["one"]))
        assert bot.put("tables", table_body(domains=["two"]))["domains"][0]["name"] == "one"
        assert admin.put("tables", table_body())["domains"][0]["name"] == "one"
        assert admin.put("tables", table_body(domains=["two"]))["domains"][0]["name"] == "two"

    def test_an_inherited_domain_blocks_a_bot(self, admin: Api, bot: Api) -> None:
        for name in ("one", "two"):
            build_domain(admin, name)
        service = admin.get("services/databaseServices/name/svc")
        admin.put(
            "services/databaseServices", {"name": "svc", "serviceType": "CustomDatabase", "domains": ["one"]}
        )
        assert service["version"] == 0.1
        bot.put("tables", table_body())
        kept = bot.put("tables", table_body(domains=["two"]))["domains"]
        assert [(domain["name"], domain["inherited"]) for domain in kept] == [("one", True)]

    def test_two_domains_are_refused(self, admin: Api) -> None:
        for name in ("one", "two"):
            build_domain(admin, name)
        reply = admin.call("PUT", "tables", table_body(domains=["one", "two"]))
        assert (reply.status, reply.body["errorType"]) == (400, "RULE_VIOLATION")

    def test_data_products(self, admin: Api, bot: Api) -> None:
        for name in ("one", "two"):
            build_domain(admin, name)
            admin.put("dataProducts", {"name": f"p-{name}", "description": "", "domains": [name]})
        wrong = table_body(domains=["one"], dataProducts=["p-two"])
        assert admin.call("PUT", "tables", wrong).body["errorType"] == "RULE_VIOLATION"
        without = table_body(dataProducts=["p-one"])
        assert admin.call("PUT", "tables", without).status == 400
        given = table_body(domains=["one"], dataProducts=["p-one"])
        assert len(bot.put("tables", given)["dataProducts"]) == 1
        assert len(bot.put("tables", table_body())["dataProducts"]) == 1, "a bot keeps them"
        assert admin.put("tables", table_body())["dataProducts"] == [], "a person's PUT reconciles"


@pytest.mark.usefixtures("schema")
class TestOtherFields:
    """Extension, life cycle, source hash and fields that nothing compares."""

    @pytest.fixture
    def with_property(self, admin: Api) -> None:
        table_type = admin.get("metadata/types/name/table")
        text = admin.get("metadata/types/name/string")
        definition = {"name": "note", "description": "", "propertyType": {"id": text["id"], "type": "type"}}
        admin.put(f"metadata/types/{table_type['id']}", definition)

    @pytest.mark.usefixtures("with_property")
    def test_a_bot_sets_the_extension_at_creation_only(self, admin: Api, bot: Api) -> None:
        bot.put("tables", table_body(extension={"note": "one"}))
        assert bot.put("tables", table_body(extension={"note": "two"}))["extension"] == {"note": "one"}
        assert admin.put("tables", table_body())["extension"] == {"note": "one"}
        assert admin.put("tables", table_body(extension={"note": "two"}))["extension"] == {"note": "two"}

    @pytest.mark.usefixtures("with_property")
    def test_an_extension_that_is_empty_stays_empty_for_a_bot(self, bot: Api) -> None:
        bot.put("tables", table_body())
        assert "extension" not in bot.put("tables", table_body(extension={"note": "one"}))

    @pytest.mark.usefixtures("with_property")
    @pytest.mark.parametrize("extension", [{"other": "x"}, {"note": 5}])
    def test_an_extension_is_checked(self, admin: Api, extension: Json) -> None:
        assert admin.call("PUT", "tables", table_body(extension=extension)).status == 400

    def test_life_cycle_moves_forward_without_a_version(self, bot: Api, server: CatalogServer) -> None:
        def cycle(moment: int) -> Any:
            return {"updated": {"timestamp": moment}}

        bot.put("tables", table_body(lifeCycle=cycle(5)))
        for sent, stored in ((4, 5), (7, 7)):
            table = bot.put("tables", table_body(lifeCycle=cycle(sent)))
            assert (table["lifeCycle"]["updated"]["timestamp"], table["version"]) == (stored, 0.1)
        assert server.catalog.hash_writes == 0

    def test_a_new_hash_is_stored_without_a_version(self, bot: Api, server: CatalogServer) -> None:
        bot.put("tables", table_body(sourceHash="a"))
        table = bot.put("tables", table_body(sourceHash="b"))
        assert (table["sourceHash"], table["version"]) == ("b", 0.1)
        assert server.catalog.hash_writes == 1

    def test_a_certification_is_deleted_by_a_person_and_kept_by_a_bot(self, admin: Api, bot: Api) -> None:
        bot.put("tables", table_body())
        label = {
            "tagFQN": "Certification.Gold",
            "source": "Classification",
            "labelType": "Manual",
            "state": "Confirmed",
        }
        mark = {"tagLabel": label, "appliedDate": 1, "expiryDate": 2}
        admin.patch(f"tables/name/{TABLE}", op("add", "/certification", mark))
        bot.put("tables", table_body(description="one"))
        assert admin.table("certification")["certification"] == mark
        assert "certification" not in admin.table()
        admin.put("tables", table_body(description="one"))
        assert "certification" not in admin.table("certification")

    def test_undiffed_fields_need_another_change(self, bot: Api) -> None:
        """A PUT that changes nothing else drops the change of a partition; a new source hash carries it."""
        partition = {"columns": [{"columnName": "id", "intervalType": "COLUMN-VALUE"}]}
        bot.put("tables", table_body(sourceHash="a"))
        assert "tablePartition" not in bot.put("tables", table_body(sourceHash="a", tablePartition=partition))
        stored = bot.put("tables", table_body(sourceHash="b", tablePartition=partition))
        assert stored["tablePartition"] == partition

    def test_replaced_and_kept_fields(self, bot: Api) -> None:
        first = table_body(tableType="View", sourceUrl="https://e.org", schemaDefinition="SELECT 1")
        bot.put("tables", first)
        table = bot.put("tables", table_body())
        assert "sourceUrl" not in table
        assert "tableType" not in table
        assert table["schemaDefinition"] == "SELECT 1"

    def test_a_new_definition_resets_the_lineage_flag(self, bot: Api) -> None:
        bot.put("tables", table_body(schemaDefinition="SELECT 1"))
        assert (
            bot.patch(f"tables/name/{TABLE}", op("add", "/processedLineage", True))["processedLineage"]
            is True
        )
        assert bot.put("tables", table_body(schemaDefinition="SELECT 2"))["processedLineage"] is False


def test_a_put_restores_with_all_that_is_below(
    admin: Api, bot: Api, schema: str, server: CatalogServer
) -> None:
    bot.put("tables", table_body())
    admin.call("DELETE", "databases/name/svc.db?recursive=true")
    assert server.catalog.get("tables", TABLE) is None
    bot.put("databases", {"name": "db", "service": "svc"}, 200)
    assert server.catalog.get("databaseSchemas", schema) is not None
    assert server.catalog.get("tables", TABLE) is not None


def test_a_service_put_without_connection_clears_it_with_another_change(admin: Api) -> None:
    connection = {"config": {"type": "CustomDatabase", "sourcePythonClass": "a.B"}}
    body = {"name": "s", "serviceType": "CustomDatabase"}
    admin.put("services/databaseServices", {**body, "connection": connection})
    assert admin.put("services/databaseServices", body)["connection"] == connection
    changed = admin.put("services/databaseServices", {**body, "description": "d"})
    assert "connection" not in changed


def test_bot_and_human_writes_bump_the_version_by_a_tenth(admin: Api) -> None:
    build_schema(admin)
    for number in range(1, 13):
        assert admin.put("tables", table_body(description=f"d{number}"))["version"] == number / 10


@pytest.mark.usefixtures("schema")
def test_data_products_that_a_bot_keeps_need_a_domain(admin: Api, bot: Api) -> None:
    domain = reference(build_domain(admin, "one"), "domain")
    admin.put("dataProducts", {"name": "p", "description": "", "domains": ["one"]})
    service = "services/databaseServices/name/svc"
    admin.patch(service, op("add", "/domains", [domain]))
    table = bot.put("tables", table_body())
    admin.put("dataProducts/p/assets/add", {"assets": [reference(table, "table")]}, 200)
    admin.patch(service, op("add", "/domains", []))
    reply = bot.call("PUT", "tables", table_body(description="one"))
    assert (reply.status, "Domain cannot be empty" in reply.message) == (400, True)
    assert admin.put("tables", table_body(description="one"))["dataProducts"] == []
