"""The compiled loops: whatever the mode and the surroundings, the answers are the oracle's."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.benchmark.contenders import (
    KEPT,
    Contender,
    KeptRotated,
    boards_of,
    contender_named,
    default_schemes,
    kept_rotated,
    toggle_four,
    toggle_one,
)
from magicbb.benchmark.loops import LINES, MODES, Idle, Surroundings, loop_entry
from magicbb.benchmark.streams import Stream, shipped_positions, stream_of
from magicbb.benchmark.turns import sum_of_attacks
from magicbb.compile import Word
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, Slider
from magicbb.lookup.recipe import Arrays
from magicbb.recipes.rivals.turning import places

QUERIES = 301
BOARDS = shipped_positions()[:200]
named = functools.cache(contender_named)
EACH_MODE = pytest.mark.parametrize("mode", MODES)


def stream(name: str = "games", slider: Slider = ROOK) -> Stream:
    return stream_of(name, slider, BOARDS, QUERIES)


def oracle(asked: Stream) -> int:
    queries = zip(asked.squares.tolist(), asked.occupied.tolist(), strict=True)
    return sum(asked.slider.attacks(square, occupied) for square, occupied in queries) % 2**64


def ask(contender: Contender, asked: Stream, mode: str, passes: int = 1, **others: Any) -> int:
    table = Arrays.of(contender.recipe, *contender.arrays)
    state = Surroundings(1).state(replace(asked, **others), contender.queries(asked))
    return int(loop_entry(contender.recipe, asked.slider, mode)(table, state, passes, 0))


@pytest.mark.parametrize(
    ("scheme", "slider", "mode"),
    [
        pytest.param(
            scheme,
            slider,
            mode,
            marks=[]
            if (number + 3 * slider_number + mode_number) % 18 == 0
            else [pytest.mark.slow],
        )
        for number, scheme in enumerate(default_schemes())
        for slider_number, slider in enumerate((ROOK, BISHOP))
        for mode_number, mode in enumerate(MODES)
    ],
)
def test_every_scheme_is_asked_what_the_oracle_is(scheme: str, slider: Slider, mode: str) -> None:
    contender = named(scheme)
    for name in ("random", "games", "pressure"):
        asked = stream(name, slider)
        assert ask(contender, asked, mode) == oracle(asked)


@EACH_MODE
def test_a_queen_looks_up_both(mode: str) -> None:
    asked = stream(slider=QUEEN)
    assert ask(contender_named("fancy"), asked, mode) == oracle(asked)


@EACH_MODE
@pytest.mark.parametrize("slider", [ROOK, BISHOP])
def test_kept_boards_give_the_same(slider: Slider, mode: str) -> None:
    kept = kept_rotated(contender_named("rotated"), BOARDS)
    for name in ("games", "pressure"):
        asked = stream(name, slider)
        assert ask(kept, asked, mode) == oracle(asked)


def test_kept_boards_are_not_asked_about_what_is_no_position() -> None:
    kept = kept_rotated(contender_named("rotated"), BOARDS)
    assert not kept.answers(stream("random"))
    with pytest.raises(ValueError, match=f"{KEPT} needs positions"):
        kept.queries(stream("random"))


def test_only_rotated_boards_are_kept() -> None:
    with pytest.raises(TypeError, match="not hyperbola"):
        kept_rotated(contender_named("hyperbola"), BOARDS)


@EACH_MODE
def test_passes_add_up(mode: str) -> None:
    contender, asked = contender_named("fancy"), stream()
    assert ask(contender, asked, mode, passes=3) == 3 * oracle(asked) % 2**64


@EACH_MODE
def test_a_square_that_is_none_ends_the_loop(mode: str) -> None:
    contender, asked = contender_named("fancy"), stream()
    squares = asked.squares.copy()
    squares[5] = 64
    first = Stream("games", ROOK, asked.squares[:5], asked.occupied[:5])
    assert ask(contender, asked, mode, squares=squares) == oracle(first)


@EACH_MODE
def test_without_look_ups_the_queries_come_back(mode: str) -> None:
    asked = stream("pressure")
    nobody = Contender("nobody", Idle(), *(np.zeros(0, np.uint64),) * 3)
    assert ask(nobody, asked, mode) == int((asked.occupied ^ asked.squares).sum(dtype=np.uint64))


def test_the_ray_walk_that_all_are_checked_by_is_the_oracle() -> None:
    for name in ("random", "games"):
        assert sum_of_attacks(stream(name, BISHOP)) == oracle(stream(name, BISHOP))


def test_surroundings_are_as_large_as_asked_for_and_touched_under_pressure_alone() -> None:
    surroundings = Surroundings(2)
    assert surroundings.memory.nbytes == 2 << 20
    for name, lines in (("games", 0), ("pressure", LINES)):
        asked = stream(name)
        assert surroundings.state(asked, asked.occupied).lines == lines


def test_boards_are_those_of_each_position() -> None:
    boards = boards_of(BOARDS).reshape(-1, 4)
    for board, kept in zip(BOARDS, boards.tolist(), strict=True):
        for number in range(4):
            assert kept[number] == sum(1 << places(square)[number] for square in board.pieces)


def test_moves_toggle_their_squares_on_four_boards_or_on_one() -> None:
    bits = contender_named("rotated").attack_sets
    squares = np.array([3, 60, 17, 3], np.uint8)
    four, one = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    toggle_four(bits, four, squares, 2, 1)
    toggle_one(bits, one, squares, 2, 1)
    toggled = [places(square) for square in (60, 17)]
    assert four.tolist() == [sum(1 << each[number] for each in toggled) for number in range(4)]
    assert one.tolist() == [1 << 60 | 1 << 17, 0, 0, 0]


def test_kernels_run_uncompiled_too() -> None:
    kept = kept_rotated(contender_named("rotated"), BOARDS)
    assert isinstance(kept.recipe, KeptRotated)
    attacks: Any = kept.recipe.attacks_kernel(ROOK)
    arrays: Any = [array.reshape(-1) for array in kept.arrays]
    expected = mb.rook_attacks(27, BOARDS[3].occupied)
    assert int(attacks(*arrays, Word(27), Word(12))) == expected
