"""Entity tags and what proxies make of them."""

from __future__ import annotations

import pytest

from connector.bridge.wire.etags import etags_match, quoted


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('"7"', '"7"'),
        ('W/"7"', '"7"'),
        ('"7"', 'w/"7"'),
        ('"7-gzip"', '"7"'),
        ('"7--gzip"', 'W/"7"'),
        ('"7"-gzip', '"7"'),
        ('"7;br"', '"7"'),
        ('"7-GZIP"', '"7-br"'),
        ("7", '"7"'),
        (' "7" ', '"7"'),
    ],
)
def test_same_content_matches(first: str, second: str) -> None:
    assert etags_match(first, second)
    assert etags_match(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('"7"', '"8"'),
        ('"7"', None),
        (None, None),
        ('""', '""'),
        ("", ""),
        ('"7-draft"', '"7"'),
        ('"a"', '"A"'),
    ],
)
def test_other_content_does_not_match(first: str | None, second: str | None) -> None:
    assert not etags_match(first, second)
    assert not etags_match(second, first)


@pytest.mark.parametrize(
    ("tag", "sent"),
    [
        ("7", '"7"'),
        ('"7"', '"7"'),
        ('W/"7"', 'W/"7"'),
        ('"7-gzip"', '"7-gzip"'),
        ('"7"-gzip', '"7"-gzip'),
        (' "7" ', '"7"'),
    ],
)
def test_quoted_sends_back_what_came(tag: str, sent: str) -> None:
    assert quoted(tag) == sent
