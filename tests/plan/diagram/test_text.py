"""Texts: made safe, measured, shortened."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.plan.diagram.text import ELLIPSIS, MAX_TEXT, UNNAMED, clean, escape, shorten, width
from tests.plan.diagram.pictures import parse
from tests.plan.diagram.samples import TEXTS
from tests.plan.samples import STEADY

FAMILY = "👩‍👩‍👧‍👦"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("store_sales", "store_sales"),
        (" a \n b\t\r\nc ", "a b c"),
        ("a\x00b\x08c\x1fd\x7fe\x80\x84\x86\x9ff\ufffeg\uffff", "abcdefg"),
        ("a\x85b\u2028c\u2029d", "a b c d"),
        ("x\u202ey\u202cz\u2066\u200f", "xyz"),
        ("\ud800a\udfff", "a"),
        ("", UNNAMED),
        (" \u200b\u200d\ufeff", UNNAMED),
        ("عملاء", "عملاء"),
        (f"{FAMILY}🇩🇪", f"{FAMILY}🇩🇪"),
    ],
)
def test_cleaning(text: str, expected: str) -> None:
    assert clean(text) == expected


def test_heaps_of_marks_are_cut() -> None:
    assert clean("e" + "\u0301" * 50 + "f") == "e" + "\u0301" * 4 + "f"


def test_a_huge_text_keeps_its_ends() -> None:
    found = clean("a" * 1_000_000 + "z" * 1_000_000)

    assert len(found) == MAX_TEXT
    assert found.startswith("aaa")
    assert found.endswith("zzz")
    assert ELLIPSIS in found


@STEADY
@given(TEXTS)
def test_a_clean_text_is_short_valid_xml_and_stays_as_it_is(text: str) -> None:
    found = clean(text)

    assert 0 < len(found) <= MAX_TEXT
    assert parse(f"<a>{escape(found)}</a>").text == found
    assert parse(f'<a b="{escape(found)}"/>').attributes["b"] == found
    assert clean(found) == found


@pytest.mark.parametrize(
    ("text", "expected"),
    [("<b>&\"'", "&lt;b&gt;&amp;&quot;'"), ("&lt;", "&amp;lt;"), ("]]>", "]]&gt;")],
)
def test_escaping(text: str, expected: str) -> None:
    assert escape(text) == expected


def test_wide_letters_are_wider_than_narrow_ones() -> None:
    assert width("iii", 12) < width("nnn", 12) < width("mmm", 12) < width("WWW", 12) <= width("漢漢漢", 12)


@pytest.mark.parametrize(
    ("text", "like"), [("é", "n"), ("e\u0301", "e"), (FAMILY, "🎉🎉🎉🎉"), ("e\u200d", "e")]
)
def test_marks_and_joiners_have_no_width(text: str, like: str) -> None:
    assert width(text, 100) <= width(like, 100) + 10


def test_bold_text_is_wider() -> None:
    assert width("store_sales", 12, bold=True) > width("store_sales", 12)


@STEADY
@given(st.text(), st.text(), st.integers(8, 20))
def test_widths_add_up(one: str, two: str, size: int) -> None:
    together = width(one + two, size)

    assert together <= width(one, size) + width(two, size) <= together + 1


def test_a_text_that_fits_is_not_shortened() -> None:
    assert shorten("store_sales", 12, width("store_sales", 12)) == "store_sales"


def test_a_text_is_shortened_in_the_middle() -> None:
    found = shorten("customer_relationship_history_2024_snapshot", 12, 140)

    assert re.fullmatch(r"customer_\w*…\w*snapshot", found)
    assert 120 < width(found, 12) <= 140


def test_characters_of_several_code_points_stay_whole() -> None:
    text = FAMILY * 3 + "🇩🇪🇫🇷" * 2 + "e\u0301" * 10
    for limit in range(20, 200, 7):
        pieces = shorten(text, 12, limit).split(ELLIPSIS)
        rest = "".join(pieces).replace(FAMILY, "").replace("🇩🇪", "").replace("🇫🇷", "").replace("e\u0301", "")
        assert rest == ""


@STEADY
@given(TEXTS, st.integers(20, 200), st.booleans())
def test_a_shortened_text_fits_and_keeps_its_ends(text: str, limit: int, bold: bool) -> None:
    whole = clean(text)
    found = shorten(whole, 12, limit, bold=bold)

    assert width(found, 12, bold=bold) <= max(limit, width(ELLIPSIS, 12, bold=bold))
    if found != whole:
        head, _, tail = found.partition(ELLIPSIS)
        assert whole.startswith(head)
        assert whole.endswith(tail) or ELLIPSIS in whole
