"""Small models for the tests of the semantic layer, and a parser that knows a few expressions by heart."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from connector.bridge.plan.model import Note, ObjectKey
from connector.bridge.plan.ossie import OssieReading, read_model
from connector.bridge.plan.ossie.columns import ExpressionParts, TableFacts
from connector.bridge.plan.ossie.model import OssieModel
from connector.bridge.plan.ossie.source import PlacedModel, place

Json = dict[str, Any]

MODEL = ObjectKey("lake", ("shop",), "sales")
ORDERS = ObjectKey("lake", ("shop",), "orders")
CUSTOMERS = ObjectKey("lake", ("shop",), "customers")


@dataclass(frozen=True, slots=True)
class Parts:
    """What a parser would find."""

    columns: tuple[tuple[str, ...], ...] = ()
    counts_rows: bool = False
    aggregate: str | None = None
    bare_column: str | None = None


def parts(*columns: str, aggregate: str | None = None, rows: bool = False) -> Parts:
    """Give parts with columns as dotted names."""
    return Parts(tuple(tuple(one.split(".")) for one in columns), rows, aggregate)


KNOWN: Mapping[str, Parts] = {
    "SUM(orders.amount)": parts("orders.amount", aggregate="SUM"),
    "SUM(amount)": parts("amount", aggregate="SUM"),
    "COUNT(*)": parts(rows=True, aggregate="COUNT"),
    "COUNT(DISTINCT customers.id)": parts("customers.id", aggregate="COUNT"),
    "SUM(orders.amount) / COUNT(DISTINCT customers.id)": parts(
        "orders.amount", "customers.id", aggregate="RATIO"
    ),
    "first || last": parts("first", "last"),
}
"""Expressions that are parsed in these tests; any other does not parse, except names."""

_NAME = re.compile(r"[\w ]+(\.[\w ]+)*")


@dataclass(slots=True)
class FakeReader:
    """A parser by heart; it remembers what it was asked."""

    known: Mapping[str, Parts] = field(default_factory=lambda: KNOWN)
    asked: list[tuple[str, str | None]] = field(default_factory=list)

    def __call__(self, expression: str, dialect: str | None, /) -> ExpressionParts | None:
        self.asked.append((expression, dialect))
        if expression in self.known:
            return self.known[expression]
        if _NAME.fullmatch(expression):
            names = tuple(expression.split("."))
            return Parts((names,), bare_column=names[-1])
        return None


def expression(code: str, dialect: str = "ANSI_SQL", **others: str) -> Json:
    """Make an expression in one dialect and more."""
    pairs = {dialect: code, **others}
    return {"dialects": [{"dialect": name, "expression": text} for name, text in pairs.items()]}


def ossie_field(name: str, code: str | None = None, **more: Any) -> Json:
    """Make a field; its expression is its name unless another is given."""
    return {"name": name, "expression": expression(code or name), **more}


def dataset(name: str, *fields: str | Json, source: str | None = None, **more: Any) -> Json:
    """Make a dataset; fields given by name are columns."""
    whole = [ossie_field(one) if isinstance(one, str) else one for one in fields]
    return {"name": name, "source": source or name, "fields": whole, **more}


def relationship(start: str, end: str, *pairs: tuple[str, str], name: str | None = None) -> Json:
    """Make a relationship by pairs of columns."""
    return {
        "name": name or f"{start}_to_{end}",
        "from": start,
        "to": end,
        "from_columns": [one for one, _ in pairs],
        "to_columns": [other for _, other in pairs],
    }


def metric(name: str, code: str = "SUM(orders.amount)", **more: Any) -> Json:
    """Make a metric."""
    return {"name": name, "expression": expression(code), **more}


def ossie(
    *datasets: Json,
    relationships: list[Json] | None = None,
    metrics: list[Json] | None = None,
    name: str = "sales",
) -> Json:
    """Make a model."""
    return {
        "name": name,
        "datasets": list(datasets),
        "relationships": relationships or [],
        "metrics": metrics or [],
    }


def read(document: object, key: ObjectKey = MODEL) -> OssieReading:
    """Read a document under the usual key."""
    return read_model(key, document)


def model(raw: Json, key: ObjectKey = MODEL) -> OssieModel:
    """Read one model that is in order."""
    reading = read_model(key, raw)
    assert reading.whole, reading.notes
    (one,) = reading.models
    return one


def facts(key: ObjectKey, *columns: str, **more: Any) -> TableFacts:
    """Make a table whose columns are published under their own names."""
    return TableFacts(key, {name: name for name in columns}, **more)


def table(name: str, *columns: str, **more: Any) -> TableFacts:
    """Make a table beside the model."""
    return facts(ObjectKey("lake", ("shop",), name), *columns, **more)


def catalog(*tables: TableFacts) -> dict[ObjectKey, TableFacts]:
    """Put tables into a catalog."""
    return {one.key: one for one in tables}


def placed(
    raw: Json,
    listed: Callable[[ObjectKey], bool] = lambda key: " " not in key.name,
    *,
    listing: str = "a",
    key: ObjectKey = MODEL,
) -> PlacedModel:
    """Read a model and place it; unless told otherwise, all tables are listed."""
    found, _ = place(listing, model(raw, key), listed)
    return found


def texts(notes: tuple[Note, ...]) -> list[str]:
    """Give the texts of notes."""
    return [note.text for note in notes]
