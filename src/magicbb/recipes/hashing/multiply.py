"""Multiply and shift: `key * magic >> shift`, the classic magic hash.

White magics hash `occupied & mask` (Lasse Hansen 2006), black magics `occupied | ~mask` (Volker
Annuss 2017). The shift is either a constant for all squares of a slider (Hansen 2006) or stored
with the magic of each square (Pradu Kannan 2006).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.lookup.keys import WIDEST_BITS
from magicbb.recipes.hashing.hash import Hash
from magicbb.recipes.notes import Note, explained

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic
    from magicbb.recipes.kernel_types import Columns, IndexKernel

NOTES = {
    "mask": Note(
        "Mask",
        "The squares where a piece can change the attacks: the slider's lines without their last "
        "squares, since a piece there blocks nothing.",
    ),
    "irrelevant": Note(
        "Irrelevant squares",
        "All squares outside the mask, where a piece cannot change the attacks.",
    ),
    "blockers": Note(
        "Blockers",
        "The occupied squares of the mask. The rest of the board is ignored.",
    ),
    "input": Note(
        "Filled board",
        "All irrelevant squares are set, occupied or not, so that only the relevant squares "
        "make a difference. Black magics multiply this board.",
    ),
    "magic": Note(
        "Magic",
        "The factor for this square. It was tested on all keys, that is, all sets of blockers: "
        "keys with different attacks map to different slots.",
    ),
    "product": Note(
        "Product",
        "Each set bit of the magic adds a copy of the hashed squares, shifted up by the bit's "
        "number; bits above 63 are lost. The index is in the top bits of the sum.",
    ),
    "shift": Note(
        "Shift",
        "The number of bits by which the product is shifted down, so that only the index is left.",
    ),
    "index": Note(
        "Index",
        "The top bits of the product, shifted down: the slot's position in the square's range.",
    ),
}
"""The notes for the steps of hashes that multiply."""


@explained("blockers", **NOTES)
@kernel
def white_input(relevant: Word, occupied: Word) -> Word:
    """Clear the irrelevant squares; `relevant` is the mask."""
    return occupied & relevant


@explained("input", **NOTES)
@kernel
def black_input(irrelevant: Word, occupied: Word) -> Word:
    """Set the irrelevant squares; `irrelevant` is the mask's complement."""
    return occupied | irrelevant


KEPT = {"white": "mask", "black": "irrelevant"}
"""The name of the word that stores the mask or its complement, by kind."""

INPUTS = {"white": white_input, "black": black_input}
"""For each kind, the kernel that computes the hash input from the `KEPT` word and `occupied`."""


@dataclass(frozen=True)
class Multiply(Hash):
    """The hash that uses white or black magics.

    Attributes:
        kind: "white" or "black".
        fixed: Whether all squares of a slider have the same shift, which is then a constant in the
            code.
    """

    kind: str = "white"
    fixed: bool = False

    @property
    def name(self) -> str:
        """The kind, followed by "-fixed" if the shift is fixed."""
        return f"{self.kind}-fixed" if self.fixed else self.kind

    @property
    def words(self) -> tuple[str, ...]:
        """The names of the words stored for each square."""
        kept = KEPT[self.kind]
        return (kept, "magic") if self.fixed else (kept, "magic", "shift")

    def bits(self, slider: Slider, square: int) -> int:
        """The number of mask squares, or the number of bits that the fixed shift leaves."""
        return WIDEST_BITS[slider.name] if self.fixed else slider.mask(square).bit_count()

    def check(self, magic: Magic) -> None:
        """Check that a fixed shift leaves exactly the magic's number of bits."""
        widest = WIDEST_BITS[magic.piece.name]
        if self.fixed and magic.bits != widest:
            raise ValueError(
                f"{magic.where}: the fixed shift leaves {widest} index bits, "
                f"but the magic has {magic.bits}"
            )

    def index(self, slider: Slider, column: Columns) -> IndexKernel:
        """The kernel that computes the index."""
        hash_input = INPUTS[self.kind]
        mask, magic = column[KEPT[self.kind]], column["magic"]
        if self.fixed:
            fixed_shift = Word(64 - WIDEST_BITS[slider.name])

            @explained(**NOTES)
            @kernel
            def multiply_fixed(
                parameters: Words, start: Word, _square: Word, occupied: Word
            ) -> Word:
                hashed = hash_input(parameters[start + mask], occupied) * parameters[start + magic]
                return hashed >> fixed_shift

            return multiply_fixed

        shift = column["shift"]

        @explained(**NOTES)
        @kernel
        def multiply(parameters: Words, start: Word, _square: Word, occupied: Word) -> Word:
            hashed = hash_input(parameters[start + mask], occupied) * parameters[start + magic]
            return hashed >> parameters[start + shift]

        return multiply
