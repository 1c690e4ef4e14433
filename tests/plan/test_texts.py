"""Texts that the catalog can keep."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.plan.texts import readable


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (None, None),
        ("", None),
        (" \n\t", None),
        ("\x00\x1b", None),
        ("a\x00b", "ab"),
        (" a\tb\r\nc ", "a\tb\r\nc"),
        ("\x7fit's `x=1` <b>é漢🎉</b>", "it's `x=1` <b>é漢🎉</b>"),
    ],
)
def test_control_characters_go_and_all_else_stays(text: str | None, kept: str | None) -> None:
    assert readable(text) == kept


@given(st.text())
def test_a_readable_text_is_left_alone(text: str) -> None:
    once = readable(text)
    assert readable(once) == once
    assert once is None or "\x00" not in once
