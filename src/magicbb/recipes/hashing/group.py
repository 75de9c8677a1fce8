"""Magic groups: all squares of a slider in one array, with a fixed shift and no offset.

The Chessprogramming wiki asks for such a group of magics under "Wishing Dreams", with the slider's
own square included in the key. In that form, no rook group exists for any number of index bits;
docs/magic-groups.md has the proof. With the keys of black magics, groups do exist: the smallest
arrays found by this project have 2**18 slots for rooks and 2**13 for bishops.

A bishop group is found in a fifth of a second with any seed. The rook group took two minutes, with
`find_group(ROOK, 18, seed=11, effort=10)`, and ships with the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.magics.files import shipped
from magicbb.magics.search.group import find_group
from magicbb.recipes.hashing.hash import Hash
from magicbb.recipes.hashing.multiply import KEPT, NOTES, black_input
from magicbb.recipes.notes import Note, explained

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic
    from magicbb.recipes.kernel_types import Columns, IndexKernel

GROUP_BITS = {"rook": 18, "bishop": 13}
"""The index bits for each slider: the smallest number for which a group was found."""

_APART = "the magics of different squares never use the same slots."
_SLOTS = {
    ROOK: Note("Slot", f"The top bits of the product, shifted down. No offset is added: {_APART}"),
    BISHOP: Note(
        "Slot",
        f"The bishop's slots follow the rook's. No offset is added for the square: {_APART}",
    ),
}


@dataclass(frozen=True)
class Group(Hash):
    """The hash that uses two groups of black magics; the bishop's slots follow the rook's."""

    name = "black-group"
    kind = "black"
    words = (KEPT["black"], "magic")
    joint = True

    def bits(self, slider: Slider, square: int) -> int:  # noqa: ARG002 (the same for all squares)
        """The number of index bits that the fixed shift leaves."""
        return GROUP_BITS[slider.name]

    def search(
        self, seed: int, on_found: Callable[[Magic], None] | None = None
    ) -> tuple[Magic, ...]:
        """Load the shipped rook group and find a bishop group."""
        rooks = tuple(row.magic for row in shipped("group"))
        if on_found is not None:
            for magic in rooks:
                on_found(magic)
        return rooks + find_group(BISHOP, GROUP_BITS[BISHOP.name], seed=seed, on_found=on_found)

    def check(self, magic: Magic) -> None:
        """Check that the magic has the group's number of bits."""
        bits = GROUP_BITS[magic.piece.name]
        if magic.bits != bits:
            raise ValueError(
                f"{magic.where}: a group magic has {bits} index bits, but this one has {magic.bits}"
            )

    def index(self, slider: Slider, column: Columns) -> IndexKernel:
        """The kernel that computes the index."""
        mask, magic = column[KEPT[self.kind]], column["magic"]
        shift = Word(64 - GROUP_BITS[slider.name])
        first = Word(1 << GROUP_BITS[ROOK.name] if slider == BISHOP else 0)

        @explained(**NOTES, slot=_SLOTS[slider])
        @kernel
        def multiply_in_group(
            parameters: Words, start: Word, _square: Word, occupied: Word
        ) -> Word:
            hashed = black_input(parameters[start + mask], occupied) * parameters[start + magic]
            return (hashed >> shift) + first

        return multiply_in_group
