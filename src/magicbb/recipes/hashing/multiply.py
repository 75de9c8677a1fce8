"""Multiply and shift: `key * magic >> shift`, the hash that gives the technique its name.

White magics hash `occupied & mask` (Lasse Hansen 2006), black ones `occupied | ~mask` (Volker
Annuss 2017). The shift is either one constant for all squares of a slider (Hansen 2006) or stored
with the magic of each square (Pradu Kannan 2006).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.lookup.keys import WIDEST_BITS
from magicbb.recipes.hashing.family import Hash
from magicbb.recipes.notes import Note, explained

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic
    from magicbb.recipes.kernels import Columns, IndexKernel

NOTES = {
    "mask": Note(
        "Mask",
        "The squares where a piece can change the attacks: the slider's lines without their last "
        "squares, for a piece there hides nothing.",
    ),
    "irrelevant": Note(
        "Irrelevant squares",
        "All squares but those of the mask: a piece on one of them cannot change the attacks.",
    ),
    "blockers": Note(
        "Blockers",
        "The occupied squares among those that matter. The rest of the board is forgotten.",
    ),
    "input": Note(
        "Filled board",
        "All irrelevant squares are set, whatever stands there, so that only the relevant ones "
        "make a difference. Black magics multiply this.",
    ),
    "magic": Note(
        "Magic",
        "The factor for this square. It was tried on every key, that is, on every set of blockers: "
        "keys with different attacks lead to different slots.",
    ),
    "product": Note(
        "Product",
        "Each set bit of the magic adds a copy of the board, moved up by the bit's number; "
        "bits beyond 63 are lost. What matters ends up in the top bits of the sum.",
    ),
    "shift": Note("Shift", "How far the product is shifted down: only the index is left."),
    "index": Note(
        "Index",
        "The top bits of the product, shifted down: the number of the slot among the square's own.",
    ),
}
"""The notes on the steps of hashes that multiply."""


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
"""The name of the word that holds the mask or its complement, by kind."""

INPUTS = {"white": white_input, "black": black_input}
"""The kernel that makes the hash input from that word and the occupied squares, by kind."""


@dataclass(frozen=True)
class Multiply(Hash):
    """The hash of white or black magics.

    Attributes:
        kind: "white" or "black".
        fixed: Whether all squares of a slider have the same shift, a constant in the code.
    """

    kind: str = "white"
    fixed: bool = False

    @property
    def name(self) -> str:
        """The kind, with "-fixed" if the shift is fixed."""
        return f"{self.kind}-fixed" if self.fixed else self.kind

    @property
    def words(self) -> tuple[str, ...]:
        """The words per square."""
        kept = KEPT[self.kind]
        return (kept, "magic") if self.fixed else (kept, "magic", "shift")

    def bits(self, slider: Slider, square: int) -> int:
        """The number of mask squares, or the fixed number of bits."""
        return WIDEST_BITS[slider.name] if self.fixed else slider.mask(square).bit_count()

    def check(self, magic: Magic) -> None:
        """Check that a fixed shift leaves exactly the magic's number of bits."""
        widest = WIDEST_BITS[magic.piece.name]
        if self.fixed and magic.bits != widest:
            raise ValueError(
                f"{magic.where}: the fixed shift leaves {widest} index bits, "
                f"the magic has {magic.bits}"
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
