"""Where the page's server listens, how it stands many clients at once, and how it ends."""

from __future__ import annotations

import contextlib
import socket
import threading
import time

import pytest

from magicbb.explanations.explorer import listener as listening
from magicbb.explanations.explorer.listener import MOST_CONNECTIONS
from magicbb.explanations.explorer.server import Server

from .clients import PAGE, SCHEMES, Builder, Client, serving_in_a_thread, wait_for


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
