"""Storages, the third axis of a scheme: they map a slot to the attacks."""

from __future__ import annotations

from magicbb.recipes.storage.compressed import Compressed
from magicbb.recipes.storage.direct import Direct
from magicbb.recipes.storage.nibbles import Nibbles
from magicbb.recipes.storage.numbered import NumberedBySquare, NumberedByTable, NumberedInUnion
from magicbb.recipes.storage.storage import Storage
from magicbb.recipes.storage.union import Union

__all__ = ["STORAGES", "Storage"]


STORAGES: dict[str, Storage] = {
    storage.name: storage
    for storage in (
        Direct(),
        NumberedBySquare(),
        NumberedInUnion(),
        NumberedByTable(),
        Nibbles(),
        Compressed(),
        Union(),
    )
}
"""The storages by name."""
