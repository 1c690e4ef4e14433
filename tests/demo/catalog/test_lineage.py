"""Lineage edges."""

from __future__ import annotations

from typing import Any

import pytest

from connector.bridge.demo.catalog import CatalogServer
from tests.demo.catalog.support import Api, Json, column, name_path, op, reference, table_body

SOURCE, VIEW = "svc.db.sales.orders", "svc.db.sales.view"
Ends = tuple[Json, Json]


@pytest.fixture
def ends(bot: Api, schema: str) -> Ends:
    """A table and a view over it."""
    assert schema
    return bot.put("tables", table_body()), bot.put(
        "tables", table_body("view", column("x"), tableType="View")
    )


def mapping(target: str, *sources: str) -> Json:
    return {"fromColumns": [f"{SOURCE}.{name}" for name in sources], "toColumn": f"{VIEW}.{target}"}


def edge(ends: Ends, **details: Any) -> Json:
    return {
        "edge": {
            "fromEntity": reference(ends[0], "table"),
            "toEntity": reference(ends[1], "table"),
            "lineageDetails": details,
        }
    }


def stored(api: Api, ends: Ends) -> Json:
    return dict(api.get(f"lineage/getLineageEdge/{ends[0]['id']}/{ends[1]['id']}")["edge"])


def missing(api: Api, ends: Ends) -> bool:
    return api.call("GET", f"lineage/getLineageEdge/{ends[0]['id']}/{ends[1]['id']}").status == 404


def test_put_is_an_upsert_with_an_empty_answer(bot: Api, ends: Ends, server: CatalogServer) -> None:
    reply = bot.call("PUT", "lineage", edge(ends, sqlQuery="SELECT 1", source="ViewLineage"))
    assert (reply.status, reply.body) == (200, None)
    assert stored(bot, ends)["sqlQuery"] == "SELECT 1"
    writes = server.catalog.writes
    bot.put("lineage", edge(ends, sqlQuery="SELECT 1", source="ViewLineage"))
    assert server.catalog.writes == writes
    bot.put("lineage", edge(ends))
    assert "sqlQuery" not in stored(bot, ends), "details are replaced as a whole"
    assert stored(bot, ends)["source"] == "Manual"
    assert server.catalog.writes == writes + 1


def test_columns_that_do_not_exist_are_dropped_in_silence(bot: Api, ends: Ends) -> None:
    columns = [mapping("x", "id", "none"), mapping("none", "id"), mapping("x", "none")]
    bot.put("lineage", edge(ends, columnsLineage=columns))
    assert stored(bot, ends)["columnsLineage"] == [mapping("x", "id")]
    swapped = [{"fromColumns": [f"{VIEW}.x"], "toColumn": f"{SOURCE}.id"}]
    bot.put("lineage", edge(ends, columnsLineage=swapped))
    assert "columnsLineage" not in stored(bot, ends)


def test_a_removed_column_leaves_the_edge(bot: Api, ends: Ends) -> None:
    bot.put("lineage", edge(ends, columnsLineage=[mapping("x", "id", "amount")]))
    bot.put("tables", table_body("orders", column("amount")))
    assert stored(bot, ends)["columnsLineage"] == [mapping("x", "amount")]


def test_both_ends_must_stand(bot: Api, ends: Ends) -> None:
    nobody = {"id": "00000000-0000-4000-8000-000000000000"}
    assert bot.call("PUT", "lineage", edge((ends[0], nobody))).status == 404
    bot.call("DELETE", f"tables/{ends[1]['id']}")
    assert bot.call("PUT", "lineage", edge(ends)).status == 404


@pytest.mark.parametrize(
    "body",
    [{}, {"edge": {}}, {"edge": {"fromEntity": {"id": "x", "type": "table"}}}, {"edges": []}, None],
)
def test_malformed_edges(bot: Api, body: Any) -> None:
    assert bot.call("PUT", "lineage", body).status == 400


def test_by_name(bot: Api, ends: Ends) -> None:
    path = f"table/name/{name_path(SOURCE)}/table/name/{name_path(VIEW)}"
    bot.put(f"lineage/{path}", {"source": "ViewLineage", "columnsLineage": [mapping("x", "id")]}, 200)
    assert bot.get(f"lineage/getLineageEdge/{path}")["edge"] == stored(bot, ends)
    assert bot.call("PATCH", f"lineage/{path}", [op("add", "/sqlQuery", "SELECT 2")]).status == 200
    assert stored(bot, ends)["sqlQuery"] == "SELECT 2"
    assert bot.call("DELETE", f"lineage/{path}").status == 200
    assert missing(bot, ends)


