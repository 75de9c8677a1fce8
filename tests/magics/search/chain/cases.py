"""The cases of the chain search's rules: squares, prefixes, and the magics that have them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from magicbb.magics.search.chain.classes import CLASS_BITS
from magicbb.magics.search.chain.memory import lay_out
from magicbb.magics.search.chain.plan import ChainPlan, Level

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _pytest.mark import ParameterSet

FULL = 2**64
A1, E1, H1, B2, H2 = (0, 11), (4, 10), (7, 12), (9, 11), (15, 12)
D4, C7, A8 = (27, 10), (50, 11), (56, 11)

MORE = (0, 3, 8, 13, 16, 23, 37, 42, 48, 54, 56, 63)
"""Squares of every kind."""

CASES = (H1, A1, E1, B2, H2, D4, C7, A8)


def quick_or_slow(cases: Sequence[tuple[int, ...]]) -> list[ParameterSet]:
    """The cases as parameters; those of h1 belong to the quick suite."""
    slow = [pytest.mark.slow]
    return [pytest.param(*case, marks=() if case[:2] == H1 else slow) for case in cases]


SQUARES = quick_or_slow(CASES)

SHARED = quick_or_slow([case for case in CASES if len(ChainPlan(*case).above) > 1])
"""The squares with a generator 2 above the rook, for which sets are shared."""

KINDS = quick_or_slow([(*case, black) for case in CASES for black in (False, True)])
"""Each square with the kinds of magics that the search finds there."""


def rotation_of(plan: ChainPlan, mode: int, state: Any, chance: random.Random) -> int:
    """What a mode adds to fractions; for black magics, one of the classes if it is not known."""
    if mode < 2:
        return 0
    if plan.rotation_known == 1:
        return FULL - 1
    return chance.randrange(1 << CLASS_BITS) << int(state.class_shift)


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
