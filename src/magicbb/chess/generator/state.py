"""A position in five words, as the side to move sees it.

The side to move always moves up the board: when a move has been made, the bytes of every word are
swapped, and then the other side does. That halves the code, for five instructions.

================  =================================================================================
`own`             the pieces of the side to move
`bqn`             all bishops, queens and knights
`rqk`             all rooks, queens and kings
`pnk`             all pawns, knights and kings
`rights`          the rooks' squares from which castling is still allowed, on the ranks 1 and 8; and
                  on rank 6 the square on which a pawn may be captured en passant
================  =================================================================================

A capture clears one bit in each word, whatever was captured. The sets that matter most take one
instruction each: `bqn & ~pnk` are all that slides on diagonals, `rqk & ~pnk` on ranks and files.
See https://www.chessprogramming.org/Quad-Bitboards for boards of this kind.

In memory and in Python a position is eight words, as White sees it: White's pieces, the three
planes, the rights, the side to move (0 White, 1 Black), the half-move clock and the number of the
move. These eight words are a *state*; a *position* is five words in kernels, and a `Position` for
whoever uses the package.

Sources: the Chessprogramming wiki on Quad-Bitboards and on Color Flipping; that generators of this
kind reach a thousand million moves a second was shown by Daniel Infuehr's Gigantua (2021).
"""

from __future__ import annotations

from typing import Any

from magicbb.compile import Word, Words, kernel, swap_bytes

WHITE, BQN, RQK, PNK, RIGHTS, TURN, CLOCK, MOVE_NUMBER = range(8)
"""The places of the words in memory."""

STATE_WORDS = 8

_ZERO, _ONE = Word(0), Word(1)
_BQN, _RQK, _PNK, _RIGHTS, _TURN = Word(BQN), Word(RQK), Word(PNK), Word(RIGHTS), Word(TURN)


@kernel
def side_to_move(words: Words) -> Any:
    """The five words of a position in memory, as the side to move sees it."""
    white, bqn, rqk = words[_ZERO], words[_BQN], words[_RQK]
    pnk, rights = words[_PNK], words[_RIGHTS]
    if words[_TURN] == _ZERO:
        return white, bqn, rqk, pnk, rights
    return upside_down(((bqn | rqk | pnk) & ~white, bqn, rqk, pnk, rights))


@kernel
def upside_down(position: Any) -> Any:
    """The five words of a position with the eighth rank at the bottom."""
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
    """The diagonal sliders, the orthogonal ones, the knights and the pawns of a side."""
    return bqn & ~pnk & of, rqk & ~pnk & of, bqn & pnk & of, pnk & ~(bqn | rqk) & of


@kernel
def lowest(squares: Word) -> Word:
    """The lowest of some squares, as a bitboard."""
    return squares & ~(squares - _ONE)


@kernel
def without_lowest(squares: Word) -> Word:
    """The squares but for the lowest."""
    return squares & (squares - _ONE)
