"""One request to the Bridge and its answer: session, authentication, TLS, timeouts. Neither retries nor judges."""

from __future__ import annotations

import re
import ssl
import threading
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import SplitResult, quote, urlsplit

import certifi
import requests
import urllib3.exceptions
from requests.adapters import HTTPAdapter
from requests.auth import AuthBase

from connector.bridge.errors import Code, ConfigurationError
from connector.bridge.wire.answers import Answer, Target
from connector.bridge.wire.broken import HTTP_ERRORS, explained
from connector.bridge.wire.certificates import ClientCertificate, Verify
from connector.bridge.wire.etags import quoted
from connector.bridge.wire.retry import cancelled

API_PATH = "/bridge/v1"
CONNECT_SECONDS = 10.0
"""Longest wait for a connection; an answer may take longer, since the Bridge makes a catalog role for each listing first."""
CHUNK_BYTES = 256 * 1024
MAX_BODY_BYTES = 1024 * 1024 * 1024
"""Beyond this an answer is taken for a fault, so that it can't use up the memory; real listings have some megabytes."""


@dataclass(frozen=True)
class Call:
    """One request: what it asks for and how.

    Attributes:
        target: What it asks for.
        listing_id: The listing, None for the summary.
        params: Query parameters.
        etag: Tag for `If-None-Match`, None to ask unconditionally.
    """

    target: Target
    listing_id: str | None = None
    params: Mapping[str, str] = field(default_factory=dict, repr=False)
    etag: str | None = None


class _Bearer(AuthBase):
    """Puts the token on one request. Given as `auth`, so that a netrc entry of the host can't take its place."""

    def __init__(self, token: str) -> None:
        self._token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers["Authorization"] = f"Bearer {self._token}"
        return request


class _Session(requests.Session):
    """A session that never follows a redirect, so the token goes to the configured host only."""

    def get_redirect_target(self, resp: requests.Response) -> str | None:
        return None


class _SystemTrust(HTTPAdapter):
    """Trusts the system's authorities beside those that come with the HTTP library, which alone miss a company's own."""

    def __init__(self, pool_size: int) -> None:
        self._context = ssl.create_default_context()
        self._context.load_verify_locations(certifi.where())
        super().__init__(pool_connections=2, pool_maxsize=pool_size, pool_block=False)

    def init_poolmanager(
        self, connections: int, maxsize: int, block: bool = False, **pool_kwargs: Any
    ) -> None:
        super().init_poolmanager(connections, maxsize, block, ssl_context=self._context, **pool_kwargs)

    def proxy_manager_for(self, proxy: str, **proxy_kwargs: Any) -> Any:
        return super().proxy_manager_for(proxy, ssl_context=self._context, **proxy_kwargs)

    def cert_verify(self, conn: Any, url: str, verify: Any, cert: Any) -> None:
        super().cert_verify(conn, url, verify, cert)  # type: ignore[no-untyped-call]
        if verify is True:
            # The context has them already; loading them again for each connection would change it under other threads.
            conn.ca_certs = None
            conn.ca_cert_dir = None


def path_segment(listing_id: str) -> str:
    """Make the path segment of a listing.

    Args:
        listing_id: The listing's id.

    Returns:
        The id percent-encoded, slashes included; the two that URLs give a meaning of their own (RFC 3986, section 3.3), "." and
        "..", with encoded dots.
    """
    return listing_id.replace(".", "%2E") if listing_id in {".", ".."} else quote(listing_id, safe="")


def _parts(base_url: str) -> SplitResult:
    try:
        return urlsplit(base_url)
    except ValueError:
        # Brackets that hold no IPv6 address; the exception's text may repeat what stands there.
        raise ConfigurationError(
            Code.OPTIONS_INVALID, "option hostPort", "it is not a URL", "Check the host in it."
        ) from None


