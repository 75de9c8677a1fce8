"""Tell whose magics the code shifts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from magicbb.geometry.sliders import SLIDERS
from magicbb.tables.imports.sources.shifts import MAGIC
from magicbb.tables.imports.sources.slider_names import slider_named

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from magicbb.tables.imports.sources.pasted import PastedArray


NEAR = 3
"""A shift within this distance from the required one is treated as a typo for it."""

TO_TOP = 58
"""The shift that extracts the top six bits of a magic."""


class ShiftedMagics:
    """Tells whose magics are shifted from the names in the shifted expression.

    Attributes:
        names: For each slider, the words that only the name of its magics contains, or the whole
            name if there are none.
    """

    def __init__(self, magics: Mapping[str, PastedArray], arrays: Sequence[PastedArray]) -> None:
        self.names = {slider: _own_words(array, arrays) for slider, array in magics.items()}
        own = {word for array in magics.values() for word in array.words}
        self._others = {word for array in arrays for word in array.words} - own

    def sliders(self, names: AbstractSet[str]) -> set[str]:
        """Return the sliders whose magics may be among the names; empty if there are no magics.

        If the source's part for a slider is missing, the slider is returned all the same.
        """
        own = {slider for slider, words in self.names.items() if words & names}
        if own:
            return own
        called = {slider_named(name) for name in names - self._others if MAGIC.search(name)}
        return {slider.name for slider in SLIDERS if {slider.name, None} & called}

    def are_arrays(self, names: AbstractSet[str]) -> bool:
        """Whether the names contain an array of magics of the source, and not only one like it."""
        return any(words & names for words in self.names.values())


def _own_words(array: PastedArray, arrays: Sequence[PastedArray]) -> set[str]:
    others = {word for each in arrays if each.table != array.table for word in each.words}
    return array.words - others or {*re.findall(r"[^\W\d]\w*", array.name)[:1]}
