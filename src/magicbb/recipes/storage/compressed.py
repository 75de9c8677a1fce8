"""16 bits per slot: the attack set compressed to the lines of its square.

A rook attacks 14 squares of the empty board, a bishop at most 13. PEXT takes the attack set's bits
on these lines together, PDEP spreads them out again; the idea goes with PEXT bitboards, of which
Intel's BMI2 (2013) made a rival of magic.

A quarter of the table against one PDEP, which is slow where it is not an instruction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from magicbb.compile import Shorts, Word, Words, gathering, kernel, scattering
from magicbb.geometry.bitboards import squares_of
from magicbb.lookup.keys import PLACES, ROWS
from magicbb.recipes.notes import Note, explained
from magicbb.recipes.storage.contents import Contents, Storage
from magicbb.recipes.storage.union import LINES

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.lookup.keys import Keys
    from magicbb.recipes.kernels import Columns, ReadKernel, StoredKernel

_NOTES = {
    "entry": Note(
        "Entry",
        "What is read from the slot: the attacks on the slider's lines, a bit for each square, "
        "squeezed together.",
    ),
    "lines": LINES,
    "attacks": Note("Attacks", "The bits of the entry, spread out over the lines by PDEP."),
}


@dataclass(frozen=True)
class Compressed(Storage):
    """The attack set's bits on the square's lines.

    Attributes:
        software: Whether to avoid the instruction even if the CPU has it.
    """

    name = "pdep"
    words = ("lines",)
    memory = "Shorts"
    fill = "computed"
    software: bool = False

    @property
    def needs(self) -> str:
        """BMI2, unless in software."""
        return "" if self.software else "BMI2"

    def contents(self, keys: Keys) -> Contents:
        """The compressed attacks of every key."""
        lines = [slider.attacks(square, 0) for slider, square in PLACES]
        values = np.empty(len(keys.blockers), np.uint64)
        for row in range(ROWS):
            part = keys.of_row(row)
            values[part] = _squeeze(keys.attacks[part], lines[row])
        return Contents(values, words=tuple((line,) for line in lines))

    def attacks(self, column: Columns) -> ReadKernel:
        """The kernel that reads the slot and spreads it out."""
        lines = column["lines"]
        scatter = scattering(software=self.software)

        @explained(**_NOTES)
        @kernel
        def read_compressed(
            slots: Shorts, _attack_sets: Words, parameters: Words, start: Word, slot: Word
        ) -> Word:
            return scatter(Word(slots[slot]), parameters[start + lines])

        return read_compressed

    def stored(self, column: Columns) -> StoredKernel:
        """The kernel that takes the bits on the lines together."""
        lines = column["lines"]
        gather = gathering(software=self.software)

        @kernel
        def stored(parameters: Words, start: Word, attacks: Word) -> Word:
            return gather(attacks, parameters[start + lines])

        return stored


def _squeeze(attack_sets: npt.NDArray[np.uint64], lines: int) -> npt.NDArray[np.uint64]:
    """The bits on the lines, moved together at the lower end."""
    squeezed = np.zeros(len(attack_sets), np.uint64)
    for place, square in enumerate(squares_of(lines)):
        bit = (attack_sets >> np.uint64(square)) & np.uint64(1)
        squeezed |= cast("Any", bit << np.uint64(place))
    return squeezed
