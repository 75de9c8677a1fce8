"""What filling a table yields, and the one check that every way of filling makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.collisions import CollisionError

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.keys import Keys


@dataclass(frozen=True)
class Contents:
    """The filled arrays of a table.

    Attributes:
        slots: One element per slot, in the dtype of the storage.
        attack_sets: uint64, the attack sets that slots refer to; empty where they hold them.
        words: For every row the words that the storage keeps for it.
    """

    slots: npt.NDArray[Any]
    attack_sets: npt.NDArray[np.uint64]
    words: tuple[tuple[int, ...], ...]


def attacks_by_slot(
    keys: Keys, slots: npt.NDArray[np.uint64], entries: int
) -> npt.NDArray[np.uint64]:
    """The attack set that each slot must hold, 0 where none: a slider always attacks something.

    A slot is written when it is free or already holds the same attacks. Writing all keys at once
    lets the last one win; a key that then finds other attacks than its own has collided.

    Raises:
        CollisionError: Two keys of different attacks have the same slot.
    """
    held = np.zeros(entries, dtype=np.uint64)
    held[slots] = keys.attacks
    wrong = np.flatnonzero(held[slots] != keys.attacks)
    if len(wrong):
        slot = slots[wrong[0]]
        first = int(np.flatnonzero(slots == slot)[0])
        same_slot = np.flatnonzero((slots == slot) & (keys.attacks != keys.attacks[first]))
        second = int(same_slot[0])
        raise CollisionError(
            rows=(int(keys.rows[first]), int(keys.rows[second])),
            blockers=(int(keys.blockers[first]), int(keys.blockers[second])),
            slot=int(slot),
        )
    return held
