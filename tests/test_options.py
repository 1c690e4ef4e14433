"""Connection options: every kind of fault has its message, all are told at once, and no value is ever repeated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connector.bridge.connection_models import BridgeConnection, Descriptions, VerifySsl
from connector.bridge.errors import Code, ConfigurationError
from connector.bridge.options import TOKEN_OPTIONS, expectation, option_fields, parse_options
from connector.bridge.plan.names import default_prefix

STEADY = settings(deadline=None, derandomize=True, max_examples=300)
SCHEMA = json.loads(
    (Path(__file__).resolve().parents[1] / "schema" / "bridgeConnection.json").read_text(encoding="utf-8")
)
GOOD = {"hostPort": "https://portal.example.com", "tokenEnv": "BRIDGE_TOKEN"}


def faults_of(options: dict[str, str], service: str = "bridge") -> dict[str, list[str]]:
    """Parse options that have faults; give what is told of each option."""
    with pytest.raises(ConfigurationError) as caught:
        parse_options(options, service)
    error = caught.value
    assert error.code is Code.OPTIONS_INVALID
    assert error.subject == f"connection options of service `{service}`"
    head, *lines = error.remedy.split("\n  - ")
    assert head == "Mend them in serviceConnection.config.connectionOptions:"
    assert error.problem == f"{len(lines)} of them cannot be used"
    assert str(error).endswith(lines[-1])
    told: dict[str, list[str]] = {}
    for line in lines:
        name, _, text = line.partition(": ")
        told.setdefault(name, []).append(text)
    return told


# --- what is right ----------------------------------------------------------------------------------------------


def test_the_least_that_is_needed() -> None:
    """Everything else has a default."""
    connection = parse_options(GOOD, "bridge")
    assert connection == BridgeConnection.model_validate({**GOOD, "installationPrefix": "bridge"})
    assert (connection.verify_ssl, connection.descriptions) == (VerifySsl.NO_SSL, Descriptions.BRIDGE)
    assert (connection.request_timeout_seconds, connection.max_retries, connection.fetch_threads) == (
        60,
        5,
        4,
    )


def test_every_option_is_read_from_text() -> None:
    """The framework hands all of them over as strings; blanks around them are no part of them."""
    connection = parse_options(
        {
            "hostPort": " https://portal.example.com/prefix// ",
            "token": "s3cret",
            "installationPrefix": "acme-eu",
            "domain": "Retail.Sales",
            "verifySSL": "validate",
            "caCertificate": "/etc/ca.pem",
            "sslCertificate": "/etc/client.pem",
            "sslKey": "/etc/client.key",
            "requestTimeoutSeconds": " 3600 ",
            "maxRetries": "0",
            "fetchThreads": "32",
            "descriptions": "fill",
        },
        "bridge",
    )
    assert connection.host_port == "https://portal.example.com/prefix"
    assert connection.token is not None
    assert connection.token.get_secret_value() == "s3cret"
    assert (connection.installation_prefix, connection.domain) == ("acme-eu", "Retail.Sales")
    assert (connection.verify_ssl, connection.ca_certificate) == (VerifySsl.VALIDATE, "/etc/ca.pem")
    assert (connection.ssl_certificate, connection.ssl_key) == ("/etc/client.pem", "/etc/client.key")
    assert (connection.request_timeout_seconds, connection.max_retries, connection.fetch_threads) == (
        3600,
        0,
        32,
    )
    assert connection.descriptions is Descriptions.FILL


@pytest.mark.parametrize("blank", ["", "  ", "\n"])
def test_a_blank_option_counts_as_not_given(blank: str) -> None:
    """The catalog's form hands over empty fields."""
    blanks = dict.fromkeys(option_fields(), blank)
    assert parse_options({**blanks, **GOOD}, "bridge") == parse_options(GOOD, "bridge")


@pytest.mark.parametrize("service", ["bridge", "bridge.prod", "Größe"])
def test_the_prefix_is_made_from_the_service_name_unless_given(service: str) -> None:
    """So that two services never share one."""
    assert parse_options(GOOD, service).installation_prefix == default_prefix(service)
    given_one = parse_options({**GOOD, "installationPrefix": "acme"}, service)
    assert given_one.installation_prefix == "acme"


@pytest.mark.parametrize(
    "url",
    ["http://localhost:8585", "https://[::1]:8443", "https://h/a/b%20c", "http://10.0.0.1", "https://h/a/@b"],
)
def test_base_urls(url: str) -> None:
    """With port, path prefix or an address for a name."""
    assert parse_options({**GOOD, "hostPort": url}, "bridge").host_port == url


def test_a_token_does_not_show() -> None:
    """Neither in a text nor in a dump of the connection."""
    connection = parse_options({"hostPort": GOOD["hostPort"], "token": "s3cret"}, "bridge")
    assert "s3cret" not in f"{connection!r} {connection} {connection.model_dump_json()}"


