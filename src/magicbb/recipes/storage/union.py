"""Storage whose slots combine the attacks of several squares, each with its own post-mask.

The post-mask is the square's attacks on the empty board. Squares can share a slot if they agree on
all bits that both of them read. They always agree if their lines do not cross, or cross only on
squares adjacent to both, as rook lines from a1 and b2 do; see `group_of`. The idea is Lasse
Hansen's (2008).

The table shrinks to five eighths of its size or less, at the cost of one `&` and one more word per
square.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Word, Words, kernel
from magicbb.geometry.sliders import ROOK, SLIDERS
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


def group_of(row: int) -> tuple[int, int, int]:
    """The group of a row; rows in the same group can share any slots.

    The lines of two rows in a group do not cross, or cross only on squares next to both sliders,
    which both always attack. So the rows agree on every bit that both read.

    A rook square shares slots with its diagonal neighbour in the same two-by-two block:

        a2 b2     1 0
        a1 b1     0 1

    Bishop squares share slots in groups of four: those on files c to f of a rank and, on each outer
    file, those in the same half of the board. Any two squares in a group have different colours or
    are two apart; in the latter case, their lines cross only on squares adjacent to both.

        a4 b4 c4 d4 e4 f4 g4 h4     0 1 7 7 7 7 2 3
        a3 b3 c3 d3 e3 f3 g3 h3     0 1 6 6 6 6 2 3
        a2 b2 c2 d2 e2 f2 g2 h2     0 1 5 5 5 5 2 3
        a1 b1 c1 d1 e1 f1 g1 h1     0 1 4 4 4 4 2 3
    """
    slider, square = SLIDERS[row // 64], row % 64
    rank, file = divmod(square, 8)
    if slider == ROOK:
        return (0, 4 * (rank // 2) + file // 2, (rank + file) % 2)
    inner = 2 <= file <= 5  # noqa: PLR2004 (files c and f)
    return (1, 8 + rank, 0) if inner else (1, rank // 4, file)
