"""What arrays beside magics are: masks, shifts, offsets; told by their numbers and names."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from magicbb.geometry.bitboards import FULL
from magicbb.geometry.mappings import MAPPINGS
from magicbb.geometry.sliders import SLIDERS
from magicbb.magics.magic import MOST_BITS, MOST_ENTRIES
from magicbb.tables.imports.trials import Width, in_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.geometry.mappings import Mapping
    from magicbb.geometry.sliders import Slider
    from magicbb.tables.imports.sources.arrays import PastedArray
    from magicbb.tables.imports.trials import Trial

_WIDTH_NAME = re.compile("shift|bits|relevant|width|count|size|log", re.IGNORECASE)
_OFFSET_NAME = re.compile("offset|start|base|index|idx|pos|ptr", re.IGNORECASE)
_INITIALS = {
    "rook": re.compile("(?:^|[^A-Za-z])(?:R(?=[A-Z_])|r(?=[A-Z_]))"),
    "bishop": re.compile("(?:^|[^A-Za-z])(?:B(?=[A-Z_])|b(?=[A-Z_]))"),
}
_WORD_BITS = 64
_MANY_OFFSETS = 16
"""Offsets of 64 squares are mostly different; fewer numbers than this are something else."""


def slider_named(name: str) -> str | None:
    """The slider that a name is about, if it says so.

    >>> [slider_named(name) for name in ("ROOK_MAGICS", "BBits", "rMagics", "magics")]
    ['rook', 'bishop', 'rook', None]
    """
    named = [slider.name for slider in SLIDERS if slider.name in name.lower()]
    named = named or [slider for slider, initial in _INITIALS.items() if initial.search(name)]
    return named[0] if len(named) == 1 else None


def masks_among(
    arrays: Sequence[PastedArray],
) -> dict[PastedArray, tuple[Slider, Mapping, bool]]:
    """The arrays that are relevant masks or their complements, with slider and order."""
    known = _known_masks()
    return {array: known[array.numbers] for array in arrays if array.numbers in known}


@cache
def _known_masks() -> dict[tuple[int, ...], tuple[Slider, Mapping, bool]]:
    known = {}
    for slider in SLIDERS:
        for mapping in MAPPINGS.values():
            masks = [slider.mask(square) for square in mapping.squares]
            for complement in (False, True):
                flip = FULL if complement else 0
                unsigned = tuple(mask ^ flip for mask in masks)
                signed = tuple(mask - 2**64 if mask >> 63 else mask for mask in unsigned)
                known[unsigned] = known[signed] = (slider, mapping, complement)
    return known


def widths_for(trial: Trial, arrays: Sequence[PastedArray]) -> list[tuple[Width, PastedArray]]:
    """The arrays that may be the shifts or index bits of magics, the likeliest first."""
    found = []
    for array in arrays:
        bits = _bits_of(array.numbers)
        together = array.table == trial.array.table
        if bits is None or not (together or _WIDTH_NAME.search(array.name)):
            continue
        named = slider_named(array.name)
        if named not in (None, trial.slider.name):
            continue
        by_square = in_order(np.array(bits, np.uint8), trial.mapping)
        width = Width("index bits as the source gives them", by_square)
        rank = (not together, named is None, -trial.right(width), sum(bits))
        found.append((rank, width, array))
    found.sort(key=lambda each: each[0])
    return [(width, array) for _, width, array in found]


def offsets_for(trial: Trial, arrays: Sequence[PastedArray]) -> PastedArray | None:
    """The array that may be the offsets of magics; negative ones may be written as words."""
    found = []
    for array in map(_with_sign, arrays):
        together = array.table == trial.array.table
        named = slider_named(array.name)
        if not (together or (_OFFSET_NAME.search(array.name) and named == trial.slider.name)):
            continue
        small = all(abs(number) <= MOST_ENTRIES for number in array.numbers)
        if small and len(set(array.numbers)) >= _MANY_OFFSETS:
            found.append((not together, not _OFFSET_NAME.search(array.name), array))
    return min(found, key=lambda each: each[:2])[2] if found else None


def _with_sign(array: PastedArray) -> PastedArray:
    signed = (n - 2**64 if 2**64 - MOST_ENTRIES <= n < 2**64 else n for n in array.numbers)
    return replace(array, numbers=tuple(signed))


def _bits_of(numbers: Sequence[int]) -> list[int] | None:
    if all(1 <= number <= MOST_BITS for number in numbers):
        return [*numbers]
    if all(1 <= _WORD_BITS - number <= MOST_BITS for number in numbers):
        return [_WORD_BITS - number for number in numbers]
    return None
