"""Attack maps of many positions: the attacks of each slider and of each side."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.arguments import short_repr
from magicbb.chess.collections.positions import Positions
from magicbb.chess.default import move_tables
from magicbb.chess.generator.move_tables import king_attacks
from magicbb.chess.generator.squares import downwards, to_the_left, to_the_right
from magicbb.chess.generator.state import kinds, planes_of, without_lowest
from magicbb.compile import (
    Bytes,
    Entry,
    Record,
    Word,
    Words,
    count_zeros,
    counting,
    entry,
    kernel,
    popcount,
)
from magicbb.compile.memory import reserved, restored
from magicbb.compile.threads import run_each, thread_count

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.chess.generator.move_tables import Sliders
    from magicbb.lookup.table import LookupTable

BISHOP, ROOK, QUEEN = 3, 4, 5
"""The codes of the sliders in `AttackMaps.pieces`, as in python-chess."""

_LETTERS = {BISHOP: "bB", ROOK: "rR", QUEEN: "qQ"}  # for Black, for White
_DRAWN = 4  # positions per picture

_SMALLEST_SHARE = 1 << 14
"""The minimum number of positions that a thread takes at a time: half a millisecond of work."""

_SHARES_PER_THREAD = 4
"""The number of shares of the positions per thread: more than one, so that other threads can take
over from a thread whose core is busy with other work."""


_ZERO, _ONE, _TWO, _EIGHT, _SIXTEEN = map(Word, (0, 1, 2, 8, 16))
_BISHOP, _ROOK = Word(BISHOP), Word(ROOK)  # a queen's code is a rook's plus 1
_NOT_A, _NOT_AB = Word(0xFEFEFEFEFEFEFEFE), Word(0xFCFCFCFCFCFCFCFC)
_NOT_H, _NOT_GH = Word(0x7F7F7F7F7F7F7F7F), Word(0x3F3F3F3F3F3F3F3F)


class MapsState(Record):
    """The arrays of `AttackMaps` as a record for kernels."""

    starts: Words
    squares: Bytes
    pieces: Bytes
    colors: Bytes
    attacks: Words
    white_attacked: Words
    black_attacked: Words


@dataclass(frozen=True, eq=False, repr=False)
class AttackMaps:
    """The attacks of all pieces in n positions, as read-only arrays.

    The m sliders of all positions are stored contiguously; those of position i are at
    ``starts[i]:starts[i + 1]``, ordered by square. Attacks end at the first piece of either colour
    and include its square; kings also block.

    Attributes:
        starts: int64[n + 1].
        squares: uint8[m], the square of each slider.
        pieces: uint8[m], 3 for a bishop, 4 for a rook, 5 for a queen, as in python-chess.
        colors: bool[m], True for White.
        attacks: uint64[m], the squares that each slider attacks.
        white_attacked: uint64[n], the squares attacked by White.
        black_attacked: uint64[n], the squares attacked by Black.
    """

    starts: npt.NDArray[np.int64]
    squares: npt.NDArray[np.uint8]
    pieces: npt.NDArray[np.uint8]
    colors: npt.NDArray[np.bool_]
    attacks: npt.NDArray[np.uint64]
    white_attacked: npt.NDArray[np.uint64]
    black_attacked: npt.NDArray[np.uint64]

    @property
    def state(self) -> MapsState:
        """The arrays as passed to kernels."""
        arrays = vars(self).items()
        kinds = {8: np.uint64, 1: np.uint8}
        return MapsState(**{name: array.view(kinds[array.itemsize]) for name, array in arrays})

    def __len__(self) -> int:
        """The number of positions."""
        return len(self.white_attacked)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """Pickle the arrays; they are read-only in copies as well."""
        return restored, (type(self), *vars(self).values())

    def __repr__(self) -> str:
        """Show the number of positions and sliders."""
        return f"<AttackMaps: {len(self):,} positions, {len(self.squares):,} sliders>"

    def _repr_svg_(self) -> str | None:
        """An SVG picture of each side's attacks in the first positions; None if there are none."""
        from magicbb.pictures.drawing import draw

        drawn = min(len(self), _DRAWN)
        boards = [(place, side) for place in range(drawn) for side in ("White", "Black")]
        men = [self._sliders_of(place) for place, _ in boards]
        attacked = np.stack([self.white_attacked[:drawn], self.black_attacked[:drawn]], axis=1)
        captions = [f"{side} in position {place}" for place, side in boards]
        title = f"{drawn:,} of {len(self):,} positions: squares attacked by each side"
        return draw(attacked, pieces=men, captions=captions, title=title).svg if drawn else None

    def _sliders_of(self, place: int) -> dict[int, str]:
        """The letter of each slider of a position, by square."""
        own = slice(self.starts[place], self.starts[place + 1])
        columns = (each[own].tolist() for each in (self.squares, self.pieces, self.colors))
        sliders = zip(*columns, strict=True)
        return {square: _LETTERS[piece][white] for square, piece, white in sliders}


