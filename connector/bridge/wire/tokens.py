"""Where the service-account token comes from: a value, an environment variable or a file. It never shows in texts or reprs."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from connector.bridge.connection_models import BridgeConnection
from connector.bridge.errors import Code, ConfigurationError

MAX_BYTES = 64 * 1024
"""More than any token needs; keeps a wrong path from being read to its end."""


class TokenSource(Protocol):
    """Gives the token that a request carries."""

    def current(self) -> str:
        """Give the token.

        Returns:
            The token.

        Raises:
            ConfigurationError: There is none that could be sent.
        """

    def refresh(self) -> bool:
        """Read the token anew, after the Bridge refused it.

        Returns:
            True when it is another one than before, so that a second try makes sense.
        """


_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*_(TOKEN|SECRET|KEY|PASSWORD)[A-Z_]*")
"""Names of variables that are told in errors; anything else may be a token in the wrong place."""


def _missing(subject: str, problem: str, remedy: str) -> ConfigurationError:
    return ConfigurationError(Code.TOKEN_MISSING, subject, problem, remedy)


def checked(text: str, subject: str) -> str:
    """Check that a text can be sent as a bearer token.

    Args:
        text: The text; blanks and line breaks around it, which editors and secret stores add, are cut off.
        subject: Where it comes from, for the error.

    Returns:
        The token.

    Raises:
        ConfigurationError: It is empty, has a line break or a character that no header can carry.
    """
    token = text.strip()
    remedy = "Give the service-account token and nothing else."
    if not token:
        raise _missing(subject, "the token is empty", remedy)
    if len(token.splitlines()) > 1:
        raise _missing(subject, "the token has a line break", remedy)
    # RFC 6750, section 2.1, allows less; what would break the header or be sent in an unclear encoding is refused here.
    if not all("!" <= char <= "~" for char in token):
        raise _missing(subject, "the token has a blank or a character that a header can't carry", remedy)
    return token


class ValueToken:
    """A token given as a value."""

    def __init__(self, value: str, subject: str = "option token") -> None:
        """Take the token.

        Args:
            value: The token.
            subject: Where it comes from, for errors.

        Raises:
            ConfigurationError: It can't be sent.
        """
        self._value = checked(value, subject)

    def __repr__(self) -> str:
        return "ValueToken(***)"

    def current(self) -> str:
        """Give the token.

        Returns:
            The token.
        """
        return self._value

    def refresh(self) -> bool:
        """Tell that a value stays what it is.

        Returns:
            False.
        """
        return False


class EnvironmentToken:
    """A token in an environment variable."""

    def __init__(self, variable: str, environment: Mapping[str, str] | None = None) -> None:
        """Name the variable.

        Args:
            variable: Its name.
            environment: Where to look it up; the process's environment when left out.
        """
        self._variable = variable
        self._environment = os.environ if environment is None else environment
        self._last: str | None = None

    def __repr__(self) -> str:
        return f"EnvironmentToken({self._variable!r})"

    def current(self) -> str:
        """Give the variable's token as it is now.

        Returns:
            The token.

        Raises:
            ConfigurationError: The variable is not set, or holds nothing that could be sent.
        """
        subject = (
            f"option tokenEnv ({self._variable})"
            if _VARIABLE.fullmatch(self._variable)
            else "option tokenEnv"
        )
        text = self._environment.get(self._variable)
        if text is None:
            raise _missing(
                subject,
                "the environment variable is not set where the ingestion runs",
                "Set it, or use tokenFile.",
            )
        self._last = checked(text, subject)
        return self._last

    def refresh(self) -> bool:
        """Read the variable anew.

        Returns:
            True when its token changed.

        Raises:
            ConfigurationError: As current() does.
        """
        before = self._last
        return self.current() != before


class FileToken:
    """A token in a file, read again when the file changes, so that it can be rotated during a run."""

    def __init__(self, path: str) -> None:
        """Name the file.

        Args:
            path: Its path.
        """
        self._path = Path(path)
        # The path is not told: a token may stand in its place.
        self._subject = "option tokenFile"
        self._lock = threading.Lock()
        self._value: str | None = None
        self._stamp: tuple[int, int, int] | None = None

    def __repr__(self) -> str:
        return f"FileToken({str(self._path)!r})"

    def current(self) -> str:
        """Give the file's token, read again if the file has changed.

        Returns:
            The token. While a changed file holds none that could be sent, as in the middle of being replaced, the one before.

        Raises:
            ConfigurationError: The file can't be read or holds nothing that could be sent, and never did before.
        """
        with self._lock:
            if self._value is not None and self._stamp == self._look():
                return self._value
            return self._read_or_keep()

    def refresh(self) -> bool:
        """Read the file anew, even if it looks unchanged.

        Returns:
            True when its token changed.

        Raises:
            ConfigurationError: As current() does.
        """
        with self._lock:
            before = self._value
            return self._read_or_keep() != before

    def _look(self) -> tuple[int, int, int] | None:
        try:
            stat = self._path.stat()
        except (OSError, ValueError):
            return None
        return stat.st_mtime_ns, stat.st_size, stat.st_ino

    def _read_or_keep(self) -> str:
        stamp = self._look()
        try:
            self._value = self._read()
        except ConfigurationError:
            # A file that is being rotated may be missing or half written for a moment; the token that worked stands meanwhile.
            if self._value is None:
                raise
            return self._value
        self._stamp = stamp
        return self._value

    def _read(self) -> str:
        remedy = "Check the path and its permissions where the ingestion runs."
        try:
            with self._path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is no path"
            raise _missing(self._subject, f"the file can't be read ({reason})", remedy) from None
        if len(data) > MAX_BYTES:
            raise _missing(self._subject, "the file is too large to hold a token", remedy)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise _missing(self._subject, "the file is not UTF-8 text", remedy) from None
        return checked(text, self._subject)


def token_source(connection: BridgeConnection) -> TokenSource:
    """Make the token source that the options describe, and see that it has a token.

    Args:
        connection: The options of the connection.

    Returns:
        The source.

    Raises:
        ConfigurationError: No option or more than one gives a token, or the one that does has none that could be sent.
    """
    makers: dict[str, Callable[[], TokenSource]] = {}
    if connection.token is not None:
        secret = connection.token
        makers["token"] = lambda: ValueToken(secret.get_secret_value())
    if connection.token_env is not None:
        variable = connection.token_env
        makers["tokenEnv"] = lambda: EnvironmentToken(variable)
    if connection.token_file is not None:
        path = connection.token_file
        makers["tokenFile"] = lambda: FileToken(path)
    if not makers:
        raise _missing(
            "options token, tokenEnv, tokenFile",
            "none of them is given",
            "Give one; tokenEnv or tokenFile is safest.",
        )
    if len(makers) > 1:
        raise ConfigurationError(
            Code.OPTIONS_INVALID,
            f"options {', '.join(makers)}",
            "more than one gives a token",
            "Keep the one that is meant.",
        )
    (make,) = makers.values()
    source = make()
    source.current()
    return source
