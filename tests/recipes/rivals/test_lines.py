"""The two lines of a square."""

from __future__ import annotations

import pytest

import magicbb as mb
from magicbb.geometry.sliders import SLIDERS
from magicbb.recipes.rivals.lines import lines_of, rank_attacks

EACH_SQUARE = pytest.mark.parametrize("square", range(64))
EACH_SLIDER = pytest.mark.parametrize("slider", SLIDERS, ids=str)


@EACH_SLIDER
@EACH_SQUARE
def test_the_lines_are_the_empty_boards_attacks_once(
    slider: mb.geometry.Slider, square: int
) -> None:
    first, second = lines_of(slider, square)
    assert first.mask ^ second.mask == slider.attacks(square)


@EACH_SLIDER
@EACH_SQUARE
def test_the_sides_lie_below_and_above_the_square(slider: mb.geometry.Slider, square: int) -> None:
    for line in lines_of(slider, square):
        assert line.lower < 1 << square
        assert line.upper % (2 << square) == 0


@EACH_SQUARE
def test_file_comes_before_rank_and_diagonal_before_anti_diagonal(square: int) -> None:
    file, rank = lines_of(mb.ROOK, square)
    assert file.mask | 1 << square == 0x0101_0101_0101_0101 << square % 8
    assert rank.mask | 1 << square == 0xFF << square // 8 * 8
    diagonal, anti_diagonal = lines_of(mb.BISHOP, square)
    assert diagonal.mask & ~0x8040_2010_0804_0201 == 0 or square % 9
    assert anti_diagonal.mask & ~0x0102_0408_1020_4080 == 0 or square % 7 or square in {0, 63}


@pytest.mark.parametrize("file", range(8))
def test_what_is_seen_along_the_first_rank(file: int) -> None:
    for inner in range(64):
        for outer in (0, 0x01, 0x80, 0x81):
            seen = mb.ROOK.attacks(file, inner << 1 | outer) & 0xFF
            assert rank_attacks(file, inner) == seen
