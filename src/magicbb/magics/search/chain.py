"""The chain search: all magics of a rook's square, white and black, tens of times faster.

The product of a key and a magic m is a sum of *generators*, one for each square of the key: m
shifted by the number of the square. They are points on the circle of the numbers modulo 2**64,
which slots divide into equal arcs of S = 2**(64 - bits) points. A point's *fraction* is its place
in its slot. x_i are the generators of the squares on the rook's rank, y_j those of the squares on
its file, first upwards from the rook, then downwards. The search knows an interval of bits of m,
first the x_i and y_1. As long as squares above the rook are left, it goes on downwards: level j has
y_j to a *cell*, a sixteenth of a slot, and y_(j + 1) = 2**8 * y_j, with eight unknown bits, lies in
one of 256 neighbouring cells. For squares below the rook it goes on upwards: of y_(j + 1) all is
known but the highest eight bits, and it lies in one of 256 cells, evenly spread over the circle.

**Windows.** Take two keys that are to differ in the file squares by c, a sum of generators each
taken -1, 0 or 1 times, not zero, and in the rank squares by n = R' - R. What the file squares which
both have, or neither has, are is free; choose those that are nearer than any that differs such that
they block nothing. Then the nearest square that differs is a blocker for one of the two, and they
attack differently, whatever R is: every pair (R, R + n) counts. The keys lie at a distance of
d = n * m + c, and share a slot exactly if the fraction f of the first one has 0 <= f + d < S. That
is an arc of S - abs(d) points for f. Of all R with a partner, let G be the largest gap between
neighbouring fractions on the circle of S points: an arc of G points or more has the fraction of
one, wherever it begins. So some pair collides if

    abs(d) <= S - G

and what the file squares add to both keys does not matter, for it only turns the circle of
fractions. With c = v + s, of a generator v that is to come and a signed sum s of known ones, v + s
keeps a distance of more than S - G_n from every -n * m. That is one set of forbidden arcs, a bit
for each cell, in which v and v + s are looked up for all s.

If the bits of m below bit b are unknown, with U = 2**b - 1 the largest that they can be, a product
N * m is known to an interval of abs(N) * U points, and G grows by at most
(max(R) - min(R)) * U. A cell is forbidden only if it is so for all values: if it lies wholly within
the intersection of the arcs. A cell that is moved by an interval is forbidden only if all cells
that it may touch are.

**Four questions at once.** A key of a black magic is -(k + 1), with k the empty relevant squares,
and its index ~floor(((k + 1) * m - 1) / S): adding m - 1 to all products turns the circle. The
pairs with different attacks on the rank are those of white, reflected, and a reflection leaves gaps
as they are; -m reflects the whole circle. What windows exclude is excluded for white and black, m
and -m.

**The chain.** With y_1 known, the windows for c = v, v + y_1, v - y_1 go into a first set. When y_2
is known, the set is intersected with itself moved by y_2 and by -y_2: that serves all later
generators. From level 3 on, the 3**(j - 2) signed sums of y_3..y_j are asked, each for 256 cells at
once in four words, and most nodes end within the first few.

**Fractions told apart.** Where fractions cluster, gaps are long and windows narrow. If G exceeds
3 / 8 of a slot on average, there are separate sets for 32 classes of the fraction that the common
squares of a pair add, and all four ways of sharing each y between the two keys are asked. A pair
excludes v where the fractions of both keys surely are in [1, S - 2]: at the very ends of a slot, m
and -m disagree. Here it does matter what blocks: where a common square hides the squares that
differ, only pairs with different attacks on the rank count. White and black are then searched one
after the other.

**The plain rule** of the bit-by-bit search, two keys that are sure to share a slot and attack
differently, is asked where windows leave something: without it, the search would end in the
cracks between cells. What is left of the last level is tested with all keys.

**Half of the magics.** -m is tested with m, so that prefixes with the highest bit 0 are enough: if
h is that bit, it is 0 in m or in -m, unless m is a multiple of 2**h. No multiple of that is a
magic: all x_i but the lowest are 0, and the key of one such square shares its index with the empty
one. The negatives of the numbers with a prefix p are, where the bits below are not all zero, those
with the prefix ~p; where they are, it is the first number with the prefix -p.

**Squares above rank 2** are searched for white magics only. To black products m - 1 is added, and
its fraction is not known before the highest bits of m are, which come last there. That holds for b2
with 9 bits, too.

**Bishops** are not searched like this. The generators of a rank are one bit apart, so that on a1
twenty known bits give all six of them to a cell. Those of a diagonal are seven or nine bits apart:
on e3 with 6 bits the longer one takes 38, half of which are more prefixes, 2**37, than the
bit-by-bit search visits nodes in all, 4e10 by its estimate. What would help with black magics is
not the chain but the turn by m - 1. The bit-by-bit search has to know the highest bits, for that.
A search that asks, of the keys known so far, whether any turn is left by which none collide, has
3e9 nodes instead of 1e12 on c2 with 4 bits, 2e11 instead of 6e12 on h1 with 5, 1e13 instead of 7e13
on a3 with 4 (stochastic estimates of a sketch); each node takes longer.

All thresholds are integers, and so the nodes of a prefix are the same on every machine. Parts of
proofs list them: whoever changes the nodes of any prefix raises `FORM`. The chain
of windows is from our own prototype in C++ (2026); after `exhaustive`, on which it is checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magicbb.arguments import parse_integer
from magicbb.geometry.sliders import ROOK, parse_slider
from magicbb.geometry.squares import parse_square, square_name
from magicbb.magics.search.chain_classes import begin_fine
from magicbb.magics.search.chain_descent import advance, enter
from magicbb.magics.search.chain_memory import BLACK, PLAIN_MODE, WHITE, lay_out
from magicbb.magics.search.chain_plan import ChainPlan
from magicbb.magics.search.chain_windows import DEAD, PLAIN, begin, begin_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import SupportsIndex

    from magicbb.geometry.sliders import Slider

FORM = 1
"""The form of the search: it is raised when the nodes below any prefix change.

