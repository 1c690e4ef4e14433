"""The error tree: what its docstring draws is what there is, and every error says what to do."""

from __future__ import annotations

import copy
import inspect
import re

import pytest

from connector.bridge import errors
from connector.bridge.errors import (
    BridgeError,
    Code,
    ConfigurationError,
    RetriableError,
    SkippedListingError,
    SkippedObjectError,
    StopRunError,
)

KINDS = (ConfigurationError, RetriableError, SkippedListingError, SkippedObjectError, StopRunError)


def test_the_tree_is_the_one_drawn() -> None:
    """The docstring is what a reader goes by."""
    drawn = re.findall(r"^[├└]── (\w+) ", errors.__doc__ or "", re.MULTILINE)
    found = [
        name
        for name, kind in vars(errors).items()
        if inspect.isclass(kind) and issubclass(kind, Exception) and kind is not BridgeError
    ]
    assert drawn == found == [kind.__name__ for kind in KINDS]
    assert all(kind.__bases__ == (BridgeError,) for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_says_code_subject_problem_and_remedy(kind: type[BridgeError]) -> None:
    """On one line, in this order, and each for itself."""
    error = kind(Code.BUSY, "the summary", "the Bridge is busy", "Try again later.")
    assert str(error) == "[BRIDGE_BUSY] the summary: the Bridge is busy. Try again later."
    assert (error.code, error.subject, error.problem, error.remedy) == (
        Code.BUSY,
        "the summary",
        "the Bridge is busy",
        "Try again later.",
    )


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_survives_copying(kind: type[BridgeError]) -> None:
    """A scheduler may hand errors from process to process, by the same protocol as a copy is made."""
    error = kind(Code.BUSY, "a", "b", "c")
    for other in (copy.copy(error), copy.deepcopy(error)):
        assert (type(other), str(other), other.code) == (kind, str(error), Code.BUSY)


def test_a_retriable_error_keeps_what_the_server_asked_for() -> None:
    """None when it asked for nothing."""
    assert RetriableError(Code.BUSY, "a", "b", "c").retry_after_seconds is None
    error = RetriableError(Code.BUSY, "a", "b", "c", retry_after_seconds=2.5)
    assert error.retry_after_seconds == 2.5
    assert copy.copy(error).retry_after_seconds == 2.5


def test_codes_are_distinct_and_say_whose_side_they_are_of() -> None:
    """They are for scripts: upper case, and in front whether the Bridge, the catalog or the connector is at fault."""
    values = [code.value for code in Code]
    assert len(Code.__members__) == len(set(values)) == len(values)
    assert all(re.fullmatch(r"(BRIDGE|CATALOG|CONNECTOR)(_[A-Z]+)+", value) for value in values)
