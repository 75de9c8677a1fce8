"""Every slot holds its attack set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.recipes.notes import Note, explained
from magicbb.recipes.storage.contents import ALL_BITS, NO_ATTACK_SETS, NOTHING_KEPT, Contents

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.keys import Keys


@dataclass(frozen=True)
class Direct:
    """64 bits per slot, nothing to look up after."""

    name: str = "direct"
    words: tuple[str, ...] = ()
    memory: str = "Words"
    shareable: bool = False
    fill: str = "attacks"

    def contents(self, keys: Keys) -> Contents:
        """Every key wants its attacks."""
        return Contents(keys.attacks, ALL_BITS, NO_ATTACK_SETS, NOTHING_KEPT)

    def attacks(
        self,
        slider: Slider,  # noqa: ARG002 (the same for both)
        column: Mapping[str, Word],  # noqa: ARG002 (nothing is kept)
    ) -> Callable[[Words, Words, Words, Word, Word], Word]:
        """The kernel that reads the slot."""
        return read_slot


@explained(attacks=Note("Attacks", "The slot holds them, ready to use."))
@kernel
def read_slot(
    slots: Words, _attack_sets: Words, _parameters: Words, _start: Word, slot: Word
) -> Word:
    """The slot's own 64 bits."""
    return slots[slot]
