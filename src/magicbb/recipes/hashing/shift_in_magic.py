"""The shift in the magic's top six bits (Grant Osborne 2008).

These bits affect the index only through the squares a1 to f1, which are relevant for few rooks (for
black magics, irrelevant squares are set in all keys and add a constant to the product). So these
bits can be fixed in advance, and the shift need not be stored separately. The cost is one more
shift per look-up, which the CPU performs during the multiplication.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.lookup.keys import PLACES
from magicbb.magics.magic import Magic
from magicbb.magics.search.construct import construct
from magicbb.magics.search.randomness import streams
from magicbb.recipes.hashing.hash import Hash
from magicbb.recipes.hashing.multiply import INPUTS, KEPT, NOTES
from magicbb.recipes.notes import Note, explained

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.kernel_types import Columns, IndexKernel

_TOP = Word(58)

_NOTES = NOTES | {
    "shift": Note(
        "Shift", "The shift is in the top six bits of the magic, so it is not stored separately."
    )
}


@dataclass(frozen=True)
class ShiftInMagic(Hash):
    """The hash that uses white or black magics that carry their shift.

    Attributes:
        kind: "white" or "black".
    """

    kind: str = "white"

    @property
    def name(self) -> str:
        """The kind, followed by "-shift-in-magic"."""
        return f"{self.kind}-shift-in-magic"

    @property
    def words(self) -> tuple[str, ...]:
        """The names of the words stored for each square."""
        return (KEPT[self.kind], "magic")

    def search(
        self, seed: int, on_found: Callable[[Magic], None] | None = None
    ) -> tuple[Magic, ...]:
        """For each square, construct a magic with its shift in the top six bits."""
        bits = [self.bits(*place) for place in PLACES]
        states = streams(seed, [*range(len(PLACES))], bits, int(self.kind == "black"), int(_TOP))
        factors = construct(
            [slider.mask(square) for slider, square in PLACES],
            bits,
            states,
            black=self.kind == "black",
            top=[64 - count for count in bits],
        )
        magics = tuple(
            Magic(*place, self.kind, count, factor)
            for place, count, factor in zip(PLACES, bits, factors, strict=True)
        )
        for magic in magics:
            if on_found is not None:
                on_found(magic)
        return magics

    def check(self, magic: Magic) -> None:
        """Check that the magic has its shift in its top six bits."""
        if magic.magic >> int(_TOP) != magic.shift:
            raise ValueError(
                f"{magic.where}: the top six bits of the magic must be its shift, {magic.shift}, "
                f"got {magic.magic >> int(_TOP)}"
            )

    def index(self, slider: Slider, column: Columns) -> IndexKernel:  # noqa: ARG002 (the same for both sliders)
        """The kernel that computes the index."""
        hash_input = INPUTS[self.kind]
        mask, magic = column[KEPT[self.kind]], column["magic"]

        @explained(**_NOTES)
        @kernel
        def multiply_and_shift(
            parameters: Words, start: Word, _square: Word, occupied: Word
        ) -> Word:
            factor = parameters[start + magic]
            return (hash_input(parameters[start + mask], occupied) * factor) >> (factor >> _TOP)

        return multiply_and_shift
