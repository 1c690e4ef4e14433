"""Where the token comes from, and that it shows nowhere."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pydantic import SecretStr

from connector.bridge.connection_models import BridgeConnection
from connector.bridge.errors import Code, ConfigurationError
from connector.bridge.wire.tokens import (
    MAX_BYTES,
    EnvironmentToken,
    FileToken,
    ValueToken,
    checked,
    token_source,
)

SECRET = "s3cr3t-service-account"


def connection(**options: object) -> BridgeConnection:
    """Make connection options by their names on the wire."""
    return BridgeConnection.model_validate({"hostPort": "https://bridge.example.com", **options})


@pytest.mark.parametrize("text", [SECRET, f"  {SECRET}\n", f"{SECRET}\r\n"])
def test_blanks_around_a_token_are_cut_off(text: str) -> None:
    assert checked(text, "option token") == SECRET


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "empty"),
        (" \n ", "empty"),
        ("a\nb", "line break"),
        ("a b", "blank"),
        ("größe", "character"),
        ("a\x00b", "character"),
    ],
)
def test_what_no_header_can_carry_is_refused(text: str, part: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        checked(text, "option token")
    assert caught.value.code is Code.TOKEN_MISSING
    assert part in caught.value.problem


def test_a_value_never_changes() -> None:
    token = ValueToken(SECRET)
    assert token.current() == SECRET
    assert not token.refresh()


def test_a_variable_is_read_as_it_is_now() -> None:
    environment = {"BRIDGE_TOKEN": "old"}
    token = EnvironmentToken("BRIDGE_TOKEN", environment)
    assert token.current() == "old"
    assert not token.refresh()
    environment["BRIDGE_TOKEN"] = "new"
    assert token.refresh()
    assert token.current() == "new"


def test_a_missing_variable_is_named() -> None:
    with pytest.raises(ConfigurationError, match=r"BRIDGE_TOKEN.*not set"):
        EnvironmentToken("BRIDGE_TOKEN", {}).current()


def test_a_variable_comes_from_the_process_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIDGE_TOKEN", SECRET)
    assert EnvironmentToken("BRIDGE_TOKEN").current() == SECRET


def test_a_file_is_read_again_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("old\n")
    token = FileToken(str(path))
    assert token.current() == "old"
    path.write_text("newer\n")
    assert token.current() == "newer"
    assert not token.refresh()


def test_a_file_that_looks_unchanged_is_read_again_after_a_refusal(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("old")
    token = FileToken(str(path))
    assert token.current() == "old"
    before = path.stat()
    path.write_text("new")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert token.refresh()
    assert token.current() == "new"


@pytest.mark.parametrize("content", [None, b"", b"half a tok\n", b"\xff\xfe"])
def test_the_token_before_stands_while_the_file_is_replaced(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "token"
    path.write_text(SECRET)
    token = FileToken(str(path))
    assert token.current() == SECRET
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    assert token.current() == SECRET
    assert not token.refresh()
    path.write_text("rotated-token")
    assert token.current() == "rotated-token"


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "empty"),
        (b"x" * (MAX_BYTES + 1), "too large"),
        (b"\xff\xfe", "UTF-8"),
        (b"a\nb", "line break"),
    ],
)
def test_a_file_without_a_token_is_refused(tmp_path: Path, content: bytes, part: str) -> None:
    path = tmp_path / "token"
    path.write_bytes(content)
    with pytest.raises(ConfigurationError, match=part):
        FileToken(str(path)).current()


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_bytes(b"\xef\xbb\xbf" + SECRET.encode())
    assert FileToken(str(path)).current() == SECRET


@pytest.mark.parametrize("name", ["missing", "with\0nul", "."])
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigurationError, match="can't be read"):
        FileToken(f"{tmp_path}/{name}").current()


def test_the_options_choose_the_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "token"
    path.write_text("of-file")
    monkeypatch.setenv("BRIDGE_TOKEN", "of-variable")
    assert token_source(connection(token="of-value")).current() == "of-value"
    assert token_source(connection(tokenEnv="BRIDGE_TOKEN")).current() == "of-variable"
    assert token_source(connection(tokenFile=str(path))).current() == "of-file"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({}, Code.TOKEN_MISSING),
        ({"tokenEnv": "BRIDGE_TOKEN_THAT_IS_NOT_SET"}, Code.TOKEN_MISSING),
        ({"tokenFile": "/nowhere/token"}, Code.TOKEN_MISSING),
        ({"token": " "}, Code.TOKEN_MISSING),
        ({"token": SECRET, "tokenFile": "/nowhere/token"}, Code.OPTIONS_INVALID),
    ],
)
def test_options_without_one_good_token_are_refused(options: dict[str, str], code: Code) -> None:
    with pytest.raises(ConfigurationError) as caught:
        token_source(connection(**options))
    assert caught.value.code is code
    assert SECRET not in str(caught.value)


def test_no_source_shows_its_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "token"
    path.write_text(SECRET)
    monkeypatch.setenv("BRIDGE_TOKEN", SECRET)
    for source in (ValueToken(SECRET), EnvironmentToken("BRIDGE_TOKEN"), FileToken(str(path))):
        assert source.current() == SECRET
        assert SECRET not in f"{source!r} {source!s}"
    assert SECRET not in repr(connection(token=SecretStr(SECRET)))
