"""Storages, the third axis of a scheme: they map a slot to the attacks."""

from __future__ import annotations

from magicbb.recipes.storage.compressed import Compressed
from magicbb.recipes.storage.direct import Direct
from magicbb.recipes.storage.nibbles import Nibbles
from magicbb.recipes.storage.numbered import NumberedBySquare, NumberedByTable, NumberedInUnion
from magicbb.recipes.storage.storage import Storage
from magicbb.recipes.storage.union import Union

__all__ = ["STORAGES", "Storage"]


FILLS = {
    "attacks": "the attacks",
    "union": "the attacks, ORed into the existing contents",
    "computed": "the attacks, converted by the kernel of `Storage.stored`",
    "number": "the index of the attacks in the list of all attack sets",
    "number_in_list": "the index of the attacks in the square's list, which starts at `list`",
    "number_in_union": "the index of the attacks in a list that several squares share",
}
"""The ways of filling a table in exported code, each with what is written to a slot."""

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
