# ruff: noqa: INP001 (a script, not a package)
"""Run tests against mutants in copies of the package, each in a fork of this process.

Third-party packages that tests need are imported here, so that forks need not import them again.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import shutil
import signal
import sys
import time
import traceback
from collections import defaultdict
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING

import chess  # noqa: F401  (for the forks)
import hypothesis
import numba  # noqa: F401
import pytest
from mutant_making import PACKAGE, ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mutant_making import Mutant

WORK = ROOT / "build" / "mutants"

COMPILED = WORK / "compiled"
"""Object code of unmutated kernels, kept between runs: it can never be stale."""


@dataclass(frozen=True)
class Ended:
    """The result of running a mutant's tests.

    Attributes:
        mutant: The mutant; None for the unchanged package.
        outcome: "killed", "timeout" or "survived".
        seconds: The running time in seconds.
        output: The output of pytest.
        times: The running times of tests in seconds; incomplete unless all tests were run.
    """

    mutant: Mutant | None
    outcome: str
    seconds: float
    output: str
    times: dict[str, float]


@dataclass(frozen=True)
class _Run:
    mutant: Mutant | None
    copy: Path
    began: float
    timeout: float


class Runner:
    """Runs tests against copies of the package.

    Args:
        count: The number of copies, and so of mutants that can be tested at the same time.
    """

    def __init__(self, count: int) -> None:
        self.copies = [WORK / f"copy-{number}" for number in range(count)]
        self._runs: dict[int, _Run] = {}
        self._kept: dict[Path, set[str]] = {}
        COMPILED.mkdir(parents=True, exist_ok=True)
        for copy in self.copies:
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(PACKAGE, copy / "magicbb", ignore=shutil.ignore_patterns("*.pyc"))
            shutil.copytree(COMPILED, copy / "compiled")
            self._kept[copy] = {path.name for path in COMPILED.iterdir()}
        gc.freeze()  # otherwise garbage collection in forks would copy shared memory

    @property
    def free(self) -> list[Path]:
        """The copies that are not in use."""
        busy = {run.copy for run in self._runs.values()}
        return [copy for copy in self.copies if copy not in busy]

    def start(
        self,
        mutant: Mutant | None,
        tests: Sequence[str],
        timeout: float,
        costs: Mapping[str, float] | None = None,
    ) -> None:
        """Start the tests in a free copy, cheapest first, with or without a mutant."""
        copy = self.free[0]
        if mutant:
            source = copy / "magicbb" / mutant.module
            source.write_text(mutant.source, encoding="utf-8")
            Path(cache_from_source(source)).unlink(missing_ok=True)
        (copy / "times").write_text("", encoding="utf-8")
        if not (process := os.fork()):
            sys.dont_write_bytecode = mutant is not None
            costs = costs or {}
            _be_tested(copy, _stages(mutant.module, tests, costs) if mutant else [tests], costs)
        self._runs[process] = _Run(mutant, copy, time.monotonic(), timeout)

    def wait(self) -> Ended:
        """Wait for a run to end, and return its result."""
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
                times = (run.copy / "times").read_text(encoding="utf-8")
                self._restore(run)
                outcome = "timeout" if not ended else "killed" if status else "survived"
                return Ended(run.mutant, outcome, seconds, output, json.loads(times or "{}"))
            time.sleep(0.02)

    def _restore(self, run: _Run) -> None:
        """Restore the original module, and remove the object code of mutated kernels."""
        compiled = {path.name for path in (run.copy / "compiled").iterdir()}
        if run.mutant is None:
            for name in compiled - self._kept[run.copy]:
                shutil.copy2(run.copy / "compiled" / name, COMPILED)
            self._kept[run.copy] = compiled
            return
        source = run.copy / "magicbb" / run.mutant.module
        source.write_text(run.mutant.original, encoding="utf-8")
        for name in compiled - self._kept[run.copy]:
            (run.copy / "compiled" / name).unlink()

    def stop(self) -> None:
        """Kill all remaining runs."""
        for process in self._runs:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process, signal.SIGKILL)


class _Order:
    """A pytest plugin that sorts tests by cost and records their running times."""

    def __init__(self, costs: Mapping[str, float], file: Path) -> None:
        self._costs, self._file = costs, file
        self._times: defaultdict[str, float] = defaultdict(float)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self._costs.get(item.nodeid, 0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._times[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        self._file.write_text(json.dumps(self._times), encoding="utf-8")


def _stages(module: str, tests: Sequence[str], costs: Mapping[str, float]) -> list[Sequence[str]]:
    """Return the tests in stages: the module's own tests first, if they are quick.

    If one of them fails, pytest need not collect the other files.
    """
    name = f"/test_{Path(module).stem}.py"
    own = {test for test in tests if name in test}
    others = {test for test in tests if test.startswith("tests/")} - own
    cost = sum(cost for test, cost in costs.items() if name in test)
    if not 0 < cost < sum(costs.values()) / 2:
        return [tests]
    return [[test for test in tests if test not in apart] for apart in (others, own)]


def _be_tested(copy: Path, stages: list[Sequence[str]], costs: Mapping[str, float]) -> None:
    """Run the tests against a copy, within the fork, and exit with pytest's exit code."""
    code = 1
    try:
        os.setsid()
        output = os.open(copy / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(output, 1)
        os.dup2(output, 2)
        shutil.rmtree(copy / "hypothesis", ignore_errors=True)
        os.environ |= {
            "PYTHONPATH": str(copy),
            "PYTHONDONTWRITEBYTECODE": "1" * sys.dont_write_bytecode,
            "MAGICBB_CACHE_DIR": str(copy / "compiled"),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(copy / "hypothesis"),
        }
        hypothesis.settings.register_profile("mutants", deadline=None, max_examples=25)
        hypothesis.settings.load_profile("mutants")  # unless a conftest.py loads another profile
        sys.path.insert(0, str(copy))
        os.chdir(ROOT)
        options = ["-x", "-q", "--tb=line", "-p", "no:cacheprovider", "-p", "no:randomly"]
        options += [
            "--hypothesis-seed=0",
            "-W",
            "ignore::pytest.PytestAssertRewriteWarning",
        ]  # the packages imported above would cause this warning
        code = 0
        for chosen in stages:
            if code in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
                code = pytest.main([*options, *chosen], [_Order(costs, copy / "times")])
    except BaseException:  # noqa: BLE001  (nothing may continue in the fork)
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)
