"""Figures about generating moves and about many positions; a part of `figures.py`."""

from __future__ import annotations

import ctypes
import gzip
import itertools
import os
import sys
from functools import partial
from importlib.resources import files
from threading import Thread
from typing import TYPE_CHECKING

import chess
import numpy as np
from measuring import Figure, build, compare, first_time_figure, pointer, start_python, take_turns

import magicbb as mb
from magicbb.chess.board_state import state_of
from magicbb.chess.default import default_slider_table
from magicbb.chess.notation.fen import parse_fen
from magicbb.compile.intrinsics import has_bmi2

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
TREES = {
    "start position, depth 6": (START, 6, 119_060_324),
    "Kiwipete, depth 5": (KIWIPETE, 5, 193_690_690),
    "rook endgame, depth 6": (ENDGAME, 6, 11_030_083),
}
CPP_BARS = {
    "start position, depth 6": 0.6,
    "Kiwipete, depth 5": 0.6,
    "rook endgame, depth 6": 0.9,
}
"""How long perft may take, as a ratio of the C++ version."""
FAST_BARS = {"start position, depth 6": 1 / 2.0, "Kiwipete, depth 5": 1 / 1.5}
"""How long `perft --fast` may take, as a ratio of the plain count."""

POSITIONS = {"start position": START, "Kiwipete": KIWIPETE, "rook endgame": ENDGAME}

ROUNDS = 11
LINES = 1_000_000
RENAMING = "-frename-registers"
"""Of all options that were tried the one that made the C++ version faster, by a tenth."""


def generator_figures(directory: Path) -> list[Figure]:
    """Counting leaves, and listing the moves of a position."""
    figures = []
    for name, (fen, depth, leaves) in TREES.items():
        figures += perft_figures(name, fen, depth, leaves, directory)
    return [*figures, *thread_figures(directory), *move_figures()]


def perft_figures(name: str, fen: str, depth: int, leaves: int, directory: Path) -> list[Figure]:
    """Perft with PEXT and with magics, against C++ versions; all on one thread."""
    position, own = mb.Position(fen), default_slider_table()
    contenders: dict[str, Callable[[], int]] = {
        "ours": partial(position.perft, depth, threads=1, table=own),
        "fancy": partial(position.perft, depth, threads=1, table=mb.tables.default_table()),
        "fast": partial(position.perft, depth, threads=1, table=own, fast=True),
        "null moves": partial(position.perft, depth, threads=1, table=own, fast=True, hash=0),
    }
    if has_bmi2():
        contenders["c++"] = perft_in_cpp(directory, fen, depth)
        contenders["renaming"] = perft_in_cpp(directory, fen, depth, RENAMING)
    else:
        print("This CPU has no PEXT: no figures against C++.", file=sys.stderr)
    if (chessmg := perft_of_chessmg(fen, depth)) is not None:
        contenders["chessmg"] = chessmg
    for who, count in contenders.items():
        if (found := count()) != leaves:
            raise AssertionError(f"{who} counts {found:,} leaves of {name}, not {leaves:,}")
    times = take_turns(contenders, ROUNDS)
    table_name = "PEXT" if has_bmi2() else "fancy magics"
    what, took = f"perft, {name}, {table_name}, one thread", times["ours"]
    against = {
        "c++": ("C++ that makes every move", CPP_BARS[name]),
        "renaming": (f"C++ that makes every move with {RENAMING}", None),
        "chessmg": ("chessmg (C++)", 0.25),
    }
    figures = [
        compare(what, took, other, times[who], bar)
        for who, (other, bar) in against.items()
        if who in times
    ]
    if has_bmi2():
        what, other = f"perft, {name}, fancy magics, one thread", "PEXT"
        figures.append(compare(what, times["fancy"], other, took, 1 / 0.85))
    for who, how in (("fast", "--fast"), ("null moves", "--fast --hash 0")):
        what = f"perft {how}, {name}, one thread"
        bar = FAST_BARS.get(name) if who == "fast" else None
        figures.append(compare(what, times[who], "perft", took, bar))
    return figures


def perft_in_cpp(directory: Path, fen: str, depth: int, *options: str) -> Callable[[], int]:
    """The count of `perft.cpp`."""
    function = build("perft.cpp", directory, *options).perft
    function.restype = ctypes.c_uint64
    words = np.frombuffer(state_of(parse_fen(fen)), np.uint64)
    return lambda: int(function(pointer(words), depth))


def perft_of_chessmg(fen: str, depth: int) -> Callable[[], int] | None:
    """The count of chessmg, if it is installed."""
    try:
        from chessmg import ChessPosition
    except ModuleNotFoundError:
        print("chessmg is not installed: its figures are left out.", file=sys.stderr)
        return None
    return partial(ChessPosition(fen).perft, depth)


