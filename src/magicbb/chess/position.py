"""A chess position: legal moves, checks, attacks and perft."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final, final

import numpy as np

from magicbb.arguments import import_optional, short_repr
from magicbb.chess.board_state import BoardState, letter_on, parse_color, state_of
from magicbb.chess.default import default_slider_table
from magicbb.chess.moves import MOVES, Move, parse_move
from magicbb.chess.notation.fen import parse_fen
from magicbb.chess.rules import default_rules
from magicbb.chess.steps import step_attacks
from magicbb.geometry.bitboards import squares_of
from magicbb.geometry.squares import parse_square

if TYPE_CHECKING:
    from typing import SupportsIndex

    import numpy.typing as npt

    from magicbb.lookup.function import Lookup
    from magicbb.lookup.table import LookupTable

START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The FEN of the start position."""


@final
class Position(BoardState):
    """An immutable, valid position; each move returns a new one.

    Two positions are equal if their FENs are equal. Sets of squares are bitboards; colours are True
    for White, as in python-chess.

    Args:
        fen: A FEN (Forsyth 1883, Edwards 1994), with or without the two counters (default: the
            start position). Chess960 positions are given in X-FEN or Shredder-FEN; see `chess960`.

    Raises:
        FenError: The FEN is not valid. FenError is a ValueError that states the field, the column
            and what is allowed.
        TypeError: The FEN is not a string.

    >>> position = Position().push("e2e4")
    >>> print(position)
    r n b q k b n r
    p p p p p p p p
    . . . . . . . .
    . . . . . . . .
    . . . . P . . .
    . . . . . . . .
    P P P P . P P P
    R N B Q K B N R
    >>> len(position.legal_moves())
    20
    >>> position.perft(3)
    13160
    """

    __slots__ = ()

    def __init__(self, fen: str = START) -> None:
        object.__setattr__(self, "_state", state_of(parse_fen(fen)))

    @classmethod
    def from_board(cls, board: Any) -> Position:
        """Convert a `chess.Board` of python-chess, for standard chess or Chess960.

        Castling rights without a king and a rook in place are dropped, as in its `fen`.

        Raises:
            ValueError: The board is not a valid position of standard chess or Chess960.
            TypeError: The argument is not a `chess.Board`.
        """
        is_board = hasattr(board, "fen") and hasattr(board, "uci_variant")
        if not is_board or isinstance(board, type):
            raise TypeError(f"board must be a chess.Board, got {short_repr(board)}")
        if board.uci_variant != "chess":
            raise ValueError(f"board must be a standard chess board, got {board.uci_variant}")
        return cls(board.fen(shredder=board.chess960, en_passant="fen"))

    def to_board(self) -> Any:
        """Convert to a `chess.Board`; requires python-chess (the extra `chess`).

        The board has the same `chess960` flag as the position.

        Raises:
            MissingPackageError: python-chess is not installed.
        """
        chess = import_optional("chess", "chess", "a chess.Board needs python-chess")
        return chess.Board(self.to_fen(), chess960=self.chess960)

    def legal_moves(self) -> list[Move]:
        """All legal moves, in a deterministic order.

        >>> [str(move) for move in Position("7k/8/8/8/8/8/8/K7 w - - 0 1").legal_moves()]
        ['a1b1', 'a1a2', 'a1b2']
        """
        return [*map(MOVES.__getitem__, memoryview(default_rules().moves(self._state)).cast("H"))]

    def legal_moves_array(self) -> npt.NDArray[np.uint16]:
        """All legal moves as uint16[moves], from + 64 * to + 4096 * promotion; see `Move.code`.

        The moves are in the same order as in `legal_moves`; the array is writeable, and
        shares its memory with no other.

        >>> codes = Position().legal_moves_array()
        >>> codes.shape, Move.from_code(codes[0]).uci
        ((20,), 'a2a3')
        """
        return np.frombuffer(default_rules().moves(self._state), np.uint16)

    def parse_uci(self, uci: str) -> Move:
        """Parse a legal move in UCI notation.

        Raises:
            ValueError: The text is not a move in UCI notation, or the move is not legal in this
                position.
            TypeError: The argument is not a string.

        >>> Position().parse_uci("g1f3")
        Move(from_square=6, to_square=21, promotion=None)
        >>> Position().parse_uci("g1g3")
        Traceback (most recent call last):
        ValueError: g1g3 is not legal in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        """
        move = Move.from_uci(uci)
        self.push(move)
        return move

    def push(self, move: Any) -> Position:
        """Return the position after a move; counters stop at 65,535.

        Args:
            move: A `Move`, its UCI notation, its code, or a `chess.Move`.

        Raises:
            ValueError: The move is not legal.
            TypeError: The argument is not a move.

        >>> Position().push("e2e4").to_fen()
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
        """
        parsed = parse_move(move)
        state = default_rules().after(self._state, parsed.code)
        if not state:
            raise ValueError(f"{parsed.uci} is not legal in {self.to_fen()}")
        return trusted_position(state)

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.checkers() != 0

    def is_checkmate(self) -> bool:
        """Whether the side to move is in check and has no legal move.

        >>> mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
        >>> Position(mate).is_checkmate()
        True
        """
        return self.is_check() and not default_rules().moves(self._state)

    def is_stalemate(self) -> bool:
        """Whether the side to move is not in check and has no legal move."""
        return not self.is_check() and not default_rules().moves(self._state)

    def attacks(self, square: SupportsIndex | str) -> int:
        """The squares that the piece on a square attacks or defends; 0 if the square is empty.

        >>> from magicbb.geometry import square_name, squares_of
        >>> [square_name(square) for square in squares_of(Position().attacks("g1"))]
        ['e2', 'f3', 'h3']
        """
        number = parse_square(square)
        letter = self.piece_at(number)
        return _attacks(letter, number, self.occupied) if letter else 0

    def attackers(self, square: SupportsIndex | str, color: Any) -> int:
        """The pieces of a side that attack a square.

        Args:
            square: A square.
            color: True or "white", False or "black".

        Raises:
            ValueError: An argument is not a square or not a side.
            TypeError: An argument has the wrong type.

        >>> from magicbb.geometry import square_name, squares_of
        >>> [square_name(square) for square in squares_of(Position().attackers("f3", "white"))]
        ['g1', 'e2', 'g2']
        """
        number, side = parse_square(square), self.side(color)
        return self._attackers(number, self.occupied) & side

    def attacked(self, color: Any) -> int:
        """All squares attacked by the pieces of a side.

        Raises:
            ValueError, TypeError: The argument is not a side.

        >>> from magicbb.geometry import diagram
        >>> print(diagram(Position().attacked("white")))
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        1 1 1 1 1 1 1 1
        1 1 1 1 1 1 1 1
        . 1 1 1 1 1 1 .
        """
        planes, occupied, squares = self._planes, self.occupied, 0
        for square in squares_of(self.side(color)):
            squares |= _attacks(letter_on(planes, square), square, occupied)
        return squares

    def checkers(self) -> int:
        """The pieces that give check."""
        turn = self.turn
        return self._attackers(self.king(turn), self.occupied) & self.side(not turn)

    def pinned(self, color: Any = None) -> int:
        """The pinned pieces of a side (default: the side to move).

        >>> from magicbb.geometry import square_name, squares_of
        >>> pinned = Position("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1").pinned()
        >>> [square_name(square) for square in squares_of(pinned)]
        ['e2']
        """
        color = self.turn if color is None else parse_color(color)
        king, own, occupied = self.king(color), self.side(color), self.occupied
        pins, (_white, bqn, rqk, pnk) = 0, self._planes
        for slide, pieces in zip(_sliders(), (bqn & ~pnk, rqk & ~pnk), strict=True):
            seen = slide(king, occupied)
            beyond = slide(king, occupied & ~(seen & own)) & ~seen
            for pinner in squares_of(beyond & pieces & ~own):
                pins |= slide(king, 1 << pinner) & slide(pinner, 1 << king) & own
        return pins

    def perft(
        self,
        depth: SupportsIndex,
        *,
        divide: bool = False,
        threads: int | None = None,
        table: LookupTable | None = None,
        fast: bool = False,
        hash: SupportsIndex | None = None,
    ) -> Any:
        """Count the leaves of the tree of legal moves at a given depth in plies.

        Args:
            depth: 0..64, with `divide` from 1; moves of the last ply are counted but not made.
            divide: Whether to return a dict that maps each move in UCI notation to its count.
            threads: The number of threads (default: all cores).
            table: The slider table to use, for example from `build` (default: the fastest on this
                CPU). The first plies, which split the work between threads, always use the default.
            fast: Whether to take shortcuts: the replies to most quiet moves are counted with a null
                move, and a hash table stores the counts of positions, for the last five plies. The
                count is the same, but the time says little about sliders.
            hash: The size of the hash table in MiB, 0 for none (default: 64). Memory is used only
                as positions are stored. For a billion positions, the probability of a wrong count
                is below 1 in 10**10.

        Raises:
            ValueError: A number is out of range, or `hash` is given without `fast`.
            TypeError: A number is not an integer, or `table` is not a table.

        Null moves in perft come from Daniel Infuehr's Chessbit, lockless shared hash tables from
        Robert Hyatt and Tim Mann (2002).

        >>> Position().perft(4)
        197281
        >>> Position().perft(6, fast=True)
        119060324
        """
        from magicbb.chess import fast_perft, perft

        size = fast_perft.parse_hash(hash, fast)
        if divide:
            found = perft.divide(self._state, depth, threads, table, hash=size)
            return {MOVES[code].uci: count for code, count in found.items()}
        return perft.perft(self._state, depth, threads, table, hash=size)

    def _attackers(self, square: int, occupied: int) -> int:
        """The pieces of both sides that attack a square."""
        white, bqn, rqk, pnk = self._planes
        bishop, rook = _sliders()
        pawns = step_attacks("p", square) & white | step_attacks("P", square) & ~white
        found = bishop(square, occupied) & bqn & ~pnk | rook(square, occupied) & rqk & ~pnk
        found |= step_attacks("N", square) & bqn & pnk | step_attacks("K", square) & rqk & pnk
        return found | pawns & pnk & ~(bqn | rqk)

    def __repr__(self) -> str:
        """An expression that recreates the position."""
        return f"Position({self.to_fen()!r})"

    def _repr_svg_(self) -> str:
        """The board as an SVG picture, for notebooks."""
        from magicbb.pictures.board import board_svg

        return board_svg(self.pieces, check=self.king(self.turn) if self.is_check() else None)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the FEN, which is validated on loading."""
        return Position, (self.to_fen(),)


@functools.cache
def _sliders() -> tuple[Lookup, Lookup]:
    table = default_slider_table()
    return table.bishop_attacks, table.rook_attacks


def trusted_position(state: bytes) -> Position:
    """The position with the given words, which must be valid since they are not checked."""
    position = object.__new__(Position)
    object.__setattr__(position, "_state", state)
    return position


def _attacks(letter: str, square: int, occupied: int) -> int:
    """The squares that a piece attacks."""
    kind = letter.upper()
    if kind in "NKP":
        return step_attacks(letter, square)
    bishop, rook = _sliders()
    attacks = bishop(square, occupied) if kind in "BQ" else 0
    return attacks | rook(square, occupied) if kind in "RQ" else attacks
