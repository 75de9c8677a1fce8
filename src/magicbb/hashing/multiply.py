"""Multiply and shift: `key * magic >> shift`, the hash that the technique has its name from.

White magics hash `occupied & mask` (Lasse Hansen 2006), black ones `occupied | ~mask` (Volker
Annuss 2017). The shift is one constant for all squares of a slider (Hansen 2006), or kept for every
square beside its magic (Pradu Kannan 2006).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.bitboards import FULL
from magicbb.compile import Word, Words, kernel
from magicbb.keys import WIDEST_BITS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.magics import Kind, Magic
    from magicbb.sliders import Slider


@kernel
def white_key(relevant: Word, occupied: Word) -> Word:
    """Clear the irrelevant squares; `relevant` is the mask."""
    return occupied & relevant


@kernel
def black_key(irrelevant: Word, occupied: Word) -> Word:
    """Set the irrelevant squares; `irrelevant` is the mask's complement."""
    return occupied | irrelevant


@dataclass(frozen=True)
class Multiply:
    """The hash of white or black magics.

    Attributes:
        kind: "white" or "black".
        fixed: Whether all squares of a slider have one shift, a constant in the code.
    """

    kind: Kind
    fixed: bool = False

    @property
    def name(self) -> str:
        """The kind, and whether the shift is fixed."""
        return f"{self.kind}-fixed" if self.fixed else self.kind

    @property
    def words(self) -> tuple[str, ...]:
        """The words per square."""
        return ("mask", "magic") if self.fixed else ("mask", "magic", "shift")

    def bits(self, slider: Slider, square: int) -> int:
        """As many bits as the mask has squares, or the fixed number."""
        return WIDEST_BITS[slider.name] if self.fixed else slider.mask(square).bit_count()

    def record(self, magic: Magic) -> tuple[int, ...]:
        """The mask (its complement for black), the factor and perhaps the shift.

        Raises:
            ValueError: The magic has another number of bits than the fixed shift leaves.
        """
        if self.fixed and magic.bits != WIDEST_BITS[magic.slider.name]:
            wanted = WIDEST_BITS[magic.slider.name]
            raise ValueError(
                f"{magic.where}: the fixed shift leaves {wanted} index bits, "
                f"the magic has {magic.bits}"
            )
        mask = magic.slider.mask(magic.square)
        key = mask if self.kind == "white" else ~mask & FULL
        return (key, magic.factor) if self.fixed else (key, magic.factor, magic.shift)

    def index(
        self, slider: Slider, column: Mapping[str, Word]
    ) -> Callable[[Words, Word, Word], Word]:
        """The kernel that computes the index."""
        key = white_key if self.kind == "white" else black_key
        mask, magic = column["mask"], column["magic"]
        if self.fixed:
            fixed_shift = Word(64 - WIDEST_BITS[slider.name])

            @kernel
            def multiply_fixed(parameters: Words, start: Word, occupied: Word) -> Word:
                hashed = key(parameters[start + mask], occupied) * parameters[start + magic]
                return hashed >> fixed_shift

            return multiply_fixed

        shift = column["shift"]

        @kernel
        def multiply(parameters: Words, start: Word, occupied: Word) -> Word:
            hashed = key(parameters[start + mask], occupied) * parameters[start + magic]
            return hashed >> parameters[start + shift]

        return multiply
