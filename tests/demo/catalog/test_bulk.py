"""Bulk PUT and deleteStale."""

from __future__ import annotations

import pytest

from connector.bridge.demo.catalog import CatalogServer
from connector.bridge.demo.catalog.models import load_model
from tests.demo.catalog.support import TABLE, Api, Json, build_schema, column, name_path, table_body

RESULT = load_model("metadata.generated.schema.type.bulkOperationResult:BulkOperationResult")
pytestmark = pytest.mark.usefixtures("schema")


def bulk(api: Api, *bodies: object, query: str = "") -> Json:
    result = api.put(f"tables/bulk{query}", list(bodies), 200)
    RESULT.model_validate(result)
    return result


class TestResults:
    """One result for each item."""

    def test_all_pass(self, bot: Api) -> None:
        result = bulk(bot, table_body("a"), table_body("b"))
        assert result["status"] == "success"
        assert (result["numberOfRowsProcessed"], result["numberOfRowsPassed"]) == (2, 2)
        assert [item["request"] for item in result["successRequest"]] == ["svc.db.sales.a", "svc.db.sales.b"]
        assert {item["status"] for item in result["successRequest"]} == {200}

    def test_a_bad_item_does_not_stop_the_others(self, bot: Api, server: CatalogServer) -> None:
        bad = table_body("bad", column("a", "VARCHAR"))
        lost = {**table_body("lost"), "databaseSchema": "svc.db.none"}
        result = bulk(bot, bad, table_body("good"), lost, "text")
        assert result["status"] == "partialSuccess"
        assert (result["numberOfRowsPassed"], result["numberOfRowsFailed"]) == (1, 3)
        assert [item["status"] for item in result["failedRequest"]] == [400, 404, 400]
        assert result["failedRequest"][0]["request"] == bad
        assert "dataLength" in result["failedRequest"][0]["message"]
        assert [table["name"] for table in server.catalog.all("tables")] == ["good"]

    def test_all_failed_is_still_200(self, bot: Api) -> None:
        assert bulk(bot, {"name": "x"})["status"] == "failure"

    def test_an_empty_array(self, bot: Api) -> None:
        assert bulk(bot)["numberOfRowsProcessed"] == 0

    def test_no_array(self, bot: Api) -> None:
        assert bot.call("PUT", "tables/bulk", table_body()).status == 400

    def test_without_permission_every_item_fails(self, server: CatalogServer) -> None:
        person = Api(server, server.add_actor("person", allow=["ViewAll"]))
        failed = bulk(person, table_body())["failedRequest"]
        assert [(item["request"], item["status"]) for item in failed] == [(TABLE, 403)]

    def test_the_same_name_twice(self, bot: Api) -> None:
        bulk(bot, table_body(description="one"), table_body(sourceUrl="https://e.org"))
        table = bot.table()
        assert (table["description"], table["sourceUrl"], table["version"]) == ("one", "https://e.org", 0.2)

    def test_in_the_background(self, bot: Api, server: CatalogServer) -> None:
        result = bot.put("tables/bulk?async=true", [table_body()], 202)
        assert result["numberOfRowsProcessed"] == 0
        assert server.catalog.get("tables", TABLE) is not None

    def test_a_gap_of_the_stand_in_is_no_failed_item(self, admin: Api, server: CatalogServer) -> None:
        server.switch(checks=False)
        assert admin.call("PUT", "tables/bulk", [{**table_body(), "colour": "red"}]).status == 501
        assert server.log.unsupported != []

    @pytest.mark.parametrize("collection", ["databases", "databaseSchemas", "metrics"])
    def test_kinds_with_bulk(self, bot: Api, collection: str) -> None:
        body = {"databases": {"service": "svc"}, "databaseSchemas": {"database": "svc.db"}}.get(
            collection, {}
        )
        result = bot.put(f"{collection}/bulk", [{"name": "one", **body}, {"name": "two", **body}], 200)
        assert result["numberOfRowsPassed"] == 2

    @pytest.mark.parametrize("collection", ["domains", "dataProducts", "teams", "services/databaseServices"])
    def test_kinds_without_bulk(self, bot: Api, collection: str) -> None:
        assert bot.call("PUT", f"{collection}/bulk", []).status == 501


