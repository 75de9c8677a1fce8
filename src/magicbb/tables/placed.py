"""Magics from elsewhere, perhaps with offsets, and the simplest table that they fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.lookup.keys import WIDEST_BITS, row_of
from magicbb.magics.magic import KINDS, Magic
from magicbb.recipes.hashing import simplest_hash
from magicbb.recipes.scheme import Scheme
from magicbb.tables.table import Table, in_row_order

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Placed:
    """A magic from a file, perhaps with its offset."""

    magic: Magic
    offset: int | None = None


def table_from(placed: Iterable[Placed], seed: int | None = None) -> Table:
    """The table of magics from elsewhere, with the simplest scheme that they fit.

    Raises:
        ValueError: They do not go together. `CollisionError` where a magic is none.
    """
    entries = sorted(placed, key=lambda entry: row_of(entry.magic.slider, entry.magic.square))
    magics = [entry.magic for entry in entries]
    kinds = [kind for kind in KINDS if any(magic.kind == kind for magic in magics)]
    if len(kinds) > 1:
        raise ValueError(f"it mixes {' and '.join(kinds)} magics; a table has one kind")
    offsets = [entry.offset for entry in entries]
    given = [offset for offset in offsets if offset is not None]
    if given and len(given) < len(offsets):
        raise ValueError("some squares have an offset and some have none")
    hashing = simplest_hash(in_row_order(magics, kinds[0] if kinds else "white"))
    fixed = all(magic.bits == WIDEST_BITS[magic.slider.name] for magic in magics)
    layout = "overlapped" if given else "strided" if fixed else "concatenated"
    return Table(Scheme(hashing, layout), magics, given or None, seed)
