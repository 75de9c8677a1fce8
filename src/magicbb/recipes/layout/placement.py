"""The interface of a layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from magicbb.compile import Word, Words, kernel
from magicbb.recipes.notes import Note, explained

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.kernels import Columns, SlotKernel
    from magicbb.recipes.storage.contents import Contents

SLOT = Note("Slot", "The offset plus the index: the place in the table.")
"""The notes of layouts that add an offset to the index."""

_OFFSET = Note("Offset", "Where the slots of this square start in the table.")


@dataclass(frozen=True)
class Rows:
    """128 rows to be laid out.

    Attributes:
        bits: The index bits of each row.
        offsets: The offset of each, if already known.
        indices: A function that returns the index of every key, for layouts that pack.
        contents: The value that each key requires in its slot.
    """

    bits: Sequence[int]
    offsets: Sequence[int] | None
    indices: Callable[[], npt.NDArray[np.uint64]]
    contents: Contents


@dataclass(frozen=True)
class Placement:
    """The placement of the rows.

    Attributes:
        words: For every row the words that the layout keeps for it.
        entries: The number of slots; None to end the array at the highest slot in use.
        offsets: The offsets that were given or found, if the layout has a choice.
    """

    words: tuple[tuple[int, ...], ...]
    entries: int | None
    offsets: tuple[int, ...] | None = None


class Layout(Protocol):
    """A way of laying out the slots."""

    @property
    def name(self) -> str:
        """Its name in `LAYOUTS`."""

    @property
    def words(self) -> tuple[str, ...]:
        """The names of the 64-bit words that it keeps for every square."""
        return ()

    @property
    def needs(self) -> str:
        """The CPU extension without which look-ups are slow: "BMI2", or "" for none."""
        return ""

    @property
    def packs(self) -> bool:
        """Whether it chooses offsets, and so benefits from magics with a short range."""
        return False

    @property
    def joint(self) -> bool:
        """Whether it relies on the hash to keep the squares apart."""
        return False

    @property
    def shares(self) -> bool:
        """Whether it gives squares with different attack sets the same slots."""
        return False

    def place(self, rows: Rows) -> Placement:
        """Lay out 128 rows.

        Raises:
            ValueError: They cannot be laid out in this way; the message says why.
        """

    def slot(self, slider: Slider, column: Columns) -> SlotKernel:  # noqa: ARG002 (mostly the same)
        """The kernel; by default, it adds the square's offset to the index.

        A sum wraps, so the offset may be negative.
        """
        offset = column["offset"]

        @explained(offset=_OFFSET, slot=SLOT)
        @kernel
        def add_offset(parameters: Words, start: Word, _square: Word, index: Word) -> Word:
            return parameters[start + offset] + index

        return add_offset
