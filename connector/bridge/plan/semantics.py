"""From a listing's tables and semantic models to its keys, and to the model of its ER diagram."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from connector.bridge.plan.diagram import ErColumn, ErModel, ErRelation, ErTable
from connector.bridge.plan.keys import (
    ConstraintKind,
    KeyReading,
    RelationPlan,
    RelationshipType,
    key_plans,
)
from connector.bridge.plan.model import Definition, Note, ObjectKey
from connector.bridge.plan.ossie import read_model
from connector.bridge.plan.ossie.columns import TableFacts
from connector.bridge.plan.ossie.source import PlacedModel, place
from connector.bridge.plan.sql import expression_columns

Tables = Mapping[ObjectKey, Definition]


@dataclass(frozen=True, slots=True)
class Semantics:
    """What the semantic models of a listing say about its tables.

    Attributes:
        keys: Primary, unique and foreign keys, and all relationships.
        notes: What could not be read or carried.
    """

    keys: KeyReading
    notes: tuple[Note, ...]


def read_semantics(
    listing_id: str, tables: Tables, documents: Iterable[tuple[ObjectKey, object]]
) -> Semantics:
    """Read the semantic models of a listing.

    Args:
        listing_id: Id of the listing.
        tables: Its tables and views.
        documents: Its semantic models.

    Returns:
        What they say; a dataset whose table is not among the listing's has no table.
    """
    placed: list[PlacedModel] = []
    notes: list[Note] = []
    for key, document in documents:
        reading = read_model(key, document)
        notes.extend(reading.notes)
        for model in reading.models:
            one, problems = place(listing_id, model, lambda wanted: wanted in tables)
            placed.append(one)
            notes.extend(problems)
    facts = {key: table_facts(key, definition) for key, definition in tables.items()}
    keys = key_plans(placed, facts, expression_columns)
    return Semantics(keys, (*notes, *keys.notes))


def table_facts(key: ObjectKey, definition: Definition) -> TableFacts:
    """Take off a definition what keys and metrics need to know.

    Args:
        key: The table or view.
        definition: Its definition.

    Returns:
        Its columns by original name, and its identifier fields.
    """
    return TableFacts(
        key,
        {column.display_name or column.name: column.name for column in definition.columns},
        definition.identifier,
        definition.nested_identifier,
    )


def er_model(title: str, tables: Tables, keys: KeyReading) -> ErModel:
    """Make the model of an ER diagram.

    Args:
        title: Title of the diagram.
        tables: The tables and views of the listing.
        keys: Their keys and relationships.

    Returns:
        The model; a relationship to what is not among the tables names its dataset.
    """
    primary: dict[ObjectKey, set[str]] = {}
    foreign: dict[ObjectKey, set[str]] = {}
    for plan in keys.plans:
        for constraint in plan.constraints:
            if constraint.kind is ConstraintKind.PRIMARY_KEY:
                primary.setdefault(plan.table, set()).update(constraint.columns)
    for relation in keys.relations:
        if relation.from_table is not None:
            foreign.setdefault(relation.from_table, set()).update(relation.from_columns)
    drawn = tuple(
        ErTable(
            id=_id(key),
            title=key.name,
            subtitle=".".join(key.namespace),
            columns=tuple(
                ErColumn(
                    name=column.name,
                    type=column.data_type_display,
                    primary=column.name in primary.get(key, ()),
                    foreign=column.name in foreign.get(key, ()),
                )
                for column in definition.columns
            ),
            outside=False,
        )
        for key, definition in tables.items()
    )
    relations = {_line(relation): relation for relation in reversed(keys.relations)}
    return ErModel(title, drawn, tuple(_relation(relation) for relation in relations.values()))


def _line(relation: RelationPlan) -> tuple[object, ...]:
    """Name what a relationship would draw, so that one that two models have is drawn once."""
    return (
        relation.from_table or relation.from_dataset,
        relation.to_table or relation.to_dataset,
        relation.from_columns,
        relation.to_columns,
    )


def _relation(relation: RelationPlan) -> ErRelation:
    return ErRelation(
        name=relation.name,
        from_table=_id(relation.from_table) if relation.from_table else relation.from_dataset,
        to_table=_id(relation.to_table) if relation.to_table else relation.to_dataset,
        from_columns=relation.from_columns,
        to_columns=relation.to_columns,
        one_to_one=relation.relationship_type is RelationshipType.ONE_TO_ONE,
    )


def _id(key: ObjectKey) -> str:
    return json.dumps((key.catalog, *key.namespace, key.name))
