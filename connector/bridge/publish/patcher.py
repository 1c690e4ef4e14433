"""Patches that survive a colleague's edit in between, and learn whether the server rewrites texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from connector.bridge.errors import Code, StopRunError
from connector.bridge.publish.api import CatalogApi

Operations = Sequence[Mapping[str, Any]]
Compute = Callable[[Mapping[str, Any], bool], Operations]

TRIES = 3


class Patcher:
    """Sends what differs, and reads the entity again when somebody else changed it meanwhile."""

    def __init__(self, api: CatalogApi) -> None:
        """Start with the belief that the server stores a patched text as it was sent.

        Args:
            api: The catalog.
        """
        self._api = api
        self._exact = True

    @property
    def exact(self) -> bool:
        """Whether a text that only reads the same as the Bridge's is worth a patch."""
        return self._exact

    def apply(
        self, collection: str, entity: Mapping[str, Any], fields: Sequence[str], compute: Compute
    ) -> bool:
        """Patch an entity until nothing differs.

        Args:
            collection: Path of the collection.
            entity: The entity as it was read.
            fields: What to ask for when it has to be read again.
            compute: Gives the operations for an entity; told whether exact texts are wanted.

        Returns:
            True when something was written.

        Raises:
            StopRunError: The catalog refused, the entity never stood still, or it is gone.
        """
        current: Mapping[str, Any] | None = entity
        for _ in range(TRIES):
            if current is None:
                raise StopRunError(
                    Code.LOST,
                    entity["fullyQualifiedName"],
                    "somebody deleted it during the run",
                    "The next run makes it again if it is still listed.",
                )
            operations = compute(current, self._exact)
            if not operations:
                return False
            answer = self._api.patch(collection, current, operations)
            if answer is not None:
                self._learn(operations, answer)
                return True
            current = self._api.by_name(collection, entity["fullyQualifiedName"], fields)
        raise StopRunError(
            Code.CATALOG_FAILED,
            entity["fullyQualifiedName"],
            f"it was changed by others {TRIES} times while it was to be patched",
            "The next run tries again.",
        )

    def _learn(self, operations: Operations, answer: Mapping[str, Any]) -> None:
        """See whether the server stored the entity's own description as it was sent."""
        for operation in operations:
            if operation["path"] == "/description" and answer.get("description") != operation["value"]:
                self._exact = False
