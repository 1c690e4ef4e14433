"""What the demo Bridge sends: status, headers and the bytes of the content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

JSON_TYPE = "application/json"

_CODES = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "listing_not_found",
    405: "method_not_allowed",
    429: "too_many_requests",
    503: "listing_unavailable",
}


@dataclass(frozen=True)
class Answer:
    """One answer before it is written to a connection.

    Attributes:
        status: HTTP status.
        body: The content; empty for 304.
        headers: Headers, without those that the server sets itself (Content-Length, Date, Connection).
    """

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


def encoded(value: Any) -> bytes:
    """Write a JSON value as bytes.

    Args:
        value: Any value that JSON can write; bytes are taken for written already.

    Returns:
        UTF-8; with escapes when a text is no Unicode text (a lone surrogate), which only an escape can carry.
    """
    if isinstance(value, bytes):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode()


def etag_of(body: bytes) -> str:
    """Make the strong entity tag of a content.

    The version of a listing is no use for it: a changed schema does not change the version.

    Args:
        body: The content.

    Returns:
        The tag in its quotes.
    """
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def ok(value: Any, etag: str | None = None) -> Answer:
    """Make a 200.

    Args:
        value: The JSON value, or bytes of one.
        etag: The entity tag, when there is one.

    Returns:
        The answer.
    """
    headers = {"Content-Type": JSON_TYPE}
    if etag is not None:
        headers["ETag"] = etag
    return Answer(200, encoded(value), headers)


def failed(status: int, message: str | None = None, headers: Mapping[str, str] | None = None) -> Answer:
    """Make an error in the contract's shape.

    Args:
        status: HTTP status.
        message: What is wrong; by default the status's own phrase.
        headers: Further headers.

    Returns:
        The answer.
    """
    phrase = HTTPStatus(status).phrase
    error = {
        "code": _CODES.get(status, "error"),
        "message": message or phrase,
        "type": phrase.replace(" ", "") + "Exception",
    }
    return Answer(status, encoded({"error": error}), {"Content-Type": JSON_TYPE, **(headers or {})})
