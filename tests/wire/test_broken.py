"""What an exception of the HTTP library means."""

from __future__ import annotations

import socket
import ssl

import pytest
import requests
import urllib3.exceptions

from connector.bridge.errors import Code, ConfigurationError, RetriableError, StopRunError
from connector.bridge.wire.answers import SUMMARY
from connector.bridge.wire.broken import explained

URL = "https://bridge.example.com/bridge/v1/listings?pageToken=s3cret"


def caused(outer: Exception, inner: BaseException) -> Exception:
    """Wrap an exception as `raise outer from inner` does."""
    outer.__cause__ = inner
    return outer


@pytest.mark.parametrize(
    ("error", "part"),
    [
        (requests.ConnectionError(socket.gaierror(-2, "Name or service not known")), "resolved"),
        (caused(requests.ConnectionError("x"), ConnectionRefusedError()), "refused"),
        (requests.ConnectTimeout("x"), "not made in time"),
        (requests.ReadTimeout("x"), "no answer came in time"),
        (requests.ConnectionError(TimeoutError()), "no answer came in time"),
        (requests.exceptions.ChunkedEncodingError(urllib3.exceptions.IncompleteRead(1, 2)), "cut off"),
        (requests.exceptions.ContentDecodingError("x"), "decompressed"),
        (requests.exceptions.ProxyError("x"), "proxy"),
        (ConnectionResetError(), "broken off"),
        (urllib3.exceptions.ProtocolError("Connection aborted.", ConnectionResetError()), "broken off"),
        (requests.RequestException("x"), "the request failed"),
    ],
)
def test_what_may_pass_is_tried_again(error: Exception, part: str) -> None:
    result = explained(error, SUMMARY, "bridge.example.com")
    assert isinstance(result, RetriableError)
    assert result.code is Code.UNREACHABLE
    assert part in result.problem


def test_a_certificate_that_nobody_trusts_stops_the_run() -> None:
    inner = ssl.SSLCertVerificationError(1, "certificate verify failed")
    inner.verify_message = "self-signed certificate"
    error = requests.exceptions.SSLError(urllib3.exceptions.SSLError(inner))
    result = explained(error, SUMMARY, "bridge.example.com")
    assert isinstance(result, StopRunError)
    assert result.code is Code.TLS_FAILED
    assert "self-signed certificate" in result.problem


def test_any_other_tls_fault_stops_the_run_too() -> None:
    for error in (requests.exceptions.SSLError("x"), ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] oops")):
        result = explained(error, SUMMARY, "bridge.example.com")
        assert isinstance(result, StopRunError)
        assert result.code is Code.TLS_FAILED


def test_a_connection_that_ends_inside_tls_may_pass() -> None:
    error = requests.exceptions.SSLError(urllib3.exceptions.SSLError(ssl.SSLEOFError(8, "EOF occurred")))
    assert isinstance(explained(error, SUMMARY, "bridge.example.com"), RetriableError)


def test_a_missing_file_of_certificates_is_no_network_fault() -> None:
    result = explained(OSError("Could not find a suitable TLS CA certificate bundle"), SUMMARY, "x")
    assert isinstance(result, StopRunError)
    assert "certificates" in result.problem


@pytest.mark.parametrize(
    "error",
    [
        requests.exceptions.InvalidURL("x"),
        requests.exceptions.InvalidProxyURL("x"),
        urllib3.exceptions.LocationParseError("a..b"),
    ],
)
def test_an_address_that_cannot_be_used_is_a_wrong_option(error: Exception) -> None:
    result = explained(error, SUMMARY, "a..b")
    assert isinstance(result, ConfigurationError)
    assert result.subject == "option hostPort"


def test_exceptions_that_go_round_in_circles_are_followed_once() -> None:
    first, second = requests.ConnectionError("a"), ConnectionResetError("b")
    first.__cause__, second.__context__ = second, first
    assert "broken off" in explained(first, SUMMARY, "x").problem


def test_the_exceptions_text_is_not_repeated() -> None:
    error = requests.ConnectionError(f"HTTPSConnectionPool: Max retries exceeded with url: {URL}")
    assert "s3cret" not in str(explained(error, SUMMARY, "bridge.example.com"))
