"""Count the replies to a move from the position before it, updating only what the move changes.

Most moves change nothing on the lines to the other side's king and to the squares next to it. After
such a move, the king, the knights and the pinned pieces of the other side have the same moves as
after a null move. Only its unpinned sliders have to be looked up again, and the number of moves of
its unpinned pawns adjusted; a captured piece loses its moves, and knights may recapture. After pawn
moves, the king's steps and en passant captures are adjusted, too (`pawn_replies`). After any other
move of a piece (not a pawn), all replies are counted, still without making the move. The remaining
moves are left to the visitor.

A square is *sensitive* for a piece if a move of the piece from or to it may need a full count; see
`sensitivity`. Sets of sensitive squares and the unpinned sliders are seen from the side to move,
everything else from the replying side. Seen in this way, moves change the squares that give the low
bits of a PEXT index, so the slots that are read one after the other are close together in memory.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.counting import (
    moves_kernel,
    pawn_moves,
    pinned_kernel,
    reached_by_pawns,
)
from magicbb.chess.generator.move_tables import king_attacks, knight_attacks
from magicbb.chess.generator.pawn_replies import pawn_changes, pawn_shortcuts
from magicbb.chess.generator.postponed import postpone
from magicbb.chess.generator.restraints import attacked
from magicbb.chess.generator.sensitivity import sensitive_for, sensitive_kernel
from magicbb.chess.generator.squares import RANK_6, downwards
from magicbb.chess.generator.state import Shortcut, kinds, lowest, upside_down, without_lowest
from magicbb.compile import Word, Words, count_zeros, kernel, popcount, swap_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders

_ZERO, _ALL = Word(0), Word(2**64 - 1)


@functools.cache
def replies_kernel(sliders: Sliders) -> Callable[..., Any]:
    """The kernel (tables, position) -> facts about the replies, known before a move is made.

    These are the board, the pieces of both sides by kind, the sensitive squares, the replying
    side's unpinned pieces, the number of moves of its king (including castling), knights and pinned
    pieces, and the squares that its king could move to if enemy pawns attacked nothing.
    """
    pinned_moves, sensitive_squares = pinned_kernel(sliders), sensitive_kernel(sliders)
    free_to_castle, safe = sliders.castling.free, sliders.castling.safe

    @kernel
    def replies(tables: Words, position: Any) -> Any:
        own, bqn, rqk, pnk, rights = position
        passed = ((bqn | rqk | pnk) & ~own, bqn, rqk, pnk, rights & ~RANK_6)
        own, bqn, rqk, pnk, rights = upside_down(passed)
        occupied, kings = bqn | rqk | pnk, rqk & pnk
        enemies, ours = kinds(bqn, rqk, pnk, occupied & ~own), kinds(bqn, rqk, pnk, own)
        board = (own, occupied, kings, rights)
        sensitive, (diagonal_pins, line_pins) = sensitive_squares(tables, board, enemies)
        # The replying side is not in check: it moved last, and cannot have left its king attacked.
        king = count_zeros(kings & own)
        diagonal, orthogonal, knights, pawns = ours
        pins = diagonal_pins | line_pins
        ahead, left, right = reached_by_pawns(pawns & ~pins)
        knights &= ~pins
        pieces = (swap_bytes(diagonal & ~pins), swap_bytes(orthogonal & ~pins))
        free = (pieces, knights, (ahead, left, right))
        their_diagonal, their_orthogonal, their_knights, their_pawns = enemies
        others = (their_diagonal, their_orthogonal, their_knights, _ZERO)
        danger = attacked(tables, occupied, others, count_zeros(kings & ~own))
        safe_from_others = king_attacks(tables, king) & ~(own | danger)
        danger |= downwards(their_pawns)
        rooks = free_to_castle(rights, kings & own, occupied, _ZERO)
        rooks = safe(rooks, kings & own, danger, their_orthogonal)
        stays = popcount(safe_from_others & ~danger) + popcount(rooks)
        if pins & own:
            stays += pinned_moves(tables, ours, occupied, ~own, diagonal_pins, line_pins)
        while knights:
            stays += popcount(knight_attacks(tables, count_zeros(knights)) & ~own)
            knights = without_lowest(knights)
        return board, ours, enemies, sensitive, free, (stays, safe_from_others)

    return replies


@functools.cache
def slides_kernel(sliders: Sliders) -> Callable[..., Any]:
    """The kernel (tables, pieces, occupied, targets) -> number of slider moves, squares they see.

    `pieces` are the diagonal and the orthogonal sliders.
    """
    bishop, rook = sliders.bishop, sliders.rook

    @kernel
    def slides(tables: Words, pieces: Any, occupied: Word, targets: Word) -> Any:
        diagonal, orthogonal = pieces
        total, seen = _ZERO, _ZERO
        while diagonal:
            sight = bishop(tables, count_zeros(diagonal), occupied)
            total, seen = total + popcount(sight & targets), seen | sight
            diagonal = without_lowest(diagonal)
        while orthogonal:
            sight = rook(tables, count_zeros(orthogonal), occupied)
            total, seen = total + popcount(sight & targets), seen | sight
            orthogonal = without_lowest(orthogonal)
        return total, seen

    return slides


def capture_kernel(slider_moves: Callable[..., Word]) -> Callable[..., Word]:
    """The kernel (tables, known, more, origin, step, targets) -> replies to captures.

    The captures are not sensitive. If `step` is not 0, they are made by pawns, each from the square
    `target - step`.

    Args:
        slider_moves: The kernel (tables, known, more, gone, target) -> moves of unpinned sliders
            after a capture.
    """

    @kernel
    def after_captures(
        tables: Words, known: Any, more: Any, origin: Word, step: Word, targets: Word
    ) -> Word:
        (own, occupied, _kings, _rights), _ours, _enemies, _sensitive, free, kept = known
        _pieces, knights, (ahead, left, right) = free
        total, (stays, _steps) = _ZERO, kept
        while targets:
            target = lowest(targets)
            gone = target >> step if step else origin
            moves = slider_moves(tables, known, more, gone, target)
            left_over, target = occupied ^ swap_bytes(gone), swap_bytes(target)
            ahead_left, to_left, to_right = reached_by_pawns(target)
            pawns = (ahead & ~ahead_left, left & ~to_left, right & ~to_right)
            jumps = knight_attacks(tables, count_zeros(target))
            total += stays + moves + pawn_moves(pawns, left_over, ~own | target)
            total += popcount(jumps & knights)
            if knights & target:
                total -= popcount(jumps & ~own)
            targets = without_lowest(targets)
        return total

    return after_captures


@functools.cache
def reply_count(sliders: Sliders) -> Shortcut:
    """The shortcut that adds up the replies to moves when two plies are left.

    Sliders are looked up again after each quiet move. The second part of the facts collects these
    moves; see `postponed`.
    """
    slides = slides_kernel(sliders)

    @kernel
    def slider_moves(tables: Words, known: Any, _more: Any, gone: Word, target: Word) -> Word:
        (own, occupied, _kings, _rights), _ours, _enemies, _sensitive, free, _kept = known
        (diagonal, orthogonal), _knights, _pawns = free
        pieces, reached = (diagonal & ~target, orthogonal & ~target), ~swap_bytes(own) | target
        moves, _seen = slides(tables, pieces, swap_bytes(occupied) ^ gone, reached)
        return moves

    @kernel
    def after_quiet(
        _tables: Words, known: Any, postponed: Any, gone: Word, step: Word, targets: Word
    ) -> Word:
        (own, occupied, _kings, _rights), _ours, _enemies, _sensitive, free, kept = known
        (_pieces, _knights, pawns), (stays, _steps) = free, kept
        postpone(postponed, gone, step, targets)
        occupied, reached = occupied ^ swap_bytes(gone), swap_bytes(targets)
        total = popcount(reached) * (stays + pawn_moves(pawns, occupied, ~own))
        return total + pawn_changes(pawns, occupied, step, reached)

    return shortcut(sliders, after_quiet, slider_moves)


def shortcut(
    sliders: Sliders, after_quiet: Callable[..., Word], slider_moves: Callable[..., Word]
) -> Shortcut:
    """The shortcut that adds up replies, given kernels for moves that are not sensitive.

    The facts consist of the result of `replies` and anything else that the kernels given here need.

    Args:
        sliders: The kernels that look up bishops and rooks.
        after_quiet: The kernel (tables, known, more, gone, step, targets) -> replies to quiet
            moves, of which there is at least one. If `step` is not 0, they are made by pawns, each
            from the square `target - step`, and `gone` is empty; otherwise by the piece on `gone`.
        slider_moves: The kernel (tables, known, more, gone, target) -> moves of unpinned sliders
            after a capture.
    """
    after_captures, after_any = capture_kernel(slider_moves), any_kernel(sliders)
    pawn_captures, pawn_steps = pawn_shortcuts(sliders, after_captures, after_quiet)

    @kernel
    def pieces(
        tables: Words, facts: Any, total: Word, origin: Word, reached: Word, planes: Any
    ) -> Any:
        known, more = facts
        (own, _occupied, _kings, _rights), _ours, _enemies, sensitive, _free, _kept = known
        squares = sensitive_for(sensitive, planes)
        if origin & squares:
            squares = _ALL
        captures = reached & ~squares & swap_bytes(own)
        total += after_captures(tables, known, more, origin, _ZERO, captures)
        quiet = reached & ~(squares | captures)
        if quiet:
            total += after_quiet(tables, known, more, origin, _ZERO, quiet)
        return total + after_any(tables, known, origin, reached & squares, planes), _ZERO

    return Shortcut(pieces, pawn_captures, pawn_steps)


@functools.cache
def any_kernel(sliders: Sliders) -> Callable[..., Word]:
    """The kernel that adds up the replies to arbitrary moves of a piece other than a pawn."""
    moves = moves_kernel(sliders)

    @kernel
    def after_any(tables: Words, known: Any, origin: Word, reached: Word, planes: Any) -> Word:
        (own, occupied, kings, rights), ours, enemies, _sensitive, _free, _kept = known
        in_bqn, in_rqk, in_pnk = planes
        left = ~swap_bytes(origin)
        diagonal, orthogonal, knights, pawns = enemies
        diagonal, orthogonal, knights = diagonal & left, orthogonal & left, knights & left
        occupied, kings, total = occupied & left, kings & left, _ZERO
        while reached:
            target = swap_bytes(lowest(reached))
            theirs = (
                diagonal | target & in_bqn & ~in_pnk,
                orthogonal | target & in_rqk & ~in_pnk,
                knights | target & in_bqn & in_pnk,
                pawns,
            )
            both = kings | target & in_rqk & in_pnk
            remain = without(ours, target)
            total += moves(
                tables, own & ~target, occupied | target, both, remain, theirs, rights & ~target
            )
            reached = without_lowest(reached)
        return total

    return after_any


@kernel
def without(pieces: Any, square: Word) -> Any:
    """The pieces by kind, excluding any on the given square."""
    diagonal, orthogonal, knights, pawns = pieces
    return diagonal & ~square, orthogonal & ~square, knights & ~square, pawns & ~square
