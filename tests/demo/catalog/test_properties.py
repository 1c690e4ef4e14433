"""Custom properties and table profiles."""

from __future__ import annotations

from typing import Any

import pytest

from connector.bridge.demo.catalog import CatalogServer
from tests.demo.catalog.support import TABLE, Api, Json, op, table_body


def define(api: Api, name: str, type_: str, status: int = 200, entity: str = "table", **more: Any) -> Any:
    target = api.get(f"metadata/types/name/{entity}")
    value = api.get(f"metadata/types/name/{type_}?category=field")
    body = {"name": name, "description": "", "propertyType": {"id": value["id"], "type": "type"}, **more}
    reply = api.call("PUT", f"metadata/types/{target['id']}", body)
    assert reply.status == status, reply.body
    return reply.body


def test_a_property_is_defined_once(bot: Api, server: CatalogServer) -> None:
    define(bot, "note", "string")
    writes = server.catalog.writes
    shown = define(bot, "note", "string")
    assert [item["name"] for item in shown["customProperties"]] == ["note"]
    assert server.catalog.writes == writes
    assert "customProperties" not in bot.get("metadata/types/name/table")
    listed = bot.get("metadata/types/name/table?fields=customProperties")["customProperties"]
    assert listed[0]["propertyType"]["name"] == "string"
    assert bot.get("metadata/types/name/metric?fields=customProperties")["customProperties"] == []


def test_a_property_type_whose_values_cannot_be_checked(bot: Api, server: CatalogServer) -> None:
    define(bot, "day", "date-cp", 501)
    assert server.log.unsupported == ["PUT /v1/metadata/types/{id}: custom properties of type date-cp"]


def test_definitions_that_are_refused(bot: Api, server: CatalogServer) -> None:
    define(bot, "note", "string")
    define(bot, "note", "integer", 400)
    define(bot, "a:b", "string", 400)
    define(bot, "choice", "enum", 400)
    define(bot, "x", "string", 400, entity="string")
    assert bot.call("GET", "metadata/types/name/colour").status == 404
    assert bot.call("GET", "metadata/types/name/table?fields=colour").status == 400
    person = Api(server, server.add_actor("person", deny=["type.Create"]))
    define(person, "other", "string", 403)


@pytest.mark.usefixtures("schema")
@pytest.mark.parametrize(
    ("type_", "good", "bad"),
    [
        ("string", "x", 1),
        ("markdown", "*x*", None),
        ("integer", 1, 1.5),
        ("integer", 0, True),
        ("number", 1.5, "1.5"),
        ("timestamp", 1, "now"),
        ("email", "a@b.org", "a"),
        ("hyperlink-cp", {"url": "https://e.org"}, {"url": "ftp://e.org"}),
        ("enum", ["a"], ["c"]),
        ("enum", ["b"], "b"),
        ("enum", ["b"], ["a", "b"]),
    ],
)
def test_values_are_checked(bot: Api, type_: str, good: Any, bad: Any) -> None:
    more: Json = {"customPropertyConfig": {"config": {"values": ["a", "b"]}}} if type_ == "enum" else {}
    define(bot, "p", type_, **more)
    assert bot.put("tables", table_body(extension={"p": good}))["extension"] == {"p": good}
    if bad is not None:
        assert bot.call("PUT", "tables", table_body("other", extension={"p": bad})).status == 400
        assert bot.call("PATCH", f"tables/name/{TABLE}", [op("add", "/extension/p", bad)]).status == 400


@pytest.mark.usefixtures("schema")
def test_one_property_is_patched_beside_another(bot: Api) -> None:
    for name in ("a", "b"):
        define(bot, name, "string")
    bot.put("tables", table_body(extension={"a": "1"}))
    assert bot.patch(f"tables/name/{TABLE}", op("add", "/extension/b", "2"))["extension"] == {
        "a": "1",
        "b": "2",
    }


class TestProfiles:
    """Row counts and sizes at moments."""

    @pytest.fixture
    def table(self, bot: Api, schema: str) -> Json:
        assert schema
        return bot.put("tables", table_body())

    def put(self, api: Api, table: Json, moment: int, rows: int) -> Json:
        body = {"tableProfile": {"timestamp": moment, "rowCount": rows, "sizeInByte": 10}}
        return api.put(f"tables/{table['id']}/tableProfile", body, 200)

    def test_the_newest_is_shown_without_a_new_version(
        self, bot: Api, table: Json, server: CatalogServer
    ) -> None:
        assert self.put(bot, table, 2_000, 5)["profile"]["rowCount"] == 5
        assert self.put(bot, table, 1_000, 3)["profile"]["rowCount"] == 5
        writes = server.catalog.writes
        assert self.put(bot, table, 2_000, 5)["version"] == 0.1
        assert server.catalog.writes == writes
        assert "profile" not in bot.table()
        assert bot.table("profile")["profile"]["timestamp"] == 2_000
        assert bot.get(f"tables/{TABLE}/tableProfile/latest")["profile"]["rowCount"] == 5
        assert server.catalog.snapshot()["profiles"][TABLE].keys() == {"1000", "2000"}

    def test_a_span_newest_first(self, bot: Api, table: Json) -> None:
        for moment in (1, 2, 3):
            self.put(bot, table, moment, moment)
        page = bot.get(f"tables/{TABLE}/tableProfile?startTs=1&endTs=2&limit=100")
        assert [item["rowCount"] for item in page["data"]] == [2, 1]
        assert bot.call("GET", f"tables/{TABLE}/tableProfile?startTs=1").status == 400

    @pytest.mark.parametrize(
        "profile", [{}, {"rowCount": 1}, {"timestamp": 1, "colour": 1}, {"timestamp": "x"}]
    )
    def test_malformed(self, bot: Api, table: Json, profile: Json) -> None:
        assert bot.call("PUT", f"tables/{table['id']}/tableProfile", {"tableProfile": profile}).status == 400

    def test_column_profiles_are_unsupported(self, bot: Api, table: Json) -> None:
        body = {"tableProfile": {"timestamp": 1}, "columnProfile": [{"name": "id", "timestamp": 1}]}
        assert bot.call("PUT", f"tables/{table['id']}/tableProfile", body).status == 501


def test_types_by_id_and_property_types_that_are_refused(bot: Api) -> None:
    table = bot.get("metadata/types/name/table")
    assert bot.get(f"metadata/types/{table['id']}") == table
    nobody = "00000000-0000-4000-8000-000000000000"
    assert bot.call("GET", f"metadata/types/{nobody}").status == 404
    body = {"name": "p", "description": "", "propertyType": {"id": nobody, "type": "type"}}
    assert bot.call("PUT", f"metadata/types/{table['id']}", body).status == 404
    body["propertyType"] = {"id": table["id"], "type": "type"}
    assert bot.call("PUT", f"metadata/types/{table['id']}", body).status == 404


@pytest.mark.usefixtures("schema")
def test_an_extension_is_an_object(bot: Api) -> None:
    assert bot.call("PUT", "tables", table_body(extension=["x"])).status == 400
