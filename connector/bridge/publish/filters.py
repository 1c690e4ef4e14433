"""The pipeline's filters, which the framework leaves to each source: databases, schemas, tables, views."""

from __future__ import annotations

from metadata.generated.schema.metadataIngestion.databaseServiceMetadataPipeline import (
    DatabaseServiceMetadataPipeline,
)
from metadata.utils.filters import (
    InvalidPatternException,
    filter_by_database,
    filter_by_schema,
    filter_by_table,
    validate_regex,
)

from connector.bridge.connection_models import Descriptions
from connector.bridge.errors import Code, ConfigurationError
from connector.bridge.plan.model import Kind, ObjectKey

PATTERNS = ("databaseFilterPattern", "schemaFilterPattern", "tableFilterPattern")


class Filters:
    """Says why something is left out. Patterns see names as the Bridge has them, or FQNs when `useFqnForFiltering` is on."""

    def __init__(self, config: DatabaseServiceMetadataPipeline, descriptions: Descriptions) -> None:
        """Check the patterns and what contradicts the connector's own options.

        Args:
            config: `sourceConfig.config` of the pipeline.
            descriptions: Whose description wins.

        Raises:
            ConfigurationError: A pattern is no regular expression, or a setting contradicts an option.
        """
        self._config = config
        if config.overrideMetadata and descriptions is Descriptions.FILL:
            raise ConfigurationError(
                Code.OPTIONS_INVALID,
                "sourceConfig.config.overrideMetadata",
                "it makes every description the Bridge's, and the option `descriptions: fill` wants the catalog's to stay",
                "Choose one of the two.",
            )
        for name in PATTERNS:
            pattern = getattr(config, name)
            try:
                validate_regex(pattern.includes if pattern else None)
                validate_regex(pattern.excludes if pattern else None)
            except InvalidPatternException as error:
                raise ConfigurationError(
                    Code.OPTIONS_INVALID,
                    f"sourceConfig.config.{name}",
                    str(error),
                    "Write it as a Python regular expression; it is matched from the start, case ignored.",
                ) from None

    def database(self, catalog: str, fqn: str) -> str | None:
        """Look at a database.

        Args:
            catalog: Name of the Polaris catalog.
            fqn: FQN of the database.

        Returns:
            Why it is left out, None when it is not.
        """
        dropped = filter_by_database(self._config.databaseFilterPattern, self._name(catalog, fqn))
        return "Database filtered out" if dropped else None

    def schema(self, namespace: tuple[str, ...], fqn: str) -> str | None:
        """Look at a schema.

        Args:
            namespace: Levels of the namespace; the pattern sees them joined by dots.
            fqn: FQN of the schema.

        Returns:
            Why it is left out, None when it is not.
        """
        dropped = filter_by_schema(self._config.schemaFilterPattern, self._name(".".join(namespace), fqn))
        return "Schema filtered out" if dropped else None

    def table(self, key: ObjectKey, kind: Kind, fqn: str) -> str | None:
        """Look at a table or view.

        Args:
            key: The object.
            kind: Table or view.
            fqn: FQN of the table.

        Returns:
            Why it is left out, None when it is not.
        """
        if kind is Kind.VIEW and not self._config.includeViews:
            return "Views are switched off by includeViews"
        if kind is Kind.TABLE and not self._config.includeTables:
            return "Tables are switched off by includeTables"
        dropped = filter_by_table(self._config.tableFilterPattern, self._name(key.name, fqn))
        return "Table filtered out" if dropped else None

    def _name(self, name: str, fqn: str) -> str:
        return fqn if self._config.useFqnForFiltering else name
