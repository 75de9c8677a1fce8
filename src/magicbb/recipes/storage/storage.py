"""The interface of a storage, and the required contents of slots, with a check for collisions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import numpy as np

from magicbb.lookup.keys import ROWS
from magicbb.magics.collisions import CollisionError

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.lookup.keys import Keys
    from magicbb.recipes.kernel_types import Columns, ReadKernel, StoredKernel

Fill: TypeAlias = Literal[
    "attacks", "union", "computed", "number", "number_in_list", "number_in_union"
]
"""How exported code fills a table, by what it writes to the slot of a key:

| fill | what is written |
|---|---|
| attacks | the attacks |
| union | the attacks, ORed into the existing contents |
| computed | the attacks, converted by the kernel of `Storage.stored` |
| number | the index of the attacks in the list of all attack sets |
| number_in_list | the index of the attacks in the square's list, which starts at `list` |
| number_in_union | the index of the attacks in a list that several squares share |
"""


@dataclass(frozen=True)
class Contents:
    """The contents to store, before slots are assigned.

    Attributes:
        values: uint64, the value that each key must read from its slot.
        care: uint64[128], for each row, the bits of a slot that it reads; all 64 if keys can share
            a slot only when their values are equal.
        attack_sets: uint64, the attack sets that slots refer to; empty if slots hold the attacks
            themselves.
        words: The words that the storage needs for each row, if any.
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
        """Compute the contents of each slot, 0 if no key maps to it.

        A bit of a slot is set if any key that reads the bit requires it to be set. If another key
        requires the bit to be clear, the two keys collide.

        Raises:
            CollisionError: Two keys with different attacks collide in a slot.
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
        """The name in `STORAGES`."""

    @property
    def words(self) -> tuple[str, ...]:
        """The names of the 64-bit words stored for each square."""
        return ()

    @property
    def needs(self) -> str:
        """The CPU extension that fast look-ups require: "BMI2", or "" for none."""
        return ""

    @property
    def memory(self) -> str:
        """The kernel type of the slots: "Words", "Shorts" or "Bytes"."""
        return "Words"

    @property
    def shareable(self) -> bool:
        """Whether squares with different attack sets can share a slot by reading different bits."""
        return False

    @property
    def fill(self) -> Fill | None:
        """How exported code fills a table; None if it cannot."""
        return None

    def contents(self, keys: Keys) -> Contents:
        """The value that each key must read from its slot."""

    def attacks(self, column: Columns) -> ReadKernel:
        """The kernel that reads the attacks from a slot."""

    def stored(self, column: Columns) -> StoredKernel | None:  # noqa: ARG002 (unused by default)
        """The kernel that computes the contents of a slot if `fill` is "computed"."""
        return None
