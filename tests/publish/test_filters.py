"""The pipeline's filters see what users see."""

from __future__ import annotations

from typing import Any

import pytest
from metadata.generated.schema.metadataIngestion.databaseServiceMetadataPipeline import (
    DatabaseServiceMetadataPipeline,
)

from connector.bridge.connection_models import Descriptions
from connector.bridge.errors import ConfigurationError
from connector.bridge.plan.model import Kind, ObjectKey
from connector.bridge.publish.filters import PATTERNS, Filters

KEY = ObjectKey("lake", ("sales.eu", "x"), 'or"ders')
FQN = 'bridge.lake."sales%2Eeu.x".or__reserved__quote__ders'


def filters(**config: Any) -> Filters:
    """Make filters from a source config."""
    pipeline = DatabaseServiceMetadataPipeline.model_validate({"type": "DatabaseMetadata", **config})
    return Filters(pipeline, Descriptions.BRIDGE)


def test_nothing_is_held_back_by_default() -> None:
    open_filters = filters()
    assert open_filters.database("lake", "bridge.lake") is None
    assert open_filters.schema(KEY.namespace, "x") is None
    assert open_filters.table(KEY, Kind.TABLE, FQN) is None
    assert open_filters.table(KEY, Kind.VIEW, FQN) is None


def test_patterns_see_the_names_of_the_bridge() -> None:
    assert filters(tableFilterPattern={"includes": ['^or"ders$']}).table(KEY, Kind.TABLE, FQN) is None
    assert (
        filters(tableFilterPattern={"excludes": ['^OR"DERS$']}).table(KEY, Kind.TABLE, FQN)
        == "Table filtered out"
    )
    assert filters(schemaFilterPattern={"includes": [r"^sales\.eu\.x$"]}).schema(KEY.namespace, "x") is None
    assert (
        filters(schemaFilterPattern={"includes": ["^sales$"]}).schema(KEY.namespace, "x")
        == "Schema filtered out"
    )
    assert (
        filters(databaseFilterPattern={"excludes": ["lake"]}).database("lake", "b.lake")
        == "Database filtered out"
    )


def test_patterns_see_fqns_when_asked_to() -> None:
    by_fqn = filters(useFqnForFiltering=True, tableFilterPattern={"includes": [r"^bridge\.lake\."]})
    assert by_fqn.table(KEY, Kind.TABLE, FQN) is None
    by_name = filters(tableFilterPattern={"includes": [r"^bridge\.lake\."]})
    assert by_name.table(KEY, Kind.TABLE, FQN) == "Table filtered out"


def test_tables_and_views_are_switched_off_apart() -> None:
    no_views = filters(includeViews=False)
    assert no_views.table(KEY, Kind.VIEW, FQN) == "Views are switched off by includeViews"
    assert no_views.table(KEY, Kind.TABLE, FQN) is None
    no_tables = filters(includeTables=False)
    assert no_tables.table(KEY, Kind.TABLE, FQN) == "Tables are switched off by includeTables"
    assert no_tables.table(KEY, Kind.VIEW, FQN) is None


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("side", ["includes", "excludes"])
def test_a_pattern_that_is_no_regular_expression_is_named(name: str, side: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        filters(**{name: {side: ["ok", "sales["]}})
    assert f"sourceConfig.config.{name}" in str(caught.value)
    assert "[sales[]" in str(caught.value)


def test_filling_gaps_and_overriding_everything_contradict_each_other() -> None:
    pipeline = DatabaseServiceMetadataPipeline.model_validate(
        {"type": "DatabaseMetadata", "overrideMetadata": True}
    )
    with pytest.raises(ConfigurationError, match="overrideMetadata"):
        Filters(pipeline, Descriptions.FILL)
    Filters(pipeline, Descriptions.BRIDGE)
