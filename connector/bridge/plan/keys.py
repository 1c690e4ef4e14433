"""Primary, unique and foreign keys from Iceberg identifier fields and Ossie models (design: mapping, "Keys" and "Precedence").

Column names of the plans are those in the catalog. Every key that can't be sent is noted with its reason; a relationship that can't be
sent is still given, so that it can be drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from connector.bridge.errors import Code
from connector.bridge.plan.model import Note, ObjectKey
from connector.bridge.plan.ossie.columns import DatasetColumns, ExpressionReader, ModelColumns, TableFacts
from connector.bridge.plan.ossie.losses import label
from connector.bridge.plan.ossie.model import OssieDataset, OssieRelationship
from connector.bridge.plan.ossie.source import ModelOrder, PlacedModel, SourceProblem, in_order

Columns = tuple[str, ...]


class ConstraintKind(str, Enum):
    """Kinds of constraints, named as the catalog's `ConstraintType`."""

    PRIMARY_KEY = "PRIMARY_KEY"
    UNIQUE = "UNIQUE"
    FOREIGN_KEY = "FOREIGN_KEY"


class RelationshipType(str, Enum):
    """Cardinality of a foreign key, named as the catalog's `RelationshipType`."""

    MANY_TO_ONE = "MANY_TO_ONE"
    ONE_TO_ONE = "ONE_TO_ONE"


@dataclass(frozen=True, slots=True)
class ConstraintPlan:
    """One constraint; a foreign key's columns and referred columns stand in pairs, sorted by the former."""

    kind: ConstraintKind
    columns: Columns
    referred_table: ObjectKey | None = None
    referred_columns: Columns = ()
    relationship_type: RelationshipType | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class KeyPlan:
    """All constraints of one table: primary key, unique keys, foreign keys, each kind sorted."""

    table: ObjectKey
    constraints: tuple[ConstraintPlan, ...]


@dataclass(frozen=True, slots=True)
class RelationPlan:
    """A relationship of a model as it is to be drawn, sent or not.

    A table is None when the source of its dataset is no listed table; columns that were not found keep the model's names for them.
    `problem` says why no foreign key was sent, None when the catalog has it.
    """

    model: ObjectKey
    model_name: str
    name: str
    from_dataset: str
    to_dataset: str
    from_table: ObjectKey | None
    to_table: ObjectKey | None
    from_columns: Columns
    to_columns: Columns
    relationship_type: RelationshipType
    problem: str | None


@dataclass(frozen=True, slots=True)
class KeyReading:
    """The keys of all tables that have some, all relationships, and what could not be sent."""

    plans: tuple[KeyPlan, ...]
    relations: tuple[RelationPlan, ...]
    notes: tuple[Note, ...]


class _DroppedError(Exception):
    """A key can't be sent; the text says why, as a clause."""


def key_plans(
    models: Iterable[PlacedModel], tables: Mapping[ObjectKey, TableFacts], read: ExpressionReader
) -> KeyReading:
    """Plan the keys of all tables.

    Args:
        models: The models of all listings, each once, with their tables.
        tables: The tables and views that the catalog gets.
        read: The parser of expressions, for keys that name a field.

    Returns:
        Plans sorted by table, relationships by model and name, and notes.
    """
    book = _KeyBook(tables, read)
    for key in sorted(tables, key=_place):
        book.add_identifier(tables[key])
    placed = in_order(models)
    for one in placed:
        for dataset in sorted(one.model.datasets, key=lambda dataset: dataset.name):
            book.add_dataset(one, dataset)
    for one in placed:
        for relationship in sorted(one.model.relationships, key=_relationship_order):
            book.add_relationship(one, relationship)
    return KeyReading(book.plans(), tuple(book.relations), tuple(book.notes))


def _place(key: ObjectKey) -> tuple[str, tuple[str, ...], str]:
    return key.catalog, key.namespace, key.name


def _relationship_order(one: OssieRelationship) -> tuple[str, str, str, Columns, Columns]:
    return one.name, one.from_dataset, one.to_dataset, one.from_columns, one.to_columns


