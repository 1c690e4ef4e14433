"""Any input: whatever JSON a document holds, reading and planning come to an end without an error."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from connector.bridge.plan.keys import key_plans
from connector.bridge.plan.metrics import metric_plans
from connector.bridge.plan.ossie import read_model
from connector.bridge.plan.ossie.source import place
from connector.bridge.plan.ossie.texts import table_texts
from tests.plan.ossie.samples import MODEL, FakeReader, catalog, table
from tests.plan.samples import STEADY

WORDS = [
    "version",
    "semantic_model",
    "name",
    "datasets",
    "source",
    "primary_key",
    "unique_keys",
    "fields",
    "expression",
    "dialects",
    "dialect",
    "description",
    "dimension",
    "is_time",
    "label",
    "datatype",
    "ai_context",
    "synonyms",
    "instructions",
    "examples",
    "custom_extensions",
    "vendor_name",
    "data",
    "relationships",
    "from",
    "to",
    "from_columns",
    "to_columns",
    "metrics",
]
TEXTS = (
    "orders",
    "customers",
    "id",
    "a.b",
    "SUM(orders.amount)",
    "ANSI_SQL",
    "MDX",
    "0.2.0",
    "select 1",
    "\ud800",
    "",
)

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(TEXTS) | st.text(max_size=6)
)
anything: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=6),
    max_leaves=25,
)
texts = st.sampled_from(TEXTS) | scalars
names = st.lists(texts, max_size=3) | scalars
expressions = st.fixed_dictionaries(
    {
        "dialects": st.lists(st.fixed_dictionaries({"dialect": texts, "expression": texts}), max_size=2)
        | anything
    }
)
fields = st.fixed_dictionaries(
    {"name": texts, "expression": expressions | anything},
    optional={"dimension": anything, "datatype": texts, "description": texts, "ai_context": anything},
)
datasets = st.fixed_dictionaries(
    {"name": texts, "source": texts},
    optional={
        "primary_key": names,
        "unique_keys": st.lists(names, max_size=2) | anything,
        "fields": st.lists(fields | anything, max_size=3),
        "description": anything,
        "custom_extensions": anything,
    },
)
relationships = st.fixed_dictionaries(
    {"name": texts, "from": texts, "to": texts, "from_columns": names, "to_columns": names}
)
metrics = st.fixed_dictionaries(
    {"name": texts, "expression": expressions},
    optional={"description": texts, "ai_context": anything, "datatype": texts},
)
models = st.fixed_dictionaries(
    {"name": texts},
    optional={
        "datasets": st.lists(datasets | anything, max_size=3),
        "relationships": st.lists(relationships | anything, max_size=3),
        "metrics": st.lists(metrics | anything, max_size=3),
        "ai_context": anything,
    },
)
documents = (
    anything
    | models
    | st.lists(models | anything, max_size=3)
    | st.fixed_dictionaries(
        {"version": scalars | anything, "semantic_model": models | st.lists(models, max_size=2)}
    )
)


@settings(STEADY, max_examples=300)
@given(documents)
def test_any_document_is_read_and_planned(document: object) -> None:
    reading = read_model(MODEL, document)
    tables = catalog(table("orders", "id", "amount"), table("customers", "id"))
    placed = [place("a", one, tables.__contains__)[0] for one in reading.models]
    keys = key_plans(placed, tables, FakeReader())
    planned = metric_plans("acme", placed, tables, FakeReader())
    described = table_texts(placed, tables, FakeReader())
    assert reading.whole or reading.notes
    assert len(planned.plans) == sum(len(one.metrics) for one in reading.models)
    assert set(described.tables) <= set(tables)
    for note in (*reading.notes, *keys.notes, *planned.notes, *described.notes):
        assert note.text.isprintable()
        note.text.encode()


@settings(STEADY, max_examples=100)
@given(documents)
def test_json_text_says_the_same_as_what_it_holds(document: object) -> None:
    """Except for a text itself, which would be taken for JSON one more time."""
    if isinstance(document, str):
        document = [document]
    whole = read_model(MODEL, json.loads(json.dumps(document)))
    assert repr(read_model(MODEL, json.dumps(document))) == repr(whole)
