"""The catalog's REST API as the connector needs it: pages of raw entities, small patches, and patience.

The framework's client gives up a whole batch on 429, 500, 502 and 503 and then drops that kind of entity for a minute
(metadata.ingestion.ometa.client.REST). Here its HTTP session gets urllib3's retries instead. Reading is done on raw JSON, since
building the generated entity models costs several milliseconds a table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from metadata.ingestion.ometa.client import APIError, HtmlResponseError, RestTransportError
from metadata.ingestion.ometa.http_adapter import KeepAliveRetryAdapter
from metadata.ingestion.ometa.ometa_api import OpenMetadata
from metadata.ingestion.ometa.utils import quote
from requests.exceptions import HTTPError, RequestException
from urllib3.response import BaseHTTPResponse
from urllib3.util.retry import Retry

from connector.bridge.errors import Code, StopRunError

RETRIES = 6
BACKOFF_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 30
RETRIED_STATUS = (429, 500, 502, 503, 504)
RETRIED_METHODS = ("GET", "PUT", "PATCH", "DELETE")
"""Every request of ours may be repeated: PUT upserts, and our patches set values without counting on what stood before."""


def make_patient(metadata: OpenMetadata[Any, Any], retries: int = RETRIES) -> None:
    """Let the framework's client survive a catalog that is busy or restarting for a moment.

    Args:
        metadata: The client of the workflow; the sink uses the same one.
        retries: How often a request is repeated; six times take about half a minute.
    """
    retry = _Patience(
        total=retries,
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
    # Without this a 429 that outlasts the retries makes the sink drop all later entities of that kind in silence, and a 504
    # waits for minutes more.
    client.config.limit_codes.clear()
    client.config.retry_codes.clear()


class _Patience(Retry):
    """urllib3's retries, which would wait as long as they are told to."""

    def get_retry_after(self, response: BaseHTTPResponse) -> float | None:
        """Take the wait that the catalog asks for, within bounds; in seconds."""
        seconds = super().get_retry_after(response)
        return None if seconds is None else min(seconds, LONGEST_WAIT_SECONDS)


class CatalogApi:
    """Reads and patches entities of the catalog."""

    def __init__(self, metadata: OpenMetadata[Any, Any]) -> None:
        """Use the workflow's client.

        Args:
            metadata: The framework's client.
        """
        self._client: Any = metadata.client

    def by_name(
        self, collection: str, fqn: str, fields: Sequence[str] = (), *, deleted_too: bool = False
    ) -> dict[str, Any] | None:
        """Read one entity.

        Args:
            collection: Path of the collection, such as `/services/databaseServices`.
            fqn: Fully qualified name.
            fields: Fields that an answer leaves out unless asked for.
            deleted_too: Whether to find a deleted one as well.

        Returns:
            The entity, or None when there is none or it is deleted.

        Raises:
            StopRunError: The catalog did not answer the question.
        """
        path = f"{collection}/name/{quote(fqn)}"
        parameters = {"fields": ",".join(fields)} if fields else {}
        if deleted_too:
            parameters["include"] = "all"
        try:
            entity = self._ask(fqn, lambda: self._client.get(path, parameters))
        except _NotFoundError:
            return None
        if not entity.get("id"):
            raise _failed(fqn, "OpenMetadata answered with something that is no entity")
        return entity

    def required(self, collection: str, fqn: str, fields: Sequence[str] = ()) -> dict[str, Any]:
        """Read one entity that has to be there.

        Args:
            collection: Path of the collection.
            fqn: Fully qualified name.
            fields: Fields that an answer leaves out unless asked for.

        Returns:
            The entity.

        Raises:
            StopRunError: It is not there, or the catalog did not answer the question.
        """
        entity = self.by_name(collection, fqn, fields)
        if entity is None:
            raise not_arrived(collection, fqn)
        return entity

    def restore(self, collection: str, entity: Mapping[str, Any]) -> None:
        """Bring a deleted entity back as it was, with all that it contains.

        Args:
            collection: Path of the collection.
            entity: The entity as the catalog answered it.

        Raises:
            StopRunError: The catalog refused.
        """
        body = json.dumps({"id": entity["id"]})
        path = f"{collection}/restore"
        self._ask(entity["fullyQualifiedName"], lambda: self._client.put(path, data=body))

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
            The entities of one page.

        Raises:
            StopRunError: The catalog did not answer the question.
        """
        query = {**parameters, "limit": str(page_size), "fields": ",".join(fields)}
        subject = f"{collection} of {next(iter(parameters.values()), 'everything')}"
        while True:
            page = self._ask(subject, lambda: self._client.get(collection, dict(query)))
            if not isinstance(page.get("data"), list):
                raise _failed(subject, "OpenMetadata answered with a page that holds no list")
            yield page["data"]
            after = (page.get("paging") or {}).get("after")
            if not after:
                return
            query["after"] = after

    def patch(
        self, collection: str, entity: Mapping[str, Any], operations: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any] | None:
        """Change single values of an entity, if nobody changed it since it was read.

        Args:
            collection: Path of the collection.
            entity: The entity as the catalog answered it; its version guards against overwriting somebody's edit
                (OpenMetadata server, EntityETag: the weak form holds the version).
            operations: JSON Patch operations that set values, so that they may be sent twice.

        Returns:
            The entity as it is now, or None when somebody changed or deleted it in between, so that nothing was written.

        Raises:
            StopRunError: The catalog refused.
        """
        path = f"{collection}/{entity['id']}"
        body = json.dumps(list(operations))
        headers = {"If-Match": f'W/"{entity["version"]}"'}
        try:
            return self._ask(
                entity["fullyQualifiedName"],
                lambda: self._client.patch(path, data=body, headers=headers),
            )
        except (_ConflictError, _NotFoundError):
            return None

    def _ask(self, subject: str, call: Callable[[], Any]) -> dict[str, Any]:
        """Send one request and turn every way of failing into one error."""
        try:
            answer = call()
        except (APIError, HTTPError) as error:
            status = error.response.status_code if error.response is not None else None
            if isinstance(status, int) and status in _EXPECTED:
                raise _EXPECTED[status](
                    Code.CATALOG_FAILED, subject, f"HTTP {status}", "Nothing to do."
                ) from None
            detail = f": {str(error)[:300]}" if isinstance(error, APIError) else ""
            raise _failed(subject, f"OpenMetadata answered HTTP {status}{detail}") from None
        except (RestTransportError, HtmlResponseError, RequestException) as error:
            # Named by their class only, since their texts may hold the whole URL.
            raise _failed(subject, f"OpenMetadata could not be asked ({type(error).__name__})") from None
        if not isinstance(answer, dict):
            raise _failed(subject, "OpenMetadata answered with something else than JSON")
        return answer


class _NotFoundError(StopRunError):
    """The catalog has no such entity."""


class _ConflictError(StopRunError):
    """The entity is no longer what was read."""


_EXPECTED: Mapping[int, type[StopRunError]] = {404: _NotFoundError, 412: _ConflictError}


def not_arrived(collection: str, fqn: str) -> StopRunError:
    """Say that something was written and is not there.

    Args:
        collection: Path of the collection.
        fqn: Fully qualified name.

    Returns:
        The error.
    """
    return StopRunError(
        Code.LOST,
        fqn,
        f"it was written to {collection}, but the catalog does not have it",
        "Look for what the sink reported about it.",
    )


def _failed(subject: str, problem: str) -> StopRunError:
    return StopRunError(
        Code.CATALOG_FAILED,
        subject,
        problem,
        "See that the server is up and that the bot of this pipeline may read and edit this; the next run goes on from here.",
    )
