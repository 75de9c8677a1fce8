"""Sets of squares as 64-bit numbers: build, list and draw them, and enumerate subsets.

Bit s of a bitboard is 1 if square s belongs to the set. In a diagram a1 is the lower left corner,
as White sees the board::

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
_SIDE = 8  # lines per diagram, cells per line


def parse_bitboard(value: SupportsIndex, name: str = "occupied") -> int:
    """Return a bitboard as a plain `int`.

    Any object that Python accepts as an index is valid, such as a NumPy integer or a python-chess
    `SquareSet`, but strings are not. `name` is the name of the argument in error messages.

    Raises:
        ValueError: The integer is negative or has more than 64 bits.
        TypeError: The argument is not an integer.

    >>> parse_bitboard(-1)
    Traceback (most recent call last):
    ValueError: occupied must be an integer from 0 to 2**64 - 1, got -1
    """
    return parse_integer(value, 2**64, f"{name} must be an integer from 0 to 2**64 - 1")


def bitboard_of(squares: Iterable[SupportsIndex | str]) -> int:
    """Return the set of the given squares; duplicates are allowed.

    Raises:
        ValueError: A square is neither 0..63 nor a name.
        TypeError: A square has the wrong type, or `squares` is not iterable or is a single
            string.

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
        ValueError, TypeError: As for `parse_bitboard`, raised by the call, not during iteration.

    >>> list(squares_of(0b10110))
    [1, 2, 4]
    """
    bits = parse_bitboard(bitboard, "bitboard")
    return (square for square in range(64) if bits >> square & 1)


def diagram(
    bitboard: SupportsIndex, *, pieces: Mapping[int, str] | Mapping[str, str] | None = None
) -> str:
    """Draw a bitboard as eight lines of eight cells, from the eighth rank down.

    A cell is ``1`` for a square in the set and ``.`` for any other. `pieces` maps squares to
    letters that are drawn in their place, whether or not the squares are in the set.

    Raises:
        ValueError: The bitboard or a square of `pieces` is out of range, or a letter is not
            one visible character.
        TypeError: The bitboard, `pieces`, or one of its squares or letters has the wrong type.

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
    """Parse a diagram into a bitboard: the inverse of `diagram`.

    A diagram has eight lines of eight cells, from the eighth rank down. ``1``, ``x`` or ``X`` is a
    square in the set and ``.`` is any other. Spaces between and around cells are ignored, as are
    blank lines above and below the diagram. Any other text raises an error that gives its line
    and column, counted from 1 in the original text.

    Raises:
        ValueError: A cell is not one of the four characters, or the diagram is not eight by eight.
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
        # the number of the first surplus line, or of the first missing line
        number = above + min(len(drawn), _SIDE) + 1
        raise ValueError(f"line {number}, column 1: a diagram has 8 lines, got {len(drawn)}")
    return bitboard


def _parse_rank(line: str, number: int) -> int:
    """Return one line of a diagram as eight bits, with the a-file in bit 0."""
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
    """Return an iterator over all subsets of a mask, in ascending order from the empty set.

    `pdep` returns the subset with a given number in this order. Subsets are traversed with the
    carry-rippler (Marcel van Kervinck, 1994, according to "Traversing Subsets of a Set" in the
    chessprogramming wiki).

    Raises:
        ValueError, TypeError: As for `parse_bitboard`, raised by the call, not during iteration.

    >>> [f"{blockers:04b}" for blockers in subsets(0b1010)]
    ['0000', '0010', '1000', '1010']
    """
    return _ripple(parse_bitboard(mask, "mask"))


def _ripple(mask: int) -> Iterator[int]:
    subset = EMPTY
    while True:
        yield subset
        # Equal to ((subset | ~mask) + 1) & mask: squares outside the mask are filled, so the carry
        # of the increment ripples through them to the next square of the mask.
        subset = (subset - mask) & mask
        if subset == EMPTY:
            return


def pdep(value: SupportsIndex, mask: SupportsIndex) -> int:
    """Deposit the low bits of a value at the set bits of a mask, like the PDEP instruction.

    Bit k of the value determines whether the k-th lowest square of the mask is in the result, which
    is therefore subset number `value` of the mask in the order of `subsets`.

    Raises:
        ValueError: The mask is not a bitboard, or has no subset with that number.
        TypeError: An argument is not an integer.

    >>> f"{pdep(0b101, 0b11010):05b}"
    '10010'
    """
    squares = list(squares_of(parse_bitboard(mask, "mask")))
    last = 2 ** len(squares) - 1
    bits = parse_integer(value, last + 1, f"value must be an integer from 0 to {last}")
    return sum((bits >> k & 1) << square for k, square in enumerate(squares))


def pext(value: SupportsIndex, mask: SupportsIndex) -> int:
    """Extract the bits of a value at the set bits of a mask, like the PEXT instruction.

    This is the inverse of `pdep`: it returns the number of a subset in the order of `subsets`.

    Raises:
        ValueError: An argument is not a bitboard, or the value has bits outside the mask.
        TypeError: An argument is not an integer.

    >>> f"{pext(0b10010, 0b11010):03b}"
    '101'
    """
    mask = parse_bitboard(mask, "mask")
    bits = parse_bitboard(value, "value")
    if bits & ~mask:
        raise ValueError(f"value must lie inside the mask {mask:#x}, got {bits:#x}")
    return sum((bits >> square & 1) << k for k, square in enumerate(squares_of(mask)))
