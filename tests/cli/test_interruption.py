"""Long work: the progress that is shown, and Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from .conftest import Call, OnTerminal, Start

ENDLESS = ("find", "rook", "h1", "--bits", "11")
"""Nobody has found one yet."""

PRESS_CTRL_C_IN_A_CALLBACK = """
import signal, sys
from magicbb.cli import main

def press(frame, event, _):
    if event == "call" and frame.f_code.co_name == "_raw_object_cache_notify":
        sys.setprofile(None)
        signal.raise_signal(signal.SIGINT)

sys.setprofile(press)
main()
"""
"""Ctrl-C where llvmlite's compiler calls Python back: an exception raised there goes no further. It
does so when code is loaded, and while kernels are compiled nothing is."""

END_WHILE_PYTHON_COMPILES = """
import subprocess
from magicbb import cli

def compile_much(**_):
    subprocess.Popen("sleep 0.05; kill -TERM $PPID", shell=True)
    compile("2 ** 64\\n" * 300_000, "much.py", "exec")

cli.magicbb.main = compile_much
cli.main()
"""
"""SIGTERM while a module is compiled from source. Where the compiler folds a power, it looks for
signals, and drops what their handlers raise unless it is a KeyboardInterrupt."""


@pytest.fixture
def _compiled(call: Call) -> None:
    """Everything that the endless search needs is on disk: what it does now is to search."""
    call(*ENDLESS, "--tries", "1")


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something is so, for a minute at most."""
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def seconds_of_work(process: subprocess.Popen[str]) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) / 100


def interrupted(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Press Ctrl-C: the exit status, standard output and standard error."""
    process.send_signal(signal.SIGINT)
    output, error = process.communicate(timeout=20)
    return process.returncode, output, error.strip()


@pytest.mark.usefixtures("_compiled")
def test_ctrl_c_ends_a_search(start: Start) -> None:
    process = start(*ENDLESS)
    wait_for(lambda: seconds_of_work(process) > 1)
    code, output, said = interrupted(process)
    assert (code, output) == (130, "")
    assert said.startswith("rook h1 with 11 bits, white: open, ")
    assert said.endswith("\nmagicbb: interrupted")


@pytest.mark.usefixtures("_compiled")
def test_ctrl_c_leaves_the_file_as_it_was(start: Start) -> None:
    Path("magics.json").write_text('{"command": "magicbb find rook"}')
    process = start(*ENDLESS, "-o", "magics.json")
    wait_for(lambda: seconds_of_work(process) > 1)
    interrupted(process)
    assert Path("magics.json").read_text() == '{"command": "magicbb find rook"}'


@pytest.mark.slow
@pytest.mark.parametrize(
    "compiled",
    [pytest.param(1, marks=pytest.mark.slow), 3, pytest.param(5, marks=pytest.mark.slow)],
)
def test_ctrl_c_ends_a_first_build_while_it_compiles(
    start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, compiled: int
) -> None:
    before = b"PK\3\4" + bytes(26) + b"header.npy, as it was"
    Path("fancy.npz").write_bytes(before)
    cache = tmp_path / "cache"
    monkeypatch.setenv("MAGICBB_CACHE_DIR", str(cache))
    process = start("build", "fancy", "-o", "fancy.npz")
    wait_for(lambda: len([*cache.glob("*.o")]) >= compiled)
    assert interrupted(process) == (130, "", "magicbb: interrupted")
    assert Path("fancy.npz").read_bytes() == before


@pytest.mark.slow
def test_the_compiler_does_not_call_python_back_where_ctrl_c_would_be_lost(
    run: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MAGICBB_CACHE_DIR", str(tmp_path / "cache"))
    result = run("build", "fancy", program=(sys.executable, "-c", PRESS_CTRL_C_IN_A_CALLBACK))
    assert result.returncode == 0
    assert result.stdout.startswith("fancy, ")


@pytest.mark.usefixtures("_compiled")
class TestProgress:
    """The bar on standard error."""

    @pytest.fixture
    def shown(self, on_terminal: OnTerminal) -> tuple[int, str, str]:
        """What an endless search shows until Ctrl-C, which follows the first rate."""
        return on_terminal(*ENDLESS, pipe_stdout=True, interrupt_after="/s")

    def test_a_terminal_sees_the_work_its_rate_and_the_time(
        self, shown: tuple[int, str, str]
    ) -> None:
        plain = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", shown[1])
        assert re.search(r"rook h1 ━+ [\d,]+ tries [\d,]+/s 0:00:\d\d", plain)

    def test_ctrl_c_leaves_a_line_and_the_cursor(self, shown: tuple[int, str, str]) -> None:
        status, terminal, stdout = shown
        assert (status, stdout) == (130, "")
        assert terminal.endswith("\nmagicbb: interrupted\n")
        assert terminal.rindex("\x1b[?25h") > terminal.rindex("\x1b[?25l")

    def test_remaining_time_is_shown_where_the_end_is_known(self, on_terminal: OnTerminal) -> None:
        shown = on_terminal(*ENDLESS, "--tries", "20000000", interrupt_after="/s").terminal
        plain = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", shown)
        assert re.search(r" of 20,000,000 tries [\d,]+/s 0:00:\d\d 0:00:\d\d", plain)

    def test_a_result_is_not_mixed_with_progress(self, on_terminal: OnTerminal, call: Call) -> None:
        shown = on_terminal("build", "fancy", "--json", pipe_stdout=True)
        assert shown.stdout == call("build", "fancy", "--json").stdout

    def test_a_pipe_sees_nothing_of_it(self, run: Call) -> None:
        assert re.fullmatch(r"built in [\d.]+ s\n", run("build", "fancy").stderr)

    @pytest.mark.parametrize("square", ["[/b]", "{x}", "{task}"])
    def test_what_the_user_wrote_is_no_markup(self, on_terminal: OnTerminal, square: str) -> None:
        shown = on_terminal("find", "rook", square)
        sentence = f'magicbb: square must be 0..63 or a name such as "e4", got {square!r}\n'
        assert shown.returncode == 2
        assert shown.terminal.endswith(sentence)
        assert "Traceback" not in shown.terminal


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_that_ends_the_program_leaves_nothing_behind(start: Start, name: str) -> None:
    number = getattr(signal, name)
    os.mkfifo("feed")
    process = start("attacks", "--positions", "feed", "-o", "maps.csv")
    with Path("feed").open("w", encoding="ascii") as feed:
        feed.write("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n" * 200_000)
        feed.flush()
        wait_for(lambda: any(Path.cwd().glob(".magicbb-*")))
        process.send_signal(number)
        assert process.wait(60) == 128 + number
    assert [path.name for path in Path.cwd().iterdir() if "map" in path.name] == []
    assert not any(Path.cwd().glob(".magicbb-*"))


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_sigterm_is_not_lost_while_modules_are_compiled(run: Call) -> None:
    result = run(program=(sys.executable, "-c", END_WHILE_PYTHON_COMPILES))
    assert (result.returncode, result.stderr) == (128 + signal.SIGTERM, "")
