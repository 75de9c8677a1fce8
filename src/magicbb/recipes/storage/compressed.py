"""Storage with 16 bits per slot: attack sets compressed to one bit for each square of the lines.

On the empty board, a rook attacks 14 squares and a bishop at most 13: the squares of its lines.
PEXT gathers the attack set's bits on these squares, and PDEP scatters them back. The idea comes
from PEXT bitboards, which became an alternative to magics with Intel's BMI2 (2013).

The table is a quarter of the usual size, at the cost of one PDEP, which is slow without hardware
support.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from magicbb.compile import Shorts, Word, Words, gathering, kernel, scattering
from magicbb.geometry.bitboards import squares_of
from magicbb.lookup.keys import ROWS
from magicbb.recipes.notes import Note, explained
from magicbb.recipes.storage.storage import Contents, Storage
from magicbb.recipes.storage.union import LINES, empty_board_attacks

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.lookup.keys import Keys
    from magicbb.recipes.kernel_types import Columns, ReadKernel, StoredKernel

_NOTES = {
    "entry": Note(
        "Entry",
        "The contents of the slot: the attacks on the slider's lines, compressed to one bit for "
        "each square of the lines.",
    ),
    "lines": LINES,
    "attacks": Note("Attacks", "The bits of the entry, scattered over the lines by PDEP."),
}


@dataclass(frozen=True)
class Compressed(Storage):
    """16 bits per slot: the bits of the attack set on the square's lines.

    Attributes:
        software: Whether to emulate PEXT and PDEP even if the CPU has the instructions.
    """

    name = "pdep"
    words = ("lines",)
    memory = "Shorts"
    fill = "computed"
    software: bool = False

    @property
    def needs(self) -> str:
        """The CPU extension that fast look-ups require: "BMI2", or "" in software."""
        return "" if self.software else "BMI2"

    def contents(self, keys: Keys) -> Contents:
        """The compressed attacks of each key."""
        lines = empty_board_attacks()
        values = np.empty(len(keys.blockers), np.uint64)
        for row in range(ROWS):
            part = keys.of_row(row)
            values[part] = _squeeze(keys.attacks[part], lines[row])
        return Contents(values, words=tuple((line,) for line in lines))

    def attacks(self, column: Columns) -> ReadKernel:
        """The kernel that reads the slot and scatters its bits over the lines."""
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
        """The kernel that gathers an attack set's bits on the square's lines."""
        lines = column["lines"]
        gather = gathering(software=self.software)

        @kernel
        def stored(parameters: Words, start: Word, attacks: Word) -> Word:
            return gather(attacks, parameters[start + lines])

        return stored


def _squeeze(attack_sets: npt.NDArray[np.uint64], lines: int) -> npt.NDArray[np.uint64]:
    """Gather the bits of each attack set on the given lines into its low bits."""
    squeezed = np.zeros(len(attack_sets), np.uint64)
    for place, square in enumerate(squares_of(lines)):
        bit = (attack_sets >> np.uint64(square)) & np.uint64(1)
        squeezed |= cast("Any", bit << np.uint64(place))
    return squeezed
