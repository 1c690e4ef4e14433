"""Small bodies as a Bridge sends them."""

from __future__ import annotations

from typing import Any

Object = dict[str, Any]


def table(name: str = "store_sales", changes: Object | None = None, **more: Any) -> Object:
    """Make a table with one column; `changes` and `more` replace fields of its metadata, None takes one away."""
    metadata: Object = {
        "format-version": 2,
        "table-uuid": "6c9b4a0e-0000-4000-8000-000000000001",
        "last-updated-ms": 1764489600000,
        "location": "s3://bucket/secret/place",
        "current-schema-id": 0,
        "schemas": [
            {
                "schema-id": 0,
                "type": "struct",
                "identifier-field-ids": [1],
                "fields": [{"id": 1, "name": "item", "required": True, "type": "long", "doc": "Item key"}],
            }
        ],
        "default-spec-id": 0,
        "partition-specs": [{"spec-id": 0, "fields": []}],
        "properties": {"comment": "Store sales facts"},
        "current-snapshot-id": 1,
        "snapshots": [
            {"snapshot-id": 1, "timestamp-ms": 1764489600000, "summary": {"total-records": "2880404"}}
        ],
    }
    metadata.update(changes or {}, **more)
    return {
        "catalog": "lake",
        "namespace": ["tpcds"],
        "name": name,
        "metadata": {key: value for key, value in metadata.items() if value is not None},
    }


def view(name: str = "daily_sales") -> Object:
    """Make a view with one column."""
    fields = [{"id": 1, "name": "day", "required": False, "type": "date"}]
    version = {
        "version-id": 1,
        "schema-id": 0,
        "timestamp-ms": 1764489600000,
        "summary": {},
        "default-catalog": "lake",
        "default-namespace": ["tpcds"],
        "representations": [{"type": "sql", "dialect": "spark", "sql": "SELECT day FROM d"}],
    }
    metadata = {
        "view-uuid": "6c9b4a0e-0000-4000-8000-000000000002",
        "format-version": 1,
        "current-version-id": 1,
        "schemas": [{"schema-id": 0, "type": "struct", "fields": fields}],
        "versions": [version],
    }
    return {"catalog": "lake", "namespace": ["tpcds"], "name": name, "metadata": metadata}


def semantic_model(name: str = "retail") -> Object:
    """Make a semantic model whose document is a JSON string, as the Polaris API gives it."""
    document = {"version": "0.2.0", "semantic_model": '{"name": "retail", "datasets": []}'}
    return {
        "catalog": "lake",
        "namespace": ["tpcds"],
        "name": name,
        "entityVersion": "3",
        "document": document,
    }


def listing(listing_id: str = "retail", **changes: Any) -> Object:
    """Make a listing with one object of each kind."""
    return {
        "id": listing_id,
        "version": "7",
        "name": listing_id.title(),
        "description": "Sales of the **stores**",
        "portalUrl": "https://portal.example.com/listings/retail",
        "updatedAt": "2026-11-30T08:15:00Z",
        "owners": [{"team": "retail-data", "displayName": "Retail data"}],
        "tags": ["certified"],
        "tables": [table()],
        "views": [view()],
        "semanticModels": [semantic_model()],
        "unavailable": [],
        **changes,
    }
