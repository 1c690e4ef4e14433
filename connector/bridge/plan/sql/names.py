"""Names in SQL: when two are the same, and which listed table one means.

Engines fold the case of names differently, and a path in SQL does not say where the catalog ends and the namespace begins. Here are
the rules for both (Iceberg view spec, "Default catalog and namespace"; mapping rules of this project). Nothing is ever guessed: a
name that fits several listed tables equally well is ambiguous.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect, NormalizationStrategy

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.sql.model import Shared, SharedInAnyCase

MAX_PARTS_FOLDED_APART = 5

_MYSQL_FAMILY = frozenset({"mysql", "doris", "starrocks", "singlestore"})
_WRITES_LEVELS_IN_ONE_NAME = frozenset({"trino", "presto"})


@dataclass(frozen=True, slots=True)
class Word:
    """A name as the SQL writes it."""

    text: str
    quoted: bool


Path = tuple[Word, ...]


class NotShared(Enum):
    """Why a table's name leads to no listed table."""

    UNKNOWN = "unknown"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class CaseRule:
    """How a dialect compares names.

    `upper`: unquoted names become upper case, not lower. `tables`, `columns`: an unquoted name means a listed table or column
    whatever its case. `quoted`: quotes make no difference to that among columns, aliases and CTEs.
    """

    upper: bool
    tables: bool
    columns: bool
    quoted: bool

    def folds(self, word: Word) -> bool:
        """Tell whether a column's or alias's case is of no account."""
        return self.columns and (self.quoted or not word.quoted)

    def key(self, word: Word) -> str:
        """Give a text that is the same for names that are the same inside a query."""
        if not self.folds(word):
            return word.text
        return word.text.upper() if self.upper else word.text.lower()


def case_rule(dialect: str) -> CaseRule:
    """Tell how a dialect compares names.

    Args:
        dialect: A name that the parser knows.

    Returns:
        Its rule. BigQuery keeps the case of tables, not of columns; the MySQL family the same.
    """
    strategy = Dialect.get_or_raise(dialect).normalization_strategy
    folds = strategy is not NormalizationStrategy.CASE_SENSITIVE
    return CaseRule(
        upper=strategy is NormalizationStrategy.UPPERCASE,
        tables=folds and dialect != "bigquery",
        columns=folds or dialect in _MYSQL_FAMILY,
        quoted=strategy is NormalizationStrategy.CASE_INSENSITIVE or dialect in _MYSQL_FAMILY,
    )


def word_of(node: object) -> Word | None:
    """Read an identifier; None for anything else."""
    if not isinstance(node, exp.Identifier) or not isinstance(node.this, str):
        return None
    return Word(node.this, bool(node.args.get("quoted")))


def path_of(nodes: Iterable[object]) -> Path | None:
    """Read a path of identifiers; None when a part is something else."""
    words = [word_of(node) for node in nodes]
    path = tuple(word for word in words if word is not None)
    return path if path and len(path) == len(words) else None


def text_of(path: Path) -> str:
    """Write a path for people: parts that would be misread are quoted.

    Args:
        path: As the SQL writes it.

    Returns:
        The parts joined by dots; "a file" for a path into a storage, which is never shown.
    """
    if any("://" in word.text for word in path):
        return "a file"
    return ".".join(
        word.text if word.text.replace("_", "a").replace("$", "a").isalnum() else _quoted(word.text)
        for word in path
    )


def _quoted(text: str) -> str:
    """Quote a name as SQL does."""
    return '"' + text.replace('"', '""') + '"'


@dataclass(frozen=True, slots=True)
class _Place:
    """One way to split a path."""

    catalog: Word
    levels: Path
    name: Word

    def words(self) -> Path:
        return (self.catalog, *self.levels, self.name)


