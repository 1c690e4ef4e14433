"""From the string map of a service's `connectionOptions` to a checked connection.

The framework hands every option over as a string (CustomDatabaseConnection.connectionOptions), whatever its type, so texts are
read strictly here and the schema's own rules are applied by the generated model. All faults are told at once. Values are never
repeated in a message, since a token may stand in the wrong place; only of `${NAME}` the name is, for no token looks like that.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Container, Iterator, Mapping
from enum import Enum
from typing import Any

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from connector.bridge.connection_models import BridgeConnection, VerifySsl
from connector.bridge.errors import Code, ConfigurationError
from connector.bridge.plan import names
from connector.bridge.wire.texts import shown

TOKEN_OPTIONS = ("token", "tokenEnv", "tokenFile")

_NAME_LIMIT = 60

_WHOLE_NUMBER = re.compile(r"[+-]?\d{1,18}")
_UNSET_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_UNSET_BARE_VARIABLE = re.compile(r"\$[A-Za-z_][A-Za-z0-9_]*")

Fault = tuple[str, str]
"""The name of an option and what is wrong with it."""


def parse_options(options: Mapping[str, str], service_name: str) -> BridgeConnection:
    """Read and check the connection options of a service.

    Args:
        options: `serviceConnection.config.connectionOptions`; an empty text counts as not given.
        service_name: Name of the service, for the default prefix and for messages.

    Returns:
        The connection, with `installationPrefix` filled in.

    Raises:
        ConfigurationError: One or more options are unknown, missing or malformed; the message lists them all.
    """
    fields = option_fields()
    given = {name: text for name, text in options.items() if str(text).strip() or name not in fields}
    faults = [*_unknown(given, fields), *_unset_variables(given)]
    known = {name: str(text).strip() for name, text in given.items() if name in fields}
    settled = {name for name, _ in faults}
    values, malformed = _read_texts(known, fields, settled)
    faults += malformed
    connection = _validate(values, fields, settled | {name for name, _ in malformed}, faults)
    faults += _combinations(known)
    if faults or connection is None:
        listing = "".join(f"\n  - {shown(name, _NAME_LIMIT)}: {problem}" for name, problem in faults)
        raise ConfigurationError(
            Code.OPTIONS_INVALID,
            f"connection options of service `{service_name}`",
            f"{len(faults)} of them cannot be used",
            f"Mend them in serviceConnection.config.connectionOptions:{listing}",
        )
    if connection.installation_prefix is None:
        prefix = names.default_prefix(service_name)
        return connection.model_copy(update={"installation_prefix": prefix})
    return connection


def option_fields() -> dict[str, FieldInfo]:
    """List the options.

    Returns:
        The fields of the connection by the names that users write, in the schema's order.
    """
    return {field.alias or name: field for name, field in BridgeConnection.model_fields.items()}


def expectation(field: FieldInfo) -> str:
    """Say what an option should be, from its definition.

    Args:
        field: Field of the generated model.

    Returns:
        A phrase such as `a whole number from 1 to 3600`.
    """
    kind = _kind(field)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "one of " + ", ".join(f"`{member.value}`" for member in kind)
    limits = {key: value for item in field.metadata for key, value in _limits(item)}
    if kind is int:
        return f"a whole number from {limits['ge']} to {limits['le']}"
    if "pattern" in limits:
        longest = f", at most {limits['max_length']} characters" if "max_length" in limits else ""
        return f"text such as `{(field.examples or [limits['pattern']])[0]}`{longest}"
    return "a text that is not empty"


def _kind(field: FieldInfo) -> Any:
    """Find the type of a field whose annotation may be `X | None`."""
    choices = [item for item in getattr(field.annotation, "__args__", ()) if item is not type(None)]
    return choices[0] if choices else field.annotation


def _limits(item: object) -> Iterator[tuple[str, Any]]:
    """Read the limits off one piece of a field's metadata."""
    for name in ("ge", "le", "max_length", "pattern"):
        value = getattr(item, name, None)
        if value is not None:
            yield name, value


def _unknown(given: Mapping[str, str], fields: Mapping[str, FieldInfo]) -> Iterator[Fault]:
    """Find options that do not exist, and what may have been meant."""
    by_lower = {name.lower(): name for name in fields}
    for name in given:
        if name in fields:
            continue
        near = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
        hint = f"did you mean `{by_lower[near[0]]}`?" if near else f"known are {', '.join(fields)}"
        yield name, f"unknown; {hint}"


def _unset_variables(given: Mapping[str, str]) -> Iterator[Fault]:
    """Find `${NAME}` and `$NAME` that the framework left as they were, since no such environment variable is set."""
    for name, text in given.items():
        if match := _UNSET_VARIABLE.search(str(text)):
            yield name, f"the environment variable {shown(match[1], _NAME_LIMIT)} is not set"
        elif _UNSET_BARE_VARIABLE.fullmatch(str(text).strip()):
            yield name, "it names an environment variable that is not set"


def _read_texts(
    known: Mapping[str, str], fields: Mapping[str, FieldInfo], settled: Container[str]
) -> tuple[dict[str, str | int], list[Fault]]:
    """Turn texts into the types of the schema; options with a fault that is settled already are left out."""
    values: dict[str, str | int] = {}
    faults = []
    for name, text in known.items():
        if name in settled:
            continue
        if _kind(fields[name]) is not int:
            values[name] = text.rstrip("/") if name == "hostPort" else text
        elif _WHOLE_NUMBER.fullmatch(text):
            values[name] = int(text)
        else:
            faults.append((name, f"should be {expectation(fields[name])}"))
    return values, faults


def _validate(
    values: Mapping[str, str | int],
    fields: Mapping[str, FieldInfo],
    settled: Container[str],
    faults: list[Fault],
) -> BridgeConnection | None:
    """Apply the schema; faults of options that are settled already are not told twice."""
    try:
        return BridgeConnection.model_validate(values)
    except ValidationError as error:
        for item in error.errors(include_input=False, include_url=False):
            name = str(item["loc"][0])
            if name in settled:
                continue
            what = "missing; it should be" if item["type"] == "missing" else "should be"
            faults.append((name, f"{what} {expectation(fields[name])}"))
        return None


def _combinations(known: Mapping[str, str]) -> Iterator[Fault]:
    """Check what the schema's single options can't say."""
    tokens = [name for name in TOKEN_OPTIONS if name in known]
    if len(tokens) != 1:
        found = f"{' and '.join(tokens)} are given" if tokens else "none is given"
        yield tokens[0] if tokens else "tokenEnv", f"give exactly one of {', '.join(TOKEN_OPTIONS)}; {found}"
    if known.get("token", "").startswith("secret:"):
        yield "token", "references to a secrets manager are not read; use `tokenEnv` or `tokenFile`"
    if known.get("verifySSL") == VerifySsl.VALIDATE.value and "caCertificate" not in known:
        yield (
            "caCertificate",
            "missing; `verifySSL: validate` needs the path of a file of certificate authorities",
        )
    if ("sslKey" in known) != ("sslCertificate" in known):
        missing = "sslCertificate" if "sslKey" in known else "sslKey"
        yield missing, "missing; `sslCertificate` and `sslKey` go together"
