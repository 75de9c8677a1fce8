"""Count the replies to pawn moves, and the replies of pawns; see `replies`.

A single or double step that gives no check may change which squares next to the king are attacked.
If it changes this only by the attacks of the pawn itself, the king's steps are counted again, which
takes no look-up.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.restraints import en_passant_kernel
from magicbb.chess.generator.sensitivity import sensitive_for_pawns
from magicbb.chess.generator.squares import RANK_3, RANK_8, TWO_UP, UP, beside, downwards
from magicbb.chess.generator.state import lowest, without_lowest
from magicbb.compile import Word, Words, count_zeros, kernel, popcount, swap_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders

_ZERO, _THREE = Word(0), Word(3)


def pawn_shortcuts(
    sliders: Sliders, after_captures: Callable[..., Word], after_quiet: Callable[..., Word]
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The parts of the shortcut that handle captures and steps of pawns.

    Args:
        sliders: The kernels that look up bishops and rooks.
        after_captures: The kernel (tables, known, more, origin, step, targets) -> replies to
            captures.
        after_quiet: The kernel (tables, known, more, gone, step, targets) -> replies to quiet
            moves.
    """
    en_passant_captures = _en_passant_kernel(sliders)

    @kernel
    def pawn_captures(tables: Words, facts: Any, total: Word, step: Word, reached: Word) -> Any:
        known, more = facts
        _board, _ours, _enemies, squares, _free, _kept = known
        sensitive, near = sensitive_for_pawns(squares, step)
        sensitive |= near
        total += after_captures(tables, known, more, _ZERO, step, reached & ~sensitive)
        return total, reached & sensitive

    @kernel
    def pawn_steps(tables: Words, facts: Any, total: Word, step: Word, reached: Word) -> Any:
        known, more = facts
        _board, _ours, _enemies, squares, _free, _kept = known
        sensitive, near = sensitive_for_pawns(squares, step)
        quiet = reached & ~sensitive
        if quiet:
            total += after_quiet(tables, known, more, _ZERO, step, quiet)
            total += king_step_changes(known, step, quiet & near)
            if step == TWO_UP:
                total += en_passant_captures(tables, known, quiet)
        return total, reached & sensitive

    return pawn_captures, pawn_steps


@functools.cache
def _en_passant_kernel(sliders: Sliders) -> Callable[..., Word]:
    """The kernel (tables, known, targets) -> en passant captures after double steps."""
    capturing = en_passant_kernel(sliders)

    @kernel
    def en_passant_captures(tables: Words, known: Any, targets: Word) -> Word:
        (own, occupied, kings, _rights), ours, enemies, _sensitive, _free, _kept = known
        _diagonal, _orthogonal, _knights, pawns = ours
        diagonal, orthogonal, knights, their_pawns = enemies
        king, noticed, total = count_zeros(kings & own), swap_bytes(targets) & beside(pawns), _ZERO
        while noticed:
            target = lowest(noticed)
            changed = target | target << TWO_UP
            theirs = (diagonal, orthogonal, knights, their_pawns ^ changed)
            found = capturing(tables, pawns, target << UP, king, occupied ^ changed, theirs)
            total += popcount(found)
            noticed = without_lowest(noticed)
        return total

    return en_passant_captures


@kernel
def king_step_changes(known: Any, step: Word, targets: Word) -> Word:
    """The changes of the number of king steps after quiet pawn moves, added up modulo 2**64.

    The pawns neither shield squares next to the king nor attack it or its way to castle.
    """
    _board, _ours, enemies, _sensitive, _free, (_, steps) = known
    _diagonal, _orthogonal, _knights, pawns = enemies
    before, total = popcount(steps & ~downwards(pawns)), _ZERO
    while targets:
        target = lowest(targets)
        after = pawns ^ swap_bytes(target | target >> step)
        total += popcount(steps & ~downwards(after)) - before
        targets = without_lowest(targets)
    return total


@kernel
def pawn_changes(pawns: Any, occupied: Word, step: Word, reached: Word) -> Word:
    """The difference that quiet moves make to the number of pawn moves, added up modulo 2**64.

    A move stops the steps to and across its target, and allows a capture there. If `step` is not 0,
    a pawn has moved, and can no longer be captured where it was. No pawn can step there: the moved
    pawn is in its way.
    """
    ahead, left, right = pawns
    left_behind = reached << step if step else _ZERO
    forth = ahead & ~occupied
    twice = (forth & RANK_3) << UP & ~occupied
    total = popcount(reached & left) - popcount(left_behind & left)
    total += popcount(reached & right) - popcount(left_behind & right)
    total -= popcount(reached & forth) + popcount(reached & (twice | twice >> UP))
    if reached & RANK_8:
        promoting = popcount(reached & left & RANK_8) + popcount(reached & right & RANK_8)
        total += _THREE * (promoting - popcount(reached & forth & RANK_8))
    return total
