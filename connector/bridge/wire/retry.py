"""When to try again and how long to wait: a pure policy, and a runner that waits in a way that can be cancelled.

The runner is a dozen lines of its own because a retry here is bound to three things at once: the server's `Retry-After`, a cancelled
run that must not sleep on, and an outcome that tells how often was tried.
"""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TypeVar

from connector.bridge.errors import Code, RetriableError, StopRunError

T = TypeVar("T")
Sleep = Callable[[float], None]
Notice = Callable[[RetriableError, int, float], None]

_SECONDS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")


class RetriableOnceError(RetriableError):
    """Try again once: a failure that is more likely a fault of the data than of the way it took."""


class ExhaustedError(Exception):
    """All tries of a request failed; the client turns it into an error of the tree."""

    def __init__(self, last: RetriableError, tries: int) -> None:
        """Make the outcome of a request that was given up.

        Args:
            last: Why the last try failed.
            tries: How many tries were made.
        """
        super().__init__(last, tries)
        self.last = last
        self.tries = tries


@dataclass(frozen=True)
class RetryPolicy:
    """How often and after how long a request is repeated.

    Attributes:
        max_retries: Repetitions after the first try.
        base_seconds: Longest wait before the first repetition; it doubles from one to the next.
        cap_seconds: Longest wait that the policy chooses by itself.
        retry_after_cap_seconds: Longest wait that a server can ask for.
        jitter: Gives a number from 0 up to 1, so that the threads of a run do not come back all at once.
    """

    max_retries: int = 5
    base_seconds: float = 0.5
    cap_seconds: float = 30.0
    retry_after_cap_seconds: float = 120.0
    jitter: Callable[[], float] = field(default=random.random, repr=False, compare=False)

    def delay(self, attempt: int, retry_after_seconds: float | None = None) -> float:
        """Tell how long to wait before the next try.

        Args:
            attempt: How many tries have failed, from 1.
            retry_after_seconds: What the server asked for; None, zero and less leave it to the policy.

        Returns:
            Seconds: what the server asked for, capped, else between half and all of the doubled base.
        """
        if retry_after_seconds is not None and retry_after_seconds > 0:
            return min(retry_after_seconds, self.retry_after_cap_seconds)
        # The exponent is bounded since a float can't hold 2 ** 1024.
        longest = min(self.cap_seconds, self.base_seconds * 2.0 ** min(attempt - 1, 60))
        return longest * (0.5 + 0.5 * self.jitter())


def parse_retry_after(value: str | None, now: datetime) -> float | None:
    """Read a `Retry-After` header (RFC 9110, section 10.2.3).

    Args:
        value: The header's text, None when it is missing.
        now: The present time, with a time zone.

    Returns:
        Seconds from now, not negative; None for a missing or unreadable header.
    """
    text = (value or "").strip()
    if _SECONDS.fullmatch(text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
        if date.tzinfo is None:
            date = date.replace(tzinfo=timezone.utc)
        return max(0.0, (date - now).total_seconds())
    except (TypeError, ValueError, IndexError, OverflowError):
        # Anything else is no date; the policy's own delay holds then.
        return None


def cancelled() -> StopRunError:
    """Make the error of a read that was cancelled.

    Returns:
        The error.
    """
    return StopRunError(
        Code.READ_CANCELLED, "the Bridge", "reading was cancelled", "Run again to read everything."
    )


def run(
    action: Callable[[], T],
    policy: RetryPolicy,
    *,
    cancel: threading.Event | None = None,
    sleep: Sleep | None = None,
    notice: Notice | None = None,
) -> T:
    """Run an action, and again after each failure that may pass, as often as the policy allows.

    Args:
        action: What to do; raises RetriableError when another try may help.
        policy: How often and how long to wait.
        cancel: Ends the wait and the tries when set.
        sleep: Waits for a number of seconds; by default on the cancel event.
        notice: Told about each repetition: why, how many tries have failed, seconds to wait.

    Returns:
        What the action returned.

    Raises:
        ExhaustedError: The last allowed try failed.
        StopRunError: The run was cancelled.
    """
    stop = cancel or threading.Event()
    attempt = 0
    failed_once = False
    while True:
        if stop.is_set():
            raise cancelled()
        attempt += 1
        try:
            return action()
        except RetriableError as error:
            failure = error
        if attempt > policy.max_retries or (failed_once and isinstance(failure, RetriableOnceError)):
            raise ExhaustedError(failure, attempt)
        failed_once = isinstance(failure, RetriableOnceError)
        seconds = policy.delay(attempt, failure.retry_after_seconds)
        if notice is not None:
            notice(failure, attempt, seconds)
        if sleep is not None:
            sleep(seconds)
        else:
            stop.wait(seconds)
