"""Two rook or four bishop squares on one table, in fixed groups (Lasse Hansen 2008).

They want the same of every bit that both read, whatever their magics are: see `storage.groups`.
"""

from __future__ import annotations

from dataclasses import dataclass

from magicbb.recipes.layout.concatenated import Concatenated
from magicbb.recipes.storage.groups import group_of


@dataclass(frozen=True)
class Shared(Concatenated):
    """The squares of a group have the same slots."""

    name = "shared"
    shares = True

    def group(self, row: int) -> tuple[int, ...]:
        """The group of squares that can share, whatever they share."""
        return group_of(row)
