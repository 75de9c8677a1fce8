"""Exported look-ups against those that are written by hand, in C, C++ and Rust."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from measuring import Figure, compare

import magicbb as mb

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PROGRAMS = Path(__file__).with_name("exports")

BAR = 1.05
"""Times what is written by hand takes."""

COMPILERS = {
    "c": ["gcc", "-std=c11", "-O3", "-march=native", "-x", "c"],
    "cpp": ["g++", "-std=c++20", "-O3", "-march=native", "-x", "c++"],
    "rust": ["rustc", "--edition", "2021", "-C", "opt-level=3", "-C", "target-cpu=native"],
}
FIGURES: list[tuple[str, str, str, float | None]] = [
    *(("c", scheme, "init", BAR) for scheme in ("fancy", "plain", "pext")),
    *(("cpp", scheme, "init", BAR) for scheme in ("fancy", "plain", "pext")),
    *(("rust", scheme, "static", BAR) for scheme in ("fancy", "plain")),
    *(("rust", scheme, "init", None) for scheme in ("fancy", "plain")),
]
"""Language, scheme, tables and bar.

What is written by hand in Rust reads a constant array. A table that safe Rust fills at start-up
consists of atomic words, which cannot be operands of other instructions: it is shown, not held to.
"""

METHODS = """
#[derive(Clone, Copy)]
pub struct Sliders;

impl Sliders {
    pub fn rook_attacks(self, square: usize, occupied: u64) -> u64 {
        rook_attacks(square, occupied)
    }

    pub fn bishop_attacks(self, square: usize, occupied: u64) -> u64 {
        bishop_attacks(square, occupied)
    }
}

pub fn init() -> Sliders {
    Sliders
}
"""
"""What look-ups in Rust are called on, where there is nothing to fill."""

TITLES = {"c": "C", "cpp": "C++", "rust": "Rust"}
RUNS = 5


def export_figures() -> list[Figure]:
    """A look-up of a rook and of a bishop, for each language whose compiler is here."""
    return [
        _figure(language, scheme, tables, bar)
        for language, scheme, tables, bar in FIGURES
        if shutil.which(COMPILERS[language][0]) and (scheme != "pext" or _has_pext())
    ]


def _has_pext() -> bool:
    """Whether compilers use the instruction on this machine."""
    command = ["gcc", "-march=native", "-dM", "-E", "-x", "c", "/dev/null"]
    return "__BMI2__" in subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _figure(language: str, scheme: str, tables: str, bar: float | None) -> Figure:
    table = mb.build(scheme)
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        if language == "rust":
            text = mb.export(table, language, tables=tables)
            if tables != "init":
                text += METHODS
            (place / "exported.rs").write_text(text)
            (place / "hand.rs").write_text(
                (PROGRAMS / f"{scheme}.rs").read_text() + "".join(_numbers(table))
            )
            source = place / "lookups.rs"
            source.write_text((PROGRAMS / "lookups.rs").read_text())
            options = [str(source)]
        else:
            (place / "exported.h").write_text(mb.export(table, language, tables=tables))
            options = [f"-I{place}", f"-D{scheme.upper()}", str(PROGRAMS / "lookups.c")]
        program = place / "lookups"
        subprocess.run([*COMPILERS[language], *options, "-o", str(program)], check=True)
        rounds = [
            [float(time) for time in line.split()]
            for _ in range(RUNS)
            for line in subprocess.run(
                [str(program)], check=True, capture_output=True, text=True
            ).stdout.splitlines()
        ]
    what = f"{scheme}, rook and bishop, exported to {TITLES[language]}, {tables}"
    exported, by_hand = np.array(rounds).T / 1e9
    return compare(what, exported, "the same by hand", by_hand, bar)


def _numbers(table: mb.Table) -> Iterator[str]:
    """The arrays that the Rust by hand reads."""
    rook_slots, bishop_slots = 64 * 4096, 64 * 512
    scheme = table.scheme.layout.name
    for first, name in ((0, "ROOKS"), (64, "BISHOPS")):
        yield f"pub static {name}: [Magic; 64] = ["
        for row in range(first, first + 64):
            mask, factor, *more = table.parameters[row].tolist()
            rest = f", shift: {more[0]}, offset: {more[1]}" if more else ""
            yield f"Magic {{ mask: {mask:#x}, factor: {factor:#x}{rest} }},\n"
        yield "];\n"
    if scheme == "strided":
        yield _rows("ROOK_TABLE", table.slots[:rook_slots].reshape(64, 4096).tolist())
        yield _rows("BISHOP_TABLE", table.slots[-bishop_slots:].reshape(64, 512).tolist())
    else:
        entries = ",".join(map(str, table.slots.tolist()))
        yield f"static TABLE: [u64; {table.entries}] = [{entries}];\n"


def _rows(name: str, rows: Sequence[Sequence[int]]) -> str:
    texts = ",".join(f"[{','.join(map(str, row))}]" for row in rows)
    return f"static {name}: [[u64; {len(rows[0])}]; {len(rows)}] = [{texts}];\n"


if __name__ == "__main__":
    for figure in export_figures():
        sys.stdout.write(f"{figure.what}: {figure.took * 1e9:.2f} ns, {figure.ratio:.3f} x\n")
