"""What restrains a side: checks, pins, and squares on which its king would be attacked.

All is seen from the side to move, which moves upwards. `enemies` are the other side's diagonal
sliders, orthogonal sliders, knights and pawns.

See https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards), where pins are found as
here: by a second look-up, without what the king sees first.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.move_tables import (
    between,
    diagonals,
    king_attacks,
    knight_attacks,
    lines,
    pawn_attacks,
)
from magicbb.chess.generator.squares import UP, downwards
from magicbb.chess.generator.state import lowest, without_lowest
from magicbb.compile import Word, Words, count_zeros, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders

_ZERO = Word(0)
_EVERYWHERE = Word(2**64 - 1)


@functools.cache
def attacked_kernel(sliders: Sliders) -> Callable[..., Word]:
    """The kernel that unites all that the other side attacks.

    Where a king's way is in question, `occupied` is without that king: it cannot hide behind
    itself.
    """
    bishop, rook = sliders.bishop, sliders.rook

    @kernel
    def attacked(tables: Words, occupied: Word, enemies: Any, king: Word) -> Word:
        diagonal, orthogonal, knights, pawns = enemies
        squares = downwards(pawns) | king_attacks(tables, count_zeros(king))
        while diagonal:
            squares |= bishop(tables, count_zeros(diagonal), occupied)
            diagonal = without_lowest(diagonal)
        while orthogonal:
            squares |= rook(tables, count_zeros(orthogonal), occupied)
            orthogonal = without_lowest(orthogonal)
        while knights:
            squares |= knight_attacks(tables, count_zeros(knights))
            knights = without_lowest(knights)
        return squares

    return attacked


@functools.cache
def restraints_kernel(sliders: Sliders) -> Callable[..., Any]:
    """The kernel that gives the checkers, two pins, and where pieces other than the king may go.

    The pins are the squares from the king, without it, to each pinner on a diagonal, and to those
    on a rank or file. A pinned piece may move along its pin. Who is on a line with the king and not
    seen by it may be behind one of its pieces; keeping what lies behind the first blockers in a
    table of its own, beside the attacks, gained nothing.

    Without a check a piece may go everywhere; with one, to capture the checker or to come between;
    with two, nowhere.
    """
    along_diagonals = _line_kernel(sliders.bishop, diagonals)
    along_lines = _line_kernel(sliders.rook, lines)

    @kernel
    def restraints(tables: Words, king: Word, own: Word, occupied: Word, enemies: Any) -> Any:
        diagonal, orthogonal, knights, pawns = enemies
        checkers = knight_attacks(tables, king) & knights | pawn_attacks(tables, king) & pawns
        found, diagonal_pins = along_diagonals(tables, king, own, occupied, diagonal)
        checkers |= found
        found, line_pins = along_lines(tables, king, own, occupied, orthogonal)
        checkers |= found
        allowed = _EVERYWHERE
        if checkers:
            allowed = between(tables, king, count_zeros(checkers)) | checkers
            if without_lowest(checkers):
                allowed = _ZERO
        return checkers, diagonal_pins, line_pins, allowed

    return restraints


def _line_kernel(
    slide: Callable[[Words, Word, Word], Word], rays: Callable[[Words, Word], Word]
) -> Callable[..., Any]:
    """The kernel that gives the checkers and the pins among sliders of one kind."""

    @kernel
    def along(tables: Words, king: Word, own: Word, occupied: Word, sliders: Word) -> Any:
        checkers, pins = _ZERO, _ZERO
        sliders &= rays(tables, king)
        # Most often none is on such a line: not looking up then made perft 1.03 times as fast.
        if sliders:
            seen = slide(tables, king, occupied)
            checkers = sliders & seen
            sliders ^= checkers
            if sliders:
                sliders &= slide(tables, king, occupied & ~(seen & own))
                while sliders:
                    pins |= between(tables, king, count_zeros(sliders)) | lowest(sliders)
                    sliders = without_lowest(sliders)
        return checkers, pins

    return along


@functools.cache
def checkers_kernel(sliders: Sliders) -> Callable[..., Word]:
    """The kernel that finds the other side's pieces that attack a square, but for its king."""
    bishop, rook = sliders.bishop, sliders.rook

    @kernel
    def checkers(tables: Words, square: Word, occupied: Word, enemies: Any) -> Word:
        diagonal, orthogonal, knights, pawns = enemies
        sliding = bishop(tables, square, occupied) & diagonal
        sliding |= rook(tables, square, occupied) & orthogonal
        stepping = knight_attacks(tables, square) & knights | pawn_attacks(tables, square) & pawns
        return sliding | stepping

    return checkers


@functools.cache
def en_passant_kernel(sliders: Sliders) -> Callable[..., Word]:
    """The kernel that finds the pawns that may capture en passant without leaving their king open.

    Two pieces leave their lines at once, so that neither pins nor checks tell: the position after
    each capture is looked at itself.
    """
    checkers = checkers_kernel(sliders)

    @kernel
    def capturing(
        tables: Words, pawns: Word, target: Word, king: Word, occupied: Word, enemies: Any
    ) -> Word:
        diagonal, orthogonal, knights, their_pawns = enemies
        captured = target >> UP
        left = (diagonal, orthogonal, knights, their_pawns & ~captured)
        candidates, legal = pawns & downwards(target), _ZERO
        while candidates:
            origin = lowest(candidates)
            after = (occupied ^ origin ^ captured) | target
            if checkers(tables, king, after, left) == _ZERO:
                legal |= origin
            candidates = without_lowest(candidates)
        return legal

    return capturing
