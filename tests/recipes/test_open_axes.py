"""The rest of the catalogue fits: parts made up here work without a change to the package.

A hash that takes no magics (a software PEXT) and one that keeps its squares apart by itself,
storage of what is not attacked, a layout that packs by itself and one that shares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.compile import Word, Words, kernel
from magicbb.lookup.keys import ROWS, all_keys, row_of
from magicbb.recipes.hashing import HASHES, Hash
from magicbb.recipes.layout.concatenated import Concatenated
from magicbb.recipes.layout.layout import Placement
from magicbb.recipes.layout.overlapped import Overlapped
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.storage.storage import Contents

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.keys import Keys
    from magicbb.magics.magic import Magic
    from magicbb.recipes.layout.layout import Rows

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
class Extract(Hash):
    """A hash without magics."""

    name: str = "extract"
    kind: str | None = None
    words: tuple[str, ...] = ("mask",)
    joint: bool = False
    search: None = None

    def bits(self, slider: Slider, square: int) -> int:
        return slider.mask(square).bit_count()

    def record(self, slider: Slider, square: int, magic: Magic | None) -> tuple[int, ...]:
        assert magic is None
        return (slider.mask(square),)

    def index(
        self,
        slider: Slider,  # noqa: ARG002
        column: Mapping[str, Word],
    ) -> Callable[[Words, Word, Word, Word], Word]:
        mask = column["mask"]

        @kernel
        def index(parameters: Words, start: Word, _square: Word, occupied: Word) -> Word:
            return extract(occupied, parameters[start + mask])

        return index


@dataclass(frozen=True)
class Apart(Extract):
    """A hash whose index keeps the squares apart: the row stands above the blockers."""

    name: str = "apart"
    joint: bool = True

    def index(
        self, slider: Slider, column: Mapping[str, Word]
    ) -> Callable[[Words, Word, Word, Word], Word]:
        mask = column["mask"]
        first, room = Word(row_of(slider, 0)), Word(12)

        @kernel
        def index(parameters: Words, start: Word, square: Word, occupied: Word) -> Word:
            return ((first + square) << room) | extract(occupied, parameters[start + mask])

        return index


@dataclass(frozen=True)
class Inverted:
    """Storage of what is not attacked."""

    name: str = "inverted"
    words: tuple[str, ...] = ()
    memory: str = "Words"
    shareable: bool = False

    def contents(self, keys: Keys) -> Contents:
        return Contents(~keys.attacks)

    def attacks(
        self,
        column: Mapping[str, Word],  # noqa: ARG002
    ) -> Callable[[Words, Words, Words, Word, Word], Word]:
        @kernel
        def read_inverted(
            slots: Words, _attack_sets: Words, _parameters: Words, _start: Word, slot: Word
        ) -> Word:
            return ~slots[slot]

        return read_inverted


@dataclass(frozen=True)
class Packed(Overlapped):
    """Rows one after the other, each as long as its highest index: packing at its simplest."""

    name: str = "packed"
    packs: bool = False  # no better for annealed magics

    def place(self, rows: Rows) -> Placement:
        assert rows.offsets is None
        found, keys = rows.indices(), all_keys()
        highest = [int(found[keys.of_row(row)].max()) + 1 for row in range(ROWS)]
        starts = tuple(sum(highest[:row]) for row in range(ROWS))
        return Placement(tuple((start,) for start in starts), None, starts)


@dataclass(frozen=True)
class Paired(Concatenated):
    """The rook and the bishop of a square on the same slots: their lines never meet."""

    name: str = "paired"
    shares: bool = True

    def place(self, rows: Rows) -> Placement:
        sizes = [1 << max(rows.bits[square], rows.bits[64 + square]) for square in range(64)]
        starts = [sum(sizes[:square]) for square in range(64)]
        return Placement(tuple((start,) for start in starts * 2), sum(sizes))


@pytest.mark.parametrize(
    ("hashing", "layout", "storage"),
    [
        pytest.param(
            hashing,
            layout,
            storage,
            marks=[pytest.mark.slow] if two != three or one != two % 2 else [],
            id=f"{hashing}-{layout}-{storage}",
        )
        for one, hashing in enumerate(["white", Extract()])
        for two, layout in enumerate(["concatenated", "strided", Packed()])
        for three, storage in enumerate(["direct", "pdep", Inverted()])
    ],
)
def test_parts_made_up_here_combine(hashing: Any, layout: Any, storage: Any) -> None:
    # A table exists only once it is verified on every key.
    table = mb.build(Scheme(hashing, layout, storage))
    assert table.queen_attacks("d4", 0) == mb.queen_attacks("d4", 0)
    assert bool(table.magics) == (hashing == "white")


@pytest.mark.parametrize(
    "storage",
    [*(pytest.param(name, marks=pytest.mark.slow) for name in ("direct", "union")), Inverted()],
    ids=str,
)
def test_a_hash_that_keeps_the_squares_apart_takes_the_joint_layout(storage: Any) -> None:
    table = mb.build(Scheme(Apart(), "joint", storage))
    assert table.entries <= 128 << 12
    assert table.queen_attacks("d4", 0) == mb.queen_attacks("d4", 0)


@pytest.mark.parametrize("hashing", ["white", "black", "pext", Extract()], ids=str)
def test_a_layout_that_shares_takes_storage_that_can_be_shared(hashing: Any) -> None:
    table = mb.build(Scheme(hashing, Paired(), "union"))
    assert table.entries == 102_400


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        (
            (Apart(), "concatenated", "direct"),
            "the apart hash already places .*; use the joint layout",
        ),
        ((Extract(), "joint", "direct"), "the extract hash does not separate .*; use {joint}"),
        (("white", Paired(), "direct"), "a slot of direct storage .* the paired layout .* union"),
        (("white", "shared", Inverted()), "a slot of inverted storage .*; use union"),
    ],
    ids=str,
)
def test_parts_made_up_here_are_refused_where_they_cannot_work(
    parts: tuple[Any, Any, Any], reason: str
) -> None:
    joint = " or ".join(name for name, known in HASHES.items() if known.joint)
    with pytest.raises(ValueError, match=f" cannot work: {reason.format(joint=joint)}"):
        Scheme(*parts)


def test_a_part_without_a_registered_name_cannot_be_saved() -> None:
    table = mb.build(Scheme(Extract(), "concatenated"))
    with pytest.raises(ValueError, match="hash must be one of"):
        table.to_bytes()
