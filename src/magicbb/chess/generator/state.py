"""A position in five words, from the point of view of the side to move.

The side to move always moves up the board: after a move the bytes of every word are swapped, so
that the other side moves up. This halves the code at the cost of five instructions.

================  =================================================================================
`own`             the pieces of the side to move
`bqn`             all bishops, queens and knights
`rqk`             all rooks, queens and kings
`pnk`             all pawns, knights and kings
`rights`          the squares of the castling rooks, on ranks 1 and 8; on rank 6 the target square
                  of an en passant capture; on ranks 4 and 5 the Chess960 flag, see
                  `squares.CHESS960_MARK`
================  =================================================================================

A capture clears one bit in each word, whatever the captured piece. The most frequently used sets
take one instruction each: `bqn & ~pnk` are the diagonal sliders, `rqk & ~pnk` the orthogonal ones.
See https://www.chessprogramming.org/Quad-Bitboards for boards of this kind.

In memory and in Python, a position is eight words from White's point of view: White's pieces, the
three planes, the rights, the side to move (0 White, 1 Black), the half-move clock and the move
number. The last four are called the rest. These eight words are a *state*; a *position* is five
words in kernels, and a `Position` in the public API.

Sources: the Chessprogramming wiki on Quad-Bitboards and on Color Flipping. Daniel Infuehr's
Gigantua (2021) showed that generators of this kind reach a billion moves per second.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from magicbb.compile import Word, Words, kernel, swap_bytes

STATE_WORDS, RIGHTS_WORD = 8, 4

Visit = Callable[[Words, Any, Word, Word, Word, Word, Any], Word]
"""The visitor of a move: a kernel (tables, context, total, origin, target, promotion, after).

It is inlined for every kind of move, and returns the new total. `total` is the result of the
previous visit, initially 0. Origin and target are bitboards; the promotion is one of the constants
in `moves`. `after` is the position after the move in five words, not flipped: its `own` holds the
pieces of the side to move next, which still moves down the board in this view. The en passant
square, on rank 3, is set only if a pawn can pseudo-legally capture there.
"""


class Shortcut(NamedTuple):
    """Kernels that handle moves instead of the visitor.

    Castling, promotions and en passant captures are always visited.

    Attributes:
        pieces: A kernel (tables, facts, total, origin, reached, planes) -> (total, the squares
            left to visit). `planes` are three masks, one each for `bqn`, `rqk` and `pnk`: all
            ones if that word contains the piece, else zero.
        pawn_captures: A kernel (tables, facts, total, step, reached) -> (total, the squares left
            to visit). The step is the distance of the moves in square indices.
        pawn_steps: The same for single and double steps.
    """

    pieces: Callable[..., Any]
    pawn_captures: Callable[..., Any]
    pawn_steps: Callable[..., Any]


_ZERO, _ONE, _TWO, _THREE, _FOUR = map(Word, (0, 1, 2, 3, 4))


@kernel
def _leave_pieces(
    _tables: Words, _facts: Any, total: Word, _origin: Word, reached: Word, _planes: Any
) -> Any:
    return total, reached


@kernel
def _leave_pawns(_tables: Words, _facts: Any, total: Word, _step: Word, reached: Word) -> Any:
    return total, reached


EVERY_MOVE = Shortcut(_leave_pieces, _leave_pawns, _leave_pawns)
"""The shortcut that handles no moves, so that every move is visited."""


def rights_in(state: bytes) -> int:
    """The rights of a position, from its bytes."""
    return int.from_bytes(state[8 * RIGHTS_WORD : 8 * RIGHTS_WORD + 8], sys.byteorder)


@kernel
def planes_of(words: Words, place: Word, step: Word) -> Any:
    """White's pieces and the three planes of a state whose words are `step` apart."""
    two, three = _TWO * step, _THREE * step
    return words[place], words[place + step], words[place + two], words[place + three]


@kernel
def rest_of(words: Words, place: Word, step: Word) -> Any:
    """The rights, side to move and two counters of a state whose words are `step` apart."""
    return planes_of(words, place + _FOUR * step, step)


@kernel
def write_state(words: Words, place: Word, step: Word, planes: Any, rest: Any) -> None:
    """Write a state whose words are `step` apart."""
    last = place + _FOUR * step
    two, three = _TWO * step, _THREE * step
    words[place], words[place + step], words[place + two], words[place + three] = planes
    words[last], words[last + step], words[last + two], words[last + three] = rest


@kernel
def side_to_move(words: Words, place: Word, step: Word) -> Any:
    """The five words of a position in memory, from the point of view of the side to move.

    The code is branchless, since the side to move is unpredictable in a file of positions.
    """
    white, bqn, rqk, pnk = planes_of(words, place, step)
    rights, turn, _clock, _number = rest_of(words, place, step)
    mask = _ZERO - turn
    own = turned(white ^ ((bqn | rqk | pnk) & mask), mask)
    return own, turned(bqn, mask), turned(rqk, mask), turned(pnk, mask), turned(rights, mask)


@kernel
def turned(squares: Word, mask: Word) -> Word:
    """Flip the bitboard vertically if the mask is all ones; leave it unchanged if the mask is zero.

    A branch on the side to move would be mispredicted half the time, which costs more than flipping
    the board.
    """
    return squares ^ ((squares ^ swap_bytes(squares)) & mask)


@kernel
def upside_down(position: Any) -> Any:
    """The five words of a position, flipped vertically."""
    own, bqn, rqk, pnk, rights = position
    return (
        swap_bytes(own),
        swap_bytes(bqn),
        swap_bytes(rqk),
        swap_bytes(pnk),
        swap_bytes(rights),
    )


@kernel
def kinds(bqn: Word, rqk: Word, pnk: Word, of: Word) -> Any:
    """The diagonal sliders, orthogonal sliders, knights and pawns of a side."""
    return bqn & ~pnk & of, rqk & ~pnk & of, bqn & pnk & of, pnk & ~(bqn | rqk) & of


@kernel
def lowest(squares: Word) -> Word:
    """The lowest square of a set, as a bitboard."""
    return squares & ~(squares - _ONE)


@kernel
def without_lowest(squares: Word) -> Word:
    """The set without its lowest square."""
    return squares & (squares - _ONE)
