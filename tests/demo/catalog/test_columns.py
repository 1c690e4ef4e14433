"""Columns, keys and partitions of a table: what a PUT makes of those that stand."""

from __future__ import annotations

import pytest

from connector.bridge.demo.catalog import CatalogServer
from tests.demo.catalog.support import TABLE, Api, Json, build_tags, column, op, table_body

pytestmark = pytest.mark.usefixtures("schema")


def columns(table: Json) -> dict[str, Json]:
    return {item["name"]: item for item in table["columns"]}


def test_columns_get_names_and_a_type_text(bot: Api) -> None:
    nested = column("s", "STRUCT", dataTypeDisplay="struct<A:INT>", children=[column("a.b", "INT")])
    table = bot.put("tables", table_body("orders", nested))
    outer = table["columns"][0]
    assert outer["fullyQualifiedName"] == f"{TABLE}.s"
    assert outer["dataTypeDisplay"] == "struct<a:int>"
    assert outer["children"][0]["fullyQualifiedName"] == f'{TABLE}.s."a.b"'
    assert outer["children"][0]["dataTypeDisplay"] == "int"


def test_a_new_column_is_a_tenth_and_a_removed_one_a_whole(bot: Api) -> None:
    bot.put("tables", table_body("orders", column("a")))
    assert bot.put("tables", table_body("orders", column("a"), column("b")))["version"] == 0.2
    assert bot.put("tables", table_body("orders", column("b")))["version"] == 1.2
    nested = [column("s", "STRUCT", children=[column("x"), column("y")])]
    assert bot.put("tables", table_body("orders", column("b"), *nested))["version"] == 1.3
    nested = [column("s", "STRUCT", children=[column("x")])]
    assert bot.put("tables", table_body("orders", column("b"), *nested))["version"] == 2.3


def test_children_that_come_and_go(bot: Api) -> None:
    versions = []
    for children in ([column("x")], [], [column("x")]):
        body = table_body("orders", column("s", "STRUCT", children=children))
        versions.append(bot.put("tables", body)["version"])
    assert versions == [0.1, 1.1, 1.2]


def test_texts_of_columns(admin: Api, bot: Api) -> None:
    bot.put("tables", table_body("orders", column("a", description="it's one", displayName="One")))
    table = bot.put("tables", table_body("orders", column("a", description="two", displayName="Two")))
    assert (columns(table)["a"]["description"], columns(table)["a"]["displayName"]) == ("it's one", "One")
    table = admin.put("tables", table_body("orders", column("a", description="two")))
    assert columns(table)["a"]["description"] == "two"
    assert "displayName" not in columns(table)["a"]


def test_override_replaces_a_text_and_never_blanks_it(bot: Api) -> None:
    bot.put("tables", table_body("orders", column("a", description="one"), description="one"))
    bot.put("tables/bulk?overrideMetadata=true", [table_body("orders", column("a"))])
    table = bot.table()
    assert (table["description"], columns(table)["a"]["description"]) == ("one", "one")
    sent = table_body("orders", column("a", description="two"), description="two")
    bot.put("tables/bulk?overrideMetadata=true", [sent])
    table = bot.table()
    assert (table["description"], columns(table)["a"]["description"]) == ("two", "two")


def test_another_type_carries_text_and_tags_over(admin: Api, bot: Api) -> None:
    (label,) = build_tags(admin, "one")
    bot.put("tables", table_body("orders", column("a", "INT", description="one", tags=[label])))
    table = bot.put("tables", table_body("orders", column("a", "BIGINT")))
    assert table["version"] == 1.1
    assert columns(table)["a"]["description"] == "one"
    assert columns(table)["a"]["tags"][0]["tagFQN"] == "c.one"


def test_column_tags_are_merged(admin: Api, bot: Api) -> None:
    one, two = build_tags(admin, "one", "two")
    bot.put("tables", table_body("orders", column("a", tags=[one])))
    table = bot.put("tables", table_body("orders", column("a", tags=[two])))
    assert [tag["tagFQN"] for tag in columns(table)["a"]["tags"]] == ["c.one", "c.two"]
    assert [
        tag["tagFQN"] for tag in columns(bot.put("tables", table_body("orders", column("a"))))["a"]["tags"]
    ] == [
        "c.one",
        "c.two",
    ]


