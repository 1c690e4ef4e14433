"""What is stored of a description."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.demo.catalog.sanitizer import sanitize_description

PNG = "data:image/png;base64,iVBORw0KGgo="
SVG = "data:image/svg+xml;base64,PHN2Zz4="


def test_plain_text_is_encoded() -> None:
    """OpenMetadata#32410."""
    assert sanitize_description('it\'s `a=b` + "c" & x@y') == (
        "it&#39;s &#96;a&#61;b&#96; &#43; &#34;c&#34; &amp; x&#64;y"
    )


@pytest.mark.parametrize("text", [None, "", "plain, with. punctuation; (and) [brackets] | #1\n\n* list"])
def test_what_has_nothing_to_encode_stays(text: str | None) -> None:
    assert sanitize_description(text) == text


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("<b>bold</b>", "<b>bold</b>"),
        ('<b onclick="x()" style="a">b</b>', "<b>b</b>"),
        ("a<script>alert(1)</script>b", "ab"),
        ("a<!-- c -->b", "ab"),
        ("list<string>", "list"),
        ("<unknown>x</unknown>", "x"),
        ("a < b and c > d", "a &lt; b and c &gt; d"),
        ('<a href="javascript:x">l</a>', "<a>l</a>"),
        ('<a href="https://e.org/a?b=c">l</a>', '<a href="https://e.org/a?b&#61;c">l</a>'),
        ("<br>", "<br />"),
        ('<p class="x">y</p>', '<p class="x">y</p>'),
        ('<img src="https://e.org/a.png" alt="a">', '<img src="https://e.org/a.png" alt="a" />'),
        ("<b:c>x", "<b>x"),
        (f'<img src="{PNG}">', f'<img src="{PNG.replace("=", "&#61;")}" />'),
        (f'<img src="{SVG}">', ""),
        ("<#E::table::svc.db.s.t>", "<#E::table::svc.db.s.t>"),
    ],
)
def test_html(sent: str, stored: str) -> None:
    assert sanitize_description(sent) == stored


def test_a_markdown_image_with_svg_passes_as_text() -> None:
    sent = f"![diagram]({SVG})"
    stored = sanitize_description(sent)
    assert stored is not None
    assert stored != sent
    assert html.unescape(stored) == sent


@given(st.text(max_size=200))
def test_sanitizing_again_changes_nothing(text: str) -> None:
    once = sanitize_description(text)
    assert sanitize_description(once) == once


@given(st.text(st.characters(exclude_characters="<&"), max_size=200))
def test_text_without_markup_reads_the_same(text: str) -> None:
    assert html.unescape(sanitize_description(text) or "") == text
