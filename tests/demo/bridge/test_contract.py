"""What the contract asks of a request."""

from __future__ import annotations

import pytest

from connector.bridge.demo.bridge.contract import page_size, parse_request, violations

GOOD = {"authorization": "Bearer t", "user-agent": "openmetadata-bridge-connector/0.1.0"}


def broken(
    target: str = "/bridge/v1/listings", method: str = "GET", **headers: str | None
) -> tuple[str, ...]:
    """Tell what breaks the contract in a request; headers replace those of a good one."""
    given = GOOD | {name.replace("_", "-"): value for name, value in headers.items()}
    sent = {name: value for name, value in given.items() if value is not None}
    return violations(parse_request(method, target, sent, "/bridge/v1"), "t")


@pytest.mark.parametrize(
    "target",
    [
        "/bridge/v1/listings",
        "/bridge/v1/listings?pageSize=500",
        "/bridge/v1/listings?pageSize=1&pageToken=a%2Bb%3D",
        "/bridge/v1/listings/retail-sales",
        "/bridge/v1/listings/a%2Fb%20%C3%A4",
        "/bridge/v1/listings/%2E%2E",
        "/bridge/v1/listings/a:b@c;d",
        f"/bridge/v1/listings/{'%C3%A4' * 128}",
    ],
)
def test_requests_of_the_contract(target: str) -> None:
    assert broken(target) == ()


@pytest.mark.parametrize("tags", ['"7"', 'W/"7"', '"7-gzip"', '"a", W/"b"', "*", '""'])
def test_conditions_of_the_contract(tags: str) -> None:
    assert broken("/bridge/v1/listings/a", if_none_match=tags) == ()


@pytest.mark.parametrize(
    "target",
    [
        "/bridge/v1/listings/a/b",
        "/bridge/v1/listings/",
        "/bridge/v1/listings/.",
        "/bridge/v1/listings/..",
        "/bridge/v1/listings/ä",
        "/bridge/v1/listings/a b",
        "/bridge/v1/listings/%",
        "/bridge/v1/listings/%zz",
        "/bridge/v1/listings/%FF",
        f"/bridge/v1/listings/{'a' * 129}",
        "/bridge/v1/other",
        "/bridge/v1",
        "/bridge/v2/listings",
        "/listings",
        "/",
    ],
)
def test_other_paths(target: str) -> None:
    assert broken(target) == ("the path is none of the contract's, or not percent-encoded as one segment",)


@pytest.mark.parametrize(
    ("target", "violation"),
    [
        ("/bridge/v1/listings?limit=5", "query parameter limit is unknown"),
        ("/bridge/v1/listings?pagesize=5", "query parameter pagesize is unknown"),
        ("/bridge/v1/listings?flag", "query parameter flag is unknown"),
        ("/bridge/v1/listings/a?pageSize=5", "query parameter pageSize is unknown"),
        ("/bridge/v1/listings?pageSize=5&pageSize=6", "query parameter pageSize is given twice"),
        ("/bridge/v1/listings?pageSize=0", "pageSize is no positive whole number"),
        ("/bridge/v1/listings?pageSize=", "pageSize is no positive whole number"),
        ("/bridge/v1/listings?pageSize=-1", "pageSize is no positive whole number"),
    ],
)
def test_other_queries(target: str, violation: str) -> None:
    assert broken(target) == (violation,)


@pytest.mark.parametrize(
    ("headers", "violation"),
    [
        ({"authorization": None}, "Authorization is missing"),
        ({"authorization": "Bearer other"}, "Authorization is not the bearer token"),
        ({"authorization": "Basic t"}, "Authorization is not the bearer token"),
        ({"authorization": "t"}, "Authorization is not the bearer token"),
        ({"authorization": "Bearer tä"}, "Authorization is not the bearer token"),
        ({"user_agent": None}, "User-Agent is not openmetadata-bridge-connector/<version>"),
        ({"user_agent": "python-requests/2.0"}, "User-Agent is not openmetadata-bridge-connector/<version>"),
        (
            {"user_agent": "openmetadata-bridge-connector"},
            "User-Agent is not openmetadata-bridge-connector/<version>",
        ),
        ({"accept": "text/html"}, "Accept does not allow JSON"),
        ({"if_none_match": "7"}, "If-None-Match is no list of entity tags"),
        ({"if_none_match": '"7" "8"'}, "If-None-Match is no list of entity tags"),
        ({"content_length": "2"}, "the request has a body"),
        ({"transfer_encoding": "chunked"}, "the request has a body"),
    ],
)
def test_other_headers(headers: dict[str, str | None], violation: str) -> None:
    assert broken("/bridge/v1/listings/a", "GET", **headers) == (violation,)


def test_other_methods() -> None:
    assert broken(method="POST") == ("method POST is not part of the contract",)


@pytest.mark.parametrize(("text", "size"), [("1", 1), ("500", 500), ("0", None), ("1.5", None), ("٣", None)])
def test_page_sizes(text: str, size: int | None) -> None:
    assert page_size(text) == size
