"""Find arrays that are meant as a slider's masks, shifts or offsets, but cannot be recognised.

An array that is right on most squares is recognised, and its wrong numbers are reported one by one.
One that is wrong on more squares is not recognised; if its name and its numbers show what it is
meant to be, it is an error, and not merely "not checked". So is an array with a number too many or
too few: in most of its squares, the program would read the number of another one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from magicbb.tables.imports.checks.offsets import NO_STRIDE
from magicbb.tables.imports.recognition.index_bits import BITS_NAME
from magicbb.tables.imports.recognition.known_contents import ENOUGH_SQUARES, words_of
from magicbb.tables.imports.sources.collecting import NEAR
from magicbb.tables.imports.sources.pasted import SQUARES
from magicbb.tables.imports.sources.slider_names import slider_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from magicbb.tables.imports.slider_part import SliderPart
    from magicbb.tables.imports.sources.pasted import Misfit, PastedArray

_MASK = re.compile("mask|relevant|occupancy", re.IGNORECASE)
_FAR = 2
"""Numbers that differ from the right ones by more than this, in bits of a mask or in index bits,
are not taken for wrong ones."""


def misfits(part: SliderPart, arrays: Sequence[PastedArray]) -> Iterator[str]:
    """Yield an error message for each array that is meant as the slider's masks or shifts.

    Args:
        part: The slider's part.
        arrays: The arrays that have no other role.
    """
    squares = part.mapping.squares
    masks = np.array([part.slider.mask(square) for square in squares], np.uint64)
    bits = part.index_bits.by_square[list(squares)].astype(np.int64)
    least = part.trial.least[list(squares)].astype(np.int64)
    for array in arrays:
        if slider_named(array.name) != part.slider.name:
            continue
        if _MASK.search(array.name):
            apart = [word.bit_count() for word in (words_of(array.numbers) ^ masks).tolist()]
            if sum(count <= _FAR for count in apart) >= ENOUGH_SQUARES:
                wrong = f"on {sum(map(bool, apart))} squares"
                yield f"{array} differs from the {part.slider} masks {wrong}"
        if part.index_bits_array is None and BITS_NAME.search(array.name):
            for whole, sign in ((0, 1), (64, -1), (32, -1)):
                meant = np.array([whole + sign * number for number in array.numbers], np.float64)
                near = np.count_nonzero(abs(meant - bits) <= _FAR) >= ENOUGH_SQUARES
                counts = np.count_nonzero(meant == part.mask_bits[list(squares)]) >= ENOUGH_SQUARES
                if near and not counts and (meant < least).any():
                    wrong = f"on {np.count_nonzero(meant != bits)} squares"
                    yield f"{array} differs from the index bits of the {part.slider} magics {wrong}"


def of_wrong_length(part: SliderPart, misfits: Sequence[Misfit]) -> list[Misfit]:
    """Find lists that are named as the slider's masks, shifts or offsets, but not of 64 numbers.

    Zeros at the end, and an end after the last offset, do no harm.
    """
    return [
        misfit
        for misfit in misfits
        if 0 < abs(len(misfit.numbers) - SQUARES) <= NEAR
        and slider_named(misfit.name) == part.slider.name
        and any(name.search(misfit.name) for name in (_MASK, BITS_NAME, NO_STRIDE))
        and not _is_harmless(misfit)
    ]


def _is_harmless(misfit: Misfit) -> bool:
    more = misfit.numbers[SQUARES:]
    has_end = len(more) == 1 and NO_STRIDE.search(misfit.name) is not None
    return bool(more) and (has_end or {*more} == {0})
