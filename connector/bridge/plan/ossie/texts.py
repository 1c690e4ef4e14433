"""Descriptions that semantic models give to tables and columns (design: mapping, "Fields" and "Precedence").

They come last: a table's own description and comment, and a column's own doc, are not looked at here and win.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from connector.bridge.plan.model import Note, ObjectKey
from connector.bridge.plan.ossie.columns import DatasetColumns, ExpressionReader, ModelColumns, TableFacts
from connector.bridge.plan.ossie.losses import NO_PLACE, Losses
from connector.bridge.plan.ossie.source import PlacedModel, in_order


@dataclass(frozen=True, slots=True)
class TableTexts:
    """What models say of a table and, by their published names, of its columns."""

    description: str | None
    columns: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TextReading:
    """Texts by table, and descriptions of fields that describe no column."""

    tables: Mapping[ObjectKey, TableTexts]
    notes: tuple[Note, ...]


@dataclass(slots=True)
class _Texts:
    description: str | None = None
    columns: dict[str, str] = field(default_factory=dict)


def table_texts(
    models: Iterable[PlacedModel], tables: Mapping[ObjectKey, TableFacts], read: ExpressionReader
) -> TextReading:
    """Collect what models say of tables and columns.

    Args:
        models: The models of all listings, each once, with their tables.
        tables: The tables and views that the catalog gets.
        read: The parser of expressions.

    Returns:
        For each table or column the text of the first model by listing and name, and of its first dataset by name, that has one.
    """
    found: dict[ObjectKey, _Texts] = {}
    notes: list[Note] = []
    for placed in in_order(models):
        losses = Losses(placed.model.label)
        columns = ModelColumns(placed, tables, read)
        for dataset in sorted(placed.model.datasets, key=lambda one: one.name):
            known = columns.dataset(dataset.name)
            if known is None or known.table is None:
                continue
            texts = found.setdefault(known.table.key, _Texts())
            texts.description = texts.description or dataset.description
            for column, text in _column_texts(known, losses).items():
                texts.columns.setdefault(column, text)
        notes.extend(losses.notes())
    return TextReading(
        {key: TableTexts(texts.description, texts.columns) for key, texts in found.items()}, tuple(notes)
    )


def _column_texts(known: DatasetColumns, losses: Losses) -> dict[str, str]:
    """Give a dataset's texts by column: of fields that are the column, else of one that has its name.

    Of several fields that are one column, the one of its name counts, else the first by name.
    """
    ranked: dict[str, tuple[int, str, str]] = {}
    lost = []
    for one in sorted(known.dataset.fields, key=lambda one: one.name):
        if one.description is None:
            continue
        bare, named = known.bare_column(one), known.columns.find(one.name)
        column = bare or named
        if column is None:
            lost.extend([] if one.dimension else [f"{known.dataset.name}.{one.name}"])
            continue
        rank = 2 if bare is None else int(bare != named)
        ranked[column] = min(ranked.get(column, (3, "", "")), (rank, one.name, one.description))
    losses.lost("descriptions of fields that are neither columns nor dimensions", NO_PLACE, lost)
    return {column: text for column, (_, _, text) in ranked.items()}
