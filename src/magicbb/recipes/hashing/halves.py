"""Products of 32 bits, for CPUs without 64-bit multiplication (Grant Osborne 2006).

A rook's blockers make two products, one for each half of the board, which are xored. A bishop's
blockers are folded first and make one product. Folding the halves onto each other as they are
cannot work: for a bishop on rank 4 or 5, b2 and b6 (or another such pair) both occupied would look
the same as both empty. So the upper half is rotated by one rank first, and then the halves never
meet: all relevant squares have one colour, the rotated ones the other. A rotation is one
instruction. Of all rotations, this is the only one with a constructed factor for every square; for
some others it is known that there are none (a shift by one file, the bishop on d4: all 2^32 were
tried).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.geometry.sliders import BISHOP
from magicbb.recipes.hashing.family import Hash
from magicbb.recipes.hashing.multiply import NOTES
from magicbb.recipes.notes import Note, explained

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic
    from magicbb.recipes.kernels import Columns, IndexKernel

_HALF, _RANK, _THREE_RANKS = Word(32), Word(8), Word(24)
_LOWER = Word(2**32 - 1)

_TWO_PRODUCTS = NOTES | {
    "lower": Note("Lower product", "The lower half of the board times the magic's lower half."),
    "upper": Note("Upper product", "The upper half of the board times the magic's upper half."),
    "index": Note(
        "Index",
        "Both products are xored, and the top bits of 32 are moved down: which of the square's "
        "slots.",
    ),
}
_ONE_PRODUCT = NOTES | {
    "upper": Note("Upper half", "The ranks 5 to 8, moved down to the lower half."),
    "folded": Note(
        "Folded board",
        "The upper half, turned by one rank, is laid over the lower half. No two squares that "
        "matter meet, and one product of 32 bits is enough.",
    ),
    "product": Note(
        "Product",
        "Each set bit of the magic adds a copy of the board, moved up by the bit's number. "
        "Only the lower 32 bits count.",
    ),
    "index": Note(
        "Index", "The top bits of 32, shifted down: the number of the slot among the square's own."
    ),
}


@dataclass(frozen=True)
class Halves(Hash):
    """The hash of 32-bit magics, whose mask and magic consist of two halves each."""

    name = "white-32"
    kind = "white-32"
    words = ("mask", "magic", "shift")

    def record(self, slider: Slider, square: int, magic: Magic | None) -> tuple[int, ...]:
        """The mask, the one or two factors, and the shift within 32 bits."""
        *words, shift = super().record(slider, square, magic)
        return (*words, shift - int(_HALF))

    def index(self, slider: Slider, column: Columns) -> IndexKernel:
        """The kernel that computes the index."""
        mask, magic, shift = column["mask"], column["magic"], column["shift"]

        @explained(**_TWO_PRODUCTS)
        @kernel
        def multiply_halves(parameters: Words, start: Word, _square: Word, occupied: Word) -> Word:
            blockers, factors = occupied & parameters[start + mask], parameters[start + magic]
            lower = (blockers & _LOWER) * (factors & _LOWER)
            upper = (blockers >> _HALF) * (factors >> _HALF)
            return ((lower ^ upper) & _LOWER) >> parameters[start + shift]

        @explained(**_ONE_PRODUCT)
        @kernel
        def multiply_folded(parameters: Words, start: Word, _square: Word, occupied: Word) -> Word:
            blockers = occupied & parameters[start + mask]
            upper = blockers >> _HALF
            folded = (blockers ^ (upper >> _RANK) ^ (upper << _THREE_RANKS)) & _LOWER
            return ((folded * parameters[start + magic]) & _LOWER) >> parameters[start + shift]

        return multiply_folded if slider == BISHOP else multiply_halves
