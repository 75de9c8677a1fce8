"""The C side of the benchmarks does what the compiled Python does."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.keys import all_keys
from magicbb.search.randomness import streams

if TYPE_CHECKING:
    import numpy.typing as npt

SOURCES = Path(__file__).parent.parent / "benchmarks"

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


def library(name: str, directory: Path) -> ctypes.CDLL:
    target = directory / f"{name}.so"
    options = ["-O2", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    source = SOURCES / f"{name}.c"
    subprocess.run(["gcc", *options, "-o", target, source], check=True)  # noqa: S603, S607
    return ctypes.CDLL(str(target))


def pointers(*arrays: npt.NDArray[Any]) -> list[ctypes.c_void_p]:
    return [ctypes.c_void_p(array.ctypes.data) for array in arrays]


@needs_gcc
def test_the_search_in_c_finds_the_same_magics(tmp_path: Path) -> None:
    masks = all_keys().masks
    bits = np.array([int(mask).bit_count() for mask in masks], np.uint64)
    states, factors = streams(5, range(128), bits.tolist(), 0), np.zeros(128, np.uint64)
    search = library("search", tmp_path)
    search.construct_all(*pointers(masks, bits, states, factors), ctypes.c_size_t(128))
    assert factors.tolist() == [magic.factor for magic in mb.find_all(seed=5)]


@needs_gcc
@pytest.mark.parametrize("slider", [mb.ROOK, mb.BISHOP, mb.QUEEN], ids=str)
def test_the_look_ups_in_c_give_the_same_attacks(slider: mb.Slider, tmp_path: Path) -> None:
    table, keys = mb.default_table(), all_keys()
    squares, answers = keys.rows & np.uint8(63), np.zeros(len(keys.rows), np.uint64)
    look_up = getattr(library("lookup", tmp_path), f"{slider}_u8")
    arrays = (table.parameters, table.slots, squares, keys.blockers, answers)
    look_up(*pointers(*arrays), ctypes.c_size_t(len(answers)))
    assert np.array_equal(answers, table.lookup(slider)(squares, keys.blockers))