@dataclass(slots=True)
class _TableKeys:
    """The keys of one table as they are found."""

    primary: Columns | None = None
    unique: dict[frozenset[str], Columns] = field(default_factory=dict)
    foreign: dict[tuple[ObjectKey, frozenset[tuple[str, str]]], ConstraintPlan] = field(default_factory=dict)

    def add_unique(self, columns: Columns) -> None:
        """Add a unique key; of the same columns in several orders the first by name stays."""
        known = self.unique.get(frozenset(columns), columns)
        self.unique[frozenset(columns)] = min(known, columns)

    def has_key(self, columns: Columns) -> bool:
        """Tell whether columns are exactly a key."""
        wanted = frozenset(columns)
        return wanted in self.unique or (self.primary is not None and frozenset(self.primary) == wanted)

    def constraints(self) -> tuple[ConstraintPlan, ...]:
        """Put the constraints into their order, without the unique key that the primary key is."""
        primary = self.primary or ()
        unique = sorted(
            columns for columns in self.unique.values() if frozenset(columns) != frozenset(primary)
        )
        foreign = sorted(self.foreign.values(), key=_constraint_order)
        return (
            *([ConstraintPlan(ConstraintKind.PRIMARY_KEY, primary)] if primary else []),
            *(ConstraintPlan(ConstraintKind.UNIQUE, columns) for columns in unique),
            *foreign,
        )


def _constraint_order(one: ConstraintPlan) -> tuple[Columns, Columns, Columns]:
    table = one.referred_table
    return one.columns, (table.catalog, *table.namespace, table.name) if table else (), one.referred_columns


