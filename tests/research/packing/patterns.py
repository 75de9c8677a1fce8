"""Small patterns, and plain ways to say where they fit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from magicbb.recipes.layout.first_fit import Pattern

ALL = 2**64 - 1


def pattern_at(slots: dict[int, int], care: int = ALL) -> Pattern:
    """A pattern of some slots, the lowest of which is 0, with what they must hold."""
    return Pattern(
        slots=np.array([*slots], np.uint64),
        values=np.array([value & care for value in slots.values()], np.uint64),
        care=care,
        lowest=0,
        extent=max(slots) + 1,
    )


@dataclass
class Plain:
    """An array of slots as dicts: what each bit of a slot was defined to be."""

    shared: bool

    def __post_init__(self) -> None:
        self.bits: dict[tuple[int, int], int] = {}
        self.slots: set[int] = set()

    def fits(self, pattern: Pattern, place: int) -> bool:
        """Whether a pattern may lie at a place."""
        for slot, value in zip(pattern.slots.tolist(), pattern.values.tolist(), strict=True):
            if not self.shared and place + slot in self.slots:
                return False
            for bit in range(64):
                wanted = value >> bit & 1
                if pattern.care >> bit & 1 and self.bits.get((place + slot, bit), wanted) != wanted:
                    return False
        return True

    def lay(self, pattern: Pattern, place: int) -> None:
        """Lay it there."""
        assert self.fits(pattern, place)
        for slot, value in zip(pattern.slots.tolist(), pattern.values.tolist(), strict=True):
            self.slots.add(place + slot)
            for bit in range(64):
                if pattern.care >> bit & 1:
                    self.bits[place + slot, bit] = value >> bit & 1

    def first_fit(self, pattern: Pattern, last: int) -> int | None:
        """The lowest place up to the last one."""
        return next((place for place in range(last + 1) if self.fits(pattern, place)), None)


def small_patterns(care: st.SearchStrategy[int], most: int = 150) -> st.SearchStrategy[Pattern]:
    """Patterns of some slots that are less than `most` long, in any order."""
    others = st.dictionaries(st.integers(1, most - 1), st.integers(0, 15), max_size=12)
    return st.builds(
        lambda first, slots, care, turned: pattern_at(
            {**slots, 0: first} if turned else {0: first, **slots}, care
        ),
        st.integers(0, 15),
        others,
        care,
        st.booleans(),
    )


whole = small_patterns(st.just(ALL))
some_bits = small_patterns(st.sampled_from([0b0011, 0b1110, 0b1111, 0b0101]))
