"""What the catalog holds: entities as stored JSON, containment, relationships with their reverse, and counters."""

from __future__ import annotations

import json
import time
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from connector.bridge.demo.catalog.kinds import KINDS

Json = dict[str, Any]


def now_millis() -> int:
    """The present moment in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def encode(document: Any) -> bytes:
    """Compact JSON bytes."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


@dataclass(frozen=True)
class PastVersion:
    """The plain fields of an entity in an earlier version."""

    version: float
    body: bytes
    updated_at: int
    updated_by: str
    deleted: bool


@dataclass(slots=True)
class Record:
    """One stored entity.

    The plain fields are kept as JSON bytes, as the server keeps a row: a reader always gets its own copy, and ten
    thousand wide tables stay small. The version counts tenths (1 is 0.1).
    """

    kind: str
    id: str
    name: str
    fqn: str
    parent: str | None
    body: bytes = b"{}"
    links: dict[str, list[str]] = field(default_factory=dict)
    children: dict[str, None] = field(default_factory=dict)
    version: int = 1
    updated_at: int = 0
    updated_by: str = ""
    deleted: bool = False
    source_hash: str | None = None
    history: list[PastVersion] = field(default_factory=list)

    def load(self) -> Json:
        """A private copy of the plain fields."""
        document: Json = json.loads(self.body)
        return document

    def save(self, document: Json) -> None:
        """Store the plain fields; entries that are None are left out."""
        kept = {key: value for key, value in document.items() if value is not None}
        self.body = encode(kept)
        self.source_hash = kept.get("sourceHash")

    def remember(self) -> None:
        """Keep the present version before a new one comes about."""
        self.history.append(
            PastVersion(self.shown_version, self.body, self.updated_at, self.updated_by, self.deleted)
        )

    @property
    def shown_version(self) -> float:
        """The version as answers show it, for instance 0.3."""
        return self.version / 10


@dataclass(frozen=True)
class Change:
    """One real change of state: what, by whom, and which fields."""

    kind: str
    fqn: str
    action: str
    version: float
    fields: tuple[str, ...]
    actor: str


