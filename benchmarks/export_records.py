"""Exports with an array of structures against those with a structure of arrays, scheme by scheme.

    python benchmarks/export_records.py                            print what was measured
    python benchmarks/export_records.py --docs docs/exporting.md   and write it into that page

Both forms of a scheme are in one program and take turns on the same queries. A program is run many
times, each time with its memory elsewhere, and a run gives one ratio: soa / aos, the median of its
rounds. Of the runs the median is reported, and its interval of 95 % (bootstrap).

The schemes with the verdict "soa" are to be those of `exports.records.FASTER_BY_FIELD`; the exit
status is 1 if they are not. Needs gcc, g++ and rustc.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np
import numpy.typing as npt
from export_figures import COMPILERS, PROGRAMS, TITLES

import magicbb as mb
from magicbb.exports.options import parse_options
from magicbb.exports.records import FASTER_BY_FIELD, RECORDS, has_forms
from magicbb.files import sealed, write_whole
from magicbb.recipes.choice import parse_choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.tables.rival_table import RivalTable

LANGUAGES = ("c", "cpp", "rust")
STREAMS = ("throughput", "latency", "pressure")
"""The streams of `exports/records.c`, in its order."""

ALIGNED = {  # or a ratio is about where loops happen to start
    "c": ["-falign-functions=64", "-falign-loops=64"],
    "cpp": ["-falign-functions=64", "-falign-loops=64"],
    "rust": ["-C", "llvm-args=-align-loops=64"],
}
RUNS, DRAWS = 21, 2000
MARGIN = 0.01
"""What is faster by less is level: another release of a compiler changes as much."""

START, END = "<!-- records -->", "<!-- /records -->"


class Interval(NamedTuple):
    """A median, and the bounds between which it lies with 95 %."""

    low: float
    median: float
    high: float

    def __str__(self) -> str:
        """The median, in bold if all of the interval is on one side of 1."""
        return f"{self.median:.3f}" if self.low <= 1 <= self.high else f"**{self.median:.3f}**"


def interval_of(ratios: npt.NDArray[np.float64]) -> Interval:
    """The median of the runs' ratios, and where those of as many draws from them lie."""
    draws = np.random.default_rng(1).choice(ratios, (DRAWS, len(ratios)))
    low, high = np.quantile(np.median(draws, axis=1), [0.025, 0.975])
    return Interval(float(low), float(np.median(ratios)), float(high))


@dataclass(frozen=True)
class Measured:
    """One scheme.

    Attributes:
        scheme: Its name.
        logarithms: Of the ratios soa / aos, by run, language and stream.
    """

    scheme: str
    logarithms: npt.NDArray[np.float64]

    def mean(self, languages: Any = slice(None), streams: Any = slice(None)) -> Interval:
        """The geometric mean over some languages and streams."""
        chosen = self.logarithms[:, languages, streams].reshape(len(self.logarithms), -1)
        return interval_of(np.exp(chosen.mean(axis=1)))

    @property
    def parts(self) -> list[Interval]:
        """The mean of each language, and of each stream."""
        languages = [self.mean(languages=place) for place in range(len(LANGUAGES))]
        return [*languages, *(self.mean(streams=place) for place in range(len(STREAMS)))]

    @property
    def verdict(self) -> str:
        """The form that is faster altogether, and slower in no language and on no stream.

        Else they are level, or it is mixed: one is faster in one part, the other in another.
        """
        for form, sign in (("soa", 1), ("aos", -1)):
            signed = Measured(self.scheme, sign * self.logarithms)
            if signed.mean().high < 1 - MARGIN and all(part.low <= 1 for part in signed.parts):
                return form
        has_both = any(part.high < 1 - MARGIN for part in self.parts) and any(
            part.low > 1 + MARGIN for part in self.parts
        )
        return "mixed" if has_both else "level"


