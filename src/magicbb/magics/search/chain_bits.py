"""Sets of points on a circle, one bit for each cell.

The circle is the numbers modulo 2**64, and a *cell* is an interval of 2**cell_shift of them. A set
has a bit for each cell, set as long as some point in the cell may be allowed. After its last word
the first few are repeated, so that a window of cells can be read across the seam.

Points are moved by distances that are known to an interval: `dilate` makes sets in which a cell
stands for itself and one neighbour above it, or two. A point of a cell, moved by a distance in
[low, low + spread], lies in one of the cells from k = low // cell on, if fractions are left aside;
with f = low % cell and 2**cell_shift = c, the last of them is

    k + (c - 1 + f + spread) // c  <=  k + 1 + (f + spread) // c
"""

from __future__ import annotations

from magicbb.compile import Record, Word, Words, count_zeros, counting, kernel, lower, words_from

CELL_BITS = 4
"""There are 2**CELL_BITS cells in a slot."""

PADDING = 8
"""How many words are repeated after the last one; a window reads five."""

SETS_EACH = Word(3)
"""The number of sets in a group: one, and the two that `dilate` makes from it."""

_ZERO, _ONE, _TWO = Word(0), Word(1), Word(2)
_ALL = Word(2**64 - 1)
_WORD_BITS, _LAST_BIT, _WORD_SHIFT = Word(64), Word(63), Word(6)
_PADDING = Word(PADDING)
_ROW, _HALF_ROW = Word(8), Word(4)


class Circle(Record):
    """The size of the cells, and of the sets.

    Attributes:
        cell_shift: The logarithm of the points in a cell.
        cell_mask: The points of a cell, less one.
        cells_mask: The cells of the circle, less one.
        words: The words that a set has.
        stride: The words from one set to the next.
        turned_stride: The same of turned sets.
        row_bits: The logarithm of the rows of these.
    """

    cell_shift: Word
    cell_mask: Word
    cells_mask: Word
    words: Word
    stride: Word
    turned_stride: Word
    row_bits: Word


def circle_of(bits: int) -> Circle:
    """The number of cells for a number of index bits, at least four.

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
    """Make it the set of all cells."""
    for place in counting(circle.stride):
        cells[place] = _ALL


@kernel
def wrap(cells: Words, circle: Circle) -> None:
    """Repeat the first words after the last one."""
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
    """Take out the cells that lie wholly among `length` points from `start` on; not the repeats."""
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
    """Make the sets in which a cell stands for two cells, and right after it for three.

    Cell k of the former is set if k or k + 1 is in the set, cell k of the latter if k, k + 1 or
    k + 2 is.
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
    """Make the turned set: cells that differ in the highest eight bits lie next to each other.

    A row has the 256 cells that agree in all lower bits, and has them twice, so that a window of it
    can begin anywhere.
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
    """64 cells of a set, from some cell on."""
    place, low = cell >> _WORD_SHIFT, cell & _LAST_BIT
    return (cells[place] >> low) | ((cells[place + _ONE] << _ONE) << (_LAST_BIT - low))
