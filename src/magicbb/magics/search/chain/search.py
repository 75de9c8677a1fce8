"""The chain search for one square, prefix by prefix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magicbb.arguments import parse_integer
from magicbb.geometry.sliders import ROOK, parse_slider
from magicbb.geometry.squares import parse_square
from magicbb.magics.search.chain.classes import CLASS_BITS, begin_fine
from magicbb.magics.search.chain.descent import advance, enter
from magicbb.magics.search.chain.memory import BLACK, PLAIN_MODE, WHITE, lay_out
from magicbb.magics.search.chain.plan import ChainPlan
from magicbb.magics.search.chain.sharing import join
from magicbb.magics.search.chain.windows import DEAD, PLAIN, begin, begin_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import SupportsIndex

    from magicbb.geometry.sliders import Slider

SEARCH_VERSION = 1
"""The version of the search, raised whenever the nodes below any prefix change.

Node counts of different versions cannot be compared, so parts of proofs state their version. Parts
of version 1 predate this number and do not state it.
"""

FEWEST = 8
"""The smallest number of index bits."""

_SLICE = 1 << 19
"""The number of nodes per call of `advance`, some hundredths of a second, so that Ctrl-C works."""


@dataclass(frozen=True)
class ChainOutcome:
    """The result of searching a range of prefixes.

    Attributes:
        nodes: The number of nodes visited below each prefix; the same on every machine.
        found: All magics that have one of the prefixes, or whose negatives have one, each as the
            prefix, "white" or "black", and the magic modulo the period of its kind.
    """

    nodes: tuple[int, ...]
    found: tuple[tuple[int, str, int], ...]


class ChainSearch:
    """The chain search for a square, which finds all its magics prefix by prefix.

    Args:
        slider: `ROOK`, or its name.
        square: 0..63, or a name.
        bits: The index bits, 8..16.
        black: Whether to search for black magics as well; above the second rank, this takes a few
            times as long.

    Raises:
        ValueError: An argument is out of range.
        TypeError: An argument has the wrong type.

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
            raise ValueError(f"chain search is for rooks, got {slider}; use BitByBitSearch")
        bits = parse_integer(bits, 17, f"bits must be {FEWEST}..16 for chain search", start=FEWEST)
        self._plan = ChainPlan(square, bits)
        self._black = black
        self._state: Any  # its fields are integers and arrays in Python
        self._state, self._rules = lay_out(self._plan)

    @property
    def low(self) -> int:
        """The lowest bit that a prefix fixes."""
        return self._plan.levels[0].low

    @property
    def high(self) -> int:
        """The highest bit that a prefix fixes, plus one."""
        return self._plan.levels[0].high

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of magics searched for: ("white", "black") or ("white",)."""
        return ("white", "black") if self._black else ("white",)

    @property
    def period(self) -> int:
        """The number of low bits that determine whether a number is a magic of any kind."""
        return self._plan.black_period if self._black else self._plan.period

    @property
    def prefixes(self) -> int:
        """The number of prefixes; the highest bit of each is 0."""
        return 1 << (self.high - self.low - 1)

    def search(
        self, first: int, end: int, on_slice: Callable[[], object] | None = None
    ) -> ChainOutcome:
        """Search a range of prefixes exhaustively.

        Args:
            first: The first prefix: bits low..high - 1 of its magics.
            end: The last prefix, plus one.
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
        """All magics that match a number except in the free bits, or whose negatives match it.

        Args:
            number: 0..2**period - 1; bit high - 1 is 0.
            free: The bits that need not match; they must not include bits that a prefix fixes.

        Returns:
            For each magic, "white" or "black", and the magic modulo the period of its kind.

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
        self._state.assumed, self._state.found = False, 0  # an interrupted search may leave them
        needed = begin(self._state, known)
        if needed == DEAD:
            return
        colours = (WHITE, BLACK) if self._black else (WHITE,)
        if needed == PLAIN:
            begin_plain(self._state, known)
            yield from self._descend(PLAIN_MODE, sum(colours), known, on_slice)
            return
        for mode, colour in enumerate(colours):
            if colour == BLACK and self._state.gaps <= self._state.black_most:
                begin_plain(self._state, known)
                yield from self._descend(PLAIN_MODE, colour, known, on_slice)
                continue
            self._state.rules, self._state.rules_end = self._rules[mode : mode + 2]
            rotations = self._rotations(colour)
            self._state.assumed = len(rotations) > 1
            begin_fine(self._state, known, (1 << self.low) - 1)
            join(self._state)
            for rotation in rotations:
                self._state.rotation = rotation
                yield from self._descend(PLAIN_MODE + 1 + mode, colour, known, on_slice)

    def _rotations(self, colour: int) -> list[int]:
        """What to add to the fractions of a colour, one after the other; see `state`."""
        if colour == WHITE:
            return [0]
        if self._plan.rotation_known == 1:
            return [2**64 - 1]
        return [number << int(self._state.class_shift) for number in range(1 << CLASS_BITS)]

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
