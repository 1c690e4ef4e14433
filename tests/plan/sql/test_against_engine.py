"""Column edges against a real engine.

Random queries run in SQLite. Each source column in turn gets larger values: the output columns that change are those that are made from
it. The queries have no filter and join by a key that never changes, so a change has no other way through, and every expression grows
with its operands, so each change shows.
"""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping

import pytest

from connector.bridge.plan.model import ObjectKey
from connector.bridge.plan.sql import view_lineage
from tests.plan.sql.corpus_cases import Listing

TABLES: dict[str, tuple[str, ...]] = {
    "t1": ("k", "a", "b", "c"),
    "t2": ("k", "d", "e", "a"),
    "t3": ("k", "f", "g"),
}
ROWS = 4
QUERIES_PER_SEED = 20
MAX_ROWS = 2_000

Columns = tuple[str, ...]
"""Names of columns, of which the first is the key."""


def spaced(*words: str) -> str:
    """Write SQL from its parts."""
    return " ".join(words)


def listed(words: Iterable[str]) -> str:
    """Write a list of SQL."""
    return ", ".join(words)


class QueryMaker:
    """Makes random queries: joins, CTEs that hide tables, unions, subqueries, stars, windows, groups."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._number = 0

    def query(self, depth: int, names: Mapping[str, Columns]) -> tuple[str, Columns]:
        """Make a query over the tables and CTEs that can be seen: its text and its columns."""
        kinds = [self._select, self._select, self._with, self._union] if depth else [self._select]
        return self._random.choice(kinds)(depth, names)

    def _new(self, letter: str) -> str:
        self._number += 1
        return f"{letter}{self._number}"

    def _with(self, depth: int, names: Mapping[str, Columns]) -> tuple[str, Columns]:
        chosen = self._random.sample([*TABLES, self._new("c"), self._new("C")], 2)
        # In SQLite a CTE sees itself and all others, so the ones that hide a table must not be read before they are there.
        inner, texts = {name: columns for name, columns in names.items() if name not in chosen}, []
        if not inner:
            return self._select(depth, names)
        for name in chosen:
            sql, columns = self.query(depth - 1, inner)
            renames = self._random.random() < 0.5
            if renames:
                columns = ("k", *(self._new("n") for _ in columns[1:]))
            texts.append(spaced(name, f"({listed(columns)})" if renames else "", "AS", f"({sql})"))
            inner[name] = columns
        sql, columns = self._select(depth, inner)
        return spaced("WITH", listed(texts), sql), columns

    def _union(self, depth: int, names: Mapping[str, Columns]) -> tuple[str, Columns]:
        (upper, above), (lower, below) = self.query(depth - 1, names), self.query(depth - 1, names)
        width = min(len(above), len(below))
        members = [
            spaced("SELECT", listed(columns[:width]), "FROM", f"({sql})", "AS", self._new("u"))
            for sql, columns in ((upper, above), (lower, below))
        ]
        return " UNION ALL ".join(members), above[:width]

    def _select(self, depth: int, names: Mapping[str, Columns]) -> tuple[str, Columns]:
        using = self._random.random() < 0.5
        sources: dict[str, Columns] = {}
        text = ""
        for _ in range(self._random.randint(1, 3)):
            sql, columns = self._source(depth, names)
            alias = self._new("r")
            if text:
                on = "USING (k)" if using else f"ON {next(iter(sources))}.k = {alias}.k"
                text += f" {self._random.choice(['JOIN', 'LEFT JOIN'])} {sql} AS {alias} {on}"
            else:
                text = f"{sql} AS {alias}"
            sources[alias] = columns
        items, columns = self._items(sources, names, star=using or len(sources) == 1)
        if not items.startswith("*"):
            items = listed([f"{next(iter(sources))}.k", items])
        return spaced(
            "SELECT", items, "FROM", text, "GROUP BY 1" if "/* grouped */" in items else ""
        ), columns

    def _source(self, depth: int, names: Mapping[str, Columns]) -> tuple[str, Columns]:
        if depth and self._random.random() < 0.6:
            sql, columns = self.query(depth - 1, names)
            return f"({sql})", columns
        name = self._random.choice(sorted(names))
        return self._random.choice([name, name.upper(), f'"{name}"']), names[name]

    def _items(
        self, sources: Mapping[str, Columns], names: Mapping[str, Columns], *, star: bool
    ) -> tuple[str, Columns]:
        """Make a select list behind the key, or one that starts with a star."""
        values = [(self._value(sources, names), self._new("x")) for _ in range(self._random.randint(1, 4))]
        everything = [column for columns in sources.values() for column in columns[1:]]
        kind = self._random.random()
        if kind < 0.3 and star and len(set(everything)) == len(everything):
            return f"*, {values[0][0]} AS {values[0][1]}", ("k", *everything, values[0][1])
        if kind < 0.5:
            column = self._column(sources)
            return f"SUM({column}) /* grouped */ AS {values[0][1]}", ("k", values[0][1])
        return ", ".join(f"{value} AS {name}" for value, name in values), ("k", *(name for _, name in values))

    def _value(self, sources: Mapping[str, Columns], names: Mapping[str, Columns]) -> str:
        """Make an expression that grows with each of its operands."""
        one, other = self._column(sources), self._column(sources)
        table = self._random.choice(sorted(names))
        return self._random.choice(
            [
                one,
                f"{one} + {other} * 3",
                f"SUM({one}) OVER (ORDER BY {next(iter(sources))}.k)",
                spaced("(SELECT", f"SUM(s.{names[table][-1]})", "FROM", table, "AS s)"),
                spaced(one, "+ (SELECT", f"MAX(s.{names[table][-1]} + {other})", "FROM", table, "AS s)"),
            ]
        )

    def _column(self, sources: Mapping[str, Columns]) -> str:
        """Name a column, with its qualifier or without."""
        counts = Counter(column for columns in sources.values() for column in columns)
        alias = self._random.choice(sorted(sources))
        column = self._random.choice(sources[alias][1:])
        bare = counts[column] == 1 and self._random.random() < 0.5
        return self._random.choice([column, column.upper()]) if bare else f"{alias}.{column}"


class Engine:
    """SQLite with the tables."""

    def __init__(self) -> None:
        self._connection = sqlite3.connect(":memory:")
        for table, columns in TABLES.items():
            self._run("CREATE TABLE", table, f"({listed(columns)})")
            for key in range(ROWS):
                values = [key, *(1_000 * at + key * 7 + 1 for at in range(1, len(columns)))]
                self._run("INSERT INTO", table, "VALUES", f"({listed(map(str, values))})")

    def _run(self, *words: str) -> sqlite3.Cursor:
        return self._connection.execute(spaced(*words))

    def columns(self, sql: str) -> list[list[float]]:
        """Run a query: the values of each column without the key, sorted."""
        rows = self._run("SELECT * FROM", f"({sql})", "LIMIT", str(MAX_ROWS)).fetchall()
        return [sorted(values) for values in zip(*rows, strict=True)][1:]

    def edges(self, sql: str) -> set[tuple[str, str, int]]:
        """Find the source columns that each output column depends on."""
        before = self.columns(sql)
        found = set()
        for table, columns in TABLES.items():
            for column in columns[1:]:
                self._run("UPDATE", table, "SET", column, "=", column, "+ 100000")
                after = self.columns(sql)
                self._run("UPDATE", table, "SET", column, "=", column, "- 100000")
                found |= {(table, column, at) for at, values in enumerate(after) if values != before[at]}
        return found


@pytest.mark.parametrize("seed", range(12))
def test_edges_are_those_of_the_engine(seed: int) -> None:
    """No edge is missing and none is too much."""
    maker, engine = QueryMaker(seed), Engine()
    listing = Listing({ObjectKey("lake", ("s",), table): columns for table, columns in TABLES.items()})
    total = 0
    for _ in range(QUERIES_PER_SEED):
        sql, columns = maker.query(2, TABLES)
        if len(engine.columns(sql)[0]) == MAX_ROWS:
            continue
        lineage = view_lineage(
            sql,
            "sqlite",
            default_catalog="lake",
            default_namespace=("s",),
            outputs=[str(at - 1) for at in range(len(columns))],
            shared=listing,
        )
        found = {
            (edge.source.name, edge.source_column, int(edge.target_column))
            for edge in lineage.columns
            if edge.source_column != "k"
        }
        assert (found, lineage.reason) == (engine.edges(sql), None), sql
        total += len(found)
    assert total > QUERIES_PER_SEED
