"""The framework's own client against the stand-in: what it sends is taken, and what comes back is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from metadata.generated.schema.api.classification.createClassification import CreateClassificationRequest
from metadata.generated.schema.api.classification.createTag import CreateTagRequest
from metadata.generated.schema.api.data.createDatabase import CreateDatabaseRequest
from metadata.generated.schema.api.data.createDatabaseSchema import CreateDatabaseSchemaRequest
from metadata.generated.schema.api.data.createMetric import CreateMetricRequest
from metadata.generated.schema.api.data.createTable import CreateTableRequest
from metadata.generated.schema.api.data.createTableProfile import CreateTableProfileRequest
from metadata.generated.schema.api.domains.createDataProduct import CreateDataProductRequest
from metadata.generated.schema.api.domains.createDomain import CreateDomainRequest
from metadata.generated.schema.api.lineage.addLineage import AddLineageRequest
from metadata.generated.schema.api.services.createDatabaseService import CreateDatabaseServiceRequest
from metadata.generated.schema.api.teams.createTeam import CreateTeamRequest
from metadata.generated.schema.entity.data.metric import Metric
from metadata.generated.schema.entity.data.table import Table, TableConstraint
from metadata.generated.schema.entity.domains.dataProduct import DataProduct
from metadata.generated.schema.entity.services.connections.metadata.openMetadataConnection import (
    OpenMetadataConnection,
)
from metadata.generated.schema.entity.services.databaseService import DatabaseService
from metadata.generated.schema.entity.teams.team import Team
from metadata.generated.schema.entity.teams.user import User
from metadata.generated.schema.type.entityReference import EntityReference
from metadata.ingestion.ometa.client import APIError
from metadata.ingestion.ometa.mixins.server_mixin import VersionMismatchException
from metadata.ingestion.ometa.ometa_api import OpenMetadata

from connector.bridge.demo.catalog import CatalogServer

# The framework's signatures ask for classes where instances are meant, so its client goes untyped here.
Client = Any
HARD = 'a::b>"c\n.d/é %'
WIRE = '"a__reserved__colon__b__reserved__arrow____reserved__quote__c__reserved__newline__.d/é %"'


def connect(server: CatalogServer) -> Client:
    """Make the framework's client as the stock bot."""
    return OpenMetadata[Any, Any](
        OpenMetadataConnection.model_validate(
            {
                "hostPort": server.url,
                "authProvider": "openmetadata",
                "securityConfig": {"jwtToken": server.bot_token},
            }
        )
    )


@pytest.fixture
def client(server: CatalogServer) -> Iterator[Client]:
    """The framework's client as the stock bot; nothing that it sends may be unsupported."""
    made = connect(server)
    yield made
    made.close()
    assert server.log.unsupported == []


@pytest.fixture
def schema(client: Client) -> str:
    """A schema with its database and service."""
    client.create_or_update(
        CreateDatabaseServiceRequest.model_validate({"name": "svc.1", "serviceType": "CustomDatabase"})
    )
    client.create_or_update(CreateDatabaseRequest.model_validate({"name": "db", "service": '"svc.1"'}))
    made = client.create_or_update(
        CreateDatabaseSchemaRequest.model_validate({"name": "sales", "database": '"svc.1".db'})
    )
    return str(made.fullyQualifiedName.root)


def table_request(schema: str, name: str = "orders", **more: Any) -> CreateTableRequest:
    columns = [{"name": "id", "dataType": "INT"}, {"name": HARD, "dataType": "STRING"}]
    return CreateTableRequest.model_validate(
        {"name": name, "databaseSchema": schema, "columns": columns, **more}
    )


def test_versions_are_compared() -> None:
    with CatalogServer(version="1.12.0") as server, pytest.raises(VersionMismatchException):
        connect(server)


def test_hard_names_travel_encoded_and_read_as_they_were(
    client: Client, schema: str, server: CatalogServer
) -> None:
    made = client.create_or_update(table_request(schema, HARD))
    assert (made.name.root, made.columns[1].name.root) == (HARD, HARD)
    raw = server.catalog.get("tables", f"{schema}.{WIRE}")
    assert raw is not None
    assert raw["name"] == WIRE.strip('"')
    assert raw["columns"][1]["fullyQualifiedName"] == f"{schema}.{WIRE}.{WIRE}"
    found = client.get_by_name(Table, f"{schema}.{WIRE}")
    assert found is not None
    assert found.name.root == HARD


def test_bulk_and_lists(client: Client, schema: str) -> None:
    requests = [table_request(schema, f"t{number:03d}", sourceHash="x") for number in range(120)]
    result = client.bulk_create_or_update(requests)
    assert (result.numberOfRowsProcessed.root, result.failedRequest) == (120, [])
    listed = list(client.list_all_entities(Table, params={"databaseSchema": schema}, limit=50))
    assert [table.name.root for table in listed] == [f"t{number:03d}" for number in range(120)]
    wrong = client.bulk_create_or_update([table_request("svc.none.none")])
    assert wrong.failedRequest is not None
    assert wrong.failedRequest[0].status == 404


def test_patches(client: Client, schema: str) -> None:
    table = client.create_or_update(table_request(schema, description="one"))
    client.patch_description(Table, table, "it's `two`", force=True)
    found = client.get_by_name(Table, f"{schema}.orders", fields=["tableConstraints"])
    assert found is not None
    assert found.description.root == "it's `two`"
    key = {"constraintType": "PRIMARY_KEY", "columns": ["id"]}
    client.patch_table_constraints(table=found, constraints=[TableConstraint.model_validate(key)])
    again = client.get_by_name(Table, f"{schema}.orders", fields=["tableConstraints"])
    assert again is not None
    assert [item.columns for item in again.tableConstraints] == [["id"]]
    assert len(client.get_list_entity_versions(found.id, Table).versions) == 3


