"""Moves: origin, target and optional promotion."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, NamedTuple

from magicbb.arguments import parse_integer, short_repr
from magicbb.compile import Word
from magicbb.geometry.squares import SQUARE_NAMES

if TYPE_CHECKING:
    from typing import SupportsIndex

NO_PROMOTION, TO_KNIGHT, TO_BISHOP, TO_ROOK, TO_QUEEN = map(Word, (0, 2, 3, 4, 5))
"""Promotion pieces, numbered as in python-chess."""

PROMOTIONS = {2: "n", 3: "b", 4: "r", 5: "q"}
"""The UCI letter of each promotion piece, keyed by its number in python-chess."""

_PIECES = {"": None, **{letter: piece for piece, letter in PROMOTIONS.items()}}
_SQUARES = {name: square for square, name in enumerate(SQUARE_NAMES)}
_RULE = 'a move must be written like "e2e4" or "e7e8q"'
_SQUARE, _TO, _PROMOTION = 63, 6, 12

_CODE_RULE = "code must be from + 64 * to + 4096 * promotion, with promotion 0 or 2..5"


class Move(NamedTuple):
    """A move; castling moves the king two squares or, in Chess960, to the rook's square.

    Attributes:
        from_square: The origin, 0..63.
        to_square: The target.
        promotion: The promotion piece: 2 knight, 3 bishop, 4 rook, 5 queen; None if not a
            promotion.

    The numbers are those of python-chess: `chess.Move(*move)` converts a move.

    >>> move = Move.from_uci("e7e8q")
    >>> move
    Move(from_square=52, to_square=60, promotion=5)
    >>> print(move)
    e7e8q
    """

    from_square: int
    to_square: int
    promotion: int | None = None

    @classmethod
    def from_uci(cls, uci: str) -> Move:
        """Parse a move in UCI notation (Meyer-Kahlen, 2000).

        Raises:
            ValueError: The text is not a move in UCI notation.
            TypeError: The argument is not a string.

        >>> Move.from_uci("O-O")
        Traceback (most recent call last):
        ValueError: a move must be written like "e2e4" or "e7e8q", got 'O-O'
        """
        if not isinstance(uci, str):
            raise TypeError(f"{_RULE}, got {short_repr(uci)}")
        origin, target = _SQUARES.get(uci[:2], -1), _SQUARES.get(uci[2:4], -1)
        if origin < 0 or target < 0 or origin == target or uci[4:] not in _PIECES:
            raise ValueError(f"{_RULE}, got {short_repr(uci)}")
        return cls(origin, target, _PIECES[uci[4:]])

    @classmethod
    def from_code(cls, code: SupportsIndex) -> Move:
        """Return the move with a given code, as in `legal_moves_array`.

        Raises:
            ValueError: No move has that code.
            TypeError: The code is not an integer.

        >>> Move.from_code(5 << 12 | 60 << 6 | 52).uci
        'e7e8q'
        """
        number = parse_integer(code, 1 << 16, _CODE_RULE)
        if number & _SQUARE == number >> _TO & _SQUARE:
            raise ValueError(f"{_CODE_RULE}, got {number}")
        return MOVES[number]

    @property
    def code(self) -> int:
        """The move as a 16-bit code: from + 64 * to + 4096 * promotion, where 0 means no promotion.

        >>> Move(12, 28).code
        1804
        """
        return self.from_square | self.to_square << _TO | (self.promotion or 0) << _PROMOTION

    @property
    def uci(self) -> str:
        """The move in UCI notation.

        The squares must be 0..63, and the promotion None or a key of `PROMOTIONS`.
        """
        letter = PROMOTIONS.get(self.promotion, "?") if self.promotion else ""
        return f"{SQUARE_NAMES[self.from_square]}{SQUARE_NAMES[self.to_square]}{letter}"

    def __str__(self) -> str:
        """The move in UCI notation."""
        return self.uci


class _Moves(dict[int, Move]):
    """A cache of moves by code; each is created on first use."""

    def __missing__(self, code: int) -> Move:
        """Create a move and cache it.

        Raises:
            ValueError: No move has that code.
        """
        origin, target, promotion = code & _SQUARE, code >> _TO & _SQUARE, code >> _PROMOTION
        if promotion and promotion not in PROMOTIONS:
            raise ValueError(f"{_CODE_RULE}, got {code}")
        self[code] = move = Move(origin, target, promotion or None)
        _MADE[move] = move
        return move


_MADE: dict[Move, Move] = {}  # the move objects in `MOVES`, which are known to be valid

MOVES = _Moves()
"""The moves by code; looking up a move takes a tenth as long as creating one."""


def parse_move(move: Any) -> Move:
    """Return a `Move` from a `Move`, its UCI notation, its code, or a `chess.Move`.

    Raises:
        ValueError: The string is not a move in UCI notation, the integer is not a move's code, or
            the `chess.Move` is a drop.
        TypeError: The argument has another type.

    >>> parse_move("e2e4")
    Move(from_square=12, to_square=28, promotion=None)
    """
    if type(move) is Move and _MADE.get(move) is move:
        return move
    if isinstance(move, str):
        return Move.from_uci(move)
    if hasattr(move, "__index__") and not isinstance(move, bool):
        return MOVES[parse_integer(move, 1 << 16, _CODE_RULE)]
    try:
        numbers = (move.from_square, move.to_square, move.promotion or 0)
    except AttributeError:
        raise TypeError(f"{_RULE}, or be a Move, got {short_repr(move)}") from None
    if getattr(move, "drop", None) is not None:
        raise ValueError(f"move must not be a drop, got {short_repr(move)}")
    try:
        origin, target, promotion = map(operator.index, numbers)
    except TypeError:
        rule = "the squares and the promotion of a move must be integers"
        raise TypeError(f"{rule}, got {short_repr(numbers)}") from None
    if not (0 <= origin <= _SQUARE and 0 <= target <= _SQUARE):
        raise ValueError(f"the squares of a move must be 0..63, got {short_repr(numbers)}")
    if promotion and promotion not in PROMOTIONS:
        raise ValueError(f"the promotion of a move must be None or 2..5, got {promotion}")
    return MOVES[Move(origin, target, promotion).code]
