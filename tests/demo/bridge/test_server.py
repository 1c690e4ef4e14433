"""The demo Bridge over HTTP: it keeps the contract."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest

from connector.bridge.demo.bridge import BridgeServer, Installation
from connector.bridge.wire.models import ErrorBody, Listing, ListingsPage
from connector.bridge.wire.reader import read_listing

from .conftest import AGENT, Asker, listing

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "installation"


def test_the_summary_names_every_listing(server: BridgeServer, asker: Asker) -> None:
    reply = asker.ask()
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/json"
    assert reply.headers["content-length"] == str(len(reply.body))
    assert reply.json == {
        "installation": {"id": "acme", "name": "Acme"},
        "listings": [{"id": one, "version": "7", "name": one.upper()} for one in ("a", "b", "c/ä")],
        "nextPageToken": None,
    }
    assert server.log.violations == ()


def test_pages_are_as_large_as_asked_up_to_the_servers_own_size() -> None:
    with BridgeServer(Installation({}, {one: listing(one) for one in "abcdef"}), page_size=4) as server:
        asker = Asker(server)
        sizes = [
            len(asker.ask(f"/listings{query}").json["listings"])
            for query in ("", "?pageSize=2", "?pageSize=99")
        ]
        token = asker.ask("/listings?pageSize=2").json["nextPageToken"]
        second = asker.ask(f"/listings?pageSize=3&pageToken={quote(token)}").json
        asker.connection.close()
    assert sizes == [4, 2, 4]
    assert [entry["id"] for entry in second["listings"]] == ["c", "d", "e"]


@pytest.mark.parametrize("listing_id", ["a", "c/ä"])
def test_a_listing_is_found_by_its_escaped_id(server: BridgeServer, asker: Asker, listing_id: str) -> None:
    reply = asker.ask(f"/listings/{quote(listing_id, safe='')}")
    assert reply.status == 200
    assert reply.json == listing(listing_id)
    assert server.log.violations == ()


def test_the_tag_follows_the_content_and_not_the_version(server: BridgeServer, asker: Asker) -> None:
    first = asker.ask("/listings/a")
    server.installation.listings["a"]["tables"] = [{"name": "new"}]
    second = asker.ask("/listings/a")
    assert first.json["version"] == second.json["version"]
    assert first.headers["etag"] != second.headers["etag"]


@pytest.mark.parametrize("condition", ["{}", "W/{}", '"x", W/{}', "*"])
def test_an_unchanged_listing_has_no_body(server: BridgeServer, asker: Asker, condition: str) -> None:
    etag = asker.ask("/listings/a").headers["etag"]
    reply = asker.ask("/listings/a", If_None_Match=condition.format(etag))
    assert (reply.status, reply.body, reply.headers["etag"]) == (304, b"", etag)
    assert "content-length" not in reply.headers
    assert asker.ask("/listings/a", If_None_Match='"x"').status == 200
    assert server.log.violations == ()


@pytest.mark.parametrize(
    ("target", "headers", "status", "code"),
    [
        ("/listings", {"Authorization": None}, 401, "unauthorized"),
        ("/listings/a", {"Authorization": "Bearer other"}, 401, "unauthorized"),
        ("/listings/zzz", {}, 404, "listing_not_found"),
        ("/listings/a/b", {}, 404, "listing_not_found"),
        ("/other", {}, 404, "listing_not_found"),
        ("/listings?pageToken=made-up", {}, 400, "bad_request"),
        ("/listings?pageToken=", {}, 400, "bad_request"),
        ("/listings?pageSize=x", {}, 400, "bad_request"),
    ],
)
def test_errors_have_the_contracts_shape(
    asker: Asker, target: str, headers: dict[str, Any], status: int, code: str
) -> None:
    reply = asker.ask(target, **headers)
    error = ErrorBody.model_validate(reply.json).error
    assert reply.status == status
    assert error is not None
    assert error.code == code
    assert error.message


@pytest.mark.parametrize("method", ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_there_is_nothing_but_get(server: BridgeServer, asker: Asker, method: str) -> None:
    body = None if method in {"HEAD", "OPTIONS", "DELETE"} else b'{"id": "x"}'
    reply = asker.ask("/listings/a", method=method, body=body)
    assert reply.status == 405
    assert (reply.body == b"") == (method == "HEAD")
    # What was sent and not read must not be taken for the next request.
    assert asker.ask("/listings/a").json == listing("a")
    assert f"method {method} is not part of the contract" in server.log.entries[0].violations
    assert server.log.entries[1].violations == ()


def test_the_log_tells_what_was_asked_without_the_token(server: BridgeServer, asker: Asker) -> None:
    asker.ask("/listings?pageSize=2&limit=3")
    asker.ask("/listings/c%2F%C3%A4", If_None_Match='"x"')
    first, second = server.log.entries
    assert (first.method, first.path, first.status) == ("GET", "/listings", 200)
    assert first.query == (("pageSize", "2"), ("limit", "3"))
    assert first.violations == ("query parameter limit is unknown",)
    assert second.path == "/listings/c%2F%C3%A4"
    assert second.headers["if-none-match"] == '"x"'
    assert second.headers["user-agent"] == AGENT
    assert server.token not in repr([entry.__dict__ for entry in server.log.entries])
    assert server.log.violations == ("GET /listings: query parameter limit is unknown",)
    assert server.log.matching("^/listings/") == (second,)
    server.log.reset()
    assert (server.log.total, server.log.violations, server.log.most_at_once) == (0, (), 0)


def test_a_page_token_of_another_server_is_a_violation(server: BridgeServer, asker: Asker) -> None:
    asker.ask("/listings?pageToken=made-up")
    assert server.log.violations == ("GET /listings: pageToken was not issued by this server",)


def test_connections_are_kept(server: BridgeServer, asker: Asker) -> None:
    asker.ask()
    before = asker.connection.sock
    for _ in range(3):
        asker.ask("/listings/a")
    assert asker.connection.sock is before is not None
    assert server.log.most_at_once == 1


def test_a_rotated_token_is_asked_for_from_then_on(server: BridgeServer, asker: Asker) -> None:
    server.token = "rotated"
    assert asker.ask(Authorization="Bearer known-token").status == 401
    assert asker.ask().status == 200


def test_a_stopped_server_answers_nothing_more(asker: Asker) -> None:
    asker.ask()
    asker.server.stop()
    with pytest.raises((http.client.HTTPException, ConnectionError)):
        asker.ask()
    with pytest.raises(ConnectionError):
        asker.ask()


def test_a_port_is_free_again_after_the_stop(server: BridgeServer) -> None:
    port = urlsplit(server.url).port
    assert port is not None
    server.stop()
    with BridgeServer(Installation(), port=port) as again:
        assert again.url == server.url
        assert again.token != server.token


def test_a_server_that_was_never_started_can_be_stopped() -> None:
    server = BridgeServer(Installation())
    server.stop()
    with pytest.raises(ConnectionError):
        Asker(server).ask()


def test_a_prefix_comes_before_the_api(asker: Asker) -> None:
    with BridgeServer(Installation({}, {"a": listing("a")}), prefix="/eu/") as server:
        inside = Asker(server)
        assert server.url.endswith("/eu")
        assert inside.ask("/listings/a").json == listing("a")
        assert server.log.violations == ()
        inside.connection.close()
    assert asker.ask("/../../eu/bridge/v1/listings").status == 404


def test_a_client_that_goes_away_is_no_fault(
    server: BridgeServer, asker: Asker, capfd: pytest.CaptureFixture[str]
) -> None:
    server.installation.listings["large"] = listing("large", description="x" * 20_000_000)
    parts = urlsplit(server.url)
    with socket.create_connection((parts.hostname or "", parts.port or 0)) as raw:
        request = f"GET /bridge/v1/listings/large HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {server.token}\r\n\r\n"
        raw.sendall(request.encode())
        raw.recv(10)
    assert asker.ask("/listings/a").status == 200
    server.stop()
    assert capfd.readouterr() == ("", "")


def test_text_that_is_none_is_sent_as_an_escape(server: BridgeServer, asker: Asker) -> None:
    server.installation.listings["a"] = listing("a", name="\ud800")
    reply = asker.ask("/listings/a")
    assert b"\\ud800" in reply.body
    assert reply.json["name"] == "\ud800"


def test_a_fault_of_the_server_itself_is_told(
    server: BridgeServer, asker: Asker, capfd: pytest.CaptureFixture[str]
) -> None:
    server.installation.listings["a"] = object()
    with pytest.raises(http.client.RemoteDisconnected):
        asker.ask("/listings/a")
    server.stop()
    assert "TypeError" in capfd.readouterr().err


class Made(Mapping[str, bytes]):
    """A thousand listings that are made when they are asked for."""

    def __getitem__(self, key: str) -> bytes:
        if not (key.isdecimal() and len(key) == 3):
            raise KeyError(key)
        return b'{"id": "%s", "version": "1", "tables": []}' % key.encode()

    def __iter__(self) -> Iterator[str]:
        return (f"{number:03}" for number in range(len(self)))

    def __len__(self) -> int:
        return 1000


class Large:
    """An installation that is not on any disk."""

    def __init__(self) -> None:
        self.info: dict[str, Any] = {"id": "large"}
        self.listings = Made()


def test_an_installation_can_be_made_up_on_demand() -> None:
    with BridgeServer(Large(), page_size=600) as server:
        asker = Asker(server)
        page = asker.ask().json
        assert len(page["listings"]) == 600
        assert page["listings"][7] == {"id": "007", "version": "1"}
        assert asker.ask("/listings/999").json["id"] == "999"
        assert asker.ask("/listings/x").status == 404
        asker.connection.close()
        with pytest.raises(TypeError):
            server.installation.listings.clear()


def test_the_example_is_served_as_the_contract_has_it() -> None:
    with BridgeServer(EXAMPLE) as server:
        asker = Asker(server)
        page = ListingsPage.model_validate(asker.ask().json)
        assert page.listings
        for entry in page.listings:
            body = asker.ask(f"/listings/{quote(entry.id, safe='')}").json
            content = read_listing(body, entry.id)
            assert Listing.model_validate(body).version == entry.version
            assert content.complete
            assert content.problems == ()
            assert content.notes == ()
        asker.connection.close()
        assert server.log.violations == ()
