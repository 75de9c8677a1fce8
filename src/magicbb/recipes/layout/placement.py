"""What a layout is asked, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    import numpy.typing as npt

    from magicbb.recipes.storage.contents import Contents


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

    def refuse_offsets(self, layout: str) -> None:
        """For layouts that decide by themselves.

        Raises:
            ValueError: There are offsets.
        """
        if self.offsets is not None:
            raise ValueError(f"the {layout} layout has no choice of offsets; use overlapped")


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
