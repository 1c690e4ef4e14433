"""The run's working set: what all listings offer, one entry per object, kept on disk.

It lives in a private temporary SQLite database, so that memory does not grow with the installation. An object that several
listings share is one entry; which listing says what about it is settled here:

- definition: the newest by last update, then the first listing by id;
- description: the first non-empty one in listing-id order, then the definition's own comment;
- portal page: the first in listing-id order;
- owner: the team, when all its listings have the same first team.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from connector.bridge.plan.model import Definition, Kind, ObjectKey
from connector.bridge.plan.texts import readable

_TABLES = """
CREATE TABLE listing (id TEXT PRIMARY KEY, team TEXT, portal_url TEXT);
CREATE TABLE owner (team TEXT, listing TEXT, position INTEGER, display_name TEXT, email TEXT, description TEXT,
    PRIMARY KEY (team, listing));
CREATE TABLE listed (catalog TEXT, namespace TEXT, name TEXT, kind TEXT, listing TEXT, description TEXT,
    PRIMARY KEY (catalog, namespace, name, kind, listing)) WITHOUT ROWID;
CREATE TABLE definition (catalog TEXT, namespace TEXT, name TEXT, kind TEXT, updated_ms INTEGER, listing TEXT, body BLOB,
    PRIMARY KEY (catalog, namespace, name));
CREATE TABLE clash (catalog TEXT, namespace TEXT, name TEXT, PRIMARY KEY (catalog, namespace, name)) WITHOUT ROWID;
"""

_KEEP_NEWEST = """
INSERT INTO definition VALUES (:catalog, :namespace, :name, :kind, :updated_ms, :listing, :body)
ON CONFLICT (catalog, namespace, name) DO UPDATE
SET kind = excluded.kind, updated_ms = excluded.updated_ms, listing = excluded.listing, body = excluded.body
WHERE excluded.updated_ms > definition.updated_ms
   OR (excluded.updated_ms = definition.updated_ms AND excluded.listing < definition.listing)