def test_deletion_restore_and_stale(client: Client, schema: str, server: CatalogServer) -> None:
    tables = [client.create_or_update(table_request(schema, name)) for name in ("a", "b")]
    client.delete(Table, tables[0].id)
    assert client.get_by_name(Table, f"{schema}.a") is None
    assert client.get_by_name(Table, f"{schema}.a", fields=["owners"], include="all") is not None
    assert client.restore(Table, tables[0].id) is not None
    result = client.delete_stale_entities(Table, {"databaseSchema": schema}, [f"{schema}.a"])
    assert result is not None
    assert [item.request for item in result.successRequest or ()] == [f"{schema}.b"]
    server.switch(stale_supported=False)
    assert client.delete_stale_entities(Table, {"databaseSchema": schema}, [f"{schema}.b"]) is None


def test_governance(client: Client, schema: str, server: CatalogServer) -> None:
    domain = {"name": "d", "description": "d", "domainType": "Aggregate"}
    client.create_or_update(CreateDomainRequest.model_validate(domain))
    product = {"name": "p", "description": "p", "domains": ["d"]}
    client.create_or_update(CreateDataProductRequest.model_validate(product))
    client.create_or_update(CreateClassificationRequest.model_validate({"name": "c", "description": "c"}))
    client.create_or_update(
        CreateTagRequest.model_validate({"name": "t", "description": "t", "classification": "c"})
    )
    team = client.create_or_update(CreateTeamRequest.model_validate({"name": "team", "teamType": "Group"}))
    label = {"tagFQN": "c.t", "source": "Classification", "labelType": "Manual", "state": "Confirmed"}
    owner = {"id": str(team.id.root), "type": "team"}
    request = table_request(schema, domains=["d"], owners=[owner], tags=[label])
    table = client.create_or_update(request)
    asset = EntityReference(id=table.id, type="table")
    assert client.add_assets_to_data_product("p", [asset])["status"] == "success"
    assert client.get_data_product_assets("p")["data"][0]["name"] == "orders"
    found = client.get_by_name(
        Table, f"{schema}.orders", fields=["owners", "tags", "domains", "dataProducts"]
    )
    assert found is not None
    assert found.owners.root[0].name == "team"
    assert found.tags[0].tagFQN.root == "c.t"
    assert found.dataProducts.root[0].name == "p"
    assert client.remove_assets_from_data_product("p", [asset])["status"] == "success"
    assert client.get_by_name(DataProduct, "p", fields=["domains"]) is not None


def test_lineage(client: Client, schema: str, server: CatalogServer) -> None:
    tables = [client.create_or_update(table_request(schema, name)) for name in ("a", "b")]
    ends = {
        "fromEntity": {"id": str(tables[0].id.root), "type": "table"},
        "toEntity": {"id": str(tables[1].id.root), "type": "table"},
    }
    mapping = {"fromColumns": [f"{schema}.a.id"], "toColumn": f"{schema}.b.id"}
    details = {"source": "ViewLineage", "columnsLineage": [mapping]}
    request = AddLineageRequest.model_validate({"edge": {**ends, "lineageDetails": details}})
    for _ in range(2):
        assert "error" not in client.add_lineage(request, check_patch=True)
    assert server.log.count("PUT", "/v1/lineage") == 1
    (edge,) = server.catalog.lineage().values()
    assert edge["columnsLineage"] == [mapping]
    graph = client.get_lineage_by_name(Table, f"{schema}.b")
    assert graph is not None
    assert [node["name"] for node in graph["nodes"]] == ["a"]
    client.delete_lineage_by_source("table", str(tables[1].id.root), "ViewLineage")
    assert server.catalog.lineage() == {}


def test_profiles_and_metrics(client: Client, schema: str) -> None:
    table = client.create_or_update(table_request(schema))
    profile = {"tableProfile": {"timestamp": 1, "rowCount": 3}}
    client.ingest_profile_data(table, CreateTableProfileRequest.model_validate(profile))
    latest = client.get_latest_table_profile(f"{schema}.orders")
    assert latest is not None
    assert latest.profile.rowCount == 3
    client.create_or_update(CreateMetricRequest.model_validate({"name": "m", "metricType": "SUM"}))
    assert client.get_by_name(Metric, "m", fields=["owners"]) is not None


def test_owners_are_found(client: Client) -> None:
    client.create_or_update(CreateTeamRequest.model_validate({"name": "team", "teamType": "Group"}))
    found = client.get_reference_by_name("team", is_owner=True)
    assert found is not None
    assert found.root[0].type == "team"
    by_mail = client.get_reference_by_email("admin@open-metadata.org")
    assert by_mail is not None
    assert by_mail.root[0].name == "admin"
    assert client.get_reference_by_name("nobody") is None
    assert client.get_by_name(User, "admin") is not None
    assert client.get_by_name(Team, "Organization") is not None


def test_errors_reach_the_caller(client: Client, server: CatalogServer) -> None:
    body = {"name": "x", "serviceType": "CustomDatabase", "domains": ["none"]}
    with pytest.raises(APIError) as caught:
        client.create_or_update(CreateDatabaseServiceRequest.model_validate(body))
    assert caught.value.status_code == 404
    assert client.get_by_name(DatabaseService, "x") is None
    assert server.log.entries[-1].actor == "ingestion-bot"