def test_override_replaces_column_tags_when_some_are_sent(admin: Api, bot: Api) -> None:
    one, two = build_tags(admin, "one", "two")
    bot.put("tables", table_body("orders", column("a", tags=[one])))
    for tags, found in (([], "c.one"), ([two], "c.two")):
        bot.put("tables/bulk?overrideMetadata=true", [table_body("orders", column("a", tags=tags))])
        assert [tag["tagFQN"] for tag in columns(bot.table("tags"))["a"]["tags"]] == [found]


@pytest.mark.parametrize(
    "change",
    [{"constraint": "NOT_NULL"}, {"dataTypeDisplay": "text"}, {"ordinalPosition": 3}, {"dataLength": 5}],
)
def test_other_properties_of_a_column_are_replaced(bot: Api, change: Json) -> None:
    bot.put("tables", table_body("orders", column("a")))
    table = bot.put("tables", table_body("orders", column("a", **change)))
    assert table["version"] == 0.2
    assert columns(table)["a"].items() >= change.items()


def test_columns_match_without_case(bot: Api) -> None:
    bot.put("tables", table_body("orders", column("a", description="one")))
    table = bot.put("tables", table_body("orders", column("A")))
    assert (table["version"], columns(table)["a"]["description"]) == (0.1, "one"), "another case is no change"


@pytest.mark.parametrize(
    "wrong",
    [
        [column("a", "VARCHAR")],
        [column("a", "CHAR")],
        [column("a", "BINARY")],
        [column("a", "VARBINARY")],
        [column("a", "ARRAY")],
        [column("a", "STRUCT")],
        [column("a"), column("a")],
        [column("s", "STRUCT", children=[column("x"), column("x")])],
        [column("a", "DECIMAL", scale=2)],
        [column("a", "DECIMAL", precision=2, scale=3)],
        [column("a", constraint="PRIMARY_KEY"), column("b", constraint="PRIMARY_KEY")],
        [column("a::b")],
        [column('a"b')],
        [column("")],
    ],
    ids=lambda wrong: "-".join(f"{item['name']}:{item['dataType']}" for item in wrong),
)
def test_columns_that_are_refused(bot: Api, wrong: list[Json]) -> None:
    assert bot.call("PUT", "tables", table_body("orders", *wrong)).status == 400


@pytest.mark.parametrize(
    "right",
    [
        [column("a", "VARCHAR", dataLength=1)],
        [column("s", "STRUCT", children=[column("v", "VARCHAR")])],
        [column("a", "STRING")],
        [column("a", "ARRAY", arrayDataType="STRUCT", children=[column("x")])],
        [column("a", "MAP")],
        [column("a", "STRUCT", children=[])],
        [column("a"), column("A")],
        [column("a", "DECIMAL", precision=3, scale=3)],
        [column("x" * 300)],
    ],
    ids=lambda right: "-".join(f"{item['name'][:9]}:{item['dataType']}" for item in right),
)
def test_columns_that_are_taken(bot: Api, right: list[Json]) -> None:
    assert bot.put("tables", table_body("orders", *right), 201)


def test_an_array_type_on_another_type_goes(bot: Api) -> None:
    table = bot.put("tables", table_body("orders", column("a", "INT", arrayDataType="INT")))
    assert "arrayDataType" not in columns(table)["a"]


def primary(*names: str) -> Json:
    return {"constraintType": "PRIMARY_KEY", "columns": list(names)}


def foreign(name: str, target: str, **more: str) -> Json:
    return {"constraintType": "FOREIGN_KEY", "columns": [name], "referredColumns": [target], **more}


def test_constraints_are_replaced_and_removed(bot: Api) -> None:
    unique = {"constraintType": "UNIQUE", "columns": ["amount"]}
    table = bot.put("tables", table_body(tableConstraints=[unique, primary("id")]))
    assert [item["constraintType"] for item in table["tableConstraints"]] == ["PRIMARY_KEY", "UNIQUE"]
    assert bot.put("tables", table_body(tableConstraints=[primary("id")]))["tableConstraints"] == [
        primary("id")
    ]
    assert "tableConstraints" not in bot.put("tables", table_body())


def test_constraints_differ_by_their_columns(bot: Api) -> None:
    unique = [{"constraintType": "UNIQUE", "columns": [name]} for name in ("amount", "id")]
    assert bot.put("tables", table_body(tableConstraints=unique))["tableConstraints"] == unique
    bot.put("tables", table_body(tableConstraints=[primary("id")]))
    changed = bot.put("tables", table_body(tableConstraints=[primary("amount")]))
    assert (changed["tableConstraints"], changed["version"]) == ([primary("amount")], 0.3)
    bot.put("tables", table_body("other", column("a"), column("b")))
    for version, name in ((0.4, "a"), (0.5, "b")):
        key = foreign("id", f"svc.db.sales.other.{name}")
        changed = bot.put("tables", table_body(tableConstraints=[key]))
        assert (changed["tableConstraints"], changed["version"]) == ([key], version)


