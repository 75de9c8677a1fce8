"""A layout: what it is asked, and what it answers."""

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

SLOT = Note("Slot", "From where the square's slots start, as far as the index says.")
"""What layouts say that add an offset to the index."""

_OFFSET = Note("Offset", "Where the slots of this square start in the table.")


@dataclass(frozen=True)
class Rows:
    """128 rows to be laid out.

    Attributes:
        bits: The index bits of each row.
        offsets: Where each starts, if that is known already.
        indices: A function that gives the index of every key, for layouts that look for room.
        contents: What every key wants to find in its slot.
    """

    bits: Sequence[int]
    offsets: Sequence[int] | None
    indices: Callable[[], npt.NDArray[np.uint64]]
    contents: Contents


@dataclass(frozen=True)
class Placement:
    """Where the rows lie.

    Attributes:
        words: For every row the words that the layout keeps for it.
        entries: How many slots there are; None when the highest slot in use decides.
        offsets: The offsets that were taken or found, where there was a choice.
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
        """What it keeps for every square, one 64-bit word each."""
        return ()

    @property
    def needs(self) -> str:
        """The instructions of a CPU without which look-ups are slow: "BMI2", or "" for none."""
        return ""

    @property
    def packs(self) -> bool:
        """Whether it has a choice of offsets, and so gains by magics with a short range."""
        return False

    @property
    def joint(self) -> bool:
        """Whether it leaves it to the hash to keep the squares apart."""
        return False

    @property
    def shares(self) -> bool:
        """Whether it puts squares of different attack sets onto the same slots."""
        return False

    def place(self, rows: Rows) -> Placement:
        """Lay out 128 rows.

        Raises:
            ValueError: They cannot be laid out in this way; the sentence says why.
        """

    def slot(self, slider: Slider, column: Columns) -> SlotKernel:  # noqa: ARG002 (mostly the same)
        """The kernel; where nothing else is said, it adds the square's offset to the index.

        A sum wraps, so the offset may be negative.
        """
        offset = column["offset"]

        @explained(offset=_OFFSET, slot=SLOT)
        @kernel
        def add_offset(parameters: Words, start: Word, _square: Word, index: Word) -> Word:
            return parameters[start + offset] + index

        return add_offset
