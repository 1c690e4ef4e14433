"""Faults on the way, and what is done about them (case 13)."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path

import pytest

from connector.bridge.demo.bridge import BridgeServer, Fault
from connector.bridge.errors import Code, SkippedListingError, StopRunError
from connector.bridge.wire.retry import RetryPolicy
from connector.bridge.wire.tokens import EnvironmentToken, FileToken, ValueToken

from .conftest import Connect, Connected
from .samples import listing

PLAIN = {"Content-Type": "text/plain"}


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_bridge_is_waited_for_as_it_says(
    bridge: BridgeServer, connected: Connected, status: int
) -> None:
    bridge.faults.add(Fault(status=status, times=2, headers={"Retry-After": "2"}))
    assert connected.client.listing("a").body == listing("a")
    assert connected.slept == [2.0, 2.0]
    assert [entry.status for entry in bridge.log.entries] == [status, status, 200]


def test_the_wait_that_a_bridge_asks_for_is_capped(bridge: BridgeServer, connected: Connected) -> None:
    in_an_hour = format_datetime(datetime.now(timezone.utc) + timedelta(hours=1), usegmt=True)
    bridge.faults.add(Fault(status=429, headers={"Retry-After": "86400"}))
    bridge.faults.add(Fault(status=503, headers={"Retry-After": in_an_hour}))
    assert connected.client.listing("a").body == listing("a")
    assert connected.slept == [120.0, 120.0]


def test_a_date_is_a_time_to_wait_for(bridge: BridgeServer, connect: Connect) -> None:
    soon = format_datetime(datetime.now(timezone.utc) + timedelta(hours=1), usegmt=True)
    connected = connect(bridge, retry=RetryPolicy(retry_after_cap_seconds=86400.0))
    bridge.faults.add(Fault(status=503, headers={"Retry-After": soon}))
    assert connected.client.listing("a").body == listing("a")
    (told,) = connected.slept
    # The test may be held up, so that only some of the hour is left.
    assert 0 < told <= 3600


@pytest.mark.parametrize("asked", ["0", "-1", "soon", "Mon, 30 Nov 2020 08:15:00 GMT"])
def test_a_useless_retry_after_leaves_the_wait_to_the_policy(
    bridge: BridgeServer, connected: Connected, asked: str
) -> None:
    bridge.faults.add(Fault(status=429, times=2, headers={"Retry-After": asked}))
    assert connected.client.listing("a").body == listing("a")
    assert connected.slept == [0.5, 1.0]


@pytest.mark.parametrize(
    "fault",
    [
        Fault(status=500),
        Fault(status=502, body="<html>Bad gateway</html>"),
        Fault(status=504),
        Fault(status=408),
        Fault(drop=True),
        Fault(cut_body=True),
        Fault(invalid_json=True),
        Fault(cut_body=True, gzip=True),
        Fault(body="no gzip", headers={"Content-Encoding": "gzip"}),
        Fault(body="zz\r\n", headers={"Transfer-Encoding": "chunked"}),
        Fault(body=b'{"id": "\xff"}'),
    ],
    ids=repr,
)
def test_what_may_pass_is_tried_again(bridge: BridgeServer, connected: Connected, fault: Fault) -> None:
    armed = bridge.faults.add(fault)
    assert connected.client.listing("a").body == listing("a")
    assert armed.hits == 1
    assert connected.slept == [0.5]


def test_a_silent_bridge_is_not_waited_for_forever(bridge: BridgeServer, connect: Connect) -> None:
    never = threading.Event()
    bridge.faults.add(Fault(hold=never))
    connected = connect(bridge, timeout_seconds=0.3)
    assert connected.client.listing("a").body == listing("a")
    assert connected.slept[0] == 0.5


@pytest.mark.parametrize(
    "fault",
    [
        Fault(status=503, times=None),
        Fault(status=500, times=None),
        Fault(drop=True, times=None),
        Fault(cut_body=True, times=None),
    ],
    ids=repr,
)
def test_a_listing_that_stays_unreadable_is_skipped(
    bridge: BridgeServer, connected: Connected, fault: Fault
) -> None:
    armed = bridge.faults.add(fault)
    with pytest.raises(SkippedListingError) as caught:
        connected.client.listing("b")
    assert caught.value.code is Code.LISTING_UNREADABLE
    assert '"b"' in caught.value.subject
    assert "given up after 6 tries" in caught.value.problem
    assert armed.hits == 6
    assert connected.slept == [0.5, 1.0, 2.0, 4.0, 8.0]


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Fault(body="<html>Please log in</html>"), Code.NOT_JSON),
        (Fault(body="hello", headers=PLAIN), Code.NOT_JSON),
        (Fault(body="[1]"), Code.BAD_ANSWER),
        (Fault(body='{"n": NaN}'), Code.BAD_ANSWER),
        (Fault(body="[" * 100_000), Code.BAD_ANSWER),
        (Fault(status=400), Code.LISTING_UNREADABLE),
        (Fault(status=302, headers={"Location": "/login"}), Code.BAD_ANSWER),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_what_will_stay_is_not_tried_again(
    bridge: BridgeServer, connected: Connected, fault: Fault, code: Code
) -> None:
    bridge.faults.add(fault)
    with pytest.raises(SkippedListingError) as caught:
        connected.client.listing("b")
    assert caught.value.code is code
    assert '"b"' in caught.value.subject
    assert bridge.log.total == 1
    assert connected.slept == []


def test_garbled_text_is_asked_for_once_more_only(bridge: BridgeServer, connected: Connected) -> None:
    bridge.faults.add(Fault(body=b'{"id": "\xff"}', times=None))
    with pytest.raises(SkippedListingError, match="after 2 tries"):
        connected.client.listing("b")


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_token_stops_the_run_at_once(
    bridge: BridgeServer, connected: Connected, status: int
) -> None:
    bridge.faults.add(Fault(status=status, times=None))
    with pytest.raises(StopRunError) as caught:
        connected.client.listing("a")
    assert caught.value.code is Code.TOKEN_REJECTED
    assert bridge.log.total == 1


def test_a_compressed_answer_is_read(bridge: BridgeServer, connected: Connected) -> None:
    bridge.faults.add(Fault(gzip=True, etag="suffixed"))
    assert connected.client.listing("a").body == listing("a")
    assert "gzip" in bridge.log.entries[0].headers["accept-encoding"]


def test_an_answer_without_measure_is_given_up(
    bridge: BridgeServer, connected: Connected, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("connector.bridge.wire.transport.MAX_BODY_BYTES", 100)
    with pytest.raises(SkippedListingError, match="larger than") as caught:
        connected.client.listing("a")
    assert caught.value.code is Code.BAD_ANSWER
    assert bridge.log.total == 1


def test_a_compressed_answer_is_measured_as_it_is_without(
    bridge: BridgeServer, connected: Connected, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("connector.bridge.wire.transport.MAX_BODY_BYTES", 100_000)
    bridge.installation.listings["a"] = listing("a", description="x" * 1_000_000)
    bridge.faults.add(Fault(gzip=True))
    with pytest.raises(SkippedListingError, match="larger than"):
        connected.client.listing("a")


def test_a_token_that_was_rotated_in_its_file_is_read_again(
    bridge: BridgeServer, connect: Connect, tmp_path: Path
) -> None:
    path = tmp_path / "token"
    path.write_text(bridge.token)
    client = connect(bridge, token=FileToken(str(path))).client
    assert client.listing("a").body == listing("a")
    bridge.token = "rotated"
    path.write_text("rotated")
    assert client.listing("b").body == listing("b")


def test_a_refused_token_is_looked_up_once_more(bridge: BridgeServer, connect: Connect) -> None:
    environment = {"BRIDGE_TOKEN": "stale"}

    class Rotating(EnvironmentToken):
        """A variable that another one sets in the moment of the refusal."""

        def refresh(self) -> bool:
            """Read the new token."""
            environment["BRIDGE_TOKEN"] = bridge.token
            return super().refresh()

    connected = connect(bridge, token=Rotating("BRIDGE_TOKEN", environment))
    assert connected.client.listing("a").body == listing("a")
    assert [entry.status for entry in bridge.log.entries] == [401, 200]
    assert connected.slept == []
    assert bridge.log.violations == ("GET /listings/a: Authorization is not the bearer token",)
    bridge.log.reset()


def test_a_token_that_another_thread_has_read_already_counts(bridge: BridgeServer, connect: Connect) -> None:
    environment = {"BRIDGE_TOKEN": "stale"}

    class ReadElsewhere(EnvironmentToken):
        """A source whose new token was read by another thread, so that a refresh sees no change."""

        def refresh(self) -> bool:
            """Tell of no change."""
            environment["BRIDGE_TOKEN"] = bridge.token
            return False

    client = connect(bridge, token=ReadElsewhere("BRIDGE_TOKEN", environment)).client
    assert client.listing("a").body == listing("a")
    bridge.log.reset()


def test_a_cancelled_reading_sends_nothing(bridge: BridgeServer, connected: Connected) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(StopRunError) as of_listing:
        connected.client.listing("a", cancel=cancel)
    with pytest.raises(StopRunError) as of_summary:
        connected.client.summary(cancel=cancel)
    assert of_listing.value.code is of_summary.value.code is Code.READ_CANCELLED
    assert bridge.log.total == 0


def test_a_cancel_ends_an_answer_in_its_middle(bridge: BridgeServer, connect: Connect) -> None:
    cancel = threading.Event()

    class Late(ValueToken):
        """A token that is asked for after the last look at the event before the request."""

        def current(self) -> str:
            """Cancel and give the token."""
            cancel.set()
            return super().current()

    client = connect(bridge, token=Late(bridge.token)).client
    with pytest.raises(StopRunError) as caught:
        client.listing("a", cancel=cancel)
    assert caught.value.code is Code.READ_CANCELLED
    assert bridge.log.total == 1


def test_a_cancel_ends_the_repetitions(bridge: BridgeServer, connect: Connect) -> None:
    cancel = threading.Event()
    bridge.faults.add(Fault(status=503, times=None))
    connected = connect(bridge, sleep=lambda seconds: cancel.set())
    with pytest.raises(StopRunError) as caught:
        connected.client.listing("a", cancel=cancel)
    assert caught.value.code is Code.READ_CANCELLED
    assert bridge.log.total == 1
