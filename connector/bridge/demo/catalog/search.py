"""What the server answers from its search index: asset listings, and people and teams by name or e-mail address."""

from __future__ import annotations

from collections.abc import Iterable

from connector.bridge.demo.catalog.references import reference
from connector.bridge.demo.catalog.render import effective_links
from connector.bridge.demo.catalog.store import Json, Record, Store

ASSET_KINDS = ("databaseService", "database", "databaseSchema", "table", "metric")
_CONTAINERS = {"dataProduct": "dataProducts", "domain": "domains"}


class SearchIndex:
    """The assets of domains and data products as the index last saw them."""

    def __init__(self) -> None:
        self._assets: dict[str, list[Json]] = {}

    def refresh(self, store: Store) -> None:
        """Let the index catch up with the catalog."""
        self._assets = {
            container.id: assets_of(store, container)
            for kind in _CONTAINERS
            for container in store.by_fqn[kind].values()
        }

    def assets(self, container: Record) -> list[Json]:
        """References to the assets of a domain or data product at the last refresh."""
        return self._assets.get(container.id, [])


def assets_of(store: Store, container: Record) -> list[Json]:
    """References to the present assets of a domain or data product, by name; what is inherited counts, what is deleted does not."""
    if container.kind == "dataProduct":
        found: Iterable[Record] = store.linked_to(container.id, "dataProducts")
    else:
        found = (
            record
            for kind in ASSET_KINDS
            for record in store.by_fqn[kind].values()
            if container in effective_links(store, record, "domains")[0]
        )
    return [reference(record) for record in sorted(found, key=lambda item: item.fqn) if not record.deleted]


def find_people(
    store: Store, kind: str, *, email: str | None = None, words: str | None = None
) -> list[Record]:
    """People or teams that a search finds.

    Args:
        store: the catalog.
        kind: ``user`` or ``team``.
        email: the exact address to find, without regard to case.
        words: words that must all be in the name or the display name; bots are left out.

    Returns:
        Entities that are not deleted, by name.
    """
    found = []
    for record in store.by_fqn[kind].values():
        document = record.load()
        if record.deleted:
            continue
        if email is not None and str(document.get("email", "")).lower() != email.lower():
            continue
        if words is not None:
            text = f"{record.name} {document.get('displayName', '')}".lower()
            if document.get("isBot") or not all(word in text for word in words.lower().split()):
                continue
        found.append(record)
    return sorted(found, key=lambda item: item.name)
