"""`bridge-connector diagram`: one listing's keys and relationships, from a Bridge to an SVG file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from connector.bridge import cli
from connector.bridge.demo.bridge import BridgeServer
from tests.e2e.build import Json, field, installation, listing, table
from tests.plan.diagram.pictures import parse

MODEL = {
    "version": "0.2.0",
    "semantic_model": {
        "name": "shop",
        "datasets": [
            {"name": "orders", "source": "lake.sales.orders", "primary_key": ["id"]},
            {"name": "customers", "source": "customers", "primary_key": ["id"]},
            {"name": "stores", "source": "elsewhere.x.stores"},
        ],
        "relationships": [
            {
                "name": "by",
                "from": "orders",
                "to": "customers",
                "from_columns": ["customer_id"],
                "to_columns": ["id"],
            },
            {
                "name": "in",
                "from": "orders",
                "to": "stores",
                "from_columns": ["store_id"],
                "to_columns": ["id"],
            },
        ],
    },
}


def shop() -> Json:
    """Make a listing with two tables, a model, and a table that can't be mapped."""
    columns = [
        field(number, name, "long") for number, name in enumerate(["id", "customer_id", "store_id", "n"], 1)
    ]
    keys = {"schemas": [{"schema-id": 0, "type": "struct", "identifier-field-ids": [1], "fields": columns}]}
    model = {"catalog": "lake", "namespace": ["sales"], "name": "shop", "document": MODEL}
    customers = table("customers", [field(1, "id", "long"), field(2, "name")])
    return listing("shop", tables=[table("orders", metadata=keys), customers], semanticModels=[model])


@pytest.fixture
def bridge() -> Iterator[BridgeServer]:
    broken = listing("broken", tables=[table("a"), table("b", metadata={"schemas": []})])
    with BridgeServer(installation(shop(), broken, listing("empty"))) as server:
        yield server


def run(bridge: BridgeServer, folder: Path, listing_id: str, **options: str) -> tuple[int, Path]:
    """Run the command with a workflow file."""
    connection = {"hostPort": bridge.url, "token": bridge.token, "maxRetries": "0", **options}
    service = {"config": {"type": "CustomDatabase", "connectionOptions": connection}}
    workflow = folder / "bridge.yaml"
    workflow.write_text(
        yaml.safe_dump({"source": {"serviceName": "b", "serviceConnection": service}}), encoding="utf-8"
    )
    output = folder / "out.svg"
    return cli.main(["diagram", "-c", str(workflow), "-l", listing_id, "-o", str(output)]), output


def test_keys_and_relationships_are_drawn(
    bridge: BridgeServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = run(bridge, tmp_path, "shop")
    assert status == 0
    svg = output.read_text(encoding="utf-8")
    parse(svg)
    texts = re.sub(r"<[^>]*>", " ", svg)
    for shown in ("orders", "customers", "customer_id", "stores"):
        assert shown in texts
    told = capsys.readouterr()
    assert "2 relations" in told.out or "2 relationships" in told.out
    assert "dataset `stores` has no table" in told.err
    assert bridge.token not in told.out + told.err


def test_the_same_listing_gives_the_same_bytes(bridge: BridgeServer, tmp_path: Path) -> None:
    first = run(bridge, tmp_path, "shop")[1].read_bytes()
    bridge.installation.listings["shop"]["tables"].reverse()
    assert run(bridge, tmp_path, "shop")[1].read_bytes() == first


def test_what_is_not_in_the_picture_is_told(
    bridge: BridgeServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = run(bridge, tmp_path, "broken")
    assert (status, output.exists()) == (1, True)
    assert "[BRIDGE_OBJECT_UNMAPPABLE] lake.sales.b" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("listing_id", "options", "code"),
    [
        ("empty", {}, "BRIDGE_LISTING_NOTE"),
        ("nothing", {}, "BRIDGE_LISTING_GONE"),
        ("shop", {"token": "wrong"}, "BRIDGE_TOKEN_REJECTED"),
        ("shop", {"hostport": "x"}, "BRIDGE_OPTIONS_INVALID"),
    ],
)
def test_errors_are_told_and_nothing_is_written(
    bridge: BridgeServer,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    listing_id: str,
    options: dict[str, str],
    code: str,
) -> None:
    status, output = run(bridge, tmp_path, listing_id, **options)
    assert (status, output.exists()) == (1, False)
    assert f"[{code}]" in capsys.readouterr().err


def test_a_file_that_is_no_workflow_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("[1, 2", encoding="utf-8")
    assert cli.main(["diagram", "-c", str(path), "-l", "a", "-o", str(tmp_path / "o.svg")]) == 1
    assert "[BRIDGE_OPTIONS_INVALID] workflow x.yaml" in capsys.readouterr().err
