"""What a query gives, column by column, and what each column is made from.

A relation that was made from a table whose columns nobody knows holds an `Open` stretch, and a `Rest` that answers for names which
are not among the known ones. What can't be settled is a gap, never a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.sql.names import CaseRule, Path, Word

Origin = tuple[ObjectKey, str]


class Gap(Enum):
    """Why a column could not be followed."""

    SCHEMA = "the columns of a table are not known"
    MISSING = "no table that is read has such a column"
    AMBIGUOUS = "more than one table has such a column"
    OPAQUE = "the SQL uses a construct that is not followed"


@dataclass(frozen=True, slots=True)
class Flow:
    """What a value is made from: columns of listed tables, and what could not be settled."""

    origins: frozenset[Origin] = frozenset()
    gaps: frozenset[Gap] = frozenset()


NOTHING = Flow()


def gap(kind: Gap) -> Flow:
    """Give a value of which only is known that it can't be followed."""
    return Flow(gaps=frozenset((kind,)))


def merged(flows: Iterable[Flow]) -> Flow:
    """Put together what a value is made from."""
    several = [one for one in flows if one is not NOTHING]
    if len(several) <= 1:
        return several[0] if several else NOTHING
    return Flow(
        frozenset().union(*(one.origins for one in several)),
        frozenset().union(*(one.gaps for one in several)),
    )


@dataclass(frozen=True, slots=True)
class Field:
    """One column.

    `key` is the name as the dialect compares it, or None when the name is a listed table's spelling; `name` is None for a column that
    the SQL gives no name.
    """

    name: str | None
    flow: Flow
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """A stretch of columns of unknown number; each of them is made from `flow`."""

    flow: Flow


Item = Field | Open


@dataclass(frozen=True, slots=True)
class Rest:
    """Answers for columns that are not among the known ones.

    `key` is the listed table that has them; without one, whatever the name, the column is made from `flow`.
    """

    key: ObjectKey | None = None
    flow: Flow = NOTHING

    def column(self, word: Word) -> Flow:
        """Follow a column by its name."""
        return self.flow if self.key is None else Flow(frozenset(((self.key, word.text),)))


class Relation:
    """Columns in their order."""

    __slots__ = ("_alike", "_exact", "_inner", "items", "ordered", "rest")

    def __init__(self, items: Iterable[Item], rest: Rest | None = None, *, ordered: bool = True) -> None:
        """Make a relation.

        Args:
            items: Columns and open stretches in their order.
            rest: What answers for further columns; None when there are none.
            ordered: Whether the order is certain; where engines differ, columns can be found by name only.
        """
        self.items = tuple(items)
        self.rest = rest
        self.ordered = ordered
        self._inner: dict[str, list[int]] | None = None
        self._exact: dict[str, list[int]] = {}
        self._alike: dict[str, list[int]] = {}

    @property
    def width(self) -> int | None:
        """The number of columns, None when it is not known."""
        return None if any(isinstance(item, Open) for item in self.items) else len(self.items)

    def star(self) -> Relation:
        """Give what `*` gives: the relation itself when its order is certain."""
        return self if self.ordered else opaque()

    def fields(self) -> list[Field]:
        """List the known columns."""
        return [item for item in self.items if isinstance(item, Field)]

    def everything(self) -> Flow:
        """Follow all columns together, as a whole row."""
        return merged(item.flow for item in self.items)

    def at(self, word: Word, rule: CaseRule) -> list[int]:
        """Find the known columns that a name means.

        Args:
            word: The name.
            rule: How the dialect compares names.

        Returns:
            Their positions among the items: none, one, or several when the name is ambiguous.
        """
        inner = self._index()
        found = inner.get(rule.key(word), []) + self._exact.get(word.text, [])
        if found or not rule.folds(word):
            return found
        return self._alike.get(word.text.lower(), [])

    def _index(self) -> dict[str, list[int]]:
        """Index the columns by name at the first look."""
        if self._inner is None:
            self._inner = {}
            for position, item in enumerate(self.items):
                if not isinstance(item, Field) or item.name is None:
                    continue
                if item.key is not None:
                    self._inner.setdefault(item.key, []).append(position)
                else:
                    self._exact.setdefault(item.name, []).append(position)
                    self._alike.setdefault(item.name.lower(), []).append(position)
        return self._inner


