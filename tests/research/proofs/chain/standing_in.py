"""The chain search's face before the bit-by-bit search, for claims that take seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import magicbb as mb
from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.magics.search.bit_by_bit.steps import UP
from magicbb.magics.search.chain import ChainOutcome
from magicbb.research.proofs.bit_by_bit.certificate import Order
from magicbb.research.proofs.bit_by_bit.plan import search_for
from magicbb.research.proofs.claim import Claim

if TYPE_CHECKING:
    from collections.abc import Callable

BITS = {6: 5, 12: 57}
"""How many bits a prefix has: with twelve bits many, for there are many magics."""


class StandIn:
    """For the rook on a1: all numbers with a prefix, and their negatives, level by level."""

    def __init__(self, slider: mb.geometry.Slider, square: int, bits: int) -> None:
        if (slider, square) != (mb.ROOK, 0) or bits not in BITS:
            raise ValueError("the stand-in is for the rook on a1")
        self._claims = [Claim(slider, square, kind, bits) for kind in WHITE_AND_BLACK]
        self.period = self.high = self._claims[0].period
        self.low = self.high - BITS[bits]
        self.prefixes = 1 << (self.high - self.low - 1)

    def search(
        self, first: int, end: int, on_slice: Callable[[], object] | None = None
    ) -> ChainOutcome:
        """Search some prefixes, and the numbers whose negatives have them."""
        nodes, found = [], []
        for prefix in range(first, end):
            if on_slice is not None:
                on_slice()
            tested = 0
            for claim in self._claims:
                for sign in (1, -1):
                    # The negatives of numbers with a prefix have one of two.
                    bits = {sign * prefix, sign * prefix - (sign < 0)}
                    for known in {each % (1 << (self.high - self.low)) for each in bits}:
                        count, magics = self._below(claim, known)
                        tested += count
                        found += [
                            (prefix, claim.kind, magic)
                            for magic in magics
                            if (sign * magic) % (1 << self.high) >> self.low == prefix
                        ]
            nodes.append(tested)
        return ChainOutcome(tuple(nodes), tuple(found))

    def _below(self, claim: Claim, bits: int) -> tuple[int, set[int]]:
        """How many numbers were tested, and the magics modulo 2**period."""
        search = search_for(claim, Order(self.low, UP))
        depth, tested = self.high - self.low, 0
        if not search.lives(depth, bits << self.low):
            return 0, set()
        numbers = np.array([bits << self.low], np.uint64)
        for level in range(depth, search.levels):
            tested += 2 * len(numbers) * search.is_tested(level)
            numbers = search.grown(level, numbers)
        return tested, {number % (1 << self.high) for number in numbers.tolist()}
