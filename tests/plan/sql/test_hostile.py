"""Any text at all: nothing is raised, nothing is logged, and the work is bounded."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

import pytest
import sqlglot
from hypothesis import given, settings
from hypothesis import strategies as st

from connector.bridge.plan.sql import Resolution, SqlLineage, expression_columns, view_lineage
from connector.bridge.plan.sql.text import MAX_CHARACTERS, MAX_NAME_CHARACTERS, MAX_NESTING
from tests.plan.sql.corpus_cases import cases, listing

DIALECTS = [
    "spark",
    "trino",
    "snowflake",
    "bigquery",
    "duckdb",
    "postgres",
    "tsql",
    "clickhouse",
    "oracle",
    "",
    "flink",
    None,
]
BUDGET_SECONDS = 5.0
MAX_LOOKS_AT_THE_CLOCK = 6_000
LISTING = listing()


class Ticking:
    """A clock that runs by a millisecond with every look at it, so that the budget is a number of steps."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks / 1000


def follow(sql: str, dialect: str | None = "spark", clock: Callable[[], float] | None = None) -> SqlLineage:
    """Follow a text as a view of two columns."""
    return view_lineage(
        sql,
        dialect,
        default_catalog="lake",
        default_namespace=("retail",),
        outputs=("a", "b"),
        shared=LISTING,
        clock=clock or Ticking(),
        budget_seconds=BUDGET_SECONDS,
    )


def check(sql: str, dialect: str | None) -> None:
    """Follow a text and check what always holds."""
    clock = Ticking()
    lineage = follow(sql, dialect, clock)
    assert clock.looks < MAX_LOOKS_AT_THE_CLOCK
    assert (lineage.resolution is Resolution.NO_UPSTREAM) or lineage.upstream or lineage.reason
    assert bool(lineage.upstream) == (lineage.resolution in (Resolution.RESOLVED, Resolution.NEEDS_SCHEMA))
    assert {edge.source for edge in lineage.columns} <= set(lineage.upstream)
    assert {edge.target_column for edge in lineage.columns} <= {"a", "b"}


def select_list(items: Iterable[str]) -> str:
    """Select something from the orders."""
    return " ".join(["SELECT", ", ".join(items), "FROM orders"])


WORDS = """
SELECT FROM WHERE JOIN LEFT USING ON ( ) [ ] { } , * . :: : -> => ; WITH RECURSIVE AS UNION ALL EXCEPT VALUES LATERAL VIEW UNNEST
EXPLODE( PIVOT UNPIVOT FOR IN CASE WHEN THEN ELSE END CAST( STRUCT( STRUCT< ARRAY[ OVER PARTITION BY ORDER GROUP EXISTS NOT BETWEEN
INTERVAL TABLE CREATE v orders order_id amount retail t x 1 's' "q" `b` $1 @p ? |> -- /* */ \\ % #t {{ }} EXCLUDE REPLACE RENAME
MATCH_RECOGNIZE TABLESAMPLE AT QUALIFY WINDOW COLUMNS NAME || !
"""
FRAGMENTS = st.sampled_from(WORDS.split())
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(FRAGMENTS, max_size=40).map(" ".join),
    st.tuples(st.lists(FRAGMENTS, min_size=1, max_size=3), st.integers(1, 60)).map(
        lambda one: " ".join(one[0] * one[1])
    ),
)


@st.composite
def damaged_views(draw: st.DrawFn) -> tuple[str, str | None]:
    """A view of the corpus with a piece cut out, doubled or put elsewhere."""
    case = draw(st.sampled_from(cases()))
    sql = case.sql
    for _ in range(draw(st.integers(1, 3))):
        start, end = sorted(draw(st.tuples(st.integers(0, len(sql)), st.integers(0, len(sql)))))
        place = draw(st.integers(0, len(sql)))
        piece = draw(st.sampled_from(["", sql[start:end], sql[start:end] * 2]))
        kept = sql[:start] + sql[end:]
        sql = kept[:place] + piece + kept[place:]
    return sql, case.dialect


@settings(deadline=None, max_examples=400)
@given(TEXTS, st.sampled_from(DIALECTS))
def test_any_text(sql: str, dialect: str | None) -> None:
    """Whatever the text is, there is a lineage."""
    check(sql, dialect)


@settings(deadline=None, max_examples=400)
@given(damaged_views())
def test_damaged_views(view: tuple[str, str | None]) -> None:
    """Texts that are nearly SQL get further than texts that are not."""
    check(*view)


