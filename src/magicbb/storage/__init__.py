"""The third axis: what a slot holds, and how the attacks are read from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from magicbb.storage.direct import Direct

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    import numpy.typing as npt

    from magicbb.compile import Word, Words
    from magicbb.keys import Keys
    from magicbb.sliders import Slider
    from magicbb.storage.contents import Contents

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

    def fill(self, keys: Keys, slots: npt.NDArray[np.uint64], entries: int) -> Contents:
        """Write the attacks of every key into its slot.

        Raises:
            CollisionError: A slot is asked to hold two different attack sets.
        """

    def attacks(
        self, slider: Slider, column: Mapping[str, Word]
    ) -> Callable[[Any, Words, Words, Word, Word], Word]:
        """The kernel (slots, attack sets, parameters, start of the words, slot) -> attacks."""


STORAGES: dict[str, Storage] = {storage.name: storage for storage in (Direct(),)}
"""The storages by name."""
