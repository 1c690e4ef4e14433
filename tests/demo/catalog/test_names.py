"""Names and fully qualified names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.demo.catalog.errors import ApiError
from connector.bridge.demo.catalog.names import (
    MAX_FQN,
    check_column_name,
    check_fqn_length,
    check_name,
    join_fqn,
    quote_name,
    split_fqn,
    unquote_name,
)

PLAIN = st.text(
    st.characters(exclude_characters='"', exclude_categories=("Cs", "Cc")), min_size=1, max_size=30
)


@pytest.mark.parametrize("name", ["a", "a.b", "a b", "ä-(x)", "a:b", "x" * 256, "%2F/", "a<b", "日本"])
def test_names_that_pass(name: str) -> None:
    assert check_name(name) == name
    assert check_column_name(name) == name


@pytest.mark.parametrize("name", ["", "a::b", "a>b", 'a"b', "a\nb", "a\tb", "a\x00b", "\x7f", None, 5])
def test_names_that_are_refused(name: object) -> None:
    for check in (check_name, check_column_name):
        with pytest.raises(ApiError) as caught:
            check(name)
        assert caught.value.status == 400


def test_length_limits() -> None:
    with pytest.raises(ApiError):
        check_name("x" * 257)
    assert check_column_name("x" * 257)
    assert check_fqn_length("x" * MAX_FQN)
    with pytest.raises(ApiError):
        check_fqn_length("x" * (MAX_FQN + 1))


def test_only_a_part_with_a_dot_is_quoted() -> None:
    assert quote_name("a b-c(d)") == "a b-c(d)"
    assert quote_name("a.b") == '"a.b"'
    assert quote_name('"a.b"') == '"a.b"'
    assert join_fqn(None, "a.b") == '"a.b"'
    assert join_fqn('"a.b"', "c") == '"a.b".c'


@given(st.lists(PLAIN, min_size=1, max_size=5))
def test_what_is_joined_comes_apart_again(parts: list[str]) -> None:
    fqn: str | None = None
    for part in parts:
        fqn = join_fqn(fqn, part)
    assert fqn is not None
    found = split_fqn(fqn)
    assert found is not None
    assert [unquote_name(part) for part in found] == parts


@pytest.mark.parametrize("fqn", ["", ".", "a.", ".a", "a..b", 'a."b', '"a"b'])
def test_what_is_no_fqn(fqn: str) -> None:
    assert split_fqn(fqn) is None