def test_the_switch_keeps_constraints_for_a_bot(bot: Api, admin: Api, server: CatalogServer) -> None:
    bot.put("tables", table_body(tableConstraints=[primary("id")]))
    server.switch(bot_keeps_constraints=True)
    assert bot.put("tables", table_body())["tableConstraints"] == [primary("id")]
    assert "tableConstraints" not in bot.put("tables", table_body("orders", column("amount")))


@pytest.mark.parametrize(
    "wrong",
    [
        {"tableConstraints": [primary("none")]},
        {"tableConstraints": [primary("id"), primary("id")]},
        {"tableConstraints": [foreign("id", "svc.db.sales.none.id")]},
        {"tableConstraints": [foreign("id", "svc.db.sales.other.none")]},
        {"tableConstraints": [foreign("id", "other.id")]},
        {"tablePartition": {"columns": [{"columnName": "none", "intervalType": "COLUMN-VALUE"}]}},
    ],
)
def test_keys_and_partitions_that_are_refused(bot: Api, wrong: Json) -> None:
    bot.put("tables", table_body("other", column("id")))
    assert bot.call("PUT", "tables", table_body(**wrong)).status == 400


def test_a_column_key_beside_a_table_key_is_refused(bot: Api) -> None:
    body = table_body("orders", column("a", constraint="PRIMARY_KEY"), tableConstraints=[primary("a")])
    assert bot.call("PUT", "tables", body).status == 400


def test_foreign_keys(bot: Api, admin: Api) -> None:
    """OpenMetadata server, TableRepository.validateTableConstraints."""
    itself = table_body(tableConstraints=[foreign("id", f"{TABLE}.id")])
    assert bot.call("PUT", "tables", itself).status == 400, "not stored yet"
    bot.put("tables", table_body(), 201)
    assert len(bot.put("tables", itself, 200)["tableConstraints"]) == 1

    bot.put("tables", table_body("other", column("id")))
    key = foreign("id", "svc.db.sales.other.id", relationshipType="MANY_TO_ONE")
    version = bot.put("tables", table_body(tableConstraints=[key]))["version"]
    again = bot.put("tables", table_body(tableConstraints=[{**key, "relationshipType": "ONE_TO_ONE"}]))
    assert (again["version"], again["tableConstraints"]) == (version, [key]), (
        "a cardinality alone is no change"
    )

    admin.call("DELETE", "tables/name/svc.db.sales.other")
    assert bot.call("PUT", "tables", table_body(tableConstraints=[key])).status == 200, (
        "deleted counts as there"
    )
    admin.call("DELETE", "tables/name/svc.db.sales.other?hardDelete=true")
    assert bot.call("PUT", "tables", table_body(tableConstraints=[key])).status == 400


def test_a_foreign_key_into_the_same_batch_is_refused(bot: Api) -> None:
    other = table_body("other", column("id"))
    result = bot.put(
        "tables/bulk", [other, table_body(tableConstraints=[foreign("id", "svc.db.sales.other.id")])]
    )
    assert (result["numberOfRowsPassed"], result["numberOfRowsFailed"]) == (1, 1)


def test_a_removed_column_takes_its_keys_along_in_a_patch(bot: Api) -> None:
    bot.put("tables", table_body(tableConstraints=[primary("amount")]))
    table = bot.patch(f"tables/name/{TABLE}", op("remove", "/columns/1"))
    assert "tableConstraints" not in table
    assert table["version"] == 1.1


def test_twins_in_all_but_case_both_match_the_first(admin: Api, bot: Api) -> None:
    twins = table_body("orders", column("a", description="one"), column("A", description="two"))
    admin.put("tables", twins, 201)
    assert bot.put("tables", twins)["version"] == 0.1
    assert admin.put("tables", twins)["version"] == 0.2, "the second is compared with the first, each time"
    assert admin.put("tables", twins)["version"] == 0.3
    one = table_body("orders", column("a", description="one"))
    assert admin.put("tables", one)["version"] == 0.3, (
        "and it matches what is left, so it is never seen as gone"
    )
