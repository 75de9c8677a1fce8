"""The rest of the catalogue fits: parts made up here work without a change to the package.

A hash that takes no magics (a software PEXT), a storage with an indirection (a byte per slot, as
Robert Houdart's), a layout that packs by itself, and a rival without a table (the rays).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.axes import Scheme
from magicbb.compile import Bytes, Word, Words, kernel
from magicbb.keys import ROWS, all_keys, rays_table, row_of, walk
from magicbb.layout.overlapped import Overlapped
from magicbb.lookup_table import LookupTable
from magicbb.storage.contents import Contents, attacks_by_slot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy.typing as npt

    from magicbb.keys import Keys
    from magicbb.layout.placement import Indices, Placement
    from magicbb.magics import Magic
    from magicbb.sliders import Slider

_ZERO, _ONE = Word(0), Word(1)


@kernel
def extract(occupied: Word, mask: Word) -> Word:
    index, bit = _ZERO, _ONE
    while mask != _ZERO:
        lowest = mask & (_ZERO - mask)
        if occupied & lowest:
            index |= bit
        bit += bit
        mask ^= lowest
    return index


@dataclass(frozen=True)
class Extract:
    name: str = "extract"
    kind: str | None = None
    words: tuple[str, ...] = ("mask",)

    def find(self, seed: int, **_options: object) -> tuple[Magic, ...]:  # noqa: ARG002
        return ()

    def bits(self, slider: Slider, square: int) -> int:
        return slider.mask(square).bit_count()

    def record(self, slider: Slider, square: int, magic: Magic | None) -> tuple[int, ...]:
        assert magic is None
        return (slider.mask(square),)

    def index(
        self,
        slider: Slider,  # noqa: ARG002
        column: Mapping[str, Word],
    ) -> Callable[[Words, Word, Word], Word]:
        mask = column["mask"]

        @kernel
        def index(parameters: Words, start: Word, occupied: Word) -> Word:
            return extract(occupied, parameters[start + mask])

        return index


@dataclass(frozen=True)
class OneByte:
    name: str = "byte"
    words: tuple[str, ...] = ("first",)
    memory: str = "Bytes"

    def fill(self, keys: Keys, slots: npt.NDArray[np.uint64], entries: int) -> Contents:
        attacks_by_slot(keys, slots, entries)
        held = np.zeros(entries, np.uint8)
        sets: list[npt.NDArray[np.uint64]] = []
        firsts: list[tuple[int]] = []
        for row in range(ROWS):
            part = keys.of_row(row)
            distinct, numbers = np.unique(keys.attacks[part], return_inverse=True)
            held[slots[part]] = numbers
            firsts.append((sum(known.size for known in sets),))
            sets.append(distinct)
        return Contents(held, np.concatenate(sets), tuple(firsts))

    def attacks(
        self,
        slider: Slider,  # noqa: ARG002
        column: Mapping[str, Word],
    ) -> Callable[[Bytes, Words, Words, Word, Word], Word]:
        first = column["first"]

        @kernel
        def read_byte(
            slots: Bytes, attack_sets: Words, parameters: Words, start: Word, slot: Word
        ) -> Word:
            return attack_sets[parameters[start + first] + Word(slots[slot])]

        return read_byte


@dataclass(frozen=True)
class Packed(Overlapped):
    """Rows one after the other, each as long as its highest index: packing at its simplest."""

    name: str = "packed"

    def place(
        self, bits: Sequence[int], offsets: Sequence[int] | None, indices: Indices
    ) -> Placement:
        assert offsets is None
        found, keys = indices(), all_keys()
        highest = [int(found[keys.of_row(row)].max()) + 1 for row in range(ROWS)]
        starts = [sum(highest[:row]) for row in range(ROWS)]
        return super().place(bits, starts, indices)


@dataclass(frozen=True)
class Rays:
    memory: str = "Bytes"

    def attacks_kernel(self, slider: Slider) -> Callable[[Words, Any, Words, Word, Word], Word]:
        first = Word(row_of(slider, 0))

        @kernel
        def rays(
            parameters: Words,  # noqa: ARG001
            slots: Bytes,
            attack_sets: Words,  # noqa: ARG001
            square: Word,
            occupied: Word,
        ) -> Word:
            return walk(slots, first + square, occupied)

        return rays


@pytest.mark.parametrize("storage", ["direct", OneByte()], ids=["direct", "byte"])
@pytest.mark.parametrize("layout", ["concatenated", "strided", Packed()], ids=str)
@pytest.mark.parametrize("hashing", ["white", Extract()], ids=["white", "extract"])
def test_parts_made_up_here_combine(hashing: Any, layout: Any, storage: Any) -> None:
    # A table exists only once it is verified on every key.
    table = mb.build(Scheme(hashing, layout, storage))
    assert table.queen_attacks("d4", 0) == mb.queen_attacks("d4", 0)
    assert bool(table.magics) == (hashing == "white")


def test_a_rival_without_a_table_looks_up_like_one() -> None:
    nothing = np.zeros(0, np.uint64)
    rays = LookupTable(Rays(), nothing, rays_table().reshape(-1), nothing, used=0)
    assert rays.verify().keys == 107_648
    assert rays.rook_attacks("a1", 0) == mb.rook_attacks("a1", 0)


def test_a_part_without_a_registered_name_cannot_be_saved() -> None:
    table = mb.build(Scheme(Extract(), "concatenated"))
    with pytest.raises(ValueError, match="hash must be one of"):
        table.to_bytes()