class Transport:
    """Sends requests to one Bridge over one pool of connections; may be used by several threads."""

    def __init__(
        self,
        base_url: str,
        *,
        verify: Verify,
        cert: ClientCertificate,
        timeout_seconds: float,
        user_agent: str,
        pool_size: int,
    ) -> None:
        """Make a transport.

        Args:
            base_url: The Bridge's address, without `/bridge/v1`.
            verify: True for the system's authorities, a path for those of a file or folder, False to check nothing.
            cert: Client certificate: one file, or certificate and key.
            timeout_seconds: Longest silence of the server.
            user_agent: What to call oneself.
            pool_size: Connections to keep, one a thread.

        Raises:
            ConfigurationError: The address is none.
        """
        parts = _parts(base_url)
        self._url = f"{base_url.rstrip('/')}{API_PATH}/listings"
        self.host = parts.netloc.rpartition("@")[2]
        self._verify = verify
        self._cert = cert
        self._timeout = (min(CONNECT_SECONDS, timeout_seconds), timeout_seconds)
        self._session = _Session()
        self._session.headers["User-Agent"] = user_agent
        self._session.headers["Accept"] = "application/json"
        self._session.mount("http://", HTTPAdapter(pool_connections=2, pool_maxsize=pool_size))
        if verify is True:
            self._session.mount("https://", _SystemTrust(pool_size))
        else:
            self._session.mount("https://", HTTPAdapter(pool_connections=2, pool_maxsize=pool_size))
        if verify is False:
            # The user has chosen it; the filter names the host, so that the warning stays for anything else in this process.
            warnings.filterwarnings(
                "ignore",
                message=re.escape(f"Unverified HTTPS request is being made to host '{parts.hostname}'"),
                category=urllib3.exceptions.InsecureRequestWarning,
            )

    def close(self) -> None:
        """Close the pooled connections."""
        self._session.close()

    def send(self, call: Call, token: str, cancel: threading.Event | None = None) -> Answer:
        """Send one request and read its answer to the end.

        Args:
            call: The request.
            token: The bearer token.
            cancel: Gives the answer up between two pieces of its content when set.

        Returns:
            The answer, whatever its status.

        Raises:
            RetriableError: The connection failed or the answer was cut off.
            BridgeError: The request can't succeed: TLS, address, an endless answer, or the run was cancelled.
        """
        try:
            prepared = self._prepare(call, token)
            settings = self._session.merge_environment_settings(
                prepared.url or self._url, {}, True, self._verify, self._cert
            )
            response = self._session.send(prepared, timeout=self._timeout, allow_redirects=False, **settings)
            with response:
                body = self._body(response, call.target, cancel)
        except HTTP_ERRORS as error:
            # The exception's text may hold the query, so it must not become the cause of what is raised.
            raise explained(error, call.target, self.host) from None
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status_code, self.host, headers, body)

    def _prepare(self, call: Call, token: str) -> requests.PreparedRequest:
        headers = {} if call.etag is None else {"If-None-Match": quoted(call.etag)}
        request = requests.Request(
            "GET", self._url, params=dict(call.params), headers=headers, auth=_Bearer(token)
        )
        prepared = self._session.prepare_request(request)
        if call.listing_id is not None:
            # Added afterwards, since preparing a URL resolves dot segments, encoded ones too.
            prepared.url = f"{prepared.url}/{path_segment(call.listing_id)}"
        return prepared

    def _body(self, response: requests.Response, target: Target, cancel: threading.Event | None) -> bytes:
        body = bytearray()
        for piece in response.iter_content(CHUNK_BYTES):
            body += piece
            if cancel is not None and cancel.is_set():
                raise cancelled()
            if len(body) > MAX_BODY_BYTES:
                raise target.final(
                    Code.BAD_ANSWER,
                    f"the answer of {self.host} is larger than {MAX_BODY_BYTES // 1024**2} MiB",
                    "Tell the people who run the Bridge.",
                )
        return bytes(body)
