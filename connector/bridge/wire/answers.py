"""The one place that turns an answer of the Bridge into data or into an error class."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from connector.bridge.errors import (
    BridgeError,
    Code,
    RetriableError,
    SkippedListingError,
    StopRunError,
)
from connector.bridge.wire.retry import RetriableOnceError, parse_retry_after
from connector.bridge.wire.texts import named, redacted, shown

_SUPPORT = "Try again later; if it stays so, tell the people who run the Bridge."


@dataclass(frozen=True)
class Target:
    """What a request asks for, which decides what a final failure of it means.

    Attributes:
        subject: What errors name.
        listing: True for one listing, which can be skipped; False for the summary, without which there is no run.
    """

    subject: str
    listing: bool

    def final(self, code: Code, problem: str, remedy: str) -> BridgeError:
        """Make the error of a request that needs no further try.

        Args:
            code: What went wrong.
            problem: What happened.
            remedy: What the user can do.

        Returns:
            A skipped listing, or for the summary the end of the run.
        """
        kind = SkippedListingError if self.listing else StopRunError
        return kind(code, self.subject, problem, remedy)

    def given_up(self, last: RetriableError, tries: int) -> BridgeError:
        """Make the error of a request whose tries are used up.

        Args:
            last: Why the last try failed.
            tries: How many tries were made.

        Returns:
            A skipped listing, or for the summary the end of the run with the last cause's code.
        """
        count = "1 try" if tries == 1 else f"{tries} tries"
        code = Code.LISTING_UNREADABLE if self.listing else last.code
        return self.final(code, f"{last.problem} (given up after {count})", last.remedy)


SUMMARY = Target("the summary of listings", listing=False)


def listing_target(listing_id: str) -> Target:
    """Make the target of one listing.

    Args:
        listing_id: Its id.

    Returns:
        The target.
    """
    return Target(named(listing_id), listing=True)


@dataclass(frozen=True)
class Answer:
    """One answer of the Bridge, read to its end.

    Attributes:
        status: HTTP status.
        host: Host and port that were asked.
        headers: Headers by lower-case name.
        body: The content, decompressed.
    """

    status: int
    host: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)

    @property
    def looks_like_html(self) -> bool:
        """Tell whether the content is a page for people: a login page or a proxy's error page."""
        return "html" in self.headers.get("content-type", "").lower() or self.body.lstrip()[:1] == b"<"

    @property
    def claims_json(self) -> bool:
        """Tell whether the content type says JSON, or says nothing."""
        content_type = self.headers.get("content-type", "").lower()
        return not content_type or "json" in content_type


class _ConstantError(ValueError):
    """NaN or Infinity, which JSON (RFC 8259) does not have."""


def _refuse_constant(name: str) -> None:
    raise _ConstantError(name)


def _said(answer: Answer, secrets: Iterable[str]) -> str:
    """Tell what the error body says, in the contract's shape; nothing of any other body is shown."""
    try:
        body = json.loads(answer.body.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        # A page of a proxy or a broken body says nothing worth showing; the status does.
        return ""
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict):
        return ""
    parts = [error.get("code"), error.get("message")]
    texts = [shown(redacted(part, secrets)) for part in parts if isinstance(part, str)]
    said = ": ".join(text for text in texts if text)
    return f" ({said})" if said else ""


def _redirect(answer: Answer, target: Target) -> BridgeError:
    location = answer.headers.get("location", "")
    try:
        host = urlsplit(location).netloc.rpartition("@")[2]
    except ValueError:
        # A location that is no URL names no host.
        host = ""
    where = f"redirects to {shown(host)}" if host else "redirects elsewhere"
    return target.final(
        Code.BAD_ANSWER,
        f"{answer.host} {where} (HTTP {answer.status}), and redirects are not followed",
        "Set hostPort to the address that the Bridge really has, https included.",
    )


