"""Storage in which each slot holds an attack set directly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.recipes.notes import Note, explained
from magicbb.recipes.storage.storage import Contents, Storage

if TYPE_CHECKING:
    from magicbb.lookup.keys import Keys
    from magicbb.recipes.kernel_types import Columns, ReadKernel


@dataclass(frozen=True)
class Direct(Storage):
    """One 64-bit attack set per slot, with no second look-up."""

    name = "direct"
    fill = "attacks"

    def contents(self, keys: Keys) -> Contents:
        """The attacks of every key."""
        return Contents(keys.attacks)

    def attacks(self, column: Columns) -> ReadKernel:  # noqa: ARG002 (no columns needed)
        """The kernel that reads the slot."""
        return read_slot


@explained(attacks=Note("Attacks", "The slot holds the attacks, ready to use."))
@kernel
def read_slot(
    slots: Words, _attack_sets: Words, _parameters: Words, _start: Word, slot: Word
) -> Word:
    """Read the attack set from the slot."""
    return slots[slot]
