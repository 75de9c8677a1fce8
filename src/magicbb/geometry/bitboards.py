"""Sets of squares as 64-bit numbers: building, listing, drawing, and all subsets of one.

Bit s of a bitboard is 1 when square s belongs to the set. On a diagram a1 is the lower left
corner, as White sees the board::

    >>> print(diagram(0xFF01))  # a1 and the second rank
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    1 1 1 1 1 1 1 1
    1 . . . . . . .
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from magicbb.arguments import parse_integer, short_repr
from magicbb.geometry.squares import parse_square

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import SupportsIndex

EMPTY = 0
FULL = 2**64 - 1

_CELLS = {".": 0, "1": 1, "x": 1, "X": 1}
_SIDE = 8  # lines of a diagram, cells of a line


def parse_bitboard(value: SupportsIndex, name: str = "occupied") -> int:
    """Return a bitboard as a plain `int`.

    Anything that Python accepts as an index will do, for example a NumPy integer or a
    python-chess `SquareSet`; a string will not. `name` is what errors call the argument.

    Raises:
        ValueError: the integer is negative or longer than 64 bits.
        TypeError: the argument is not an integer.

    >>> parse_bitboard(-1)
    Traceback (most recent call last):
    ValueError: occupied must be an integer from 0 to 2**64 - 1, got -1
    """
    return parse_integer(value, 2**64, f"{name} must be an integer from 0 to 2**64 - 1")


def bitboard_of(squares: Iterable[SupportsIndex | str]) -> int:
    """Return the set of the given squares; one given twice counts once.

    Raises:
        ValueError: one of the squares is not 0..63 and not a name.
        TypeError: one of the squares is of a wrong type, or `squares` is not an iterable,
            or a single string.

    >>> bitboard_of(["a1", "b1", 2])
    7
    """
    if isinstance(squares, str) or not isinstance(squares, Iterable):
        raise TypeError(f"squares must be an iterable of squares, got {short_repr(squares)}")
    bitboard = EMPTY
    for square in squares:
        bitboard |= 1 << parse_square(square)
    return bitboard


def squares_of(bitboard: SupportsIndex) -> Iterator[int]:
    """Return an iterator over the squares of a bitboard, in ascending order.

    Raises:
        ValueError, TypeError: as `parse_bitboard`, when called and not when first used.

    >>> list(squares_of(0b10110))
    [1, 2, 4]
    """
    bits = parse_bitboard(bitboard, "bitboard")
    return (square for square in range(64) if bits >> square & 1)


def diagram(
    bitboard: SupportsIndex, *, pieces: Mapping[int, str] | Mapping[str, str] | None = None
) -> str:
    """Draw a bitboard as eight lines of eight cells, the eighth rank first.

    A cell is ``1`` for a square of the set and ``.`` for any other. `pieces` maps squares to
    letters to be drawn instead, whether or not the square belongs to the set.

    Raises:
        ValueError: the bitboard or a square of `pieces` is out of range, or a letter is not
            one visible character.
        TypeError: the bitboard, `pieces`, or one of its squares or letters is of a wrong type.

    >>> print(diagram(0x2010000102, pieces={"d3": "B"}))
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . 1 . .
    . . . . 1 . . .
    . . . B . . . .
    1 . . . . . . .
    . 1 . . . . . .
    """
    bits = parse_bitboard(bitboard, "bitboard")
    letters = _parse_pieces({} if pieces is None else pieces)
    cells = [letters.get(square, ".1"[bits >> square & 1]) for square in range(64)]
    return "\n".join(" ".join(cells[first : first + 8]) for first in range(56, -8, -8))


def _parse_pieces(pieces: Mapping[int, str] | Mapping[str, str]) -> dict[int, str]:
    rule = "pieces must map squares to single visible characters"
    if not isinstance(pieces, Mapping):
        raise TypeError(f"{rule}, got {short_repr(pieces)}")
    for letter in pieces.values():
        if not isinstance(letter, str):
            raise TypeError(f"{rule}, got {short_repr(letter)}")
        if len(letter) != 1 or letter == " " or not letter.isprintable():
            raise ValueError(f"{rule}, got {short_repr(letter)}")
    return {parse_square(square): letter for square, letter in pieces.items()}


def parse_diagram(text: str) -> int:
    """Read a bitboard from its drawing: the inverse of `diagram`.

    Eight lines of eight cells, the eighth rank first. ``1``, ``x`` or ``X`` is a square of the
    set and ``.`` is any other. Blanks between and around the cells do not matter, nor do blank
    lines above and below the drawing. Everything else is an error, which says where: lines and
    columns are counted from 1 in the text as given.

    Raises:
        ValueError: a cell is not one of the four characters, or there are not eight by eight.
        TypeError: `text` is not a string.

    >>> hex(parse_diagram('''
    ...     . . . . . . . .
    ...     . . . . . . . .
    ...     . . . . . . . .
    ...     . . . . . x . .
    ...     . . . . x . . .
    ...     . . . . . . . .
    ...     x . . . . . . .
    ...     . x . . . . . .
    ... '''))
    '0x2010000102'
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a string of eight lines, got {short_repr(text)}")
    lines = text.rstrip().splitlines()
    above = next((number for number, line in enumerate(lines) if line.strip()), 0)
    drawn = lines[above:]

    bitboard = EMPTY
    for number, line in enumerate(drawn[:_SIDE], start=above + 1):
        bitboard = bitboard << _SIDE | _parse_rank(line, number)
    if len(drawn) != _SIDE:
        # The first line too many, or the place of the first one missing.
        number = above + min(len(drawn), _SIDE) + 1
        raise ValueError(f"line {number}, column 1: a diagram has 8 lines, got {len(drawn)}")
    return bitboard