class TestSourceHash:
    """An equal source hash skips an item, in bulk only."""

    def test_an_equal_hash_writes_nothing(self, bot: Api, admin: Api, server: CatalogServer) -> None:
        bulk(bot, table_body(sourceHash="a"))
        writes = server.catalog.writes
        result = bulk(bot, table_body(sourceHash="a", sourceUrl="https://e.org"))
        assert (result["numberOfRowsPassed"], server.catalog.writes) == (1, writes)
        assert "sourceUrl" not in admin.table()

    def test_another_hash_writes(self, bot: Api, server: CatalogServer) -> None:
        bulk(bot, table_body(sourceHash="a"))
        bulk(bot, table_body(sourceHash="b", sourceUrl="https://e.org"))
        assert bot.table()["sourceUrl"] == "https://e.org"
        bulk(bot, table_body(sourceHash="c", sourceUrl="https://e.org"))
        assert server.catalog.hash_writes == 1

    def test_no_hash_never_skips(self, bot: Api) -> None:
        bulk(bot, table_body())
        bulk(bot, table_body(sourceUrl="https://e.org"))
        assert bot.table()["sourceUrl"] == "https://e.org"

    def test_override_and_deletion_and_single_puts_never_skip(self, bot: Api, admin: Api) -> None:
        body = table_body(sourceHash="a")
        bulk(bot, body)
        bulk(bot, {**body, "sourceUrl": "https://e.org/1"}, query="?overrideMetadata=true")
        assert bot.table()["sourceUrl"] == "https://e.org/1"
        bot.put("tables", {**body, "sourceUrl": "https://e.org/2"})
        assert bot.table()["sourceUrl"] == "https://e.org/2"
        admin.call("DELETE", f"tables/name/{TABLE}")
        bulk(bot, {**body, "sourceUrl": "https://e.org/3"})
        assert bot.table()["sourceUrl"] == "https://e.org/3"

    def test_a_hash_has_a_limit(self, bot: Api) -> None:
        assert bulk(bot, table_body(sourceHash="x" * 33))["numberOfRowsFailed"] == 1


def stale(api: Api, seen: list[str], scope: str = "svc", kind: str = "service", **more: object) -> Json:
    body = {"scopeFqn": scope, "scopeEntityType": kind, "seenFqns": seen, **more}
    reply = api.call("DELETE", "tables/deleteStale", body)
    assert reply.status == 200, reply.body
    RESULT.model_validate(reply.body)
    return dict(reply.body)


def deleted(result: Json) -> list[str]:
    return [item["request"] for item in result["successRequest"]]


