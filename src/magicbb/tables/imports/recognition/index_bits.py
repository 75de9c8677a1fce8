"""Find the arrays that contain the magics' shifts or index bits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from magicbb.lookup.keys import WIDEST_BITS
from magicbb.magics.magic import MOST_BITS, MOST_ENTRIES
from magicbb.tables.imports.recognition.known_contents import ENOUGH_SQUARES
from magicbb.tables.imports.recognition.shifted_magics import NEAR, TO_TOP, ShiftedMagics
from magicbb.tables.imports.recognition.trials import (
    KINDS_TRIED,
    IndexBits,
    in_order,
    of_fixed_shift,
)
from magicbb.tables.imports.sources.slider_names import slider_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.tables.imports.recognition.trials import Trial
    from magicbb.tables.imports.sources.pasted import Pasted, PastedArray

NAME = re.compile("shift|bits|relevant|width|count|size|log", re.IGNORECASE)
"""Words that occur in the names of arrays of shifts or index bits."""

BITS_NAME = re.compile("shift|bits|relevant|width|log", re.IGNORECASE)
"""Those that do not occur in the names of other counts, such as those of a piece's moves."""

_MOST_TOO_WIDE = 64 - ENOUGH_SQUARES
"""If more squares than this have more index bits than mask squares, the shifts belong to the other
slider, or are the same for all squares."""


def listed_index_bits(
    trial: Trial, arrays: Sequence[PastedArray]
) -> list[tuple[IndexBits, PastedArray]]:
    """Find the candidate arrays for the shifts or index bits of magics, most likely first."""
    found = []
    mask_bits = [trial.slider.mask(square).bit_count() for square in range(64)]
    for array in arrays:
        bits = _bits_of(array.numbers)
        together = array.table == trial.array.table
        if bits is None or not (together or NAME.search(array.name)):
            continue
        named = slider_named(array.name)
        if named not in (None, trial.slider.name):
            continue
        by_square = in_order(bits, trial.mapping)
        if not (together or BITS_NAME.search(array.name) or _are_usual(by_square, trial.slider)):
            continue
        index_bits = IndexBits("index bits from the source", by_square)
        wide = sum(map(int.__gt__, by_square.tolist(), mask_bits)) > _MOST_TOO_WIDE
        rank = (not together, named is None, wide, -trial.working(index_bits), int(bits.sum()))
        found.append((rank, index_bits, array))
    found.sort(key=lambda each: each[0])
    return [(index_bits, array) for _, index_bits, array in found]


def _are_usual(bits: npt.NDArray[np.uint8], slider: Slider) -> bool:
    """Whether index bits are those of the masks, or of fixed shifts, on most squares."""
    mask_bits = [slider.mask(square).bit_count() for square in range(64)]
    usual = (np.array(mask_bits), WIDEST_BITS[slider.name])
    return any(np.count_nonzero(bits == each) >= ENOUGH_SQUARES for each in usual)


def fixed_in_code(
    trial: Trial, pasted: Pasted, arrays: Sequence[PastedArray]
) -> list[tuple[IndexBits, None]]:
    """Find whether the program has fixed shifts.

    It has if it shifts the magics by a constant, or has the shifts 52 and 55, or tables such as
    `table[64][4096]` and `[64][512]`, and does not shift the magics by a counted number of bits.
    Magics with fewer index bits often work with fixed shifts as well, so trying does not tell.
    """
    slider = trial.slider.name
    shifted = ShiftedMagics({slider: trial.array}, pasted.arrays)
    to_top = {TO_TOP, TO_TOP - 32}  # that of the upper half, if the magics are in two
    shifts = [each for each in pasted.code if each.before == ">>" and each.number not in to_top]
    is_fixed = any(
        abs(each.number - (word - WIDEST_BITS[slider])) <= NEAR
        for each in shifts
        for word in (64, 32)
        if slider in shifted.sliders(each.names)
    )
    if not is_fixed and slider not in shifted.sliders(pasted.counted):
        meant = {64 - bits for bits in WIDEST_BITS.values()}
        is_fixed = meant <= {each.number for each in shifts} or _has_rows(trial, pasted, arrays)
    return [(of_fixed_shift(trial.slider), None)] if is_fixed and trial.kind in KINDS_TRIED else []


def _has_rows(trial: Trial, pasted: Pasted, arrays: Sequence[PastedArray]) -> bool:
    """Whether the program has tables with rows of the same length for all squares."""
    declared = {each.number for each in pasted.lengths if each.before == "["}
    others = (array for array in arrays if array != trial.array)
    are_there = {1 << bits for bits in WIDEST_BITS.values()} <= declared
    return are_there and not any(map(_may_be_offsets, others))


def _may_be_offsets(array: PastedArray) -> bool:
    return max(map(abs, array.numbers)) < MOST_ENTRIES << 3


def _bits_of(numbers: Sequence[int]) -> npt.NDArray[np.uint8] | None:
    """Convert numbers to index bits, with 0 for numbers that are out of range.

    The numbers may be index bits, or shifts of 64-bit or 32-bit words.
    """
    for whole, sign in ((0, 1), (64, -1), (32, -1)):
        bits = [whole + sign * number for number in numbers]
        able = [count if 1 <= count <= MOST_BITS else 0 for count in bits]
        if np.count_nonzero(able) >= ENOUGH_SQUARES:
            return np.array(able, np.uint8)
    return None
