"""What all packers have: rows with patterns to choose from, and the best packing so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Word

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.recipes.layout.first_fit import Pattern

NOWHERE = Word(2**64 - 1)
"""The value that represents no place, and no pattern."""

LEFT_OUT = int(NOWHERE)
"""The pattern number of an unplaced row."""

LONGEST = 1 << 16
"""The maximum extent of a pattern: its slots have 16-bit numbers, and there is memory for one
pattern past the array's end. Magics with 17 bits or more may exceed it."""


@dataclass(frozen=True)
class Hashing:
    """The hash of a row, for magics that change while they are packed.

    Attributes:
        keys: uint64, the words that are multiplied: the blockers, and for black magics also the
            irrelevant squares.
        numbers: uint8, the index of each key's value among the sorted values of the row.
        movable: The number of low factor bits that matter.
        factors: The factor of each pattern of the row.
        bits: The index bits of each pattern.
    """

    keys: npt.NDArray[np.uint64]
    numbers: npt.NDArray[np.uint8]
    movable: int
    factors: Sequence[int]
    bits: Sequence[int]


class Packer:
    """A method of packing: rows with a choice of patterns, and the best packing so far.

    Args:
        choices: The patterns from which each row may choose.
        spares: The number of spare patterns of each row, stored after its own patterns.

    Raises:
        ValueError: A row has no patterns, or one that is longer than `LONGEST`.
    """

    _state: Any
    _best: npt.NDArray[np.uint64]

    def __init__(self, choices: Sequence[Sequence[Pattern]], spares: int = 0) -> None:
        self.rows = len(choices)
        if not self.rows or not all(choices):
            raise ValueError("choices must have a pattern for every row")
        self._longest = max(pattern.extent for row in choices for pattern in row)
        if self._longest > LONGEST:
            raise ValueError(
                f"patterns must be at most {LONGEST:,} slots long, got {self._longest:,}"
            )
        self._counts = np.array([len(row) for row in choices])
        self._first = np.cumsum([0, *(self._counts + spares)]).astype(np.uint64)

    def _numbers(self, chosen: Sequence[int]) -> npt.NDArray[np.int64]:
        """Convert numbers of patterns, counted within each row, to numbers among all patterns."""
        numbers = np.array(chosen, np.int64)
        if len(numbers) != self.rows or (numbers < 0).any() or (numbers >= self._counts).any():
            raise ValueError(f"chosen must be the number of a pattern for each of {self.rows} rows")
        return numbers + self._first[:-1].astype(np.int64)

    @property
    def entries(self) -> int:
        """The number of slots of the best packing."""
        return int(self._state.entries)

    @property
    def chosen(self) -> npt.NDArray[np.uint64]:
        """The pattern of each row in the best packing, numbered within the row.

        All are `LEFT_OUT` until there is a packing.
        """
        best = self._best[: self.rows]
        return np.where(best == NOWHERE, NOWHERE, best - self._first[:-1])

    @property
    def places(self) -> npt.NDArray[np.uint64]:
        """The place of each pattern's slot 0 in the best packing."""
        return self._best[self.rows :]
