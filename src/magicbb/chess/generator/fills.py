"""The squares that several pieces see: Kogge-Stone fills for sliders, shifts for knights.

Where it does not matter which piece attacks a square, this replaces a loop of look-ups, whose end
would often be mispredicted. The four lines through each square share a vector register (file, rank,
rising and falling diagonal), and so do the four kinds of knight jumps. Perft takes 0.9 times as
long as with a look-up for each piece. See `magicbb.recipes.rivals.kogge_stone`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.chess.steps import step_attacks
from magicbb.compile import Word, vectorized
from magicbb.compile.vectors import constant_lanes, in_all_lanes, lanes, union_of_lanes
from magicbb.geometry.bitboards import squares_of
from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.recipes.rivals.kogge_stone import bishops_attacks, fill_lanes, rooks_attacks

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider


def _from_squares(builder: Any, squares: Any, occupied: Any) -> Any:
    steps = (8, 1, 9, 7)
    pieces = in_all_lanes(builder, squares, constant_lanes(steps))
    return fill_lanes(builder, pieces, occupied, *steps)


def _from_sliders(builder: Any, diagonal: Any, orthogonal: Any, occupied: Any) -> Any:
    pieces = lanes(builder, orthogonal, orthogonal, diagonal, diagonal)
    return fill_lanes(builder, pieces, occupied, 8, 1, 9, 7)


def _along_lines(builder: Any, squares: Any, occupied: Any) -> Any:
    return union_of_lanes(builder, _from_squares(builder, squares, occupied), 0, 2)


def _along_diagonals(builder: Any, squares: Any, occupied: Any) -> Any:
    return union_of_lanes(builder, _from_squares(builder, squares, occupied), 2, 4)


def _jumps(builder: Any, squares: Any) -> Any:
    not_a_or_ab = (0xFEFEFEFEFEFEFEFE, 0xFCFCFCFCFCFCFCFC)
    not_h_or_gh = (0x7F7F7F7F7F7F7F7F, 0x3F3F3F3F3F3F3F3F)
    up = constant_lanes(not_a_or_ab + not_h_or_gh)
    down = constant_lanes(not_h_or_gh + not_a_or_ab)
    steps = constant_lanes((17, 10, 15, 6))
    from_squares = in_all_lanes(builder, squares, steps)
    upwards = builder.and_(builder.shl(from_squares, steps), up)
    downwards = builder.and_(builder.lshr(from_squares, steps), down)
    return builder.or_(upwards, downwards)


def _leaps(builder: Any, squares: Any) -> Any:
    return union_of_lanes(builder, _jumps(builder, squares))


def _by_pieces(builder: Any, diagonal: Any, orthogonal: Any, knights: Any, occupied: Any) -> Any:
    from_sliders = _from_sliders(builder, diagonal, orthogonal, occupied)
    return union_of_lanes(builder, builder.or_(from_sliders, _jumps(builder, knights)))


def _shields(builder: Any, squares: Any, diagonal: Any, orthogonal: Any, occupied: Any) -> Any:
    from_squares = _from_squares(builder, squares, occupied)
    from_sliders = _from_sliders(builder, diagonal, orthogonal, occupied)
    return union_of_lanes(builder, builder.and_(from_squares, from_sliders))


@vectorized(_along_lines)
def seen_along_lines(squares: Word, occupied: Word) -> Word:
    """The squares that rooks on the given squares attack."""
    return rooks_attacks(squares, occupied)


@vectorized(_along_diagonals)
def seen_along_diagonals(squares: Word, occupied: Word) -> Word:
    """The squares that bishops on the given squares attack."""
    return bishops_attacks(squares, occupied)


@vectorized(_leaps)
def leaps(squares: Word) -> Word:
    """The squares that knights on the given squares attack."""
    seen = 0
    for square in squares_of(int(squares)):
        seen |= step_attacks("N", square)
    return Word(seen)


@vectorized(_by_pieces)
def seen_by_pieces(diagonal: Word, orthogonal: Word, knights: Word, occupied: Word) -> Word:
    """The squares that diagonal and orthogonal sliders and knights attack."""
    by_sliders = bishops_attacks(diagonal, occupied) | rooks_attacks(orthogonal, occupied)
    return by_sliders | leaps(knights)


@vectorized(_shields)
def shields(squares: Word, diagonal: Word, orthogonal: Word, occupied: Word) -> Word:
    """The squares visible both from the given ones and from sliders, along the same line.

    If a piece stands between a slider and one of the squares and nothing else does, the result
    contains its square.
    """
    seen = 0
    for slider, pieces in ((ROOK, orthogonal), (BISHOP, diagonal)):
        for way in slider.directions[::2]:
            from_squares = _seen_along(slider, way, int(squares), int(occupied))
            seen |= from_squares & _seen_along(slider, way, int(pieces), int(occupied))
    return Word(seen)


def _seen_along(slider: Slider, way: tuple[int, int], squares: int, occupied: int) -> int:
    """The squares that sliders on the given squares attack in a direction and its opposite."""
    files, ranks = way
    seen = 0
    for square in squares_of(squares):
        for ray in (slider.ray(square, way), slider.ray(square, (-files, -ranks))):
            for target in ray:
                seen |= 1 << target
                if occupied >> target & 1:
                    break
    return seen
