"""The listening socket: HTTP/1.1 with kept connections, faults on request, and a stop that really ends connections."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any

from connector.bridge.demo.catalog.application import PREFIX, Application, Request, Response
from connector.bridge.demo.catalog.faults import Fault, Faults
from connector.bridge.demo.catalog.requestlog import DROPPED, RequestEntry, RequestLog

HOST = "127.0.0.1"
_PHRASES = {status.value: status.phrase for status in HTTPStatus}


class Listener(ThreadingHTTPServer):
    """One thread for each connection, all of them known, so that a stop can end them."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, application: Application, log: RequestLog, faults: Faults) -> None:
        self.application = application
        self.log = log
        self.faults = faults
        self.stopping = threading.Event()
        self._open: set[socket.socket] = set()
        self._open_lock = threading.Lock()
        super().__init__((HOST, port), Connection)

    def server_bind(self) -> None:
        """Bind without the look-up of the host's name, which may take seconds."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        """Remember the connection and serve it."""
        with self._open_lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Forget the connection and close it."""
        with self._open_lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Note a failure of the stand-in; a client that goes away in the middle is the client's business."""
        error = sys.exc_info()[1]
        if not isinstance(error, (ConnectionError, TimeoutError)):
            self.log.add_crash(repr(error))

    def end(self) -> None:
        """Stop listening and end the open connections."""
        self.stopping.set()
        self.shutdown()
        self.server_close()
        with self._open_lock:
            left = list(self._open)
        for connection in left:
            # Its own thread may have closed it in the meantime, which is what is wanted.
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class Connection(BaseHTTPRequestHandler):
    """Reads requests off one connection and sends answers."""

    server: Listener
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the base class's
        """Print nothing; the request log has it all."""

    def _serve(self) -> None:
        path, _, query = self.path.partition("?")
        if "transfer-encoding" in self.headers:
            self.send_error(HTTPStatus.LENGTH_REQUIRED)
            return
        length = self.headers.get("Content-Length") or "0"
        if not length.isdecimal():
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            # The client went away in the middle; half a request must not take effect.
            self.close_connection = True
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, path, query, headers, body)
        fault = self.server.faults.take(request.method, path)
        if fault is None:
            self._send(request, self.server.application.answer(request))
        else:
            self._fail(request, fault)

    do_GET = do_PUT = do_POST = do_PATCH = do_DELETE = _serve  # noqa: N815 - names that the base class looks up

    def _fail(self, request: Request, fault: Fault) -> None:
        route = request.path.removeprefix(PREFIX)
        ended = fault.delay_seconds > 0 and self.server.stopping.wait(fault.delay_seconds)
        if ended or fault.drop == "before":
            self._drop(request, Response(DROPPED, b"", route, None, {}))
        elif fault.drop == "after":
            self._drop(request, self.server.application.answer(request))
        elif fault.status is None:
            self._send(request, self.server.application.answer(request))
        else:
            headers = {"Content-Type": fault.answer_type(), **fault.headers}
            self._send(request, Response(fault.status, fault.answer_body(), route, None, headers))

    def _drop(self, request: Request, response: Response) -> None:
        self._note(request, response, DROPPED)
        self.close_connection = True

    def _send(self, request: Request, response: Response) -> None:
        self._note(request, response, response.status)
        headers = {"Content-Type": "application/json", **response.headers}
        if response.status != HTTPStatus.NO_CONTENT:
            headers["Content-Length"] = str(len(response.body))
        lines = [f"HTTP/1.1 {response.status} {_PHRASES.get(response.status, '')}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        # One write, so that head and body leave in one segment where they fit.
        self.wfile.write("\r\n".join([*lines, "", ""]).encode("latin-1") + response.body)

    def _note(self, request: Request, response: Response, status: int) -> None:
        self.server.log.add(
            RequestEntry(
                method=request.method,
                route=response.route,
                path=request.path.removeprefix(PREFIX),
                query=request.query,
                status=status,
                body_size=len(request.body),
                answer_size=len(response.body),
                actor=response.actor,
            )
        )
