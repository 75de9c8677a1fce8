"""One request to the server of the page: who may ask, for what, and what is answered."""

from __future__ import annotations

from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING

from magicbb.explore.listener import Content

if TYPE_CHECKING:
    from magicbb.explore.listener import Listener

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What every answer says. What the page may do it says itself, except who may put it in a frame."""

LONGEST_ANSWER = 30.0
"""Seconds that a client may take to receive an answer."""


class Request(BaseHTTPRequestHandler):
    """Answers one request, after which the connection is closed.

    Paths are compared as they come: nothing in them is decoded, and none leads to a file.
    """

    server: Listener
    timeout = LONGEST_ANSWER

    def parse_request(self) -> bool:
        """Read the head of the request; from now on it may take as long as its answer takes."""
        whole = super().parse_request()
        self.server.heard(self.connection)
        return whole

    def do_GET(self) -> None:
        """Answer with the page, or a part of it."""
        if self._is_ours():
            content = self.server.content(self.path)
            if content is not None:
                self._send(content)

    do_HEAD = do_GET  # noqa: N815 (Python's interface)

    def do_POST(self) -> None:
        """Refuse what is meant to change something."""
        self.send_error(HTTPStatus.METHOD_NOT_ALLOWED)

    do_CONNECT = do_DELETE = do_OPTIONS = do_PATCH = do_PUT = do_TRACE = do_POST  # noqa: N815

    def send_error(
        self,
        code: int,
        message: str | None = None,  # noqa: ARG002 (it may repeat what the client sent)
        explain: str | None = None,  # noqa: ARG002
    ) -> None:
        """Refuse the request in a line of text."""
        status = HTTPStatus(code)
        self._send(Content(status, "text/plain", f"{status.value} {status.phrase}\n".encode()))

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: what a client sends is nobody's concern."""

    def _is_ours(self) -> bool:
        """Whether the client asks for this server by its own name; if not, it is told so.

        A page of a foreign name that was made to lead to the loopback address would otherwise read
        whatever is served there.
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
