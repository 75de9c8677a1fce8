"""Each rival's arithmetic of one line, line by line against the oracle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.compile import Word
from magicbb.recipes.rivals import hyperbola, kindergarten, obstruction
from magicbb.recipes.rivals.lines import lines_of, rank_attacks

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.recipes.rivals.lines import Line

boards = st.integers(0, 2**64 - 1)
squares = st.integers(0, 63)


def by_difference(square: int, line: Line, occupied: int) -> int:
    swapped = Word(1 << (square ^ 56))
    return int(hyperbola.line_attacks(Word(line.mask), Word(1 << square), swapped, Word(occupied)))


def by_obstruction(square: int, line: Line, occupied: int) -> int:  # noqa: ARG001
    words = np.array([0, line.lower | 1, line.upper, line.mask], np.uint64)
    return int(obstruction.line_attacks(words, Word(1), Word(occupied | 1)))


def by_multiplication(square: int, line: Line, occupied: int) -> int:
    filled = Word(square % 8 * 64)
    sets = kindergarten.file_filled().ravel()
    return int(kindergarten.diagonal_attacks(sets, Word(line.mask), filled, Word(occupied)))


def by_file(square: int, line: Line, occupied: int) -> int:  # noqa: ARG001
    sets = np.concatenate([np.zeros(512, np.uint64), kindergarten.a_file_attacks().ravel()])
    return int(kindergarten.file_attacks(sets, Word(square), Word(occupied)))


LINES = {"file": (mb.ROOK, 0), "rank": (mb.ROOK, 1)}
LINES |= {"diagonal": (mb.BISHOP, 0), "anti-diagonal": (mb.BISHOP, 1)}


@pytest.mark.filterwarnings("ignore:overflow encountered")  # kernels' words wrap around
@pytest.mark.parametrize(
    ("one_line", "name"),
    [
        *((by_difference, name) for name in ("file", "diagonal", "anti-diagonal")),
        *((by_obstruction, name) for name in LINES),
        *((by_multiplication, name) for name in ("rank", "diagonal", "anti-diagonal")),
        (by_file, "file"),
    ],
)
@given(square=squares, occupied=boards)
def test_a_line(
    one_line: Callable[[int, Line, int], int], name: str, square: int, occupied: int
) -> None:
    slider, number = LINES[name]
    line = lines_of(slider, square)[number]
    assert one_line(square, line, occupied) == slider.attacks(square, occupied) & line.mask


def test_the_filled_table_has_the_first_rank_on_every_rank() -> None:
    table = kindergarten.file_filled()
    for file in range(8):
        for inner in range(64):
            copies = int(table[file, inner]).to_bytes(8, "little")
            assert {*copies} == {rank_attacks(file, inner)}


def test_the_a_file_table_holds_every_way_of_blocking_once() -> None:
    table = kindergarten.a_file_attacks()
    assert table.all()
    for rank in range(8):
        below, above = max(rank, 1), max(7 - rank, 1)
        assert len({*table[rank].tolist()}) == below * above


def test_hyperbolas_slots_are_the_first_rank() -> None:
    slots = hyperbola.Hyperbola().arrays().slots
    expected = [[rank_attacks(file, inner) for file in range(8)] for inner in range(64)]
    assert slots.reshape(64, 8).tolist() == expected
