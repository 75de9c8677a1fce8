"""Compute and update the four boards of rotated bitboards.

A rotated board only has to make the squares of each line adjacent. The board for files is reflected
across the diagonal a1-h8. For diagonals, file number f is rotated down by f squares, and for
anti-diagonals it is rotated up, so that each diagonal lies on a rank, which it shares with at most
one other diagonal. The diagonal through d4, before and after::

    . . . . . . . h     . . . . . . . .
    . . . . . . g .     . . . . . . . .
    . . . . . f . .     . . . . . . . .
    . . . . e . . .     . . . . . . . .
    . . . d . . . .     . . . . . . . .
    . . c . . . . .     . . . . . . . .
    . b . . . . . .     . . . . . . . .
    a . . . . . . .     a b c d e f g h
"""

from __future__ import annotations

from magicbb.compile import Word, Words, kernel
from magicbb.geometry.squares import file_of, rank_of, square_at
from magicbb.recipes.notes import Note, explained

BOARDS = 4
"""The number of boards: normal, turned by 90 degrees, and turned by 45 degrees to either side."""

_ONE, _TWO, _THREE, _BOARDS = Word(1), Word(2), Word(3), Word(BOARDS)
_7, _8, _14, _16, _28, _32, _48, _56 = map(Word, (7, 8, 14, 16, 28, 32, 48, 56))
_EVERY_1, _EVERY_2 = Word(0x00AA00AA00AA00AA), Word(0x0000CCCC0000CCCC)  # bits to exchange
_EVERY_4 = Word(0x00000000F0F0F0F0)
_ODD = Word(0xAAAAAAAAAAAAAAAA)  # files whose numbers have bit 0 set
_TWOS, _FOURS = Word(0xCCCCCCCCCCCCCCCC), Word(0xF0F0F0F0F0F0F0F0)  # bit 1, bit 2

_STEPS = {
    "once": Note("Turned, 1 of 3", "The first step towards the turned board."),
    "twice": Note("Turned, 2 of 3", "The second step towards the turned board."),
}
_DIFFERENT = Note(
    "To exchange",
    "The squares whose contents differ from those of the squares they are swapped with.",
)
_MOVED = Note("Moved around", "All ranks moved up, wrapping around from the top to the bottom.")
_TURNED = Note(
    "Turned board", "The board reflected across the diagonal a1-h8, so that files become ranks."
)
_LEFT = Note(
    "Turned left", "Each file is rotated up by its number, so that anti-diagonals become ranks."
)
_RIGHT = Note(
    "Turned right", "Each file is rotated down by its number, so that diagonals become ranks."
)


def places(square: int) -> tuple[int, int, int, int]:
    """The positions of a square on the four boards.

    >>> places(27)  # d4
    (27, 27, 51, 3)
    """
    file, rank = file_of(square), rank_of(square)
    left, right = (rank + file) % 8, (rank - file) % 8
    return square, square_at(rank, file), square_at(file, left), square_at(file, right)


@explained(different=_DIFFERENT)
@kernel
def _exchange(board: Word, chosen: Word, distance: Word) -> Word:
    """Exchange the chosen squares with the squares at a given distance above them."""
    different = (board ^ (board >> distance)) & chosen
    return board ^ different ^ (different << distance)


@explained(moved=_MOVED)
@kernel
def _move(board: Word, chosen: Word, up: Word, down: Word) -> Word:
    """Rotate the chosen files upwards; `up` and `down` add up to 64."""
    moved = board << up | board >> down
    return board ^ ((board ^ moved) & chosen)


@explained(**_STEPS, turned=_TURNED)
@kernel
def turn(occupied: Word) -> Word:
    """The board for files: reflected across a1-h8, in blocks of 1, 4 and 16 squares."""
    once = _exchange(occupied, _EVERY_1, _7)
    twice = _exchange(once, _EVERY_2, _14)
    return _exchange(twice, _EVERY_4, _28)


@explained(**_STEPS, left=_LEFT)
@kernel
def turn_left(occupied: Word) -> Word:
    """The board for anti-diagonals: each file is rotated up by its number, in three steps."""
    once = _move(occupied, _ODD, _8, _56)
    twice = _move(once, _TWOS, _16, _48)
    return _move(twice, _FOURS, _32, _32)


@explained(**_STEPS, right=_RIGHT)
@kernel
def turn_right(left: Word) -> Word:
    """The board for diagonals, computed from the board for anti-diagonals.

    Each file is rotated down by twice its number, which takes one step fewer than rotating the
    files of the normal board by their numbers.
    """
    once = _move(left, _ODD, _48, _16)
    return _move(once, _TWOS, _32, _32)


@kernel
def boards(occupied: Word, kept: Words, start: Word) -> None:
    """Write the four boards to `kept`, beginning at `start`."""
    left = turn_left(occupied)
    kept[start], kept[start + _ONE] = occupied, turn(occupied)
    kept[start + _TWO], kept[start + _THREE] = left, turn_right(left)


@kernel
def toggle(attack_sets: Words, kept: Words, start: Word, square: Word) -> None:
    """Add or remove a piece on all four boards; two calls make a quiet move."""
    bits = square * _BOARDS
    normal, turned = kept[start] ^ attack_sets[bits], kept[start + _ONE] ^ attack_sets[bits + _ONE]
    left = kept[start + _TWO] ^ attack_sets[bits + _TWO]
    right = kept[start + _THREE] ^ attack_sets[bits + _THREE]
    kept[start], kept[start + _ONE] = normal, turned
    kept[start + _TWO], kept[start + _THREE] = left, right
