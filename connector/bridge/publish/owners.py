"""Who owns what: the pipeline's own rule first, then what people set in the catalog, then the team of the listing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from metadata.ingestion.ometa.ometa_api import OpenMetadata
from metadata.utils.owner_utils import get_owner_from_config

from connector.bridge.publish.standing import OwnerRef, Standing, own_owners

TEAM = "team"


class Owners:
    """Resolves owners of databases, schemas and tables."""

    def __init__(self, metadata: OpenMetadata[Any, Any], owner_config: Any, prefix: str) -> None:
        """Use the pipeline's `ownerConfig`.

        Args:
            metadata: The framework's client, for its look-up of owners by name or address.
            owner_config: `sourceConfig.config.ownerConfig`, None when there is none.
            prefix: The installation's prefix.
        """
        self._metadata = metadata
        self._config = owner_config
        self._ours = f"{prefix}__"
        self._teams: dict[str, OwnerRef] = {}

    def add_team(self, name: str, entity_id: str) -> None:
        """Remember a team that stands.

        Args:
            name: Its name in the catalog.
            entity_id: Its id in the catalog.
        """
        self._teams[name] = OwnerRef(entity_id, TEAM, name)

    def team(self, name: str | None) -> tuple[OwnerRef, ...]:
        """Find the team of a plan.

        Args:
            name: Its name in the catalog.

        Returns:
            The team, nothing when it is None or could not be made.
        """
        found = self._teams.get(name) if name else None
        return (found,) if found else ()

    def configured(
        self, entity_type: str, path: Sequence[str], parents: Iterable[OwnerRef] = ()
    ) -> tuple[OwnerRef, ...]:
        """Apply the pipeline's `ownerConfig`.

        Args:
            entity_type: `database`, `databaseSchema` or `table`.
            path: Names from the database in.
            parents: Owners configured for what it is in, for the config's inheritance.

        Returns:
            The owners, none when the config says nothing.
        """
        if not self._config:
            return ()
        found = get_owner_from_config(
            metadata=self._metadata,
            owner_config=self._config,
            entity_type=entity_type,
            entity_name=".".join(path),
            parent_owner=[owner.name for owner in parents] or None,
        )
        return tuple(
            OwnerRef(str(item.id.root), item.type, item.name or "") for item in (found.root if found else ())
        )

    def to_send(
        self, configured: tuple[OwnerRef, ...], team: tuple[OwnerRef, ...], before: Standing | None
    ) -> tuple[OwnerRef, ...]:
        """Decide the owners of a request.

        Args:
            configured: What `ownerConfig` says.
            team: The team of the listing.
            before: What stands.

        Returns:
            The configured owners; else those that people set, which are all that are not only teams of this installation; else the
            team.
        """
        if configured:
            return configured
        standing = before.owners if before else ()
        return team if len(self.ours(standing)) == len(standing) else standing

    def ours(self, owners: Iterable[OwnerRef]) -> tuple[OwnerRef, ...]:
        """Pick this installation's teams.

        Args:
            owners: Owners that stand.

        Returns:
            Those that the connector set.
        """
        return tuple(owner for owner in owners if owner.type == TEAM and owner.name.startswith(self._ours))

    def patch(self, entity: Mapping[str, Any], planned: Sequence[OwnerRef]) -> list[dict[str, Any]]:
        """Find whether owners have to be taken away, which a PUT does not (OpenMetadata server, EntityOwnershipUpdates).

        Args:
            entity: The entity as the catalog answers it, with its owners.
            planned: Owners as they should stand.

        Returns:
            One JSON Patch operation when teams of this installation own it, nobody else does, and they are others than planned; else
            none. What has no owner was perhaps left without one on purpose.
        """
        standing = own_owners(entity)
        ours = self.ours(standing)
        if (
            not ours
            or len(ours) != len(standing)
            or {owner.id for owner in ours} == {owner.id for owner in planned}
        ):
            return []
        value = [{"id": owner.id, "type": owner.type} for owner in planned]
        return [{"op": "add", "path": "/owners", "value": value}]