# --- what is wrong ----------------------------------------------------------------------------------------------

URL = "text such as `https://portal.example.com`"
PREFIX = "text such as `acme-eu`, at most 40 characters"

FAULTS: list[tuple[dict[str, str], dict[str, str]]] = [
    ({"hostPort": ""}, {"hostPort": f"missing; it should be {URL}"}),
    ({"hostPort": "portal.example.com"}, {"hostPort": f"should be {URL}"}),
    ({"hostPort": "ftp://portal.example.com"}, {"hostPort": f"should be {URL}"}),
    ({"hostPort": "https://user:pw@portal.example.com"}, {"hostPort": f"should be {URL}"}),
    ({"hostPort": "https://portal.example.com?token=x"}, {"hostPort": f"should be {URL}"}),
    ({"hostPort": "https://"}, {"hostPort": f"should be {URL}"}),
    ({"tokenEnv": "BRIDGE TOKEN"}, {"tokenEnv": "should be text such as `BRIDGE_TOKEN`"}),
    ({"installationPrefix": "Acme"}, {"installationPrefix": f"should be {PREFIX}"}),
    ({"installationPrefix": "acme_eu"}, {"installationPrefix": f"should be {PREFIX}"}),
    ({"installationPrefix": "a" * 41}, {"installationPrefix": f"should be {PREFIX}"}),
    ({"verifySSL": "yes"}, {"verifySSL": "should be one of `no-ssl`, `ignore`, `validate`"}),
    ({"descriptions": "Bridge"}, {"descriptions": "should be one of `bridge`, `fill`"}),
    ({"requestTimeoutSeconds": "0"}, {"requestTimeoutSeconds": "should be a whole number from 1 to 3600"}),
    ({"requestTimeoutSeconds": "3601"}, {"requestTimeoutSeconds": "should be a whole number from 1 to 3600"}),
    ({"requestTimeoutSeconds": "1.5"}, {"requestTimeoutSeconds": "should be a whole number from 1 to 3600"}),
    ({"maxRetries": "-1"}, {"maxRetries": "should be a whole number from 0 to 20"}),
    ({"maxRetries": "9" * 5_000}, {"maxRetries": "should be a whole number from 0 to 20"}),
    ({"fetchThreads": "many"}, {"fetchThreads": "should be a whole number from 1 to 32"}),
    ({"hostport": "x"}, {"hostport": "unknown; did you mean `hostPort`?"}),
    ({"HOSTPORT": "x"}, {"HOSTPORT": "unknown; did you mean `hostPort`?"}),
    ({"tokenfile": "x"}, {"tokenfile": "unknown; did you mean `tokenFile`?"}),
    ({"verify_ssl": "ignore"}, {"verify_ssl": "unknown; did you mean `verifySSL`?"}),
    ({"request_timeout": "5"}, {"request_timeout": "unknown; did you mean `requestTimeoutSeconds`?"}),
    ({"host_port": ""}, {"host_port": "unknown; did you mean `hostPort`?"}),
    ({"zzz": ""}, {"zzz": f"unknown; known are {', '.join(SCHEMA['properties'])}"}),
    ({"a\n  - b": "x"}, {"a - b": f"unknown; known are {', '.join(SCHEMA['properties'])}"}),
    ({"tokenEnv": ""}, {"tokenEnv": "give exactly one of token, tokenEnv, tokenFile; none is given"}),
    (
        {"tokenFile": "/run/token"},
        {"tokenEnv": "give exactly one of token, tokenEnv, tokenFile; tokenEnv and tokenFile are given"},
    ),
    (
        {"token": "x", "tokenFile": "y"},
        {
            "token": "give exactly one of token, tokenEnv, tokenFile; token and tokenEnv and tokenFile are given"
        },
    ),
    (
        {"tokenEnv": "", "token": "secret:/bridge/token"},
        {"token": "references to a secrets manager are not read; use `tokenEnv` or `tokenFile`"},
    ),
    (
        {"verifySSL": "validate"},
        {
            "caCertificate": "missing; `verifySSL: validate` needs the path of a file of certificate authorities"
        },
    ),
    ({"sslKey": "/k"}, {"sslCertificate": "missing; `sslCertificate` and `sslKey` go together"}),
    ({"sslCertificate": "/c"}, {"sslKey": "missing; `sslCertificate` and `sslKey` go together"}),
    ({"hostPort": "${BRIDGE_URL}"}, {"hostPort": "the environment variable BRIDGE_URL is not set"}),
    ({"hostPort": "https://${HOST}/x"}, {"hostPort": "the environment variable HOST is not set"}),
    ({"fetchThreads": "${THREADS}"}, {"fetchThreads": "the environment variable THREADS is not set"}),
    ({"domain": "$DOMAIN"}, {"domain": "it names an environment variable that is not set"}),
    ({"tokenEnv": "", "token": "$TOKEN"}, {"token": "it names an environment variable that is not set"}),
]