class TableNames:
    """Finds the listed table or view that a name in SQL means."""

    def __init__(
        self, shared: Shared, dialect: str, default_catalog: str, default_namespace: Sequence[str]
    ) -> None:
        """Set the view's surroundings.

        Args:
            shared: What is listed.
            dialect: A name that the parser knows.
            default_catalog: The view's default catalog, else the one it is in.
            default_namespace: The view's default namespace, else the one it is in.
        """
        self._shared = shared
        self._rule = case_rule(dialect)
        self._levels_in_one_name = dialect in _WRITES_LEVELS_IN_ONE_NAME
        self._catalog = Word(default_catalog, True)
        self._namespace = tuple(Word(level, True) for level in default_namespace)

    def find(self, path: Path) -> ObjectKey | NotShared:
        """Find a table or view.

        Names as written come first, the most specific way to split them first. When none is listed, names that differ in case alone
        count, if the dialect folds case, the part is not quoted, and only one listed table fits.

        Args:
            path: The name as the SQL writes it, of one part or more.

        Returns:
            The key of the listed object, else why there is none.
        """
        places = list(self._places(path))
        for place in places:
            found = {key for one in self._spellings(place) if (key := self._exactly(one)) is not None}
            if found:
                return found.pop() if len(found) == 1 else NotShared.AMBIGUOUS
        if not self._rule.tables:
            return NotShared.UNKNOWN
        alike = {key for place in places for one in self._spellings(place) for key in self._alike(one)}
        if not alike:
            return NotShared.UNKNOWN
        return alike.pop() if len(alike) == 1 else NotShared.AMBIGUOUS

    def _places(self, path: Path) -> Iterator[_Place]:
        """Split a path in all ways that it can be meant, the most specific first."""
        if any(not word.text for word in path):
            return
        if len(path) == 1:
            yield _Place(self._catalog, self._namespace, path[0])
            return
        if len(path) > 2:
            yield _Place(path[0], path[1:-1], path[-1])
        yield _Place(self._catalog, path[:-1], path[-1])

    def _spellings(self, place: _Place) -> Iterator[_Place]:
        """Give a place, and the one with its levels taken apart where the engine writes `"a.b"` for the levels a and b.

        Trino has no nested schemas and joins the levels of a namespace by dots (TrinoRestCatalog, nested namespaces).
        """
        yield place
        if self._levels_in_one_name and any("." in word.text for word in place.levels):
            parts = tuple(Word(part, word.quoted) for word in place.levels for part in word.text.split("."))
            yield _Place(place.catalog, parts, place.name)

    def _exactly(self, place: _Place) -> ObjectKey | None:
        """Look for a place as it is written."""
        return self._shared.find(
            place.catalog.text, tuple(word.text for word in place.levels), place.name.text
        )

    def _alike(self, place: _Place) -> set[ObjectKey]:
        """Look for everything listed that differs from a place in the case of unquoted parts alone."""
        words = place.words()
        free = [not word.quoted for word in words]
        if not any(free):
            return set()
        if isinstance(self._shared, SharedInAnyCase):
            texts = tuple(word.text for word in words)
            found = self._shared.alike(texts[0], texts[1:-1], texts[-1])
        else:
            keys = (self._shared.find(one[0], one[1:-1], one[-1]) for one in _folded(words))
            found = [key for key in keys if key is not None]
        return {key for key in found if _differs_in_free_parts(key, words)}


def _folded(words: Path) -> Iterator[tuple[str, ...]]:
    """Write a path with its unquoted parts in lower and in upper case: in all ways, or for long paths each as a whole."""
    forms = [(word.text,) * 2 if word.quoted else (word.text.lower(), word.text.upper()) for word in words]
    if len(words) > MAX_PARTS_FOLDED_APART:
        return zip(*forms, strict=True)
    return iter(set(product(*forms)))


def _differs_in_free_parts(key: ObjectKey, words: Path) -> bool:
    """Tell whether a key is a path but for the case of its unquoted parts."""
    parts = (key.catalog, *key.namespace, key.name)
    return len(parts) == len(words) and all(
        part == word.text or (not word.quoted and part.lower() == word.text.lower())
        for part, word in zip(parts, words, strict=True)
    )
