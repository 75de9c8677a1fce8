"""What all benchmarks share: figures, taking turns, compiling C and C++, and the table."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy.typing as npt

    Times = npt.NDArray[np.float64]
    """The seconds that a contender took, one number for each round."""

HERE = Path(__file__).parent

COMPILERS = {
    ".c": ("gcc", "-O3", "-march=native", "-std=gnu11"),
    ".cpp": ("g++", "-O3", "-march=native", "-std=c++17"),
}
"""The compiler of each language, with its options."""


@dataclass(frozen=True)
class Figure:
    """One measured ratio.

    Attributes:
        what: What was measured.
        took: How long it took, in seconds: the median of the rounds.
        against: What it was measured against.
        ratio: Its time divided by that of the other in the same round: the median of the rounds.
        quartiles: The first and the third quartile of that ratio.
        bar: What the ratio should not exceed.
        limit: How many seconds it should not exceed.
    """

    what: str
    took: float
    against: str
    ratio: float
    quartiles: tuple[float, float]
    bar: float | None = None
    limit: float | None = None

    @property
    def holds(self) -> bool:
        """Whether it is within its bar and its limit."""
        return not ((self.bar and self.ratio > self.bar) or (self.limit and self.took > self.limit))


def compare(
    what: str,
    took: Times,
    against: str,
    other: Times,
    bar: float | None = None,
    limit: float | None = None,
) -> Figure:
    """The figure of one contender against another that took turns with it."""
    low, ratio, high = np.quantile(took / other, [0.25, 0.5, 0.75]).tolist()
    return Figure(what, float(np.median(took)), against, ratio, (low, high), bar, limit)


def take_turns(contenders: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, Times]:
    """The times of each contender; in every round each has its turn."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            start = time.perf_counter()
            run()
            times[name].append(time.perf_counter() - start)
    return {name: np.array(taken) for name, taken in times.items()}


def build(name: str, directory: Path, *options: str) -> ctypes.CDLL:
    """Build a C or C++ file of this folder as a shared library."""
    target = directory / f"{'_'.join([name, *options])}.so"
    command = [*COMPILERS[Path(name).suffix], *options, "-Wall", "-Wextra", "-shared", "-fPIC"]
    subprocess.run([*command, "-o", target, HERE / name], check=True)
    return ctypes.CDLL(str(target))


def pointer(array: np.ndarray[Any, Any]) -> ctypes.c_void_p:
    """The address of an array's elements, for C."""
    return ctypes.c_void_p(array.ctypes.data)


def start_python(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
    """Run Python to its end."""
    command = [sys.executable, *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)


def first_time_figure(what: str, arguments: Sequence[str], limit: float) -> Figure:
    """Running Python for the first time, with an empty cache, against starting it."""

    def run() -> None:
        with tempfile.TemporaryDirectory() as empty:
            start_python(arguments, {**os.environ, "MAGICBB_CACHE_DIR": empty})

    times = take_turns({"first": run, "bare": partial(start_python, ("-c", ""))}, 3)
    return compare(what, times["first"], "starting Python", times["bare"], limit=limit)


def seconds(value: float) -> str:
    """A duration with three digits and a unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)):  # noqa: B007
        if value >= size:
            break
    digits = f"{value / size:.3g}" if value / size < 1000 else f"{value / size:.0f}"  # noqa: PLR2004
    return f"{digits} {unit}"


def ratio(value: float) -> str:
    """A ratio with two digits after the point; with two that count if it is below 0.1."""
    if value >= 10:  # noqa: PLR2004
        return f"{value:.0f}"
    return f"{value:.2f}" if value >= 0.1 else f"{value:#.2g}"  # noqa: PLR2004


def as_table(figures: Sequence[Figure]) -> str:
    """The figures as a Markdown table."""
    lines = ["| what | takes | against | ratio | quartiles |", "|---|---|---|---|---|"]
    for figure in figures:
        low, high = map(ratio, figure.quartiles)
        took, times = seconds(figure.took), f"{ratio(figure.ratio)} ×"
        lines.append(f"| {figure.what} | {took} | {figure.against} | {times} | {low} to {high} |")
    return "\n".join(lines)
