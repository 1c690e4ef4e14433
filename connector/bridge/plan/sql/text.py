"""From SQL text to a syntax tree: dialects, limits, and a parser that keeps quiet and within its time.

The texts come from other people's catalogs, so nothing that they hold may raise, hang, or end up in a log.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, cast

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect, Dialects
from sqlglot.parser import Parser
from sqlglot.tokenizer_core import Token, TokenType

MAX_CHARACTERS = 250_000
MAX_NAME_CHARACTERS = 1_000
MAX_NESTING = 500

DATE_FUNCTIONS = frozenset(
    {
        "DATEADD",
        "DATEDIFF",
        "DATENAME",
        "DATEPART",
        "DATETIME_ADD",
        "DATETIME_DIFF",
        "DATETIME_SUB",
        "DATETIME_TRUNC",
        "DATE_ADD",
        "DATE_DIFF",
        "DATE_PART",
        "DATE_SUB",
        "DATE_TRUNC",
        "LAST_DAY",
        "TIMESTAMPADD",
        "TIMESTAMPDIFF",
        "TIMESTAMP_ADD",
        "TIMESTAMP_DIFF",
        "TIMESTAMP_SUB",
        "TIMESTAMP_TRUNC",
        "TIME_ADD",
        "TIME_DIFF",
        "TIME_SLICE",
        "TIME_SUB",
        "TIME_TRUNC",
        "TRUNC",
    }
)
"""Functions that have a unit, such as `day`, among their arguments."""

ANSI = ""
"""The parser's name for the dialect that is close to the standard."""

# Views of Athena are Trino's SQL; the parser's own Athena dialect hands the text to other parsers.
_ALIASES = {
    "": ANSI,
    "ansi": ANSI,
    "ansi_sql": ANSI,
    "sql": ANSI,
    "spark_sql": "spark",
    "sparksql": "spark",
    "databricks_sql": "databricks",
    "postgresql": "postgres",
    "mssql": "tsql",
    "sqlserver": "tsql",
    "sql_server": "tsql",
    "transact_sql": "tsql",
    "googlesql": "bigquery",
    "impala": "hive",
    "mariadb": "mysql",
    "starburst": "trino",
    "athena": "trino",
}
_OTHER_LANGUAGES = frozenset({"dax", "maql", "mdx", "prql", "solr", "tableau"})
_KNOWN = frozenset(one.value for one in Dialects) - _OTHER_LANGUAGES
_TRIED_FOR_UNKNOWN = (ANSI, "spark", "trino", "snowflake", "tsql")

_NAMES = (TokenType.IDENTIFIER, TokenType.VAR)
_DEPTH = {TokenType.L_PAREN: 1, TokenType.R_PAREN: -1}
_QUERY_STARTS = frozenset({"(", "FROM", "SEL", "SELECT", "VALUES", "WITH"})
_OPTIONS_BEHIND = [
    option.split()
    for option in (
        "WITH NO DATA",
        "WITH DATA",
        "WITH CASCADED CHECK OPTION",
        "WITH LOCAL CHECK OPTION",
        "WITH CHECK OPTION",
        "WITH READ ONLY",
        "WITH NO SCHEMA BINDING",
    )
]
_BRACKET = re.compile(r"[()\[\]{}]")
_quiet: ContextVar[bool] = ContextVar("sql_parser_is_quiet", default=False)
_Node = TypeVar("_Node", bound=exp.Expression)


class UnreadableSqlError(Exception):
    """The SQL can't be followed; the text says why and holds nothing of the SQL."""


class Budget:
    """The time that one text may take."""

    def __init__(self, clock: Callable[[], float], seconds: float) -> None:
        """Start counting.

        Args:
            clock: Gives the time in seconds; never runs backwards.
            seconds: How long the work may take.
        """
        self._clock = clock
        self._seconds = seconds
        self._end = clock() + seconds

    def check(self) -> None:
        """Go on when there is time left.

        Raises:
            UnreadableSqlError: The time is over.
        """
        if self._clock() > self._end:
            raise UnreadableSqlError(f"reading it takes more than {self._seconds:g} seconds")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a text.

    The parser turns pipes (`|>`) into queries whose columns can be in another order, so in a `piped` one only the tables are right.
    """

    dialect: str
    tree: exp.Expression
    piped: bool = False


class _DropWhenQuiet(logging.Filter):
    """Drops the parser's warnings, which repeat the SQL, but only those of our own calls."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not _quiet.get()


_DROP_WHEN_QUIET = _DropWhenQuiet()


@contextmanager
def _quietly() -> Iterator[None]:
    """Keep the parser from logging in this thread; others that use the same parser still get its warnings."""
    logging.getLogger("sqlglot").addFilter(_DROP_WHEN_QUIET)
    token = _quiet.set(True)
    try:
        yield
    finally:
        _quiet.reset(token)


class _Timed(Parser):
    """Looks at the budget whenever a node is made, since the parser tries some texts in very many ways."""

    budget: Budget

    def expression(self, exp_class: type[_Node], *args: Any, **kwargs: Any) -> _Node:
        self.budget.check()
        return super().expression(exp_class, *args, **kwargs)


