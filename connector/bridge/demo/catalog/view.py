"""The catalog as a test reads it, without HTTP: entities, a comparable snapshot of everything, and counts of changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from connector.bridge.demo.catalog.context import Context
from connector.bridge.demo.catalog.kinds import KINDS
from connector.bridge.demo.catalog.reading import parse_include
from connector.bridge.demo.catalog.render import show_all
from connector.bridge.demo.catalog.store import Change, Json, Record

_KIND_OF: Mapping[str, str] = {kind.collection.rpartition("/")[2]: kind.name for kind in KINDS.values()}
_VOLATILE_EDGE = frozenset({"createdAt", "updatedAt"})


class CatalogView:
    """Reads the state of a stand-in. Kinds go by the last part of their collection's path, such as ``tables``."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def get(self, kind: str, fqn: str, include: str = "non-deleted") -> Json | None:
        """An entity with all its fields, as an answer would show it.

        Args:
            kind: last part of the collection's path.
            fqn: fully qualified name.
            include: ``non-deleted``, ``deleted`` or ``all``.
        """
        with self._context.lock:
            record = self._context.store.find(_kind(kind), fqn)
            wanted = record is not None and self._included(record, include)
            return show_all(self._context.store, record) if record is not None and wanted else None

    def all(self, kind: str, include: str = "non-deleted") -> list[Json]:
        """All entities of a kind with all their fields, by fully qualified name."""
        with self._context.lock:
            records = self._context.store.by_fqn[_kind(kind)].values()
            found = [record for record in records if self._included(record, include)]
            return [show_all(self._context.store, item) for item in sorted(found, key=lambda item: item.fqn)]

    @staticmethod
    def _included(record: Record, include: str) -> bool:
        return parse_include(include) == "all" or record.deleted == (include == "deleted")

    def snapshot(self, *, identity: bool = True) -> dict[str, dict[str, Json]]:
        """The whole state, for comparison.

        Args:
            identity: with ids, versions and last writers, so that two moments of one catalog are equal only if nothing was
                written in between. Without, two catalogs that hold the same are equal.

        Returns:
            By kind and fully qualified name, what is stored: plain fields, relationships as names, and whether it is deleted.
            Lineage edges, table profiles and custom properties are under ``lineage``, ``profiles`` and ``properties``. No
            times.
        """
        with self._context.lock:
            store = self._context.store
            state: dict[str, dict[str, Json]] = {
                name: {record.fqn: self._state(record, identity) for record in _by_fqn(store.by_fqn[kind])}
                for name, kind in sorted(_KIND_OF.items())
            }
            state["lineage"] = dict(self._edges(identity))
            state["profiles"] = {
                store.by_id[table].fqn: {str(moment): profile for moment, profile in profiles.items()}
                for table, profiles in store.profiles.items()
            }
            state["properties"] = {kind: dict(found) for kind, found in store.properties.items() if found}
            return state

    def _state(self, record: Record, identity: bool) -> Json:
        by_id = self._context.store.by_id
        state: Json = {
            "attributes": record.load(),
            "links": {
                name: sorted(f"{by_id[item].kind} {by_id[item].fqn}" for item in targets)
                for name, targets in record.links.items()
            },
            "deleted": record.deleted,
        }
        if identity:
            state |= {"id": record.id, "version": record.shown_version, "updatedBy": record.updated_by}
        return state

    def _edges(self, identity: bool) -> Iterator[tuple[str, Json]]:
        store = self._context.store
        dropped = _VOLATILE_EDGE if identity else _VOLATILE_EDGE | {"createdBy", "updatedBy"}
        for (source, target), details in store.edges.items():
            name = f"{store.by_id[source].fqn} -> {store.by_id[target].fqn}"
            yield name, {key: value for key, value in details.items() if key not in dropped}

    def lineage(self) -> dict[tuple[str, str], Json]:
        """The lineage edges by the names of their ends, with their details."""
        with self._context.lock:
            store = self._context.store
            return {
                (store.by_id[source].fqn, store.by_id[target].fqn): dict(details)
                for (source, target), details in store.edges.items()
            }

    @property
    def changes(self) -> list[Change]:
        """Every stored change, oldest first."""
        with self._context.lock:
            return list(self._context.store.changes)

    @property
    def writes(self) -> int:
        """The number of stored changes; a request that changes nothing counts nothing."""
        with self._context.lock:
            return len(self._context.store.changes)

    @property
    def hash_writes(self) -> int:
        """The number of row writes that changed nothing but the source hash."""
        with self._context.lock:
            return self._context.store.hash_writes

    def versions(self) -> dict[tuple[str, str], float]:
        """The version of every entity, soft-deleted ones included, by kind and fully qualified name."""
        with self._context.lock:
            by_fqn: Mapping[str, Mapping[str, Any]] = self._context.store.by_fqn
            return {
                (name, record.fqn): record.shown_version
                for name, kind in _KIND_OF.items()
                for record in by_fqn[kind].values()
            }


def _kind(name: str) -> str:
    if name not in _KIND_OF:
        raise KeyError(f"{name} is no kind of the catalog; known are {', '.join(sorted(_KIND_OF))}")
    return _KIND_OF[name]


def _by_fqn(records: Mapping[str, Record]) -> list[Record]:
    return sorted(records.values(), key=lambda record: record.fqn)