def _parse_rank(line: str, number: int) -> int:
    """Return one line of a diagram as eight bits, the a-file in the lowest."""
    cells = [(column, cell) for column, cell in enumerate(line, start=1) if not cell.isspace()]
    bits = 0
    for file, (column, cell) in enumerate(cells[:_SIDE]):
        if cell not in _CELLS:
            raise ValueError(
                f'line {number}, column {column}: a cell must be ".", "1", "x" or "X", got {cell!r}'
            )
        bits |= _CELLS[cell] << file
    if len(cells) != _SIDE:
        column = cells[_SIDE][0] if len(cells) > _SIDE else len(line.rstrip()) + 1
        raise ValueError(f"line {number}, column {column}: a line has 8 cells, got {len(cells)}")
    return bits


def subsets(mask: SupportsIndex) -> Iterator[int]:
    """Return an iterator over all subsets of a mask, each once, ascending from the empty one.

    `pdep` gives them by their numbers in this order. The step to the next subset is the
    carry-rippler: Marcel van Kervinck, 1994, after "Traversing Subsets of a Set" in the
    chessprogramming wiki.

    Raises:
        ValueError, TypeError: as `parse_bitboard`, when called and not when first used.

    >>> [f"{blockers:04b}" for blockers in subsets(0b1010)]
    ['0000', '0010', '1000', '1010']
    """
    return _ripple(parse_bitboard(mask, "mask"))


def _ripple(mask: int) -> Iterator[int]:
    subset = EMPTY
    while True:
        yield subset
        # Equal to ((subset | ~mask) + 1) & mask: with every square outside the mask filled,
        # the carry of the increment ripples through to the next square inside it.
        subset = (subset - mask) & mask
        if subset == EMPTY:
            return


def pdep(value: SupportsIndex, mask: SupportsIndex) -> int:
    """Deposit the lowest bits of a value on the squares of a mask, as the instruction PDEP does.

    Bit k of the value says whether the k-th lowest square of the mask belongs to the result, so
    that this is subset number `value` of the mask, counted as `subsets` lists them.

    Raises:
        ValueError: the mask is no bitboard, or has no subset of that number.
        TypeError: an argument is not an integer.

    >>> f"{pdep(0b101, 0b11010):05b}"
    '10010'
    """
    squares = list(squares_of(parse_bitboard(mask, "mask")))
    last = 2 ** len(squares) - 1
    bits = parse_integer(value, last + 1, f"value must be an integer from 0 to {last}")
    return sum((bits >> k & 1) << square for k, square in enumerate(squares))


def pext(value: SupportsIndex, mask: SupportsIndex) -> int:
    """Extract the bits of a value on the squares of a mask, as the instruction PEXT does.

    This is the inverse of `pdep`: the number of a subset of the mask.

    Raises:
        ValueError: an argument is no bitboard, or the value has a square outside the mask.
        TypeError: an argument is not an integer.

    >>> f"{pext(0b10010, 0b11010):03b}"
    '101'
    """
    mask = parse_bitboard(mask, "mask")
    bits = parse_bitboard(value, "value")
    if bits & ~mask:
        raise ValueError(f"value must lie inside the mask {mask:#x}, got {bits:#x}")
    return sum((bits >> square & 1) << k for k, square in enumerate(squares_of(mask)))
