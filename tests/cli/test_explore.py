"""magicbb explore."""

from __future__ import annotations

import contextlib
import errno
import functools
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

if TYPE_CHECKING:
    from .conftest import Call, OnTerminal, Refuse, Start

STAND_IN = """
import sys, time, types
building = types.ModuleType("magicbb.explanations.explorer.building")
building.SCHEMES = ("fancy", "slow")
building.shell = lambda: "<!doctype html><title>a page</title>"

def scheme_module(name):
    if name == "slow":
        open("building", "w").close()
        time.sleep(60)
    return "export {}"

def page(schemes=None, *, on_progress):
    on_progress("fancy")
    if "FAIL" in sys.argv[-1]:
        raise ValueError("no magic is left")
    return "<!doctype html><title>a file</title>"

building.page = page
building.scheme_module = scheme_module
sys.modules["magicbb.explanations.explorer.building"] = building
from magicbb.cli import main
main()
"""
"""The command with a page that takes no time to make, and a scheme that takes a minute."""

Serve = Callable[..., subprocess.Popen[str]]

PROGRAM = (sys.executable, "-c", STAND_IN, "explore")


@pytest.fixture
def serve(start: Start) -> Serve:
    """Start the command with the stand-in."""
    return functools.partial(start, program=PROGRAM)


def port_of(process: subprocess.Popen[str]) -> int:
    """The port in the address that a command says."""
    assert process.stdout
    said = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
    assert said
    return int(said[1])


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


class TestServing:
    """The page is served until it is told to end."""

    def test_the_address_is_said_and_leads_to_the_page(self, serve: Serve) -> None:
        port = port_of(serve("--no-browser"))
        with urlopen(f"http://127.0.0.1:{port}/", timeout=20) as answer:
            assert b"a page" in answer.read()

    def test_json(self, serve: Serve) -> None:
        process = serve("--no-browser", "--json", "--scheme", "fancy")
        assert process.stdout
        lines = [process.stdout.readline() for _ in range(4)]
        port = int(re.sub(r"\D", "", lines[2]))
        assert json.loads("".join(lines)) == {
            "address": f"http://127.0.0.1:{port}/#scheme=fancy",
            "port": port,
        }

    @pytest.mark.parametrize(
        ("name", "status", "said"),
        [("SIGINT", 130, "magicbb: interrupted"), ("SIGTERM", 143, ""), ("SIGHUP", 129, "")],
    )
    def test_a_signal_ends_it(self, serve: Serve, name: str, status: int, said: str) -> None:
        process = serve("--no-browser")
        port_of(process)
        process.send_signal(getattr(signal, name))
        _, error = process.communicate(timeout=20)
        assert (process.returncode, error.strip()) == (status, said)

    @pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
    def test_a_signal_ends_it_while_a_module_is_built(self, serve: Serve, name: str) -> None:
        process = serve("--no-browser")
        with socket.create_connection(("127.0.0.1", port := port_of(process)), 20) as client:
            head = f"GET /schemes/slow.js HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
            client.sendall(head.encode())
            wait_for(Path("building").exists)
            process.send_signal(getattr(signal, name))
            _, error = process.communicate(timeout=20)
            assert client.recv(1000) == b""
        assert process.returncode == {"SIGINT": 130, "SIGTERM": 143}[name]
        assert "Traceback" not in error

    def test_a_signal_ends_it_while_clients_say_nothing(self, serve: Serve) -> None:
        process = serve("--no-browser")
        port = port_of(process)
        with contextlib.ExitStack() as silent:
            for _ in range(20):
                silent.enter_context(socket.create_connection(("127.0.0.1", port), 20))
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=20)[1].strip() == "magicbb: interrupted"


