"""The arrays that a rival's kernels read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class RivalArrays:
    """The arrays of a `RivalTable`.

    Attributes:
        parameters: uint64[128, words], one record per row; zero words if none are needed.
        slots: One element per slot, in the dtype of the rival's `memory`; empty if the rival has
            no slots.
        attack_sets: uint64, tables of full bitboards; empty if the rival has none.
        used: The number of slots in use, excluding padding.
    """

    parameters: npt.NDArray[np.uint64]
    slots: npt.NDArray[Any] = field(default_factory=lambda: np.zeros(0, np.uint64))
    attack_sets: npt.NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    used: int = 0
