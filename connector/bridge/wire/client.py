"""The client of the Bridge listing API: the summary, one listing, and what to do when either fails."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any

from connector.bridge import __version__
from connector.bridge.connection_models import BridgeConnection
from connector.bridge.errors import (
    BridgeError,
    Code,
    RetriableError,
    SkippedListingError,
    StopRunError,
)
from connector.bridge.wire.answers import SUMMARY, Answer, Target, failure, listing_target, parse_object
from connector.bridge.wire.certificates import ClientCertificate, Verify, client_certificate, verify_setting
from connector.bridge.wire.etags import etags_match
from connector.bridge.wire.retry import ExhaustedError, RetryPolicy, Sleep, run
from connector.bridge.wire.summary import Summary, SummaryBuilder
from connector.bridge.wire.tokens import TokenSource, token_source
from connector.bridge.wire.transport import Call, Transport

logger = logging.getLogger(__name__)

PAGE_SIZE = 500
USER_AGENT = f"openmetadata-bridge-connector/{__version__}"


@dataclass(frozen=True)
class ListingAnswer:
    """What the Bridge answered for one listing.

    Attributes:
        body: The listing's object, not yet checked; None when it is unchanged since the tag that was sent.
        etag: The tag of this state, None when the Bridge gave none.
    """

    body: dict[str, Any] | None = field(repr=False)
    etag: str | None


class BridgeClient:
    """Reads one Bridge; may be used by several threads.

    It remembers nothing of what it read: what a listing was before is the caller's to know.
    """

    def __init__(
        self,
        base_url: str,
        token: TokenSource,
        *,
        verify: Verify = True,
        cert: ClientCertificate = None,
        timeout_seconds: float = 60.0,
        retry: RetryPolicy | None = None,
        user_agent: str = USER_AGENT,
        pool_size: int = 4,
        sleep: Sleep | None = None,
    ) -> None:
        """Make a client; nothing is sent yet.

        Args:
            base_url: The Bridge's address, without `/bridge/v1`.
            token: Gives the service-account token.
            verify: True for the system's authorities, a path for those of a file or folder, False to check nothing.
            cert: Client certificate: one file, or certificate and key.
            timeout_seconds: Longest silence of the Bridge.
            retry: How often and how long to wait after failures that may pass.
            user_agent: What to call oneself.
            pool_size: Connections to keep, one a thread.
            sleep: Waits before a repetition; by default a wait that a cancelled run ends.
        """
        self._transport = Transport(
            base_url,
            verify=verify,
            cert=cert,
            timeout_seconds=timeout_seconds,
            user_agent=user_agent,
            pool_size=pool_size,
        )
        self._token = token
        self._retry = retry or RetryPolicy()
        self._sleep = sleep
        self._listed = _Listed(self)

    @classmethod
    def from_connection(cls, connection: BridgeConnection, *, sleep: Sleep | None = None) -> BridgeClient:
        """Make the client that the connection options describe.

        Args:
            connection: The options.
            sleep: As in the constructor.

        Returns:
            The client.

        Raises:
            ConfigurationError: There is no token, or an option names a file that is not there.
        """
        return cls(
            connection.host_port,
            token_source(connection),
            verify=verify_setting(connection),
            cert=client_certificate(connection),
            timeout_seconds=float(connection.request_timeout_seconds),
            retry=RetryPolicy(max_retries=connection.max_retries),
            pool_size=connection.fetch_threads,
            sleep=sleep,
        )

    def __enter__(self) -> BridgeClient:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"BridgeClient({self._transport.host!r})"

    def close(self) -> None:
        """Close the pooled connections."""
        self._transport.close()

    def summary(self, *, cancel: threading.Event | None = None) -> Summary:
        """Read all pages of the summary.

        Args:
            cancel: Ends the reading when set.

        Returns:
            The summary.

        Raises:
            StopRunError: It can't be read.
            ConfigurationError: There is no token or the address can't be used.
        """
        builder = SummaryBuilder()
        params = {"pageSize": str(PAGE_SIZE)}
        while True:
            _, page = self._read(Call(SUMMARY, params=params), cancel)
            if page is None:
                raise SUMMARY.final(
                    Code.BAD_ANSWER,
                    f"{self._transport.host} answered HTTP 304 to a request without a condition",
                    "Check whether a proxy stands before the Bridge.",
                )
            token = builder.add(page)
            if token is None:
                return builder.summary()
            params = {"pageSize": str(PAGE_SIZE), "pageToken": token}

    def listing(
        self, listing_id: str, etag: str | None = None, *, cancel: threading.Event | None = None
    ) -> ListingAnswer:
        """Read one listing.

        Args:
            listing_id: Its id.
            etag: The tag of the state that the caller knows, to get no body when it is still that.
            cancel: Ends the reading when set.

        Returns:
            The answer.

        Raises:
            SkippedListingError: It can't be read (LISTING_UNREADABLE, NOT_JSON, BAD_ANSWER), or it is gone (LISTING_GONE).
            StopRunError: The token was refused, TLS failed or the reading was cancelled.
            ConfigurationError: There is no token or the address can't be used.
        """
        target = listing_target(listing_id)
        answer, body = self._read(Call(target, listing_id, etag=etag), cancel)
        tag = answer.headers.get("etag")
        if body is None and etag is not None and tag is not None and not etags_match(tag, etag):
            # A cache on the way mixed up two states; only the whole answer can tell which one is true.
            answer, body = self._read(Call(target, listing_id), cancel)
            tag = answer.headers.get("etag")
            etag = None
        if body is None and etag is None:
            raise target.final(
                Code.BAD_ANSWER,
                f"{answer.host} answered HTTP 304 to a request without a condition",
                "Check whether a proxy stands before the Bridge.",
            )
        return ListingAnswer(body, tag if tag is not None or body is not None else etag)

    def _read(self, call: Call, cancel: threading.Event | None) -> tuple[Answer, dict[str, Any] | None]:
        """Send a request as often as needed; the object is None for 304."""

        def notice(error: RetriableError, tries: int, seconds: float) -> None:
            logger.warning(
                "%s: %s; try %d of %d follows in %.1f s",
                error.subject,
                error.problem,
                tries + 1,
                self._retry.max_retries + 1,
                seconds,
            )

        try:
            return run(
                lambda: self._once(call, cancel),
                self._retry,
                cancel=cancel,
                sleep=self._sleep,
                notice=notice,
            )
        except ExhaustedError as exhausted:
            outcome = call.target.given_up(exhausted.last, exhausted.tries)
        raise outcome

    def _once(self, call: Call, cancel: threading.Event | None) -> tuple[Answer, dict[str, Any] | None]:
        token = self._token.current()
        answer = self._transport.send(call, token, cancel)
        if answer.status == 401 and self._changed(token):
            token = self._token.current()
            answer = self._transport.send(call, token, cancel)
        if call.listing_id is not None and answer.status in {404, 410}:
            raise self._not_found(call.listing_id, call.target, cancel)
        error = failure(answer, call.target, secrets=(token,), now=datetime.now(timezone.utc))
        if error is not None:
            raise error
        return answer, None if answer.status == 304 else parse_object(answer, call.target)

    def _changed(self, token: str) -> bool:
        # Another thread may have read the new token already, so that refresh() sees no change any more.
        return self._token.refresh() or self._token.current() != token

    def _not_found(self, listing_id: str, target: Target, cancel: threading.Event | None) -> BridgeError:
        """Tell a listing that was unlisted between the two calls from one that can't be read (Bridge API, "404")."""
        try:
            summary = self._listed.read_again(cancel)
        except StopRunError as error:
            if error.code in {Code.TOKEN_REJECTED, Code.TLS_FAILED, Code.READ_CANCELLED}:
                raise
            return SkippedListingError(
                Code.LISTING_UNREADABLE,
                target.subject,
                f"it was not found, and the summary can't be read again: {error.problem}",
                error.remedy,
            )
        if any(entry.id == listing_id for entry in summary.listings):
            return SkippedListingError(
                Code.LISTING_UNREADABLE,
                target.subject,
                "it was not found although the summary names it",
                "Tell the people who run the Bridge.",
            )
        if summary.problems:
            return SkippedListingError(
                Code.LISTING_UNREADABLE,
                target.subject,
                "it was not found, and the summary has entries that can't be read, so it may still be listed",
                "Tell the people who run the Bridge.",
            )
        return SkippedListingError(
            Code.LISTING_GONE, target.subject, "it was unlisted during the run", "Nothing needs to be done."
        )


class _Listed:
    """Reads the summary again for several threads at once: one reading serves all that asked before it began."""

    def __init__(self, client: BridgeClient) -> None:
        self._client = client
        self._lock = threading.Lock()
        self._begun = 0
        self._summary: Summary | None = None

    def read_again(self, cancel: threading.Event | None) -> Summary:
        asked = self._begun
        with self._lock:
            if self._summary is not None and self._begun > asked:
                return self._summary
            self._begun += 1
            self._summary = None
            self._summary = self._client.summary(cancel=cancel)
            return self._summary