@dataclass(slots=True)
class _KeyBook:
    """Collects keys table by table, with notes on those that are dropped."""

    tables: Mapping[ObjectKey, TableFacts]
    read: ExpressionReader
    keys: dict[ObjectKey, _TableKeys] = field(default_factory=dict)
    relations: list[RelationPlan] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    _models: dict[ModelOrder, ModelColumns] = field(default_factory=dict)

    def plans(self) -> tuple[KeyPlan, ...]:
        """Give the plans, sorted by table."""
        return tuple(KeyPlan(key, self.keys[key].constraints()) for key in sorted(self.keys, key=_place))

    def add_identifier(self, facts: TableFacts) -> None:
        """Make a table's identifier fields its primary key (Iceberg table spec, "Identifier Field IDs")."""
        if not facts.identifier and not facts.nested_identifier:
            return
        try:
            columns = _identifier(facts)
        except _DroppedError as error:
            self._note(str(facts.key), f"the identifier fields are not sent as primary key: {error}")
        else:
            self._of(facts.key).primary = columns

    def add_dataset(self, placed: PlacedModel, dataset: OssieDataset) -> None:
        """Add the keys that a dataset declares for its table."""
        keys = [("primary key", dataset.primary_key)] if dataset.primary_key else []
        keys += [("unique key", key) for key in sorted(dataset.unique_keys)]
        for word, names in keys:
            try:
                facts = self._table(placed, dataset.name)
                columns = _distinct(self._columns(placed, dataset.name, names))
            except _DroppedError as error:
                what = f"{word} {_listed(names)} of dataset {label(dataset.name)}"
                self._note(placed.model.label, f"{what} is not sent: {error}")
                continue
            of_table = self._of(facts.key)
            if word == "primary key" and of_table.primary is None:
                of_table.primary = columns
            else:
                of_table.add_unique(columns)

    def add_relationship(self, placed: PlacedModel, one: OssieRelationship) -> None:
        """Add a foreign key, and the relationship to be drawn whether there is one or not."""
        problem = None
        try:
            doubled = self._add_foreign_key(placed, one)
        except _DroppedError as error:
            problem = str(error)
            self._note(placed.model.label, f"relationship {label(one.name)} is not sent: {problem}")
        else:
            if doubled:
                self._note(
                    placed.model.label, f"relationship {label(one.name)} is doubled, so it is sent once"
                )
        self.relations.append(self._relation(placed, one, problem))

    def _add_foreign_key(self, placed: PlacedModel, one: OssieRelationship) -> bool:
        """Add a foreign key; tell whether it was there already."""
        table, referred = self._table(placed, one.from_dataset), self._table(placed, one.to_dataset)
        if len(one.from_columns) != len(one.to_columns):
            raise _DroppedError(
                f"it joins {len(one.from_columns)} columns to {len(one.to_columns)}, which are no pairs"
            )
        columns = _distinct(self._columns(placed, one.from_dataset, one.from_columns))
        referred_columns = _distinct(self._columns(placed, one.to_dataset, one.to_columns))
        if table.key == referred.key and columns == referred_columns:
            raise _DroppedError("it joins columns to themselves")
        pairs = tuple(sorted(zip(columns, referred_columns, strict=True)))
        of_table = self._of(table.key)
        identity = (referred.key, frozenset(pairs))
        if identity in of_table.foreign:
            return True
        of_table.foreign[identity] = ConstraintPlan(
            kind=ConstraintKind.FOREIGN_KEY,
            columns=tuple(start for start, _ in pairs),
            referred_table=referred.key,
            referred_columns=tuple(end for _, end in pairs),
            relationship_type=self._cardinality(table.key, columns),
            name=one.name,
        )
        return False

    def _relation(self, placed: PlacedModel, one: OssieRelationship, problem: str | None) -> RelationPlan:
        start = self._drawn(placed, one.from_dataset, one.from_columns)
        end = self._drawn(placed, one.to_dataset, one.to_columns)
        pairs = sorted(zip(start, end, strict=True)) if len(start) == len(end) else None
        from_table = self._known_table(placed, one.from_dataset)
        return RelationPlan(
            model=placed.model.key,
            model_name=placed.model.name,
            name=one.name,
            from_dataset=one.from_dataset,
            to_dataset=one.to_dataset,
            from_table=from_table,
            to_table=self._known_table(placed, one.to_dataset),
            from_columns=tuple(column for column, _ in pairs) if pairs else start,
            to_columns=tuple(column for _, column in pairs) if pairs else end,
            relationship_type=self._cardinality(from_table, start),
            problem=problem,
        )

    def _cardinality(self, table: ObjectKey | None, columns: Columns) -> RelationshipType:
        """Tell a foreign key's cardinality: one to one when its columns are exactly a key of their table."""
        keys = self.keys.get(table) if table else None
        one_to_one = keys is not None and keys.has_key(columns)
        return RelationshipType.ONE_TO_ONE if one_to_one else RelationshipType.MANY_TO_ONE

    def _table(self, placed: PlacedModel, dataset: str) -> TableFacts:
        """Find a dataset's table.

        Raises:
            _DroppedError: There is no such dataset, or the catalog has no table for it.
        """
        source = placed.sources.get(dataset)
        if source is None:
            raise _DroppedError(f"the model has no dataset {label(dataset)}")
        if isinstance(source, SourceProblem):
            raise _DroppedError(f"dataset {label(dataset)} has no table: {source.text}")
        facts = self.tables.get(source)
        if facts is None:
            raise _DroppedError(
                f"table {label(str(source))} of dataset {label(dataset)} is not in the catalog"
            )
        return facts

    def _known_table(self, placed: PlacedModel, dataset: str) -> ObjectKey | None:
        source = placed.sources.get(dataset)
        return source if isinstance(source, ObjectKey) else None

    def _columns(self, placed: PlacedModel, dataset: str, names: Columns) -> Columns:
        """Find the columns that a key names.

        Raises:
            _DroppedError: One of them is not there.
        """
        known = self._dataset(placed, dataset)
        columns = []
        for name in names:
            column = known.key_column(name) if known else None
            if column is None:
                raise _DroppedError(f"the table of dataset {label(dataset)} has no column {label(name)}")
            columns.append(column)
        return tuple(columns)

    def _drawn(self, placed: PlacedModel, dataset: str, names: Columns) -> Columns:
        """Give the columns' names in the catalog where they are known."""
        known = self._dataset(placed, dataset)
        return tuple((known.key_column(name) if known else None) or name for name in names)

    def _dataset(self, placed: PlacedModel, name: str) -> DatasetColumns | None:
        """Give the names of a dataset, made once."""
        model = self._models.get(placed.order)
        if model is None:
            model = self._models[placed.order] = ModelColumns(placed, self.tables, self.read)
        return model.dataset(name)

    def _of(self, table: ObjectKey) -> _TableKeys:
        return self.keys.setdefault(table, _TableKeys())

    def _note(self, subject: str, text: str) -> None:
        self.notes.append(Note(Code.OBJECT_NOTE, subject, text))


def _identifier(facts: TableFacts) -> Columns:
    """Find the columns of an identifier; a part of it alone would be no key."""
    if facts.nested_identifier:
        raise _DroppedError(f"{_listed(facts.nested_identifier)} is inside a struct")
    gone = [name for name in facts.identifier if name not in facts.columns]
    if gone:
        raise _DroppedError(f"there is no column {_listed(gone)}")
    return _distinct(tuple(facts.columns[name] for name in facts.identifier))


def _distinct(columns: Columns) -> Columns:
    """Refuse a key that names a column twice."""
    if len(set(columns)) < len(columns):
        raise _DroppedError(f"it names a column twice ({_listed(columns)})")
    return columns


def _listed(names: Iterable[str]) -> str:
    return ", ".join(label(name) for name in names)
