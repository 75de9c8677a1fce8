"""The cases of the chain search's rules: squares, prefixes, and the magics that have them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from magicbb.magics.search.chain.memory import lay_out
from magicbb.magics.search.chain.plan import ChainPlan, Level

FULL = 2**64
A1, E1, H1, B2, H2 = (0, 11), (4, 10), (7, 12), (9, 11), (15, 12)
D4, C7, A8 = (27, 10), (50, 11), (56, 11)

SQUARES = [
    pytest.param(*H1),
    *(pytest.param(*case, marks=[pytest.mark.slow]) for case in (A1, E1, B2, H2, D4, C7, A8)),
]

SHARED = [case for case in SQUARES if len(ChainPlan(*case.values).above) > 1]
"""The squares with a generator 2 above the rook, for which sets are shared."""

KINDS = [
    pytest.param(*case.values, black, marks=case.marks)
    for case in SQUARES
    for black in (False, True)[: 1 + ChainPlan(*case.values).black]
]
"""Each square with the kinds of magics that the search finds there."""


def drawing(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311


def prepared(square: int, bits: int) -> tuple[ChainPlan, Any]:
    plan = ChainPlan(square, bits)
    state: Any = lay_out(plan)[0]
    return plan, state


def cells_of(state: Any) -> Any:
    return np.zeros(int(state.circle.stride), np.uint64)


def prefix_of(level: Level, chance: random.Random) -> int:
    """Known bits, sparse or dense."""
    prefix = chance.getrandbits(level.high)
    for _ in range(chance.randrange(4)):
        prefix &= chance.getrandbits(level.high)
    return prefix >> level.low << level.low


def magics_of(known: int, unknown: int, chance: random.Random) -> list[int]:
    return [known, known + unknown, known + chance.randrange(unknown + 1)]
