"""The third axis: from a slot to the attacks."""

from __future__ import annotations

from magicbb.recipes.storage.compressed import Compressed
from magicbb.recipes.storage.contents import Storage
from magicbb.recipes.storage.direct import Direct
from magicbb.recipes.storage.numbered import NumberedBySquare, NumberedByTable, NumberedInUnion
from magicbb.recipes.storage.union import Union

__all__ = ["STORAGES", "Storage"]


FILLS = {
    "attacks": "the attacks",
    "union": "the attacks, added to what is there already",
    "computed": "the result of the kernel of `Storage.stored` for the attacks",
    "number": "the number of the attacks among all that are written down",
    "number_in_list": "their number among those of the square, whose list starts at `list`",
    "number_in_union": "the number of an attack set in a list shared with other squares",
}
"""The ways to write a slot, for exports that fill the table in another language."""

STORAGES: dict[str, Storage] = {
    storage.name: storage
    for storage in (
        Direct(),
        NumberedBySquare(),
        NumberedInUnion(),
        NumberedByTable(),
        Compressed(),
        Union(),
    )
}
"""The storages by name."""
