"""Exact counts of the cache lines that a stream's look-ups touch.

A table's size is not the memory actually used: look-ups may read only one of the eight slots in a
cache line, and the positions of a game may need only a tenth of 800 KB. The kernels run uncompiled
on memory that records accesses, so schemes need no extra code.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Word
from magicbb.compile.memory import CACHE_LINE
from magicbb.lookup.recipe import kernel_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.benchmark.contenders import Contender
    from magicbb.benchmark.streams import Stream

LOOKUPS = 1000
"""The number of look-ups per stream whose cache lines are counted."""


@dataclass(frozen=True)
class Footprint:
    """The number of cache lines that a series of look-ups touches.

    Attributes:
        parameters: The number of lines that hold parameters.
        slots: The number of lines that hold slots; 0 for incremental boards.
        attack_sets: The number of lines that hold the attack sets to which slots refer.
    """

    parameters: int
    slots: int
    attack_sets: int

    @property
    def lines(self) -> int:
        """The total number of lines."""
        return self.parameters + self.slots + self.attack_sets


class Noting:
    """An array that records which of its cache lines are read.

    Attributes:
        lines: The indices of the lines read so far.
    """

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self._elements: list[int] = array.reshape(-1).tolist()
        self._per_line = CACHE_LINE // array.itemsize
        self.lines: set[int] = set()

    def __getitem__(self, index: Word) -> Word:
        """Read an element as compiled code does: as a word, whatever its width in memory."""
        place = int(index)
        self.lines.add(place // self._per_line)
        return Word(self._elements[place])


def footprint(contender: Contender, stream: Stream, lookups: int = LOOKUPS) -> Footprint:
    """Count the cache lines that the first look-ups of a stream touch."""
    attacks: Any = kernel_of(contender.recipe, stream.slider)  # called with `Noting` objects
    memory = [Noting(array) for array in contender.arrays]
    queries = contender.queries(stream)[:lookups].tolist()
    with np.errstate(over="ignore"):
        for square, asked in zip(stream.squares[:lookups].tolist(), queries, strict=True):
            attacks(*memory, Word(square), Word(asked))
    parameters, slots, attack_sets = (len(each.lines) for each in memory)
    return Footprint(parameters, 0 if contender.kept else slots, attack_sets)
