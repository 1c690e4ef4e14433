"""Markdown of foreign texts: it shows them and does nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.plan.ossie.markdown import code_block, escaped, metric_description, with_synonyms
from tests.plan.samples import STEADY


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("plain words, 1-2.", "plain words, 1-2."),
        ("a\n\n# b", "a # b"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("a_b*c`d`", "a\\_b\\*c\\`d\\`"),
        ("![x](javascript:1)", "!\\[x\\](javascript\\:1)"),
        ("https://e.com :smile: @me", "https\\://e.com \\:smile\\: \\@me"),
        ("a|b ~~c~~", "a\\|b \\~\\~c\\~\\~"),
        ("&lt;", "&amp;lt;"),
        ("\\*", "\\\\\\*"),
    ],
)
def test_texts_mean_themselves(text: str, markdown: str) -> None:
    assert escaped(text) == markdown


@STEADY
@given(st.text())
def test_no_markup_is_left(text: str) -> None:
    result = escaped(text)
    assert "<" not in result
    assert "\n" not in result
    assert not re.search(r"(?<!\\)(\\\\)*[`*_\[\]|~]", result)


@STEADY
@given(st.text(alphabet="`ab\n", max_size=30))
def test_no_code_ends_its_block(code: str) -> None:
    fence, *lines, last = code_block(code, "sql").split("\n")
    assert fence.removesuffix("sql") == last
    assert set(last) == {"`"}
    assert "\n".join(lines) == code
    assert all(last not in line for line in lines)


def test_nothing_to_say_is_nothing() -> None:
    assert with_synonyms(None, ()) is None
    assert metric_description(None, (), ()) is None
    assert with_synonyms(None, ("a",)) == "Also known as: a"
    assert metric_description("T", (), (("X_Y", "c"),)) == "T\n\nExpression in X\\_Y:\n\n```\nc\n```"
