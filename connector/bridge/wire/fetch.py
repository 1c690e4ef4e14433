"""Many listings read at the same time, handed over as they come, with a bound on what waits in memory."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Protocol

from connector.bridge.errors import BridgeError, SkippedListingError
from connector.bridge.wire.client import ListingAnswer


class ListingReader(Protocol):
    """What is needed of a client here."""

    def listing(
        self, listing_id: str, etag: str | None = None, *, cancel: threading.Event | None = None
    ) -> ListingAnswer:
        """Read one listing.

        Args:
            listing_id: Its id.
            etag: The tag of the state that is known.
            cancel: Ends the reading when set.

        Returns:
            The answer.
        """


@dataclass(frozen=True)
class Fetched:
    """One listing that was asked for: either an answer or an error.

    Attributes:
        listing_id: Its id.
        answer: The answer, None when it failed.
        error: Why it failed, None when it did not.
    """

    listing_id: str
    answer: ListingAnswer | None
    error: BridgeError | None


class _Pool:
    """Threads that read listings until there are none left or the pool is cancelled.

    They are daemon threads that nobody waits for: one may sit in a read that ends only by its timeout, and a run that stops must
    not wait for that.
    """

    def __init__(
        self, client: ListingReader, ids: tuple[str, ...], threads: int, etags: Mapping[str, str]
    ) -> None:
        self._client = client
        self._etags = etags
        self._ids = iter(ids)
        self._lock = threading.Lock()
        self._cancel = threading.Event()
        # A slot is held from before a request until the consumer comes back for the next answer.
        self._slots = threading.Semaphore(2 * threads)
        self.results: SimpleQueue[Fetched | Exception] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"bridge-fetch-{number}", daemon=True)
            for number in range(1, min(threads, len(ids)) + 1)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def release(self) -> None:
        self._slots.release()

    def cancel(self) -> None:
        self._cancel.set()
        # Wakes the threads that wait for a slot; those that wait for a repetition are woken by the event.
        for _ in self._threads:
            self._slots.release()

    def _work(self) -> None:
        while True:
            self._slots.acquire()
            with self._lock:
                listing_id = None if self._cancel.is_set() else next(self._ids, None)
            if listing_id is None:
                # The slot goes to the next waiting thread, so that it can end too.
                self._slots.release()
                return
            self.results.put(self._fetch(listing_id))

    def _fetch(self, listing_id: str) -> Fetched | Exception:
        try:
            answer = self._client.listing(listing_id, self._etags.get(listing_id), cancel=self._cancel)
        except SkippedListingError as error:
            return Fetched(listing_id, None, error)
        except Exception as error:
            # Raised to the consumer, in its own thread.
            return error
        return Fetched(listing_id, answer, None)


def fetch_listings(
    client: ListingReader,
    ids: Iterable[str],
    *,
    threads: int,
    etags: Mapping[str, str] | None = None,
) -> Generator[Fetched, None, None]:
    """Read listings in parallel.

    At most twice as many answers as threads are in memory or under way, however slow the consumer is. Closing the iterator early
    cancels the rest.

    Args:
        client: Reads one listing; used by all threads.
        ids: What to read; each is asked for once for each time it is named.
        threads: How many requests at the same time, at least 1.
        etags: Known tags by id.

    Yields:
        One entry for each id, in the order in which the answers came.

    Raises:
        StopRunError: One of them ends the run; the rest is cancelled.
        ConfigurationError: As StopRunError.
        ValueError: The number of threads is less than 1.
    """
    if threads < 1:
        raise ValueError("at least one thread is needed")
    wanted = tuple(ids)
    pool = _Pool(client, wanted, threads, etags or {})
    pool.start()
    try:
        for _ in wanted:
            result = pool.results.get()
            if isinstance(result, Exception):
                raise result
            yield result
            pool.release()
    finally:
        pool.cancel()
