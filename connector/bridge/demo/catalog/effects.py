"""What a write to one entity does to others."""

from __future__ import annotations

from collections.abc import Set

from connector.bridge.demo.catalog.context import Context
from connector.bridge.demo.catalog.lineage import drop_missing_columns
from connector.bridge.demo.catalog.store import Record, Store


def after_update(context: Context, record: Record, changed: Set[str], *, major: bool) -> None:
    """Carry a stored change on to what depends on it.

    Args:
        context: the catalog.
        record: the entity as it is now.
        changed: names of the changed fields and relationships.
        major: columns went, so that lineage from and to them goes as well.
    """
    if record.kind == "metric" and "relatedMetrics" in changed:
        _relate_back(context.store, record)
    if record.kind == "dataProduct" and "domains" in changed:
        _move_assets(context.store, record)
    if record.kind == "table" and major:
        drop_missing_columns(context.store, record)
    if record.kind == "table" and "schemaDefinition" in changed:
        document = record.load()
        document["processedLineage"] = False
        record.save(document)


def _relate_back(store: Store, metric: Record) -> None:
    """Relations between metrics hold in both directions (OpenMetadata server, MetricRepository)."""
    related = set(metric.links.get("relatedMetrics", ()))
    for other in store.by_fqn["metric"].values():
        stored = other.links.get("relatedMetrics", [])
        if other.id in related:
            store.set_links(other, "relatedMetrics", [*stored, metric.id])
        elif metric.id in stored:
            store.set_links(other, "relatedMetrics", [item for item in stored if item != metric.id])


def _move_assets(store: Store, product: Record) -> None:
    """A data product that moves takes its assets along (OpenMetadata server, DataProductRepository)."""
    for asset in store.linked_to(product.id, "dataProducts"):
        store.set_links(asset, "domains", product.links.get("domains", []))
