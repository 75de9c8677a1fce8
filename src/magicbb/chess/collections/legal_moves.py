"""Batch operations on positions: list legal moves, detect checks, and make moves."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.arguments import parse_index, short_repr
from magicbb.chess.default import move_tables
from magicbb.chess.generator.counting import count_kernel
from magicbb.chess.generator.listing import is_among, list_kernel
from magicbb.chess.generator.making import write_after
from magicbb.chess.generator.restraints import checkers_kernel
from magicbb.chess.generator.state import RIGHTS_WORD, STATE_WORDS, kinds, rest_of, side_to_move
from magicbb.chess.moves import parse_move
from magicbb.compile import (
    Bytes,
    Entry,
    Record,
    Shorts,
    Word,
    Words,
    count_zeros,
    counting,
    entry,
)
from magicbb.compile.memory import reserved, restored
from magicbb.compile.threads import run_each, thread_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import SupportsIndex

    import numpy.typing as npt

    from magicbb.chess.generator.move_tables import MoveTables, Sliders
    from magicbb.lookup.table import LookupTable

_SHARE = 1 << 14
"""The number of positions per unit of work, which takes a few milliseconds."""

_ZERO, _ONE = Word(0), Word(1)


class Pushing(Record):
    """The arrays for making one move in each position.

    Attributes:
        starts: The start index of each position's legal moves.
        legal: The legal moves of all positions.
        codes: The moves to make.
        after: The words of the resulting positions.
    """

    starts: Words
    legal: Shorts
    codes: Shorts
    after: Words


@dataclass(frozen=True, eq=False, repr=False)
class LegalMoves:
    """The legal moves of n positions, as read-only arrays.

    The m moves of all positions are stored contiguously; those of position i are at
    ``starts[i]:starts[i + 1]``, in the order of `Position.legal_moves`.

    Attributes:
        starts: int64[n + 1].
        moves: uint16[m], from + 64 * to + 4096 * promotion; see `Move.code`.

    >>> from magicbb.chess import Move, Positions
    >>> positions = Positions.from_fens(["7k/8/8/8/8/8/8/K7 w - -", "7k/6Q1/6K1/8/8/8/8/8 b - -"])
    >>> found = positions.legal_moves()
    >>> found
    <LegalMoves: 2 positions, 3 moves>
    >>> found.counts, [Move.from_code(code).uci for code in found[0]]
    (array([3, 0]), ['a1b1', 'a1a2', 'a1b2'])
    """

    starts: npt.NDArray[np.int64]
    moves: npt.NDArray[np.uint16]

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """The number of moves in each position, as int64[n]."""
        return np.diff(self.starts)

    def __len__(self) -> int:
        """The number of positions."""
        return len(self.starts) - 1

    def __getitem__(self, index: SupportsIndex) -> npt.NDArray[np.uint16]:
        """A view of the moves of one position, in the format of `Position.legal_moves_array`.

        Raises:
            IndexError: The index is out of range.
            TypeError: The index is not an integer.
        """
        place = parse_index(index, len(self))
        return self.moves[self.starts[place] : self.starts[place + 1]]

    def __iter__(self) -> Iterator[npt.NDArray[np.uint16]]:
        """Iterate over the moves of each position."""
        return map(self.__getitem__, range(len(self)))

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """Pickle the arrays; they are read-only in copies as well."""
        return restored, (type(self), *vars(self).values())

    def __repr__(self) -> str:
        """Show the number of positions and moves."""
        return f"<LegalMoves: {len(self):,} positions, {len(self.moves):,} moves>"


def legal_moves(
    columns: npt.NDArray[np.uint64], table: LookupTable | None = None, threads: int | None = None
) -> LegalMoves:
    """Compute `Positions.legal_moves`."""
    tables = move_tables(table)
    count = columns.shape[1]
    starts, open_starts = reserved(np.int64, count + 1)
    np.cumsum(move_counts(columns, table, threads), out=open_starts[1:])
    moves, open_moves = reserved(np.uint16, int(starts[-1]))
    write, words = list_entry(_sliders_for(tables, columns)), starts.view(np.uint64)

    def run(first: int, end: int) -> None:
        write(tables.address, columns, count, words, open_moves, first, end)

    _share_out(run, count, threads)
    return LegalMoves(starts, moves)


def move_counts(
    columns: npt.NDArray[np.uint64], table: LookupTable | None = None, threads: int | None = None
) -> npt.NDArray[np.uint16]:
    """Compute `Positions.move_counts`."""
    tables = move_tables(table)
    count = columns.shape[1]
    counts = np.zeros(count, np.uint16)
    write = count_entry(_sliders_for(tables, columns))

    def run(first: int, end: int) -> None:
        write(tables.address, columns, count, counts, first, end)

    _share_out(run, count, threads)
    return counts


def is_check(columns: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    """Compute `Positions.is_check`."""
    tables = move_tables()
    count = columns.shape[1]
    answers = np.zeros(count, np.bool_)
    write, written = check_entry(tables.sliders), answers.view(np.uint8)

    def run(first: int, end: int) -> None:
        write(tables.address, columns, count, written, first, end)

    _share_out(run, count, None)
    return answers


def push(
    columns: npt.NDArray[np.uint64], codes: npt.NDArray[np.uint16], threads: int | None = None
) -> tuple[npt.NDArray[np.uint64], int]:
    """Return the words after one move in each position, and the index of the first illegal move.

    If all moves are legal, the index is the number of positions. See `Positions.push`.
    """
    count, legal = columns.shape[1], legal_moves(columns, threads=threads)
    after, open_after = reserved(np.uint64, STATE_WORDS, count)
    starts = legal.starts.view(np.uint64)
    pushing = Pushing(starts=starts, legal=legal.moves, codes=codes, after=open_after)
    wrong = [count]

    def run(first: int, end: int) -> None:
        found = int(push_each(columns, count, pushing, first, end))
        if found < end:
            wrong.append(found)

    _share_out(run, count, threads)
    return after, min(wrong)


def codes_of(moves: Any) -> npt.NDArray[np.uint16]:
    """The codes of moves; see `Move.code`.

    Raises:
        ValueError, TypeError: An element is not a move.
    """
    is_array = isinstance(moves, np.ndarray)
    if is_array and moves.ndim and moves.dtype == np.uint16:
        return np.ascontiguousarray(moves)
    is_listed = moves.ndim > 0 if is_array else isinstance(moves, Iterable)
    if isinstance(moves, str) or not is_listed:
        raise TypeError(f"moves must be an array of uint16 or a list, got {short_repr(moves)}")
    return np.array([_code_at(place, move) for place, move in enumerate(moves)], np.uint16)


def _code_at(place: int, move: Any) -> int:
    """The code of a move; error messages give its index."""
    try:
        return parse_move(move).code
    except (ValueError, TypeError) as error:
        if type(error) not in {ValueError, TypeError}:
            raise  # raised by the move's own `__index__`
        raise type(error)(f"moves[{place}]: {error}") from None


def _sliders_for(tables: MoveTables, columns: npt.NDArray[np.uint64]) -> Sliders:
    """The kernels for standard chess, or for Chess960 if any position requires them."""
    return tables.sliders_for(int(np.bitwise_or.reduce(columns[RIGHTS_WORD])))


def _share_out(run: Callable[[int, int], None], count: int, threads: int | None) -> None:
    """Call `run(first, end)` for each range of positions; by default, one range uses one thread."""
    if threads is not None or count > _SHARE:
        threads = thread_count(threads)
    shares = [(first, min(first + _SHARE, count)) for first in range(0, count, _SHARE)]
    run_each(lambda share: run(*share), shares, threads or 1)


@functools.cache
def count_entry(sliders: Sliders) -> Entry:
    """The compiled function that counts the moves of the positions in ``range(first, end)``."""
    count = count_kernel(sliders)

    @entry
    def count_moves(
        tables: Words, columns: Words, step: Word, counts: Shorts, first: Word, end: Word
    ) -> Word:
        for place in counting(first, end):
            own, bqn, rqk, pnk, rights = side_to_move(columns, place, step)
            counts[place] = count(tables, own, bqn, rqk, pnk, rights)
        return end

    return count_moves


@functools.cache
def list_entry(sliders: Sliders) -> Entry:
    """The compiled function that writes the moves of the positions in ``range(first, end)``."""
    list_moves = list_kernel(sliders)

    @entry
    def list_all(
        tables: Words,
        columns: Words,
        step: Word,
        starts: Words,
        moves: Shorts,
        first: Word,
        end: Word,
    ) -> Word:
        for place in counting(first, end):
            _rights, turn, _clock, _number = rest_of(columns, place, step)
            position = side_to_move(columns, place, step)
            list_moves(tables, moves, starts[place], position, turn)
        return end

    return list_all


@functools.cache
def check_entry(sliders: Sliders) -> Entry:
    """The compiled function that writes 1 for each position where the side to move is in check."""
    checkers = checkers_kernel(sliders)

    @entry
    def find_checks(
        tables: Words, columns: Words, step: Word, answers: Bytes, first: Word, end: Word
    ) -> Word:
        for place in counting(first, end):
            own, bqn, rqk, pnk, _rights = side_to_move(columns, place, step)
            occupied, king = bqn | rqk | pnk, count_zeros(rqk & pnk & own)
            enemies = kinds(bqn, rqk, pnk, occupied & ~own)
            answers[place] = _ONE if checkers(tables, king, occupied, enemies) else _ZERO
        return end

    return find_checks


@entry
def push_each(columns: Words, step: Word, pushing: Pushing, first: Word, end: Word) -> Word:
    """Make one move in each position, stopping at the first illegal move.

    Returns:
        The index of the first illegal move; `end` if all are legal.
    """
    starts, legal, codes, after = pushing.starts, pushing.legal, pushing.codes, pushing.after
    for place in counting(first, end):
        code = Word(codes[place])
        if not is_among(legal, starts[place], starts[place + _ONE], code):
            return place
        write_after(columns, after, place, step, code)
    return end
