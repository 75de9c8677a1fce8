"""A storage, what keys want to read from its slots, and the check that filling a table makes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np

from magicbb.lookup.keys import ROWS
from magicbb.magics.collisions import CollisionError

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.lookup.keys import Keys
    from magicbb.recipes.kernels import Columns, ReadKernel, StoredKernel


@dataclass(frozen=True)
class Contents:
    """What is to be stored, before it is known where.

    Attributes:
        values: uint64, what each key has to find in its slot.
        care: uint64[128], the bits of a slot that the squares of each row read: all of them, where
            a slot holds one value for all who share it.
        attack_sets: uint64, the attack sets that slots refer to; empty where they hold them.
        words: For every row the words that the storage keeps for it, if it keeps any.
    """

    values: npt.NDArray[np.uint64]
    care: npt.NDArray[np.uint64] = field(
        default_factory=lambda: np.full(ROWS, 2**64 - 1, np.uint64)
    )
    attack_sets: npt.NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    words: tuple[tuple[int, ...], ...] = ((),) * ROWS

    def merge(
        self, keys: Keys, slots: npt.NDArray[np.uint64], entries: int
    ) -> npt.NDArray[np.uint64]:
        """What each slot must hold, 0 where no key comes.

        A bit of a slot is set when any key that reads it wants it set. A key that reads a bit and
        wants it clear then finds it set: it has collided.

        Raises:
            CollisionError: Two keys of different attacks cannot share a slot that they share.
        """
        held = np.zeros(entries, dtype=np.uint64)
        care = self.care[keys.rows]
        np.bitwise_or.at(held, slots, self.values & care)
        wrong = np.flatnonzero((held[slots] ^ self.values) & care)
        if len(wrong):
            first = int(wrong[0])
            differs = (self.values ^ self.values[first]) & care & care[first]
            second = int(np.flatnonzero((slots == slots[first]) & (differs != 0))[0])
            first, second = sorted((first, second))
            raise CollisionError(
                rows=(int(keys.rows[first]), int(keys.rows[second])),
                blockers=(int(keys.blockers[first]), int(keys.blockers[second])),
                slot=int(slots[first]),
            )
        return held


class Storage(Protocol):
    """A way of storing attack sets."""

    @property
    def name(self) -> str:
        """Its name in `STORAGES`."""

    @property
    def words(self) -> tuple[str, ...]:
        """What it keeps for every square, one 64-bit word each."""
        return ()

    @property
    def needs(self) -> str:
        """The instructions of a CPU without which look-ups are slow: "BMI2", or "" for none."""
        return ""

    @property
    def memory(self) -> str:
        """What the slots are to a kernel: "Words", "Shorts" or "Bytes"."""
        return "Words"

    @property
    def shareable(self) -> bool:
        """Whether squares with different attack sets may read one slot, each its own bits."""
        return False

    @property
    def fill(self) -> str | None:
        """How a slot is written, one of `FILLS`; None if it is not known to programs."""
        return None

    def contents(self, keys: Keys) -> Contents:
        """What every key wants to read from its slot."""

    def attacks(self, column: Columns) -> ReadKernel:
        """The kernel that reads the attacks from a slot."""

    def stored(self, column: Columns) -> StoredKernel | None:  # noqa: ARG002 (there is none)
        """The kernel that computes what a slot holds, where `fill` is "computed"."""
        return None