def attack_maps(
    positions: Positions,
    *,
    table: LookupTable | None = None,
    threads: int | None = None,
) -> AttackMaps:
    """Compute the attacks of each slider and of each side in all positions.

    Args:
        positions: The positions.
        table: The slider table (default: the fastest on this CPU).
        threads: The number of threads (default: all cores, or 1 for few positions).

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: The number of threads is not in 1..4096.

    >>> import io
    >>> from magicbb.chess.collections.reading import read_positions
    >>> positions = read_positions(io.BytesIO(b"4k3/8/8/8/8/8/8/R3K3 w Q -"))
    >>> maps = attack_maps(positions)
    >>> maps
    <AttackMaps: 1 positions, 1 sliders>
    >>> maps.squares, maps.pieces, hex(maps.attacks[0])
    (array([0], dtype=uint8), array([4], dtype=uint8), '0x10101010101011e')
    """
    if not isinstance(positions, Positions):
        raise TypeError(f"positions must be Positions, got {short_repr(positions)}")
    tables = move_tables(table)
    count, columns = len(positions), positions.columns
    if threads is not None or count > _SMALLEST_SHARE:
        threads = thread_count(threads)
    workers = threads or 1
    starts, open_starts = reserved(np.int64, count + 1)
    total = count_sliders(columns, count, open_starts.view(np.uint64), count)
    arrays: list[tuple[Any, int]] = [(np.uint8, total), (np.uint8, total), (np.bool_, total)]
    arrays += [(np.uint64, total), (np.uint64, count), (np.uint64, count)]
    pairs = [(starts, open_starts), *(reserved(*array) for array in arrays)]
    found, filling = (AttackMaps(*each) for each in zip(*pairs, strict=True))
    state = filling.state
    map_attacks = map_entry(tables.sliders)
    share = count if workers == 1 else count // (workers * _SHARES_PER_THREAD)
    share = max(share, _SMALLEST_SHARE)

    def run(first: int) -> None:
        end = min(first + share, count)
        map_attacks(tables.address, columns, count, state, first, end)

    run_each(run, range(0, count, share), workers)
    return found


@kernel
def all_knight_attacks(knights: Word) -> Word:
    """The squares attacked by a set of knights, computed for all knights at once.

    See https://www.chessprogramming.org/Knight_Pattern
    """
    one_file = (knights & _NOT_A) >> _ONE | (knights & _NOT_H) << _ONE
    two_files = (knights & _NOT_AB) >> _TWO | (knights & _NOT_GH) << _TWO
    return one_file << _SIXTEEN | one_file >> _SIXTEEN | two_files << _EIGHT | two_files >> _EIGHT


@entry
def count_sliders(columns: Words, step: Word, starts: Words, count: Word) -> Word:
    """Write the start index of each position's sliders, and return the number of sliders."""
    total = _ZERO
    for position in counting(count):
        starts[position] = total
        _white, bqn, rqk, pnk = planes_of(columns, position, step)
        total += popcount((bqn | rqk) & ~pnk)
    starts[count] = total
    return total


@functools.cache
def map_entry(sliders: Sliders) -> Entry:
    """The compiled function that writes the maps of the positions in ``range(first, end)``.

    `maps.attacks` must be filled with zeros before the call.
    """
    bishop, rook = sliders.bishop, sliders.rook

    @entry
    def map_attacks(
        tables: Words, columns: Words, step: Word, maps: MapsState, first: Word, end: Word
    ) -> Word:
        squares, pieces, colors, attacks = maps.squares, maps.pieces, maps.colors, maps.attacks
        for position in counting(first, end):
            start = maps.starts[position]
            white, bqn, rqk, pnk = planes_of(columns, position, step)
            occupied, kings = bqn | rqk | pnk, rqk & pnk
            diagonal, orthogonal, knights, pawns = kinds(bqn, rqk, pnk, occupied)
            both = diagonal | orthogonal
            white_pawns, black_pawns = pawns & white, pawns & ~white
            by_white = to_the_left(white_pawns) | to_the_right(white_pawns)
            by_white |= all_knight_attacks(knights & white)
            by_white |= king_attacks(tables, count_zeros(kings & white))
            by_black = downwards(black_pawns) | all_knight_attacks(knights & ~white)
            by_black |= king_attacks(tables, count_zeros(kings & ~white))
            # Two loops avoid an unpredictable branch on the piece; both visit queens.
            # A slider's index is the number of sliders on lower squares.
            left = diagonal
            while left:
                square = count_zeros(left)
                place = start + popcount(both & ((left & ~(left - _ONE)) - _ONE))
                seen = bishop(tables, square, occupied)
                is_white = white >> square & _ONE
                attacks[place] = seen
                squares[place], colors[place] = square, is_white
                pieces[place] = _BISHOP + ((orthogonal >> square & _ONE) << _ONE)
                by_white |= seen & (_ZERO - is_white)
                by_black |= seen & (is_white - _ONE)
                left = without_lowest(left)
            left = orthogonal
            while left:
                square = count_zeros(left)
                place = start + popcount(both & ((left & ~(left - _ONE)) - _ONE))
                seen = rook(tables, square, occupied)
                is_white = white >> square & _ONE
                attacks[place] |= seen
                squares[place], colors[place] = square, is_white
                pieces[place] = _ROOK + (diagonal >> square & _ONE)
                by_white |= seen & (_ZERO - is_white)
                by_black |= seen & (is_white - _ONE)
                left = without_lowest(left)
            maps.white_attacked[position], maps.black_attacked[position] = by_white, by_black
        return end

    return map_attacks
