"""What every kind of entity can do: create, read, update, delete, restore, versions."""

from __future__ import annotations

from typing import Any

import pytest

from connector.bridge.demo.catalog import CatalogServer
from connector.bridge.demo.catalog.kinds import KINDS
from connector.bridge.demo.catalog.models import load_model
from tests.demo.catalog.support import Api, Json, build_domain, build_schema, name_path, op, table_body

DEFINITION = {"type": "DatabaseMetadata"}


@pytest.fixture
def bodies(admin: Api) -> dict[str, tuple[Json, str]]:
    """A Create request and the resulting FQN for every kind, with all that it stands on."""
    build_schema(admin)
    build_domain(admin, "base")
    admin.put("classifications", {"name": "c", "description": "c"})
    service = admin.get("services/databaseServices/name/svc")
    request = {"connection": {"config": {"type": "CustomDatabase", "sourcePythonClass": "x.Y"}}}
    return {
        "databaseService": ({"name": "s.1", "serviceType": "CustomDatabase"}, '"s.1"'),
        "database": ({"name": "d", "service": "svc"}, "svc.d"),
        "databaseSchema": ({"name": "a.b", "database": "svc.db"}, 'svc.db."a.b"'),
        "table": (table_body("t/x%"), "svc.db.sales.t/x%"),
        "domain": (
            {"name": "sub", "description": "d", "domainType": "Aggregate", "parent": "base"},
            "base.sub",
        ),
        "dataProduct": ({"name": "p", "description": "d", "domains": ["base"]}, "p"),
        "metric": ({"name": "a.b"}, "a.b"),
        "team": ({"name": "t", "teamType": "Group"}, "t"),
        "user": ({"name": "u", "email": "u@example.org"}, "u"),
        "classification": ({"name": "k", "description": "d"}, "k"),
        "tag": ({"name": "t", "description": "d", "classification": "c"}, "c.t"),
        "ingestionPipeline": (
            {
                "name": "i",
                "pipelineType": "metadata",
                "sourceConfig": {"config": DEFINITION},
                "airflowConfig": {},
                "service": {"id": service["id"], "type": "databaseService"},
            },
            "svc.i",
        ),
        "workflow": (
            {
                "name": "w",
                "workflowType": "TEST_CONNECTION",
                "request": {**request, "serviceType": "Database", "connectionType": "CustomDatabase"},
            },
            "w",
        ),
    }


@pytest.mark.parametrize("name", KINDS)
def test_life_of_an_entity(
    admin: Api, server: CatalogServer, bodies: dict[str, tuple[Json, str]], name: str
) -> None:
    kind = KINDS[name]
    body, fqn = bodies[name]
    model = load_model(kind.entity_model)
    by_name = f"{kind.collection}/name/{name_path(fqn)}"
    created = admin.put(kind.collection, body, 201)
    model.model_validate(created)
    assert (created["fullyQualifiedName"], created["version"], created["updatedBy"]) == (fqn, 0.1, "admin")

    writes = server.catalog.writes
    assert admin.put(kind.collection, body, 200)["version"] == 0.1
    assert server.catalog.writes == writes

    assert admin.call("POST", kind.collection, body).status == 409
    model.model_validate(admin.get(f"{by_name}?fields=*"))
    assert admin.get(f"{kind.collection}/{created['id']}") == admin.get(by_name)

    changed = admin.patch(by_name, op("add", "/displayName", "Shown"))
    assert (changed["displayName"], changed["version"]) == ("Shown", 0.2)
    versions = admin.get(f"{kind.collection}/{created['id']}/versions")["versions"]
    assert len(versions) == 2
    assert "displayName" not in admin.get(f"{kind.collection}/{created['id']}/versions/0.1")
    assert admin.call("GET", f"{kind.collection}/{created['id']}/versions/9.9").status == 404

    assert admin.call("DELETE", f"{kind.collection}/{created['id']}").status == 200
    assert admin.call("GET", by_name).status == 404
    assert admin.call("GET", f"{kind.collection}/{created['id']}").status == 404
    gone = admin.call("GET", f"{by_name}?include=all")
    assert gone.status == (200 if kind.soft_delete else 404)
    if kind.soft_delete:
        assert gone.body["deleted"] is True
        assert gone.body["version"] == 0.3
        restored = admin.put(f"{kind.collection}/restore", {"id": created["id"]}, 200)
        assert (restored["deleted"], restored["version"]) == (False, 0.4)
        assert admin.call("PUT", f"{kind.collection}/restore", {"id": created["id"]}).status == 404
        assert admin.call("DELETE", f"{by_name}?hardDelete=true").status == 200
    else:
        assert admin.call("PUT", f"{kind.collection}/restore", {"id": created["id"]}).status == 501
    assert admin.call("GET", f"{by_name}?include=all").status == 404
    assert admin.put(kind.collection, body, 201)["id"] != created["id"]


@pytest.mark.parametrize("name", KINDS)
def test_an_unknown_field_is_refused(admin: Api, bodies: dict[str, tuple[Json, str]], name: str) -> None:
    reply = admin.call("PUT", KINDS[name].collection, {**bodies[name][0], "colour": "red"})
    assert reply.status == 400
    assert "colour" in reply.message


