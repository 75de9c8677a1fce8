"""Sets of points on a circle, with one bit per cell.

The circle is the integers modulo 2**64, and a *cell* is an interval of 2**cell_shift points. A set
has one bit per cell, which is set as long as any point of the cell may be allowed. The first few
words are repeated after the last one, so that cells can be read across the wraparound.

Points are moved by distances that are known only up to an interval. For this, `dilate` makes sets
in which each bit covers its cell and the next one or two cells above. With c = 2**cell_shift, a
point moved by a distance in [low, low + spread] moves up by at least k = low // c cells. With f =
low % c, it moves up by at most

    k + (c - 1 + f + spread) // c  <=  k + 1 + (f + spread) // c
"""

from __future__ import annotations

from typing import Any

from magicbb.compile import Record, Word, Words, count_zeros, counting, kernel, lower, words_from

CELL_BITS = 4
"""The binary logarithm of the number of cells in a slot."""

PADDING = 8
"""The number of words repeated after the last word; a window reads five words."""

SETS_EACH = Word(3)
"""The number of sets in a group: the original set, and two sets that `dilate` makes from it."""

_ZERO, _ONE, _TWO, _THREE, _FOUR = Word(0), Word(1), Word(2), Word(3), Word(4)
_ALL = Word(2**64 - 1)
_WORD_BITS, _LAST_BIT, _WORD_SHIFT = Word(64), Word(63), Word(6)
_PADDING = Word(PADDING)
_ROW, _HALF_ROW = Word(8), Word(4)


class Circle(Record):
    """The sizes of cells and sets.

    Attributes:
        cell_shift: log2 of the number of points in a cell.
        cell_mask: The number of points in a cell, minus one.
        cells_mask: The number of cells on the circle, minus one.
        words: The number of words in a set.
        stride: The number of words from one set to the next.
        turned_stride: The number of words from one turned set to the next.
        row_bits: log2 of the number of rows in a turned set.
    """

    cell_shift: Word
    cell_mask: Word
    cells_mask: Word
    words: Word
    stride: Word
    turned_stride: Word
    row_bits: Word


def circle_of(bits: int) -> Circle:
    """The sizes of cells and sets for a number of index bits, which must be at least four.

    >>> circle = circle_of(11)
    >>> int(circle.words), int(circle.cell_shift)
    (512, 49)
    """
    cells = bits + CELL_BITS
    words = 1 << (cells - 6)
    return Circle(
        cell_shift=64 - cells,
        cell_mask=2 ** (64 - cells) - 1,
        cells_mask=2**cells - 1,
        words=words,
        stride=words + PADDING,
        turned_stride=2 * words,
        row_bits=cells - 8,
    )


@kernel
def fill(cells: Words, circle: Circle) -> None:
    """Set the bits of all cells."""
    for place in counting(circle.stride):
        cells[place] = _ALL


@kernel
def wrap(cells: Words, circle: Circle) -> None:
    """Repeat the first words of a set after its last word."""
    words = circle.words
    for place in counting(_PADDING):
        cells[words + place] = cells[place]


@kernel
def has(cells: Words, point: Word, circle: Circle) -> bool:
    """Whether the cell of a point is in a set."""
    cell = point >> circle.cell_shift
    return (cells[cell >> _WORD_SHIFT] >> (cell & _LAST_BIT)) & _ONE != _ZERO


@kernel
def exclude(cells: Words, start: Word, length: Word, circle: Circle) -> None:
    """Clear the cells within the `length` points beginning at `start`.

    The repeated words are not updated.
    """
    skipped = (_ZERO - start) & circle.cell_mask
    if length <= skipped:
        return
    left = (length - skipped) >> circle.cell_shift
    cell = ((start + skipped) >> circle.cell_shift) & circle.cells_mask
    while left != _ZERO:
        low = cell & _LAST_BIT
        count = lower(_WORD_BITS - low, left)
        cells[cell >> _WORD_SHIFT] &= ~((_ALL >> (_WORD_BITS - count)) << low)
        left -= count
        cell = (cell + count) & circle.cells_mask


@kernel
def dilate(cells: Words, twos: Words, circle: Circle) -> None:
    """Make two adjacent sets: one whose bits cover two cells, and one whose bits cover three.

    Bit k of the first set is set if bit k or k + 1 of the original is, and bit k of the second set
    if bit k, k + 1 or k + 2 is.
    """
    threes = words_from(twos, circle.stride)
    for place in counting(circle.words):
        word, after = cells[place], cells[place + _ONE]
        two = word | (word >> _ONE) | (after << _LAST_BIT)
        twos[place] = two
        threes[place] = two | (word >> _TWO) | (after << Word(62))
    wrap(twos, circle)
    wrap(threes, circle)


@kernel
def turn(cells: Words, turned: Words, circle: Circle) -> None:
    """Make the turned set, in which cells that differ only in the top eight bits are adjacent.

    A row holds the 256 cells that agree in all lower bits. They are stored twice, so that a window
    can start at any of them.
    """
    row_bits, rows = circle.row_bits, _ONE << circle.row_bits
    for place in counting(rows * _ROW):
        turned[place] = _ZERO
    for place in counting(circle.words):
        word = cells[place]
        while word != _ZERO:
            cell = (place << _WORD_SHIFT) + count_zeros(word)
            word &= word - _ONE
            column = cell >> row_bits
            at = (cell & (rows - _ONE)) * _ROW + (column >> _WORD_SHIFT)
            turned[at] |= _ONE << (column & _LAST_BIT)
    for row in counting(rows):
        for place in counting(_HALF_ROW):
            turned[row * _ROW + _HALF_ROW + place] = turned[row * _ROW + place]


@kernel
def part(cells: Words, cell: Word) -> Word:
    """The 64 cells of a set beginning at a given cell."""
    place, low = cell >> _WORD_SHIFT, cell & _LAST_BIT
    return (cells[place] >> low) | ((cells[place + _ONE] << _ONE) << (_LAST_BIT - low))


@kernel
def cells_from(cells: Words, cell: Word) -> Any:
    """The 256 cells of a set beginning at a given cell, in four words."""
    low = cell & _LAST_BIT
    high = _LAST_BIT - low
    words = words_from(cells, cell >> _WORD_SHIFT)
    a, b, c, d = words[_ONE], words[_TWO], words[_THREE], words[_FOUR]
    return (
        (words[_ZERO] >> low) | ((a << _ONE) << high),
        (a >> low) | ((b << _ONE) << high),
        (b >> low) | ((c << _ONE) << high),
        (c >> low) | ((d << _ONE) << high),
    )
