"""The catalog's REST API as the connector needs it: pages of raw entities, small patches, and patience.

The framework's client gives up a whole batch on 429, 500, 502 and 503 and then drops that kind of entity for a minute
(metadata.ingestion.ometa.client.REST). Here its HTTP session gets urllib3's retries instead. Reading is done on raw JSON, since
building the generated entity models costs several milliseconds a table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from metadata.ingestion.ometa.client import APIError, LimitsException
from metadata.ingestion.ometa.http_adapter import KeepAliveRetryAdapter
from metadata.ingestion.ometa.ometa_api import OpenMetadata
from metadata.ingestion.ometa.utils import quote
from requests.exceptions import RequestException
from urllib3.util.retry import Retry

from connector.bridge.errors import Code, StopRunError

RETRIES = 6
BACKOFF_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 30
RETRIED_STATUS = (429, 500, 502, 503, 504)
RETRIED_METHODS = ("GET", "PUT", "PATCH", "DELETE")
"""Every request of ours may be repeated: PUT upserts, and our patches set values without counting on what stood before."""


def make_patient(metadata: OpenMetadata[Any, Any]) -> None:
    """Let the framework's client survive a catalog that is busy or restarting for a moment.

    Args:
        metadata: The client of the workflow; the sink uses the same one.
    """
    retry = Retry(
        total=RETRIES,
        backoff_factor=BACKOFF_SECONDS,
        backoff_jitter=BACKOFF_SECONDS,
        backoff_max=LONGEST_WAIT_SECONDS,
        status_forcelist=RETRIED_STATUS,
        allowed_methods=RETRIED_METHODS,
        raise_on_status=False,
        respect_retry_after_header=True,
    )
    adapter = KeepAliveRetryAdapter(max_retries=retry)
    client = metadata.client
    client._session.mount("https://", adapter)
    client._session.mount("http://", adapter)
    # Without this a 429 that outlasts the retries makes the sink drop all later entities of that kind in silence.
    client.config.limit_codes.clear()


class CatalogApi:
    """Reads and patches entities of the catalog."""

    def __init__(self, metadata: OpenMetadata[Any, Any]) -> None:
        """Use the workflow's client.

        Args:
            metadata: The framework's client.
        """
        self._client = metadata.client

    def by_name(self, collection: str, fqn: str, fields: Sequence[str] = ()) -> dict[str, Any] | None:
        """Read one entity.

        Args:
            collection: Path of the collection, such as `/services/databaseServices`.
            fqn: Fully qualified name.
            fields: Fields that an answer leaves out unless asked for.

        Returns:
            The entity, or None when there is none or it is deleted.

        Raises:
            StopRunError: The catalog did not answer the question.
        """
        path = f"{collection}/name/{quote(fqn)}"
        parameters = {"fields": ",".join(fields)} if fields else None
        try:
            return self._ask(fqn, lambda: self._client.get(path, parameters))
        except _NotFoundError:
            return None

    def pages(
        self, collection: str, parameters: Mapping[str, str], fields: Sequence[str], page_size: int
    ) -> Iterator[list[dict[str, Any]]]:
        """Read entities page by page.

        Args:
            collection: Path of the collection.
            parameters: Filters, such as `{"databaseSchema": fqn}`.
            fields: Fields that an answer leaves out unless asked for.
            page_size: Entities per request.

        Yields:
            The entities of one page that are not deleted.

        Raises:
            StopRunError: The catalog did not answer the question.
        """
        query = {**parameters, "limit": str(page_size), "fields": ",".join(fields)}
        subject = f"{collection} of {' '.join(parameters.values())}"
        while True:
            page = self._ask(subject, lambda: self._client.get(collection, dict(query)))
            yield page["data"]
            after = (page.get("paging") or {}).get("after")
            if not after:
                return
            query["after"] = after

    def patch(self, collection: str, entity: Mapping[str, Any], operations: Sequence[Mapping[str, Any]]) -> bool:
        """Change single values of an entity, if nobody changed it since it was read.

        Args:
            collection: Path of the collection.
            entity: The entity as the catalog answered it; its version guards against overwriting somebody's edit
                (OpenMetadata server, EntityETag: the weak form holds the version).
            operations: JSON Patch operations that set values, so that they may be sent twice.

        Returns:
            False when somebody changed the entity in between, so that nothing was written.

        Raises:
            StopRunError: The catalog refused.
        """
        path = f"{collection}/{entity['id']}"
        body = json.dumps(list(operations))
        headers = {"If-Match": f'W/"{entity["version"]}"'}
        try:
            self._ask(entity["fullyQualifiedName"], lambda: self._client.patch(path, data=body, headers=headers))
        except _ConflictError:
            return False
        return True

    def _ask(self, subject: str, call: Callable[[], Any]) -> dict[str, Any]:
        """Send one request and turn every way of failing into one error."""
        try:
            answer = call()
        except (APIError, RequestException) as error:
            status = getattr(getattr(error, "response", None), "status_code", None)
            if status in _EXPECTED:
                raise _EXPECTED[status](Code.CATALOG_FAILED, subject, f"HTTP {status}", "Nothing to do.") from error
            problem = f"OpenMetadata answered {status}" if status else "OpenMetadata could not be reached"
            raise _failed(subject, f"{problem}: {_message(error)}") from error
        except (LimitsException, Exception) as error:
            raise _failed(subject, f"the request to OpenMetadata failed: {_message(error)}") from error
        if not isinstance(answer, dict):
            raise _failed(subject, "OpenMetadata answered with something else than JSON")
        return answer


class _NotFoundError(StopRunError):
    """The catalog has no such entity."""


class _ConflictError(StopRunError):
    """The entity is no longer what was read."""


_EXPECTED: Mapping[int, type[StopRunError]] = {404: _NotFoundError, 412: _ConflictError}


def _message(error: Exception) -> str:
    """Show what the server said; the framework's texts may hold the whole URL, so others are named by their class only."""
    return str(error)[:300] if isinstance(error, APIError) else type(error).__name__


def _failed(subject: str, problem: str) -> StopRunError:
    return StopRunError(
        Code.CATALOG_FAILED,
        subject,
        problem,
        "See that the server is up and that the bot of this pipeline may read and edit this; the next run goes on from here.",
    )
