"""Certificates: whom the client trusts, and whom not, against a real TLS server."""

from __future__ import annotations

import datetime
import ipaddress
import socket
import socketserver
import ssl
import threading
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from connector.bridge.connection_models import BridgeConnection
from connector.bridge.demo.bridge import BridgeServer, Installation
from connector.bridge.errors import Code, StopRunError
from connector.bridge.wire.client import BridgeClient

from .samples import listing

VALIDITY = datetime.timedelta(days=2)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


@dataclass(frozen=True)
class Authority:
    """A certificate authority that lives in a folder."""

    folder: Path
    key: ec.EllipticCurvePrivateKey
    name: str

    @property
    def file(self) -> str:
        """Its own certificate."""
        return str(self.folder / f"{self.name}.pem")

    def issue(self, subject: str, address: str | None = None) -> tuple[str, str]:
        """Issue a certificate; gives the files of certificate and key. Without an address it is the authority's own."""
        key = self.key if address is None else ec.generate_private_key(ec.SECP256R1())
        now = datetime.datetime.now(datetime.timezone.utc)
        builder = (
            x509.CertificateBuilder()
            .subject_name(_name(subject))
            .issuer_name(_name(self.name))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - VALIDITY)
            .not_valid_after(now + VALIDITY)
            .add_extension(x509.BasicConstraints(ca=address is None, path_length=None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False
            )
        )
        if address is not None:
            names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))])
            builder = builder.add_extension(names, critical=False)
        certificate = builder.sign(self.key, hashes.SHA256())
        files = self.folder / f"{subject}.pem", self.folder / f"{subject}.key"
        files[0].write_bytes(certificate.public_bytes(Encoding.PEM))
        files[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return str(files[0]), str(files[1])


def authority(folder: Path, name: str) -> Authority:
    """Make an authority and its certificate."""
    made = Authority(folder, ec.generate_private_key(ec.SECP256R1()), name)
    made.issue(name)
    return made


@pytest.fixture(scope="module")
def trusted(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """The authority of the company that runs the Bridge."""
    return authority(tmp_path_factory.mktemp("trusted"), "company")


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """An authority that has nothing to do with the Bridge."""
    return authority(tmp_path_factory.mktemp("stranger"), "stranger")


def serve(certificate: tuple[str, str], client_authority: Authority | None = None) -> BridgeServer:
    """Make a Bridge behind TLS, which may ask for a client certificate."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*certificate)
    if client_authority is not None:
        context.load_verify_locations(client_authority.file)
        context.verify_mode = ssl.CERT_REQUIRED
    return BridgeServer(Installation({}, {"a": listing("a")}), tls=context)


@pytest.fixture
def bridge(trusted: Authority) -> Iterator[BridgeServer]:
    """A Bridge with a certificate for its address."""
    with serve(trusted.issue("server", "127.0.0.1")) as server:
        yield server


def read(server: BridgeServer, **options: str) -> tuple[str, ...]:
    """Read the summary with connection options; gives the ids."""
    connection = BridgeConnection.model_validate(
        {"hostPort": server.url, "token": server.token, "maxRetries": 0, **options}
    )
    with BridgeClient.from_connection(connection) as client:
        return tuple(entry.id for entry in client.summary().listings)


def test_a_file_of_authorities_is_trusted(bridge: BridgeServer, trusted: Authority) -> None:
    assert read(bridge, verifySSL="validate", caCertificate=trusted.file) == ("a",)


def test_the_systems_authorities_are_trusted(
    bridge: BridgeServer, trusted: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", trusted.file)
    assert read(bridge) == ("a",)


class _Tunnel(socketserver.StreamRequestHandler):
    """Connects its client to where it wants, as a proxy does for HTTPS."""

    def handle(self) -> None:
        head = b"".join(iter(self.rfile.readline, b"\r\n"))
        self.server.heads.append(head)  # type: ignore[attr-defined]
        host, _, port = head.split()[1].decode().rpartition(":")
        with socket.create_connection((host, int(port))) as target:
            self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
            back = threading.Thread(target=self._relay, args=(target, self.connection))
            back.start()
            self._relay(self.connection, target)
            back.join()

    def _relay(self, source: socket.socket, target: socket.socket) -> None:
        # A side that trusts no certificate breaks the connection off, which ends the tunnel as an end of data does.
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)


@pytest.fixture
def proxy() -> Iterator[tuple[str, list[bytes]]]:
    """A proxy for HTTPS: its address and what it was told."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Tunnel) as server:
        server.daemon_threads = True
        heads: list[bytes] = []
        server.heads = heads  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}", heads
        server.shutdown()
        thread.join()


def test_the_same_authorities_are_trusted_behind_a_proxy(
    bridge: BridgeServer,
    trusted: Authority,
    stranger: Authority,
    proxy: tuple[str, list[bytes]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address, heads = proxy
    monkeypatch.setenv("HTTPS_PROXY", address)
    monkeypatch.setenv("SSL_CERT_FILE", trusted.file)
    assert read(bridge) == ("a",)
    monkeypatch.setenv("SSL_CERT_FILE", stranger.file)
    with pytest.raises(StopRunError, match="not trusted"):
        read(bridge)
    assert len(heads) == 2
    assert all(head.startswith(b"CONNECT 127.0.0.1:") for head in heads)
    assert not any(b"Authorization" in head for head in heads)


@pytest.mark.parametrize("behind_proxy", [False, True])
def test_the_authorities_that_come_with_the_library_are_trusted_too(
    bridge: BridgeServer,
    trusted: Authority,
    stranger: Authority,
    proxy: tuple[str, list[bytes]],
    monkeypatch: pytest.MonkeyPatch,
    behind_proxy: bool,
) -> None:
    if behind_proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy[0])
    monkeypatch.setenv("SSL_CERT_FILE", stranger.file)
    monkeypatch.setattr("certifi.where", lambda: trusted.file)
    assert read(bridge) == ("a",)
    assert len(proxy[1]) == int(behind_proxy)


def test_authorities_are_not_loaded_anew_for_each_connection(
    bridge: BridgeServer, trusted: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", trusted.file)
    connection = BridgeConnection.model_validate({"hostPort": bridge.url, "token": bridge.token})
    with BridgeClient.from_connection(connection) as client:
        loaded: list[object] = []
        monkeypatch.setattr(ssl.SSLContext, "load_verify_locations", lambda *given: loaded.append(given))
        assert client.listing("a").body == listing("a")
    assert loaded == []


def test_the_librarys_own_variable_counts_too(
    bridge: BridgeServer, trusted: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", trusted.file)
    assert read(bridge) == ("a",)


def test_a_variable_does_not_take_the_options_place(
    bridge: BridgeServer, trusted: Authority, stranger: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", trusted.file)
    with pytest.raises(StopRunError):
        read(bridge, verifySSL="validate", caCertificate=stranger.file)


def test_a_file_of_authorities_that_went_away_is_told(
    bridge: BridgeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "/nowhere/ca.pem")
    with pytest.raises(StopRunError, match="a file of certificates can't be read") as caught:
        read(bridge)
    assert caught.value.code is Code.TLS_FAILED


def test_nothing_is_checked_when_the_user_says_so(bridge: BridgeServer) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(bridge, verifySSL="ignore") == ("a",)


def test_an_unknown_authority_is_refused_before_the_token_is_sent(
    bridge: BridgeServer, stranger: Authority
) -> None:
    for options in ({}, {"verifySSL": "validate", "caCertificate": stranger.file}):
        with pytest.raises(StopRunError, match="the certificate is not trusted") as caught:
            read(bridge, **options)
        assert caught.value.code is Code.TLS_FAILED
    assert bridge.log.total == 0


def test_a_certificate_for_another_address_is_refused(trusted: Authority) -> None:
    with (
        serve(trusted.issue("elsewhere", "192.0.2.1")) as server,
        pytest.raises(StopRunError, match="mismatch") as caught,
    ):
        read(server, verifySSL="validate", caCertificate=trusted.file)
    assert caught.value.code is Code.TLS_FAILED


def test_a_client_certificate_is_shown_when_the_bridge_asks(trusted: Authority) -> None:
    certificate, key = trusted.issue("client", "127.0.0.1")
    options = {"verifySSL": "validate", "caCertificate": trusted.file}
    with serve(trusted.issue("strict", "127.0.0.1"), trusted) as server:
        assert read(server, sslCertificate=certificate, sslKey=key, **options) == ("a",)
        assert read(server, verifySSL="ignore", sslCertificate=certificate, sslKey=key) == ("a",)
        with pytest.raises(StopRunError):
            read(server, **options)


def test_plain_http_behind_an_https_address_is_a_tls_fault(connection_to_plain: str) -> None:
    connection = BridgeConnection.model_validate(
        {"hostPort": connection_to_plain, "token": "x", "maxRetries": 0}
    )
    with BridgeClient.from_connection(connection) as client, pytest.raises(StopRunError) as caught:
        client.summary()
    assert caught.value.code is Code.TLS_FAILED


@pytest.fixture
def connection_to_plain() -> Iterator[str]:
    """The address of a Bridge without TLS, written as if it had."""
    with BridgeServer(Installation()) as server:
        yield server.url.replace("http://", "https://")
