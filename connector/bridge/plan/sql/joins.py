"""What a join gives: with USING and NATURAL, common columns once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sqlglot import exp

from connector.bridge.plan.sql.names import CaseRule, Word, word_of
from connector.bridge.plan.sql.relations import Field, Flow, Gap, Item, Relation, Rest, gap, merged, named

_Rests = tuple[Sequence[Rest], Sequence[Rest]]

_AS_LISTED = frozenset(
    {
        "postgres",
        "redshift",
        "materialize",
        "risingwave",
        "spark",
        "spark2",
        "databricks",
        "hive",
        "trino",
        "presto",
    }
)
_AS_IN_LEFT_TABLE = frozenset({"mysql", "oracle"})
_IN_PLACE = frozenset({"duckdb", "sqlite"})


def combined(
    left: Relation, right: Relation, join: exp.Join, rests: _Rests, rule: CaseRule, dialect: str
) -> Relation:
    """Put the two sides of a join together.

    Engines differ in the place that `*` gives to common columns: first and as USING lists them (PostgreSQL, Spark, Trino), first and as
    the left table has them (MySQL, Oracle), or where the left table has them (DuckDB). For the others the order is certain only when
    all three agree.

    Args:
        left: All columns to the left.
        right: The columns of the right side.
        join: The join.
        rests: What answers for columns that are not known, on the left and on the right.
        rule: How the dialect compares names.
        dialect: A name that the parser knows.

    Returns:
        The columns of both sides.
    """
    ordered = left.ordered and right.ordered
    if join.method == "NATURAL":
        words = _common_names(left, right, rule)
        ordered = ordered and not any(rests)
    else:
        words = [
            word for node in join.args.get("using") or [] if (word := word_of(_identifier(node))) is not None
        ]
    if not words:
        return Relation([*left.items, *right.items], ordered=ordered)
    pairs = [_Pair(word, left, right, rests, rule) for word in words]
    orders = [arrange(pairs, left, right, join, rule) for arrange in _arrangements(dialect)]
    certain = all(order == orders[0] for order in orders)
    return Relation(orders[0], ordered=ordered and certain)


def _identifier(node: exp.Expression) -> exp.Expression:
    """Take the name out of a USING list, which may hold columns or plain names."""
    return node.this if isinstance(node, exp.Column) else node


def _common_names(left: Relation, right: Relation, rule: CaseRule) -> list[Word]:
    """List the columns that a NATURAL join joins by, in the order of the left side."""
    words = [_word(field, rule) for field in left.fields() if field.name is not None]
    return [word for word in dict.fromkeys(words) if right.at(word, rule)]


def _word(field: Field, rule: CaseRule) -> Word:
    """Write a column's name so that it finds this column, and its like on the other side."""
    text = field.key or field.name or ""
    return Word(text, field.key is not None and rule.key(Word(text, False)) != text)


class _Pair:
    """One common column: where it is on both sides, and what it is made from there."""

    def __init__(self, word: Word, left: Relation, right: Relation, rests: _Rests, rule: CaseRule) -> None:
        self.word = word
        self.left_at = left.at(word, rule)
        self.right_at = right.at(word, rule)
        self._left = _column(left, self.left_at, word, rests[0])
        self._right = _column(right, self.right_at, word, rests[1])
        first = left.items[self.left_at[0]] if self.left_at else None
        self._field = first if isinstance(first, Field) else None

    def field(self, join: exp.Join, rule: CaseRule) -> Field:
        """Make the common column: an outer join takes the side that is always there, any other both."""
        if join.side == "LEFT" or join.method == "ASOF":
            flow = self._left
        elif join.side == "RIGHT":
            flow = self._right
        else:
            flow = merged((self._left, self._right))
        return replace(self._field, flow=flow) if self._field else named(self.word, flow, rule)


def _column(relation: Relation, at: list[int], word: Word, rests: Sequence[Rest]) -> Flow:
    """Follow a common column on one side, which is known to have it."""
    if len(at) == 1:
        return relation.items[at[0]].flow
    if at:
        return gap(Gap.AMBIGUOUS)
    if len(rests) == 1:
        return rests[0].column(word)
    return gap(Gap.SCHEMA if rests else Gap.MISSING)


_Arrange = Callable[[list[_Pair], Relation, Relation, exp.Join, CaseRule], list[Item]]


def _arrangements(dialect: str) -> list[_Arrange]:
    """Choose the orders of `*` that a dialect may have."""
    if dialect in _AS_LISTED:
        return [_listed_first]
    if dialect in _AS_IN_LEFT_TABLE:
        return [_left_order_first]
    if dialect in _IN_PLACE:
        return [_in_place]
    return [_listed_first, _left_order_first, _in_place]


def _listed_first(
    pairs: list[_Pair], left: Relation, right: Relation, join: exp.Join, rule: CaseRule
) -> list[Item]:
    """Common columns as listed, then the others of the left side, then those of the right."""
    gone = {at for pair in pairs for at in pair.left_at}
    others = [item for at, item in enumerate(left.items) if at not in gone]
    return [*(pair.field(join, rule) for pair in pairs), *others, *_others_of_right(pairs, right)]


def _left_order_first(
    pairs: list[_Pair], left: Relation, right: Relation, join: exp.Join, rule: CaseRule
) -> list[Item]:
    """Common columns in the order of the left side, then the others."""
    in_order = sorted(pairs, key=lambda pair: pair.left_at[:1] or [len(left.items)])
    return _listed_first(in_order, left, right, join, rule)


def _in_place(
    pairs: list[_Pair], left: Relation, right: Relation, join: exp.Join, rule: CaseRule
) -> list[Item]:
    """The left side as it is, then the others of the right side."""
    common = {at: pair for pair in pairs for at in pair.left_at}
    items = [common[at].field(join, rule) if at in common else item for at, item in enumerate(left.items)]
    lost = [pair.field(join, rule) for pair in pairs if not pair.left_at]
    return [*items, *lost, *_others_of_right(pairs, right)]


def _others_of_right(pairs: list[_Pair], right: Relation) -> list[Item]:
    """List the columns of the right side that are not common."""
    gone = {at for pair in pairs for at in pair.right_at}
    return [item for at, item in enumerate(right.items) if at not in gone]
