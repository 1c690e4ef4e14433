"""Value objects of the demo installation, free of any library, and short constructors for columns.

The column constructors carry the names of the data types of the TPC-DS specification, section 2.2:
`identifier` is kept as an Iceberg `long`, so that all joins are between columns of one type, and `char(n)`
and `varchar(n)` as `string`, because Iceberg has no text type of limited length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

CATALOG = "lake"
BASE: tuple[str, ...] = ("tpcds",)
MARTS: tuple[str, ...] = ("tpcds", "marts")

Load = Literal["continuous", "once"]


@dataclass(frozen=True)
class Column:
    """A column of a table or view; `references` names the table whose key it holds."""

    name: str
    type: str
    doc: str
    required: bool = False
    references: str | None = None


@dataclass(frozen=True)
class Partition:
    """A partition field: the source column and the transform as the Iceberg specification writes it."""

    column: str
    transform: str = "identity"


@dataclass(frozen=True)
class Table:
    """An Iceberg table.

    Attributes:
        name: Name in the namespace `tpcds`.
        comment: One or two plain sentences, kept in the table property `comment`.
        key: Columns of the primary key, kept as Iceberg identifier fields.
        rows: Number of rows at scale factor 1.
        row_bytes: Average length of a row in bytes of text, as the specification's sizing table gives it.
        columns: All columns in the order of the specification.
        description: Markdown text of the shared object itself, where a comment isn't enough.
        partitions: Fields of the current partition spec.
        was_unpartitioned: Whether an older, unpartitioned spec stands before the current one.
        sort: Columns of the sort order, ascending.
        added_later: Columns that the table's first schema did not have.
        load: `continuous` for tables that grow by appends, `once` for those written in one go.
        format_version: Version of the Iceberg table format.
        single_schema_form: Version 1 only: write `schema` and `partition-spec` without the lists, as early
            writers did.
    """

    name: str
    comment: str
    key: tuple[str, ...]
    rows: int
    row_bytes: int
    columns: tuple[Column, ...]
    description: str | None = None
    partitions: tuple[Partition, ...] = ()
    was_unpartitioned: bool = False
    sort: tuple[str, ...] = ()
    added_later: tuple[str, ...] = ()
    load: Load = "once"
    format_version: Literal[1, 2, 3] = 2
    single_schema_form: bool = False


@dataclass(frozen=True)
class View:
    """An Iceberg view.

    Attributes:
        name: Name of the view.
        comment: One or two plain sentences, kept in the view property `comment`.
        dialects: Dialects of the current version's SQL, which is kept in files named `<name>.<dialect>.sql`.
        columns: The columns of the result.
        namespace: Levels of the namespace.
        description: Markdown text of the shared object itself.
        earlier_dialects: Dialects of the version before, kept in `<name>.earlier.<dialect>.sql`; empty when
            there is none.
    """

    name: str
    comment: str
    dialects: tuple[str, ...]
    columns: tuple[Column, ...]
    namespace: tuple[str, ...] = MARTS
    description: str | None = None
    earlier_dialects: tuple[str, ...] = ()


@dataclass(frozen=True)
class Team:
    """A team that owns listings."""

    team: str
    display_name: str
    email: str
    description: str


@dataclass(frozen=True)
class Listing:
    """A listing: what is shared together, by whom, and why; its text is kept in `<id>.md`."""

    id: str
    version: str
    name: str
    updated_at: str
    owners: tuple[Team, ...]
    tags: tuple[str, ...]
    tables: tuple[str, ...]
    views: tuple[str, ...]


def key(name: str, doc: str, *, references: str | None = None) -> Column:
    """Make a column that is part of a primary key, hence never null."""
    return Column(name, "long", _with_reference(doc, references), required=True, references=references)


def business_id(name: str, thing: str) -> Column:
    """Make the column with the identifier that the business uses, 16 characters, never null."""
    return Column(name, "string", f"Identifier of the {thing} in the business, 16 characters.", required=True)


def reference(name: str, references: str, doc: str) -> Column:
    """Make a column that holds the key of another table."""
    return Column(name, "long", _with_reference(doc, references), references=references)


def identifier(name: str, doc: str) -> Column:
    """Make a key-like column that the specification binds to no table."""
    return Column(name, "long", doc)


def integer(name: str, doc: str) -> Column:
    """Make a column of whole numbers."""
    return Column(name, "int", doc)


def long(name: str, doc: str) -> Column:
    """Make a column of whole numbers of 64 bits, as sums and counts in views are."""
    return Column(name, "long", doc)


def text(name: str, doc: str) -> Column:
    """Make a text column."""
    return Column(name, "string", doc)


def date(name: str, doc: str) -> Column:
    """Make a date column."""
    return Column(name, "date", doc)


def decimal(name: str, precision: int, scale: int, doc: str) -> Column:
    """Make a column of exact decimal numbers."""
    return Column(name, f"decimal({precision}, {scale})", doc)


def money(name: str, doc: str) -> Column:
    """Make a column of amounts, `decimal(7, 2)` everywhere but for one column of the specification."""
    return decimal(name, 7, 2, doc)


def total(name: str, doc: str) -> Column:
    """Make a column of summed amounts: the sum of `decimal(7, 2)` is a `decimal(17, 2)` in Spark."""
    return decimal(name, 17, 2, doc)


def _with_reference(doc: str, references: str | None) -> str:
    return doc if references is None else f"{doc.removesuffix('.')}; key of `{references}`."
