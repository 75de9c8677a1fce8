"""Storage whose slots combine the attacks of several squares, each with its own post-mask.

The post-mask is the square's attacks on the empty board. Squares can share a slot if they agree on
all bits that both of them read. They always agree if their lines do not cross, or cross only on
squares adjacent to both, as rook lines from a1 and b2 do; see `recipes.square_groups`. The idea is
Lasse Hansen's (2008).

The table shrinks to five eighths of its size or less, at the cost of one `&` and one more word per
square.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Word, Words, kernel
from magicbb.lookup.keys import PLACES
from magicbb.recipes.notes import Note, explained
from magicbb.recipes.storage.storage import Contents, Storage

if TYPE_CHECKING:
    from magicbb.lookup.keys import Keys
    from magicbb.recipes.kernel_types import Columns, ReadKernel

LINES = Note("Lines", "The slider's attacks on an empty board: it can never attack other squares.")
OWN_LINES = Note("Attacks", "The part of the shared set that lies on the slider's own lines.")
_ENTRY = Note(
    "Entry", "The value read from the slot: the combined attacks of all squares that share it."
)


def empty_board_attacks() -> list[int]:
    """Each row's attacks on the empty board."""
    return [slider.attacks(square, 0) for slider, square in PLACES]


@dataclass(frozen=True)
class Union(Storage):
    """64 bits per slot, masked by the square's attacks on the empty board."""

    name = "union"
    words = ("lines",)
    shareable = True
    fill = "union"

    def contents(self, keys: Keys) -> Contents:
        """The attacks of every key; a key reads only the lines of its square."""
        lines = empty_board_attacks()
        words = tuple((line,) for line in lines)
        return Contents(keys.attacks, care=np.array(lines, np.uint64), words=words)

    def attacks(self, column: Columns) -> ReadKernel:
        """The kernel that reads the slot and applies the square's mask."""
        lines = column["lines"]

        @explained(entry=_ENTRY, lines=LINES, attacks=OWN_LINES)
        @kernel
        def read_union(
            slots: Words, _attack_sets: Words, parameters: Words, start: Word, slot: Word
        ) -> Word:
            return slots[slot] & parameters[start + lines]

        return read_union
