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
    from magicbb.recipes.kernel_types import Columns, SlotKernel
    from magicbb.recipes.storage.storage import Contents

SLOT = Note("Slot", "The offset plus the index: the position in the table.")
"""The note for layouts that add an offset to the index."""

_OFFSET = Note("Offset", "The start of this square's slots in the table.")


@dataclass(frozen=True)
class Rows:
    """The 128 rows to be laid out.

    Attributes:
        bits: The index bits of each row.
        offsets: The offset of each row, if already known.
        indices: A function that returns the indices of all keys, for layouts that pack.
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
        words: The words that the layout stores for each row.
        entries: The number of slots; None to end the array at the highest slot in use.
        offsets: The offsets given or found, if the layout can choose them.
    """

    words: tuple[tuple[int, ...], ...]
    entries: int | None
    offsets: tuple[int, ...] | None = None


class Layout(Protocol):
    """A way of laying out the slots."""

    @property
    def name(self) -> str:
        """The name in `LAYOUTS`."""

    @property
    def words(self) -> tuple[str, ...]:
        """The names of the 64-bit words stored for each square."""
        return ()

    @property
    def packs(self) -> bool:
        """Whether the layout chooses offsets and thus benefits from magics with short ranges."""
        return False

    @property
    def joint(self) -> bool:
        """Whether the layout relies on the hash to separate the squares."""
        return False

    @property
    def shares(self) -> bool:
        """Whether the layout gives the same slots to squares with different attack sets."""
        return False

    def place(self, rows: Rows) -> Placement:
        """Lay out 128 rows.

        Raises:
            ValueError: The rows cannot be laid out in this way; the message gives the reason.
        """

    def slots_of_slider(self, bits: Sequence[int]) -> int | None:  # noqa: ARG002 (unused by default)
        """The number of slots of one slider's rows; None if rows are not laid out side by side.

        Args:
            bits: The index bits of the slider's 64 rows.
        """
        return None

    def slot(self, slider: Slider, column: Columns) -> SlotKernel:  # noqa: ARG002 (unused by default)
        """The kernel that computes the slot, by default the square's offset plus the index.

        The sum wraps around, so the offset may be negative.
        """
        offset = column["offset"]

        @explained(offset=_OFFSET, slot=SLOT)
        @kernel
        def add_offset(parameters: Words, start: Word, _square: Word, index: Word) -> Word:
            return parameters[start + offset] + index

        return add_offset
