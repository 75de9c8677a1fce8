"""Determine which squares use which slots of a table, for its picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.lookup.keys import ROWS, all_keys
from magicbb.pictures.slot_map import EMPTY, SEVERAL
from magicbb.pictures.table import SquareUse

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True)
class SlotUse:
    """The slots that each square uses, and the squares that use each slot.

    Attributes:
        owners: One byte per slot: the row that uses the slot, 254 for several rows, or 255 for
            none; see `pictures.slot_map`.
        squares: How each of the 64 squares uses the slots, by slider name.
    """

    owners: bytes
    squares: dict[str, tuple[SquareUse, ...]]


def slot_use(slots_of_keys: npt.NDArray[np.uint64], entries: int) -> SlotUse:
    """Determine which squares use which slots.

    Args:
        slots_of_keys: The slot of each key, less than `entries`.
        entries: The number of slots.

    >>> use = slot_use(np.arange(107_648, dtype=np.uint64), 107_648)
    >>> use.owners[0], use.owners[-1], use.owners.count(64)  # 64 is the bishop on a1
    (0, 127, 64)
    >>> use.squares["rook"][1]
    SquareUse(used=2048, shared=0, first=4096, last=6143)
    """
    rows = all_keys().rows.astype(np.int64)
    pairs = np.unique(rows * entries + slots_of_keys.astype(np.int64))  # by row, then by slot
    row_of_pairs, slot_of_pairs = np.divmod(pairs, entries)
    users = np.bincount(slot_of_pairs, minlength=entries)
    owners = np.full(entries, EMPTY, np.uint8)
    owners[slot_of_pairs] = row_of_pairs
    owners[users > 1] = SEVERAL
    uses = []
    for row in range(ROWS):
        own = slot_of_pairs[slice(*np.searchsorted(row_of_pairs, [row, row + 1]))]
        shared = int(np.count_nonzero(users[own] > 1))
        uses.append(SquareUse(len(own), shared, int(own[0]), int(own[-1])))
    squares = {"rook": tuple(uses[:64]), "bishop": tuple(uses[64:])}
    return SlotUse(owners.tobytes(), squares)
