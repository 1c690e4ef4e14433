"""The model as a graph: numbered cards, and links that know at which place of a card they end.

Everything is sorted here, once, so that nothing behind this module sees the order that the model came in.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from connector.bridge.plan.diagram.cards import HEAD_SLOT, Card, card
from connector.bridge.plan.diagram.model import Detail, ErModel, ErRelation, ErTable

MAX_STRANDS = 4
"""Relations from one table to the same columns of another that end at points of their own; further ones join the last of these."""


@dataclass(frozen=True, slots=True)
class End:
    """Where a link meets a card.

    Attributes:
        card: Index of the card.
        slot: Place in the card: its head, a row, or the rest.
        rows: All rows that the relation joins by, for a mark that ties the columns of a composite key together.
    """

    card: int
    slot: int
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """One line of the diagram.

    Attributes:
        relations: The relations that it stands for: one, or all between two tables when only names are shown.
        source: The end at the table that refers.
        target: The end at the table that is referred to.
        one_to_one: Whether at most one row refers to a row.
        net: Links of one net end at the same point of the target and may run together on their way.
    """

    relations: tuple[ErRelation, ...]
    source: End
    target: End
    one_to_one: bool
    net: int


@dataclass(frozen=True, slots=True)
class Graph:
    """A model in one detail, ready to be laid out.

    Attributes:
        cards: All tables, by id.
        links: All lines, by the ids of their tables.
        schema: The schema that all tables are in, when they do not say it themselves.
    """

    cards: tuple[Card, ...]
    links: tuple[Link, ...]
    schema: str | None


def graph(model: ErModel, detail: Detail) -> Graph:
    """Turn a model into cards and links.

    Args:
        model: The model.
        detail: How much of each table to show.

    Returns:
        The graph, the same for all orders of the model's tables and relations.
    """
    tables = _tables(model)
    schemas = {table.subtitle for table in tables if table.subtitle}
    joining = _joining(model.relations)
    cards = tuple(
        card(table, detail, joining.get(table.id, frozenset()), with_subtitle=len(schemas) > 1)
        for table in tables
    )
    index = {table.id: number for number, table in enumerate(tables)}
    relations = sorted(model.relations, key=_relation_order)
    return Graph(
        cards=cards,
        links=_links(cards, index, relations, merge=detail is Detail.NAMES),
        schema=next(iter(schemas)) if len(schemas) == 1 else None,
    )


def _tables(model: ErModel) -> list[ErTable]:
    """List the tables by id, those included that only relations name."""
    known = {table.id: table for table in model.tables}
    for relation in model.relations:
        for name in (relation.from_table, relation.to_table):
            if name not in known:
                known[name] = ErTable(id=name, title=name, subtitle=None, columns=(), outside=True)
    return [known[name] for name in sorted(known)]


def _joining(relations: Sequence[ErRelation]) -> Mapping[str, set[str]]:
    """Collect the columns that each table joins by."""
    joining: dict[str, set[str]] = defaultdict(set)
    for relation in relations:
        joining[relation.from_table].update(relation.from_columns)
        joining[relation.to_table].update(relation.to_columns)
    return joining


def _relation_order(relation: ErRelation) -> tuple[object, ...]:
    """Give a total order of relations."""
    return (
        relation.from_table,
        relation.to_table,
        relation.from_columns,
        relation.to_columns,
        relation.name,
        relation.one_to_one,
    )


def _links(
    cards: tuple[Card, ...], index: Mapping[str, int], relations: Sequence[ErRelation], *, merge: bool
) -> tuple[Link, ...]:
    """Make the links, one for each relation, or one for each two tables."""
    groups: dict[object, list[ErRelation]] = defaultdict(list)
    for number, relation in enumerate(relations):
        groups[(relation.from_table, relation.to_table) if merge else number].append(relation)
    nets: dict[object, int] = {}
    strands: Counter[object] = Counter()
    links = []
    for group in groups.values():
        first = group[0]
        source = _end(cards, index[first.from_table], first.from_columns)
        target = _end(cards, index[first.to_table], first.to_columns)
        place = (target.card, target.slot, () if merge else first.to_columns)
        strand = min(strands[(source.card, place)], MAX_STRANDS - 1)
        strands[(source.card, place)] += 1
        net = nets.setdefault((place, strand, source.card == target.card), len(nets))
        links.append(Link(tuple(group), source, target, all(relation.one_to_one for relation in group), net))
    return tuple(links)


def _end(cards: tuple[Card, ...], number: int, columns: tuple[str, ...]) -> End:
    """Find the place of a card that some columns are at.

    It is the first column's row; with no row of theirs, the rest when a column is counted there, else the head.
    """
    there = cards[number]
    rows = {row.column: place for place, row in enumerate(there.rows)}
    joined = tuple(sorted({rows[column] for column in columns if column in rows}))
    if joined:
        first = next(rows[column] for column in columns if column in rows)
        return End(number, HEAD_SLOT + 1 + first, joined)
    counted = there.rest is not None and any(column in there.columns for column in columns)
    return End(number, len(there.slots) - 1 if counted else HEAD_SLOT, ())