def test_patch(bot: Api, ends: Ends) -> None:
    path = f"lineage/table/{ends[0]['id']}/table/{ends[1]['id']}"
    patch = [op("add", "/columnsLineage", [mapping("x", "id")])]
    assert bot.call("PATCH", path, patch).status == 404
    bot.put("lineage", edge(ends, source="ViewLineage"))
    assert bot.call("PATCH", path, patch).status == 200
    assert stored(bot, ends)["columnsLineage"] == [mapping("x", "id")]
    assert stored(bot, ends)["source"] == "ViewLineage"
    assert bot.call("PATCH", path, [op("add", "/source", "Guess")]).status == 400


def test_delete(bot: Api, ends: Ends) -> None:
    path = f"lineage/table/{ends[0]['id']}/table/{ends[1]['id']}"
    reply = bot.call("DELETE", path)
    assert (reply.status, "Lineage edge" in reply.message) == (404, True)
    bot.put("lineage", edge(ends))
    bot.call("DELETE", f"tables/{ends[0]['id']}")
    assert bot.call("DELETE", path).status == 200, "ends may be deleted"
    assert missing(bot, ends)


def test_delete_by_source_takes_the_edges_into_an_entity(bot: Api, ends: Ends) -> None:
    third = bot.put("tables", table_body("third"))
    bot.put("lineage", edge(ends, source="ViewLineage"))
    bot.put("lineage", edge((third, ends[1])))
    bot.put("lineage", edge((ends[1], third), source="ViewLineage"))
    assert bot.call("DELETE", f"lineage/table/{ends[1]['id']}/type/ViewLineage").status == 200
    assert missing(bot, ends)
    assert not missing(bot, (third, ends[1])), "another source stays"
    assert not missing(bot, (ends[1], third)), "an edge out of it stays"
    assert bot.call("DELETE", f"lineage/source/name/table/{name_path(VIEW)}/type/Manual").status == 200
    assert missing(bot, (third, ends[1]))


def test_soft_deletion_keeps_edges_and_hard_deletion_takes_them(
    bot: Api, ends: Ends, server: CatalogServer
) -> None:
    bot.put("lineage", edge(ends))
    bot.call("DELETE", f"tables/{ends[0]['id']}")
    assert list(server.catalog.lineage()) == [(SOURCE, VIEW)]
    bot.call("DELETE", f"tables/{ends[0]['id']}?hardDelete=true")
    assert server.catalog.lineage() == {}


def test_the_graph(bot: Api, ends: Ends) -> None:
    top = bot.put("tables", table_body("top"))
    bot.put("lineage", edge(ends))
    bot.put("lineage", edge((ends[1], top)))
    graph = bot.get(f"lineage/table/name/{name_path(VIEW)}?upstreamDepth=1&downstreamDepth=1")
    assert graph["entity"]["fullyQualifiedName"] == VIEW
    assert {node["name"] for node in graph["nodes"]} == {"orders", "top"}
    assert [item["fromEntity"] for item in graph["upstreamEdges"]] == [ends[0]["id"]]
    assert [item["toEntity"] for item in graph["downstreamEdges"]] == [top["id"]]
    deep = bot.get(f"lineage/table/{ends[0]['id']}?downstreamDepth=2")
    assert len(deep["downstreamEdges"]) == 2
    assert len(bot.get(f"lineage/table/{ends[0]['id']}?downstreamDepth=1")["downstreamEdges"]) == 1


def test_a_metric_reads_a_table(bot: Api, ends: Ends) -> None:
    metric = bot.put("metrics", {"name": "m", "measures": [{"name": "sum", "aggregation": "SUM"}]})
    body = edge(
        (ends[0], metric), columnsLineage=[{"fromColumns": [f"{SOURCE}.id"], "toColumn": "m.measure.sum"}]
    )
    body["edge"]["toEntity"]["type"] = "metric"
    bot.put("lineage", body)
    assert stored(bot, (ends[0], metric))["columnsLineage"][0]["toColumn"] == "m.measure.sum"


def test_the_right_to_edit_lineage_is_needed(server: CatalogServer, ends: Ends) -> None:
    person = Api(server, server.add_actor("person", deny=["lineage.EditLineage"]))
    assert person.call("PUT", "lineage", edge(ends)).status == 403


@pytest.mark.usefixtures("ends")
def test_unknown_types_and_bad_depths(bot: Api) -> None:
    assert bot.call("GET", f"lineage/colour/name/{name_path(VIEW)}").status == 400
    assert bot.call("GET", f"lineage/table/name/{name_path(VIEW)}?upstreamDepth=x").status == 400