def _rejected(answer: Answer, target: Target, said: str) -> BridgeError:
    problem = (
        f"{answer.host} does not accept the token (HTTP 401){said}"
        if answer.status == 401
        else f"the token has no right to read listings (HTTP 403){said}"
    )
    return StopRunError(
        Code.TOKEN_REJECTED,
        target.subject,
        problem,
        "Check that the service-account token is valid and has the listing capability.",
    )


def failure(
    answer: Answer, target: Target, *, secrets: Iterable[str] = (), now: datetime
) -> BridgeError | None:
    """Tell which error a status stands for (Bridge API, "Access").

    Args:
        answer: The answer.
        target: What was asked for.
        secrets: Texts that must not appear in the error, should the server repeat them.
        now: The present time, with a time zone, for a `Retry-After` that is a date.

    Returns:
        The error; None for 200 and 304.
    """
    status = answer.status
    if status in {200, 304}:
        return None
    if 300 <= status < 400:
        return _redirect(answer, target)
    said = _said(answer, secrets)
    if status in {401, 403}:
        return _rejected(answer, target, said)
    # 408 says that the request may be repeated (RFC 9110, section 15.5.9).
    if status in {408, 429} or status >= 500:
        page = " with an HTML page, as a proxy does" if answer.looks_like_html else ""
        asked = answer.headers.get("retry-after") if status in {429, 503} else None
        return RetriableError(
            Code.BUSY if status in {429, 503} else Code.UNREACHABLE,
            target.subject,
            f"{answer.host} answered HTTP {status}{page}{said}",
            _SUPPORT,
            retry_after_seconds=parse_retry_after(asked, now),
        )
    return target.final(
        Code.LISTING_UNREADABLE if target.listing else Code.BAD_ANSWER,
        f"{answer.host} answered HTTP {status}{said}",
        _SUPPORT if target.listing else "Check hostPort: it is the base URL, without /bridge/v1.",
    )


def _html(answer: Answer, target: Target) -> BridgeError:
    return target.final(
        Code.NOT_JSON,
        f"{answer.host} answered with an HTML page instead of JSON",
        "Check hostPort, and whether a login page or a proxy stands before the Bridge.",
    )


def _bad(target: Target, problem: str) -> BridgeError:
    return target.final(Code.BAD_ANSWER, problem, _SUPPORT)


def parse_object(answer: Answer, target: Target) -> dict[str, Any]:
    """Read the JSON object of a 200.

    Args:
        answer: The answer.
        target: What was asked for.

    Returns:
        The object. Of a key that appears twice the last one counts; a byte order mark is passed over.

    Raises:
        RetriableError: The content is cut off or garbled, so that another try may help.
        BridgeError: The content is no JSON object and won't become one.
    """
    try:
        value = json.loads(answer.body.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except _ConstantError:
        raise _bad(target, f"the answer of {answer.host} has a number that JSON does not allow") from None
    except RecursionError:
        raise _bad(target, f"the answer of {answer.host} is nested too deeply") from None
    except ValueError as error:
        # The exception holds the content, so it must not become the cause of what is raised.
        raise _unparsed(answer, target, garbled=isinstance(error, UnicodeDecodeError)) from None
    if not isinstance(value, dict):
        raise _bad(target, f"the answer of {answer.host} is JSON but no object")
    return value


def _unparsed(answer: Answer, target: Target, *, garbled: bool) -> BridgeError:
    if answer.looks_like_html:
        return _html(answer, target)
    if not answer.claims_json:
        return target.final(
            Code.NOT_JSON,
            f"{answer.host} answered with something else than JSON",
            "Check hostPort, and whether a proxy stands before the Bridge.",
        )
    if garbled:
        return RetriableOnceError(
            Code.BAD_ANSWER, target.subject, f"the answer of {answer.host} is not valid UTF-8", _SUPPORT
        )
    return RetriableError(
        Code.BAD_ANSWER, target.subject, f"the answer of {answer.host} is cut off or not valid JSON", _SUPPORT
    )
