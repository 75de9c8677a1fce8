"""Recognise two special forms of magics: those for 32-bit products, and magic groups.

These are tried only if no ordinary magics are found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.geometry.sliders import BISHOP, ROOK, SLIDERS
from magicbb.lookup.keys import WIDEST_BITS, all_keys, row_of
from magicbb.recipes.hashing.group import GROUP_BITS
from magicbb.recipes.storage import STORAGES
from magicbb.tables.imports.clashes import alone, to_blame
from magicbb.tables.imports.recognition.known_contents import ENOUGH_SQUARES, words_of
from magicbb.tables.imports.recognition.trials import Trial, in_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from magicbb.geometry.mappings import Mapping
    from magicbb.geometry.sliders import Slider
    from magicbb.tables.imports.sources.pasted import PastedArray

_LARGE = 1 << 20
_MOST_TRIED = 24
"""The maximum number of arrays of large numbers to try."""

_MORE_BITS = 2
_CENTRE = (27, 28, 35, 36)
_HALF, _LOWER = np.uint64(32), np.uint64(2**32 - 1)


def special_trials(arrays: Sequence[PastedArray], mappings: Iterable[Mapping]) -> list[Trial]:
    """Return all interpretations of the arrays as special magics, in any of the given orders."""
    large = [a for a in arrays if sum(abs(n) >= _LARGE for n in a.numbers) >= ENOUGH_SQUARES]
    found = []
    for array in large[:_MOST_TRIED]:
        for mapping in mappings:
            factors = in_order(words_of(array.numbers), mapping)
            for slider in SLIDERS:
                for kind, least_of in (("white-32", _least_halves), ("black-group", _least_group)):
                    least = least_of(slider, factors)
                    if np.count_nonzero(least) >= ENOUGH_SQUARES:
                        found.append(Trial(array, slider, kind, mapping, factors, least))
    return found


def hashed_halves(slider: Slider, factors: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Compute the 32-bit hashes of all keys of a slider; the top bits are the index."""
    keys = all_keys()
    part = keys.of_slider(slider)
    blockers, factor = keys.blockers[part], factors[keys.rows[part] & 63]
    if slider == BISHOP:
        upper = blockers >> _HALF
        folded = (blockers ^ (upper >> np.uint64(8)) ^ (upper << np.uint64(24))) & _LOWER
        return (folded * factor) & _LOWER
    lower = (blockers & _LOWER) * (factor & _LOWER)
    return (lower ^ (blockers >> _HALF) * (factor >> _HALF)) & _LOWER


def _least_halves(slider: Slider, factors: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """Return the fewest index bits with which each factor works; 0 if it never works."""
    hashed = np.zeros(len(all_keys().rows), np.uint64)
    hashed[all_keys().of_slider(slider)] = hashed_halves(slider, factors)
    return _least(slider, hashed, 32)


def _least(slider: Slider, hashed: npt.NDArray[np.uint64], width: int) -> npt.NDArray[np.uint8]:
    contents = STORAGES["direct"].contents(all_keys())
    least = np.zeros(64, np.uint8)
    rows = [row_of(slider, square) for square in _CENTRE]
    if not alone(rows, hashed >> np.uint64(width - WIDEST_BITS[slider.name]), contents):
        return least
    rows = [row_of(slider, square) for square in range(64)]
    for bits in range(WIDEST_BITS[slider.name] + _MORE_BITS, 0, -1):
        rows = alone(rows, hashed >> np.uint64(width - bits), contents)
        if not rows or (bits > WIDEST_BITS[slider.name] and len(rows) < ENOUGH_SQUARES):
            break
        least[[row % 64 for row in rows]] = bits
    return least


def group_slots(slider: Slider, factors: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Compute the slots of all keys of a slider, with the factors taken as a magic group."""
    keys = all_keys()
    part = keys.of_slider(slider)
    rows = keys.rows[part]
    hashed = (keys.blockers[part] | ~keys.masks[rows]) * factors[rows & 63]
    first = 1 << GROUP_BITS[ROOK.name] if slider == BISHOP else 0
    return (hashed >> np.uint64(64 - GROUP_BITS[slider.name])) + np.uint64(first)


def _least_group(slider: Slider, factors: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """Return the group's index bits for each factor that works with the others, 0 for the rest."""
    contents = STORAGES["direct"].contents(all_keys())
    slots = np.zeros(len(all_keys().rows), np.uint64)
    slots[all_keys().of_slider(slider)] = group_slots(slider, factors)
    rows = [row_of(slider, square) for square in range(64)]
    able = alone(rows, slots, contents)
    blamed = to_blame(able, slots, contents, 64 - ENOUGH_SQUARES) if able else None
    least = np.zeros(64, np.uint8)
    if blamed is not None:
        least[[row % 64 for row in able if row not in blamed]] = GROUP_BITS[slider.name]
    return least
