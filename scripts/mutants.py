# ruff: noqa: INP001, T201 (a script that prints, not a package)
"""Run mutation tests: the package is tested with one operator or number changed at a time.

    python scripts/mutants.py                        all mutants of all listed modules
    python scripts/mutants.py geometry --sample 40   a sample from modules with matching paths
    python scripts/mutants.py --report               results so far, without running anything

Cosmic Ray generates the mutants (`mutant_making`). The tests for each module are listed in
`tests/mutants/modules.toml`; they run against a copy in `build/` until one fails, beginning with
those that are quick or have killed many mutants. A mutant that passes all tests survives. Mutants
that are equivalent to the original are listed with a reason in `tests/mutants/equivalent.toml` and
tested only with `--listed`.

Results are saved in `build/mutants/results.jsonl`, so an interrupted run can be continued. A mutant
is tested again if its definition changes or, if it survived, if its tests change.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import sys
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mutant_making import PACKAGE, ROOT, Mutant, mutants_of
from mutant_running import COMPILED, WORK, Runner

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mutant_running import Ended

LISTS = ROOT / "tests" / "mutants"
RESULTS = WORK / "results.jsonl"

LEAST = 90.0
"""The minimum percentage of mutants that must be killed."""

PATIENCE = 10.0
"""Seconds in the time limit on top of three times the running time without a mutant."""


class Known:
    """The outcomes so far, read from a file to which new ones are appended."""

    def __init__(self) -> None:
        lines = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else []
        rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
        self._rows = {row["key"]: row for row in rows}

    def outcome(self, mutant: Mutant, tests: str) -> str | None:
        """Return a mutant's outcome; None if unknown, or if it survived tests now changed."""
        row = self._rows.get(mutant.key)
        if row is None or (row["outcome"] == "survived" and row["tests"] != tests):
            return None
        return str(row["outcome"])

    def kills(self, module: str) -> Counter[str]:
        """For each test, return how many of the module's mutants it killed."""
        return Counter(row["by"] for row in self._rows.values() if row["module"] == module)

    def add(self, mutant: Mutant, ended: Ended, tests: str) -> None:
        """Add an outcome."""
        lines = [line for line in ended.output.splitlines() if line.startswith("FAILED ")]
        row = {
            "key": mutant.key,
            "module": mutant.module,
            "before": mutant.before,
            "after": mutant.after,
            "outcome": ended.outcome,
            "tests": tests,
            "seconds": round(ended.seconds, 2),
            "by": lines[0][len("FAILED ") :].partition(" - ")[0] if lines else "",
        }
        self._rows[mutant.key] = row
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


class Equivalent:
    """The list of mutants that are equivalent to the original; each must have a reason."""

    def __init__(self) -> None:
        rows = tomllib.loads((LISTS / "equivalent.toml").read_text(encoding="utf-8"))
        self._met: Counter[tuple[str, str, str]] = Counter()
        for row in rows.get("equivalent", []):
            if not row["reason"]:
                raise ValueError(f"an entry for {row['module']} has no reason: {row['after']}")
            for after in row["after"]:
                self._met[row["module"], _bare(row["before"]), _bare(after)] = 0

    def has(self, mutant: Mutant) -> bool:
        """Whether a mutant is listed; if so, its entry counts as matched."""
        place = (mutant.module, _bare(mutant.before), _bare(mutant.after))
        if place in self._met:
            self._met[place] += 1
        return place in self._met

    def absent(self, modules: Sequence[str]) -> list[str]:
        """Messages about entries for these modules that no mutant has matched."""
        return [
            f"listed as equivalent, but does not exist: {module}: {after}"
            for (module, _, after), count in self._met.items()
            if module in modules and not count
        ]


def _bare(line: str) -> str:
    """Remove white space from a line, since Cosmic Ray adds some."""
    return "".join(line.split())


def tests_of_modules() -> dict[str, list[str]]:
    """For each module to mutate, return the tests that should kill its mutants."""
    rows = tomllib.loads((LISTS / "modules.toml").read_text(encoding="utf-8"))["modules"]
    tests = {}
    for row in rows:
        for pattern in row["paths"]:
            for path in sorted(PACKAGE.glob(pattern)):
                parts = path.relative_to(PACKAGE).with_suffix("").parts
                name = ".".join(["magicbb", *parts])
                tests["/".join(parts) + ".py"] = [test.format(name=name) for test in row["tests"]]
    return tests


def digest(tests: Sequence[str]) -> str:
    """Compute a digest of the chosen tests and of their files."""
    chosen = "\n".join(tests).encode()
    paths = sorted({test.partition("::")[0] for test in tests if test.startswith("tests/")})
    contents = b"".join((ROOT / path).read_bytes() for path in paths)
    return hashlib.sha256(chosen + contents).hexdigest()[:20]


