"""The board of a FEN: which piece stands where."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.bitboards import bitboard_of
from magicbb.squares import square_at

if TYPE_CHECKING:
    from collections.abc import Mapping

PIECES = "PNBRQKpnbrqk"
_DIGITS = "12345678"
_LONGEST_BOARD = 8 * 8 + 7


@dataclass(frozen=True)
class Board:
    """Pieces on squares.

    Attributes:
        pieces: The letter of the piece on each occupied square, capital for White.
    """

    pieces: Mapping[int, str]

    @property
    def occupied(self) -> int:
        """All occupied squares as a bitboard."""
        return bitboard_of(self.pieces)


def parse_board(fen: str) -> Board:
    """Read the first field of a FEN; the fields after it are passed over.

    Raises:
        ValueError: The field is not eight ranks of eight squares; the sentence says where.
        TypeError: It is not a string.

    >>> board = parse_board("8/8/8/8/3Q4/8/8/8 w - - 0 1")
    >>> board.pieces
    {27: 'Q'}
    >>> parse_board("8/8/9/8/8/8/8/8")
    Traceback (most recent call last):
    ValueError: fen: rank 6 holds '9', not a piece (PNBRQKpnbrqk) or a number 1..8
    """
    if not isinstance(fen, str):
        raise TypeError(f"fen must be a string, got {short_repr(fen)}")
    (board, *_) = fen.split(maxsplit=1) or [""]
    if len(board) > _LONGEST_BOARD:
        raise ValueError(
            f"fen: the board is {len(board)} characters long, at most {_LONGEST_BOARD} are possible"
        )
    ranks = board.split("/")
    if len(ranks) != 8:  # noqa: PLR2004 (ranks of a board)
        raise ValueError(f"fen: the board must have 8 ranks separated by '/', got {len(ranks)}")
    pieces: dict[int, str] = {}
    for rank, text in zip(range(7, -1, -1), ranks, strict=True):
        file = 0
        if any(one in _DIGITS and other in _DIGITS for one, other in pairwise(text)):
            raise ValueError(f"fen: rank {rank + 1} has two numbers in a row in {text!r}")
        for character in text:
            if character in PIECES and file < 8:  # noqa: PLR2004 (files of a board)
                pieces[square_at(file, rank)] = character
                file += 1
            elif character in PIECES or character in _DIGITS:
                file += int(character) if character.isdecimal() else 1
            else:
                raise ValueError(
                    f"fen: rank {rank + 1} holds {short_repr(character)}, "
                    f"not a piece ({PIECES}) or a number 1..8"
                )
        if file != 8:  # noqa: PLR2004 (files of a board)
            raise ValueError(f"fen: rank {rank + 1} has {file} squares, not 8")
    return Board(pieces)
