"""The demo's views: their SQL parses, resolves against the shared tables and gives the columns they declare."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import sqlglot
from pyiceberg.view.metadata import ViewMetadata
from sqlglot import exp
from sqlglot.optimizer.annotate_types import annotate_types
from sqlglot.optimizer.qualify import qualify
from sqlglot.schema import MappingSchema

Object = dict[str, Any]
Path = tuple[str, ...]

NAMES = {
    "customer_360",
    "customer_lifetime_value",
    "daily_store_sales",
    "household_spending",
    "hourly_store_traffic",
    "inventory_turnover",
    "monthly_sales_by_channel",
    "promotion_effect",
    "returns_rate_by_reason",
    "top_items",
}
BASE_TABLES_OF_SALES = {"store_sales", "catalog_sales", "web_sales"}


def columns_of(shared: Object) -> dict[str, str]:
    """Read the current columns of a table or view: Iceberg type by name."""
    metadata = shared["metadata"]
    schema_id = metadata.get("current-schema-id", 0)
    schemas = metadata.get("schemas") or [metadata["schema"]]
    schema = next(one for one in schemas if one["schema-id"] == schema_id)
    return {field["name"]: field["type"] for field in schema["fields"]}


def path_of(shared: Object) -> Path:
    """Give the full path of a table or view: catalog, levels, name."""
    return (shared["catalog"], *shared["namespace"], shared["name"])


def flat(path: Path) -> str:
    """Write a path as one name: sqlglot's schema wants paths of one length, and namespaces have one or two levels."""
    return "__".join(path)


def resolved(tree: exp.Expression, version: Object) -> set[Path]:
    """Replace each table name by its flat name, resolved as the Iceberg view spec says.

    Args:
        tree: The parsed query, changed in place.
        version: The view version, whose default catalog and namespace complete shorter names.

    Returns:
        The paths of the tables and views that the query reads.
    """
    ctes = {cte.alias for cte in tree.find_all(exp.CTE)}
    paths = set()
    for table in list(tree.find_all(exp.Table)):
        parts = tuple(part.name for part in table.parts)
        if len(parts) == 1 and parts[0] in ctes:
            continue
        if len(parts) == 1:
            parts = (version["default-catalog"], *version["default-namespace"], *parts)
        elif parts[0] != version["default-catalog"]:
            parts = (version["default-catalog"], *parts)
        paths.add(parts)
        table.replace(exp.alias_(exp.to_table(flat(parts)), table.alias_or_name, table=True))
    return paths


def queries(view: Object) -> list[tuple[Object, str, exp.Expression]]:
    """Parse every SQL text of every version of a view: version, dialect, tree."""
    return [
        (version, one["dialect"], sqlglot.parse_one(one["sql"], dialect=one["dialect"]))
        for version in view["metadata"]["versions"]
        for one in version["representations"]
    ]


@pytest.fixture(scope="module")
def shared(tables: dict[str, Object], views: dict[str, Object]) -> dict[Path, Object]:
    """All tables and views by path."""
    return {path_of(one): one for one in (*tables.values(), *views.values())}


@pytest.fixture(scope="module")
def schema(shared: dict[Path, Object]) -> MappingSchema:
    """All tables and views with their columns, as sqlglot wants them."""
    columns = {
        flat(path): {name: "bigint" if kind == "long" else kind for name, kind in columns_of(one).items()}
        for path, one in shared.items()
    }
    return MappingSchema(columns, dialect="spark")


def test_views_and_their_namespaces(views: dict[str, Object]) -> None:
    """Ten views, one beside the tables, the others in a namespace of two levels."""
    assert views.keys() == NAMES
    for name, view in views.items():
        expected = ["tpcds"] if name == "daily_store_sales" else ["tpcds", "marts"]
        assert (view["catalog"], view["namespace"]) == ("lake", expected)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_metadata_is_that_of_an_iceberg_view(name: str, views: dict[str, Object]) -> None:
    """The metadata parses; the current version is the newest and its schema is there; dialects are told once."""
    metadata = ViewMetadata.model_validate_json(json.dumps(views[name]["metadata"]))
    versions = {version.version_id: version for version in metadata.versions}
    current = versions[metadata.current_version_id]
    assert current.timestamp_ms == max(version.timestamp_ms for version in metadata.versions)
    assert current.schema_id in {one.schema_id for one in metadata.schemas}
    assert [entry.version_id for entry in metadata.version_log] == sorted(versions)
    assert current.default_catalog == "lake"
    assert list(current.default_namespace) == views[name]["namespace"]
    for version in metadata.versions:
        dialects = [one.root.dialect for one in version.representations]
        assert len(dialects) == len(set(dialects)) > 0


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_view_and_column_is_described(name: str, views: dict[str, Object]) -> None:
    """Each column has a sentence of its own, each view a comment."""
    metadata = ViewMetadata.model_validate(views[name]["metadata"])
    assert 20 < len(metadata.properties["comment"]) < 150
    for field in metadata.schemas[0].fields:
        assert (field.doc or "").endswith("."), field.name


