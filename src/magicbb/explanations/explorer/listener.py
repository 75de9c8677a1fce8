"""Listen on a port of the loopback address, and handle connections and requests.

`Request` decides which requests are allowed, and answers them.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

HOST = "127.0.0.1"
"""The loopback address; a name such as localhost might resolve to another host."""

LONGEST_HEAD = 10.0
"""The time in seconds that a client may take to send its request."""

MOST_CONNECTIONS = 100

_LINGER = 1.0  # seconds for reading further input after the response


class Content(NamedTuple):
    """The status, content type and body of a response."""

    status: HTTPStatus
    kind: str
    text: bytes


class Listener(ThreadingTCPServer):
    """Accepts connections and handles each in its own thread.

    It does not inherit from `HTTPServer`, which queries DNS for its own name.

    Attributes:
        connections: The open connections, with the deadlines of their requests.
        names: The values of the Host header that are accepted.
        content: A function that returns the response for a path, or None to drop the connection.
    """

    allow_reuse_address = os.name == "posix"  # on Windows, it lets other programs bind the port
    allow_reuse_port = False
    daemon_threads = True
    request_queue_size = 128

    def __init__(
        self,
        port: int,
        content: Callable[[str], Content | None],
        on_error: Callable[[BaseException], None],
    ) -> None:
        self.connections: dict[socket.socket, float] = {}
        self._on_error = on_error
        self.content = content
        super().__init__((HOST, port), Request)
        self.port: int = self.socket.getsockname()[1]
        hosts = (HOST, "localhost", "[::1]")
        self.names = {f"{host}:{self.port}" for host in hosts}
        if self.port == 80:  # noqa: PLR2004 (HTTP's default port, which clients omit)
            self.names.update(hosts)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a new thread; if too many connections are open, drop the oldest idle one."""
        if len(self.connections) >= MOST_CONNECTIONS and not self._close_silent(float("inf")):
            self.close_request(request)
            return
        self.connections[request] = time.monotonic() + LONGEST_HEAD
        super().process_request(request, client_address)

    def heard(self, connection: socket.socket) -> None:
        """Record that a client has sent its request."""
        if connection in self.connections:
            self.connections[connection] = float("inf")

    def service_actions(self) -> None:
        """Close connections that have sent no request in time."""
        while self._close_silent(time.monotonic()):
            pass

    def _close_silent(self, now: float) -> bool:
        """Close the oldest connection whose deadline has passed; return False if there is none."""
        for connection, until in [*self.connections.items()]:
            if until < now:
                self.connections.pop(connection, None)
                _shut(connection, socket.SHUT_RDWR)
                return True
        return False

    def shutdown_request(self, request: Any) -> None:
        """Close a connection after the client has had time to read the response.

        Further input is read first; otherwise, the system would discard the response.
        """
        _shut(request, socket.SHUT_WR)
        until = time.monotonic() + _LINGER
        with contextlib.suppress(OSError):
            request.settimeout(_LINGER)
            while time.monotonic() < until and request.recv(1 << 16):
                pass
        self.connections.pop(request, None)
        self.close_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002
        """Report all errors other than lost connections and timeouts."""
        error = sys.exc_info()[1]
        if error is not None and not isinstance(error, ConnectionError | TimeoutError):
            self._on_error(error)

    def server_close(self) -> None:
        """Stop listening, and disconnect all clients."""
        super().server_close()
        for connection in [*self.connections]:
            _shut(connection, socket.SHUT_RDWR)


def _shut(connection: socket.socket, how: int) -> None:
    """Shut down a connection in one or both directions; it may already be closed."""
    with contextlib.suppress(OSError):
        connection.shutdown(how)


HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""The headers of every response; except for framing, the security policy is in the page itself."""

LONGEST_ANSWER = 30.0
"""The time in seconds that a client may take to receive a response."""


class Request(BaseHTTPRequestHandler):
    """Answers one request, and closes the connection.

    Paths are compared as received: they are not decoded, and never refer to files.
    """

    server: Listener
    timeout = LONGEST_ANSWER

    def parse_request(self) -> bool:
        """Read the head of the request, and lift its deadline."""
        whole = super().parse_request()
        self.server.heard(self.connection)
        return whole

    def do_GET(self) -> None:
        """Send the content for the requested path."""
        if self._is_ours():
            content = self.server.content(self.path)
            if content is not None:
                self._send(content)

    do_HEAD = do_GET  # noqa: N815 (Python's interface)

    def do_POST(self) -> None:
        """Reject all methods other than GET and HEAD."""
        self.send_error(HTTPStatus.METHOD_NOT_ALLOWED)

    do_CONNECT = do_DELETE = do_OPTIONS = do_PATCH = do_PUT = do_TRACE = do_POST  # noqa: N815

    def send_error(
        self,
        code: int,
        message: str | None = None,  # noqa: ARG002 (the message may repeat what the client sent)
        explain: str | None = None,  # noqa: ARG002
    ) -> None:
        """Reject the request with one line of text."""
        status = HTTPStatus(code)
        self._send(Content(status, "text/plain", f"{status.value} {status.phrase}\n".encode()))

    def log_message(self, format: str, *args: object) -> None:
        """Do not log requests."""

    def _is_ours(self) -> bool:
        """Whether the client uses this server's own name; if not, send an error.

        Without this check, a page from another host name that resolves to the loopback address
        could read the served data (DNS rebinding).
        """
        named = self.headers.get_all("Host") or [""]
        if len(named) == 1 and named[0].strip().lower() in self.server.names:
            return True
        self.send_error(HTTPStatus.MISDIRECTED_REQUEST if named[0] else HTTPStatus.BAD_REQUEST)
        return False

    def _send(self, content: Content) -> None:
        self.close_connection = True
        self.send_response_only(content.status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        if content.status == HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, HEAD")
        if content.status != HTTPStatus.NO_CONTENT:
            self.send_header("Content-Type", f"{content.kind}; charset=utf-8")
            self.send_header("Content-Length", f"{len(content.text)}")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content.text)
