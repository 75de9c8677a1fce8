"""Positions as a struct of arrays, with all fields of their FENs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final, overload

import numpy as np

from magicbb.arguments import as_list, parse_index, short_repr
from magicbb.chess.board_state import PieceSets
from magicbb.chess.collections.validity import validity_entry
from magicbb.chess.default import move_tables
from magicbb.chess.generator.squares import CHESS960_MARK, PASSED
from magicbb.chess.generator.state import RIGHTS_WORD, STATE_WORDS
from magicbb.chess.moves import MOVES
from magicbb.chess.position import trusted_position
from magicbb.compile.memory import frozen, reserved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import SupportsIndex

    import numpy.typing as npt

    from magicbb.chess.collections.legal_moves import LegalMoves
    from magicbb.chess.position import Position
    from magicbb.lookup.table import LookupTable

    WordArray = npt.NDArray[np.uint64]
    Selection = npt.NDArray[np.bool_] | npt.NDArray[np.integer[Any]] | list[int] | list[bool]

NO_SQUARE: Final = 64
"""The value in `Positions.en_passant` if no pawn has just made a double step."""

_DRAWN = 8  # positions per picture


@final
class Positions(PieceSets["WordArray"]):
    """Immutable, valid positions, stored as a struct of arrays.

    Sets of squares are bitboards in arrays of uint64, with one element per position; colours are
    True for White, as in python-chess. A slice is also a `Positions`. Two `Positions` are equal if
    they hold the same positions in the same order.

    Attributes:
        columns: uint64[8, n], read-only: the words of `generator.state`, one row per word.
        skipped: The number of invalid lines that were skipped when the positions were read.

    All other arrays are computed on access.

    >>> positions = Positions.from_fens(["4k3/8/8/8/8/8/8/R3K3 w Q - 7 30"])
    >>> positions
    <Positions: 1>
    >>> positions.rooks, positions.turn, positions.halfmove_clock
    (array([1], dtype=uint64), array([ True]), array([7], dtype=uint16))
    >>> positions[0]
    Position('4k3/8/8/8/8/8/8/R3K3 w Q - 7 30')
    """

    __slots__ = ("columns", "skipped")

    _rule = "positions are immutable"
    columns: WordArray
    skipped: int

    def __init__(self, columns: npt.ArrayLike) -> None:
        """Copy words from an untrusted source, and check them.

        Raises:
            ValueError: The shape is not (8, n), or a position is not valid.
            TypeError: The dtype is not uint64.
        """
        array = np.asarray(columns)
        if array.dtype != np.uint64:
            raise TypeError(f"columns must be an array of uint64, got {array.dtype}")
        if array.ndim != 2 or len(array) != STATE_WORDS:  # noqa: PLR2004
            raise ValueError(f"columns must have the shape (8, n), got {array.shape}")
        # Check the copy, since nothing can change it between the check and its use.
        copy, count = frozen(array), array.shape[1]
        tables = move_tables()
        wrong = validity_entry(tables.sliders)(tables.address, copy, count, count)
        if wrong < count:
            raise ValueError(f"columns[:, {wrong}] is not a valid position")
        object.__setattr__(self, "columns", copy)
        object.__setattr__(self, "skipped", 0)

    @staticmethod
    def from_fens(fens: Iterable[str]) -> Positions:
        """Parse one FEN or line of EPD per position; for files, see `read_positions`.

        EPD operations are ignored.

        Raises:
            ValueError: A FEN is not a valid position; the message gives its index.
            TypeError: A FEN is not a string.

        >>> Positions.from_fens(["4k3/8/8/8/8/8/8/4K3 w - - 0 1"] * 3)
        <Positions: 3>
        """
        from magicbb.chess.collections.lines import columns_of_fens

        return trusted(columns_of_fens(fens))

    @staticmethod
    def concatenate(parts: Iterable[Positions]) -> Positions:
        """Concatenate several `Positions`.

        Raises:
            TypeError: `parts` is not iterable, or an element is not a `Positions`.

        >>> len(Positions.concatenate([]))
        0
        """
        parts = as_list(parts, "parts must be Positions in a list")
        for part in parts:
            if not isinstance(part, Positions):
                raise TypeError(f"parts must be Positions, got {short_repr(part)}")
        columns, filling = reserved(np.uint64, STATE_WORDS, sum(map(len, parts)))
        if parts:
            np.concatenate([part.columns for part in parts], axis=1, out=filling)
        return trusted(columns, sum(part.skipped for part in parts))

    def __len__(self) -> int:
        """The number of positions."""
        return int(self.columns.shape[1])

    # An array also has `__index__`, for arrays of one element.
    @overload
    def __getitem__(self, index: SupportsIndex) -> Position: ...  # type: ignore[overload-overlap]

    @overload
    def __getitem__(self, index: slice | Selection) -> Positions: ...

    def __getitem__(self, index: SupportsIndex | slice | Selection) -> Position | Positions:
        """Return one position or, for a slice or an array, a copy of the selected positions.

        An array selects as in NumPy: booleans, one for each position, or the indices of positions.

        Raises:
            IndexError: The index is out of range, or the booleans are not one for each position.
            TypeError: The index is neither an integer nor a slice, nor a one-dimensional array of
                integers or booleans.

        >>> positions = Positions.from_fens(["4k3/8/8/8/8/8/8/4K3 w - - 0 1"] * 3)
        >>> positions[~positions.is_check()]
        <Positions: 3>
        """
        if isinstance(index, slice):
            return trusted(frozen(self.columns[:, index]))
        if isinstance(index, list | np.ndarray):
            return trusted(frozen(self.columns[:, _selection(index)]))
        return trusted_position(self.state(index))

    def __iter__(self) -> Iterator[Position]:
        """Iterate over the positions."""
        return (trusted_position(state.tobytes()) for state in self.columns.T)

    def state(self, index: SupportsIndex) -> bytes:
        """The eight words of one position as 64 bytes in native byte order.

        Raises:
            IndexError: The index is out of range.
        """
        return self.columns[:, parse_index(index, len(self))].tobytes()

    @property
    def _planes(self) -> WordArray:
        return self.columns[:4]

    @property
    def _rights(self) -> WordArray:
        return self.columns[RIGHTS_WORD]

    @property
    def _rest(self) -> WordArray:
        """The rights, the side to move, the half-move clock and the move number."""
        return self.columns[4:]

    @property
    def turn(self) -> npt.NDArray[np.bool_]:
        """The side to move: True for White."""
        _rights, turn, _clock, _number = self._rest
        return turn == 0

    @property
    def chess960(self) -> npt.NDArray[np.bool_]:
        """Whether castling follows Chess960; see `Position.chess960`."""
        return self._rights & CHESS960_MARK != 0

    @property
    def en_passant(self) -> npt.NDArray[np.uint8]:
        """The en passant square after a double pawn step, as uint8[n]; 64 if there is none."""
        passed = self._rights & PASSED
        squares, where = np.full(len(self), NO_SQUARE, np.uint8), np.nonzero(passed)
        squares[where] = np.frexp(passed[where])[1] - 1  # frexp returns log2 + 1 for a power of two
        return squares

    @property
    def halfmove_clock(self) -> npt.NDArray[np.uint16]:
        """The number of moves since the last capture or pawn move, as uint16[n]."""
        _rights, _turn, clock, _number = self._rest
        return clock.astype(np.uint16)

    @property
    def fullmove_number(self) -> npt.NDArray[np.uint16]:
        """The move numbers, counted from 1, as uint16[n]."""
        _rights, _turn, _clock, number = self._rest
        return number.astype(np.uint16)

    def legal_moves(
        self, table: LookupTable | None = None, *, threads: int | None = None
    ) -> LegalMoves:
        """All legal moves of all positions in one array, with the start index of each position.

        Args:
            table: The slider table (default: the fastest on this CPU).
            threads: The number of threads (default: all cores, or 1 for few positions).

        Raises:
            TypeError: An argument has the wrong type.
            ValueError: The number of threads is not 1..4096.

        >>> positions = Positions(np.zeros((8, 0), np.uint64))
        >>> positions.legal_moves()
        <LegalMoves: 0 positions, 0 moves>
        """
        from magicbb.chess.collections.legal_moves import legal_moves

        return legal_moves(self.columns, table, threads)

    def move_counts(
        self, table: LookupTable | None = None, *, threads: int | None = None
    ) -> npt.NDArray[np.uint16]:
        """The number of legal moves in each position, as uint16[n], without listing the moves.

        The arguments are those of `legal_moves`.
        """
        from magicbb.chess.collections.legal_moves import move_counts

        return move_counts(self.columns, table, threads)

    def is_check(self) -> npt.NDArray[np.bool_]:
        """Whether the side to move is in check, as bool[n]."""
        from magicbb.chess.collections.legal_moves import is_check

        return is_check(self.columns)

    def is_checkmate(self) -> npt.NDArray[np.bool_]:
        """Whether the side to move is in check and has no legal move, as bool[n]."""
        return self.is_check() & (self.move_counts() == 0)

    def is_stalemate(self) -> npt.NDArray[np.bool_]:
        """Whether the side to move is not in check and has no legal move, as bool[n]."""
        return ~self.is_check() & (self.move_counts() == 0)

    def push(self, moves: npt.ArrayLike, *, threads: int | None = None) -> Positions:
        """Make one move in each position; counters stop at 65,535.

        Args:
            moves: One move per position, as codes in uint16[n] (see `Move.code`; fastest), `Move`
                objects or UCI notation.
            threads: The number of threads (default: all cores, or 1 for few positions).

        Raises:
            ValueError: A move is not legal, or the number of moves differs from the number of
                positions.
            TypeError: An element is not a move.

        >>> two = Positions.from_fens(["4k3/8/8/8/8/8/8/R3K3 w Q -", "7k/8/8/8/8/8/8/K7 w - -"])
        >>> [position.to_fen() for position in two.push(["e1c1", "a1b2"])]
        ['4k3/8/8/8/8/8/8/2KR4 b - - 1 1', '7k/8/8/8/8/8/1K6/8 b - - 1 1']
        """
        from magicbb.chess.collections.legal_moves import codes_of, push

        codes, count = codes_of(moves), len(self)
        if codes.shape != (count,):
            raise ValueError(f"moves must have the shape ({count},), got {codes.shape}")
        columns, wrong = push(self.columns, codes, threads)
        if wrong < count:
            try:
                uci, fen = MOVES[int(codes[wrong])].uci, self[wrong].to_fen()
            except ValueError as error:
                raise ValueError(f"moves[{wrong}]: {error}") from None
            raise ValueError(f"moves[{wrong}]: {uci} is not legal in {fen}")
        return trusted(columns)

    def __eq__(self, other: object) -> bool:
        """Compare the positions; `skipped` is ignored."""
        if not isinstance(other, Positions):
            return NotImplemented
        return np.array_equal(self.columns, other.columns)

    def __hash__(self) -> int:
        """Return a hash that is consistent with `==`."""
        return hash(self.columns.tobytes())

    def __repr__(self) -> str:
        """Show the number of positions."""
        skipped = f", {lines_skipped(self.skipped)}" if self.skipped else ""
        return f"<Positions: {len(self):,}{skipped}>"

    def _repr_svg_(self) -> str | None:
        """The first boards as an SVG picture, for notebooks; None if there are no positions."""
        from magicbb.pictures.drawing import draw

        boards = [position.pieces for position in self[:_DRAWN]]
        title = f"{len(boards):,} of {len(self):,} positions"
        captions = [f"position {place}" for place in range(len(boards))]
        return draw(pieces=boards, captions=captions, title=title).svg if boards else None

    def __reduce__(self) -> tuple[Any, tuple[npt.NDArray[Any], int]]:
        """Pickle the words, which are validated on loading, and the number of lines skipped."""
        return _restored, (self.columns, self.skipped)


def _restored(columns: WordArray, skipped: int) -> Positions:
    return trusted(Positions(columns).columns, skipped)


def _selection(index: Selection) -> npt.NDArray[Any]:
    """Check an array of indices or booleans; an empty list selects nothing."""
    array = np.asarray(index) if len(index) else np.zeros(0, np.intp)
    if array.ndim != 1 or array.dtype.kind not in "iub":
        raise TypeError(
            "index must be an integer, a slice or a one-dimensional array of integers or booleans, "
            f"got {short_repr(index)}"
        )
    return array


def trusted(columns: WordArray, skipped: int = 0) -> Positions:
    """Wrap words that are known to be valid, in memory that nothing else can write to."""
    positions = object.__new__(Positions)
    object.__setattr__(positions, "columns", columns)
    object.__setattr__(positions, "skipped", skipped)
    return positions


def lines_skipped(count: int) -> str:
    """A phrase for the number of lines skipped.

    >>> lines_skipped(1), lines_skipped(2000)
    ('1 line skipped', '2,000 lines skipped')
    """
    return f"{count:,} line{'s' * (count != 1)} skipped"
