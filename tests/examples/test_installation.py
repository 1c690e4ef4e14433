"""The demo installation: generated files are current, and the tables are those of the TPC-DS specification."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from pyiceberg.table.metadata import TableMetadata, TableMetadataUtil

Script = Callable[..., CompletedProcess[str]]
Object = dict[str, Any]

# TPC-DS specification, section 2: number of columns and primary key; section 3: rows at scale factor 1.
SPECIFICATION: dict[str, tuple[int, tuple[str, ...], int]] = {
    "call_center": (31, ("cc_call_center_sk",), 6),
    "catalog_page": (9, ("cp_catalog_page_sk",), 11_718),
    "catalog_returns": (27, ("cr_item_sk", "cr_order_number"), 144_067),
    "catalog_sales": (34, ("cs_item_sk", "cs_order_number"), 1_441_548),
    "customer": (18, ("c_customer_sk",), 100_000),
    "customer_address": (13, ("ca_address_sk",), 50_000),
    "customer_demographics": (9, ("cd_demo_sk",), 1_920_800),
    "date_dim": (28, ("d_date_sk",), 73_049),
    "household_demographics": (5, ("hd_demo_sk",), 7_200),
    "income_band": (3, ("ib_income_band_sk",), 20),
    "inventory": (4, ("inv_date_sk", "inv_item_sk", "inv_warehouse_sk"), 11_745_000),
    "item": (22, ("i_item_sk",), 18_000),
    "promotion": (19, ("p_promo_sk",), 300),
    "reason": (3, ("r_reason_sk",), 35),
    "ship_mode": (6, ("sm_ship_mode_sk",), 20),
    "store": (29, ("s_store_sk",), 12),
    "store_returns": (20, ("sr_item_sk", "sr_ticket_number"), 287_514),
    "store_sales": (23, ("ss_item_sk", "ss_ticket_number"), 2_880_404),
    "time_dim": (10, ("t_time_sk",), 86_400),
    "warehouse": (14, ("w_warehouse_sk",), 5),
    "web_page": (14, ("wp_web_page_sk",), 60),
    "web_returns": (24, ("wr_item_sk", "wr_order_number"), 71_763),
    "web_sales": (34, ("ws_item_sk", "ws_order_number"), 719_384),
    "web_site": (26, ("web_site_sk",), 30),
}
LISTING_FIELDS = {
    "id",
    "version",
    "name",
    "description",
    "portalUrl",
    "updatedAt",
    "owners",
    "tags",
    "tables",
    "views",
    "semanticModels",
    "unavailable",
}


def parsed(table: Object) -> TableMetadata:
    """Read a table's metadata with pyiceberg, from text, as a client of a real catalog would."""
    return TableMetadataUtil.parse_raw(json.dumps(table["metadata"]))


# --- the script -------------------------------------------------------------------------------------------------


def test_files_are_what_the_script_writes(script: Script) -> None:
    """Whoever changes a definition runs the script."""
    done = script("--check")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_writing_twice_changes_nothing(script: Script, tmp_path: Path, installation_folder: Path) -> None:
    """The same definition gives the same bytes in any process."""
    assert script("--output", tmp_path).stdout.startswith("7 of 7 files written")
    assert script("--output", tmp_path).stdout.startswith("0 of 7 files written")
    for path in installation_folder.rglob("*.json"):
        assert (tmp_path / path.relative_to(installation_folder)).read_bytes() == path.read_bytes()


def test_check_names_each_file_that_is_not_as_it_should_be(script: Script, tmp_path: Path) -> None:
    """A check that finds something writes nothing."""
    script("--output", tmp_path)
    (tmp_path / "listings" / "web-sales.json").write_text("{}", encoding="utf-8")
    (tmp_path / "listings" / "store-sales.json").unlink()
    (tmp_path / "listings" / "old.json").write_text("{}", encoding="utf-8")
    done = script("--check", "--output", tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "not from this script, remove it: listings/old.json",
        "missing: listings/store-sales.json",
        "differs: listings/web-sales.json",
    ]
    assert (tmp_path / "listings" / "web-sales.json").read_text(encoding="utf-8") == "{}"


def test_writing_leaves_foreign_files_alone(script: Script, tmp_path: Path) -> None:
    """The script can be pointed at any folder without harm."""
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    assert script("--output", tmp_path).returncode == 0
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_files_stay_small(installation_folder: Path) -> None:
    """The installation is part of the wheel."""
    assert sum(path.stat().st_size for path in installation_folder.rglob("*.json")) < 1_500_000