@pytest.mark.parametrize(("options", "expected"), FAULTS)
def test_each_fault_is_told_in_its_own_words(options: dict[str, str], expected: dict[str, str]) -> None:
    """The option, what is wrong with it and what it should be; exactly once."""
    assert faults_of({**GOOD, **options}) == {name: [text] for name, text in expected.items()}


def test_every_option_can_be_wrong() -> None:
    """The table above leaves out no option but those that any text is right for."""
    told = {name for _, expected in FAULTS for name in expected}
    assert option_fields().keys() - told == {"tokenFile"}


def test_all_faults_are_told_at_once() -> None:
    """Whoever mends one does not find the next in the next run."""
    told = faults_of(
        {
            "hostPort": "x",
            "fetchThreads": "x",
            "maxRetries": "99",
            "verifySSL": "validate",
            "sslKey": "k",
            "Token": "t",
            "domain": "${D}",
        },
        service="bridge.prod",
    )
    assert told.keys() == {
        "Token",
        "domain",
        "fetchThreads",
        "hostPort",
        "maxRetries",
        "tokenEnv",
        "caCertificate",
        "sslCertificate",
    }
    assert all(len(texts) == 1 for texts in told.values())


# --- values are never told --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SCHEMA["properties"], "unknownOption"])
@pytest.mark.parametrize(
    "secret", ["eyJhbGciOi.zQx7", "secret:zQx7/token", "$zQx7", " zQx7 ", "zQx7\n$x", "9" * 30]
)
def test_no_fault_repeats_a_value(name: str, secret: str) -> None:
    """A token may stand in the wrong place."""
    for options in ({**GOOD, "maxRetries": "x", name: secret}, {"maxRetries": "x", name: secret}):
        with pytest.raises(ConfigurationError) as caught:
            parse_options(options, "bridge")
        assert "zQx7" not in f"{caught.value} {caught.value!r}"
        assert "9" * 20 not in f"{caught.value} {caught.value!r}"
        assert (caught.value.__cause__, caught.value.__context__) == (None, None)


names = st.sampled_from([*SCHEMA["properties"]]) | st.text(max_size=20)
values = st.one_of(
    st.text(max_size=30),
    st.text(st.characters(), max_size=10),
    st.integers().map(str),
    st.sampled_from(["validate", "ignore", "bridge", "https://h", "${A}", "$A", "secret:a", "1", "", " "]),
)


@STEADY
@given(st.dictionaries(names, values, max_size=8), st.text(max_size=20))
def test_any_map_of_texts_is_read_or_refused(options: dict[str, str], service: str) -> None:
    """Nothing but the one error, whatever stands there."""
    try:
        connection = parse_options(options, service)
    except ConfigurationError:
        return
    assert connection.installation_prefix
    assert options.keys() <= option_fields().keys()
    assert len([name for name in TOKEN_OPTIONS if options.get(name, "").strip()]) == 1


@STEADY
@given(
    st.dictionaries(
        st.sampled_from([*SCHEMA["properties"], "other"]), st.sampled_from(["{}", "a{}", "{}!", "$x{}"])
    ),
    st.text("QJZ", min_size=12, max_size=20),
)
def test_a_secret_anywhere_stays_untold(options: dict[str, str], secret: str) -> None:
    """In any option, alone or with something around it, whatever else is wrong."""
    filled = {name: value.format(secret) for name, value in options.items()}
    with pytest.raises(ConfigurationError) as caught:
        parse_options({**filled, "fetchThreads": "many"}, "bridge")
    assert secret not in f"{caught.value} {caught.value!r}"


# --- what an option should be -----------------------------------------------------------------------------------


def test_options_are_those_of_the_schema() -> None:
    """By the names that users write, in its order."""
    assert list(option_fields()) == list(SCHEMA["properties"])


@pytest.mark.parametrize(("name", "definition"), SCHEMA["properties"].items())
def test_expectations_come_from_the_schema(name: str, definition: dict[str, Any]) -> None:
    """Each names the limits that the schema has."""
    text = expectation(option_fields()[name])
    if "enum" in definition:
        assert text == "one of " + ", ".join(f"`{value}`" for value in definition["enum"])
    elif definition["type"] == "integer":
        assert text == f"a whole number from {definition['minimum']} to {definition['maximum']}"
    elif "pattern" in definition:
        assert text.startswith(f"text such as `{definition['examples'][0]}`")
        assert ("maxLength" in definition) == (f", at most {definition.get('maxLength')} characters" in text)
    else:
        assert text == "a text that is not empty"