def test_a_field_that_the_stand_in_does_not_store_is_unsupported(admin: Api, server: CatalogServer) -> None:
    body = {"name": "u", "email": "u@example.org", "scimUserName": "x"}
    assert admin.call("PUT", "users", body).status == 501
    assert server.log.unsupported == ["PUT /v1/users: users: field scimUserName"]


@pytest.mark.parametrize(
    ("collection", "body"),
    [
        ("databases", {"name": "d", "service": "none"}),
        ("databaseSchemas", {"name": "d", "database": "svc.none"}),
        ("tables", {**table_body(), "databaseSchema": "svc.db.none"}),
        ("domains", {"name": "d", "description": "", "domainType": "Aggregate", "parent": "none"}),
        ("dataProducts", {"name": "d", "description": "", "domains": ["none"]}),
        ("tags", {"name": "d", "description": "", "classification": "none"}),
        ("metrics", {"name": "m", "relatedMetrics": ["none"]}),
        ("tables", {**table_body(), "tags": [{"tagFQN": "c.none", "source": "Classification", "labelType": "Manual", "state": "Confirmed"}]}),
        ("tables", {**table_body(), "owners": [{"id": "00000000-0000-4000-8000-000000000000", "type": "user"}]}),
    ],
)  # fmt: skip
def test_what_a_request_refers_to_must_exist(admin: Api, schema: str, collection: str, body: Any) -> None:
    assert schema
    assert admin.call("PUT", collection, body).status == 404


def test_a_deleted_parent_counts_as_missing(admin: Api, schema: str) -> None:
    admin.put("tables", table_body(), 201)
    admin.call("DELETE", f"databaseSchemas/name/{schema}?recursive=true")
    assert admin.call("PUT", "tables", table_body("other")).status == 404


def test_names_with_reserved_characters_are_refused_as_they_are_on_the_wire(admin: Api, schema: str) -> None:
    assert schema
    for name in ("a::b", "a>b", 'a"b', "a\nb"):
        reply = admin.call("PUT", "tables", table_body(name))
        assert (reply.status, "name" in reply.message) == (400, True)
    stored = admin.put("tables", table_body("a__reserved__colon__b"), 201)
    assert stored["name"] == "a__reserved__colon__b"


def test_an_fqn_has_a_limit(admin: Api) -> None:
    names = ["x" * 256] * 3
    build_schema(admin, names[0])
    parent = names[0]
    admin.put("domains", {"name": names[0], "description": "", "domainType": "Aggregate"})
    for _ in range(10):
        admin.put(
            "domains", {"name": names[0], "description": "", "domainType": "Aggregate", "parent": parent}, 201
        )
        parent = f"{parent}.{names[0]}"
    body = {"name": names[0], "description": "", "domainType": "Aggregate", "parent": parent}
    assert admin.call("PUT", "domains", body).status == 400


def test_an_id_that_is_no_uuid(admin: Api) -> None:
    assert admin.call("GET", "tables/none").status == 404
    assert admin.call("GET", "tables/00000000-0000-4000-8000-000000000000").status == 404


def test_system_entities_of_a_fresh_server(server: CatalogServer) -> None:
    assert server.catalog.writes == 0
    assert [team["name"] for team in server.catalog.all("teams")] == ["Organization"]
    assert {user["name"]: user["isBot"] for user in server.catalog.all("users")} == {
        "admin": False,
        "ingestion-bot": True,
    }


def test_tags_below_tags(admin: Api) -> None:
    admin.put("classifications", {"name": "c", "description": "c"})
    admin.put("tags", {"name": "a", "description": "a", "classification": "c"})
    below = admin.put("tags", {"name": "b", "description": "b", "classification": "c", "parent": "c.a"})
    assert below["fullyQualifiedName"] == "c.a.b"
    assert (below["parent"]["name"], below["classification"]["name"]) == ("a", "c")
    assert [tag["name"] for tag in admin.get("tags?parent=c")["data"]] == ["a", "b"]


@pytest.mark.parametrize(
    "owner", [{"type": "user"}, {"id": "00000000-0000-4000-8000-000000000000", "type": "colour"}]
)
def test_malformed_owners(admin: Api, server: CatalogServer, owner: Json) -> None:
    assert admin.call("PUT", "teams", {"name": "t", "teamType": "Group", "owners": [owner]}).status == 400
    admin.put("teams", {"name": "t", "teamType": "Group"})
    assert admin.call("PATCH", "teams/name/t", [op("add", "/owners", [owner])]).status == 400
    server.switch(checks=False)
    assert admin.call("PUT", "teams", {"name": "t", "teamType": "Group", "owners": [owner]}).status == 400
    assert admin.call("PUT", "teams", ["t"]).status == 400


@pytest.mark.usefixtures("schema")
def test_a_certification_among_the_tags_is_dropped(admin: Api) -> None:
    label = {
        "tagFQN": "Certification.Gold",
        "source": "Classification",
        "labelType": "Manual",
        "state": "Confirmed",
    }
    assert admin.put("tables", table_body(tags=[label]))["tags"] == []
