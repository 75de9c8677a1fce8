"""Magics from elsewhere, perhaps with offsets, and the simplest table that they fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.lookup.keys import WIDEST_BITS
from magicbb.magics.files import in_order
from magicbb.magics.magic import KINDS
from magicbb.recipes.hashing import simplest_hash
from magicbb.recipes.scheme import Scheme
from magicbb.tables.table import Table, in_row_order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from magicbb.magics.files import Placed


def table_from(placed: Iterable[Placed], seed: int | None = None) -> Table:
    """The table of magics from elsewhere, with the simplest scheme that they fit.

    Raises:
        ValueError: They do not go together. `CollisionError` where a magic is none.
    """
    placed = [*placed]
    storages = {each.storage or "direct" for each in placed}
    if len(storages) > 1:
        raise ValueError(f"it mixes {' and '.join(sorted(storages))} storage; a table has one")
    magics, offsets = in_order(placed)
    kinds = [kind for kind in KINDS if any(magic.kind == kind for magic in magics)]
    if len(kinds) > 1:
        raise ValueError(f"it mixes {' and '.join(kinds)} magics; a table has one kind")
    hashing = simplest_hash(in_row_order(magics, kinds[0] if kinds else "white"))
    fixed = all(magic.bits == WIDEST_BITS[magic.slider.name] for magic in magics)
    layout = "overlapped" if offsets else "strided" if fixed else "concatenated"
    return Table(Scheme(hashing, layout, *storages), magics, offsets, seed)
