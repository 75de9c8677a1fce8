"""Ruin and recreate: remove some rows from a packed array and place them again, many times.

The method is by Schrimpf, Schneider, Stamm-Wilbrandt and Dueck (2000). Each row has a choice of
patterns: magics with different slot patterns. The length of the array is limited to one slot less
than that of the best packing so far, and rows that do not fit stay unplaced for now. Each step
removes some more rows, and places all unplaced rows again, roughly from large to small, each at the
place where one of its patterns ends lowest. If the total size of the unplaced rows increases, the
step is undone. Once all rows are placed, the limit is lowered, and the rows that end beyond it
become unplaced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Word
from magicbb.research.packing.packer import LONGEST, NOWHERE, Packer
from magicbb.research.packing.ruin import compatible, exclusive
from magicbb.research.packing.ruin.steps import RuinState, improving

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.recipes.layout.first_fit import Pattern


class RuinAndRecreate(Packer):
    """Improves a packing, in slices; the slice size does not affect the result.

    Args:
        choices: The patterns from which each row may choose.
        random: The initial state of the random stream.
        shared: Whether rows may use the same slot if they agree on the bits that both read.
        always: For each row, the bits that are 1 in all values it reads; for shared slots only.

    Raises:
        ValueError: A row has no patterns, or one that is longer than `LONGEST`.
    """

    def __init__(
        self,
        choices: Sequence[Sequence[Pattern]],
        random: int,
        *,
        shared: bool = False,
        always: Sequence[int] = (),
    ) -> None:
        super().__init__(choices)
        rows, patterns = self.rows, [pattern for row in choices for pattern in row]
        self._rule = compatible if shared else exclusive
        self._starts = np.cumsum([0, *(len(pattern.slots) for pattern in patterns)]).astype(
            np.uint64
        )
        self._slots = np.concatenate([pattern.slots for pattern in patterns]).astype(np.uint16)
        self._values = np.concatenate([pattern.values for pattern in patterns])
        self._extents = np.array([pattern.extent for pattern in patterns], np.uint64)
        self._care = np.array([row[0].care for row in choices], np.uint64)
        sizes = [min(len(pattern.slots) for pattern in row) for row in choices]
        self._chosen, self._places = np.full(rows, NOWHERE), np.zeros(rows, np.uint64)
        self._best = np.concatenate([self._chosen, self._places])
        capacity = -(-(sum(sizes) * 2 + LONGEST) // 64) * 64
        self._state = RuinState(
            random=random,
            cost=sum(sizes),
            limit=capacity,
            entries=capacity,
            capacity=capacity + (LONGEST if shared else 0),
            rows=rows,
            first=self._first,
            care=self._care,
            always=np.array(always or [0] * rows, np.uint64),
            sizes=np.array(sizes, np.uint64),
            chosen=self._chosen,
            places=self._places,
            best=self._best,
            saved=self._best.copy(),
            out=np.zeros(rows + 1, np.uint64),
            keys=np.zeros(rows, np.uint64),
            starts=self._starts,
            extents=self._extents,
            slots=self._slots,
            values=self._values,
            shelf=np.zeros(self._rule.words_needed(capacity), np.uint64),
        )

    @property
    def steps(self) -> int:
        """The number of steps done."""
        return int(self._state.steps)

    def begin(self, chosen: Sequence[int], places: Sequence[int]) -> None:
        """Start from a given packing; patterns are numbered within each row.

        Raises:
            ValueError: A pattern is unknown or does not fit in memory, or two patterns conflict.
        """
        patterns, bases = self._numbers(chosen), np.array(places, np.int64)
        most = int(self._state.limit)
        lasts = most - self._extents[patterns].astype(np.int64)
        if len(bases) != self.rows or (bases < 0).any() or (bases > lasts).any():
            raise ValueError(f"at the given places, all patterns must end within {most:,} slots")
        self._check(patterns, bases)
        self._chosen[:], self._places[:] = patterns, bases
        self._best[:] = np.concatenate([self._chosen, self._places])
        self._state.cost = Word(0)
        improving(self._rule)(self._state, 0)

    def _check(self, patterns: npt.NDArray[np.int64], bases: npt.NDArray[np.int64]) -> None:
        """Check that the patterns do not conflict at their places."""
        held = np.zeros(int(self._state.capacity), np.uint64)
        defined = np.zeros_like(held)
        for row, (pattern, base) in enumerate(zip(patterns.tolist(), bases.tolist(), strict=True)):
            part = slice(int(self._starts[pattern]), int(self._starts[pattern + 1]))
            slots, values = self._slots[part].astype(np.int64) + base, self._values[part]
            care = self._care[row]
            wrong = defined[slots]
            if self._rule is compatible:
                wrong = wrong & care & (held[slots] ^ values)
            if wrong.any():
                slot = int(slots[wrong != 0].min())
                raise ValueError(
                    f"patterns must not clash at the given places, but do in slot {slot}"
                )
            held[slots] |= values
            defined[slots] |= care

    def advance(self, steps: int) -> None:
        """Perform the given number of further steps."""
        if steps:  # 0 would settle a packing
            improving(self._rule)(self._state, steps)
