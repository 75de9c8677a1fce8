"""The server of the page, asked by clients that mean no good."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from magicbb.explanations.explorer import listener as listening
from magicbb.explanations.explorer.listener import MOST_CONNECTIONS, Listener
from magicbb.explanations.explorer.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


@pytest.fixture
def builder() -> Builder:
    return Builder()


@pytest.fixture
def errors() -> list[BaseException]:
    return []


@pytest.fixture
def server(builder: Builder, errors: list[BaseException]) -> Iterator[Server]:
    with Server(PAGE, builder, SCHEMES, on_error=errors.append) as server:
        thread = serving_in_a_thread(server)
        yield server
        builder.may_go_on.set()
        builder.error = None
    thread.join(20)
    assert not thread.is_alive()


@pytest.fixture
def client(server: Server) -> Client:
    return Client(server)


@pytest.fixture(scope="module")
def lasting() -> Iterator[Client]:
    """A client of a server that has to stand many tests, one after the other."""
    with Server(PAGE, Builder(), SCHEMES) as server:
        thread = serving_in_a_thread(server)
        yield Client(server)
    thread.join(20)


@pytest.fixture
def tough(lasting: Client) -> Iterator[Client]:
    """The client of the lasting server, which answers as ever when the test is over."""
    yield lasting
    assert lasting.ask("/").body == PAGE.encode()


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


class TestConnections:
    """Clients that come in numbers, hang, or go away."""

    @pytest.fixture(autouse=True)
    def _impatient(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(listening, "LONGEST_HEAD", 0.3)

    @pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: "])
    def test_who_says_nothing_more_is_left(self, client: Client, said: bytes) -> None:
        with client.connect() as connection:
            connection.sendall(said)
            assert b"a page" not in connection.recv(1000)

    def test_who_says_little_at_a_time_is_left_as_well(self, client: Client) -> None:
        with client.connect() as connection:
            began = time.monotonic()
            with contextlib.suppress(ConnectionError):
                while time.monotonic() < began + 15:
                    connection.sendall(b"x")
                    connection.settimeout(0.02)
                    with contextlib.suppress(TimeoutError):
                        if not connection.recv(1000):
                            return
        assert time.monotonic() < began + 15

    def test_the_silent_make_room_for_others(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(listening, "LONGEST_HEAD", 60)
        with contextlib.ExitStack() as silent:
            for _ in range(MOST_CONNECTIONS + 20):
                silent.enter_context(client.connect())
            assert client.ask("/").status == 200

    def test_many_at_once(self, client: Client) -> None:
        statuses: list[int] = []
        asking = [
            threading.Thread(target=lambda: statuses.append(client.ask("/").status))
            for _ in range(60)
        ]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join(20)
        assert statuses == [200] * 60

    def test_where_all_wait_for_an_answer_no_more_are_let_in(
        self, client: Client, builder: Builder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(listening, "MOST_CONNECTIONS", 3)
        builder.may_go_on.clear()
        request = f"GET /schemes/fancy.js HTTP/1.1\r\nHost: localhost:{client.server.port}\r\n\r\n"
        with contextlib.ExitStack() as stack:
            waiting = [stack.enter_context(client.connect()) for _ in range(3)]
            for connection in waiting:
                connection.sendall(request.encode())
            connections = client.server.listener.connections
            wait_for(lambda: [*connections.values()] == [float("inf")] * 3)
            assert client.send(b"") == b""
            builder.may_go_on.set()
            assert all(b"200 OK" in connection.recv(1000) for connection in waiting)

    def test_who_goes_away_is_no_error(
        self, client: Client, builder: Builder, errors: list[BaseException]
    ) -> None:
        builder.may_go_on.clear()
        for target in ["/", "/schemes/fancy.js", "/schemes/black.js"] * 5:
            with client.connect() as connection:
                request = f"GET {target} HTTP/1.1\r\nHost: localhost:{client.server.port}\r\n\r\n"
                connection.sendall(request.encode())
                reset = b"\1\0\0\0\0\0\0\0"
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
        builder.may_go_on.set()
        assert client.ask("/schemes/fancy.js").status == 200
        assert errors == []


class TestPlace:
    """Where it listens."""

    def test_only_this_machine_can_reach_it(self, server: Server) -> None:
        assert server.listener.socket.getsockname()[0] == "127.0.0.1"
        assert server.listener.socket.family == socket.AF_INET

    def test_no_name_is_looked_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*arguments: object) -> None:
            pytest.fail(f"{arguments} were looked up")

        for name in ("getfqdn", "gethostbyaddr", "gethostbyname", "getaddrinfo"):
            monkeypatch.setattr(socket, name, refuse)
        Server(PAGE, Builder(), SCHEMES).close()

    def test_a_port_that_is_taken(self, server: Server) -> None:
        with pytest.raises(OSError, match="in use"):
            Server(PAGE, Builder(), SCHEMES, port=server.port)

    def test_a_port_is_free_again_at_once(self) -> None:
        with Server(PAGE, Builder(), SCHEMES) as first:
            thread = serving_in_a_thread(first)
            Client(first).ask("/")
        thread.join(20)
        Server(PAGE, Builder(), SCHEMES, port=first.port).close()


class TestEnd:
    """It ends at once, whatever is going on."""

    def test_nobody_is_answered_any_more(self, builder: Builder) -> None:
        with Server(PAGE, builder, SCHEMES) as server:
            thread = serving_in_a_thread(server)
            assert Client(server).ask("/").status == 200
        thread.join(20)
        with pytest.raises(ConnectionError):
            Client(server).connect()

    def test_who_waits_for_a_module_is_left(self, builder: Builder) -> None:
        builder.may_go_on.clear()
        received: list[bytes] = []
        with Server(PAGE, builder, SCHEMES) as server:
            thread = serving_in_a_thread(server)
            client = Client(server)
            with client.connect() as first, client.connect() as second:
                for connection, name in ((first, "fancy"), (second, "black")):
                    request = (
                        f"GET /schemes/{name}.js HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n"
                    )
                    connection.sendall(request.encode())
                wait_for(lambda: len(builder.built) == 1)
                wait_for(lambda: [*server.listener.connections.values()] == [float("inf")] * 2)
                server.close()
                received = [first.recv(1000), second.recv(1000)]
            builder.may_go_on.set()
        thread.join(20)
        assert received == [b"", b""]
        assert len(builder.built) == 1

    def test_it_may_be_closed_twice_or_before_it_serves(self) -> None:
        server = Server(PAGE, Builder(), SCHEMES)
        server.close()
        server.close()
        server.serve()


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something is so, for some seconds at most."""
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)