def thread_figures(directory: Path) -> list[Figure]:
    """Two threads against one, on the trees of both positions.

    Two cores of a shared machine may have less than two cores' work in them. How much they have,
    two C++ counts say that know nothing of each other.
    """

    def count(threads: int) -> None:
        for fen, depth, _ in TREES.values():
            mb.Position(fen).perft(depth, threads=threads)

    counts = [perft_in_cpp(directory, fen, depth) for fen, depth, _ in TREES.values()]

    def independent(workers: int) -> None:
        threads = [Thread(target=lambda: [each() for each in counts]) for _ in range(workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    contenders = {"two": partial(count, 2), "one": partial(count, 1)}
    contenders |= {"two in C++": partial(independent, 2), "one in C++": partial(independent, 1)}
    times = take_turns(contenders, ROUNDS)
    what, one, two = "perft of all positions, two threads", times["one"], times["two"]
    possible = one * times["two in C++"] / (2 * times["one in C++"])
    other, two_cores = "perfect scaling", (os.cpu_count() or 1) > 1
    return [
        compare(what, two, "one thread", one),
        # 1.8 times one thread, where two cores are two.
        compare(what, two, other, possible, 1 / 0.9 if two_cores else None),
    ]


def move_figures() -> list[Figure]:
    """All legal moves of a position, one call."""
    figures, calls = [], 200
    for name, fen in POSITIONS.items():
        position, board = mb.Position(fen), chess.Board(fen)

        def ours(position: mb.Position = position) -> None:
            for _ in range(calls):
                position.legal_moves_array()

        def theirs(board: chess.Board = board) -> None:
            for _ in range(calls):
                list(board.legal_moves)

        if len(position.legal_moves_array()) != board.legal_moves.count():
            raise AssertionError(f"{name}: the numbers of legal moves differ")
        times = take_turns({"ours": ours, "theirs": theirs}, ROUNDS)
        took, other = times["ours"] / calls, times["theirs"] / calls
        what = f"`legal_moves_array()`, {name}, one call"
        figures.append(compare(what, took, "python-chess' list(legal_moves)", other, 0.1))
    return figures


def position_figures(directory: Path) -> list[Figure]:
    """Reading a file of a million positions, and what is attacked and legal in each."""
    path = directory / "positions.epd"
    content = files("magicbb").joinpath("data").joinpath("positions.epd.gz").read_bytes()
    lines = gzip.decompress(content).splitlines(keepends=True)
    path.write_bytes(b"".join(itertools.islice(itertools.cycle(lines), LINES)))
    some = [f"{line.decode().strip()} 0 1" for line in lines]

    def ours() -> None:
        maps = mb.attack_maps(mb.read_positions(path), threads=1)
        if len(maps) != LINES:
            raise AssertionError(f"{len(maps):,} positions were read, not {LINES:,}")

    def theirs() -> None:
        for fen in some:
            chess.Board(fen)

    ours()
    times = take_turns({"ours": ours, "theirs": theirs}, 5)
    what = "`read_positions` and `attack_maps`, a million positions, one thread"
    other, took = "python-chess' Board(fen) alone", times["theirs"] * LINES / len(some)
    figure = compare(what, times["ours"], other, took, limit=1.0)
    return [figure, *_legal_move_figures(mb.read_positions(path))]


def _legal_move_figures(positions: mb.chess.Positions) -> list[Figure]:
    """All legal moves of all positions, against calls for one position each."""
    some = [*positions[:1000]]
    boards = [position.to_board() for position in some]
    contenders = {
        "together": lambda: positions.legal_moves(threads=1),
        "one by one": lambda: [position.legal_moves_array() for position in some],
        "theirs": lambda: [[*board.legal_moves] for board in boards],
    }
    positions.legal_moves()
    times = take_turns(contenders, 5)
    took, scale = times["together"], len(positions) / len(some)
    what = "`Positions.legal_moves`, a million positions, one thread"
    single, theirs = times["one by one"] * scale, times["theirs"] * scale
    return [
        compare(what, took, "`legal_moves_array()` of each", single, limit=0.35),
        compare(what, took, "python-chess' list(legal_moves)", theirs, limit=0.35),
    ]


def first_perft_figures() -> list[Figure]:
    """Starting Python and counting leaves: compiled before, and for the first time ever."""
    program = ("-c", "import magicbb; magicbb.Position().perft(3)")
    start_python(program)
    contenders = {"bare": partial(start_python, ("-c", "")), "ours": partial(start_python, program)}
    times = take_turns(contenders, ROUNDS)
    before, ever = "import to first perft, compiled before", "import to first perft, ever"
    return [
        compare(before, times["ours"], "starting Python", times["bare"], limit=0.7),
        first_time_figure(ever, program, limit=4),
    ]