Nodes of two forms cannot be compared, and parts of proofs say of which form they are. Those of form
1 were made before there was a number, and have none.
"""

_SLICE = 1 << 19
"""Nodes per call: some hundredths of a second, so that Ctrl-C takes effect."""


@dataclass(frozen=True)
class ChainOutcome:
    """The result of a run of prefixes.

    Attributes:
        nodes: How many nodes were visited below each prefix; equal on every machine.
        found: All magics that have one of the prefixes, or whose negative has it: the number of
            the prefix, "white" or "black", and the magic, modulo 2**period.
    """

    nodes: tuple[int, ...]
    found: tuple[tuple[int, str, int], ...]


class ChainSearch:
    """The chain search for a square: all magics, white and black, a prefix at a time.

    Args:
        slider: `ROOK`, or its name.
        square: 0..63, or a name.
        bits: The index bits, 8..16.
        black: Whether black magics are searched for, too; they are not above rank 2.

    Raises:
        ValueError: An argument is out of range, or black magics cannot be searched for.
        TypeError: An argument is of a wrong type.

    >>> search = ChainSearch("rook", "a1", 11)
    >>> search.low, search.high, search.prefixes
    (41, 63, 2097152)
    >>> search.search(0, 2).found
    ()
    """

    def __init__(
        self,
        slider: str | Slider,
        square: SupportsIndex | str,
        bits: SupportsIndex,
        *,
        black: bool = True,
    ) -> None:
        slider, square = parse_slider(slider), parse_square(square)
        if slider != ROOK:
            raise ValueError(f"chain search is for rooks, got {slider}; use ExhaustiveSearch")
        bits = parse_integer(bits, 17, "bits must be 8..16 for chain search", start=8)
        self._plan = ChainPlan(square, bits)
        if black and not self._plan.black:
            raise ValueError(
                "chain search for black magics needs a rook on rank 1 or 2, and 10 bits on b2, "
                f"got {square_name(square)} with {bits} bits; use black=False, or ExhaustiveSearch"
            )
        self._black = black
        self._state: Any  # to Python, its fields are integers and arrays
        self._state, self._rules = lay_out(self._plan)

    @property
    def low(self) -> int:
        """The lowest bit that a prefix fixes."""
        return self._plan.levels[0].low

    @property
    def high(self) -> int:
        """The bits that a prefix fixes end before this one."""
        return self._plan.levels[0].high

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of magics that are searched for: ("white", "black") or ("white",).

        >>> ChainSearch("rook", "e3", 9, black=False).kinds
        ('white',)
        """
        return ("white", "black") if self._black else ("white",)

    @property
    def period(self) -> int:
        """How many low bits of a number decide whether it is a magic."""
        return self._plan.period

    @property
    def prefixes(self) -> int:
        """How many prefixes there are: their highest bit is 0."""
        return 1 << (self.high - self.low - 1)

    def search(
        self, first: int, end: int, on_slice: Callable[[], object] | None = None
    ) -> ChainOutcome:
        """Search some prefixes to their end.

        Args:
            first: The number of the first prefix: bits low..high - 1 of its magics.
            end: The number after that of the last one.
            on_slice: Called several times per second; an exception ends the search.

        Raises:
            ValueError: The prefixes are out of range.
        """
        if not 0 <= first <= end <= self.prefixes:
            raise ValueError(f"prefixes must be in 0..{self.prefixes}, got {first}..{end}")
        nodes, found = [], []
        for prefix in range(first, end):
            self._state.nodes = 0
            found += [(prefix, *magic) for magic in self._below(prefix << self.low, on_slice)]
            nodes.append(int(self._state.nodes))
        return ChainOutcome(tuple(nodes), tuple(found))

    def magics_like(self, number: int, free: int) -> tuple[tuple[str, int], ...]:
        """All magics that have, or whose negatives have, most bits of a number.

        Args:
            number: 0..2**period - 1; bit high - 1 is 0.
            free: The bits that do not count, of those that a prefix does not fix.

        Returns:
            "white" or "black" and the magic, modulo 2**period, for each.

        Raises:
            ValueError: An argument is out of range.
        """
        bits = (1 << self.high) - (1 << self.low)
        number = parse_integer(number, 1 << self.period, "number must be below 2**period")
        if free & bits or free >> self.period:
            raise ValueError(f"free must be bits of {2**self.period - 1 - bits:#x}, got {free:#x}")
        if number >> (self.high - 1) & 1:
            raise ValueError(f"bit {self.high - 1} of number must be 0, got {number:#x}")
        state = self._state
        state.wanted, state.fixed = number, 2**self.period - 1 - free
        try:
            return tuple(self._below(number & bits, None))
        finally:
            state.fixed = 0

    def _below(
        self, known: int, on_slice: Callable[[], object] | None
    ) -> Iterator[tuple[str, int]]:
        needed = begin(self._state, known)
        if needed == DEAD:
            return
        colours = (WHITE, BLACK) if self._black else (WHITE,)
        if needed == PLAIN:
            begin_plain(self._state, known)
            yield from self._descend(PLAIN_MODE, sum(colours), known, on_slice)
            return
        for mode, colour in enumerate(colours):
            self._state.rules, self._state.rules_end = self._rules[mode : mode + 2]
            begin_fine(self._state, known, (1 << self.low) - 1)
            yield from self._descend(PLAIN_MODE + 1 + mode, colour, known, on_slice)

    def _descend(
        self, mode: int, colours: int, known: int, on_slice: Callable[[], object] | None
    ) -> Iterator[tuple[str, int]]:
        state = self._state
        state.mode, state.colours = mode, colours
        done = not enter(state, known)
        while True:
            count, state.found = int(state.found), 0
            for magic, black in zip(state.magics[:count], state.kinds[:count], strict=True):
                yield ("black" if black else "white", int(magic))
            if done:
                return
            done = advance(state, _SLICE)
            if on_slice is not None:
                on_slice()