@settings(deadline=None, max_examples=200)
@given(TEXTS, st.sampled_from(DIALECTS))
def test_any_expression(expression: str, dialect: str | None) -> None:
    """An expression has parts that are all there, or none."""
    parts = expression_columns(expression, dialect, clock=Ticking(), budget_seconds=BUDGET_SECONDS)
    assert parts is None or all(all(column) for column in parts.columns)


@pytest.mark.parametrize(
    ("sql", "dialect"),
    [
        ("SELECT " + "STRUCT(" * 40 + "1" + ")" * 40, "spark"),
        ("SELECT " + "ROW(" * 40 + "1" + ")" * 40, "athena"),
        ("SELECT * FROM " + "a JOIN " * 40 + "b", "postgres"),
        (select_list(f"c{number}" for number in range(20_000)), "spark"),
        (" UNION ALL ".join(["SELECT * FROM orders"] * 4_000), "spark"),
    ],
)
def test_what_takes_too_long_is_given_up(sql: str, dialect: str) -> None:
    """The parser tries some texts in exponentially many ways; the budget ends that, and long ones as well."""
    clock = Ticking()
    lineage = follow(sql, dialect, clock)
    assert (lineage.resolution, lineage.reason) == (
        Resolution.UNRESOLVED,
        "reading it takes more than 5 seconds",
    )
    assert clock.looks < MAX_LOOKS_AT_THE_CLOCK


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("SELECT 1" + " " * MAX_CHARACTERS, "it has more than 250,000 characters"),
        ("SELECT " + "(" * (MAX_NESTING + 1), "it is nested more than 500 levels deep"),
        ("SELECT " + "[" * (MAX_NESTING + 1), "it is nested more than 500 levels deep"),
        (select_list([f"`{'a ' * MAX_NAME_CHARACTERS}`"]), "a name in it has more than 1,000 characters"),
        ("SELECT " + "(" * 400 + "1" + ")" * 400, "it is nested too deeply"),
        ("SELECT " + "f(" * 400 + "1" + ")" * 400, "it is nested too deeply"),
    ],
)
def test_what_is_too_large_is_not_parsed(sql: str, reason: str) -> None:
    """Size and nesting are looked at before the parser is."""
    clock = Ticking()
    assert follow(sql, "spark", clock) == SqlLineage(Resolution.UNRESOLVED, reason=reason)
    assert clock.looks < MAX_LOOKS_AT_THE_CLOCK


def test_long_chains_need_no_recursion() -> None:
    """Hundreds of CTEs, members and conditions one after the other are followed, not only nested ones refused."""
    ctes = ["c0 AS (SELECT amount AS x FROM orders)", *(cte(at) for at in range(1, 300))]
    lineage = follow(" ".join(["WITH", ", ".join(ctes), "SELECT x, 1 FROM c299"]))
    assert [(edge.source_column, edge.target_column) for edge in lineage.columns] == [("amount", "a")]
    union = follow(" UNION ALL ".join(["SELECT order_id, amount FROM orders"] * 300))
    assert len(union.columns) == 2
    conditions = follow(select_list([" AND ".join(["amount > 1"] * 500), "1"]))
    assert len(conditions.columns) == 1


def cte(number: int) -> str:
    """Define a CTE that reads the one before it."""
    return " ".join([f"c{number}", "AS (SELECT x FROM", f"c{number - 1})"])


def test_a_clock_that_stands_still_ends_nothing() -> None:
    """The budget is time, not steps."""
    lineage = follow(" UNION ALL ".join(["SELECT order_id, amount FROM orders"] * 300), clock=lambda: 0.0)
    assert lineage.resolution is Resolution.RESOLVED


def test_the_parser_logs_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """The parser's warnings repeat the SQL, so ours are dropped and those of others are not."""
    text = "ALTER VIEW zq_secret SET TBLPROPERTIES ('a' = 'b') WITH zq"
    with caplog.at_level(logging.DEBUG):
        follow(text)
        assert not caplog.records
        sqlglot.parse(text, dialect="spark")
    assert "zq_secret" in caplog.text


def test_what_is_not_sql_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing goes to the terminal either."""
    follow("SELECT zq_secret FROM", "spark")
    follow("zq_secret ((", "oracle")
    assert capsys.readouterr() == ("", "")