# --- the listings -----------------------------------------------------------------------------------------------


def test_installation_has_the_fields_of_the_summary(installation_folder: Path) -> None:
    """`installation.json` is the object `installation` of the summary."""
    installation = json.loads((installation_folder / "installation.json").read_text(encoding="utf-8"))
    assert installation.keys() == {"id", "name", "description", "portalUrl"}
    assert all(installation.values())


def test_listings_have_the_shape_of_the_api(listings: dict[str, Object]) -> None:
    """A listing file is the body of `GET /listings/{id}`."""
    assert len(listings) == 6
    for name, listing in listings.items():
        assert listing.keys() == LISTING_FIELDS
        assert listing["id"] == name
        assert listing["portalUrl"].endswith(f"/listings/{name}")
        assert datetime.strptime(listing["updatedAt"], "%Y-%m-%dT%H:%M:%SZ")
        assert listing["version"]
        assert listing["tags"]
        assert listing["tables"]
        assert (listing["semanticModels"], listing["unavailable"]) == ([], [])


def test_owners_are_three_teams_described_alike_everywhere(listings: dict[str, Object]) -> None:
    """A team that owns several listings is one team."""
    owners = [owner for listing in listings.values() for owner in listing["owners"]]
    teams = {owner["team"]: owner for owner in owners}
    assert teams.keys() == {"store-operations", "direct-sales", "analytics-platform"}
    for owner in owners:
        assert owner == teams[owner["team"]]
        assert owner.keys() == {"team", "displayName", "email", "description"}
        assert all(owner.values())
    assert sorted(len(listing["owners"]) for listing in listings.values()) == [1, 1, 1, 1, 1, 2]


@pytest.mark.parametrize("kind", ["tables", "views"])
def test_an_object_in_several_listings_is_one_object(kind: str, listings: dict[str, Object]) -> None:
    """The same table or view reads the same in every listing, and no listing has it twice."""
    seen: dict[str, Object] = {}
    repeated = 0
    for listing in listings.values():
        names = [entry["name"] for entry in listing[kind]]
        assert len(names) == len(set(names))
        for entry in listing[kind]:
            repeated += entry["name"] in seen
            assert seen.setdefault(entry["name"], entry) == entry
    assert repeated > 0


def test_descriptions_exercise_markdown(listings: dict[str, Object]) -> None:
    """The demo shows that texts survive the way into the catalog: code, apostrophes, lists, tables."""
    texts = [listing["description"] for listing in listings.values()]
    assert all("`" in text for text in texts)
    for pattern in ("'", r"(?m)^- ", r"(?m)^\|.*\|$", r"(?m)^```sql$", r"(?m)^> ", "=", "<", "@"):
        assert any(re.search(pattern, text) for text in texts), pattern


# --- the tables -------------------------------------------------------------------------------------------------


def test_the_tables_are_those_of_the_specification(tables: dict[str, Object]) -> None:
    """All 24 tables, each in the catalog `lake` and the namespace `tpcds`."""
    assert tables.keys() == SPECIFICATION.keys()
    assert len(tables) == 24
    for table in tables.values():
        assert (table["catalog"], table["namespace"]) == ("lake", ["tpcds"])


@pytest.mark.parametrize("name", sorted(SPECIFICATION))
def test_columns_and_key_are_those_of_the_specification(name: str, tables: dict[str, Object]) -> None:
    """Number of columns, primary key, and nothing nullable in it."""
    columns, key, _ = SPECIFICATION[name]
    schema = parsed(tables[name]).schema()
    assert len(schema.fields) == columns
    assert schema.identifier_field_names() == set(key)
    business_ids = {field.name for field in schema.fields if re.search(r"^(?!.*_sk$).*_id$", field.name)}
    required = {field.name for field in schema.fields if field.required}
    assert set(key) <= required <= {*key, *business_ids}


@pytest.mark.parametrize("name", sorted(SPECIFICATION))
def test_statistics_are_those_of_scale_factor_one(name: str, tables: dict[str, Object]) -> None:
    """The current snapshot holds all rows, and what the snapshots added is what it holds."""
    metadata = parsed(tables[name])
    current = metadata.current_snapshot()
    assert current is not None
    assert current.summary is not None
    assert int(current.summary["total-records"] or 0) == SPECIFICATION[name][2]
    assert current.timestamp_ms == metadata.last_updated_ms
    for what in ("records", "files-size", "data-files"):
        added = [int(one.summary[f"added-{what}"] or 0) for one in metadata.snapshots if one.summary]
        assert sum(added) == int(current.summary[f"total-{what}"] or 0) > 0