class TestStale:
    """What was not seen is deleted."""

    @pytest.fixture(autouse=True)
    def _tables(self, bot: Api, schema: str) -> None:
        bot.put("databaseSchemas", {"name": "other", "database": "svc.db"})
        bulk(bot, *(table_body(name) for name in ("a", "b", "c")))
        bulk(bot, {**table_body("d"), "databaseSchema": "svc.db.other"})
        build_schema(bot, "svc.2")
        bulk(bot, {**table_body("e"), "databaseSchema": '"svc.2".db.sales'})
        assert schema == "svc.db.sales"

    @pytest.mark.parametrize(
        ("scope", "kind", "gone"),
        [
            ("svc", "service", ["b", "c", "d"]),
            ("svc", "databaseService", ["b", "c", "d"]),
            ("svc.db", "database", ["b", "c", "d"]),
            ("svc.db.sales", "databaseSchema", ["b", "c"]),
            ("svc.db.other", "databaseSchema", ["d"]),
            ('"svc.2"', "service", ["e"]),
            ("svc.2", "service", []),
            ("none", "service", []),
        ],
    )
    def test_scopes(self, bot: Api, server: CatalogServer, scope: str, kind: str, gone: list[str]) -> None:
        result = stale(bot, ["svc.db.sales.a"], scope, kind)
        assert sorted(fqn.rpartition(".")[2] for fqn in deleted(result)) == gone
        assert sorted(table["name"] for table in server.catalog.all("tables", "deleted")) == gone

    def test_nothing_seen_deletes_nothing(self, bot: Api) -> None:
        assert deleted(stale(bot, [])) == []
        assert deleted(stale(bot, ['broken"'])) == []

    def test_a_name_that_cannot_be_parsed_does_not_count_as_seen(self, bot: Api) -> None:
        assert len(deleted(stale(bot, ["svc.db.sales.a", 'svc.db.sales."b']))) == 3

    def test_dry_run(self, bot: Api, server: CatalogServer) -> None:
        assert len(deleted(stale(bot, ["svc.db.sales.a"], dryRun=True))) == 3
        assert server.catalog.all("tables", "deleted") == []

    def test_hard(self, bot: Api, server: CatalogServer) -> None:
        stale(bot, ["svc.db.sales.a"], hardDelete=True)
        assert [table["name"] for table in server.catalog.all("tables", "all")] == ["e", "a"]

    def test_containers_cascade_unless_told_not_to(self, bot: Api, server: CatalogServer) -> None:
        body = {"scopeFqn": "svc", "scopeEntityType": "service", "seenFqns": ["svc.db.sales"]}
        reply = bot.call("DELETE", "databaseSchemas/deleteStale", {**body, "recursive": False})
        assert [item["status"] for item in reply.body["failedRequest"]] == [500]
        assert bot.call("DELETE", "databaseSchemas/deleteStale", body).body["status"] == "success"
        assert server.catalog.get("tables", "svc.db.other.d") is None

    @pytest.mark.parametrize(
        "body",
        [
            {"scopeFqn": "svc", "scopeEntityType": "colour", "seenFqns": ["a"]},
            {"scopeFqn": "svc", "scopeEntityType": "table", "seenFqns": ["a"]},
            {"scopeFqn": "", "scopeEntityType": "service", "seenFqns": ["a"]},
            {"scopeEntityType": "service", "seenFqns": ["a"]},
            {"scopeFqn": "svc", "scopeEntityType": "service"},
            {"scopeFqn": "svc", "scopeEntityType": "service", "seenFqns": ["a"], "colour": 1},
        ],
    )
    def test_bad_requests(self, bot: Api, body: Json) -> None:
        assert bot.call("DELETE", "tables/deleteStale", body).status == 400

    def test_the_right_to_delete_is_needed(self, server: CatalogServer) -> None:
        person = Api(server, server.add_actor("person", deny=["Delete"]))
        body = {"scopeFqn": "svc", "scopeEntityType": "service", "seenFqns": ["svc.db.sales.a"]}
        assert person.call("DELETE", "tables/deleteStale", body).status == 403

    def test_an_older_server_has_no_such_route(self, bot: Api, server: CatalogServer) -> None:
        server.switch(stale_supported=False)
        body = {"scopeFqn": "svc", "scopeEntityType": "service", "seenFqns": ["svc.db.sales.a"]}
        assert bot.call("DELETE", "tables/deleteStale", body).status == 404
        assert server.log.unsupported == []

    def test_what_was_deleted_comes_back_with_the_next_put(self, bot: Api, server: CatalogServer) -> None:
        stale(bot, ["svc.db.sales.a"])
        bulk(bot, table_body("b"))
        assert server.catalog.get("tables", "svc.db.sales.b") is not None

    @pytest.mark.parametrize("collection", ["domains", "dataProducts", "teams", "metrics"])
    def test_kinds_without(self, bot: Api, collection: str) -> None:
        body = {"scopeFqn": "svc", "scopeEntityType": "service", "seenFqns": ["a"]}
        assert bot.call("DELETE", f"{collection}/deleteStale", body).status == 404


def test_the_path_of_a_name_is_not_taken_for_an_operation(bot: Api) -> None:
    bot.put("tables", table_body("bulk"))
    assert bot.get(f"tables/name/{name_path('svc.db.sales.bulk')}")["name"] == "bulk"
