"""What a layout decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.magics import MOST_BITS

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt

    Indices: TypeAlias = Callable[[], npt.NDArray[np.uint64]]
    """A function that gives the index of every key, in the order of the keys."""

MOST_ENTRIES = 1 << MOST_BITS
"""Three times the slots of the largest published table; more is a mistake, not a plan."""


@dataclass(frozen=True)
class Placement:
    """Where the rows lie.

    Attributes:
        words: For every row the words that the layout keeps for it.
        entries: How many slots there are; None when the highest slot in use decides.
    """

    words: tuple[tuple[int, ...], ...]
    entries: int | None
