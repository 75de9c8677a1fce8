"""All keys of all squares, with attacks from the ray walk: the reference for all tables.

The 128 *rows* are the rook's squares a1 to h8, followed by the bishop's; a row's keys are the
subsets of its mask in ascending order. There are 107,648 keys, few enough to check all of them
every time.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Bytes, Word, Words, counting, entry, kernel
from magicbb.compile.memory import frozen
from magicbb.geometry.sliders import SLIDERS
from magicbb.geometry.squares import square_name

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider

ROWS = 128

PLACES = tuple((slider, square) for slider in SLIDERS for square in range(64))
"""The slider and the square of every row."""

WIDEST_BITS = {"rook": 12, "bishop": 9}
"""The most mask squares of each slider; with a fixed shift or stride, indices have as many bits."""

_ZERO, _ONE = Word(0), Word(1)
_ROW_COUNT = Word(ROWS)
_RAYS, _RAY = Word(4), Word(7)  # rays per row, squares per ray
_END = Word(255)  # pads a ray to seven squares


def row_of(slider: Slider, square: int) -> int:
    """The row of a slider's square: 0..63 for the rook, 64..127 for the bishop.

    >>> from magicbb.geometry.sliders import ROOK
    >>> row_of(ROOK, 3)
    3
    """
    return 64 * SLIDERS.index(slider) + square


def row_name(row: int) -> str:
    """The slider and square of a row, for messages.

    >>> row_name(64)
    'bishop a1'
    """
    return f"{SLIDERS[row // 64]} {square_name(row % 64)}"


def rows_near(row: int) -> list[int]:
    """The row itself, and those of the same slider at most two files and two ranks away.

    A magic for one of them, shifted by the distance, is almost a magic for the row.

    >>> rows_near(0)
    [0, 1, 2, 8, 9, 10, 16, 17, 18]
    """
    slider, rank, file = row // 64, row // 8 % 8, row % 8
    return [
        64 * slider + 8 * other_rank + other_file
        for other_rank in range(max(0, rank - 2), min(8, rank + 3))
        for other_file in range(max(0, file - 2), min(8, file + 3))
    ]


@dataclass(frozen=True)
class Keys:
    """The keys of all rows in order.

    Attributes:
        masks: uint64[128], the mask of each row.
        starts: uint64[129], the index of each row's first key; the last element is the number of
            keys.
        rows: uint8[107648], the row of each key.
        blockers: uint64[107648], the keys.
        attacks: uint64[107648], the attack set of each key.
    """

    masks: npt.NDArray[np.uint64]
    starts: npt.NDArray[np.uint64]
    rows: npt.NDArray[np.uint8]
    blockers: npt.NDArray[np.uint64]
    attacks: npt.NDArray[np.uint64]

    def of_row(self, row: int) -> slice:
        """The slice of a row's keys."""
        return slice(int(self.starts[row]), int(self.starts[row + 1]))

    def attacks_of(self, slider: Slider, square: int) -> npt.NDArray[np.uint64]:
        """The attack set of each blocker subset of a square, in ascending order of the subsets."""
        return self.attacks[self.of_row(row_of(slider, square))]

    def of_slider(self, slider: Slider) -> slice:
        """The slice of a slider's keys."""
        first = row_of(slider, 0)
        return slice(int(self.starts[first]), int(self.starts[first + 64]))


@functools.cache
def all_keys() -> Keys:
    """The keys of all rows in read-only arrays, computed once per process (in 2 ms) and shared.

    >>> from magicbb.geometry.sliders import ROOK
    >>> keys = all_keys()
    >>> len(keys.blockers), len(keys.blockers[keys.of_slider(ROOK)])
    (107648, 102400)
    """
    masks = np.array([slider.mask(square) for slider, square in PLACES], dtype=np.uint64)
    sizes = [1 << int(mask).bit_count() for mask in masks]
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint64)
    total = int(starts[-1])
    blockers, attacks = np.empty(total, np.uint64), np.empty(total, np.uint64)
    _enumerate(masks, rays_table(), blockers, attacks)
    rows = np.repeat(np.arange(ROWS, dtype=np.uint8), sizes)
    arrays: tuple[Any, ...] = (masks, starts, rows, blockers, attacks)
    return Keys(*map(frozen, arrays))


def rays_table() -> npt.NDArray[np.uint8]:
    """The squares of each row's four rays as uint8[128, 4, 7], padded with 255."""
    table = np.full((ROWS, int(_RAYS), int(_RAY)), _END, dtype=np.uint8)
    for row, (slider, square) in enumerate(PLACES):
        for number, ray in enumerate(slider.rays(square)):
            table[row, number, : len(ray)] = ray
    return table


@kernel
def walk(rays: Bytes, row: Word, occupied: Word) -> Word:
    """The attacks of a row, found by walking along its rays: the compiled oracle."""
    attacks = _ZERO
    for number in counting(_RAYS):
        start = (row * _RAYS + number) * _RAY
        for place in counting(start, start + _RAY):
            square = Word(rays[place])
            if square == _END:
                break
            attacks |= _ONE << square
            if (occupied >> square) & _ONE:
                break
    return attacks


@entry
def _enumerate(masks: Words, rays: Bytes, blockers: Words, attacks: Words) -> None:
    place = _ZERO
    for row in counting(_ROW_COUNT):
        key = _ZERO
        while True:
            blockers[place] = key
            attacks[place] = walk(rays, row, key)
            place += _ONE
            key = (key - masks[row]) & masks[row]  # the next subset (carry-rippler)
            if key == _ZERO:
                break
