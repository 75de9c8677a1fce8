"""All squares in one array without offsets: the index is the slot.

This layout is for hashes that already separate the squares: magic groups ("Wishing Dreams") and
magics that carry their offset.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.lookup.keys import ROWS
from magicbb.recipes.layout.layout import Layout, Placement

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.kernel_types import Columns, SlotKernel
    from magicbb.recipes.layout.layout import Rows


@dataclass(frozen=True)
class Joint(Layout):
    """The layout in which the index is the slot."""

    name = "joint"
    joint = True

    def place(self, rows: Rows) -> Placement:  # noqa: ARG002 (the indices are enough)
        """Use the indices as slots; the array ends at the highest slot in use."""
        return Placement(((),) * ROWS, None)

    def slot(self, slider: Slider, column: Columns) -> SlotKernel:  # noqa: ARG002 (no stored words)
        """The kernel that returns the index unchanged."""
        return same_slot


@kernel
def same_slot(_parameters: Words, _start: Word, _square: Word, index: Word) -> Word:
    """Return the index, which is the slot."""
    return index