@cache
def _parser_class(dialect: str) -> type[_Timed]:
    """Put the budget into a dialect's parser.

    In standard SQL nobody knows where a date function has its unit. The parser takes the last argument for one even if it is a column,
    so there these functions are read as any other.
    """
    base = Dialect.get_or_raise(dialect).parser_class
    changes = (
        {} if dialect else {"FUNCTIONS": {k: v for k, v in base.FUNCTIONS.items() if k not in DATE_FUNCTIONS}}
    )
    metaclass: type[type] = type(base)
    return cast("type[_Timed]", metaclass(f"Timed{base.__qualname__}", (_Timed, base), changes))


def readings(sql: str, dialect: str | None, budget: Budget) -> tuple[Reading, ...]:
    """Parse one statement.

    Args:
        sql: The text.
        dialect: As declared; None, "ansi" and the like for standard SQL.
        budget: The time it may take.

    Returns:
        One reading for a dialect that the parser knows. For standard SQL that does not parse as such, and for an unknown dialect,
        the readings of all dialects that could be meant.

    Raises:
        UnreadableSqlError: The text is too large, nested too deeply, takes too long, or is not one statement.
    """
    _check_size(sql)
    name = re.sub(r"[\s-]+", "_", (dialect or "").strip().lower())
    name = _ALIASES.get(name, name)
    if name in _OTHER_LANGUAGES:
        raise UnreadableSqlError("its language is not SQL")
    if name in _KNOWN:
        try:
            return (_parse(sql, name, budget),)
        except UnreadableSqlError:
            budget.check()
            if name != ANSI:
                raise
    found = []
    for candidate in _TRIED_FOR_UNKNOWN:
        try:
            found.append(_parse(sql, candidate, budget))
        except UnreadableSqlError:
            budget.check()
    if not found:
        raise UnreadableSqlError("no dialect that was tried can parse it")
    return tuple(found)


def _check_size(sql: str) -> None:
    """Refuse what would take the parser long for nothing."""
    if len(sql) > MAX_CHARACTERS:
        raise UnreadableSqlError(f"it has more than {MAX_CHARACTERS:,} characters")
    depth = 0
    for bracket in _BRACKET.findall(sql):
        depth += 1 if bracket in "([{" else -1
        if depth > MAX_NESTING:
            raise UnreadableSqlError(f"it is nested more than {MAX_NESTING} levels deep")


def _parse(sql: str, dialect: str, budget: Budget) -> Reading:
    """Parse one statement in one dialect of the parser."""
    budget.check()
    try:
        with _quietly():
            tokens = _query_tokens(_checked(Dialect.get_or_raise(dialect).tokenize(sql)))
            budget.check()
            parser = _parser_class(dialect)(dialect=dialect)
            parser.budget = budget
            parsed = parser.parse(tokens, sql)
    except UnreadableSqlError:
        raise
    except RecursionError as error:
        raise UnreadableSqlError("it is nested too deeply") from error
    except Exception as error:
        # Any text gets here, and on odd ones the parser fails with errors of its own code as well.
        raise UnreadableSqlError(f"it can't be parsed as {dialect or 'standard SQL'}") from error
    statements = [one for one in parsed if one is not None and not isinstance(one, exp.Semicolon)]
    if len(statements) != 1:
        raise UnreadableSqlError("it is not one statement")
    return Reading(dialect, statements[0], any(one.token_type == TokenType.PIPE_GT for one in tokens))


def _checked(tokens: list[Token]) -> list[Token]:
    """Refuse tokens that would take the parser long, and leave out hints.

    The parser looks into every long name again and again, in case it is a type, and reads hints by a second parser that knows no
    budget. Neither says anything about lineage.
    """
    if any(len(one.text) > MAX_NAME_CHARACTERS and one.token_type in _NAMES for one in tokens):
        raise UnreadableSqlError(f"a name in it has more than {MAX_NAME_CHARACTERS:,} characters")
    return [one for one in tokens if one.token_type != TokenType.HINT]


def _query_tokens(tokens: list[Token]) -> list[Token]:
    """Take the query out of a CREATE VIEW; every engine has options of its own around it, and many are unknown to the parser."""
    if not tokens or tokens[0].text.upper() != "CREATE":
        return tokens
    words = ["" if one.token_type == TokenType.STRING else one.text.upper() for one in tokens]
    if "VIEW" not in words:
        return tokens
    depth = 0
    for at in range(words.index("VIEW"), len(tokens) - 1):
        depth += _DEPTH.get(tokens[at].token_type, 0)
        if depth == 0 and words[at] == "AS" and words[at + 1] in _QUERY_STARTS:
            return tokens[at + 1 : _end_of_query(words)]
    return tokens


def _end_of_query(words: list[str]) -> int:
    """Tell where the query of a CREATE VIEW ends."""
    end = len(words)
    while end and words[end - 1] == ";":
        end -= 1
    for option in _OPTIONS_BEHIND:
        if words[max(0, end - len(option)) : end] == option:
            return end - len(option)
    return end


def query_of(statement: exp.Expression) -> exp.Expression:
    """Check that a statement is a query.

    Args:
        statement: A statement.

    Returns:
        The statement.

    Raises:
        UnreadableSqlError: It is something else.
    """
    if isinstance(statement, (exp.Query, exp.Values, exp.Pivot)):
        return statement
    raise UnreadableSqlError("it is not a query")
