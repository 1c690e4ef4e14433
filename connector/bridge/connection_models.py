"""Generated from schema/bridgeConnection.json by schema/generate.py; change the schema."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, SecretStr


class VerifySsl(Enum):
    """
    How the Bridge's certificate is checked: `no-ssl` by the system's authorities, `validate` by `caCertificate`, `ignore` not at all.
    """

    NO_SSL = "no-ssl"
    IGNORE = "ignore"
    VALIDATE = "validate"


class Descriptions(Enum):
    """
    Whose description stands: `bridge` lets the Bridge's text win, `fill` writes only where the catalog has none. An empty text never erases one.
    """

    BRIDGE = "bridge"
    FILL = "fill"


class BridgeConnection(BaseModel):
    """
    Connection options of a CustomDatabase service that reads a Bridge installation. Every option is written as a string in `connectionOptions`.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        frozen=True,
    )
    host_port: Annotated[
        str,
        Field(
            alias="hostPort",
            examples=["https://portal.example.com"],
            min_length=1,
            pattern="^https?://[^\\s/?#@]+(/[^\\s?#]*)?$",
            title="Host and port",
        ),
    ]
    """
    Base URL of the Bridge, such as https://portal.example.com. A path prefix is kept; `/bridge/v1` is added.
    """
    token: Annotated[SecretStr | None, Field(min_length=1, title="Token")] = None
    """
    Service-account token in clear. It stands readable in the configuration and in OpenMetadata's database; prefer `tokenEnv` or `tokenFile`.
    """
    token_env: Annotated[
        str | None,
        Field(
            alias="tokenEnv",
            examples=["BRIDGE_TOKEN"],
            pattern="^[A-Za-z_][A-Za-z0-9_]*$",
            title="Token environment variable",
        ),
    ] = None
    """
    Name of the environment variable, where the ingestion runs, that holds the service-account token.
    """
    token_file: Annotated[str | None, Field(alias="tokenFile", min_length=1, title="Token file")] = None
    """
    Path of a file, where the ingestion runs, that holds the service-account token and nothing else.
    """
    installation_prefix: Annotated[
        str | None,
        Field(
            alias="installationPrefix",
            examples=["acme-eu"],
            max_length=40,
            pattern="^[a-z0-9]+(-[a-z0-9]+)*$",
            title="Installation prefix",
        ),
    ] = None
    """
    Prefix of everything that the connector names in a global namespace (domain, teams). Lower-case words joined by single dashes; no other installation in this OpenMetadata may have the same. Made from the service name when left out.
    """
    domain: Annotated[str | None, Field(min_length=1, title="Domain")] = None
    """
    Fully qualified name of an existing domain to put everything into. It is never created or changed. Left out: the domain that the service already has, else one of the installation's own.
    """
    verify_ssl: Annotated[VerifySsl, Field(alias="verifySSL", title="Verify SSL")] = VerifySsl.NO_SSL
    """
    How the Bridge's certificate is checked: `no-ssl` by the system's authorities, `validate` by `caCertificate`, `ignore` not at all.
    """
    ca_certificate: Annotated[
        str | None, Field(alias="caCertificate", min_length=1, title="CA certificate")
    ] = None
    """
    Path of the file with the certificate authorities that sign the Bridge's certificate. Needed with `verifySSL: validate`.
    """
    ssl_certificate: Annotated[
        str | None,
        Field(alias="sslCertificate", min_length=1, title="Client certificate"),
    ] = None
    """
    Path of the client certificate, when the Bridge asks for one.
    """
    ssl_key: Annotated[str | None, Field(alias="sslKey", min_length=1, title="Client key")] = None
    """
    Path of the client certificate's key.
    """
    request_timeout_seconds: Annotated[
        int,
        Field(alias="requestTimeoutSeconds", ge=1, le=3600, title="Request timeout"),
    ] = 60
    """
    Seconds that the Bridge may stay silent before a request is given up and tried again.
    """
    max_retries: Annotated[int, Field(alias="maxRetries", ge=0, le=20, title="Retries")] = 5
    """
    How often a request to the Bridge is repeated after a failure that may pass (429, 5xx, a broken connection, a timeout).
    """
    fetch_threads: Annotated[int, Field(alias="fetchThreads", ge=1, le=32, title="Fetch threads")] = 4
    """
    How many listings are read from the Bridge at the same time.
    """
    descriptions: Annotated[Descriptions, Field(title="Descriptions")] = Descriptions.BRIDGE
    """
    Whose description stands: `bridge` lets the Bridge's text win, `fill` writes only where the catalog has none. An empty text never erases one.
    """
