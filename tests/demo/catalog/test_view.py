"""The catalog as a test reads it."""

from __future__ import annotations

import json

import pytest

from connector.bridge.demo.catalog import CatalogServer
from tests.demo.catalog.support import TABLE, Api, build_domain, build_schema, op, reference, table_body


def fill(api: Api) -> None:
    build_domain(api, "d")
    build_schema(api, domains=["d"])
    table = api.put("tables", table_body(description="one"))
    view = api.put("tables", table_body("view"))
    edge = {"fromEntity": reference(table, "table"), "toEntity": reference(view, "table")}
    api.put("lineage", {"edge": edge})
    api.put(f"tables/{table['id']}/tableProfile", {"tableProfile": {"timestamp": 1, "rowCount": 1}})


def test_get_and_all(admin: Api, server: CatalogServer) -> None:
    fill(admin)
    found = server.catalog.get("tables", TABLE)
    assert found is not None
    assert (found["description"], found["domains"][0]["inherited"]) == ("one", True)
    assert [table["name"] for table in server.catalog.all("tables")] == ["orders", "view"]
    admin.call("DELETE", f"tables/name/{TABLE}")
    for include, stands in (("non-deleted", False), ("deleted", True), ("all", True)):
        assert (server.catalog.get("tables", TABLE, include) is not None) is stands
    assert [table["name"] for table in server.catalog.all("tables", "all")] == ["orders", "view"]
    assert server.catalog.get("tables", "none") is None


@pytest.mark.parametrize("kind", ["table", "services/databaseServices", "colours"])
def test_unknown_kinds(server: CatalogServer, kind: str) -> None:
    with pytest.raises(KeyError, match="databaseServices"):
        server.catalog.all(kind)


def test_an_unknown_include(server: CatalogServer) -> None:
    with pytest.raises(Exception, match="include must be one of"):
        server.catalog.all("teams", "some")


def test_what_is_read_is_a_copy(admin: Api, server: CatalogServer) -> None:
    fill(admin)
    table = server.catalog.get("tables", TABLE)
    assert table is not None
    table["columns"].clear()
    server.catalog.snapshot()["tables"].clear()
    server.catalog.lineage()[TABLE, "svc.db.sales.view"].clear()
    again = server.catalog.get("tables", TABLE)
    assert again is not None
    assert len(again["columns"]) == 2
    assert server.catalog.lineage()[TABLE, "svc.db.sales.view"]["source"] == "Manual"


def test_two_catalogs_that_hold_the_same_are_equal_without_identity() -> None:
    snapshots = []
    with CatalogServer() as one, CatalogServer() as two:
        for server in (one, two):
            api = Api(server, server.admin_token)
            with api.session:
                fill(api)
                if server is two:
                    api.put("tables", table_body(description="two"))
                    api.put("tables", table_body(description="one"))
            snapshots.append(server.catalog.snapshot(identity=False))
        assert one.catalog.snapshot() != two.catalog.snapshot()
    assert snapshots[0] == snapshots[1]
    assert json.loads(json.dumps(snapshots[0])) == snapshots[0]


@pytest.mark.parametrize(
    "operation",
    [
        op("add", "/description", "two"),
        op("add", "/columns/0/description", "two"),
        op("add", "/owners", []),
        op("add", "/domains", []),
    ],
)
def test_the_snapshot_differs_when_something_was_written(
    admin: Api, server: CatalogServer, operation: dict[str, object]
) -> None:
    fill(admin)
    before, writes = server.catalog.snapshot(), server.catalog.writes
    admin.patch(f"tables/name/{TABLE}", operation)
    assert (server.catalog.snapshot() != before) is (server.catalog.writes != writes)
    assert (server.catalog.writes != writes) is ("description" in str(operation["path"]))


def test_the_snapshot_sees_edges_profiles_properties_and_deletions(admin: Api, server: CatalogServer) -> None:
    fill(admin)
    seen = [server.catalog.snapshot()]
    table = admin.table()
    view = admin.table(fqn="svc.db.sales.view")
    admin.call("DELETE", f"lineage/table/{table['id']}/table/{view['id']}")
    seen.append(server.catalog.snapshot())
    admin.put(f"tables/{table['id']}/tableProfile", {"tableProfile": {"timestamp": 2}})
    seen.append(server.catalog.snapshot())
    text = admin.get("metadata/types/name/string")["id"]
    definition = {"name": "p", "description": "", "propertyType": {"id": text, "type": "type"}}
    admin.put(f"metadata/types/{admin.get('metadata/types/name/table')['id']}", definition)
    seen.append(server.catalog.snapshot())
    admin.call("DELETE", f"tables/{table['id']}")
    seen.append(server.catalog.snapshot())
    for number, one in enumerate(seen):
        assert all(one != other for other in seen[number + 1 :])


def test_versions_and_changes(admin: Api, server: CatalogServer) -> None:
    fill(admin)
    assert server.catalog.versions()["tables", TABLE] == 0.1
    admin.patch(f"tables/name/{TABLE}", op("add", "/description", "two"))
    assert server.catalog.versions()["tables", TABLE] == 0.2
    change = server.catalog.changes[-1]
    assert (change.kind, change.fqn, change.action) == ("table", TABLE, "updated")
    assert (change.version, change.fields, change.actor) == (0.2, ("description",), "admin")
    assert len(server.catalog.changes) == server.catalog.writes