@dataclass
class Score:
    """The number of mutants for each outcome."""

    killed: int = 0
    survived: int = 0
    equivalent: int = 0
    unknown: int = 0

    def __add__(self, other: Score) -> Score:
        """Add the counts of two scores."""
        return Score(
            self.killed + other.killed,
            self.survived + other.survived,
            self.equivalent + other.equivalent,
            self.unknown + other.unknown,
        )

    @property
    def share(self) -> float:
        """The percentage of non-equivalent mutants that were killed."""
        return 100 * self.killed / max(1, self.killed + self.survived)

    def __str__(self) -> str:
        """The score on one line."""
        line = f"{self.share:5.1f} %  {self.killed} of {self.killed + self.survived} killed"
        line += f", {self.equivalent} equivalent" if self.equivalent else ""
        return line + (f", {self.unknown} not run" if self.unknown else "")


def where(mutant: Mutant) -> str:
    """Describe a mutant on one line."""
    return f"{mutant.module}:{mutant.line}: {mutant.before}  ->  {mutant.after}"


def run(tests: dict[str, list[str]], sample: int, jobs: int, *, listed: bool) -> None:
    """Draw at most `sample` mutants per module, and test those that have no outcome yet.

    Mutants listed as equivalent are tested only if `listed` is set.
    """
    draw = random.Random(1).sample  # noqa: S311  (it only chooses the sample)
    known, equivalent, runner = Known(), Equivalent(), Runner(jobs)
    warmed: dict[tuple[str, ...], tuple[float, dict[str, float]]] = {}
    try:
        for module, killers in tests.items():
            says, mutants = digest(killers), mutants_of(module)
            chosen = draw(mutants, min(sample, len(mutants)))
            left = [
                mutant
                for mutant in chosen
                if known.outcome(mutant, says) is None and (listed or not equivalent.has(mutant))
            ]
            if not left:
                continue
            print(f"{module}: {len(left)} mutants", flush=True)
            if tuple(killers) not in warmed:
                warmed[tuple(killers)] = warm(runner, killers)
            timeout, times = warmed[tuple(killers)]
            while left or len(runner.free) < jobs:
                kills = known.kills(module)
                costs = {test: cost / (1 + kills[test]) for test, cost in times.items()}
                while left and runner.free:
                    runner.start(left.pop(0), killers, timeout, costs)
                ended = runner.wait()
                for test, seconds in ended.times.items():  # some tests now have to compile kernels
                    times[test] = (times.get(test, 0) + seconds) / 2
                if ended.mutant:
                    known.add(ended.mutant, ended, says)
                    if ended.outcome == "survived":
                        print(f"  {where(ended.mutant)}", flush=True)
    finally:
        runner.stop()


def warm(runner: Runner, tests: Sequence[str]) -> tuple[float, dict[str, float]]:
    """Run the tests in all copies without a mutant until all kernels are compiled.

    Returns:
        The time limit for a mutant's tests in seconds, and the running time of each test.
    """
    while True:
        compiled, seconds, times = len([*COMPILED.iterdir()]), 0.0, {}
        for _ in runner.copies:
            runner.start(None, tests, 600)
        for _ in runner.copies:
            ended = runner.wait()
            if ended.outcome != "survived":
                sys.exit(f"the tests fail without a mutant:\n{ended.output}")
            seconds, times = max(seconds, ended.seconds), ended.times
        if len([*COMPILED.iterdir()]) == compiled:
            return 3 * seconds + PATIENCE, times


def report(tests: dict[str, list[str]]) -> bool:
    """Print scores and complaints; return whether enough mutants were killed."""
    known, equivalent, total = Known(), Equivalent(), Score()
    complaints = []
    for module, killers in tests.items():
        says, score = digest(killers), Score()
        for mutant in mutants_of(module):
            outcome, listed = known.outcome(mutant, says), equivalent.has(mutant)
            if outcome is None and not listed:
                score.unknown += 1
            elif outcome is None:
                score.equivalent += 1
            elif outcome != "survived":
                score.killed += 1
                if listed:
                    complaints.append(f"listed as equivalent, but killed: {where(mutant)}")
            elif listed:
                score.equivalent += 1
            else:
                score.survived += 1
                complaints.append(f"survived: {where(mutant)}")
        print(f"{module:42}{score}")
        total += score
    print(*complaints, *equivalent.absent([*tests]), sep="\n")
    print(f"{'all':42}{total}")
    return total.share >= LEAST


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Run the tests against mutants of the package.")
    parser.add_argument("modules", nargs="*", help="substrings of module paths (default: all)")
    parser.add_argument("--sample", type=int, help="number of random mutants per module")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="number of processes")
    parser.add_argument("--listed", action="store_true", help="also test the equivalent mutants")
    parser.add_argument("--report", action="store_true", help="only print results so far")
    options = parser.parse_args()
    tests = {
        module: tests
        for module, tests in tests_of_modules().items()
        if not options.modules or any(part in module for part in options.modules)
    }
    WORK.mkdir(parents=True, exist_ok=True)
    if not options.report:
        run(tests, options.sample or sys.maxsize, options.jobs, listed=options.listed)
    if not report(tests):
        sys.exit(1)


if __name__ == "__main__":
    main()
