"""Fills see what walks along the rays see, compiled and as plain functions."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import numpy as np
import pytest

from magicbb.chess.generator.fills import (
    leaps,
    seen_along_diagonals,
    seen_along_lines,
    seen_by_pieces,
    shields,
)
from magicbb.chess.steps import step_attacks
from magicbb.compile import Word, entry
from magicbb.geometry.bitboards import squares_of
from magicbb.geometry.sliders import BISHOP, ROOK, Slider

if TYPE_CHECKING:
    from collections.abc import Iterator

    from magicbb.compile.entries import Entry

EVERYWHERE = 2**64 - 1
FILE, RANK, RISING, FALLING = (
    Slider("line", (way, (-way[0], -way[1]))) for way in ((0, 1), (1, 0), (1, 1), (-1, 1))
)


@entry
def along_lines(squares: Word, occupied: Word) -> Word:
    return seen_along_lines(squares, occupied)


@entry
def along_diagonals(squares: Word, occupied: Word) -> Word:
    return seen_along_diagonals(squares, occupied)


@entry
def jumps(squares: Word) -> Word:
    return leaps(squares)


@entry
def by_pieces(diagonal: Word, orthogonal: Word, knights: Word, occupied: Word) -> Word:
    return seen_by_pieces(diagonal, orthogonal, knights, occupied)


@entry
def shielding(squares: Word, diagonal: Word, orthogonal: Word, occupied: Word) -> Word:
    return shields(squares, diagonal, orthogonal, occupied)


def walk(slider: Slider, squares: int, occupied: int) -> int:
    return reduce(or_, (slider.attacks(square, occupied) for square in squares_of(squares)), 0)


def jump(squares: int) -> int:
    return reduce(or_, (step_attacks("N", square) for square in squares_of(squares)), 0)


def shield(squares: int, diagonal: int, orthogonal: int, occupied: int) -> int:
    pieces = {FILE: orthogonal, RANK: orthogonal, RISING: diagonal, FALLING: diagonal}
    return reduce(
        or_,
        (walk(line, squares, occupied) & walk(line, of, occupied) for line, of in pieces.items()),
    )


def answers(function: Entry, *words: int) -> set[int]:
    """What the entry returns compiled and as a plain function."""
    return {function(*words), int(function.function(*map(Word, words)))}


def sets(number: int) -> Iterator[tuple[int, ...]]:
    """Sets of squares: none, all, and random ones with about 32, 16, 8, 4 and 2 squares."""
    yield from ((0,) * number, (EVERYWHERE,) * number)
    drawn = np.random.default_rng(2026).integers(0, EVERYWHERE, (200, 5, number), np.uint64)
    for rows in np.bitwise_and.accumulate(drawn, axis=1):
        yield from (tuple(row) for row in rows.tolist())


@pytest.mark.parametrize(("function", "slider"), [(along_lines, ROOK), (along_diagonals, BISHOP)])
def test_along_lines_or_diagonals(function: Entry, slider: Slider) -> None:
    for square in range(64):
        assert answers(function, 1 << square, 0) == {slider.attacks(square)}
    for squares, occupied in sets(2):
        assert answers(function, squares, occupied) == {walk(slider, squares, occupied)}


def test_leaps() -> None:
    for squares in (*(1 << square for square in range(64)), *(each for (each,) in sets(1))):
        assert answers(jumps, squares) == {jump(squares)}


def test_what_sliders_and_knights_see() -> None:
    for diagonal, orthogonal, knights, occupied in sets(4):
        seen = walk(BISHOP, diagonal, occupied) | walk(ROOK, orthogonal, occupied) | jump(knights)
        assert answers(by_pieces, diagonal, orthogonal, knights, occupied) == {seen}


def test_shields() -> None:
    for words in sets(4):
        assert answers(shielding, *words) == {shield(*words)}
