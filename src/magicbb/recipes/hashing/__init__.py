"""Hashes, the first axis of a scheme: they map a key to an index.

There is one file for each family of hashes. A family defines the words stored for each square and
the kernel that computes the index; no other code needs to know the family. For the origin of the
magics, see `recipes.sources`.
"""

from __future__ import annotations

from magicbb.recipes.hashing.group import Group
from magicbb.recipes.hashing.halves import Halves
from magicbb.recipes.hashing.hash import Hash
from magicbb.recipes.hashing.multiply import Multiply
from magicbb.recipes.hashing.offset_in_magic import OffsetInMagic
from magicbb.recipes.hashing.pext import Pext
from magicbb.recipes.hashing.shift_in_magic import ShiftInMagic

__all__ = ["HASHES", "Hash"]


HASHES: dict[str, Hash] = {
    hashing.name: hashing
    for hashing in (
        Multiply("white"),
        Multiply("white", fixed=True),
        Multiply("black"),
        Multiply("black", fixed=True),
        ShiftInMagic("white"),
        ShiftInMagic("black"),
        OffsetInMagic(),
        Group(),
        Halves(),
        Pext(),
    )
}
"""The hashes by name."""
