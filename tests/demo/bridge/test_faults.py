"""Faults on demand, seen over HTTP."""

from __future__ import annotations

import gzip
import http.client
import json
import threading

import pytest

from connector.bridge.demo.bridge import BridgeServer, Fault

from .conftest import Asker, Noticed, listing


def test_a_fault_befalls_so_many_requests_after_so_many(server: BridgeServer, asker: Asker) -> None:
    armed = server.faults.add(Fault("^/listings/", status=503, after=1, times=2))
    statuses = [asker.ask(f"/listings/{one}").status for one in ("a", "a", "b", "a")]
    assert asker.ask().status == 200
    assert statuses == [200, 503, 503, 200]
    assert (armed.seen, armed.hits) == (4, 2)


def test_the_first_fault_that_is_due_takes_the_request(server: BridgeServer, asker: Asker) -> None:
    server.faults.add(Fault(status=429))
    later = server.faults.add(Fault(status=503, after=1))
    assert [asker.ask().status for _ in range(4)] == [429, 200, 503, 200]
    assert later.seen == 3


def test_a_fault_without_an_end_lasts_until_it_is_cleared(server: BridgeServer, asker: Asker) -> None:
    server.faults.add(Fault(status=500, times=None))
    assert {asker.ask().status for _ in range(5)} == {500}
    server.faults.clear()
    assert asker.ask().status == 200


def test_a_status_comes_in_the_contracts_shape_with_headers(server: BridgeServer, asker: Asker) -> None:
    server.faults.add(Fault(status=503, headers={"Retry-After": "2"}))
    reply = asker.ask("/listings/a")
    assert reply.status == 503
    assert reply.headers["retry-after"] == "2"
    assert reply.json["error"]["code"] == "listing_unavailable"
    assert server.log.entries[0].status == 503


def test_a_fault_befalls_requests_without_a_token_too(server: BridgeServer, asker: Asker) -> None:
    server.faults.add(Fault(status=502))
    assert asker.ask(Authorization=None).status == 502
    assert server.log.violations == ("GET /listings: Authorization is missing",)


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("<html>log in</html>", "text/html; charset=utf-8"),
        (b"\n <!DOCTYPE html>", "text/html; charset=utf-8"),
        ('{"id": "ä"}', "application/json"),
        (b"\xff", "application/json"),
        ("", "application/json"),
    ],
)
def test_a_body_is_sent_as_it_is(
    server: BridgeServer, asker: Asker, body: str | bytes, content_type: str
) -> None:
    server.faults.add(Fault(body=body))
    reply = asker.ask()
    assert reply.status == 200
    assert reply.body == (body.encode() if isinstance(body, str) else body)
    assert reply.headers["content-type"] == content_type


def test_headers_can_be_replaced(server: BridgeServer, asker: Asker) -> None:
    server.faults.add(Fault(headers={"Content-Type": "text/plain", "X-Cache": "HIT"}))
    reply = asker.ask("/listings/a")
    assert (reply.headers["content-type"], reply.headers["x-cache"]) == ("text/plain", "HIT")
    assert reply.json == listing("a")


def test_a_cut_body_is_shorter_than_its_length(server: BridgeServer, asker: Asker) -> None:
    whole = asker.ask("/listings/a").body
    server.faults.add(Fault(cut_body=True))
    with pytest.raises(http.client.IncompleteRead) as caught:
        asker.ask("/listings/a")
    assert caught.value.partial == whole[: len(whole) // 2]
    assert caught.value.expected == len(whole) - len(whole) // 2


def test_invalid_json_has_the_right_length(server: BridgeServer, asker: Asker) -> None:
    server.faults.add(Fault(invalid_json=True))
    reply = asker.ask("/listings/a")
    assert reply.headers["content-length"] == str(len(reply.body))
    with pytest.raises(json.JSONDecodeError):
        json.loads(reply.body)


def test_a_dropped_connection_has_no_answer(server: BridgeServer, asker: Asker) -> None:
    server.faults.add(Fault(drop=True))
    with pytest.raises(http.client.RemoteDisconnected):
        asker.ask()
    assert server.log.entries[0].status is None


def test_an_answer_can_be_compressed(server: BridgeServer, asker: Asker) -> None:
    server.faults.add(Fault(gzip=True))
    reply = asker.ask("/listings/a")
    assert reply.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(reply.body)) == listing("a")


def test_a_chunked_answer_has_no_length(server: BridgeServer, asker: Asker) -> None:
    server.faults.add(Fault(body="2\r\n[]\r\n0\r\n\r\n", headers={"Transfer-Encoding": "chunked"}))
    reply = asker.ask()
    assert "content-length" not in reply.headers
    assert reply.json == []


def test_tags_can_be_what_proxies_make_of_them(server: BridgeServer, asker: Asker) -> None:
    right = asker.ask("/listings/a").headers["etag"]
    for fault in (Fault(etag="weak"), Fault(etag="suffixed"), Fault(etag="wrong"), Fault(etag="missing")):
        server.faults.add(fault)
    tags = [asker.ask("/listings/a").headers.get("etag") for _ in range(4)]
    assert tags == [f"W/{right}", f'{right[:-1]}-gzip"', '"of-something-else"', None]


def test_a_proxy_knows_its_own_suffix_again(server: BridgeServer, asker: Asker) -> None:
    server.faults.add(Fault(etag="suffixed", times=2))
    etag = asker.ask("/listings/a").headers["etag"]
    reply = asker.ask("/listings/a", If_None_Match=etag)
    assert (reply.status, reply.headers["etag"]) == (304, etag)
    assert asker.ask("/listings/a", If_None_Match=etag).status == 200


def test_paging_can_go_round(server: BridgeServer, asker: Asker) -> None:
    server.faults.add(Fault(paging="repeat", times=2))
    server.faults.add(Fault(paging="endless", times=2))
    tokens = [asker.ask().json["nextPageToken"]]
    for _ in range(4):
        tokens.append(asker.ask(f"/listings?pageToken={tokens[-1]}").json["nextPageToken"])
    assert tokens[0] == tokens[1]
    assert len(set(tokens[1:4])) == 3
    assert tokens[4] is None
    assert server.log.violations == ()


def test_an_answer_can_be_held(server: BridgeServer, asker: Asker) -> None:
    go = Noticed()
    server.faults.add(Fault("/a$", hold=go))
    other = Asker(server)
    replies: list[int] = []
    waiting = threading.Thread(target=lambda: replies.append(asker.ask("/listings/a").status))
    waiting.start()
    assert go.waited_for.wait(30)
    assert other.ask("/listings/b").status == 200
    assert replies == []
    go.set()
    waiting.join(30)
    assert replies == [200]
    assert other.ask("/listings/b").status == 200
    assert server.log.most_at_once == 2
    other.connection.close()


def outcome_of(asker: Asker) -> str:
    """Ask, and tell how that ended."""
    try:
        return str(asker.ask().status)
    except (http.client.HTTPException, ConnectionError) as error:
        return type(error).__name__


@pytest.mark.parametrize("delay_seconds", [0.0, 3600.0])
def test_a_stop_ends_every_wait(server: BridgeServer, asker: Asker, delay_seconds: float) -> None:
    never = Noticed()
    server.faults.add(Fault(hold=never, delay_seconds=delay_seconds))
    outcomes: list[str] = []
    waiting = threading.Thread(target=lambda: outcomes.append(outcome_of(asker)))
    waiting.start()
    if not delay_seconds:
        assert never.waited_for.wait(30)
    server.stop()
    waiting.join(30)
    assert not waiting.is_alive()
    assert len(outcomes) == 1
