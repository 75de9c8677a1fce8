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
from magicbb.axes import Scheme
from magicbb.catalogue import CATALOGUE, parse_scheme
from magicbb.compile.bit_fields import has_instructions
from magicbb.keys import all_keys
from magicbb.search.randomness import streams
from magicbb.sliders import SLIDERS

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.lookup_table import LookupTable

SOURCES = Path(__file__).parent.parent / "benchmarks"

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


def library(name: str, directory: Path) -> ctypes.CDLL:
    target = directory / f"{name}.so"
    options = ["-O2", "-march=native", "-std=gnu11", "-shared", "-fPIC"]
    options += ["-Wall", "-Wextra", "-Werror"]
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


@pytest.fixture(scope="module")
def loops(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The look-ups in C, with PEXT where the CPU has it."""
    return library("lookup", tmp_path_factory.mktemp("loops"))


def table_of(name: str) -> LookupTable:
    scheme = parse_scheme(name)
    if isinstance(scheme, Scheme) and scheme.layout.packs:
        return mb.Table(scheme, scheme.hash.find(1))  # magics that were not annealed do as well
    return mb.build(name)


@needs_gcc
@pytest.mark.parametrize("slider", SLIDERS, ids=str)
@pytest.mark.parametrize("name", CATALOGUE)
def test_every_scheme_in_c_gives_the_same_attacks(
    name: str, slider: mb.Slider, loops: ctypes.CDLL
) -> None:
    look_up = getattr(loops, f"{slider}_{name.replace('-', '_')}", None)
    if look_up is None:
        assert name.startswith("pext")
        assert not has_instructions()
        return
    check(look_up, table_of(name), slider, np.uint8)


@needs_gcc
@pytest.mark.parametrize("slider", [mb.ROOK, mb.BISHOP, mb.QUEEN], ids=str)
@pytest.mark.parametrize(("dtype", "suffix"), [(np.uint8, ""), (np.int64, "_i64")])
def test_fancy_look_ups_in_c_give_the_same_attacks(
    slider: mb.Slider, dtype: type, suffix: str, loops: ctypes.CDLL
) -> None:
    look_up = getattr(loops, f"{slider}_fancy{suffix}")
    check(look_up, mb.default_table(), slider, dtype)


def check(look_up: Any, table: LookupTable, slider: mb.Slider, dtype: type) -> None:
    keys = all_keys()
    squares: npt.NDArray[Any] = (keys.rows & 63).astype(dtype)
    answers = np.zeros(len(keys.rows), np.uint64)
    arrays = (table.parameters, table.slots, table.attack_sets, squares, keys.blockers, answers)
    look_up(*pointers(*arrays), ctypes.c_size_t(len(answers)))
    assert np.array_equal(answers, mb.default_table().lookup(slider)(squares, keys.blockers))
