"""What an answer of the Bridge means."""

from __future__ import annotations

import json
from datetime import datetime, timezone

import pytest

from connector.bridge.errors import (
    BridgeError,
    Code,
    RetriableError,
    SkippedListingError,
    StopRunError,
)
from connector.bridge.wire.answers import SUMMARY, Answer, Target, failure, listing_target, parse_object
from connector.bridge.wire.retry import RetriableOnceError

NOW = datetime(2026, 11, 30, 8, 15, tzinfo=timezone.utc)
LISTING = listing_target("retail")
HTML = b"\n<!DOCTYPE html><html><body>Please log in, s3cret</body></html>"


def answer(status: int = 200, body: bytes = b"", **headers: str) -> Answer:
    """Make an answer; underscores in header names stand for dashes."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, "bridge.example.com", named, body)


def error_of(status: int, target: Target = LISTING, body: bytes = b"", **headers: str) -> BridgeError:
    """Give the error that a status stands for."""
    error = failure(answer(status, body, **headers), target, secrets=("s3cret",), now=NOW)
    assert error is not None
    return error


@pytest.mark.parametrize("status", [200, 304])
def test_success_is_no_error(status: int) -> None:
    assert failure(answer(status), LISTING, now=NOW) is None


@pytest.mark.parametrize("status", [401, 403])
@pytest.mark.parametrize("target", [LISTING, SUMMARY])
def test_a_refused_token_stops_the_run(status: int, target: Target) -> None:
    error = error_of(status, target)
    assert isinstance(error, StopRunError)
    assert error.code is Code.TOKEN_REJECTED
    assert str(status) in error.problem


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (408, Code.UNREACHABLE),
        (429, Code.BUSY),
        (500, Code.UNREACHABLE),
        (502, Code.UNREACHABLE),
        (503, Code.BUSY),
        (504, Code.UNREACHABLE),
        (599, Code.UNREACHABLE),
    ],
)
@pytest.mark.parametrize("target", [LISTING, SUMMARY])
def test_what_may_pass_is_tried_again(status: int, code: Code, target: Target) -> None:
    error = error_of(status, target)
    assert isinstance(error, RetriableError)
    assert error.code is code


@pytest.mark.parametrize(("status", "seconds"), [(429, 7.0), (503, 7.0), (500, None), (408, None)])
def test_retry_after_counts_where_the_contract_has_it(status: int, seconds: float | None) -> None:
    error = error_of(status, retry_after="7")
    assert isinstance(error, RetriableError)
    assert error.retry_after_seconds == seconds


@pytest.mark.parametrize("status", [204, 206, 400, 404, 405, 410, 418, 451])
def test_what_stays_is_final(status: int) -> None:
    of_listing, of_summary = error_of(status), error_of(status, SUMMARY)
    assert isinstance(of_listing, SkippedListingError)
    assert of_listing.code is Code.LISTING_UNREADABLE
    assert "retail" in of_listing.subject
    assert isinstance(of_summary, StopRunError)
    assert of_summary.code is Code.BAD_ANSWER


@pytest.mark.parametrize("status", [301, 302, 307, 308])
@pytest.mark.parametrize(
    ("location", "shown"),
    [
        ("https://user:s3cret@login.example.com/path?token=s3cret", "redirects to login.example.com"),
        ("/elsewhere", "redirects elsewhere"),
        ("http://[bad", "redirects elsewhere"),
    ],
)
def test_a_redirect_names_the_host_only(status: int, location: str, shown: str) -> None:
    error = error_of(status, SUMMARY, location=location)
    assert isinstance(error, StopRunError)
    assert shown in error.problem
    assert "s3cret" not in str(error)


def test_the_error_body_is_told_without_secrets() -> None:
    detail = {
        "code": "listing_unavailable",
        "message": "role of s3cret\nis busy, see https://x.example/y?k=1",
    }
    error = error_of(503, body=json.dumps({"error": detail}).encode())
    assert error.problem.endswith("(listing_unavailable: role of *** is busy, see https://x.example/y)")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"s3cret",
        b"\xff",
        b"[" * 100_000,
        b"[]",
        b'{"error": null}',
        b'{"error": "s3cret"}',
        b'{"error": {}}',
        b'{"error": {"code": null, "message": 7}}',
    ],
)
def test_an_error_body_of_another_shape_says_nothing(body: bytes) -> None:
    assert error_of(500, body=body).problem == "bridge.example.com answered HTTP 500"


def test_a_proxy_page_is_told_but_not_shown() -> None:
    error = error_of(502, body=HTML, content_type="text/html")
    assert "HTML page" in error.problem
    assert "log in" not in str(error)


def test_an_object_is_read() -> None:
    body = b'\xef\xbb\xbf{"id": "a", "n": 1, "n": 2, "t": "\xc3\xa9"}'
    assert parse_object(answer(body=body, content_type="text/html"), LISTING) == {
        "id": "a",
        "n": 2,
        "t": "é",
    }


@pytest.mark.parametrize(
    ("body", "content_type", "code"),
    [
        (HTML, "", Code.NOT_JSON),
        (HTML, "application/json", Code.NOT_JSON),
        (b"oops", "text/html", Code.NOT_JSON),
        (b"oops", "text/plain", Code.NOT_JSON),
        (b"[]", "application/json", Code.BAD_ANSWER),
        (b"null", "application/json", Code.BAD_ANSWER),
        (b'{"n": NaN}', "application/json", Code.BAD_ANSWER),
        (b'{"n": -Infinity}', "application/json", Code.BAD_ANSWER),
        (b'{"n":' + b"[" * 100_000, "application/json", Code.BAD_ANSWER),
    ],
)
def test_what_will_not_become_an_object_is_final(body: bytes, content_type: str, code: Code) -> None:
    given = answer(body=body, content_type=content_type)
    with pytest.raises(SkippedListingError) as of_listing:
        parse_object(given, LISTING)
    with pytest.raises(StopRunError) as of_summary:
        parse_object(given, SUMMARY)
    assert of_listing.value.code is of_summary.value.code is code


@pytest.mark.parametrize("body", [b"", b'{"id": "a"', b'{"id": "a"} x', b"{'id': 1}"])
def test_broken_json_is_asked_for_again(body: bytes) -> None:
    with pytest.raises(RetriableError) as caught:
        parse_object(answer(body=body), SUMMARY)
    assert not isinstance(caught.value, RetriableOnceError)
    assert caught.value.code is Code.BAD_ANSWER


def test_garbled_text_is_asked_for_once_more() -> None:
    with pytest.raises(RetriableOnceError):
        parse_object(answer(body=b'{"id": "\xff"}', content_type="application/json"), LISTING)


def test_no_error_of_a_body_holds_it() -> None:
    with pytest.raises(RetriableError) as caught:
        parse_object(answer(body=b'{"key": "s3cret"'), LISTING)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__
    assert "s3cret" not in repr(answer(body=b"s3cret", x="s3cret"))


def test_giving_up_tells_the_last_cause_and_the_tries() -> None:
    last = RetriableError(Code.BUSY, "it", "was busy", "Wait.")
    of_listing, of_summary = LISTING.given_up(last, 6), SUMMARY.given_up(last, 1)
    assert isinstance(of_listing, SkippedListingError)
    assert of_listing.code is Code.LISTING_UNREADABLE
    assert of_listing.problem == "was busy (given up after 6 tries)"
    assert isinstance(of_summary, StopRunError)
    assert of_summary.code is Code.BUSY
    assert of_summary.problem == "was busy (given up after 1 try)"
