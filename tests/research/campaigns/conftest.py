"""Books for campaigns, and coordinators as real processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import magicbb
from magicbb.research.campaigns.work import params_of
from magicbb.research.records import RecordBook

if TYPE_CHECKING:
    from .toys import Squares

TESTS = Path(__file__).parents[1]

# Whatever name pytest gives to the module of the toys, workers find it.
sys.path += [str(TESTS), str(TESTS.parents[1])]


PATIENCE = 60  # seconds

PROGRAM = (
    sys.executable,
    "-c",
    "from campaigns import toys; toys.register(); from magicbb.cli import main; main()",
)
"""The command line, to which the toys are known."""

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture(autouse=True)
def _paths(monkeypatch: pytest.MonkeyPatch) -> None:
    places = (Path(magicbb.__file__).parents[1], TESTS)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, places)))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The file of the book."""
    return tmp_path / "records.sqlite"


@pytest.fixture
def book(place: Path) -> Iterator[RecordBook]:
    """An empty book."""
    with RecordBook(place) as book:
        yield book


@pytest.fixture
def start(place: Path) -> Iterator[Start]:
    """Start `magicbb resume` in a process group of its own; what runs at the end is killed."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str, program: tuple[str, ...] = PROGRAM) -> subprocess.Popen[str]:
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        process = subprocess.Popen(  # noqa: S603
            [*program, "resume", *arguments, "--book", str(place)],
            encoding="utf-8",
            start_new_session=True,
            **pipes,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def begin(book: RecordBook, work: Squares) -> int:
    """Put a campaign into the book."""
    return book.begin(work.kind, params_of(work), seed=work.seed, command="")


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something is so, for a minute at most."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def lives(process: int) -> bool:
    """Whether a process is there, and is more than an entry that nobody has collected."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for the end: the exit status, standard output and standard error."""
    output, error = process.communicate(timeout=PATIENCE)
    return process.returncode, output, error
