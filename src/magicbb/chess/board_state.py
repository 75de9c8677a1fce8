"""The state of a position: pieces, side to move, and the other fields of a FEN."""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np

from magicbb.arguments import short_repr
from magicbb.chess.generator.squares import CHESS960_MARK, HOME_RANKS, PASSED
from magicbb.chess.notation.castling import HOMES, rights_text, rooks_of
from magicbb.chess.notation.fen import Board, Fen
from magicbb.geometry.bitboards import squares_of
from magicbb.geometry.squares import parse_square

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import SupportsIndex

    import numpy.typing as npt

_COLORS = {"white": True, "black": False}
_HOME_RANKS, _PASSED, _MARK = map(int, (HOME_RANKS, PASSED, CHESS960_MARK))
_LETTERS = ("PNBRQK", "BQNbqn", "RQKrqk", "PNKpnk")  # White's pieces, then the three planes
_STATE, _PLANES, _REST = Struct("8Q"), Struct("4Q"), Struct("32x4Q")


Squares = TypeVar("Squares", int, "npt.NDArray[np.uint64]")
"""A bitboard, or an array with one bitboard per position."""


class PieceSets(Generic[Squares]):
    """Bitboards of the pieces, derived from the words of one or many positions."""

    __slots__ = ()

    _rule: ClassVar[str]
    """The start of the error message for attempts to change a position."""

    @property
    def _planes(self) -> Any:
        """The words for White's pieces and the three planes; see `generator.state`."""
        raise NotImplementedError

    @property
    def _rights(self) -> Any:
        """The word with the castling rooks, the en passant square and the Chess960 flag."""
        raise NotImplementedError

    @property
    def castling_rooks(self) -> Squares:
        """The rooks of both sides that have castling rights."""
        rooks: Squares = self._rights & _HOME_RANKS
        return rooks

    @property
    def occupied(self) -> Squares:
        """All pieces."""
        _white, bqn, rqk, pnk = self._planes
        return bqn | rqk | pnk

    @property
    def white(self) -> Squares:
        """White's pieces."""
        white: Squares = self._planes[0]
        return white

    @property
    def black(self) -> Squares:
        """Black's pieces."""
        white, bqn, rqk, pnk = self._planes
        return (bqn | rqk | pnk) & ~white

    @property
    def pawns(self) -> Squares:
        """The pawns of both sides."""
        _white, bqn, rqk, pnk = self._planes
        return pnk & ~(bqn | rqk)

    @property
    def knights(self) -> Squares:
        """The knights of both sides."""
        _white, bqn, _rqk, pnk = self._planes
        return bqn & pnk

    @property
    def bishops(self) -> Squares:
        """The bishops of both sides."""
        _white, bqn, rqk, pnk = self._planes
        return bqn & ~(rqk | pnk)

    @property
    def rooks(self) -> Squares:
        """The rooks of both sides."""
        _white, bqn, rqk, pnk = self._planes
        return rqk & ~(bqn | pnk)

    @property
    def queens(self) -> Squares:
        """The queens of both sides."""
        _white, bqn, rqk, _pnk = self._planes
        return bqn & rqk

    @property
    def kings(self) -> Squares:
        """The kings of both sides."""
        _white, _bqn, rqk, pnk = self._planes
        return rqk & pnk

    def __setattr__(self, name: str, value: object) -> None:
        """Raise an error: positions are immutable."""
        raise AttributeError(f"{self._rule}: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        """Raise an error: positions are immutable."""
        raise AttributeError(f"{self._rule}: {name} cannot be deleted")


class BoardState(PieceSets[int]):
    """A position stored as eight words, with its fields as attributes; see `generator.state`.

    Positions are immutable. Sets of squares are bitboards; colours are True for White, as in
    python-chess.
    """

    __slots__ = ("_state",)

    _rule = "a position is immutable"
    _state: bytes

    @property
    def words(self) -> npt.NDArray[np.uint64]:
        """The eight words as uint64[8], read-only.

        They hold White's pieces, three planes, the rights, the side to move and two counters.

        The first plane holds bishops, queens and knights; the second rooks, queens and kings; the
        third pawns, knights and kings. The rights hold the squares of the castling rooks, the en
        passant square and the Chess960 flag.
        """
        return np.frombuffer(self._state, np.uint64)

    @property
    def _planes(self) -> tuple[int, ...]:
        return _PLANES.unpack_from(self._state)

    @property
    def _rights(self) -> int:
        rights: int = _REST.unpack(self._state)[0]
        return rights

    @property
    def chess960(self) -> bool:
        """Whether castling follows Chess960, where it is written as the king taking the rook.

        True if the FEN gives the rooks' files (HAha), or has KQkq with a king or rook off its
        standard square. It becomes False once all castling rights are lost.

        >>> from magicbb import Position
        >>> position = Position("4k3/8/8/8/8/8/8/1K4R1 w K - 0 1")
        >>> position.chess960, position.push("b1g1").to_fen()
        (True, '4k3/8/8/8/8/8/8/5RK1 b - - 1 1')
        """
        return self._rights & _MARK != 0

    @property
    def turn(self) -> bool:
        """The side to move: True for White."""
        _rights, turn, _clock, _number = _REST.unpack(self._state)
        return not turn

    @property
    def castling(self) -> str:
        """The remaining castling rights as in a FEN; see `to_fen`."""
        rights = self._rights
        if rights & _MARK:
            return rights_text(self.pieces, self.castling_rooks, shredder=False)
        return "".join(letter for letter, rook in HOMES.items() if rights & rook)

    @property
    def en_passant(self) -> int | None:
        """The en passant square after a double pawn step, even if no capture is possible."""
        passed = self._rights & _PASSED
        return passed.bit_length() - 1 if passed else None

    @property
    def halfmove_clock(self) -> int:
        """The number of moves by either side since the last capture or pawn move."""
        _rights, _turn, clock, _number = _REST.unpack(self._state)
        return int(clock)

    @property
    def fullmove_number(self) -> int:
        """The move number, counted from 1."""
        _rights, _turn, _clock, number = _REST.unpack(self._state)
        return int(number)

    @property
    def pieces(self) -> dict[int, str]:
        """The letter of the piece on each occupied square, in upper case for White."""
        planes = self._planes
        return {square: letter_on(planes, square) for square in squares_of(self.occupied)}

    def piece_at(self, square: SupportsIndex | str) -> str | None:
        """The letter of the piece on a square, upper case for White; None if it is empty."""
        number = parse_square(square)
        return letter_on(self._planes, number) if self.occupied >> number & 1 else None

    def side(self, color: Any) -> int:
        """The pieces of a side.

        Args:
            color: True or "white" for White, False or "black" for Black.

        Raises:
            ValueError, TypeError: The argument is not a side.
        """
        return self.white if parse_color(color) else self.black

    def king(self, color: Any) -> int:
        """The square of a side's king.

        Raises:
            ValueError, TypeError: The argument is not a side.
        """
        return (self.kings & self.side(color)).bit_length() - 1

    def to_fen(self, shredder: bool = False) -> str:
        """The FEN with all six fields.

        The en passant square is given after every double pawn step, even if no capture is
        possible, as in Edwards' specification.

        Chess960 rights are written as X-FEN. If the king is on e1 or e8 and the rooks are in the
        corners, X-FEN would mean standard chess, so Shredder-FEN is used.

        Args:
            shredder: Whether to write the rights as Shredder-FEN, with the rooks' files.

        >>> from magicbb import Position
        >>> Position("4k3/8/8/8/8/8/8/1K4R1 w K - 0 1").to_fen(shredder=True)
        '4k3/8/8/8/8/8/8/1K4R1 w G - 0 1'
        """
        pieces, castling = self.pieces, self.castling
        if shredder:
            castling = rights_text(pieces, self.castling_rooks, shredder=True)
        counters = self.halfmove_clock, self.fullmove_number
        return str(Fen(Board(pieces), self.turn, castling, self.en_passant, *counters))

    def __eq__(self, other: object) -> bool:
        """Compare all fields of the FEN."""
        return self._state == other._state if isinstance(other, BoardState) else NotImplemented

    def __hash__(self) -> int:
        """Return a hash that is consistent with `==`."""
        return hash(self._state)

    def __str__(self) -> str:
        """The board in eight lines, from the eighth rank down."""
        pieces = self.pieces
        rows = range(56, -1, -8)
        return "\n".join(" ".join(pieces.get(row + file, ".") for file in range(8)) for row in rows)


def state_of(fen: Fen) -> bytes:
    """The eight words of a parsed position, as bytes."""
    pieces = fen.board.pieces.items()
    planes = [sum(1 << square for square, letter in pieces if letter in of) for of in _LETTERS]
    if fen.chess960:
        rights = rooks_of(fen.board.pieces, fen.castling) | _MARK
    else:
        rights = sum(HOMES[right] for right in fen.castling)
    if fen.en_passant is not None:
        rights |= 1 << fen.en_passant
    counters = fen.halfmove_clock, fen.fullmove_number
    return _STATE.pack(*planes, rights, not fen.white_to_move, *counters)


def parse_color(color: Any) -> bool:
    """Return a side as a bool: True for White.

    Raises:
        ValueError: The string is not the name of a side.
        TypeError: The argument is neither a bool nor a string.

    >>> parse_color("white"), parse_color(False)
    (True, False)
    """
    if isinstance(color, (bool, np.bool_)):
        return bool(color)
    sentence = f'color must be True or "white", False or "black", got {short_repr(color)}'
    if not isinstance(color, str):
        raise TypeError(sentence)
    if color not in _COLORS:
        raise ValueError(sentence)
    return _COLORS[color]


def letter_on(planes: Sequence[int], square: int) -> str:
    """The letter of the piece on an occupied square, in upper case for White."""
    white, *kinds = (plane >> square & 1 for plane in planes)
    letter = ".BRQPNK"[sum(bit << place for place, bit in enumerate(kinds))]
    return letter if white else letter.lower()
