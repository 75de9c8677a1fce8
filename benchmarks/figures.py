"""Measure what docs/speed.md and the README claim, every figure as a ratio within this run.

    python benchmarks/figures.py                          print the figures
    python benchmarks/figures.py --write docs/speed.md    write them into the page as well
    python benchmarks/figures.py --readme README.md       write the chosen few into the README
    python benchmarks/figures.py --json                   print them as JSON

Needs gcc, g++ and python-chess; without chessmg or rustc their figures are left out. The machines
that this runs on are shared and noisy: contenders take turns, and medians are compared.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import platform
import subprocess
import sys
import tempfile
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chess
import llvmlite.binding as llvm
import numpy as np
from export_figures import export_figures
from generator_figures import first_perft_figures, generator_figures, position_figures
from measuring import (
    Figure,
    as_table,
    build,
    compare,
    first_time_figure,
    pointer,
    start_python,
    take_turns,
)

import magicbb as mb
from magicbb.files import sealed, write_whole
from magicbb.lookup.compiled import many_entry
from magicbb.lookup.keys import all_keys
from magicbb.lookup.recipe import Arrays
from magicbb.magics.search import construct
from magicbb.magics.search.randomness import streams

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.table import LookupTable

QUERIES = 1_000_000
SLIDERS = (mb.ROOK, mb.BISHOP, mb.QUEEN)
SEEDS = 21
START, END = "<!-- figures -->", "<!-- /figures -->"

CHOSEN = (
    ("all 128 magics, compiled search", "the same search in C"),
    ("fancy, rook, compiled loop, a million queries", "the same loop in C"),
    ("fancy, rook and bishop, exported to C, init", "the same by hand"),
    ("`table.lookup(queen)`, one call", "python-chess' dictionaries"),
    ("perft, start position, depth 6, PEXT, one thread", "C++ that makes every move"),
    ("`legal_moves_array()`, Kiwipete, one call", "python-chess' list(legal_moves)"),
    (
        "`read_positions` and `attack_maps`, a million positions, one thread",
        "python-chess' Board(fen) alone",
    ),
    ("`import magicbb`", "starting Python"),
)
"""The rows of the README: what, and against what."""


def search_figures(library: ctypes.CDLL) -> list[Figure]:
    """Finding all 128 magics, for 21 seeds."""
    keys = all_keys()
    bits = np.array([int(mask).bit_count() for mask in keys.masks], np.uint64)
    ours, theirs = np.zeros(128, np.uint64), np.zeros(128, np.uint64)
    rows, count = list(range(128)), ctypes.c_size_t(128)
    states = streams(0, rows, bits.tolist(), 0)
    advanced = states.copy()
    work = construct.Construction(
        count=128,
        black=False,
        free=2**64 - 1,
        masks=keys.masks,
        bits=bits,
        tops=np.zeros(128, np.uint64),
        states=advanced,
        factors=ours,
        choices=construct.room_for_search(),
    )

    def compiled() -> None:
        advanced[:] = states
        # The compiled search without the objects around it.
        construct._construct(work, construct.DRAWS)  # noqa: SLF001

    def in_c() -> None:
        own = states.copy()
        arrays = (keys.masks, bits, own, theirs)
        library.construct_all(*map(pointer, arrays), count)

    def by_trial() -> None:
        own, found = states.copy(), np.zeros(128, np.uint64)
        library.try_all(
            *map(pointer, (keys.masks, keys.starts, keys.blockers, keys.attacks, own, found)), count
        )

    medians: dict[str, list[float]] = {}
    for seed in range(SEEDS):
        states = streams(seed, rows, bits.tolist(), 0)
        contenders: dict[str, Callable[[], object]] = {
            "compiled": compiled,
            "c": in_c,
            "trial": by_trial,
            "objects": partial(mb.find_all, seed=seed, threads=1),
        }
        for name, took in take_turns(contenders, 3).items():
            medians.setdefault(name, []).append(float(np.median(took)))
        if not np.array_equal(ours, theirs):
            raise AssertionError("the C search and the compiled one found different magics")
    times = {name: np.array(taken) for name, taken in medians.items()}
    what, other = "all 128 magics, compiled search", "the same search in C"
    objects, trial = "all 128 magics, `mb.find_all`", "trial and error in C"
    return [
        compare(what, times["compiled"], other, times["c"], 1.5),
        compare(objects, times["objects"], trial, times["trial"], limit=0.15),
    ]


def array_figures(library: ctypes.CDLL) -> list[Figure]:
    """Look-ups of a million random queries, on one thread, in every scheme of the catalogue."""
    random = np.random.default_rng(1)
    occupied = random.integers(0, 2**64 - 1, QUERIES, np.uint64, endpoint=True)
    squares = random.integers(0, 64, QUERIES)
    figures = []
    for entry in mb.schemes():
        table = mb.build(entry.name)
        name = entry.name.replace("-", "_")
        for slider in SLIDERS:
            loop = getattr(library, f"{slider}_{name}", None)
            if loop is not None:  # few in C are for queens, and gcc knows only what the CPU has
                narrow = squares.astype(np.uint8)
                what = f"{entry.name}, {slider}, compiled loop, a million queries"
                ours = compiled_loop(table, slider)
                figures.append(against_c(what, table, ours, loop, narrow, occupied))
    fancy = mb.tables.default_table()
    for dtype, suffix in ((np.uint8, ""), (np.int64, "_i64")):
        for slider in SLIDERS:
            loop = getattr(library, f"{slider}_fancy{suffix}")
            what = f"{slider}, a million queries, {np.dtype(dtype)} squares"
            ours = partial(fancy.lookup(slider), threads=1)
            figures.append(against_c(what, fancy, ours, loop, squares.astype(dtype), occupied))
    return figures


def compiled_loop(table: LookupTable, slider: Slider) -> Callable[..., object]:
    """The loop that array look-ups run, without the Python around it, which takes some 0.05 ms."""
    entry = many_entry(table.recipe, slider, "Bytes")
    arrays = Arrays.of(table.recipe, table.parameters, table.slots, table.attack_sets)

    def run(squares: Any, occupied: Any, *, out: Any) -> object:
        return entry(arrays, squares, 1, occupied, 1, out, 1, len(out))

    return run


def against_c(
    what: str,
    table: LookupTable,
    look_up: Callable[..., object],
    loop: Callable[..., object],
    squares: np.ndarray[Any, Any],
    occupied: np.ndarray[Any, Any],
) -> Figure:
    """A way to look up against the same loop in C, on the same arrays."""
    ours, theirs = np.empty(QUERIES, np.uint64), np.empty(QUERIES, np.uint64)
    arrays = (table.parameters, table.slots, table.attack_sets, squares, occupied, theirs)
    arguments = (*map(pointer, arrays), ctypes.c_size_t(QUERIES))
    times = take_turns(
        {
            "ours": partial(look_up, squares, occupied, out=ours),
            "c": partial(loop, *arguments),
        },
        SEEDS,
    )
    if not np.array_equal(ours, theirs):
        raise AssertionError(f"{what}: the C loop and the table disagree")
    return compare(what, times["ours"], "the same loop in C", times["c"], 1.15)


def core_figures() -> list[Figure]:
    """Look-ups of eight million queries on all cores."""
    random = np.random.default_rng(1)
    squares = random.integers(0, 64, 8 * QUERIES, np.uint8)
    occupied = random.integers(0, 2**64 - 1, 8 * QUERIES, np.uint64, endpoint=True)
    out = np.empty(8 * QUERIES, np.uint64)
    times = take_turns(
        {
            "all": partial(mb.queen_attacks, squares, occupied, out=out),
            "one": partial(mb.queen_attacks, squares, occupied, out=out, threads=1),
        },
        SEEDS,
    )
    what = f"queen, eight million queries, {os.cpu_count()} cores"
    return [compare(what, times["all"], "one thread", times["one"])]


CHESS_ROOK = (
    "BB_RANK_ATTACKS[square][BB_RANK_MASKS[square] & occupied]"
    " | BB_FILE_ATTACKS[square][BB_FILE_MASKS[square] & occupied]"
)
CHESS_BISHOP = "BB_DIAG_ATTACKS[square][BB_DIAG_MASKS[square] & occupied]"


def call_figures() -> list[Figure]:
    """One look-up at a time, in a Python loop, against the dictionaries of python-chess."""
    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    expressions = {
        mb.ROOK: (CHESS_ROOK, 0.5, 1.0),
        mb.BISHOP: (CHESS_BISHOP, 1.1, None),
        mb.QUEEN: (f"{CHESS_ROOK} | {CHESS_BISHOP}", 0.35, 1.0),
    }
    figures = []
    for slider, (expression, lookup_bar, function_bar) in expressions.items():
        values = {**vars(chess), "occupied": board.occupied, "mb": mb}
        values["look_up"] = mb.tables.default_table().lookup(slider)
        calls = 100_000
        statements = {
            "chess": expression,
            "lookup": "look_up(square, occupied)",
            "function": f"mb.{slider}_attacks(square, occupied)",
        }
        loops = {
            name: compile(f"for square in squares: {statement}", name, "exec")
            for name, statement in statements.items()
        }
        values["squares"] = [number % 64 for number in range(calls)]
        times = take_turns(
            {name: partial(exec, code, values) for name, code in loops.items()},
            SEEDS,
        )
        for name, what, bar in (
            ("lookup", f"`table.lookup({slider})`, one call", lookup_bar),
            ("function", f"`mb.{slider}_attacks`, one call", function_bar),
        ):
            took, other = times[name] / calls, times["chess"] / calls
            figures.append(compare(what, took, "python-chess' dictionaries", other, bar))
    return figures


def start_figures() -> list[Figure]:
    """Starting Python with magicbb, against starting Python."""
    array_lookup = "import magicbb, numpy; magicbb.queen_attacks(numpy.arange(64), 0)"
    programs: dict[str, tuple[Sequence[str], float | None, float | None]] = {
        "`import magicbb`": (("-c", "import magicbb"), 2.0, None),
        "`magicbb --help`": (("-m", "magicbb", "--help"), None, None),
        "`magicbb attacks d4`": (("-m", "magicbb", "attacks", "d4"), None, 0.3),
        "import to first array look-up, compiled before": (("-c", array_lookup), None, 0.6),
    }
    subprocess.run([sys.executable, "-c", array_lookup], check=True)
    contenders = {
        name: partial(start_python, arguments) for name, (arguments, *_) in programs.items()
    }
    times = take_turns({"bare": partial(start_python, ("-c", "")), **contenders}, SEEDS)
    ever = "import to first array look-up, ever"
    return [
        *(
            compare(name, times[name], "starting Python", times["bare"], bar, limit)
            for name, (_, bar, limit) in programs.items()
        ),
        first_time_figure(ever, ("-c", array_lookup), limit=6),
    ]


def machine() -> str:
    """What this run was made on."""
    version = ["gcc", "-dumpfullversion"]
    gcc = subprocess.run(version, check=True, capture_output=True, text=True).stdout.strip()
    return (
        f"CPython {platform.python_version()}, NumPy {np.__version__}, "
        f"gcc {gcc} -O3 -march=native, {llvm.get_host_cpu_name()}; one thread, medians"
    )


def write(path: Path, figures: Sequence[Figure]) -> None:
    """Write a table of the figures between the marks in a document."""
    text = path.read_text("utf-8")
    before, rest = text.split(START)
    after = rest.split(END)[1]
    table = f"\n{as_table(figures)}\n\nMeasured by `make bench`: {machine()}.\n"
    write_whole(path, f"{before}{START}{sealed(table)}{END}{after}".encode())


def main() -> None:
    """Measure, print, and perhaps write the page and the README."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, help="write all figures into this file")
    parser.add_argument("--readme", type=Path, help="write the chosen figures into this file")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        figures = [
            *search_figures(build("search.c", Path(directory))),
            *array_figures(build("lookup.c", Path(directory))),
            *export_figures(),
            *core_figures(),
            *call_figures(),
            *generator_figures(Path(directory)),
            *position_figures(Path(directory)),
            *start_figures(),
            *first_perft_figures(),
        ]
    if options.json:
        print(json.dumps([asdict(figure) for figure in figures], indent=2))
    else:
        print(as_table(figures))
    if options.write is not None:
        write(options.write, figures)
    if options.readme is not None:
        chosen = [figure for figure in figures if (figure.what, figure.against) in CHOSEN]
        write(options.readme, chosen)
    missed = [figure.what for figure in figures if not figure.holds]
    if missed:
        sys.exit(f"above its bar: {', '.join(missed)}")


if __name__ == "__main__":
    main()
