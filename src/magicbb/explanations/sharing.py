"""Who else comes to a slot: what the collisions are collisions of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.exports.model import recipe_of
from magicbb.geometry.squares import square_name
from magicbb.lookup.keys import PLACES, all_keys, row_name, row_of
from magicbb.recipes.scheme import Scheme

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider
    from magicbb.tables.rival_table import RivalTable
    from magicbb.tables.table import Table


@dataclass(frozen=True)
class Sharing:
    """The keys that come to one slot.

    Attributes:
        slot: The slot.
        keys: How many keys the square has.
        equal: How many of them have these attacks, this one among them.
        here: How many of those come to this slot: all but one are constructive collisions.
        example: The blockers of another of these, the one that differs most; None if there is none.
        others: How many keys of other rows come to the slot, by row: 0 to 63 for the rook's
            squares, 64 to 127 for the bishop's.
    """

    slot: int
    keys: int
    equal: int
    here: int
    example: int | None
    others: dict[int, int]

    def as_dict(self) -> dict[str, Any]:
        """All of it by name, for JSON."""
        return {
            "slot": self.slot,
            "keys": self.keys,
            "equal": self.equal,
            "here": self.here,
            "example": None if self.example is None else f"{self.example:#018x}",
            "others": [
                {
                    "piece": PLACES[row][0].name,
                    "square": square_name(PLACES[row][1]),
                    "keys": count,
                }
                for row, count in self.others.items()
            ],
        }

    @property
    def names(self) -> list[str]:
        """The other rows in words, such as "bishop a1"."""
        return [row_name(row) for row in self.others]


def sharing_of(
    table: Table | RivalTable, slider: Slider, square: int, occupied: int
) -> Sharing | None:
    """Who comes to the slot of a key; None where no keys have slots.

    >>> import magicbb as mb
    >>> sharing = sharing_of(mb.build("pext"), mb.ROOK, 0, 0x10100)
    >>> sharing.keys, sharing.equal, sharing.here, sharing.others
    (4096, 32, 1, {})
    """
    recipe = recipe_of(table)
    if not isinstance(recipe, Scheme):
        return None
    keys = all_keys()
    row = row_of(slider, square)
    own, first = keys.of_row(row), int(keys.starts[row])
    blockers = np.uint64(occupied & int(keys.masks[row]))
    key = first + int(np.flatnonzero(keys.blockers[own] == blockers)[0])
    slots = recipe.slots_of_keys(table.parameters, keys)
    here = np.flatnonzero(slots == slots[key])
    rows, counts = np.unique(keys.rows[here], return_counts=True)
    others = {
        int(other): int(count)
        for other, count in zip(rows, counts, strict=True)
        if int(other) != row
    }
    same = keys.blockers[here[keys.rows[here] == row]]
    differing = [int(other ^ blockers).bit_count() for other in same]
    most = int(np.argmax(differing))
    return Sharing(
        slot=int(slots[key]),
        keys=own.stop - own.start,
        equal=int(np.count_nonzero(keys.attacks[own] == keys.attacks[key])),
        here=len(same),
        example=int(same[most]) if differing[most] else None,
        others=others,
    )
