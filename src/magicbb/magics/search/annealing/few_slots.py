"""Magics that use few slots: one line of the square is exact, and the other is annealed.

A factor times a set of squares is the sum of the products of its squares, and the index is that sum
rounded down to whole slots. If the factor has zeros just below the slot bits in the products of the
rank's squares, the rank is *exact*: it adds whole slots to the index of the file's squares,

    index(file + rank) = index(file) + slots(rank)    modulo 2**bits

An exact rank adds a different number of slots in each of its 2**n states, so each slot of the file
takes up 2**n slots of the square. The file saves slots by means of fractions: keys with equal
attacks fall into the same slot although their sums differ. Each slot saved in the file saves 2**n
slots in total. So a factor is judged by the keys of the file alone, at most 64 out of up to 4,096
keys of the square:

- These keys are hashed with the rank empty and with the rank full, the two extremes for carries
  past the zeros. Slots in use and harmful collisions are counted in both cases, and the worse case
  is taken.
- Two slots of the file *meet* if they are as far apart as two states of the rank: then two keys
  with different states of the rank have the same index. The distances between states are computed
  once and stored as a set, in which the distance between each pair of slots is looked up.

If there are no collisions or meetings, the factor is most likely a magic. It is then tested on all
keys and kept if it is the best magic so far.

For a bishop, a diagonal takes the place of the rank; see `exact_line`. A run fixes up to six zeros
below the slot bits of each exact square; if it fixes none, it is up to annealing to find zeros.

For packing, the goal is few slots *in few long blocks*: "packed" adds a cost for each block of 8,
64 and 512 slots that contains a slot in use. docs/few-slots.md discusses the numbers of slots that
rows use, with lower bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Word
from magicbb.geometry.bitboards import FULL, bitboard_of, squares_of
from magicbb.geometry.sliders import ROOK
from magicbb.lookup.keys import all_keys, row_of
from magicbb.magics.search.annealing.few_slots_steps import (
    NEVER,
    WAYS,
    FewSlotsState,
    Hashed,
    anneal,
    try_one,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic

_RANK, _DIAGONALS = 0xFF, (7, 9)


@dataclass(frozen=True)
class Prices:
    """The costs, in sixteenths of a slot.

    Attributes:
        used: The cost of a slot in use.
        range: The cost of a slot between the lowest and the highest slot in use, both included.
        blocks: The costs of blocks of 8, 64 and 512 slots that contain a slot in use.
    """

    used: int = 16
    range: int = 0
    blocks: tuple[int, int, int] = (0, 0, 0)


PRICES = {"used": Prices(), "packed": Prices(8, blocks=(40, 80, 160))}
"""The costs for the objectives that are searched by line."""


class FewSlots:
    """The search for few slots, in slices; the slice size does not change the result.

    Args:
        magic: Gives the square, the kind and the index bits; its factor is ignored.
        prices: The costs.
    """

    slice = 1 << 16
    """The number of factors examined between checks for Ctrl-C, a few dozen milliseconds
    apart."""

    def __init__(self, magic: Magic, prices: Prices = PRICES["used"]) -> None:
        mask, bits, black = magic.mask, magic.bits, magic.kind == "black"
        exact = exact_line(magic.piece, magic.square)
        squares = [*squares_of(exact)]
        lowest, highest = (squares[0], squares[-1]) if squares else (0, 0)
        self._shift, self._squares = magic.shift, squares
        keys = all_keys()
        attacks = keys.attacks_of(magic.piece, magic.square)
        blockers = keys.blockers[keys.of_row(row_of(magic.piece, magic.square))]
        on_line = blockers & np.uint64(exact) == 0
        per_8, per_64, per_512 = prices.blocks
        self.state = FewSlotsState(
            random=0,
            temperature=0,
            cooling=0,
            bits=bits,
            irrelevant=~mask & FULL if black else 0,
            movable=64 if black else 64 - min(squares_of(mask)),
            turns=min(6, bits, *squares_of(mask)) if black else 0,
            lowest=lowest,
            unread=max(0, magic.shift - (highest - lowest)),
            exact_count=len(squares),
            per_used=prices.used,
            per_range=prices.range,
            per_8=per_8,
            per_64=per_64,
            per_512=per_512,
            exact=np.array(squares, np.uint8),
            offsets=np.zeros(1 << len(squares), np.uint64),
            sums=np.zeros(3 ** len(squares), np.uint64),
            differences=np.zeros(WAYS << bits, np.uint8),
            names=np.full(WAYS, FULL, np.uint64),
            taken=np.zeros(1 << bits, np.uint8),
            slots=np.zeros(len(attacks), np.uint64),
            touched=np.zeros(3 << bits >> 3, np.uint8),
            line=_hashed(mask & ~exact, attacks[on_line]),
            whole=_hashed(mask, attacks),
        )
        self._steps_left = 0

    @property
    def found(self) -> bool:
        """Whether a magic has been found."""
        return bool(self.state.best_cost != NEVER)

    @property
    def factor(self) -> int:
        """The cheapest magic so far."""
        return int(self.state.best)

    @property
    def best_cost(self) -> int:
        """The cost of the cheapest magic, counted on all keys."""
        return int(self.state.best_cost)

    @property
    def looked(self) -> int:
        """The number of factors examined."""
        return int(self.state.looked)

    def keep(self, factor: int) -> None:
        """Test a factor on all keys and keep it if it is the cheapest magic so far."""
        try_one(self.state, factor)

    def cost(self, factor: int) -> tuple[int, int]:
        """The cost of a factor at the last run's prices, and its number of faults.

        The cost is that of one state of the exact line. Faults are meetings, and harmful collisions
        between keys of the annealed line, counted with the exact line full and with it empty.
        """
        self.state.fixed, self.state.values = Word(0), Word(0)
        self.state.factor, self.state.cost = Word(factor), NEVER
        anneal(self.state, 1)
        return int(self.state.cost), int(self.state.collisions)

    def start(self, factor: int, words: Sequence[int], *, learnt: bool = False) -> None:
        """Begin a run.

        Args:
            factor: The factor to start from.
            words: Two random words: the first sets the temperature and length of the run, the cost
                of faults and the number of fixed zeros; the second seeds the run.
            learnt: Whether the factor derives from a known magic; if so, the run is half as hot and
                fixes no zeros.
        """
        state, word = self.state, words[0]
        cooling, heat = 15 + word % 4, 11 + (word >> 8) % 25
        collision, depth = 48 + (word >> 16) % 112, (word >> 32) % 7
        state.per_collision = Word(collision)
        state.per_meeting = Word(collision * (13 + (word >> 24) % 10) // 32)
        zeros = 0 if learnt else self._below(depth)
        state.fixed, state.values, state.cooling = Word(zeros), Word(0), Word(cooling)
        state.temperature = Word((heat // 2 if learnt else heat) << 24)
        state.factor, state.cost = Word(factor & ~zeros), NEVER
        state.random = Word(words[1])
        self._steps_left = 5 << cooling - 2  # cools to about a quarter of the initial temperature

    def climb(self, ladder: tuple[int, int], words: Sequence[int]) -> None:
        """Begin a short run with the fixed bits of a ladder; see `ladders`.

        Args:
            ladder: The fixed factor bits and their values.
            words: Three random words: the first sets the temperature and length of the run, and the
                cost of faults; the second is the initial value of the other bits; the third seeds
                the run.
        """
        state, (word, factor, random) = self.state, words
        fixed, values = ladder
        cooling, collision = 8 + word % 5, 48 + (word >> 16) % 112
        state.per_collision = Word(collision)
        state.per_meeting = Word(collision * (13 + (word >> 24) % 10) // 32)
        state.fixed, state.values, state.cooling = Word(fixed), Word(values), Word(cooling)
        state.temperature = Word((12 + (word >> 8) % 120) << 24)
        state.factor, state.cost = Word(factor & ~fixed | values), NEVER
        state.random = Word(random)
        self._steps_left = 3 << cooling  # cools to e**-3 of the initial temperature

    def advance(self, budget: int) -> bool:
        """Run at most `budget` more steps; return whether the run is over."""
        steps = min(budget, self._steps_left)
        anneal(self.state, steps)
        self._steps_left -= steps
        return self._steps_left == 0

    def _below(self, depth: int) -> int:
        """A mask of `depth` factor bits below the slot bits of each exact square."""
        window = ((1 << depth) - 1) << 64
        down = (64 - self._shift + square + depth for square in self._squares)
        zeros = 0
        for places in down:
            zeros |= window >> places
        return zeros


def exact_line(slider: Slider, square: int) -> int:
    """The relevant squares of the line that is kept exact.

    For a rook it is the rank, which needs zeros only in a few adjacent bits. For a bishop it is the
    diagonal that can save fewer slots: the one whose longer ray is shorter than the longer ray of
    the other diagonal.

    >>> from magicbb.geometry.sliders import BISHOP
    >>> [*squares_of(exact_line(ROOK, 0))], [*squares_of(exact_line(BISHOP, 2))]
    ([1, 2, 3, 4, 5, 6], [9])
    """
    mask = slider.mask(square)
    rays = [bitboard_of(ray) & mask for ray in slider.rays(square)]
    if slider == ROOK:
        return mask & _RANK << (square & 56)
    lines = [
        [ray for ray in rays if all((other - square) % step == 0 for other in squares_of(ray))]
        for step in _DIAGONALS
    ]
    saves_less = min(lines, key=lambda line: (max(ray.bit_count() for ray in line), sum(line)))
    return sum(saves_less)


def _hashed(squares: int, attacks: npt.NDArray[np.uint64]) -> Hashed:
    """The hashing data for a set of squares; `attacks` is in ascending order of the keys."""
    numbers = np.unique(attacks, return_inverse=True)[1] + 1
    return Hashed(
        count=squares.bit_count(),
        squares=np.array([*squares_of(squares)], np.uint8),
        numbers=numbers.astype(np.uint8),
        products=np.zeros(len(attacks), np.uint64),
    )
