"""The HTTP side of the demo Bridge: a real threaded server on this machine with connections that are kept."""

from __future__ import annotations

import secrets
import socket
import socketserver
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from connector.bridge.demo.bridge.answers import Answer
from connector.bridge.demo.bridge.contract import Request, parse_request, violations
from connector.bridge.demo.bridge.faults import Fault, Faults, altered, replaced
from connector.bridge.demo.bridge.installation import Installation, Offer
from connector.bridge.demo.bridge.log import Entry, RequestLog
from connector.bridge.demo.bridge.service import UNKNOWN_TOKEN, Service

API_PATH = "/bridge/v1"


class BridgeServer:
    """A Bridge that serves an installation; for demo, tests and benchmarks.

    Attributes:
        faults: What goes wrong on demand.
        log: Which requests came and which broke the contract.
    """

    def __init__(
        self,
        source: str | Path | Offer,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        prefix: str = "",
        page_size: int = 100,
        token: str | None = None,
        latency_seconds: float = 0.0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """Make a server and take its port; it answers from start() on.

        Args:
            source: A folder with an installation, an Installation, or anything with `info` and a mapping `listings`.
            host: Address to listen on.
            port: Port to listen on, 0 for any that is free.
            prefix: Path before `/bridge/v1`, such as `/eu`.
            page_size: Most listings on a page of the summary.
            token: The service-account token, by default a new one.
            latency_seconds: How long each answer takes at least.
            tls: The server's TLS context, None for plain HTTP.

        Raises:
            OSError: The port is taken or the folder can't be read.
            ValueError: The folder holds no installation.
        """
        offer = Installation.from_folder(source) if isinstance(source, str | Path) else source
        self.faults = Faults()
        self.log = RequestLog()
        self._service = Service(offer, token=token or secrets.token_urlsafe(24), largest_page=page_size)
        self._http = _Server(
            (host, port), prefix.rstrip("/") + API_PATH, self._service, self.faults, self.log
        )
        self._http.latency_seconds = latency_seconds
        self._http.tls = tls
        address, bound = self._http.server_address[:2]
        shown = f"[{address!s}]" if ":" in str(address) else str(address)
        self.url = f"{'https' if tls else 'http'}://{shown}:{bound}{prefix.rstrip('/')}"
        """The value of the option `hostPort`."""
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> BridgeServer:
        return self.start()

    def __exit__(self, *exception: object) -> None:
        self.stop()

    @property
    def token(self) -> str:
        """The token that requests have to carry; setting it refuses the one before, as a rotation does."""
        return self._service.token

    @token.setter
    def token(self, value: str) -> None:
        self._service.token = value

    @property
    def installation(self) -> Installation:
        """The installation, to be edited while it is served.

        Raises:
            TypeError: The server was given an offer of another kind, which its maker edits.
        """
        offer = self._service.offer
        if not isinstance(offer, Installation):
            raise TypeError("the server serves an offer of another kind")
        return offer

    def start(self) -> BridgeServer:
        """Start answering.

        Returns:
            The server itself.
        """
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop answering: the port is free, kept connections are closed, waits have ended."""
        self._http.stopping.set()
        if self._thread.is_alive():
            self._http.shutdown()
            self._thread.join()
        self._http.server_close()
        self._http.close_connections()


class _Server(ThreadingHTTPServer):
    """Holds what the handlers share."""

    daemon_threads = True
    request_queue_size = 128
    latency_seconds = 0.0
    tls: ssl.SSLContext | None = None

    def __init__(
        self, address: tuple[str, int], base: str, service: Service, faults: Faults, log: RequestLog
    ) -> None:
        self.base = base
        self.service = service
        self.faults = faults
        self.log = log
        self.stopping = threading.Event()
        self._connections: set[socket.socket] = set()
        self._lock = threading.Lock()
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        # HTTPServer's own looks the host's name up, which can take seconds and is used by nothing here.
        socketserver.TCPServer.server_bind(self)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._connections.add(request)
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._connections.discard(request)

    def get_request(self) -> tuple[Any, Any]:
        connection, address = super().get_request()
        if self.tls is not None:
            # Without the handshake, which would hold up everyone here; the first read makes it, in the connection's own thread.
            connection = self.tls.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
        return connection, address

    def close_connections(self) -> None:
        """Close kept connections, so that no handler answers after the stop."""
        with self._lock:
            for connection in self._connections:
                try:
                    # The plain socket's shutdown, since that of a TLS socket pulls the session from under the handler.
                    socket.socket.shutdown(connection, socket.SHUT_RDWR)
                except OSError:
                    # The client or the handler was faster; the connection is closed, which is what is wanted.
                    continue

    def handle_error(self, request: Any, client_address: Any) -> None:
        # A client that goes away or trusts no certificate of ours is no fault of the server.
        if not isinstance(sys.exc_info()[1], ConnectionError | ssl.SSLError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """Reads requests from one connection and writes the answers."""

    protocol_version = "HTTP/1.1"
    server_version = "DemoBridge"
    sys_version = ""
    disable_nagle_algorithm = True
    wbufsize = 64 * 1024
    server: _Server

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Write nothing: the request log has it all, and a query string does not belong on a terminal."""

    def _serve(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = parse_request(self.command, self.path, headers, self.server.base)
        with self.server.log.under_way():
            fault = self.server.faults.take(_shown_path(request, self.path))
            broken = self._violations(request)
            answer = self._answer(request, fault)
            self._wait(fault)
        # Before the answer is sent, so that whoever has read it finds it here.
        self.server.log.add(_entry(request, self.path, answer, broken))
        if answer is None:
            self.close_connection = True
        else:
            self._send(answer, cut=fault is not None and fault.cut_body)

    def _violations(self, request: Request) -> tuple[str, ...]:
        service = self.server.service
        found = violations(request, service.token)
        return found if service.knows_token(request) else (*found, UNKNOWN_TOKEN)

    def _answer(self, request: Request, fault: Fault | None) -> Answer | None:
        """Make the answer; None when the connection is dropped instead."""
        service = self.server.service
        if fault is None:
            return service.answer(request)
        if fault.drop:
            return None
        return altered(replaced(fault) if fault.replaces else service.answer(request, fault), fault)

    def _wait(self, fault: Fault | None) -> None:
        seconds = self.server.latency_seconds + (fault.delay_seconds if fault else 0.0)
        if seconds > 0:
            self.server.stopping.wait(seconds)
        while fault is not None and fault.hold is not None and not fault.hold.wait(0.05):
            if self.server.stopping.is_set():
                return

    def _send(self, answer: Answer, *, cut: bool) -> None:
        body = answer.body
        # A body that was sent and not read would be taken for the next request.
        last = cut or "content-length" in self.headers or "transfer-encoding" in self.headers
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if "Transfer-Encoding" not in answer.headers and answer.status != 304:
            self.send_header("Content-Length", str(len(body)))
        if last:
            self.close_connection = True
            if not cut:
                self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body[: len(body) // 2] if cut else body)
        self.wfile.flush()


for _method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
    # http.server looks for a method of the handler with such a name.
    setattr(_Handler, f"do_{_method}", _Handler._serve)


def _entry(request: Request, target: str, answer: Answer | None, broken: tuple[str, ...]) -> Entry:
    return Entry(
        method=request.method,
        path=_shown_path(request, target),
        query=request.query,
        headers={name: value for name, value in request.headers.items() if name != "authorization"},
        status=None if answer is None else answer.status,
        violations=broken,
    )


def _shown_path(request: Request, target: str) -> str:
    """Give the path below the API's base; one that is elsewhere as it is."""
    return target.partition("?")[0] if request.path is None else request.path
