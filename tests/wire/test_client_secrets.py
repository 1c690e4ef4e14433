"""The token goes to the Bridge alone, and neither it nor a query string shows up anywhere."""

from __future__ import annotations

import json
import logging
import threading
import traceback
from pathlib import Path

import pytest

from connector.bridge.demo.bridge import BridgeServer, Fault, Installation
from connector.bridge.errors import BridgeError, SkippedListingError, StopRunError
from connector.bridge.wire.answers import SUMMARY
from connector.bridge.wire.tokens import FileToken
from connector.bridge.wire.transport import Call

from .conftest import Connect, Connected
from .samples import listing


def echo(token: str) -> str:
    """Make an error body that repeats the token."""
    return json.dumps({"error": {"code": token, "message": f"token {token} is bad"}})


def failures(server: BridgeServer) -> list[Fault]:
    """Make faults of every kind, among them those of a server that repeats the token."""
    every = [
        Fault(status=status, body=body, times=None)
        for status in (400, 401, 403, 404, 429, 500, 503)
        for body in (None, echo(server.token), f"<html>{server.token}</html>")
    ]
    return [
        *every,
        Fault(body=server.token, times=None),
        Fault(body=f'["{server.token}"]', times=None),
        Fault(body=f'{{"{server.token}": NaN}}', times=None),
        Fault(body=f'{{"{server.token}"', times=None),
        Fault(
            status=302, headers={"Location": f"https://x.example/{server.token}?t={server.token}"}, times=None
        ),
        Fault(drop=True, times=None),
        Fault(cut_body=True, times=None),
        Fault(body="no gzip", headers={"Content-Encoding": "gzip"}, times=None),
        Fault(hold=threading.Event(), times=None),
        Fault(paging="repeat", times=None),
    ]


def shown(error: BridgeError) -> str:
    """Give all that a log of an error could show."""
    return "".join([str(error), repr(error), *traceback.format_exception(error)])


def test_no_error_and_no_log_shows_the_token(
    bridge: BridgeServer, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("urllib3").setLevel(logging.DEBUG)
    client = connect(bridge, timeout_seconds=0.2).client
    texts = [repr(client), str(client)]
    for fault in failures(bridge):
        bridge.faults.clear()
        bridge.faults.add(fault)
        for call in (client.summary, lambda: client.listing("a")):
            try:
                texts.append(repr(call()))
            except BridgeError as error:
                texts.append(shown(error))
    assert sum("[BRIDGE_" in text for text in texts) > 50
    assert any(record.name.startswith("urllib3") for record in caplog.records)
    assert any(record.name.startswith("connector.bridge") for record in caplog.records)
    everything = "\n".join([*texts, caplog.text, *(repr(record.__dict__) for record in caplog.records)])
    assert bridge.token not in everything
    assert "Bearer" not in everything


def test_our_own_logs_and_errors_hold_no_query(connect: Connect, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with BridgeServer(Installation({}, {one: listing(one) for one in "abc"}), page_size=1) as server:
        server.faults.add(Fault(drop=True, after=1, times=None))
        with pytest.raises(StopRunError) as caught:
            connect(server).client.summary()
    own = [record.getMessage() for record in caplog.records if record.name.startswith("connector.bridge")]
    assert len(own) == 5
    for text in (*own, shown(caught.value)):
        assert "pageToken" not in text
        assert "pageSize" not in text


def test_values_that_carry_secrets_do_not_show_them(bridge: BridgeServer, connected: Connected) -> None:
    answer = connected.client.listing("a")
    assert "Sales of the" not in repr(answer)
    assert "s3cret" not in repr(Call(SUMMARY, params={"pageToken": "s3cret"}))


def test_a_redirect_to_nowhere_is_told_like_any_other(bridge: BridgeServer, connected: Connected) -> None:
    bridge.faults.add(Fault(status=302, headers={"Location": "http://[bad"}))
    with pytest.raises(SkippedListingError, match="redirects elsewhere"):
        connected.client.listing("a")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("path", ["", "/bridge/v1/listings/a"])
def test_no_redirect_is_followed(bridge: BridgeServer, connected: Connected, status: int, path: str) -> None:
    with BridgeServer(Installation({}, {"a": listing("a")})) as other:
        bridge.faults.add(Fault(status=status, headers={"Location": f"{other.url}{path}"}, times=None))
        with pytest.raises(SkippedListingError, match="redirects to 127"):
            connected.client.listing("a")
        with pytest.raises(StopRunError, match="redirects are not followed"):
            connected.client.summary()
        assert other.log.total == 0
    assert bridge.log.total == 2


def test_a_password_file_of_the_user_does_not_take_the_tokens_place(
    bridge: BridgeServer, connected: Connected, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "netrc"
    path.write_text("machine 127.0.0.1 login someone password else\n")
    monkeypatch.setenv("NETRC", str(path))
    assert connected.client.listing("a").body == listing("a")


def test_a_proxy_of_the_environment_is_used(
    bridge: BridgeServer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    with BridgeServer(Installation()) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("http_proxy", proxy.url)
        proxy.faults.add(Fault(body=json.dumps(listing("../a")), times=None))
        answer = connect(bridge).client.listing("../a")
        assert answer.body == listing("../a")
        (entry,) = proxy.log.entries
        assert entry.path == f"{bridge.url}/bridge/v1/listings/..%2Fa"
    assert bridge.log.total == 0


def test_each_request_carries_the_token_of_its_moment(
    bridge: BridgeServer, connect: Connect, tmp_path: Path
) -> None:
    path = tmp_path / "token"
    path.write_text("other")
    client = connect(bridge, token=FileToken(str(path))).client
    with pytest.raises(StopRunError):
        client.summary()
    path.write_text(bridge.token)
    assert len(client.summary().listings) == 3
    bridge.log.reset()
