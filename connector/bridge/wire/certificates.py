"""Which authorities are trusted and which client certificate is shown, from the connection options."""

from __future__ import annotations

from pathlib import Path

from connector.bridge.connection_models import BridgeConnection, VerifySsl
from connector.bridge.errors import Code, ConfigurationError

Verify = bool | str
"""True for the system's authorities, a path for those of a file or folder, False to check nothing."""
ClientCertificate = str | tuple[str, str] | None
"""One file, or certificate and key."""


def _file(option: str, path: str) -> str:
    if not Path(path).exists():
        raise ConfigurationError(
            Code.OPTIONS_INVALID,
            f"option {option}",
            f"there is no file {path}",
            "Check the path where the ingestion runs.",
        )
    return path


def verify_setting(connection: BridgeConnection) -> Verify:
    """Tell how the Bridge's certificate is checked.

    Args:
        connection: The options.

    Returns:
        The setting.

    Raises:
        ConfigurationError: The file of authorities is missing.
    """
    if connection.verify_ssl is VerifySsl.IGNORE:
        return False
    if connection.verify_ssl is VerifySsl.NO_SSL:
        return True
    if connection.ca_certificate is None:
        raise ConfigurationError(
            Code.OPTIONS_INVALID,
            "option caCertificate",
            "verifySSL is validate, but no file of authorities is given",
            "Give caCertificate, or set verifySSL to no-ssl to use the system's authorities.",
        )
    return _file("caCertificate", connection.ca_certificate)


def client_certificate(connection: BridgeConnection) -> ClientCertificate:
    """Tell which client certificate is shown to the Bridge.

    Args:
        connection: The options.

    Returns:
        The certificate, None when none is configured.

    Raises:
        ConfigurationError: A file is missing, or a key stands without its certificate.
    """
    if connection.ssl_certificate is None:
        if connection.ssl_key is not None:
            raise ConfigurationError(
                Code.OPTIONS_INVALID,
                "option sslKey",
                "a key is given without a certificate",
                "Give sslCertificate too.",
            )
        return None
    certificate = _file("sslCertificate", connection.ssl_certificate)
    if connection.ssl_key is None:
        return certificate
    return certificate, _file("sslKey", connection.ssl_key)
