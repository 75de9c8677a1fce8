"""Ways to run the commands: within this process, as a process, on a terminal."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import magicbb
from magicbb.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

    from magicbb.research.proofs import Certificate

Result = subprocess.CompletedProcess[str]
Call = Callable[..., Result]
Refuse = Callable[..., str]
Start = Callable[..., subprocess.Popen[str]]

PROGRAM = (sys.executable, "-m", "magicbb")
PATIENCE = 60  # seconds


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in an empty directory, without the settings of whoever runs the tests."""
    monkeypatch.chdir(tmp_path)
    for name in ("COLORTERM", "COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MAGICBB_BOOK", str(tmp_path / "records.sqlite"))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(Path(magicbb.__file__).parents[1]))
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.fixture(scope="session")
def e1(certify: Callable[..., Certificate]) -> str:
    """The certificate that no white bishop magic of 4 bits exists on e1, as its file holds it."""
    return certify("bishop", "e1", 4).to_text()


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Run a command within this process, which saves starting Python."""

    def call(*arguments: str | Path) -> Result:
        monkeypatch.setattr(sys, "argv", ["magicbb", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        status = ended.value.code or 0
        assert isinstance(status, int)
        return Result(sys.argv, status, *capsys.readouterr())

    return call


@pytest.fixture
def run() -> Call:
    """Run a command as a process."""

    def run(*arguments: str | Path, program: tuple[str, ...] = PROGRAM, **options: Any) -> Result:
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.run(  # noqa: S603
            [*program, *arguments], encoding="utf-8", timeout=PATIENCE, check=False, **options
        )

    return run


@pytest.fixture
def refuse(call: Call) -> Refuse:
    """Run a command that must be refused: status 2 and one sentence, which is returned."""

    def refuse(*arguments: str | Path, by: Call = call, **options: Any) -> str:
        result = by(*arguments, **options)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.startswith("magicbb: ")
        assert result.stderr.index("\n") == len(result.stderr) - 1
        return result.stderr.removeprefix("magicbb: ").rstrip()

    return refuse


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a command and go on; what still runs at the end of the test is killed."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str | Path, program: tuple[str, ...] = PROGRAM) -> subprocess.Popen[str]:
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        process = subprocess.Popen([*program, *arguments], encoding="utf-8", **pipes)  # noqa: S603
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


class Shown(NamedTuple):
    """What came of a command on a terminal."""

    returncode: int
    terminal: str
    stdout: str


OnTerminal = Callable[..., Shown]


@pytest.fixture
def on_terminal(tmp_path: Path) -> OnTerminal:
    """Run a command whose standard error, and perhaps output, is a terminal of 80 columns."""

    def on_terminal(
        *arguments: str,
        pipe_stdout: bool = False,
        interrupt_after: str | None = None,
        program: tuple[str, ...] = PROGRAM,
    ) -> Shown:
        ours, theirs = pty.openpty()
        with (tmp_path / "piped").open("w+b") as piped:
            process = subprocess.Popen(  # noqa: S603
                [*program, *arguments],
                stdin=theirs,
                stdout=piped if pipe_stdout else theirs,
                stderr=theirs,
            )
            os.close(theirs)
            patience = Timer(PATIENCE, process.kill)
            patience.start()
            shown, interrupted = b"", False
            while part := _read(ours):
                shown += part
                if interrupt_after and interrupt_after.encode() in shown and not interrupted:
                    process.send_signal(signal.SIGINT)
                    interrupted = True
            status = process.wait()
            patience.cancel()
            os.close(ours)
            piped.seek(0)
            return Shown(status, shown.decode().replace("\r\n", "\n"), piped.read().decode())

    return on_terminal


def _read(terminal: int) -> bytes:
    """What the terminal shows next; nothing once nobody writes to it any more."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # on Linux, the end of a terminal is an error
        return b""