@pytest.mark.parametrize("name", sorted(NAMES))
def test_sql_gives_the_declared_columns(
    name: str, views: dict[str, Object], shared: dict[Path, Object], schema: MappingSchema
) -> None:
    """Every table and column that the SQL names exists, and the select list is the schema: names, order, types."""
    declared = columns_of(views[name])
    for version, dialect, tree in queries(views[name]):
        assert resolved(tree, version) <= shared.keys()
        query = qualify(tree, schema=schema, dialect=dialect, validate_qualify_columns=True)
        typed = annotate_types(query, schema=schema, dialect=dialect)
        assert isinstance(typed, exp.Query)
        found = {one.alias_or_name: comparable(one.type) for one in typed.selects}
        wanted = {
            column: comparable(exp.DataType.build(iceberg_to_spark(t))) for column, t in declared.items()
        }
        assert list(found.items()) == list(wanted.items()), (dialect, version["version-id"])


def iceberg_to_spark(kind: str) -> str:
    """Name an Iceberg type as Spark does."""
    return {"long": "bigint"}.get(kind, kind)


def comparable(kind: exp.DataType | None) -> tuple[str, str]:
    """Reduce a type to its kind and, for decimals, its scale: sqlglot doesn't widen the precision of sums."""
    assert kind is not None
    name = "TEXT" if kind.is_type(*exp.DataType.TEXT_TYPES) else kind.this.name
    scale = re.search(r",\s*(\d+)\)", kind.sql())
    return name, scale.group(1) if scale else ""


def test_views_are_built_on_views(views: dict[str, Object]) -> None:
    """Lineage of the demo has three steps: household spending over customers over lifetime values over sales."""
    reads = {
        name: {path[-1] for version, _, tree in queries(view) for path in resolved(tree, version)}
        for name, view in views.items()
    }
    assert reads["household_spending"] == {"customer_360"}
    assert "customer_lifetime_value" in reads["customer_360"]
    assert reads["customer_lifetime_value"] == BASE_TABLES_OF_SALES | {"customer", "date_dim"}
    assert reads["monthly_sales_by_channel"] == BASE_TABLES_OF_SALES | {"date_dim"}


def test_dialects_agree_on_what_they_read(views: dict[str, Object]) -> None:
    """The Spark and the Trino text of one version read the same tables."""
    compared = 0
    for view in views.values():
        for number in {version["version-id"] for version in view["metadata"]["versions"]}:
            reads = [
                resolved(tree, version)
                for version, _, tree in queries(view)
                if version["version-id"] == number
            ]
            compared += len(reads) > 1
            assert all(one == reads[0] for one in reads)
    assert compared == 3


def test_a_redefined_view_reads_more_than_before(views: dict[str, Object]) -> None:
    """The monthly sales once left the web out: only the current version counts."""
    metadata = views["monthly_sales_by_channel"]["metadata"]
    assert metadata["current-version-id"] == 2
    texts = {version["version-id"]: version["representations"][0]["sql"] for version in metadata["versions"]}
    assert "web_sales" not in texts[1]
    assert "web_sales" in texts[2]


def test_ways_to_name_a_table_differ(views: dict[str, Object]) -> None:
    """The demo has names of one to four parts, so that default catalog and namespace matter."""
    lengths = set()
    for view in views.values():
        for _, _, tree in queries(view):
            ctes = {cte.alias for cte in tree.find_all(exp.CTE)}
            lengths |= {len(one.parts) for one in tree.find_all(exp.Table) if one.name not in ctes}
    assert lengths == {1, 2, 3, 4}
