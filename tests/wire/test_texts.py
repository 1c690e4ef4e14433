"""Foreign text in messages."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.wire.texts import LIMIT, named, redacted, shown


@given(st.text(alphabet=st.characters()), st.integers(min_value=2, max_value=50))
def test_shown_is_one_short_line_of_printable_text(text: str, limit: int) -> None:
    line = shown(text, limit)
    assert len(line) <= limit
    assert all(char == " " or not unicodedata.category(char).startswith(("C", "Z")) for char in line)
    assert "  " not in line
    line.encode()


def test_shown_keeps_a_text_that_fits() -> None:
    assert shown("größe_m² of 日本") == "größe_m² of 日本"
    assert shown("x" * LIMIT) == "x" * LIMIT


def test_shown_marks_a_cut() -> None:
    assert shown("x" * 1000, 10) == "x" * 9 + "…"


@pytest.mark.parametrize("text", ["a\nb", "a\r\n\tb", "a\x00b", "a\u202eb", "a\ud800b", "  a   b  "])
def test_shown_joins_blanks_and_what_can_break_a_log_line(text: str) -> None:
    assert shown(text) == "a b"


def test_redacted_takes_secrets_and_queries_out() -> None:
    text = "token s3cret refused at https://bridge.example.com/x?key=s3cret#part and s3cret again"
    assert redacted(text, ["", "s3cret"]) == "token *** refused at https://bridge.example.com/x and *** again"


def test_named_names_a_listing() -> None:
    assert named("a\nb") == 'listing "a b"'
