"""What an ER diagram is made from, and what comes out: frozen values that know nothing of geometry."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Detail(str, Enum):
    """How much of each table a diagram shows."""

    FULL = "full"
    """Key columns and the columns that join, with their types."""
    KEYS = "keys"
    """Primary keys without types; the columns that refer to them are only counted."""
    NAMES = "names"
    """Tables by name, and one line for each two tables that are related."""


@dataclass(frozen=True, slots=True)
class ErColumn:
    """A column of a table in the diagram."""

    name: str
    type: str
    primary: bool
    foreign: bool


@dataclass(frozen=True, slots=True)
class ErTable:
    """A table of the diagram.

    Attributes:
        id: What relations name it by; different for every table.
        title: The name that is shown.
        subtitle: The schema it is in, or None. Shown in the table when the tables are of several schemas, else once below.
        columns: All columns in their order; the diagram chooses which of them it shows.
        outside: The table is not in the listing, so it is drawn dashed.
    """

    id: str
    title: str
    subtitle: str | None
    columns: tuple[ErColumn, ...]
    outside: bool


@dataclass(frozen=True, slots=True)
class ErRelation:
    """A relation from the table that refers to the table that is referred to.

    Attributes:
        name: The name that the model gives it.
        from_table: Id of the table that refers.
        to_table: Id of the table that is referred to; the same one for a self relation.
        from_columns: Columns of the first table. One that the table has not got is no error: the line ends at the table's head.
        to_columns: Columns of the second table.
        one_to_one: ONE_TO_ONE when true, else MANY_TO_ONE.
    """

    name: str
    from_table: str
    to_table: str
    from_columns: tuple[str, ...]
    to_columns: tuple[str, ...]
    one_to_one: bool


@dataclass(frozen=True, slots=True)
class ErModel:
    """All that a diagram shows. The order of tables and relations means nothing.

    A relation may name a table that is not among the tables: it is drawn as one outside the listing, by its id.

    Raises:
        ValueError: Two tables have one id.
    """

    title: str
    tables: tuple[ErTable, ...]
    relations: tuple[ErRelation, ...]

    def __post_init__(self) -> None:
        """Refuse tables that relations could not tell apart."""
        seen: set[str] = set()
        for table in self.tables:
            if table.id in seen:
                raise ValueError(f"two tables of the diagram have the id {table.id!r}")
            seen.add(table.id)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished diagram.

    Attributes:
        svg: The whole SVG document, without an XML declaration.
        detail: How much of each table it shows.
        width: Natural width in pixels.
        height: Natural height in pixels.
        alt: One line of plain text that says what the picture shows.
    """

    svg: str
    detail: Detail
    width: int
    height: int
    alt: str