class TestBrowser:
    """It is opened at the address of the view that was asked for."""

    @pytest.fixture
    def browser(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A browser that writes the address into a file, which is returned."""
        program, address = tmp_path / "browser", tmp_path / "address"
        program.write_text(f'#!/bin/sh\nprintf %s "$1" > {address}.new\nmv {address}.new {address}')
        program.chmod(0o755)
        monkeypatch.setenv("BROWSER", f"{program} %s")
        return address

    @pytest.mark.parametrize(
        ("arguments", "view"),
        [
            ((), ""),
            (("d4",), "#square=d4"),
            (
                ("bishop", "e2", "--scheme", "fancy", "--fen", "8/8/8/8/8/5p2/8/8 w"),
                "#scheme=fancy&piece=bishop&square=e2&fen=8/8/8/8/8/5p2/8/8",
            ),
        ],
    )
    def test_is_opened(
        self, serve: Serve, browser: Path, arguments: tuple[str, ...], view: str
    ) -> None:
        port = port_of(serve(*arguments))
        wait_for(browser.exists)
        assert browser.read_text() == f"http://127.0.0.1:{port}/{view}"

    def test_is_not_opened_where_it_is_not_wanted(self, serve: Serve, browser: Path) -> None:
        process = serve("--no-browser")
        with urlopen(f"http://127.0.0.1:{port_of(process)}/", timeout=20):
            pass
        process.send_signal(signal.SIGINT)
        process.wait(20)
        assert not browser.exists()

    def test_one_that_fails_is_told_of(self, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BROWSER", "/bin/false %s")
        process = serve()
        assert process.stderr
        assert process.stderr.readline() == "magicbb: no browser could be opened\n"
        assert process.poll() is None

    def test_none(self, refuse: Refuse, monkeypatch: pytest.MonkeyPatch) -> None:
        def get() -> None:
            raise webbrowser.Error("could not locate runnable browser")

        monkeypatch.setattr(webbrowser, "get", get)
        assert refuse("explore") == (
            "no browser found; use --no-browser to serve the page without one, or -o to write it"
        )


class TestPort:
    """Which one is taken."""

    @pytest.fixture(autouse=True)
    def _quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        building = SimpleNamespace(SCHEMES=("fancy",), scheme_module=str)
        building.shell = str
        monkeypatch.setitem(sys.modules, "magicbb.explanations.explorer.building", building)

    def test_one_in_use(self, refuse: Refuse) -> None:
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            assert refuse("explore", "--no-browser", "--port", str(port)) == (
                f"port {port} is already in use; without --port, a free port is chosen"
            )

    def test_one_that_is_not_for_everyone(
        self, refuse: Refuse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def bind(*_: object) -> None:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

        monkeypatch.setattr("magicbb.explanations.explorer.server.Listener.server_bind", bind)
        assert refuse("explore", "--no-browser", "--port", "80") == (
            "port 80 is reserved for the system; without --port, a free port is chosen"
        )

    @pytest.mark.parametrize("port", ["-1", "65536", "http", "80.5", ""])
    def test_what_is_none(self, refuse: Refuse, port: str) -> None:
        assert "--port" in refuse("explore", "--no-browser", "--port", port)

    def test_the_one_that_was_asked_for(self, serve: Serve) -> None:
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            port = other.getsockname()[1]
        assert port_of(serve("--no-browser", "--port", str(port))) == port


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--scheme", "nope"), "scheme must be one of plain, fancy"),
        (("--scheme", "blck"), "did you mean black?"),
        (("i9",), "square must be"),
        (("--fen", "8/8"), "board"),
        (("queen", "d4"), "queen"),
    ],
)
def test_views_that_there_are_none_of(
    refuse: Refuse, arguments: tuple[str, ...], complaint: str
) -> None:
    assert complaint in refuse("explore", "--no-browser", *arguments)


class TestFile:
    """The page in one file."""

    def write(self, by: Call, *arguments: str) -> subprocess.CompletedProcess[str]:
        return by(*arguments, program=PROGRAM)

    def test_is_written(self, run: Call) -> None:
        result = self.write(run, "-o", "page.html")
        assert (result.returncode, result.stdout, result.stderr) == (
            0,
            "page.html: 36 bytes, 2 schemes\n",
            "",
        )
        assert Path("page.html").read_text() == "<!doctype html><title>a file</title>"

    def test_json(self, run: Call) -> None:
        result = self.write(run, "--json", "-o", "page.html")
        assert json.loads(result.stdout) == {
            "file": "page.html",
            "bytes": 36,
            "schemes": ["fancy", "slow"],
        }

    def test_a_terminal_sees_the_progress(self, on_terminal: OnTerminal) -> None:
        shown = on_terminal("-o", "page.html", pipe_stdout=True, program=PROGRAM)
        assert re.search(r"writing the page.* of 2 schemes", shown.terminal)
        assert shown.stdout.startswith("page.html: ")

    def test_a_file_is_as_it_was_where_the_page_cannot_be_made(self, run: Call) -> None:
        Path("FAIL.html").write_text(
            before := '<meta name="generator" content="magicbb">, as it was'
        )
        result = self.write(run, "-o", "FAIL.html")
        assert (result.returncode, result.stderr) == (2, "magicbb: no magic is left\n")
        assert [path.name for path in Path.cwd().iterdir()] == ["FAIL.html"]
        assert Path("FAIL.html").read_text() == before

    @pytest.mark.parametrize("target", ["nowhere/page.html", "."])
    def test_where_none_can_be(self, refuse: Refuse, target: str) -> None:
        assert target.split("/", maxsplit=1)[0] in refuse("explore", "-o", target)

    @pytest.mark.parametrize(
        "option",
        [
            ("e4",),
            ("rook", "a1"),
            ("--fen", "8/8/8/8/8/8/8/8"),
            ("--scheme", "fancy"),
            ("--port", "0"),
            ("--no-browser",),
        ],
        ids=" ".join,
    )
    def test_has_no_server_and_no_view(self, refuse: Refuse, option: tuple[str, ...]) -> None:
        complaint = refuse("explore", *option, "-o", "page.html")
        assert "applies to the served page, not to -o" in complaint
        assert not Path("page.html").exists()


def test_help_loads_no_server_and_no_compiler(run: Call) -> None:
    source = "import sys; from magicbb.cli import main\ntry: main()\nfinally: print(*sys.modules)"
    loaded = run("explore", "--help", program=(sys.executable, "-c", source)).stdout.split()
    assert {"http.server", "numba", "numpy", "webbrowser"}.isdisjoint(loaded)
    assert "magicbb.cli.commands.explore" in loaded


def test_the_views_in_the_help_are_accepted(serve: Serve, run: Call) -> None:
    views = re.findall(
        r"^ +magicbb explore (.*--.*)$", run("explore", "--help").stdout, re.MULTILINE
    )
    assert len(views) == 2
    for view in views:
        port_of(serve("--no-browser", *shlex.split(view)))