@pytest.mark.parametrize("name", sorted(SPECIFICATION))
def test_every_column_and_table_is_described(name: str, tables: dict[str, Object]) -> None:
    """Each column has a sentence of its own, each table a comment that fits a line or two."""
    metadata = parsed(tables[name])
    assert 20 < len(metadata.properties["comment"]) < 150
    for field in metadata.schema().fields:
        assert field.doc, field.name
        assert 5 < len(field.doc) < 120, field.name
        assert field.doc.endswith("."), field.name


def test_columns_that_refer_to_a_table_name_it(tables: dict[str, Object]) -> None:
    """Every foreign key of the specification is told in the column's doc, and leads to a table."""
    references = [
        (table["name"], field.name, match.group(1))
        for table in tables.values()
        for field in parsed(table).schema().fields
        if (match := re.search(r"key of `(\w+)`\.$", field.doc or ""))
    ]
    assert {target for _, _, target in references} <= tables.keys()
    assert len(references) == 103
    assert ("store_sales", "ss_promo_sk", "promotion") in references
    assert ("web_returns", "wr_returning_hdemo_sk", "household_demographics") in references


@pytest.mark.parametrize(
    ("table", "column", "kind"),
    [
        ("store_sales", "ss_ticket_number", "long"),
        ("store_sales", "ss_quantity", "int"),
        ("store_sales", "ss_net_profit", "decimal(7, 2)"),
        ("promotion", "p_cost", "decimal(15, 2)"),
        ("store", "s_tax_precentage", "decimal(5, 2)"),
        ("item", "i_rec_start_date", "date"),
        ("date_dim", "d_date", "date"),
        ("date_dim", "d_same_day_ly", "int"),
        ("customer", "c_email_address", "string"),
        ("customer", "c_last_review_date_sk", "long"),
        ("inventory", "inv_quantity_on_hand", "int"),
    ],
)
def test_types_follow_the_specification(
    table: str, column: str, kind: str, tables: dict[str, Object]
) -> None:
    """One column of each kind of type."""
    assert str(parsed(tables[table]).schema().find_type(column)) == kind


def test_partition_and_sort_fields_fit_their_columns(tables: dict[str, Object]) -> None:
    """The source of each field exists in the current schema and its type allows the transform."""
    transforms = set()
    for table in tables.values():
        metadata = parsed(table)
        for field in metadata.spec().fields:
            column = metadata.schema().find_field(field.source_id)
            assert field.transform.can_transform(column.field_type), (table["name"], field.name)
            assert field.name.startswith(column.name)
            transforms.add(re.sub(r"\[\d+]", "", str(field.transform)))
        for order in metadata.sort_order().fields:
            assert metadata.schema().find_field(order.source_id)
    assert transforms == {"identity", "bucket", "truncate", "year"}


def test_all_versions_and_forms_of_table_metadata_occur(tables: dict[str, Object]) -> None:
    """A reader of the demo meets format versions 1 to 3, old schemas, old specs and the early form of version 1."""
    bodies = {name: table["metadata"] for name, table in tables.items()}
    assert {body["format-version"] for body in bodies.values()} == {1, 2, 3}
    assert [name for name, body in bodies.items() if "schemas" not in body] == ["income_band"]
    assert bodies["income_band"]["schema"]["fields"]
    assert "partition-specs" not in bodies["income_band"]
    assert [name for name, body in bodies.items() if len(body.get("schemas", ())) > 1] == ["customer"]
    assert [name for name, body in bodies.items() if len(body.get("partition-specs", ())) > 1] == [
        "catalog_sales"
    ]


def test_identifiers_are_unique(tables: dict[str, Object], views: dict[str, Object]) -> None:
    """No two objects share a UUID, no two snapshots an id."""
    uuids = [table["metadata"]["table-uuid"] for table in tables.values()]
    uuids += [view["metadata"]["view-uuid"] for view in views.values()]
    snapshots = [one["snapshot-id"] for table in tables.values() for one in table["metadata"]["snapshots"]]
    assert len(set(uuids)) == len(uuids) == 34
    assert len(set(snapshots)) == len(snapshots)
    assert all(0 < snapshot < 2**63 for snapshot in snapshots)
