"""What stands in the box of each table, and which of its places a line may end at."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from connector.bridge.plan.diagram.model import Detail, ErColumn, ErTable
from connector.bridge.plan.diagram.text import clean, shorten, width

TITLE_SIZE = 13
SUBTITLE_SIZE = 11
NAME_SIZE = 12
TYPE_SIZE = 11
MARK_SIZE = 10

PADDING = 11
MARK_GAP = 4
TYPE_GAP = 18
HEAD_HEIGHT = 30
TALL_HEAD_HEIGHT = 44
ROW_HEIGHT = 20
REST_HEIGHT = 20
BODY_PADDING = 4

MAX_ROWS = 40
"""Columns that a table shows at most. A table with more keys than that is no longer read row by row."""
MIN_WIDTH = 120
MAX_TITLE_WIDTH = 220
MAX_NAME_WIDTH = 190
MAX_TYPE_WIDTH = 88

PRIMARY_MARK = "PK"
FOREIGN_MARK = "FK"
HEAD_SLOT = 0


@dataclass(frozen=True, slots=True)
class Label:
    """A text as shown, and the text in full where that differs."""

    text: str
    full: str | None


@dataclass(frozen=True, slots=True)
class Row:
    """A column that is shown."""

    column: str
    name: Label
    type: Label | None
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """What is shown of one table.

    Attributes:
        id: Id of the table.
        title: Its name.
        subtitle: Its schema, when shown.
        rows: The columns that are shown.
        rest: What stands below them about the others, or None.
        outside: The table is drawn dashed.
        marks_width: Pixels that the key marks take, the gap behind them included; zero without any.
        width: Pixels that the box needs.
        slots: Heights of the places that lines end at, from the top: the head, each row, and the rest when there is one.
        columns: Names of all columns of the table.
    """

    id: str
    title: Label
    subtitle: Label | None
    rows: tuple[Row, ...]
    rest: str | None
    outside: bool
    marks_width: int
    width: int
    slots: tuple[int, ...]
    columns: frozenset[str]


def card(table: ErTable, detail: Detail, joining: Set[str], *, with_subtitle: bool) -> Card:
    """Choose what a table shows.

    Args:
        table: The table.
        detail: How much to show.
        joining: Names of its columns that relations join by.
        with_subtitle: Whether tables say which schema they are in.

    Returns:
        The card, primary keys first, then the other columns in the table's order.
    """
    shown = _shown_columns(table, detail, joining)
    rows = tuple(_row(column, with_type=detail is Detail.FULL) for column in shown)
    title = label(table.title, TITLE_SIZE, MAX_TITLE_WIDTH, bold=True)
    subtitle = (
        label(table.subtitle, SUBTITLE_SIZE, MAX_TITLE_WIDTH)
        if with_subtitle and table.subtitle and detail is not Detail.NAMES
        else None
    )
    rest = None if detail is Detail.NAMES else _rest(len(table.columns) - len(rows), bool(rows))
    marks_width = max((_marks_width(row.marks) for row in rows), default=0)
    needs = [
        width(title.text, TITLE_SIZE, bold=True),
        width(subtitle.text, SUBTITLE_SIZE) if subtitle else 0,
        width(rest, TYPE_SIZE) + marks_width if rest else 0,
        *(marks_width + _row_width(row) for row in rows),
    ]
    return Card(
        id=table.id,
        title=title,
        subtitle=subtitle,
        rows=rows,
        rest=rest,
        outside=table.outside,
        marks_width=marks_width,
        width=max(MIN_WIDTH, max(needs) + 2 * PADDING),
        slots=(
            TALL_HEAD_HEIGHT if subtitle else HEAD_HEIGHT,
            *(ROW_HEIGHT for _ in rows),
            *([REST_HEIGHT] if rest else []),
        ),
        columns=frozenset(column.name for column in table.columns),
    )


def box_height(slots: Sequence[int]) -> int:
    """Give the height of a box from the heights of its places, in pixels."""
    return sum(slots) + (2 * BODY_PADDING if len(slots) > 1 else 0)


def slot_centre(slots: Sequence[int], slot: int) -> int:
    """Give the middle of a place, in pixels below the top of the box.

    Args:
        slots: Heights of the box's places.
        slot: Index of the place.
    """
    return sum(slots[:slot]) + (0 if slot == HEAD_SLOT else BODY_PADDING) + slots[slot] // 2


def mark_width(mark: str) -> int:
    """Give the room that a key mark takes, the gap behind it included, in pixels."""
    return width(mark, MARK_SIZE, bold=True) + MARK_GAP


def label(text: str, size: int, limit: int, *, bold: bool = False) -> Label:
    """Make a text from the model fit for a place in the diagram.

    Args:
        text: Any text.
        size: Font size in pixels.
        limit: Pixels that it may take.
        bold: Whether it is set in a bold face.

    Returns:
        The text to show, with the full one when it had to be shortened.
    """
    full = clean(text)
    short = shorten(full, size, limit, bold=bold)
    return Label(short, None if short == full else full)


def _shown_columns(table: ErTable, detail: Detail, joining: Set[str]) -> list[ErColumn]:
    """Pick the columns that are shown, primary keys first."""
    if detail is Detail.NAMES:
        return []
    shown = [column for column in table.columns if column.primary]
    if detail is Detail.FULL:
        shown += [
            column
            for column in table.columns
            if not column.primary and (column.foreign or column.name in joining)
        ]
    return shown[:MAX_ROWS]


def _row(column: ErColumn, *, with_type: bool) -> Row:
    """Make the row of a column."""
    marks = ((PRIMARY_MARK, column.primary), (FOREIGN_MARK, column.foreign and with_type))
    return Row(
        column=column.name,
        name=label(column.name, NAME_SIZE, MAX_NAME_WIDTH),
        type=label(column.type, TYPE_SIZE, MAX_TYPE_WIDTH) if with_type and column.type.strip() else None,
        marks=tuple(mark for mark, has in marks if has),
    )


def _row_width(row: Row) -> int:
    """Tell how wide a row is behind its marks."""
    beside = TYPE_GAP + width(row.type.text, TYPE_SIZE) if row.type else 0
    return width(row.name.text, NAME_SIZE) + beside


def _marks_width(marks: tuple[str, ...]) -> int:
    """Tell how much room key marks take."""
    return sum(map(mark_width, marks)) + (MARK_GAP if marks else 0)


def _rest(count: int, beside_rows: bool) -> str | None:
    """Say how many columns are not shown."""
    if count <= 0:
        return None
    return f"{'+ ' if beside_rows else ''}{count:,} column{'' if count == 1 else 's'}"
