"""The summary read over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from connector.bridge.connection_models import BridgeConnection
from connector.bridge.demo.bridge import BridgeServer, Fault, Installation
from connector.bridge.errors import Code, ConfigurationError, StopRunError
from connector.bridge.wire.client import PAGE_SIZE, USER_AGENT, BridgeClient

from .conftest import Connect, Connected
from .samples import listing

SUMMARY = "^/listings$"


@pytest.fixture
def paged() -> Iterator[BridgeServer]:
    """A Bridge that gives two listings a page and seven in all."""
    listings = {one: listing(one) for one in "abcdefg"}
    with BridgeServer(Installation({"id": "acme", "name": "Acme"}, listings), page_size=2) as server:
        yield server
        assert server.log.violations == ()


def test_all_pages_are_read(paged: BridgeServer, connect: Connect) -> None:
    summary = connect(paged).client.summary()
    assert [entry.id for entry in summary.listings] == list("abcdefg")
    assert summary.listings[0].version == "7"
    assert summary.installation is not None
    assert summary.installation.name == "Acme"
    assert summary.problems == ()
    assert summary.notes == ()
    sent = [dict(entry.query) for entry in paged.log.entries]
    assert [query["pageSize"] for query in sent] == [str(PAGE_SIZE)] * 4
    assert [("pageToken" in query) for query in sent] == [False, True, True, True]


def test_an_empty_installation_is_read(bridge: BridgeServer, connected: Connected) -> None:
    bridge.installation.listings.clear()
    assert connected.client.summary().listings == ()


def test_requests_say_who_asks(bridge: BridgeServer, connected: Connected) -> None:
    connected.client.summary()
    (entry,) = bridge.log.entries
    assert entry.headers["user-agent"] == USER_AGENT
    assert entry.headers["accept"] == "application/json"


def test_a_prefix_of_the_address_is_kept(connect: Connect) -> None:
    with BridgeServer(Installation({}, {"a": listing("a")}), prefix="/eu/west") as server:
        client = connect(server).client
        assert [entry.id for entry in client.summary().listings] == ["a"]
        assert client.listing("a").body == listing("a")
        assert server.log.violations == ()


@pytest.mark.parametrize("last", ["null", '""'])
def test_an_empty_or_null_token_ends_the_pages(bridge: BridgeServer, connected: Connected, last: str) -> None:
    bridge.faults.add(Fault(SUMMARY, body=f'{{"listings": [{{"id": "x"}}], "nextPageToken": {last}}}'))
    assert [entry.id for entry in connected.client.summary().listings] == ["x"]
    assert bridge.log.total == 1


def test_a_token_that_comes_again_stops_the_run(bridge: BridgeServer, connected: Connected) -> None:
    bridge.faults.add(Fault(SUMMARY, paging="repeat", times=None))
    with pytest.raises(StopRunError) as caught:
        connected.client.summary()
    assert caught.value.code is Code.PAGE_LOOP
    assert bridge.log.total == 2


def test_pages_without_an_end_stop_the_run(
    bridge: BridgeServer, connected: Connected, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("connector.bridge.wire.summary.MAX_PAGES_WITHOUT_NEWS", 20)
    bridge.faults.add(Fault(SUMMARY, paging="endless", times=None))
    with pytest.raises(StopRunError) as caught:
        connected.client.summary()
    assert caught.value.code is Code.BAD_ANSWER
    assert bridge.log.total == 21


def test_a_page_that_fails_once_costs_nothing(paged: BridgeServer, connect: Connect) -> None:
    paged.faults.add(Fault(SUMMARY, status=503, after=2))
    connected = connect(paged)
    assert len(connected.client.summary().listings) == 7
    assert connected.slept == [0.5]
    assert paged.log.total == 5


def test_half_of_the_pages_are_no_summary(paged: BridgeServer, connect: Connect) -> None:
    paged.faults.add(Fault(SUMMARY, status=503, after=2, times=None))
    with pytest.raises(StopRunError) as caught:
        connect(paged).client.summary()
    assert caught.value.code is Code.BUSY
    assert "given up after 6 tries" in caught.value.problem


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Fault(body="<html>log in</html>", times=None), Code.NOT_JSON),
        (Fault(status=404, times=None), Code.BAD_ANSWER),
        (Fault(status=304, times=None), Code.BAD_ANSWER),
        (Fault(body="[]", times=None), Code.BAD_ANSWER),
        (Fault(body="{}", times=None), Code.BAD_ANSWER),
        (Fault(status=401, times=None), Code.TOKEN_REJECTED),
        (Fault(status=403, times=None), Code.TOKEN_REJECTED),
        (Fault(drop=True, times=None), Code.UNREACHABLE),
    ],
)
def test_without_a_summary_there_is_no_run(
    bridge: BridgeServer, connected: Connected, fault: Fault, code: Code
) -> None:
    bridge.faults.add(fault)
    with pytest.raises(StopRunError) as caught:
        connected.client.summary()
    assert caught.value.code is code


def test_a_bridge_that_is_not_there_is_named(connect: Connect) -> None:
    server = BridgeServer(Installation())
    connected = connect(server)
    server.stop()
    with pytest.raises(StopRunError) as caught:
        connected.client.summary()
    assert caught.value.code is Code.UNREACHABLE
    assert "127.0.0.1" in caught.value.problem
    assert "refused" in caught.value.problem
    assert len(connected.slept) == 5


@pytest.mark.parametrize(
    "host_port",
    ["http://[::1", "http://[zz]", "http://h:99999", "http://h:x", "http://a..b", "http://" + "a" * 64],
)
def test_an_address_that_is_none_is_a_wrong_option(host_port: str) -> None:
    connection = BridgeConnection.model_validate({"hostPort": host_port, "token": "s3cret"})
    with pytest.raises(ConfigurationError) as caught, BridgeClient.from_connection(connection) as client:
        client.summary()
    assert caught.value.subject == "option hostPort"


def test_the_options_make_the_client(bridge: BridgeServer) -> None:
    connection = BridgeConnection.model_validate(
        {"hostPort": f"{bridge.url}/", "token": bridge.token, "maxRetries": 2, "requestTimeoutSeconds": 5}
    )
    slept: list[float] = []
    bridge.faults.add(Fault(status=500, times=3, after=1))
    with BridgeClient.from_connection(connection, sleep=slept.append) as client:
        assert len(client.summary().listings) == 3
        with pytest.raises(StopRunError, match="after 3 tries"):
            client.summary()
    assert len(slept) == 2
    assert bridge.token not in repr(client)
