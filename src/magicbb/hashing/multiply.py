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
from magicbb.search import find_all
from magicbb.squares import square_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.magics import Magic
    from magicbb.sliders import Slider


@kernel
def white_input(relevant: Word, occupied: Word) -> Word:
    """Clear the irrelevant squares; `relevant` is the mask."""
    return occupied & relevant


@kernel
def black_input(irrelevant: Word, occupied: Word) -> Word:
    """Set the irrelevant squares; `irrelevant` is the mask's complement."""
    return occupied | irrelevant


@dataclass(frozen=True)
class Multiply:
    """The hash of white or black magics.

    Attributes:
        kind: "white" or "black".
        fixed: Whether all squares of a slider have one shift, a constant in the code.
    """

    kind: str
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

    def find(
        self,
        seed: int,
        *,
        threads: int | None = None,
        on_found: Callable[[Magic], None] | None = None,
    ) -> tuple[Magic, ...]:
        """Find a magic for every square."""
        return find_all(self.kind, self.bits, seed=seed, threads=threads, on_found=on_found)

    def record(self, slider: Slider, square: int, magic: Magic | None) -> tuple[int, ...]:
        """The mask (its complement for black), the factor and perhaps the shift.

        Raises:
            ValueError: The magic has another number of bits than the fixed shift leaves.
        """
        if magic is None:
            raise ValueError(f"{slider} {square_name(square)} needs a magic")
        if self.fixed and magic.bits != WIDEST_BITS[slider.name]:
            raise ValueError(
                f"{magic.where}: the fixed shift leaves {WIDEST_BITS[slider.name]} index bits, "
                f"the magic has {magic.bits}"
            )
        mask = slider.mask(square)
        kept = mask if self.kind == "white" else ~mask & FULL
        return (kept, magic.factor) if self.fixed else (kept, magic.factor, magic.shift)

    def index(
        self, slider: Slider, column: Mapping[str, Word]
    ) -> Callable[[Words, Word, Word], Word]:
        """The kernel that computes the index."""
        hash_input = {"white": white_input, "black": black_input}[self.kind]
        mask, magic = column["mask"], column["magic"]
        if self.fixed:
            fixed_shift = Word(64 - WIDEST_BITS[slider.name])

            @kernel
            def multiply_fixed(parameters: Words, start: Word, occupied: Word) -> Word:
                hashed = hash_input(parameters[start + mask], occupied) * parameters[start + magic]
                return hashed >> fixed_shift

            return multiply_fixed

        shift = column["shift"]

        @kernel
        def multiply(parameters: Words, start: Word, occupied: Word) -> Word:
            hashed = hash_input(parameters[start + mask], occupied) * parameters[start + magic]
            return hashed >> parameters[start + shift]

        return multiply