"""

_MEMBERSHIPS = """
SELECT listed.description, listing.portal_url, listing.team
FROM listed JOIN listing ON listing.id = listed.listing
WHERE catalog = ? AND namespace = ? AND name = ? AND kind != 'semanticModel' ORDER BY listing.id, kind
"""

_KEEP_FIRST_TEXT = """
INSERT INTO listed VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (catalog, namespace, name, kind, listing) DO UPDATE
SET description = coalesce(listed.description, excluded.description)
"""

_DEFINITIONS: TypeAdapter[Definition] = TypeAdapter(Definition)


@dataclass(frozen=True, slots=True)
class OwnerEntry:
    """A team as the listings describe it."""

    team: str
    display_name: str | None
    email: str | None
    description: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """An object with what its listings say about it."""

    key: ObjectKey
    definition: Definition
    description: str | None
    portal_url: str | None
    team: str | None


class WorkingSet:
    """What all listings offer, one entry per distinct object."""

    def __init__(self, folder: Path) -> None:
        """Make an empty working set.

        Args:
            folder: A private folder, which the caller removes after close.
        """
        self._lock = threading.Lock()
        path = folder / "working-set.sqlite"
        self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = OFF")
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.executescript(_TABLES)
        # Where the system lets it, the file loses its name at once, so that a run that is killed leaves nothing to read.
        with suppress(OSError):
            path.unlink()

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._db.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Group the writes of one listing into one transaction."""
        with self._lock:
            self._db.execute("BEGIN")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def add_listing(self, listing_id: str, portal_url: str | None, owners: list[OwnerEntry]) -> None:
        """Add a listing's head; call inside writing().

        Args:
            listing_id: Id of the listing.
            portal_url: Its page on the portal.
            owners: Its owner teams; the first one owns what only this listing shares.
        """
        team = owners[0].team if owners else None
        self._db.execute("INSERT OR REPLACE INTO listing VALUES (?, ?, ?)", (listing_id, team, portal_url))
        self._db.executemany(
            "INSERT OR IGNORE INTO owner VALUES (?, ?, ?, ?, ?, ?)",
            [
                (owner.team, listing_id, position, owner.display_name, owner.email, owner.description)
                for position, owner in enumerate(owners)
            ],
        )

    def add_listed(self, listing_id: str, kind: Kind, key: ObjectKey, description: str | None = None) -> None:
        """Remember that a listing names an object, readable or not; call inside writing().

        Args:
            listing_id: Id of the listing.
            kind: What the listing calls the object.
            key: The object.
            description: The listing's text about it.
        """
        text = readable(description)
        row = (key.catalog, _namespace(key), key.name, kind.value, listing_id, text)
        self._db.execute(_KEEP_FIRST_TEXT, row)

    def add_definition(self, listing_id: str, key: ObjectKey, definition: Definition) -> bool:
        """Add what a listing says of an object; call inside writing().

        Args:
            listing_id: Id of the listing.
            key: The object.
            definition: Its definition; it counts when it is the newest.

        Returns:
            Whether this listing had defined the object before.
        """
        where = (key.catalog, _namespace(key), key.name)
        known = self._db.execute(
            "SELECT kind, listing FROM definition WHERE catalog = ? AND namespace = ? AND name = ?", where
        ).fetchone()
        if known is not None and known[0] != definition.kind.value:
            self._db.execute("INSERT OR IGNORE INTO clash VALUES (?, ?, ?)", where)
        row = {
            "catalog": key.catalog,
            "namespace": _namespace(key),
            "name": key.name,
            "kind": definition.kind.value,
            "updated_ms": definition.updated_ms,
            "listing": listing_id,
            "body": _DEFINITIONS.dump_json(definition, exclude_defaults=True),
        }
        self._db.execute(_KEEP_NEWEST, row)
        return known is not None and known[1] == listing_id

    def clashes(self) -> list[ObjectKey]:
        """List the objects that are defined as a table and as a view, for which the catalog has one place."""
        rows = self._read("SELECT catalog, namespace, name FROM clash")
        return [ObjectKey(catalog, tuple(json.loads(namespace)), name) for catalog, namespace, name in rows]

    def catalogs(self) -> list[str]:
        """List the Polaris catalogs with at least one definition, sorted."""
        return [row[0] for row in self._read("SELECT DISTINCT catalog FROM definition ORDER BY catalog")]

    def namespaces(self, catalog: str) -> list[tuple[str, ...]]:
        """List the namespaces of a catalog with at least one definition.

        Args:
            catalog: Name of the Polaris catalog.

        Returns:
            Namespaces as tuples of levels, sorted.
        """
        rows = self._read("SELECT DISTINCT namespace FROM definition WHERE catalog = ?", catalog)
        return sorted(tuple(json.loads(row[0])) for row in rows)

    def objects(self, catalog: str, namespace: tuple[str, ...]) -> list[tuple[ObjectKey, Kind]]:
        """List the objects of a namespace that have a definition.

        Args:
            catalog: Name of the Polaris catalog.
            namespace: Levels of the namespace.

        Returns:
            Keys and kinds, tables before views, then by name.
        """
        rows = self._read(
            "SELECT name, kind FROM definition WHERE catalog = ? AND namespace = ? ORDER BY kind, name",
            catalog,
            json.dumps(namespace),
        )
        return [(ObjectKey(catalog, namespace, name), Kind(kind)) for name, kind in rows]

    def entry(self, key: ObjectKey) -> Entry:
        """Read one object with what its listings say about it.

        Args:
            key: An object that objects() named.

        Returns:
            The merged entry.

        Raises:
            KeyError: There is no definition of the object.
        """
        where = (key.catalog, _namespace(key), key.name)
        bodies = self._read(
            "SELECT body FROM definition WHERE catalog = ? AND namespace = ? AND name = ?", *where
        )
        if not bodies:
            raise KeyError(key)
        definition = _DEFINITIONS.validate_json(bodies[0][0])
        memberships = self._read(_MEMBERSHIPS, *where)
        teams = {team for _, _, team in memberships}
        return Entry(
            key=key,
            definition=definition,
            description=next((text for text, _, _ in memberships if text), None) or definition.comment,
            portal_url=next((url for _, url, _ in memberships if url), None),
            team=teams.pop() if len(teams) == 1 else None,
        )

    def owners(self) -> list[OwnerEntry]:
        """List the owner teams of all listings, sorted by team.

        Returns:
            One entry per team; each of its fields is the first non-empty one in listing-id order.
        """
        merged: dict[str, OwnerEntry] = {}
        rows = self._read("SELECT team, display_name, email, description FROM owner ORDER BY team, listing")
        for team, display_name, email, description in rows:
            known = merged.get(team, OwnerEntry(team, None, None, None))
            merged[team] = OwnerEntry(
                team=team,
                display_name=known.display_name or display_name,
                email=known.email or email,
                description=known.description or description,
            )
        return list(merged.values())

    def count(self, catalog: str | None = None) -> int:
        """Count the objects that have a definition.

        Args:
            catalog: Count only this catalog's; all when None.

        Returns:
            The number of tables and views.
        """
        if catalog is None:
            return int(self._read("SELECT count(*) FROM definition")[0][0])
        return int(self._read("SELECT count(*) FROM definition WHERE catalog = ?", catalog)[0][0])

    def listed(self) -> Iterator[tuple[ObjectKey, Kind]]:
        """List everything that any listing names, readable or not.

        Returns:
            Keys and kinds without repetition, in no particular order.
        """
        for catalog, namespace, name, kind in self._read(
            "SELECT DISTINCT catalog, namespace, name, kind FROM listed"
        ):
            yield ObjectKey(catalog, tuple(json.loads(namespace)), name), Kind(kind)

    def _read(self, statement: str, *values: str) -> list[tuple[str, ...]]:
        with self._lock:
            return self._db.execute(statement, values).fetchall()


def _namespace(key: ObjectKey) -> str:
    """Write a namespace as one text that keeps its levels apart."""
    return json.dumps(key.namespace)
