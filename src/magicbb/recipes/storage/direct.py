"""Every slot holds its attack set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.recipes.notes import Note, explained
from magicbb.recipes.storage.contents import Contents, Storage

if TYPE_CHECKING:
    from magicbb.lookup.keys import Keys
    from magicbb.recipes.kernels import Columns, ReadKernel


@dataclass(frozen=True)
class Direct(Storage):
    """64 bits per slot, without a second look-up."""

    name = "direct"
    fill = "attacks"

    def contents(self, keys: Keys) -> Contents:
        """The attacks of every key."""
        return Contents(keys.attacks)

    def attacks(self, column: Columns) -> ReadKernel:  # noqa: ARG002 (nothing is kept)
        """The kernel that reads the slot."""
        return read_slot


@explained(attacks=Note("Attacks", "The slot holds the attacks, ready to use."))
@kernel
def read_slot(
    slots: Words, _attack_sets: Words, _parameters: Words, _start: Word, slot: Word
) -> Word:
    """The 64 bits of the slot."""
    return slots[slot]
