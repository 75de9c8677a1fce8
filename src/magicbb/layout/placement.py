"""What a layout decides."""

from __future__ import annotations

from dataclasses import dataclass

MOST_ENTRIES = 1 << 20
"""Three times the slots of the largest published table; more is a mistake, not a plan."""


@dataclass(frozen=True)
class Placement:
    """Where the rows lie.

    Attributes:
        words: For every row the words that the layout keeps for it.
        entries: How many slots there are; None when the highest slot in use decides.
    """

    words: tuple[tuple[int, ...], ...]
    entries: int | None
