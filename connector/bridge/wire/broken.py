"""What an exception of the HTTP library means: a broken connection, a refused certificate or a wrong option."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator

import requests
import urllib3.exceptions

from connector.bridge.errors import BridgeError, Code, ConfigurationError, RetriableError, StopRunError
from connector.bridge.wire.answers import Target

HTTP_ERRORS = (requests.RequestException, urllib3.exceptions.HTTPError, OSError)
"""Everything that a request can raise by what happens on its way."""

_REASONS: tuple[tuple[type[BaseException], str], ...] = (
    (socket.gaierror, "the host name can't be resolved"),
    (ConnectionRefusedError, "the connection was refused"),
    (requests.ConnectTimeout, "the connection was not made in time"),
    (urllib3.exceptions.ConnectTimeoutError, "the connection was not made in time"),
    (requests.ReadTimeout, "no answer came in time"),
    (urllib3.exceptions.ReadTimeoutError, "no answer came in time"),
    (TimeoutError, "no answer came in time"),
    (urllib3.exceptions.IncompleteRead, "the answer was cut off"),
    (urllib3.exceptions.InvalidChunkLength, "the answer was cut off"),
    (requests.exceptions.ContentDecodingError, "the answer can't be decompressed"),
    (requests.exceptions.ProxyError, "the proxy can't be reached or refused"),
    (ConnectionError, "the connection was broken off"),
)

# The connection ended inside TLS: that is a broken connection, not a certificate that nobody trusts.
_PASSING_TLS = (ssl.SSLEOFError, ssl.SSLZeroReturnError, ssl.SSLSyscallError)
_LASTING_TLS = (ssl.SSLError, urllib3.exceptions.SSLError, requests.exceptions.SSLError)

_WRONG_URL = (
    requests.exceptions.InvalidURL,
    requests.exceptions.InvalidSchema,
    requests.exceptions.MissingSchema,
    requests.exceptions.InvalidProxyURL,
    requests.exceptions.InvalidHeader,
    urllib3.exceptions.LocationParseError,
)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Give an exception and all that it wraps; the libraries use args, `reason`, cause and context for that."""
    found: list[BaseException] = [error]
    for one in found:
        yield one
        inner = [*one.args, getattr(one, "reason", None), one.__cause__, one.__context__]
        for other in inner:
            if isinstance(other, BaseException) and not any(other is seen for seen in found):
                found.append(other)


def _certificate_problem(chain: list[BaseException]) -> str:
    for error in chain:
        if isinstance(error, ssl.SSLCertVerificationError):
            # Set by OpenSSL only, as `reason` is; an error that Python code raises has neither.
            message = getattr(error, "verify_message", "")
            return (
                f"the certificate is not trusted ({message})" if message else "the certificate is not trusted"
            )
    reasons = [getattr(error, "reason", None) for error in chain if isinstance(error, ssl.SSLError)]
    reason = next((one for one in reasons if one), None)
    return f"TLS failed ({reason})" if reason else "TLS failed"


def explained(error: Exception, target: Target, host: str) -> BridgeError:
    """Turn an exception of a request into an error of the tree, without its text, which may hold a URL with a query.

    Args:
        error: One of HTTP_ERRORS.
        target: What was asked for.
        host: Host and port that were asked.

    Returns:
        RetriableError for what may pass, StopRunError for TLS, ConfigurationError for an address that can't be used.
    """
    chain = list(_chain(error))
    if any(isinstance(one, _WRONG_URL) for one in chain):
        return ConfigurationError(
            Code.OPTIONS_INVALID,
            "option hostPort",
            f"no request can be sent to {host}",
            "Check it, and the proxy that the environment names.",
        )
    lasting = any(isinstance(one, _LASTING_TLS) for one in chain)
    if lasting and not any(isinstance(one, _PASSING_TLS) for one in chain):
        return StopRunError(
            Code.TLS_FAILED,
            target.subject,
            f"{host}: {_certificate_problem(chain)}",
            "Check verifySSL, caCertificate, sslCertificate and sslKey.",
        )
    if type(error) is OSError:
        # The library raises a plain OSError for a file of certificates that is not there.
        return StopRunError(
            Code.TLS_FAILED,
            target.subject,
            "a file of certificates can't be read",
            "Check caCertificate, sslCertificate, sslKey and the variable REQUESTS_CA_BUNDLE.",
        )
    reason = next(
        (text for kind, text in _REASONS for one in chain if isinstance(one, kind)), "the request failed"
    )
    return RetriableError(
        Code.UNREACHABLE,
        target.subject,
        f"{host}: {reason}",
        "Check hostPort and the network between here and the Bridge.",
    )
