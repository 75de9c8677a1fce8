"""PEXT: gathering the bits of the blockers (BMI2, Intel 2013).

The instruction gathers the bits under the mask, so that the sets of blockers are numbered
consecutively: there are no magics, no constructive collisions and no gaps. The hash is unsuitable
for CPUs that lack the instruction or execute it slowly (AMD before Zen 3); in software, it is
slower than any magic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, gathering, kernel
from magicbb.recipes.hashing.hash import Hash
from magicbb.recipes.hashing.multiply import NOTES
from magicbb.recipes.notes import Note, explained

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic
    from magicbb.recipes.kernel_types import Columns, IndexKernel

_INDEX = Note(
    "Index",
    "PEXT gathers the bits under the mask, so that the sets of blockers are numbered "
    "consecutively. No magic is needed, and there are no collisions.",
)


@dataclass(frozen=True)
class Pext(Hash):
    """The hash that gathers bits with PEXT and needs no magics.

    Attributes:
        software: Whether to avoid the instruction even if the CPU has it.
    """

    name = "pext"
    words = ("mask",)
    software: bool = False

    @property
    def needs(self) -> str:
        """The CPU extension that fast look-ups require: "BMI2", or "" in software."""
        return "" if self.software else "BMI2"

    def record(self, slider: Slider, square: int, magic: Magic | None) -> tuple[int, ...]:  # noqa: ARG002 (no magic needed)
        """The mask."""
        return (slider.mask(square),)

    def index(self, slider: Slider, column: Columns) -> IndexKernel:  # noqa: ARG002 (the same for both sliders)
        """The kernel that gathers the blockers."""
        mask = column["mask"]
        gather = gathering(software=self.software)

        @explained(mask=NOTES["mask"], index=_INDEX)
        @kernel
        def extract(parameters: Words, start: Word, _square: Word, occupied: Word) -> Word:
            return gather(occupied, parameters[start + mask])

        return extract
