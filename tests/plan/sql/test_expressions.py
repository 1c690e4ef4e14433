"""Columns and aggregates of metric and field expressions."""

from __future__ import annotations

import pytest

from connector.bridge.plan.sql import ExpressionParts, expression_columns

Columns = list[str]


@pytest.mark.parametrize(
    ("expression", "columns", "aggregate"),
    [
        ("SUM(amount)", ["amount"], "SUM"),
        ("SUM(sales.amount)", ["sales.amount"], "SUM"),
        ("sum(a.b.c.d.e)", ["a.b.c.d.e"], "SUM"),
        ("COUNT(DISTINCT sales.customer_id)", ["sales.customer_id"], "COUNT"),
        ("AVG(price * quantity)", ["price", "quantity"], "AVG"),
        ("ROUND(AVG(price), 2)", ["price"], "AVG"),
        ("COALESCE(SUM(x), 0)", ["x"], "SUM"),
        ("CAST(MAX(x) AS DECIMAL(10, 2))", ["x"], "MAX"),
        ("-MIN(x)", ["x"], "MIN"),
        ("100.0 * SUM(x)", ["x"], "SUM"),
        ("SUM(x) / 100", ["x"], "SUM"),
        ("100 / SUM(x)", ["x"], None),
        ("SUM(a) / SUM(b)", ["a", "b"], "RATIO"),
        ("SUM(a) / NULLIF(COUNT(DISTINCT b), 0) * 100", ["a", "b"], "RATIO"),
        ("CAST(SUM(a) AS DOUBLE) / SUM(b)", ["a", "b"], "RATIO"),
        ("(SUM(a) - SUM(b)) / SUM(a)", ["a", "b"], "RATIO"),
        ("CASE WHEN SUM(b) = 0 THEN NULL ELSE SUM(a) / SUM(b) END", ["a", "b"], "RATIO"),
        ("CASE WHEN MAX(a) > 1 THEN MAX(a) ELSE MIN(a) END", ["a"], None),
        ("SUM(a) - SUM(b)", ["a", "b"], "SUM"),
        ("MAX(a) - MAX(b)", ["a", "b"], None),
        ("SUM(a) + AVG(b)", ["a", "b"], None),
        ("SUM(a) * SUM(b)", ["a", "b"], None),
        ("SUM(CASE WHEN d.year = 2024 THEN s.amount ELSE 0 END)", ["d.year", "s.amount"], "SUM"),
        ("SUM(amount) FILTER (WHERE status = 'paid')", ["amount", "status"], "SUM"),
        ("SUM(SUM(a)) OVER (PARTITION BY b)", ["a", "b"], "SUM"),
        ("STDDEV(x)", ["x"], "STDDEV"),
        ("VARIANCE(x)", ["x"], "VARIANCE"),
        ("MEDIAN(x)", ["x"], "MEDIAN"),
        ("PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY x)", ["x"], "PERCENTILE_CONT"),
        ("first_name || ' ' || last_name", ["first_name", "last_name"], None),
        ("UPPER(name)", ["name"], None),
        ("1 + 1", [], None),
        ("SUM(a) / (SELECT COUNT(*) FROM t WHERE q = 1)", ["a"], "SUM"),
        ("DATEDIFF('day', a, b)", ["a", "b"], None),
        ("SUM(amount) AS total -- in EUR", ["amount"], "SUM"),
    ],
)
def test_expressions(expression: str, columns: Columns, aggregate: str | None) -> None:
    """Every column that is named, the kind of the aggregate; no row count, no bare column."""
    expected = ExpressionParts(tuple(tuple(one.split(".")) for one in columns), False, aggregate, None)
    assert expression_columns(expression, "ANSI_SQL") == expected


@pytest.mark.parametrize(
    ("expression", "columns", "aggregate"),
    [
        ("COUNT(*)", [], "COUNT"),
        ("COUNT(1)", [], "COUNT"),
        ("COUNT(sales.*)", [], "COUNT"),
        ("SUM(amount) / COUNT(*)", ["amount"], "RATIO"),
        ("SUM(amount) + COUNT(*)", ["amount"], None),
    ],
)
def test_counts_of_rows(expression: str, columns: Columns, aggregate: str | None) -> None:
    """A count that reads no column counts rows."""
    expected = ExpressionParts(tuple((one,) for one in columns), True, aggregate, None)
    assert expression_columns(expression, None) == expected


@pytest.mark.parametrize(
    ("expression", "parts"),
    [
        ("amount", ("amount",)),
        ("sales.amount", ("sales", "amount")),
        ('lake."s.t"."my ""col"""', ("lake", "s.t", 'my "col"')),
        ("(amount)", ("amount",)),
        ("date", ("date",)),
        ("a.b.c.d.e.f", ("a", "b", "c", "d", "e", "f")),
        ("amount AS total", ("amount",)),
    ],
)
def test_bare_columns(expression: str, parts: tuple[str, ...]) -> None:
    """The own name of the column is its last part."""
    assert expression_columns(expression, "ansi") == ExpressionParts((parts,), False, None, parts[-1])


@pytest.mark.parametrize(
    ("dialect", "expression", "expected"),
    [
        ("SNOWFLAKE", "DIV0(SUM(a), COUNT(b))", ExpressionParts((("a",), ("b",)), False, "RATIO", None)),
        ("BIGQUERY", "SAFE_DIVIDE(SUM(a), SUM(b))", ExpressionParts((("a",), ("b",)), False, "RATIO", None)),
        ("DATABRICKS", "try_divide(SUM(a), SUM(b))", ExpressionParts((("a",), ("b",)), False, "RATIO", None)),
        ("DATABRICKS", "`my col`", ExpressionParts((("my col",),), False, None, "my col")),
        ("DATABRICKS", '"a text"', ExpressionParts((), False, None, None)),
        ("SNOWFLAKE", "SUM(payload:price::int)", ExpressionParts((("payload",),), False, "SUM", None)),
        ("BIGQUERY", "DATE_TRUNC(d, WEEK(MONDAY))", ExpressionParts((("d",),), False, None, None)),
        ("ANSI_SQL", "`backticks`", ExpressionParts((("backticks",),), False, None, "backticks")),
        ("UNHEARD_OF", "SUM(a)", ExpressionParts((("a",),), False, "SUM", None)),
        ("UNHEARD_OF", 'SUM("a")', None),
        ("MDX", "SUM(a)", None),
        ("TABLEAU", "SUM([Sales])", None),
        ("MAQL", "SELECT SUM({fact/x})", None),
    ],
)
def test_dialects(dialect: str, expression: str, expected: ExpressionParts | None) -> None:
    """Quotes, functions and languages by dialect; an unknown one only when nothing depends on it."""
    assert expression_columns(expression, dialect) == expected


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "SUM(",
        "a, b",
        "a FROM t",
        "a WHERE b",
        "DISTINCT a",
        "a; DROP TABLE t",
        "a UNION SELECT b",
        "a LIMIT 1",
        "INTO t",
        "((((",
        "f(" * 300 + ")" * 300,
    ],
)
def test_what_is_no_expression(expression: str) -> None:
    """Nothing but one expression is read."""
    assert expression_columns(expression, "ANSI_SQL") is None


def test_the_time_is_bounded() -> None:
    """A clock that runs away ends the work."""
    ticks = iter(range(1_000_000))
    assert expression_columns("SUM(a)", None, clock=lambda: next(ticks), budget_seconds=2) is None
