"""A port of the loopback address, and the connections to it."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import time
from socketserver import ThreadingTCPServer
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from http import HTTPStatus
    from socketserver import BaseRequestHandler

HOST = "127.0.0.1"
"""An address and no name, which might lead elsewhere."""

LONGEST_HEAD = 10.0
"""Seconds that a client may take to say what it wants."""

MOST_CONNECTIONS = 100

_LINGER = 1.0  # seconds for what a client still sends after it was answered


class Content(NamedTuple):
    """The body of an answer."""

    status: HTTPStatus
    kind: str
    text: bytes


class Listener(ThreadingTCPServer):
    """Accepts connections and answers each in a thread.

    It is no `HTTPServer`, which asks the network for the name of its address.

    Attributes:
        connections: Those that are open, and until when the request has to be there.
        names: What clients may call it, in the header Host.
        content: What is answered to a request for a path, or None to leave the client.
    """

    allow_reuse_address = os.name == "posix"  # elsewhere, others could take the port as well
    allow_reuse_port = False
    daemon_threads = True
    request_queue_size = 128

    def __init__(
        self,
        port: int,
        handler: type[BaseRequestHandler],
        content: Callable[[str], Content | None],
        on_error: Callable[[BaseException], None],
    ) -> None:
        self.connections: dict[socket.socket, float] = {}
        self._on_error = on_error
        self.content = content
        super().__init__((HOST, port), handler)
        self.port: int = self.socket.getsockname()[1]
        hosts = (HOST, "localhost", "[::1]")
        self.names = {f"{host}:{self.port}" for host in hosts}
        if self.port == 80:  # noqa: PLR2004 (HTTP's own, which clients leave out)
            self.names.update(hosts)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a new thread; where there are too many, who is silent for longest has to go."""
        if len(self.connections) >= MOST_CONNECTIONS and not self._close_silent(float("inf")):
            self.close_request(request)
            return
        self.connections[request] = time.monotonic() + LONGEST_HEAD
        super().process_request(request, client_address)

    def heard(self, connection: socket.socket) -> None:
        """Note that a client has said what it wants."""
        if connection in self.connections:
            self.connections[connection] = float("inf")

    def service_actions(self) -> None:
        """Close connections over which no request came in time."""
        while self._close_silent(time.monotonic()):
            pass

    def _close_silent(self, now: float) -> bool:
        """Close the oldest connection whose request should have come before now."""
        for connection, until in [*self.connections.items()]:
            if until < now:
                self.connections.pop(connection, None)
                _shut(connection, socket.SHUT_RDWR)
                return True
        return False

    def shutdown_request(self, request: Any) -> None:
        """Close a connection when its client has had time to read the answer.

        What it sent and nobody read would make the system throw the answer away.
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
        """Report what went wrong, unless it is that a client went away."""
        error = sys.exc_info()[1]
        if error is not None and not isinstance(error, ConnectionError | TimeoutError):
            self._on_error(error)

    def server_close(self) -> None:
        """Stop listening, and leave every client."""
        super().server_close()
        for connection in [*self.connections]:
            _shut(connection, socket.SHUT_RDWR)


def _shut(connection: socket.socket, how: int) -> None:
    """End a connection in one direction or both; it may have ended already."""
    with contextlib.suppress(OSError):
        connection.shutdown(how)
