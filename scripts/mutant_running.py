# ruff: noqa: INP001 (a script, not a package)
"""Running tests against mutants: in copies of the package, each in a fork of this process.

What the tests import from elsewhere is imported here, once.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import time
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

import chess  # noqa: F401  (for the forks)
import hypothesis  # noqa: F401
import numba  # noqa: F401
import pytest
from mutant_making import PACKAGE, ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mutant_making import Mutant

WORK = ROOT / "build" / "mutants"


@dataclass(frozen=True)
class Ended:
    """How the tests of a mutant ended.

    Attributes:
        mutant: The mutant; None for the package as it is.
        outcome: "killed", "timeout" or "survived".
        seconds: How long it took.
        output: What pytest printed.
    """

    mutant: Mutant | None
    outcome: str
    seconds: float
    output: str


@dataclass(frozen=True)
class _Run:
    mutant: Mutant | None
    copy: Path
    began: float
    timeout: float


class Runner:
    """Runs tests against copies of the package.

    Args:
        count: How many copies there are, and so how many mutants can run at once.
    """

    def __init__(self, count: int) -> None:
        self.copies = [WORK / f"copy-{number}" for number in range(count)]
        self._runs: dict[int, _Run] = {}
        self._kept: dict[Path, set[str]] = {}
        for copy in self.copies:
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(PACKAGE, copy / "magicbb", ignore=shutil.ignore_patterns("*.pyc"))
            (copy / "compiled").mkdir()

    @property
    def free(self) -> list[Path]:
        """The copies in which nothing runs."""
        busy = {run.copy for run in self._runs.values()}
        return [copy for copy in self.copies if copy not in busy]

    def start(self, mutant: Mutant | None, tests: Sequence[str], timeout: float) -> None:
        """Start the tests in a free copy, with a mutant or as the package is."""
        copy = self.free[0]
        if mutant:
            (copy / "magicbb" / mutant.module).write_text(mutant.source, encoding="utf-8")
        if not (process := os.fork()):
            _be_tested(copy, tests)
        self._runs[process] = _Run(mutant, copy, time.monotonic(), timeout)

    def wait(self) -> Ended:
        """Wait until one of the runs ends."""
        while True:
            for process, run in self._runs.items():
                seconds = time.monotonic() - run.began
                ended, status = os.waitpid(process, os.WNOHANG)
                if not ended and seconds < run.timeout:
                    continue
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process, signal.SIGKILL)
                if not ended:
                    os.waitpid(process, 0)
                del self._runs[process]
                output = (run.copy / "output").read_text(encoding="utf-8", errors="replace")
                self._restore(run)
                outcome = "timeout" if not ended else "killed" if status else "survived"
                return Ended(run.mutant, outcome, seconds, output)
            time.sleep(0.02)

    def _restore(self, run: _Run) -> None:
        """Put the original back, and remove the object code of mutated kernels."""
        compiled = {path.name for path in (run.copy / "compiled").iterdir()}
        if run.mutant is None:
            self._kept[run.copy] = compiled
            return
        source = run.copy / "magicbb" / run.mutant.module
        source.write_text(run.mutant.original, encoding="utf-8")
        for name in compiled - self._kept[run.copy]:
            (run.copy / "compiled" / name).unlink()

    def stop(self) -> None:
        """End what still runs."""
        for process in self._runs:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process, signal.SIGKILL)


def _be_tested(copy: Path, tests: Sequence[str]) -> None:
    """In the fork: run the tests against a copy, and end with what pytest returns."""
    code = 1
    try:
        os.setsid()
        output = os.open(copy / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(output, 1)
        os.dup2(output, 2)
        shutil.rmtree(copy / "hypothesis", ignore_errors=True)
        os.environ |= {
            "PYTHONPATH": str(copy),
            "PYTHONDONTWRITEBYTECODE": "1",
            "MAGICBB_CACHE_DIR": str(copy / "compiled"),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(copy / "hypothesis"),
        }
        sys.path.insert(0, str(copy))
        sys.dont_write_bytecode = True
        os.chdir(ROOT)
        options = ["-x", "-q", "--tb=line", "-p", "no:cacheprovider", "-p", "no:randomly"]
        options += [
            "--hypothesis-seed=0",
            "-W",
            "ignore::pytest.PytestAssertRewriteWarning",
        ]  # for what was imported here
        code = int(pytest.main([*options, *tests]))
    except BaseException:  # noqa: BLE001  (nothing may go on in the fork)
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)
