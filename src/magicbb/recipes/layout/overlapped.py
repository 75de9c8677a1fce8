"""Index ranges interleaved in one array (Onno Garms 2009, Volker Annuss 2010).

A square does not use all of its indices, so squares whose gaps differ can share part of the array.
Offsets can be given, such as those of a published table; otherwise packing finds them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.arguments import parse_integer
from magicbb.lookup.keys import ROWS, all_keys, row_name
from magicbb.magics.collisions import CollisionError
from magicbb.magics.magic import MOST_BITS, MOST_ENTRIES
from magicbb.recipes.layout.first_fit import pack
from magicbb.recipes.layout.layout import Layout, Placement

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.recipes.layout.layout import Rows
    from magicbb.recipes.storage.storage import Contents


@dataclass(frozen=True)
class Overlapped(Layout):
    """The layout with an offset for each square, which may be negative for black magics."""

    name = "overlapped"
    words = ("offset",)
    packs = True

    def place(self, rows: Rows) -> Placement:
        """Use the given offsets, which are checked when the table is filled, or find offsets."""
        offsets = _found_offsets(rows) if rows.offsets is None else rows.offsets
        if len(offsets) != ROWS:
            raise ValueError(f"the overlapped layout needs {ROWS} offsets, got {len(offsets)}")
        checked = tuple(_offset(offset, row) for row, offset in enumerate(offsets))
        return Placement(tuple((offset % 2**64,) for offset in checked), None, checked)


def _found_offsets(rows: Rows) -> Sequence[int]:
    contents, indices = rows.contents, rows.indices()
    check_each_row(contents, indices)
    offsets: list[int] = pack(all_keys().starts, indices, contents.values, contents.care).tolist()
    return offsets


def check_each_row(contents: Contents, indices: npt.NDArray[np.uint64]) -> None:
    """Check before packing that each row could be stored on its own.

    Raises:
        CollisionError: Two keys of a row have the same index but different contents.
    """
    keys = all_keys()
    apart = (keys.rows.astype(np.uint64) << np.uint64(MOST_BITS)) | indices
    slots = np.unique(apart, return_inverse=True)[1].astype(np.uint64)
    try:
        contents.merge(keys, slots, len(keys.rows))
    except CollisionError as error:
        key = np.flatnonzero((keys.rows == error.rows[0]) & (keys.blockers == error.blockers[0]))
        raise CollisionError(error.rows, error.blockers, int(indices[key[0]])) from None


def _offset(offset: int, row: int) -> int:
    rule = f"{row_name(row)}: offset must be an integer from {-MOST_ENTRIES:,} to {MOST_ENTRIES:,}"
    return parse_integer(offset, MOST_ENTRIES + 1, rule, start=-MOST_ENTRIES)
