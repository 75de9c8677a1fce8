"""Clients of the page's server that mean no good, and a builder of modules that can be stopped."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.explanations.explorer.server import Server

PAGE = "<!doctype html><title>a page</title><script>1 + 1</script>"
SCHEMES = ["fancy", "black"]


class Answer(NamedTuple):
    """What a client received."""

    status: int
    headers: dict[str, str]
    body: bytes


def answer_of(received: bytes) -> Answer:
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("ascii").split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    assert len(headers) == len(lines)
    return Answer(int(first.split()[1]), headers, body)


class Client:
    """Sends bytes to a server."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.server.port), timeout=20)

    def send(self, content: bytes, *, end: bool = False) -> bytes:
        """All that is received after this was sent, until the server closes the connection."""
        with self.connect() as connection:
            with contextlib.suppress(ConnectionError):  # it need not listen to the end
                connection.sendall(content)
                if end:
                    connection.shutdown(socket.SHUT_WR)
            received = b""
            while part := connection.recv(1 << 16):
                received += part
            return received

    def ask(self, target: str, *, method: str = "GET", host: str | None = None) -> Answer:
        host = f"127.0.0.1:{self.server.port}" if host is None else host
        return answer_of(self.send(f"{method} {target} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()))


class Builder:
    """Builds modules, when it is let."""

    def __init__(self) -> None:
        self.built: list[str] = []
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.error: Exception | None = None

    def __call__(self, name: str) -> str:
        self.built.append(name)
        assert self.may_go_on.wait(20)
        if self.error:
            raise self.error
        return f"export const name = {name!r}"


def serving_in_a_thread(server: Server) -> threading.Thread:
    thread = threading.Thread(target=server.serve)
    thread.start()
    return thread


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something is so, for some seconds at most."""
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)
