"""The squares that matter to the other side's king: moves from or to them may need a full count.

A square is *sensitive* for a piece if a move of the piece from or to it may give check, may pin or
unpin a piece, or may change the squares that the other side's king can move to or castle across.
After all other moves, `replies` updates the number of replies instead of counting them all. For
pawns, the squares from which they attack only squares next to the king are kept apart: steps from
or to these are not sensitive, but captures are treated as if they were.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.move_tables import (
    diagonals,
    king_attacks,
    knight_attacks,
    lines,
    rank,
    rising,
)
from magicbb.chess.generator.restraints import aligned
from magicbb.chess.generator.squares import RANK_1, around, to_the_left, to_the_right
from magicbb.chess.generator.state import without_lowest
from magicbb.compile import Word, Words, count_zeros, kernel, swap_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders

_ZERO = Word(0)


@functools.cache
def sensitive_kernel(sliders: Sliders) -> Callable[..., Any]:
    """The kernel (tables, board, enemies) -> sensitive squares, pin lines, squares sliders see.

    The sensitive squares are those for all pieces, and those for pawns, knights, the king, diagonal
    and orthogonal sliders. For pawns, they are in two parts: those from which a pawn would attack
    the king or its way to castle, and those from which it would attack another of its steps. Both
    sets of pin lines are as in `restraints`.

    `board` is the replying side's, and `enemies` are the pieces of the side to move. The sensitive
    squares are seen from the side to move; the pin lines, and the squares that the sliders of the
    side to move attack, are seen from the replying side.
    """
    castling = sliders.castling
    paths, free_to_castle, way_to_castle = castling.paths, castling.free, castling.way
    diagonally, along_lines = (
        _sight_kernel(sliders.bishop, rising),
        _sight_kernel(sliders.rook, rank),
    )

    @kernel
    def sensitive_squares(tables: Words, board: Any, enemies: Any) -> Any:
        own, occupied, kings, rights = board
        kings &= own
        king = count_zeros(kings)
        diagonal, orthogonal, knights, _pawns = enemies
        # Capturing a piece next to the king may give the king a new square; capturing a rook
        # that may castle removes the right to castle.
        for_all = own & (king_attacks(tables, king) | rights)
        if rights & RANK_1:
            for_all |= paths
        # The squares where a move may make or end a pin.
        found = aligned(tables, king, occupied, diagonals(tables, king) & diagonal)
        _checkers, diagonal_pins, ways = found
        for_all |= ways
        found = aligned(tables, king, occupied, lines(tables, king) & orthogonal)
        _checkers, line_pins, ways = found
        for_all |= ways
        # The squares that the king can move to or castle across unless they are attacked, and the
        # squares from which a piece would attack them.
        steps = king_attacks(tables, king) & ~own
        near_pawns = to_the_left(steps) | to_the_right(steps)
        way = way_to_castle(free_to_castle(rights, kings, occupied, _ZERO), kings)
        for_pawns, steps = to_the_left(way | kings) | to_the_right(way | kings), steps | way
        for_diagonal, shields, seen = diagonally(tables, king, steps, occupied, diagonal)
        for_all |= shields
        for_orthogonal, shields, seen_along_lines = along_lines(
            tables, king, steps, occupied, orthogonal
        )
        for_all |= shields
        for_king = around(steps)
        for_knights = knight_attacks(tables, king) if knights else _ZERO
        if knights:
            while steps:
                for_knights |= knight_attacks(tables, count_zeros(steps))
                steps = without_lowest(steps)
        squares = (
            swap_bytes(for_all),
            (swap_bytes(for_pawns), swap_bytes(near_pawns)),
            swap_bytes(for_knights),
            swap_bytes(for_king),
            swap_bytes(for_diagonal),
            swap_bytes(for_orthogonal),
        )
        return squares, (diagonal_pins, line_pins), seen | seen_along_lines

    return sensitive_squares


def _sight_kernel(
    slide: Callable[[Words, Word, Word], Word], line: Callable[[Words, Word], Word]
) -> Callable[..., Any]:
    """The kernel for the diagonal or the orthogonal sliders, which returns three sets.

    These are the squares from which a slider would give check, pin a piece or attack one of the
    king's steps, the squares where a piece may shield such a step from a slider, and all squares
    that sliders see. `line` is the kernel for one of the two lines through a square.
    """

    @kernel
    def sight(tables: Words, king: Word, steps: Word, occupied: Word, enemies: Word) -> Any:
        squares, shields, near, near_across, all_seen = _ZERO, _ZERO, _ZERO, _ZERO, _ZERO
        if enemies:
            squares = slide(tables, king, occupied & ~slide(tables, king, occupied))
            while steps:
                square = count_zeros(steps)
                seen, along = slide(tables, square, occupied), line(tables, square)
                near |= seen & along
                near_across |= seen & ~along
                steps = without_lowest(steps)
            squares |= near | near_across
            # A piece between a slider and a step is visible from both, along the same line.
            while enemies:
                square = count_zeros(enemies)
                seen, along = slide(tables, square, occupied), line(tables, square)
                shields |= seen & (along & near | ~along & near_across)
                all_seen |= seen
                enemies = without_lowest(enemies)
        return squares, shields, all_seen

    return sight


@kernel
def sensitive_for(sensitive: Any, planes: Any) -> Word:
    """The sensitive squares for a piece other than a pawn."""
    squares, _for_pawns, for_knights, for_king, for_diagonal, for_orthogonal = sensitive
    in_bqn, in_rqk, in_pnk = planes
    if in_pnk:
        return squares | (for_knights if in_bqn else for_king)
    return squares | for_diagonal & in_bqn | for_orthogonal & in_rqk


@kernel
def sensitive_for_pawns(sensitive: Any, step: Word) -> Any:
    """The targets of sensitive pawn moves, and of those near the king; a target may be in both."""
    squares, (for_pawns, near), _for_knights, _for_king, _for_diagonal, _for_orthogonal = sensitive
    squares |= for_pawns
    return squares | squares << step, near | near << step
