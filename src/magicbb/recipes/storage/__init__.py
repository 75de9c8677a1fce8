"""The third axis: what a slot holds, and how the attacks are read from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from magicbb.recipes.storage.compressed import Compressed
from magicbb.recipes.storage.direct import Direct
from magicbb.recipes.storage.numbered import NumberedBySquare, NumberedByTable
from magicbb.recipes.storage.numbered_union import NumberedInUnion
from magicbb.recipes.storage.union import Union

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.compile import Word, Words
    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.keys import Keys
    from magicbb.recipes.storage.contents import Contents

__all__ = ["STORAGES", "Storage"]


class Storage(Protocol):
    """A way of storing attack sets."""

    @property
    def name(self) -> str:
        """Its name in `STORAGES`."""

    @property
    def words(self) -> tuple[str, ...]:
        """What it keeps for every square, one 64-bit word each."""

    @property
    def memory(self) -> str:
        """What the slots are to a kernel: "Words", "Shorts" or "Bytes"."""

    @property
    def shareable(self) -> bool:
        """Whether squares with different attack sets may read one slot, each its own bits."""

    @property
    def fill(self) -> str:
        """How a slot is written: one of `FILLS`."""

    def contents(self, keys: Keys) -> Contents:
        """What every key wants to read from its slot."""

    def attacks(
        self, slider: Slider, column: Mapping[str, Word]
    ) -> Callable[[Any, Words, Words, Word, Word], Word]:
        """The kernel (slots, attack sets, parameters, start of the words, slot) -> attacks."""


FILLS = {
    "attacks": "the attacks",
    "union": "the attacks, beside what is there already",
    "squeezed": "the attacks' bits on the square's lines, moved together",
    "number": "the number of the attacks among all that are written down",
    "number_in_list": "their number among those of the square, whose list starts at `list`",
    "number_in_union": "likewise, in a list that other squares have their attack sets in, too",
}
"""The ways to write a slot, for whoever fills a table in another language."""

STORAGES: dict[str, Storage] = {
    storage.name: storage
    for storage in (
        Direct(),
        NumberedBySquare(),
        NumberedInUnion(),
        NumberedByTable(),
        Compressed(),
        Union(),
    )
}
"""The storages by name."""
