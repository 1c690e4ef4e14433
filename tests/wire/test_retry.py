"""When to try again and how long to wait."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.errors import Code, RetriableError, StopRunError
from connector.bridge.wire.retry import (
    ExhaustedError,
    RetriableOnceError,
    RetryPolicy,
    parse_retry_after,
    run,
)

NOW = datetime(2026, 11, 30, 8, 15, tzinfo=timezone.utc)
POLICY = RetryPolicy(max_retries=3, jitter=lambda: 1.0)


def passing(retry_after_seconds: float | None = None) -> RetriableError:
    """Make a failure that may pass."""
    return RetriableError(Code.BUSY, "it", "was busy", "Wait.", retry_after_seconds=retry_after_seconds)


def failing(*errors: Exception) -> Callable[[], str]:
    """Make an action that raises the errors one after the other and then succeeds."""
    rest = list(errors)

    def action() -> str:
        if rest:
            raise rest.pop(0)
        return "done"

    return action


def never(seconds: float) -> None:
    """Wait for nothing, since there must be no wait."""
    pytest.fail(f"waited {seconds} s")


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("2", 2.0),
        (" 120 ", 120.0),
        ("0", 0.0),
        ("1.5", 1.5),
        ("Mon, 30 Nov 2026 08:15:30 GMT", 30.0),
        ("Monday, 30-Nov-26 08:16:00 GMT", 60.0),
        ("Mon, 30 Nov 2026 08:15:30", 30.0),
        ("Mon, 30 Nov 2026 08:14:00 GMT", 0.0),
        (None, None),
        ("", None),
        ("-5", None),
        ("soon", None),
        ("1e9", None),
        ("9" * 400, None),
        ("Mon, 99 Nov 2026 08:15:30 GMT", None),
        ("Mon, 30 Nov 99999 08:15:30 GMT", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str | None, seconds: float | None) -> None:
    assert parse_retry_after(value, NOW) == seconds


@given(st.text())
def test_retry_after_can_be_any_text(value: str) -> None:
    seconds = parse_retry_after(value, NOW)
    assert seconds is None or seconds >= 0


def test_the_wait_doubles_up_to_the_cap() -> None:
    policy = RetryPolicy(base_seconds=0.5, cap_seconds=3.0, jitter=lambda: 1.0)
    assert [policy.delay(attempt) for attempt in (1, 2, 3, 4, 5, 5000)] == [0.5, 1.0, 2.0, 3.0, 3.0, 3.0]


def test_jitter_takes_up_to_half_of_the_wait() -> None:
    assert RetryPolicy(base_seconds=4.0, jitter=lambda: 0.0).delay(1) == 2.0
    assert RetryPolicy(base_seconds=4.0, jitter=lambda: 0.5).delay(1) == 3.0


@pytest.mark.parametrize(("asked", "seconds"), [(2.0, 2.0), (9999.0, 120.0), (0.0, 0.5), (None, 0.5)])
def test_what_the_server_asks_for_counts_up_to_its_cap(asked: float | None, seconds: float) -> None:
    assert POLICY.delay(1, asked) == seconds


def test_an_action_runs_until_it_succeeds() -> None:
    slept: list[float] = []
    noticed: list[tuple[int, float]] = []
    result = run(
        failing(passing(7.0), passing()),
        POLICY,
        sleep=slept.append,
        notice=lambda error, tries, seconds: noticed.append((tries, seconds)),
    )
    assert result == "done"
    assert slept == [7.0, 1.0]
    assert noticed == [(1, 7.0), (2, 1.0)]


def test_the_last_failure_is_told_when_tries_run_out() -> None:
    last = passing()
    slept: list[float] = []
    with pytest.raises(ExhaustedError) as caught:
        run(failing(passing(), passing(), passing(), last), POLICY, sleep=slept.append)
    assert caught.value.last is last
    assert caught.value.tries == 4
    assert len(slept) == 3


def test_no_repetition_when_none_is_allowed() -> None:
    with pytest.raises(ExhaustedError) as caught:
        run(failing(passing()), RetryPolicy(max_retries=0), sleep=never)
    assert caught.value.tries == 1


def test_another_error_is_not_repeated() -> None:
    with pytest.raises(KeyError):
        run(failing(KeyError("x")), POLICY, sleep=never)


def test_garbled_data_is_asked_for_once_more_only() -> None:
    def once() -> RetriableError:
        return RetriableOnceError(Code.BAD_ANSWER, "it", "was garbled", "Tell someone.")

    slept: list[float] = []
    with pytest.raises(ExhaustedError) as caught:
        run(failing(once(), once()), POLICY, sleep=slept.append)
    assert caught.value.tries == 2
    assert run(failing(once(), passing(), once()), POLICY, sleep=slept.append) == "done"


def test_a_cancelled_run_is_not_begun() -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(StopRunError) as caught:
        run(lambda: pytest.fail("was run"), POLICY, cancel=cancel)
    assert caught.value.code is Code.READ_CANCELLED


def test_a_cancel_ends_the_wait_for_a_repetition() -> None:
    cancel = threading.Event()

    def action() -> str:
        # Set while the action runs, so that the wait of an hour that follows is over at once.
        cancel.set()
        raise passing(3600.0)

    with pytest.raises(StopRunError) as caught:
        run(action, RetryPolicy(retry_after_cap_seconds=3600.0), cancel=cancel)
    assert caught.value.code is Code.READ_CANCELLED
