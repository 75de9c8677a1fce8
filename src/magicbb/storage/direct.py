"""Every slot holds its attack set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Word, Words, kernel
from magicbb.keys import ROWS
from magicbb.storage.contents import Contents, attacks_by_slot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy.typing as npt

    from magicbb.keys import Keys
    from magicbb.sliders import Slider


@dataclass(frozen=True)
class Direct:
    """64 bits per slot, nothing to look up after."""

    name: str = "direct"
    words: tuple[str, ...] = ()
    memory: str = "Words"

    def fill(self, keys: Keys, slots: npt.NDArray[np.uint64], entries: int) -> Contents:
        """Write every key's attacks into its slot."""
        held = attacks_by_slot(keys, slots, entries)
        return Contents(held, np.zeros(0, np.uint64), ((),) * ROWS)

    def attacks(
        self,
        slider: Slider,  # noqa: ARG002 (the same for both)
        column: Mapping[str, Word],  # noqa: ARG002 (nothing is kept)
    ) -> Callable[[Words, Words, Words, Word, Word], Word]:
        """The kernel that reads the slot."""
        return read_slot


@kernel
def read_slot(
    slots: Words, _attack_sets: Words, _parameters: Words, _start: Word, slot: Word
) -> Word:
    """The slot's own 64 bits."""
    return slots[slot]