def schemes() -> list[str]:
    """The schemes of the catalogue that have both forms; of equal ones with other magics, one."""
    entries = {entry.scheme: entry.name for entry in reversed(mb.schemes())}
    return [name for recipe, name in reversed(entries.items()) if has_forms(recipe)]


def compiled(scheme: str, table: mb.Table | RivalTable, language: str, place: Path) -> Path:
    """The program that measures a scheme in a language, made in a directory."""
    tables = parse_options(language).tables_for(parse_choice(scheme))
    for form in RECORDS:
        source = mb.export(
            table,
            language,
            tables=tables,
            records=form,
            prefix=f"{form}_" if language == "c" else None,
            namespace=form if language == "cpp" else None,
        )
        if language != "rust":
            (place / f"{form}.h").write_text(source)
        else:
            init = "" if tables == "init" else "\npub fn init() {}\n"
            (place / f"{form}.rs").write_text(source + init)
    program = place / scheme
    if language == "rust":
        main = place / "records.rs"
        main.write_text((PROGRAMS / "records.rs").read_text())
        options = [str(main)]
    else:
        filled = ["-DFILLED"] if tables == "init" else []
        options = [f"-I{place}", *filled, str(PROGRAMS / "records.c")]
    command = [*COMPILERS[language], *ALIGNED[language], *options, "-o", str(program)]
    subprocess.run(command, check=True)
    return program


def run(program: Path) -> list[float]:
    """One run: for each stream the logarithm of soa / aos."""
    done = subprocess.run([str(program)], check=True, capture_output=True, text=True)
    rounds = np.array([line.split() for line in done.stdout.splitlines()], np.float64)
    return np.log(np.median(rounds[:, 1::2] / rounds[:, ::2], axis=0)).tolist()


def measure(directory: Path) -> list[Measured]:
    """All schemes."""
    programs = []
    for scheme in schemes():
        table = mb.build(scheme)
        for language in LANGUAGES:
            place = directory / f"{scheme}-{language}"
            place.mkdir()
            programs.append(compiled(scheme, table, language, place))
    sys.stderr.write("all is compiled; measuring\n")
    runs = np.array([[run(program) for program in programs] for _ in range(RUNS)])
    shape = (RUNS, len(schemes()), len(LANGUAGES), len(STREAMS))
    logarithms = runs.reshape(shape)
    return [Measured(scheme, logarithms[:, number]) for number, scheme in enumerate(schemes())]


def machine() -> str:
    """What this run was made on."""
    asked = (["gcc", "-dumpfullversion"], ["rustc", "--version"])
    gcc, rust = (
        subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
        for command in asked
    )
    cpu = llvm.get_host_cpu_name()
    return f"gcc {gcc} -O3 -march=native, {rust} likewise, {cpu}; {RUNS} runs of each program"


def as_table(measured: Sequence[Measured]) -> str:
    """What was measured, as a Markdown table."""
    heads = ["scheme", *(TITLES[each] for each in LANGUAGES), *STREAMS, "all", "faster"]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for each in measured:
        low, median, high = each.mean()
        cells = [each.scheme, *map(str, each.parts), f"{median:.3f} ({low:.3f} to {high:.3f})"]
        lines.append(f"| {' | '.join([*cells, each.verdict])} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, print, and perhaps write a page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--docs", type=Path, help="write the table into this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        measured = measure(Path(directory))
    table = as_table(measured)
    print(table)
    if options.docs is not None:
        table += f"\n\nMeasured by `benchmarks/export_records.py`: {machine()}."
        before, rest = options.docs.read_text().split(START)
        after = rest.split(END)[1]
        inside = sealed(f"\n{table}\n")
        write_whole(options.docs, f"{before}{START}{inside}{END}{after}".encode())
    faster = {each.scheme for each in measured if each.verdict == "soa"}
    if faster != {*FASTER_BY_FIELD}:
        sys.exit(f"not as in FASTER_BY_FIELD: {', '.join(sorted(faster ^ {*FASTER_BY_FIELD}))}")


if __name__ == "__main__":
    main()
