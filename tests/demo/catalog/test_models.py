"""Bodies checked against the generated models, without building their instances."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from connector.bridge.demo.catalog.errors import ApiError
from connector.bridge.demo.catalog.kinds import KINDS
from connector.bridge.demo.catalog.models import load_model, validate_body
from tests.demo.catalog.support import column, table_body

CREATE_TABLE = KINDS["table"].create_model
REFERENCE = "3f0f0f0f-0000-4000-8000-000000000000"
NESTED = column("s", "STRUCT", children=[column("a", "STRUCT", children=[column("b")])])
# Fields of Create requests that the stand-in refuses as unsupported, by kind.
REFUSED = {
    "domain": {"fullyQualifiedName"},
    "dataProduct": {"assets", "fullyQualifiedName"},
    "team": {"children", "defaultPersona"},
    "user": {
        "authenticationMechanism",
        "botName",
        "confirmPassword",
        "createPasswordType",
        "defaultPersona",
        "externalId",
        "password",
        "personas",
        "profile",
        "scimUserName",
        "teams",
    },
    "tag": {"associatedTags", "autoClassificationEnabled", "autoClassificationPriority", "recognizers"},
    "ingestionPipeline": {"processingEngine"},
}

GOOD: list[dict[str, Any]] = [
    table_body(),
    table_body("t", NESTED, tableType="Iceberg", sourceHash="x" * 32, displayName=None),
    table_body(owners=[{"id": REFERENCE, "type": "team"}]),
    table_body(tableConstraints=[{"constraintType": "PRIMARY_KEY", "columns": ["id"]}]),
]
BAD: list[tuple[dict[str, Any], str]] = [
    ({**table_body(), "foo": 1}, "foo"),
    (table_body("t", column("a", length=1)), "columns.0.length"),
    (table_body("t", column("a", "NOPE")), "columns.0.dataType"),
    (table_body("t", column("s", "STRUCT", children=[column("b", "NOPE")])), "columns.0.children.0.dataType"),
    (table_body(""), "name"),
    (table_body("x" * 257), "name"),
    ({"name": "t"}, "columns"),
    (table_body(owners=[{"id": "no", "type": "team"}]), "owners.0.id"),
    (table_body(sourceUrl=5), "sourceUrl"),
    (table_body(tableType="Icy"), "tableType"),
    (table_body(sourceHash="x" * 33), "sourceHash"),
]


@pytest.mark.parametrize("body", GOOD)
def test_what_passes_passes_the_model_as_well(body: dict[str, Any]) -> None:
    validate_body(CREATE_TABLE, body)
    load_model(CREATE_TABLE).model_validate(body)


@pytest.mark.parametrize(("body", "where"), BAD)
def test_what_is_refused_is_refused_by_the_model_at_the_same_place(body: dict[str, Any], where: str) -> None:
    with pytest.raises(ApiError) as caught:
        validate_body(CREATE_TABLE, body)
    assert caught.value.status == 400
    assert f"{where}: " in caught.value.message
    with pytest.raises(ValidationError) as refused:
        load_model(CREATE_TABLE).model_validate(body)
    places = [".".join(map(str, error["loc"])) for error in refused.value.errors()]
    assert where in places


@pytest.mark.parametrize("body", [None, [], "text", 5])
def test_a_body_that_is_no_object(body: Any) -> None:
    with pytest.raises(ApiError):
        validate_body(CREATE_TABLE, body)


def test_the_message_names_three_fields_and_counts_the_rest() -> None:
    with pytest.raises(ApiError) as caught:
        validate_body(CREATE_TABLE, {f"x{number}": 1 for number in range(5)})
    assert "and 5 more" in caught.value.message


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_every_field_of_a_create_request_is_stored_or_refused(kind: Any) -> None:
    known = {"name", kind.parent_field, *kind.attributes, *kind.links}
    if kind.name == "tag":
        known.add("parent")
    assert set(load_model(kind.create_model).model_fields) - known == REFUSED.get(kind.name, set())


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_every_field_of_a_kind_exists_on_the_entity(kind: Any) -> None:
    fields = {*kind.fields, *kind.attributes, *kind.links, *kind.state_attributes}
    assert fields - set(load_model(kind.entity_model).model_fields) == set()


def test_a_path_that_names_no_model() -> None:
    with pytest.raises(TypeError):
        load_model("metadata.generated.schema.type.basic:Enum")
