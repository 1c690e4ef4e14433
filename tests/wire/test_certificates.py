"""Which authorities are trusted and which certificate is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from connector.bridge.connection_models import BridgeConnection
from connector.bridge.errors import Code, ConfigurationError
from connector.bridge.wire.certificates import client_certificate, verify_setting


def connection(**options: object) -> BridgeConnection:
    """Make connection options by their names on the wire."""
    return BridgeConnection.model_validate({"hostPort": "https://bridge.example.com", **options})


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A file that is there."""
    path = tmp_path / "file.pem"
    path.touch()
    return str(path)


def test_the_systems_authorities_are_trusted_by_default() -> None:
    assert verify_setting(connection()) is True
    assert verify_setting(connection(verifySSL="ignore")) is False


def test_a_file_of_authorities_counts_when_it_is_asked_for(file: str) -> None:
    assert verify_setting(connection(verifySSL="validate", caCertificate=file)) == file
    assert verify_setting(connection(caCertificate=file)) is True


def test_a_client_certificate_is_one_file_or_two(file: str) -> None:
    assert client_certificate(connection()) is None
    assert client_certificate(connection(sslCertificate=file)) == file
    assert client_certificate(connection(sslCertificate=file, sslKey=file)) == (file, file)


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"verifySSL": "validate"}, "caCertificate"),
        ({"verifySSL": "validate", "caCertificate": "/nowhere/ca.pem"}, "caCertificate"),
        ({"sslCertificate": "/nowhere/client.pem"}, "sslCertificate"),
        ({"sslKey": "/nowhere/key.pem"}, "sslKey"),
    ],
)
def test_options_that_do_not_fit_are_named(options: dict[str, str], option: str) -> None:
    given = connection(**options)
    read = verify_setting if option == "caCertificate" else client_certificate
    with pytest.raises(ConfigurationError) as caught:
        read(given)
    assert caught.value.code is Code.OPTIONS_INVALID
    assert caught.value.subject == f"option {option}"


def test_a_missing_key_is_named(file: str) -> None:
    with pytest.raises(ConfigurationError, match="sslKey"):
        client_certificate(connection(sslCertificate=file, sslKey="/nowhere/key.pem"))
