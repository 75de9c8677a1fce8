"""Slots hold the attacks of several squares at once; each takes its own by a mask (post-mask).

The mask is what the square attacks on the empty board. Squares can share a slot when they want the
same on all bits that both of them read: always, where their lines cross nowhere, or only on direct
neighbours of both, as those of a1 and b2 do. Lasse Hansen 2008.

Five eighths of the table, or less, against one `&` and one more word per square.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Word, Words, kernel
from magicbb.lookup.keys import PLACES
from magicbb.recipes.notes import Note, explained
from magicbb.recipes.storage.contents import Contents, Storage

if TYPE_CHECKING:
    from magicbb.lookup.keys import Keys
    from magicbb.recipes.kernels import Columns, ReadKernel

LINES = Note("Lines", "What the slider attacks on the empty board: more it can never attack.")
OWN_LINES = Note("Attacks", "Only what this slider can attack at all is meant for it.")
_ENTRY = Note(
    "Entry", "What is read from the slot: the attacks of all squares that share it, in one set."
)


@dataclass(frozen=True)
class Union(Storage):
    """64 bits per slot, read through the square's attacks on the empty board."""

    name = "union"
    words = ("lines",)
    shareable = True
    fill = "union"

    def contents(self, keys: Keys) -> Contents:
        """Every key wants its attacks, and looks only at the lines of its square."""
        lines = [slider.attacks(square, 0) for slider, square in PLACES]
        words = tuple((line,) for line in lines)
        return Contents(keys.attacks, care=np.array(lines, np.uint64), words=words)

    def attacks(self, column: Columns) -> ReadKernel:
        """The kernel that reads the slot through the square's mask."""
        lines = column["lines"]

        @explained(entry=_ENTRY, lines=LINES, attacks=OWN_LINES)
        @kernel
        def read_union(
            slots: Words, _attack_sets: Words, parameters: Words, start: Word, slot: Word
        ) -> Word:
            return slots[slot] & parameters[start + lines]

        return read_union
