"""The 64 squares: their numbers, names, files and ranks.

A square is a number from 0 to 63, counted rank by rank from White's left-hand corner
(little-endian rank-file mapping, as in python-chess)::

    8   56 57 58 59 60 61 62 63
    7   48 49 50 51 52 53 54 55
    6   40 41 42 43 44 45 46 47
    5   32 33 34 35 36 37 38 39
    4   24 25 26 27 28 29 30 31
    3   16 17 18 19 20 21 22 23
    2    8  9 10 11 12 13 14 15
    1    0  1  2  3  4  5  6  7
         a  b  c  d  e  f  g  h

All functions of this package that take a square accept its number or its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.arguments import parse_integer, short_repr

if TYPE_CHECKING:
    from typing import SupportsIndex

FILE_NAMES = "abcdefgh"
RANK_NAMES = "12345678"
SQUARE_NAMES = tuple(file + rank for rank in RANK_NAMES for file in FILE_NAMES)

_SQUARE_BY_NAME = {name: square for square, name in enumerate(SQUARE_NAMES)}
_SQUARE_RULE = 'square must be 0..63 or a name such as "e4"'


def square_at(file: SupportsIndex, rank: SupportsIndex) -> int:
    """Return the square on the given file and rank, both counted from 0.

    Raises:
        ValueError: The file or the rank is not 0..7.
        TypeError: The file or the rank is not an integer.

    >>> square_at(file=4, rank=3)  # e4
    28
    """
    file = parse_integer(file, 8, "file must be 0..7")
    rank = parse_integer(rank, 8, "rank must be 0..7")
    return 8 * rank + file


def file_of(square: SupportsIndex | str) -> int:
    """Return the file of a square, from 0 for the a-file to 7 for the h-file.

    Raises:
        ValueError, TypeError: As for `parse_square`.

    >>> file_of("e4")
    4
    """
    return parse_square(square) % 8


def rank_of(square: SupportsIndex | str) -> int:
    """Return the rank of a square, from 0 for the first rank to 7 for the eighth.

    Raises:
        ValueError, TypeError: As for `parse_square`.

    >>> rank_of("e4")
    3
    """
    return parse_square(square) // 8


def square_name(square: SupportsIndex | str) -> str:
    """Return the name of a square.

    Raises:
        ValueError, TypeError: As for `parse_square`.

    >>> square_name(28)
    'e4'
    """
    return SQUARE_NAMES[parse_square(square)]


def parse_square(square: SupportsIndex | str) -> int:
    """Return the number of a square given as an integer or a name.

    Any object that Python accepts as an index, such as a NumPy integer, counts as an integer. A
    name is a lower-case letter a-h followed by a digit 1-8.

    Raises:
        ValueError: The integer is not 0..63, or the string is not the name of a square.
        TypeError: The argument is neither an integer nor a string.

    >>> parse_square("e4"), parse_square(28)
    (28, 28)
    >>> parse_square("i9")
    Traceback (most recent call last):
    ValueError: square must be 0..63 or a name such as "e4", got 'i9'
    """
    if not isinstance(square, str):
        return parse_integer(square, 64, _SQUARE_RULE)
    if square not in _SQUARE_BY_NAME:
        raise ValueError(f"{_SQUARE_RULE}, got {short_repr(square)}")
    return _SQUARE_BY_NAME[square]
