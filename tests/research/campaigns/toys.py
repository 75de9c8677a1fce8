"""Small works, with which campaigns are tested; workers import them."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

from magicbb.geometry.sliders import BISHOP
from magicbb.magics.magic import Magic
from magicbb.research.campaigns import Work
from magicbb.research.campaigns.works import WORKS
from magicbb.research.codec import SPARSE
from magicbb.research.records import MagicRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.records import Record

PATIENCE = 60
"""Seconds until a job that waits for something gives up."""


@dataclass(frozen=True)
class Job:
    index: int
    before: int
    text: Annotated[str, SPARSE] = ""


@dataclass(frozen=True)
class Square:
    square: int
    text: Annotated[str, SPARSE] = ""


@dataclass(frozen=True)
class Squares(Work[Job, Square]):
    """Squares of numbers, in two rounds; the second one needs what the first one found."""

    count: int
    seed: int = 1

    kind: ClassVar[str] = "squares"
    rounds: ClassVar[int] = 2

    def jobs(self, number: int, earlier: Sequence[Square]) -> list[Job]:
        if number == self.rounds:
            return []
        before = sum(result.square for result in earlier)
        return [Job(index, before) for index in range(self.count)]

    def run(self, job: Job) -> Square:
        assert isinstance(job, Job), "a job is what it was, wherever it is done"
        return Square((job.index + self.seed) ** 2 + job.before)

    def best(self, results: Sequence[Square]) -> str:
        return f"{max(result.square for result in results)}"

    def records(self, rounds: Sequence[Sequence[Square]]) -> list[Record]:
        assert [len(results) for results in rounds] == [self.count] * self.rounds
        return [MagicRecord.of(Magic(BISHOP, 63, "white", 6, 0x7F20080E0801C23C))]


class Nothing(Squares):
    """No jobs at all."""

    kind: ClassVar[str] = "nothing"
    rounds: ClassVar[int] = 0


class Measured(Squares):
    """Squares, counted by their size."""

    kind: ClassVar[str] = "measured"
    unit: ClassVar[str] = "apples"

    def amount(self, result: Square) -> float:
        return float(result.square)

    def weight(self, job: Job) -> float:
        return float(job.index == 2)


@dataclass(frozen=True)
class Logged(Squares):
    """Squares; every job that begins is written down, and may wait for a file or die.

    The directory has the `log`. Jobs wait until the file `go` is there, but for the first `free`.
    """

    directory: str = ""
    free: int = 0

    kind: ClassVar[str] = "logged"
    rounds: ClassVar[int] = 1

    def run(self, job: Job) -> Square:
        directory = Path(self.directory)
        note(directory, f"{job.index} {os.getpid()}")
        if job.index >= self.free:
            until = time.monotonic() + PATIENCE
            while not (directory / "go").exists():
                assert time.monotonic() < until
                time.sleep(0.01)
        return super().run(job)


class Deadly(Logged):
    """Job 2 kills whoever does it, as often as there are files named `death-`..."""

    kind: ClassVar[str] = "deadly"

    def run(self, job: Job) -> Square:
        result = super().run(job)
        if job.index == 2:
            for death in Path(self.directory).glob("death-*"):
                death.unlink()
                time.sleep(0.3)  # Dask replaces no worker that dies before it is known to run
                os.kill(os.getpid(), signal.SIGKILL)
        return result


class Wrong(Squares):
    """Job 1 cannot be done."""

    kind: ClassVar[str] = "wrong"

    def run(self, job: Job) -> Square:
        if job.index == 1:
            raise ZeroDivisionError("job 1 is wrong")
        return super().run(job)


class Large(Logged):
    """Jobs and results of some hundred kilobytes: more than a pipe holds."""

    kind: ClassVar[str] = "large"

    def jobs(self, number: int, earlier: Sequence[Square]) -> list[Job]:
        return [replace(job, text="x" * 300_000) for job in super().jobs(number, earlier)]

    def run(self, job: Job) -> Square:
        return replace(super().run(job), text=job.text)


TOYS = (Squares, Logged, Deadly, Wrong, Large)


def register() -> None:
    """Let this process know the toys' kinds, as if they were the package's."""
    WORKS.update({toy.kind: f"{toy.__module__}:{toy.__name__}" for toy in TOYS})


def note(directory: Path, line: str) -> None:
    """Write a line into the log, whoever else does at that moment."""
    with (directory / "log").open("ab", buffering=0) as log:
        log.write(f"{line}\n".encode())


def begun(directory: Path) -> list[int]:
    """The jobs that were begun so far, in that order."""
    return [int(line.split()[0]) for line in lines(directory)]


def workers(directory: Path) -> list[int]:
    """The processes that have begun a job."""
    return [*dict.fromkeys(int(line.split()[1]) for line in lines(directory))]


def lines(directory: Path) -> list[str]:
    log = directory / "log"
    return log.read_text("ascii").splitlines() if log.exists() else []
