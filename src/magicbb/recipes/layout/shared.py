"""Groups of squares laid out in succession, such that a group's squares share their slots.

Whatever the magics, the squares of a group agree on all bits that more than one of them reads
(Lasse Hansen 2008); see `recipes.square_groups`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.recipes.layout.concatenated import Concatenated
from magicbb.recipes.square_groups import group_of

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Shared(Concatenated):
    """Fixed groups of two rook squares or four bishop squares share their slots."""

    name = "shared"
    shares = True

    def group(self, row: int) -> tuple[int, ...]:
        """The group of squares that can share slots."""
        return group_of(row)

    def slots_of_slider(self, bits: Sequence[int]) -> None:
        """None: the rows of a group share their slots."""
