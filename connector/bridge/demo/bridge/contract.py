"""What the contract asks of a request (Bridge API, "Access" and the two calls), checked from the outside.

It shares no code with the client on purpose: a mistake there must not be made here too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hmac import compare_digest
from urllib.parse import parse_qsl, unquote

SUMMARY_PATH = "/listings"
_LISTING_PREFIX = "/listings/"
_MAX_ID = 128

_AGENT = re.compile(r"openmetadata-bridge-connector/[0-9]+\.[0-9]+\S*")
# RFC 3986, section 3.3: a segment is made of unreserved characters, escapes, sub-delimiters, ":" and "@".
_SEGMENT = re.compile(r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})+")
# RFC 9110, section 8.8.3: an entity tag is quoted and has no blank or quote inside.
_TAG = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"'
_TAGS = re.compile(rf"\*|{_TAG}(?:\s*,\s*{_TAG})*")
_PARAMETERS = {SUMMARY_PATH: {"pageSize", "pageToken"}}


@dataclass(frozen=True)
class Request:
    """One request as it was sent.

    Attributes:
        method: HTTP method.
        path: The path as it was sent, without prefix and `/bridge/v1`; None when it does not start so.
        query: Query parameters in their order, decoded.
        headers: Headers by lower-case name.
    """

    method: str
    path: str | None
    query: tuple[tuple[str, str], ...]
    headers: Mapping[str, str]

    @property
    def listing_id(self) -> str | None:
        """The listing that is asked for, None when the path is not that of one."""
        if self.path is None or not self.path.startswith(_LISTING_PREFIX):
            return None
        segment = self.path[len(_LISTING_PREFIX) :]
        # A dot segment never arrives anywhere (RFC 3986, section 5.2.4), so an id of dots needs escapes.
        if not _SEGMENT.fullmatch(segment) or segment in {".", ".."}:
            return None
        try:
            listing_id = unquote(segment, errors="strict")
        except UnicodeDecodeError:
            return None
        return listing_id if len(listing_id) <= _MAX_ID else None


def parse_request(method: str, target: str, headers: Mapping[str, str], base: str) -> Request:
    """Take a request apart.

    Args:
        method: HTTP method.
        target: Path and query as they were sent.
        headers: Headers by lower-case name.
        base: What the paths of the API start with, prefix included.

    Returns:
        The request.
    """
    path, _, query = target.partition("?")
    rest = path[len(base) :] if path.startswith(f"{base}/") else None
    return Request(method, rest, tuple(parse_qsl(query, keep_blank_values=True)), headers)


def authorized(request: Request, token: str) -> bool:
    """Tell whether a request carries the token.

    Args:
        request: The request.
        token: The token.

    Returns:
        True when it does, as a bearer token.
    """
    given = request.headers.get("authorization", "")
    return compare_digest(given.encode(), f"Bearer {token}".encode())


def violations(request: Request, token: str) -> tuple[str, ...]:
    """Tell what in a request breaks the contract; what only the state of the server shows is not judged here.

    Args:
        request: The request.
        token: The token that it has to carry.

    Returns:
        One sentence for each.
    """
    found = [*_of_headers(request, token), *_of_query(request)]
    if request.method != "GET":
        found.append(f"method {request.method} is not part of the contract")
    if request.path != SUMMARY_PATH and request.listing_id is None:
        found.append("the path is none of the contract's, or not percent-encoded as one segment")
    return tuple(found)


def _of_headers(request: Request, token: str) -> list[str]:
    found = []
    if not authorized(request, token):
        missing = "authorization" not in request.headers
        found.append("Authorization is missing" if missing else "Authorization is not the bearer token")
    if not _AGENT.fullmatch(request.headers.get("user-agent", "")):
        found.append("User-Agent is not openmetadata-bridge-connector/<version>")
    accept = request.headers.get("accept", "*/*")
    if "application/json" not in accept and "*/*" not in accept:
        found.append("Accept does not allow JSON")
    tags = request.headers.get("if-none-match")
    if tags is not None and not _TAGS.fullmatch(tags.strip()):
        found.append("If-None-Match is no list of entity tags")
    if request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers:
        found.append("the request has a body")
    return found


def _of_query(request: Request) -> list[str]:
    allowed = _PARAMETERS.get(request.path or "", set())
    names = [name for name, _ in request.query]
    found = [f"query parameter {name} is unknown" for name in names if name not in allowed]
    found += [
        f"query parameter {name} is given twice" for name in sorted(set(names)) if names.count(name) > 1
    ]
    size = dict(request.query).get("pageSize")
    if size is not None and page_size(size) is None:
        found.append("pageSize is no positive whole number")
    return found


def page_size(text: str) -> int | None:
    """Read a page size.

    Args:
        text: The query parameter.

    Returns:
        The size, None when it is no whole number from 1.
    """
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) and int(text) > 0 else None
