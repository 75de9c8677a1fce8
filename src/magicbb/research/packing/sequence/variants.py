"""Variants of a group: its rows laid on top of each other, each with one of its patterns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.magics.search.randomness import streams

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.recipes.layout.first_fit import Pattern


@dataclass(frozen=True)
class Variant:
    """A pattern and a place for each row of a group; the longest pattern contains all others.

    Attributes:
        patterns: The pattern of each row, numbered within the row.
        places: The place of each pattern's slot 0; that of the longest pattern is 0.
        extent: The number of slots from the lowest to the highest, inclusive.
    """

    patterns: tuple[int, ...]
    places: tuple[int, ...]
    extent: int

    def bits(
        self, choices: Sequence[Sequence[Pattern]]
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
        """The bits of each slot that some row needs to be 1, and those that some row needs to be 0.

        Args:
            choices: The patterns of each row of the group.

        Raises:
            ValueError: Two rows need different values of a bit.
        """
        ones, zeros = np.zeros((2, self.extent), np.uint64)
        for row, number, place in zip(choices, self.patterns, self.places, strict=True):
            pattern = row[number]
            slots = pattern.slots + np.uint64(place)
            ones[slots] |= pattern.values
            zeros[slots] |= np.uint64(pattern.care) & ~pattern.values
        if (ones & zeros).any():
            raise ValueError("rows of a group must agree on all bits that both read")
        return ones, zeros


def variants_of(choices: Sequence[Sequence[Pattern]], random: int, most: int) -> list[Variant]:
    """Draw variants of a group, and return the shortest ones.

    Args:
        choices: The patterns of each row of the group, whose rows may share any slots.
        random: The initial state of the random stream.
        most: The number of variants to return; eight times as many are drawn.
    """
    drawn = set()
    for number in range(8 * most):
        word = map(int, streams(random, number, range(2 * len(choices))))
        patterns = tuple(next(word) % len(row) for row in choices)
        extents = [row[pattern].extent for row, pattern in zip(choices, patterns, strict=True)]
        longest = max(extents)
        places = tuple(next(word) % (longest - extent + 1) for extent in extents)
        drawn.add(Variant(patterns, places, longest))
    return sorted(drawn, key=lambda each: (each.extent, each.patterns, each.places))[:most]
