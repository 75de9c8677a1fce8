"""The C side of the benchmarks does what the compiled Python does."""

from __future__ import annotations

import ctypes
import gzip
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.chess.board_state import state_of
from magicbb.chess.notation.fen import parse_fen
from magicbb.compile.intrinsics import has_bmi2
from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import all_keys
from magicbb.magics.search.randomness import streams
from magicbb.recipes.catalogue import CATALOGUE

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from magicbb.lookup.table import LookupTable

SOURCES = Path(__file__).parent.parent / "benchmarks"

pytestmark = pytest.mark.slow  # no part of the package; compilers take half a minute

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


needs_gpp = pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
COMPILERS = {".c": ("gcc", "-std=gnu11"), ".cpp": ("g++", "-std=c++17")}


def library(name: str, directory: Path, *options: str) -> ctypes.CDLL:
    target = directory / f"{name}.so"
    options += ("-O2", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror")
    command = [*COMPILERS[Path(name).suffix], *options, "-o", str(target), str(SOURCES / name)]
    subprocess.run(command, check=True)  # noqa: S603
    return ctypes.CDLL(str(target))


def pointers(*arrays: npt.NDArray[Any]) -> list[ctypes.c_void_p]:
    return [ctypes.c_void_p(array.ctypes.data) for array in arrays]


@needs_gcc
def test_the_search_in_c_finds_the_same_magics(tmp_path: Path) -> None:
    masks = all_keys().masks
    bits = np.array([int(mask).bit_count() for mask in masks], np.uint64)
    states, factors = streams(5, range(128), bits.tolist(), 0), np.zeros(128, np.uint64)
    search = library("search.c", tmp_path, "-march=native")
    search.construct_all(*pointers(masks, bits, states, factors), ctypes.c_size_t(128))
    assert factors.tolist() == [magic.magic for magic in mb.find_all(seed=5)]


@pytest.fixture(scope="module")
def loops(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The look-ups in C, with PEXT where the CPU has it."""
    return library("lookup.c", tmp_path_factory.mktemp("loops"), "-march=native")


def table_of(name: str) -> LookupTable:
    # Magics that were not annealed do as well.
    return mb.build(name, source="constructed" if CATALOGUE[name].slow else None)


@needs_gcc
@pytest.mark.parametrize("slider", SLIDERS, ids=str)
@pytest.mark.parametrize("name", CATALOGUE)
def test_every_scheme_in_c_gives_the_same_attacks(
    name: str, slider: mb.geometry.Slider, loops: ctypes.CDLL
) -> None:
    look_up = getattr(loops, f"{slider}_{name.replace('-', '_')}", None)
    if look_up is None:
        assert name.startswith("pext")
        assert not has_bmi2()
        return
    check(look_up, table_of(name), slider, np.uint8)


@needs_gcc
@pytest.mark.parametrize("slider", [mb.ROOK, mb.BISHOP, mb.QUEEN], ids=str)
@pytest.mark.parametrize(("dtype", "suffix"), [(np.uint8, ""), (np.int64, "_i64")])
def test_fancy_look_ups_in_c_give_the_same_attacks(
    slider: mb.geometry.Slider, dtype: type, suffix: str, loops: ctypes.CDLL
) -> None:
    look_up = getattr(loops, f"{slider}_fancy{suffix}")
    check(look_up, mb.tables.default_table(), slider, dtype)


def check(look_up: Any, table: LookupTable, slider: mb.geometry.Slider, dtype: type) -> None:
    keys = all_keys()
    squares: npt.NDArray[Any] = (keys.rows & 63).astype(dtype)
    answers = np.zeros(len(keys.rows), np.uint64)
    arrays = (table.parameters, table.slots, table.attack_sets, squares, keys.blockers, answers)
    look_up(*pointers(*arrays), ctypes.c_size_t(len(answers)))
    assert np.array_equal(answers, mb.tables.default_table().lookup(slider)(squares, keys.blockers))


COUNTS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": (20, 400, 8902, 197281),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (48, 2039, 97862),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2812, 43238, 674624),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264, 9467, 422333),
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1": (6, 264, 9467, 422333),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1486, 62379),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (46, 2079, 89890),
}
"""From https://www.chessprogramming.org/Perft_Results."""

SHIPPED = gzip.decompress(
    files("magicbb").joinpath("data").joinpath("positions.epd.gz").read_bytes()
)


@pytest.fixture(scope="module", params=[("-march=native",), ()], ids=["native", "any CPU"])
def perft_in_cpp(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, int], int]:
    """Perft in C++, with PEXT where the CPU has it, and without."""
    function = library("perft.cpp", tmp_path_factory.mktemp("perft"), *request.param).perft
    function.restype = ctypes.c_uint64

    def perft(fen: str, depth: int) -> int:
        words = np.frombuffer(state_of(parse_fen(fen)), np.uint64)
        return int(function(*pointers(words), depth))

    return perft


@needs_gpp
@pytest.mark.parametrize("fen", COUNTS)
def test_perft_in_cpp_gives_the_known_counts(
    fen: str, perft_in_cpp: Callable[[str, int], int]
) -> None:
    counts = tuple(perft_in_cpp(fen, depth) for depth in range(1, len(COUNTS[fen]) + 1))
    assert counts == COUNTS[fen]


@needs_gpp
@pytest.mark.parametrize("fen", SHIPPED.decode().splitlines()[::199])
def test_perft_in_cpp_counts_as_the_compiled_one_does(
    fen: str, perft_in_cpp: Callable[[str, int], int]
) -> None:
    assert perft_in_cpp(fen, 3) == mb.Position(fen).perft(3, threads=1)


ONCE = """
import tempfile, pathlib, figures, generator_figures
figures.SEEDS = generator_figures.ROUNDS = 1
figures.QUERIES = 1000
with tempfile.TemporaryDirectory() as directory:
    library = figures.build("search.c", pathlib.Path(directory))
    found = figures.search_figures(library) + figures.core_figures() + figures.call_figures()
for figure in found + generator_figures.move_figures():
    print(f"| {figure.what} |", f"| {figure.against} |", sep="@")
"""


@needs_gcc
def test_what_is_measured_is_on_the_page() -> None:
    command = [sys.executable, "-c", ONCE]
    run = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True, check=True)  # noqa: S603
    shown = (SOURCES.parent / "docs" / "speed.md").read_text("utf-8").splitlines()
    measured = [line.split("@") for line in run.stdout.splitlines()]
    assert len(measured) == 2 + 1 + 6 + 3
    for what, against in measured:
        assert [line for line in shown if line.startswith(what) and against in line], what
