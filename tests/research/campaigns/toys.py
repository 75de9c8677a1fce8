"""Small works, with which campaigns are tested; workers import them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from magicbb.geometry.sliders import BISHOP
from magicbb.magics.magic import Magic
from magicbb.research.campaigns.works import WORKS
from magicbb.research.records import MagicRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.records import Record

PATIENCE = 60
"""Seconds until a job that waits for something gives up."""


class Squares:
    """Squares of numbers, in two rounds; the second one needs what the first one found."""

    kind: ClassVar[str] = "squares"
    rounds = 2

    def __init__(self, count: int, seed: int = 1) -> None:
        self.count, self.seed = count, seed

    @classmethod
    def from_params(cls, params: dict[str, Any], seed: int) -> Squares:
        return cls(params["count"], seed)

    def params(self) -> dict[str, Any]:
        return {"count": self.count}

    def jobs(self, number: int, earlier: Sequence[Any]) -> list[Any]:
        if number == self.rounds:
            return []
        return [(index, sum(result["square"] for result in earlier)) for index in range(self.count)]

    @staticmethod
    def run(params: dict[str, Any], seed: int, job: Any) -> Any:
        assert set(params) == {"count"}
        assert isinstance(job, list), "a job is JSON wherever it is done"
        index, before = job
        return {"square": (index + seed) ** 2 + before}

    def best(self, results: Sequence[Any]) -> str:
        return f"{max(result['square'] for result in results)}"

    def records(self, rounds: Sequence[Sequence[Any]]) -> list[Record]:
        assert [len(results) for results in rounds] == [self.count] * self.rounds
        return [MagicRecord.of(Magic(BISHOP, 63, "white", 6, 0x7F20080E0801C23C))]


class Nothing(Squares):
    """No jobs at all."""

    kind: ClassVar[str] = "nothing"
    rounds = 0


class Measured(Squares):
    """Squares, counted by their size."""

    kind: ClassVar[str] = "measured"
    unit: ClassVar[str] = "apples"

    def amount(self, result: Any) -> float:
        return float(result["square"])

    def weight(self, job: Sequence[Any]) -> float:
        return float(job[0] == 2)


class Logged(Squares):
    """Squares; every job that begins is written down, and may wait for a file or die.

    The directory has the `log`. Jobs wait until the file `go` is there, but for the first `free`.
    """

    kind: ClassVar[str] = "logged"
    rounds = 1

    def __init__(self, count: int, directory: str, free: int = 0, seed: int = 1) -> None:
        super().__init__(count, seed)
        self.directory, self.free = directory, free

    @classmethod
    def from_params(cls, params: dict[str, Any], seed: int) -> Logged:
        return cls(params["count"], params["directory"], params["free"], seed)

    def params(self) -> dict[str, Any]:
        return {"count": self.count, "directory": self.directory, "free": self.free}

    @staticmethod
    def run(params: dict[str, Any], seed: int, job: Any) -> Any:
        directory = Path(params["directory"])
        note(directory, f"{job[0]} {os.getpid()}")
        if job[0] >= params["free"]:
            until = time.monotonic() + PATIENCE
            while not (directory / "go").exists():
                assert time.monotonic() < until
                time.sleep(0.01)
        return Squares.run({"count": params["count"]}, seed, job)


class Deadly(Logged):
    """Job 2 kills whoever does it, as often as there are files named `death-`..."""

    kind: ClassVar[str] = "deadly"

    @staticmethod
    def run(params: dict[str, Any], seed: int, job: Any) -> Any:
        result = Logged.run(params, seed, job)
        if job[0] == 2:
            for death in Path(params["directory"]).glob("death-*"):
                death.unlink()
                os.kill(os.getpid(), signal.SIGKILL)
        return result


class Wrong(Squares):
    """Job 1 cannot be done."""

    kind: ClassVar[str] = "wrong"

    @staticmethod
    def run(params: dict[str, Any], seed: int, job: Any) -> Any:
        if job[0] == 1:
            raise ZeroDivisionError("job 1 is wrong")
        return Squares.run(params, seed, job)


class Large(Logged):
    """Jobs and results of some hundred kilobytes: more than a pipe holds."""

    kind: ClassVar[str] = "large"

    def jobs(self, number: int, earlier: Sequence[Any]) -> list[Any]:
        return [(*job, "x" * 300_000) for job in super().jobs(number, earlier)]

    @staticmethod
    def run(params: dict[str, Any], seed: int, job: Any) -> Any:
        return {**Logged.run(params, seed, job[:2]), "text": job[2]}


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
