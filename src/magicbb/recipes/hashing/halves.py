"""32-bit products, for CPUs without 64-bit multiplication (Grant Osborne 2006).

A rook's blockers give two products, one for each half of the board, which are XORed. A bishop's
blockers are folded into one half first and give one product. XORing the halves as they are cannot
work: for a bishop on rank 4 or 5, having both b2 and b6 (or another such pair) occupied would look
the same as having both empty. So the upper half is first rotated by one rank. Relevant squares of
the two halves then never coincide: those of the lower half have one colour, the rotated ones the
other. A rotation is one instruction. Of all rotations, this is the only one with a constructed
factor for every square. Some others provably leave a square without any factor (with a shift by one
file and the bishop on d4, all 2^32 factors were tried).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.geometry.sliders import BISHOP
from magicbb.recipes.hashing.hash import Hash
from magicbb.recipes.hashing.multiply import NOTES
from magicbb.recipes.notes import Note, explained

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.kernel_types import Columns, IndexKernel

_HALF, _RANK, _THREE_RANKS = Word(32), Word(8), Word(24)
_LOWER = Word(2**32 - 1)

_TWO_PRODUCTS = NOTES | {
    "lower": Note("Lower product", "The lower half of the board times the magic's lower half."),
    "upper": Note("Upper product", "The upper half of the board times the magic's upper half."),
    "index": Note(
        "Index",
        "The two products are XORed, and the top bits of the 32-bit result are shifted down: the "
        "slot's position in the square's range.",
    ),
}
_ONE_PRODUCT = NOTES | {
    "upper": Note("Upper half", "Ranks 5 to 8, shifted down to the lower half."),
    "folded": Note(
        "Folded board",
        "The upper half, rotated by one rank, is XORed with the lower half. Relevant squares never "
        "coincide, so one 32-bit product is enough.",
    ),
    "product": Note(
        "Product",
        "Each set bit of the magic adds a copy of the hashed squares, shifted up by the bit's "
        "number. Only the lower 32 bits count.",
    ),
    "index": Note(
        "Index",
        "The top bits of the 32-bit product, shifted down: the slot's position in the square's "
        "range.",
    ),
}


@dataclass(frozen=True)
class Halves(Hash):
    """The hash that uses 32-bit magics; mask and magic each consist of two halves."""

    name = "white-32"
    kind = "white-32"
    words = ("mask", "magic", "shift")

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
