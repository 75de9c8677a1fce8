"""The server of the page, asked by clients that mean no good."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from magicbb.explanations.explorer.listener import Listener
from magicbb.explanations.explorer.server import Server

from .clients import PAGE, Builder, Client, answer_of, serving_in_a_thread

if TYPE_CHECKING:
    from .clients import Answer


class TestAnswers:
    """What the server has, and how it says so."""

    def test_the_page(self, client: Client) -> None:
        answer = client.ask("/")
        assert (answer.status, answer.body) == (200, PAGE.encode())
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"

    def test_the_module_of_a_scheme(self, client: Client) -> None:
        answer = client.ask("/schemes/fancy.js")
        assert (answer.status, answer.body) == (200, b"export const name = 'fancy'")
        assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"

    def test_no_icon(self, client: Client) -> None:
        answer = client.ask("/favicon.ico")
        assert (answer.status, answer.body) == (204, b"")

    @pytest.mark.parametrize("target", ["/", "/nothing"])
    def test_the_head_alone(self, client: Client, target: str) -> None:
        assert client.ask(target, method="HEAD") == client.ask(target)._replace(body=b"")

    @pytest.mark.parametrize("target", ["/", "/favicon.ico", "/schemes/black.js", "/nothing"])
    def test_what_every_answer_says(self, client: Client, target: str) -> None:
        headers = client.ask(target).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Connection"] == "close"
        assert headers["Content-Security-Policy"] == "frame-ancestors 'none'"

    @pytest.mark.parametrize("target", ["/", "/nothing"])
    def test_no_answer_says_what_the_server_is(self, client: Client, target: str) -> None:
        answer = client.ask(target)
        assert "Server" not in answer.headers
        assert b"python" not in repr(answer).lower().encode()

    @pytest.mark.parametrize("text", ["grüße", "♜"])
    def test_the_page_is_utf_8(self, text: str) -> None:
        with Server(text, Builder(), []) as server:
            thread = serving_in_a_thread(server)
            answer = Client(server).ask("/")
        thread.join(20)
        assert answer.body == text.encode()
        assert int(answer.headers["Content-Length"]) == len(answer.body)


class TestModules:
    """They are built when they are asked for, each once."""

    def test_nothing_is_built_for_the_page(self, client: Client, builder: Builder) -> None:
        client.ask("/")
        assert builder.built == []

    def test_each_is_built_once(self, client: Client, builder: Builder) -> None:
        answers = {client.ask("/schemes/fancy.js").body for _ in range(3)}
        assert (len(answers), builder.built) == (1, ["fancy"])

    def test_who_asks_while_it_is_built_waits_for_it(
        self, client: Client, builder: Builder
    ) -> None:
        builder.may_go_on.clear()
        answers: list[Answer] = []
        ask = [
            threading.Thread(target=lambda: answers.append(client.ask("/schemes/fancy.js")))
            for _ in range(8)
        ]
        for thread in ask:
            thread.start()
        assert client.ask("/").status == 200, "the page is there in the meantime"
        builder.may_go_on.set()
        for thread in ask:
            thread.join(20)
        assert [answer.status for answer in answers] == [200] * 8
        assert builder.built == ["fancy"]

    def test_a_failure_is_said_and_reported(
        self, client: Client, builder: Builder, errors: list[BaseException]
    ) -> None:
        builder.error = ValueError("no magic is left")
        answer = client.ask("/schemes/fancy.js")
        assert answer.status == 500
        assert answer.body == b"the module of fancy could not be built: no magic is left\n"
        assert errors == [builder.error]

    def test_after_a_failure_it_is_tried_again(self, client: Client, builder: Builder) -> None:
        builder.error = ValueError("no magic is left")
        client.ask("/schemes/fancy.js")
        builder.error = None
        assert client.ask("/schemes/fancy.js").status == 200


NO_PATHS = [
    "/nothing",
    "/index.html",
    "/schemes",
    "/schemes/",
    "/schemes/nope.js",
    "/schemes/fancy",
    "/schemes/FANCY.js",
    "/schemes/fancy.js/",
    "/schemes/../schemes/fancy.js",
    "/schemes/%66ancy.js",
    "/../",
    "/../../../../etc/passwd",
    "/..%2f..%2fetc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..\\..\\etc\\passwd",
    "/.",
    "/%",
    "/%00",
    "/\0",
    "/schemes/fancy.js%00.html",
    "/schemes/fancy.js\0",
    "/page/page.js",
    "/server.py",
    "/%C0%AF",
    "/é",
    "*",
    "fancy",
    "http://127.0.0.1/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "/<script>alert(1)</script>",
    "/" + "a" * 60_000,
    "/" + "../" * 20_000,
    "/" + "%2e%2e%2f" * 7_000,
]


class TestPaths:
    """Only its own paths are answered, letter by letter."""

    @pytest.mark.parametrize("target", NO_PATHS, ids=lambda target: ascii(target[:40]))
    def test_everything_else_is_not_found(self, tough: Client, target: str) -> None:
        answer = tough.ask(target)
        assert (answer.status, answer.body) == (404, b"404 Not Found\n")

    def test_a_line_too_long(self, tough: Client) -> None:
        assert tough.ask("/" + "a" * 1_000_000).status == 414

    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
    def test_nothing_can_be_changed(self, tough: Client, method: str) -> None:
        answer = tough.ask("/", method=method)
        assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")

    def test_what_is_sent_along_is_not_read(self, tough: Client) -> None:
        head = f"POST / HTTP/1.1\r\nHost: localhost:{tough.server.port}\r\n".encode()
        body = b"x" * 1_000_000
        received = tough.send(head + b"Content-Length: 1000000\r\n\r\n" + body)
        assert answer_of(received).status == 405

    @pytest.mark.parametrize("method", ["NOPE", "get", "G\0T", "__init__", "send_error", "é"])
    def test_unknown_methods(self, tough: Client, method: str) -> None:
        assert tough.ask("/", method=method).status == 501


class TestHost:
    """Who asks has to know whom: another name that leads here is none of its own."""

    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
    def test_the_names_of_this_machine(self, tough: Client, host: str) -> None:
        assert tough.ask("/", host=f"{host}:{tough.server.port}").status == 200

    @pytest.mark.parametrize(
        "host",
        [
            "evil.example:{}",
            "127.0.0.1.evil.example:{}",
            "localhost.evil.example:{}",
            "127.0.0.1",
            "localhost:1",
            "127.0.0.1:{}:1",
            "127.0.0.1:{},evil.example",
            "0.0.0.0:{}",
            "user@127.0.0.1:{}",
            "127.0.0.1:{}é",
        ],
    )
    @pytest.mark.parametrize("target", ["/", "/schemes/fancy.js"])
    def test_others(self, tough: Client, host: str, target: str) -> None:
        answer = tough.ask(target, host=host.format(tough.server.port))
        assert (answer.status, answer.body) == (421, b"421 Misdirected Request\n")

    def test_two_names_are_too_many(self, tough: Client) -> None:
        own = f"127.0.0.1:{tough.server.port}"
        assert tough.ask("/", host=f"{own}\r\nHost: {own}").status == 421

    @pytest.mark.parametrize("request_", [b"GET / HTTP/1.0\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n"])
    def test_none(self, tough: Client, request_: bytes) -> None:
        assert answer_of(tough.send(request_)).status == 400

    def test_the_port_of_http_need_not_be_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Listener, "server_bind", lambda self: setattr(self, "port", 80))
        monkeypatch.setattr(Listener, "server_activate", lambda _self: None)
        monkeypatch.setattr(socket.socket, "getsockname", lambda _self: ("127.0.0.1", 80))
        listener = Listener(80, lambda _path: None, lambda _error: None)
        listener.socket.close()
        assert {"127.0.0.1", "localhost:80"} <= listener.names


class TestJunk:
    """What is no request at all."""

    @given(junk=st.binary(max_size=300))
    @example(junk=b"")
    @example(junk=b"\r\n" * 100)
    @example(junk=b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")  # TLS
    @example(junk=b"GET")
    @example(junk=b"GET /\r\n\r\n")
    @example(junk=b"GET / HTTP/9.9\r\n\r\n")
    @example(junk=b"GET / HTTP/1.1\r\nno colon\r\n\r\n")
    @example(junk=b"GET / HTTP/1.1\r\n: no name\r\n\r\n")
    def test_is_never_answered_with_the_page(self, lasting: Client, junk: bytes) -> None:
        assert PAGE.encode() not in lasting.send(junk, end=True)
        assert lasting.ask("/").status == 200

    def test_too_many_headers(self, tough: Client) -> None:
        lines = b"".join(b"X-%d: 1\r\n" % number for number in range(1000))
        assert answer_of(tough.send(b"GET / HTTP/1.1\r\n" + lines + b"\r\n")).status == 431

    def test_a_header_too_long(self, tough: Client) -> None:
        received = tough.send(b"GET / HTTP/1.1\r\nX: " + b"x" * 200_000 + b"\r\n\r\n")
        assert answer_of(received).status == 431

    def test_without_an_end(self, tough: Client) -> None:
        assert answer_of(tough.send(b"\xff" * 3_000_000)).status == 414
