"""The real `metadata ingest` on the example workflow and the example installation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from connector.bridge.demo.bridge import BridgeServer
from connector.bridge.demo.catalog import CatalogServer
from connector.bridge.plan import names
from tests.e2e.build import listing, table
from tests.e2e.conftest import MakeWorld
from tests.e2e.harness import run_command

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True)
class Published:
    """The example installation after two runs of the command."""

    bridge: BridgeServer
    catalog: CatalogServer
    outputs: tuple[str, str]
    statuses: tuple[int, int]
    versions: tuple[dict[Any, Any], dict[Any, Any]]
    second_writes: int


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Published]:
    folder = tmp_path_factory.mktemp("elsewhere")
    with BridgeServer(EXAMPLES / "installation") as bridge, CatalogServer() as catalog:
        environment = {
            "BRIDGE_URL": bridge.url,
            "BRIDGE_TOKEN": bridge.token,
            "OM_URL": catalog.url,
            "OM_JWT_TOKEN": catalog.bot_token,
        }
        first = run_command(EXAMPLES / "bridge.yaml", folder, environment)
        versions = catalog.catalog.versions()
        catalog.log.reset()
        second = run_command(EXAMPLES / "bridge.yaml", folder, environment)
        yield Published(
            bridge,
            catalog,
            (first.stdout + first.stderr, second.stdout + second.stderr),
            (first.returncode, second.returncode),
            (versions, catalog.catalog.versions()),
            len(catalog.log.writes()),
        )


def listed(kind: str) -> dict[str, dict[str, Any]]:
    """Read the example installation's objects by FQN, the newest definition of each."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted((EXAMPLES / "installation" / "listings").glob("*.json")):
        for item in json.loads(path.read_text(encoding="utf-8"))[kind]:
            fqn = names.fqn("bridge", item["catalog"], ".".join(item["namespace"]), item["name"])
            if fqn not in found or _age(item) > _age(found[fqn]):
                found[fqn] = item
    return found


def _age(item: dict[str, Any]) -> int:
    metadata = item["metadata"]
    current = metadata.get("current-version-id")
    versions = {version["version-id"]: version for version in metadata.get("versions", ())}
    return int(versions[current]["timestamp-ms"] if versions else metadata["last-updated-ms"])


def schema_of(item: dict[str, Any]) -> dict[str, Any]:
    """Find the schema in force of a table or view."""
    metadata = item["metadata"]
    wanted = metadata.get("current-schema-id")
    if "schemas" not in metadata:
        # Format 1 may hold nothing but the schema in force.
        only: dict[str, Any] = metadata["schema"]
        return only
    if wanted is None:
        versions = {version["version-id"]: version for version in metadata["versions"]}
        wanted = versions[metadata["current-version-id"]]["schema-id"]
    found: dict[str, Any] = next(schema for schema in metadata["schemas"] if schema["schema-id"] == wanted)
    return found


def test_both_runs_end_well(published: Published) -> None:
    assert published.statuses == (0, 0), published.outputs
    assert "Success %: 100.0" in published.outputs[0]


def test_no_line_is_an_error(published: Published) -> None:
    for output in published.outputs:
        assert "ERROR" not in output


def test_the_second_run_writes_nothing(published: Published) -> None:
    assert published.second_writes == 0
    assert published.versions[0] == published.versions[1]


def test_the_requests_keep_the_contract(published: Published) -> None:
    assert published.bridge.log.violations == ()
    assert published.catalog.log.unsupported == []


def test_no_token_is_printed_or_stored(published: Published) -> None:
    everything = "".join(published.outputs) + json.dumps(published.catalog.catalog.snapshot(), default=str)
    assert published.bridge.token not in everything
    assert published.catalog.bot_token not in everything


def test_24_tables_and_all_views_stand(published: Published) -> None:
    tables, views = listed("tables"), listed("views")
    assert len(tables) == 24
    standing = {
        item["fullyQualifiedName"]: item["tableType"] for item in published.catalog.catalog.all("tables")
    }
    assert standing == {**dict.fromkeys(tables, "Iceberg"), **dict.fromkeys(views, "View")}


def test_every_column_equals_its_iceberg_field(published: Published) -> None:
    compared = 0
    for fqn, item in {**listed("tables"), **listed("views")}.items():
        entity = published.catalog.catalog.get("tables", fqn)
        assert entity is not None
        fields = schema_of(item)["fields"]
        assert len(entity["columns"]) == len(fields), fqn
        for position, (column, wanted) in enumerate(zip(entity["columns"], fields, strict=True), start=1):
            assert column["name"] == wanted["name"]
            assert column["dataTypeDisplay"] == iceberg_text(wanted["type"]).lower()
            assert column.get("description") == wanted.get("doc")
            assert (column.get("constraint") == "NOT_NULL") is wanted["required"]
            assert column["ordinalPosition"] == position
            compared += 1
    assert compared > 400


def iceberg_text(kind: Any) -> str:
    """Write an Iceberg type as the spec does, without ids and without white space."""
    if isinstance(kind, str):
        return kind.replace(" ", "") if kind.startswith("decimal") else kind
    if kind["type"] == "list":
        return f"list<{iceberg_text(kind['element'])}>"
    if kind["type"] == "map":
        return f"map<{iceberg_text(kind['key'])},{iceberg_text(kind['value'])}>"
    return (
        "struct<" + ",".join(f"{item['name']}:{iceberg_text(item['type'])}" for item in kind["fields"]) + ">"
    )


def test_schemas_database_service_domain_and_teams_stand(published: Published) -> None:
    state = published.catalog.catalog
    assert [item["fullyQualifiedName"] for item in state.all("databaseServices")] == ["bridge"]
    assert [item["fullyQualifiedName"] for item in state.all("databases")] == ["bridge.lake"]
    assert {item["fullyQualifiedName"] for item in state.all("databaseSchemas")} == {
        "bridge.lake.tpcds",
        'bridge.lake."tpcds.marts"',
    }
    assert [item["name"] for item in state.all("domains")] == ["bridge"]
    assert {team["name"] for team in state.all("teams") if team["name"].startswith("bridge__")} == {
        "bridge__analytics-platform",
        "bridge__direct-sales",
        "bridge__store-operations",
    }


def test_a_failed_table_makes_the_command_fail(world: MakeWorld, tmp_path: Path) -> None:
    here = world(listing("sales", tables=[table("a"), table("b", metadata={"schemas": []})]))
    done = here.command(tmp_path)
    assert done.returncode == 1
    assert "[BRIDGE_OBJECT_UNMAPPABLE] lake.sales.b" in done.stdout + done.stderr
    assert here.tables() == {"bridge.lake.sales.a"}


def test_a_faulty_option_makes_the_command_fail_without_showing_values(
    world: MakeWorld, tmp_path: Path
) -> None:
    here = world(listing("sales", tables=[table("a")]), options={"hostport": "s3cr3t", "maxRetries": "x"})
    done = here.command(tmp_path, arguments=("--debug",))
    output = done.stdout + done.stderr
    assert done.returncode == 1
    assert "hostport: unknown; did you mean `hostPort`?" in output
    assert "maxRetries: should be a whole number from 0 to 20" in output
    assert here.bridge.token not in output
    assert here.catalog.log.writes() == []


def test_a_run_at_debug_level_shows_no_token(world: MakeWorld, tmp_path: Path) -> None:
    here = world(listing("sales", tables=[table("a")]))
    done = here.command(tmp_path, arguments=("--debug",))
    assert done.returncode == 0
    assert here.bridge.token not in done.stdout + done.stderr
