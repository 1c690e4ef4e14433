"""Many listings at the same time, with a bound on what waits in memory."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from connector.bridge.demo.bridge import BridgeServer, Fault
from connector.bridge.errors import Code, SkippedListingError, StopRunError
from connector.bridge.wire.client import ListingAnswer
from connector.bridge.wire.fetch import fetch_listings
from connector.bridge.wire.retry import cancelled

from .conftest import Connect, Together
from .samples import listing

PATIENCE_SECONDS = 30.0


class Reader:
    """Reads listings out of nothing, and notes when."""

    def __init__(self, read: Callable[[str, threading.Event], None] = lambda one, cancel: None) -> None:
        self._read = read
        self.started = threading.Semaphore(0)
        self.ended = threading.Semaphore(0)
        self.asked: list[tuple[str, str | None]] = []

    def listing(
        self, listing_id: str, etag: str | None = None, *, cancel: threading.Event | None = None
    ) -> ListingAnswer:
        """Read a listing."""
        assert cancel is not None
        self.asked.append((listing_id, etag))
        self.started.release()
        try:
            self._read(listing_id, cancel)
        finally:
            self.ended.release()
        return ListingAnswer({"id": listing_id}, etag)


def wait_for(semaphore: threading.Semaphore, times: int) -> None:
    """Wait until something happened so many times."""
    for _ in range(times):
        assert semaphore.acquire(timeout=PATIENCE_SECONDS)


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_every_id_is_read_once_for_each_time_it_is_named(threads: int) -> None:
    ids = [f"listing {number % 20}" for number in range(25)]
    reader = Reader()
    fetched = list(fetch_listings(reader, ids, threads=threads, etags={"listing 3": '"7"'}))
    assert sorted(one.listing_id for one in fetched) == sorted(ids)
    assert all(one.error is None and one.answer and one.answer.body for one in fetched)
    assert {one: etag for one, etag in reader.asked if etag} == {"listing 3": '"7"'}


def test_nothing_to_read_is_nothing_read() -> None:
    assert list(fetch_listings(Reader(), [], threads=4)) == []


def test_at_least_one_thread_is_needed() -> None:
    with pytest.raises(ValueError, match="one thread"):
        list(fetch_listings(Reader(), ["a"], threads=0))


def test_requests_are_made_side_by_side_but_no_more_than_allowed(
    bridge: BridgeServer, connect: Connect
) -> None:
    ids = [f"listing {number}" for number in range(30)]
    bridge.installation.listings.update({one: listing(one) for one in ids})
    bridge.faults.add(Fault("^/listings/", hold=Together(4), times=4))
    fetched = list(fetch_listings(connect(bridge, pool_size=4).client, ids, threads=4))
    assert sorted(one.listing_id for one in fetched) == sorted(ids)
    assert bridge.log.most_at_once == 4


def test_a_slow_listing_holds_up_none_of_the_others(bridge: BridgeServer, connect: Connect) -> None:
    go = threading.Event()
    bridge.faults.add(Fault("/a$", hold=go))
    fetching = fetch_listings(connect(bridge).client, ["a", "b", "c"], threads=2)
    first_two = {next(fetching).listing_id, next(fetching).listing_id}
    go.set()
    assert first_two == {"b", "c"}
    assert [one.listing_id for one in fetching] == ["a"]


def test_a_slow_consumer_bounds_what_is_read_ahead() -> None:
    reader = Reader()
    fetching = fetch_listings(reader, [str(number) for number in range(100)], threads=3)
    next(fetching)
    wait_for(reader.started, 6)
    fetching.close()
    assert len(reader.asked) == 6


def test_closing_early_cancels_what_is_under_way_and_what_waits() -> None:
    def read(listing_id: str, cancel: threading.Event) -> None:
        if listing_id != "first" and cancel.wait(PATIENCE_SECONDS):
            raise cancelled()

    reader = Reader(read)
    fetching = fetch_listings(reader, ["first", *map(str, range(50))], threads=2)
    assert next(fetching).listing_id == "first"
    wait_for(reader.started, 3)
    fetching.close()
    wait_for(reader.ended, 3)
    assert len(reader.asked) == 3


def test_a_listing_that_fails_is_an_entry_like_the_others() -> None:
    def read(listing_id: str, cancel: threading.Event) -> None:
        if listing_id in {"b", "d"}:
            code = Code.LISTING_GONE if listing_id == "d" else Code.LISTING_UNREADABLE
            raise SkippedListingError(code, listing_id, "was not read", "Wait.")

    fetched = {one.listing_id: one for one in fetch_listings(Reader(read), "abcde", threads=2)}
    assert {one for one, entry in fetched.items() if entry.answer is not None} == {"a", "c", "e"}
    assert {one: entry.error.code for one, entry in fetched.items() if entry.error is not None} == {
        "b": Code.LISTING_UNREADABLE,
        "d": Code.LISTING_GONE,
    }


@pytest.mark.parametrize(
    "error", [StopRunError(Code.TOKEN_REJECTED, "x", "was refused", "Ask."), TypeError("a fault of ours")]
)
def test_what_ends_the_run_is_raised_to_the_consumer(error: Exception) -> None:
    def read(listing_id: str, cancel: threading.Event) -> None:
        if listing_id == "bad":
            raise error
        if cancel.wait(PATIENCE_SECONDS):
            raise cancelled()

    reader = Reader(read)
    fetching = fetch_listings(reader, ["x", "bad", *map(str, range(50))], threads=2)
    with pytest.raises(type(error)) as caught:
        next(fetching)
    assert caught.value is error
    wait_for(reader.ended, len(reader.asked))
    assert len(reader.asked) <= 4


def test_one_unreadable_listing_among_many(bridge: BridgeServer, connect: Connect) -> None:
    bridge.faults.add(Fault("/b$", status=503, times=None))
    fetched = {
        one.listing_id: one for one in fetch_listings(connect(bridge).client, ["a", "b", "c"], threads=3)
    }
    assert fetched["a"].answer is not None
    assert fetched["c"].answer is not None
    assert fetched["b"].error is not None
    assert fetched["b"].error.code is Code.LISTING_UNREADABLE