def listed_table(key: ObjectKey, columns: Sequence[str] | None) -> Relation:
    """Give the relation of a listed table or view."""
    if not columns:
        return Relation((Open(gap(Gap.SCHEMA)),), Rest(key))
    return Relation([Field(name, Flow(frozenset(((key, name),)))) for name in columns])


def unknown_table() -> Relation:
    """Give the relation of a table that is not shared: a column of it has no origin that could be shown."""
    return Relation((Open(gap(Gap.SCHEMA)),), Rest())


def made_from(flow: Flow) -> Relation:
    """Give the relation of a function: nobody knows how many columns, each made from its arguments."""
    return Relation((Open(flow),), Rest(flow=flow))


def opaque() -> Relation:
    """Give the relation of a construct that is not followed."""
    return made_from(gap(Gap.OPAQUE))


def named(word: Word | None, flow: Flow, rule: CaseRule) -> Field:
    """Make a column that the query itself names."""
    return Field(None, flow) if word is None else Field(word.text, flow, rule.key(word))


def renamed(relation: Relation, words: Path, rule: CaseRule) -> Relation:
    """Give the columns of a relation new names.

    Args:
        relation: The relation.
        words: The new names; they may be fewer than the columns when the number of these is known.
        rule: How the dialect compares names.

    Returns:
        The renamed relation, the same one when there are no names.
    """
    if not words:
        return relation
    fields = relation.fields()
    if relation.width is not None and len(words) <= len(fields):
        new = [named(word, field.flow, rule) for word, field in zip(words, fields, strict=False)]
        return Relation([*new, *fields[len(words) :]])
    laid = placed(relation, len(words)) or [Field(None, gap(Gap.OPAQUE))] * len(words)
    return Relation([named(word, field.flow, rule) for word, field in zip(words, laid, strict=True)])


def placed(relation: Relation, width: int) -> list[Field] | None:
    """Lay a relation out on so many columns.

    An open stretch is one column at least. A single one takes what the known columns leave. Of several
    nobody knows where one ends, so only the columns before the first and behind the last of them have a place.

    Args:
        relation: The relation.
        width: How many columns there are.

    Returns:
        The columns, those out of an open stretch without a name; None when the relation can't have this number of columns.
    """
    fields = relation.fields()
    opens = [position for position, item in enumerate(relation.items) if isinstance(item, Open)]
    if not opens:
        return fields if len(fields) == width else None
    if len(fields) + len(opens) > width:
        return None
    head, tail = opens[0], len(relation.items) - 1 - opens[-1]
    flow = relation.items[opens[0]].flow
    if len(opens) > 1:
        flow = _unsettled(relation.items[position].flow for position in opens)
    middle = [Field(None, flow)] * (width - head - tail)
    return [*fields[:head], *middle, *fields[len(fields) - tail :]]


def united(upper: Relation, lower: Relation) -> Relation:
    """Put one relation of a set operation above another, column by column.

    Args:
        upper: The relation that gives the names.
        lower: The other one.

    Returns:
        The result. When neither has a known number of columns, only those before their open stretches can be paired.
    """
    width = upper.width if upper.width is not None else lower.width
    if width is None:
        head = min(_head(upper), _head(lower))
        flow = _unsettled(item.flow for item in (*upper.items[head:], *lower.items[head:]))
        return Relation([*_paired(upper.fields()[:head], lower.fields()[:head]), Open(flow)], Rest(flow=flow))
    above, below = placed(upper, width), placed(lower, width)
    if above is None or below is None:
        return Relation([Field(None, gap(Gap.OPAQUE))] * width, Rest(flow=gap(Gap.OPAQUE)))
    rest = None if upper.rest is None else Rest(flow=gap(Gap.SCHEMA))
    return Relation(_paired(above, below), rest)


def _paired(above: Iterable[Field], below: Iterable[Field]) -> list[Field]:
    """Merge columns that stand one above the other; the upper ones give the names."""
    return [
        replace(one, flow=merged((one.flow, other.flow))) for one, other in zip(above, below, strict=True)
    ]


def _head(relation: Relation) -> int:
    """Count the columns before the first open stretch."""
    return next((at for at, item in enumerate(relation.items) if isinstance(item, Open)), len(relation.items))


def _unsettled(flows: Iterable[Flow]) -> Flow:
    """Give the value of a column of which only is known that it is one of several."""
    gaps = frozenset().union(*(flow.gaps for flow in flows))
    return Flow(gaps=gaps or frozenset((Gap.OPAQUE,)))
