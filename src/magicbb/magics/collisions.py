"""Harmful collisions: two keys with different attacks in one slot."""

from __future__ import annotations

import os
from dataclasses import dataclass

from magicbb.lookup.keys import row_name


@dataclass(eq=False)  # compared and hashed like any exception
class CollisionError(ValueError):
    """Two keys with different attacks share a slot.

    Attributes:
        rows: The row of each key; these can differ only in a table whose rows share slots.
        blockers: The two keys.
        slot: The slot that both keys map to.
        path: The file from which the magic was read, if any.
        found: A summary of what was recognised, if the magic comes from pasted source code.
    """

    rows: tuple[int, int]
    blockers: tuple[int, int]
    slot: int
    path: str | bytes | None = None
    found: str | None = None

    def __str__(self) -> str:
        """Describe the collision in one sentence."""
        (row, other), (first, second) = self.rows, self.blockers
        if row == other:
            who = f"{row_name(row)}: the blockers {first:#018x} and {second:#018x}"
        else:
            who = f"{row_name(row)} with {first:#018x} and {row_name(other)} with {second:#018x}"
        if self.path is not None:
            who = f"{os.fsdecode(self.path)}: {who}"
        sentence = f"{who} have different attacks but collide in slot {self.slot}"
        return sentence if self.found is None else f"{sentence}; {self.found}"

    def __reduce__(self) -> tuple[type[CollisionError], tuple[object, ...]]:
        """Make the error picklable, so that worker processes can return it."""
        return CollisionError, (self.rows, self.blockers, self.slot, self.path, self.found)
