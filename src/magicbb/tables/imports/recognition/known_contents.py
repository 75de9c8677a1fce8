"""Recognise arrays with known contents: masks, lines and starts of lists.

If an array is correct for most squares, deviations on the other squares count as errors.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from magicbb.geometry.mappings import MAPPINGS
from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import ROWS, all_keys, row_name, row_of
from magicbb.recipes.storage import STORAGES
from magicbb.recipes.storage.union import empty_board_attacks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from magicbb.geometry.mappings import Mapping
    from magicbb.geometry.sliders import Slider
    from magicbb.tables.imports.sources.pasted import PastedArray

ENOUGH_SQUARES = 48
"""The number of squares, out of 64, that must be correct for an array to be recognised."""


@dataclass(frozen=True)
class KnownContents:
    """The intended contents of an array.

    Attributes:
        slider: The slider.
        mapping: The square order of the array.
        what: "masks", "complements of masks", "lines", "first lines" or "other lines"; or "lists"
            or "other lists", followed by "of" and a storage's name.
        numbers: uint64[64], the correct contents in the order of the array.
        wrong: The indices of the array's wrong elements.
        others: Other interpretations with the same contents.
    """

    slider: Slider
    mapping: Mapping
    what: str
    numbers: npt.NDArray[np.uint64]
    wrong: tuple[int, ...]
    others: tuple[KnownContents, ...] = ()

    @property
    def name(self) -> str:
        """The contents as in `what`, without the name of the storage."""
        return self.what.split("lists of ")[0] + "lists" if "lists of" in self.what else self.what

    def wrong_numbers(self, array: PastedArray) -> Iterator[tuple[int, str]]:
        """Yield each wrong row of an array with this role, with an error message."""
        write = str if self.name.endswith("lists") else "{:#018x}".format
        for place in self.wrong:
            row = row_of(self.slider, self.mapping.squares[place])
            number, should = array.numbers[place] % 2**64, int(self.numbers[place])
            sentence = f"{row_name(row)}: {array.number(place)} is {write(number)}, but its "
            yield row, sentence + f"{_SINGULAR[self.name]} is {write(should)}"


_SINGULAR = {
    "masks": "mask",
    "complements of masks": "mask's complement",
    "lines": "attack set on the empty board",
    "lists": "start in the list of attack sets",
    "first lines": "rank or diagonal",
    "other lines": "file or antidiagonal",
    "other lists": "start in the list for the other line",
}


def known_among(arrays: Sequence[PastedArray]) -> dict[PastedArray, KnownContents]:
    """Find arrays that match masks, lines or starts of attack set lists for most squares."""
    known, expected = _known()
    found = {}
    for array in arrays:
        numbers = words_of(array.numbers)
        agree = np.count_nonzero(expected == numbers, axis=1)
        best = int(np.argmax(agree))
        if agree[best] >= ENOUGH_SQUARES:
            wrong = tuple(np.flatnonzero(expected[best] != numbers).tolist())
            same: list[int] = np.flatnonzero((expected == expected[best]).all(axis=1)).tolist()
            roles = [KnownContents(*known[each], expected[best], wrong) for each in same]
            found[array] = replace(roles[0], others=tuple(roles[1:]))
    return found


def words_of(numbers: Sequence[int]) -> npt.NDArray[np.uint64]:
    """Convert numbers to 64-bit words, using two's complement for negative numbers."""
    return np.array([number % 2**64 for number in numbers], np.uint64)


@cache
def _known() -> tuple[list[tuple[Slider, Mapping, str]], npt.NDArray[np.uint64]]:
    masks = all_keys().masks
    lines = np.array(empty_board_attacks(), np.uint64)
    by_row = {"masks": masks, "complements of masks": ~masks, "lines": lines}
    for name in ("bytes", "bytes-union"):
        words = STORAGES[name].contents(all_keys()).words
        by_row[f"lists of {name}"] = np.array([word[0] for word in words], np.uint64)
    names = ("lists of nibbles", "first lines", "other lists of nibbles", "other lines")
    columns = zip(*STORAGES["nibbles"].contents(all_keys()).words, strict=True)
    by_row |= {
        what: np.array(column, np.uint64) for what, column in zip(names, columns, strict=True)
    }
    known, expected = [], []
    for what, numbers in by_row.items():
        for first, slider in zip(range(0, ROWS, 64), SLIDERS, strict=True):
            for mapping in MAPPINGS.values():
                known.append((slider, mapping, what))
                expected.append(numbers[first : first + 64][list(mapping.squares)])
    return known, np.array(expected)
