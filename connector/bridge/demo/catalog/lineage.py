"""Lineage edges between entities, with the columns they connect (OpenMetadata server, LineageRepository)."""

from __future__ import annotations

from collections.abc import Iterable

from connector.bridge.demo.catalog.errors import ApiError, not_found
from connector.bridge.demo.catalog.references import reference
from connector.bridge.demo.catalog.store import Json, Record, Store
from connector.bridge.demo.catalog.tables import column_fqns

DEFAULT_SOURCE = "Manual"


def clean_details(store: Store, source: Record, target: Record, details: Json) -> Json:
    """The details of an edge as they are stored.

    Args:
        store: the catalog.
        source: the entity read from.
        target: the entity that reads.
        details: the details as sent, without nulls.

    Returns:
        The details with a source, and without columns that do not exist: the server drops those in silence.
    """
    cleaned = {**details, "source": details.get("source") or DEFAULT_SOURCE}
    columns = _existing_columns(source, target, details.get("columnsLineage") or [])
    if columns:
        cleaned["columnsLineage"] = columns
    else:
        cleaned.pop("columnsLineage", None)
    return cleaned


def _existing_columns(source: Record, target: Record, mappings: Iterable[Json]) -> list[Json]:
    readable, writable = _columns_of(source), _columns_of(target)
    kept = []
    for mapping in mappings:
        sources = [fqn for fqn in mapping.get("fromColumns") or () if fqn in readable]
        if sources and mapping.get("toColumn") in writable:
            kept.append({**mapping, "fromColumns": sources})
    return kept


def _columns_of(record: Record) -> set[str]:
    document = record.load()
    if record.kind == "metric":
        parts = [("dimension", document.get("dimensions")), ("measure", document.get("measures"))]
        return {f"{record.fqn}.{part}.{item['name']}" for part, items in parts for item in items or ()}
    return column_fqns(record.fqn, document.get("columns") or [])


def drop_missing_columns(store: Store, record: Record) -> None:
    """Rewrite the edges of a table after columns of it went."""
    for source_id, target_id in list(store.edges_at.get(record.id, ())):
        details = store.edges[source_id, target_id]
        source, target = store.by_id[source_id], store.by_id[target_id]
        store.edges[source_id, target_id] = clean_details(store, source, target, details)


def edge_between(store: Store, source: Record, target: Record) -> Json:
    """The details of the edge between two entities.

    Raises:
        ApiError: 404 when there is none.
    """
    details = store.edges.get((source.id, target.id))
    if details is None:
        raise edge_not_found(source, target)
    return details


def edge_not_found(source: Record, target: Record) -> ApiError:
    """The answer to a question about an edge that does not exist (404)."""
    return not_found("Lineage edge", f"{source.fqn} -> {target.fqn}")


def delete_edges_into(store: Store, target: Record, source_name: str) -> int:
    """Delete the edges into an entity that come from one kind of source.

    Args:
        store: the catalog.
        target: the entity that reads.
        source_name: value of ``source``, for instance ``ViewLineage``.

    Returns:
        The number of edges deleted.
    """
    found = [
        edge
        for edge in store.edges_at.get(target.id, ())
        if edge[1] == target.id and store.edges[edge]["source"] == source_name
    ]
    for edge in found:
        store.remove_edge(*edge)
    return len(found)


def graph_around(store: Store, record: Record, upstream: int, downstream: int) -> Json:
    """The lineage around an entity.

    Args:
        store: the catalog.
        record: the entity in the middle.
        upstream: how many steps to follow against the flow.
        downstream: how many steps to follow along it.

    Returns:
        The entity, the other nodes, and the edges in both directions; soft-deleted entities are left out.
    """
    above = _walk(store, record, upstream, against=True)
    below = _walk(store, record, downstream, against=False)
    ends = {end for edge in [*above, *below] for end in edge} - {record.id}
    return {
        "entity": reference(record),
        "nodes": [reference(store.by_id[end]) for end in sorted(ends)],
        "upstreamEdges": [_shown(store, edge) for edge in above],
        "downstreamEdges": [_shown(store, edge) for edge in below],
    }


def _walk(store: Store, record: Record, depth: int, *, against: bool) -> list[tuple[str, str]]:
    near, far = (1, 0) if against else (0, 1)
    found: dict[tuple[str, str], None] = {}
    border = {record.id}
    for _ in range(depth):
        reached: set[str] = set()
        for here in border:
            for edge in store.edges_at.get(here, ()):
                if edge[near] == here and edge not in found and not store.by_id[edge[far]].deleted:
                    found[edge] = None
                    reached.add(edge[far])
        border = reached
    return list(found)


def _shown(store: Store, edge: tuple[str, str]) -> Json:
    return {"fromEntity": edge[0], "toEntity": edge[1], "lineageDetails": store.edges[edge]}