class Store:
    """All entities of one catalog.

    Not thread-safe by itself: the server holds one lock around each request.
    """

    def __init__(self) -> None:
        self.by_id: dict[str, Record] = {}
        self.by_fqn: dict[str, dict[str, Record]] = {name: {} for name in KINDS}
        self.roots: dict[str, dict[str, None]] = defaultdict(dict)
        self.backlinks: dict[str, dict[tuple[str, str], None]] = defaultdict(dict)
        self.edges: dict[tuple[str, str], Json] = {}
        self.edges_at: dict[str, dict[tuple[str, str], None]] = defaultdict(dict)
        self.profiles: dict[str, dict[int, Json]] = {}
        self.properties: dict[str, dict[str, Json]] = defaultdict(dict)
        self.pipeline_statuses: dict[str, dict[str, Json]] = defaultdict(dict)
        self.progress: dict[tuple[str, str], Json] = {}
        self.metrics: dict[tuple[str, str], list[Json]] = defaultdict(list)
        self.changes: list[Change] = []
        self.hash_writes = 0
        self.generation = 0
        self._sorted: dict[tuple[str, str | None, str], tuple[int, list[Record]]] = {}

    def add(self, record: Record) -> None:
        """Store a new entity under its parent."""
        self.by_id[record.id] = record
        self.by_fqn[record.kind][record.fqn] = record
        if record.parent is None:
            self.roots[record.kind][record.id] = None
        else:
            self.by_id[record.parent].children[record.id] = None
        self.generation += 1

    def remove(self, record: Record) -> None:
        """Take an entity out for good, with every relationship and lineage edge that touches it."""
        for name in list(record.links):
            self.set_links(record, name, [])
        for source_id, name in list(self.backlinks.pop(record.id, {})):
            source = self.by_id[source_id]
            source.links[name] = [item for item in source.links[name] if item != record.id]
        for edge in list(self.edges_at.get(record.id, ())):
            self.remove_edge(*edge)
        if record.parent is None:
            self.roots[record.kind].pop(record.id, None)
        else:
            self.by_id[record.parent].children.pop(record.id, None)
        self.profiles.pop(record.id, None)
        del self.by_id[record.id]
        del self.by_fqn[record.kind][record.fqn]
        self.generation += 1

    def set_links(self, record: Record, name: str, targets: Iterable[str]) -> None:
        """Replace one relationship of an entity, keeping the reverse direction in step."""
        for old in record.links.get(name, ()):
            self.backlinks[old].pop((record.id, name), None)
        kept = list(dict.fromkeys(targets))
        for new in kept:
            self.backlinks[new][(record.id, name)] = None
        if kept:
            record.links[name] = kept
        else:
            record.links.pop(name, None)

    def set_edge(self, source: str, target: str, details: Json) -> None:
        """Store the details of the lineage edge between two entities, given by their ids."""
        self.edges[source, target] = details
        self.edges_at[source][source, target] = None
        self.edges_at[target][source, target] = None

    def remove_edge(self, source: str, target: str) -> None:
        """Take a lineage edge out."""
        del self.edges[source, target]
        self.edges_at[source].pop((source, target), None)
        self.edges_at[target].pop((source, target), None)

    def linked_to(self, target: str, name: str) -> list[Record]:
        """The entities whose relationship ``name`` points to the target."""
        return [
            self.by_id[source] for source, field_name in self.backlinks.get(target, {}) if field_name == name
        ]

    def find(self, kind: str, fqn: str) -> Record | None:
        """An entity by kind and fully qualified name, soft-deleted ones included."""
        return self.by_fqn[kind].get(fqn)

    def parent_of(self, record: Record) -> Record | None:
        """The entity that contains this one."""
        return None if record.parent is None else self.by_id[record.parent]

    def ancestor(self, record: Record, kind: str) -> Record | None:
        """The nearest containing entity of a kind."""
        current = self.parent_of(record)
        while current is not None and current.kind != kind:
            current = self.parent_of(current)
        return current

    def descendants(self, record: Record) -> Iterator[Record]:
        """All contained entities, parents before children."""
        for child_id in list(record.children):
            child = self.by_id[child_id]
            yield child
            yield from self.descendants(child)

    def sorted(self, kind: str, scope: Record | None, include: str) -> list[Record]:
        """Entities of a kind below a scope, ordered by name and id; remembered until the set changes.

        Args:
            kind: the kind to list.
            scope: the containing entity at any depth, None for the whole catalog.
            include: ``non-deleted``, ``deleted`` or ``all``.
        """
        cache_key = (kind, scope.id if scope else None, include)
        cached = self._sorted.get(cache_key)
        if cached is not None and cached[0] == self.generation:
            return cached[1]
        candidates = self.by_fqn[kind].values() if scope is None else self.descendants(scope)
        found = [
            record
            for record in candidates
            if record.kind == kind and (include == "all" or record.deleted == (include == "deleted"))
        ]
        found.sort(key=lambda record: (record.name, record.id))
        self._sorted[cache_key] = (self.generation, found)
        return found

    def set_deleted(self, record: Record, deleted: bool) -> None:
        """Soft-delete an entity or bring it back."""
        record.deleted = deleted
        self.generation += 1

    def record_change(
        self, record: Record, action: str, fields: Iterable[str], actor: str, *, versioned: bool = True
    ) -> None:
        """Note a real change of state and stamp the entity."""
        if versioned:
            record.updated_at = now_millis()
            record.updated_by = actor
        self.changes.append(
            Change(record.kind, record.fqn, action, record.shown_version, tuple(sorted(fields)), actor)
        )

    def note_change(self, kind: str, fqn: str, action: str, actor: str) -> None:
        """Note a change of something that is no entity of its own: a lineage edge, a profile, a custom property."""
        self.changes.append(Change(kind, fqn, action, 0.0, (), actor))

    @staticmethod
    def new_id() -> str:
        """A fresh entity id."""
        return str(uuid.uuid4())
