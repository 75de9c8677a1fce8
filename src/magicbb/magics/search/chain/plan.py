"""Precomputed data for the chain search of one square: generators, pairs, levels and terms.

The data is small and computed once, in plain Python, with attacks from the ray walk.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from magicbb.geometry.bitboards import squares_of, subsets
from magicbb.geometry.sliders import ROOK
from magicbb.geometry.squares import rank_of
from magicbb.magics.search.chain.bits import CELL_BITS

if TYPE_CHECKING:
    from collections.abc import Sequence

CLEAR, OPAQUE, ALWAYS = 1, 2, 3
"""The terms a rule applies to: those with different file attacks, those with equal ones, or all."""

FIRST, SECOND = 1, 2
"""Flags that tell whether a file square belongs to the first or to the second key."""

FRESH = 8
"""The number of bits that a level adds: adjacent squares of a file are 8 bits apart."""

SHARED = 2
"""The level whose terms are combined into a set that all deeper levels reuse."""

_ROW = 0xFF


@dataclass(frozen=True)
class Difference:
    """A difference between rank parts, with all pairs of rank parts that have this difference.

    Attributes:
        number: The rank part of the second key minus that of the first.
        all: The first key's rank part in each such pair.
        white: Like `all`, but only for pairs with different rank attacks if the parts are blockers.
        black: Like `all`, but only for pairs with different rank attacks if the parts are empty
            squares.
    """

    number: int
    all: tuple[int, ...]
    white: tuple[int, ...]
    black: tuple[int, ...]


@dataclass(frozen=True)
class Term:
    """A condition on a later generator, derived from one assignment of file squares to two keys.

    Attributes:
        total: The file part of the second key minus that of the first, as a number.
        common: The number added to one of a rule's `keys` to obtain a first key (for black magics
            whose rotation is known on level 1, plus one).
        opaque: Whether the two file parts give equal file attacks, so that only rank attacks can
            differ.
    """

    total: int
    common: int
    opaque: bool


@dataclass(frozen=True)
class Rule:
    """A rule that excludes generators around a point, used if fractions are distinguished.

    Attributes:
        center: The generator that would make the second key equal to the first.
        keys: For each pair, the first key's squares on the rank, with its first file square if set.
        terms: The terms to which the rule applies: `CLEAR`, `OPAQUE` or `ALWAYS`.
    """

    center: int
    keys: tuple[int, ...]
    terms: int


@dataclass(frozen=True)
class Level:
    """The generators known on a level, and the step to the next level.

    Attributes:
        low: The lowest known bit of the magic.
        high: The highest known bit, plus one.
        known: The number of known file generators.
        fresh: The number of bits that the next level adds; 0 on the last level.
        up: Whether the added bits lie above the known ones.
        completes: Whether the added bits complete another generator.
    """

    low: int
    high: int
    known: int
    fresh: int = 0
    up: bool = False
    completes: bool = False


def prefix_end(square: int) -> int:
    """The highest bit that a prefix fixes, plus one.

    Higher bits change neither the generators of the rank nor the first one of the file.

    >>> prefix_end(0), prefix_end(35), prefix_end(56)
    (63, 31, 16)
    """
    mask, row = ROOK.mask(square), _ROW << 8 * rank_of(square)
    above = mask & ~((2 << square) - 1) & ~row
    lowest = mask & row if above else mask & ~row
    # Without squares above, the first square of the file is the one below the rook.
    return 64 - (next(squares_of(lowest)) if above else max(squares_of(lowest)))


class ChainPlan:
    """The plan of a chain search for one rook square.

    Args:
        square: 0..63.
        bits: The index bits.

    Attributes:
        square: The square.
        bits: The index bits.
        mask: The relevant squares.
        rank: The relevant squares on the rook's rank, as bits of a bitboard, ascending.
        above: The relevant squares above the rook, upwards.
        below: The relevant squares below the rook, downwards.
        file: Both of these, as bits, in the order in which their generators become known.
        levels: The levels of the search; a prefix fixes the bits known on the first level.
        period: The number of low bits that decide whether a number is a white magic.
        black_period: The same for black magics.
        rotation_known: The first level, counted from 1, on which the rotation of the black products
            is known; the number of levels plus one if no level determines it.
    """

    def __init__(self, square: int, bits: int) -> None:
        mask = ROOK.mask(square)
        row = _ROW << 8 * rank_of(square)
        self.square, self.bits, self.mask = square, bits, mask
        self.rank = tuple(1 << place for place in squares_of(mask & row))
        file = [*squares_of(mask & ~row)]
        self.above = [place for place in file if place > square]
        self.below = [place for place in file if place < square][::-1]
        self.file = tuple(1 << place for place in (*self.above, *self.below))
        self.period = 65 - (mask & -mask).bit_length()
        levels = self._levels()
        self.levels = tuple(itertools.starmap(_step, itertools.pairwise(levels)))
        self.levels += (levels[-1],)
        self.black_period = max(self.period, 64 - bits)
        known = [number for number, level in enumerate(levels, 1) if level.high >= 64 - bits]
        self.rotation_known = min(known, default=len(levels) + 1)

    def _levels(self) -> list[Level]:
        """The known bits and generators of each level."""
        high, cell_shift = prefix_end(self.square), 64 - self.bits - CELL_BITS
        below, levels = self.below, []
        for known, place in enumerate(self.above, 1):
            low = max(cell_shift - place, 0)
            levels.append(Level(low, high, known if low else len(self.above)))
            if not low:
                break
        if not levels:
            below = below[1:]
            levels.append(Level(0, high, 1))
        for place in below:
            last, high = levels[-1], 64 - place
            if high - last.high > FRESH:
                levels.append(Level(last.low, high - FRESH, last.known))
            levels.append(Level(last.low, high, last.known + 1))
        return levels

    @property
    def keys(self) -> list[int]:
        """All subsets of the mask; on each level, the subsets of the known squares come first."""
        keys = [0]
        for place in (*self.rank, *self.file):
            keys += [key | place for key in keys]
        return keys

    def differences(self) -> list[Difference]:
        """All differences between rank parts, in ascending order."""
        row = sum(self.rank)
        parts = [*subsets(row)]
        white = {part: ROOK.attacks(self.square, part) for part in parts}
        found: dict[int, tuple[list[int], list[int], list[int]]] = {}
        for first, second in itertools.product(parts, parts):
            every, of_white, of_black = found.setdefault(second - first, ([], [], []))
            every.append(first)
            if white[first] != white[second]:
                of_white.append(first)
            if white[row ^ first] != white[row ^ second]:
                of_black.append(first)
        return [Difference(number, *map(tuple, lists)) for number, lists in sorted(found.items())]

    def sums(self, first: int, last: int) -> list[int]:
        """All sums of generators first..last with coefficients -1, 0 or 1; zero comes first.

        Both a sum and its negative are included.
        """
        generators = self.file[first - 1 : last]
        totals = (
            sum(sign * generator for sign, generator in zip(signs, generators, strict=True))
            for signs in itertools.product((0, 1, -1), repeat=len(generators))
        )
        return sorted(totals, key=lambda total: (total != 0, _scattered(total)))

    def terms(self, known: int, *, black: bool) -> list[Term]:
        """The terms for generators 2..known and the next one, if fractions are distinguished.

        Each of the generators 2..known belongs to the first key, the second, both or neither.
        """
        found, more, seen = [], [], set()
        for states in itertools.product(range(4), repeat=known - 1):
            term = self._term(states, black=black)
            if term.opaque or term.total in seen:
                more.append(term)
            else:
                found.append(term)
                seen.add(term.total)
        more.sort(key=lambda term: (term.opaque, _scattered(term.total + 3 * term.common)))
        return sorted(found, key=lambda term: _scattered(term.total)) + more

    def vague_terms(self, terms: Sequence[Term], low: int) -> list[Term]:
        """One term for each total that the bits below `low` can change by more than a cell."""
        cell = 1 << (64 - self.bits - CELL_BITS)
        vague = {term.total: term for term in terms if abs(term.total) * ((1 << low) - 1) > cell}
        return [*vague.values()]

    def shared_terms(self, known: int, *, black: bool) -> list[Term]:
        """The terms for generators 3..known and the next one, for sets shared by generator 2.

        A term is opaque if it is opaque even when generator 2 hides nothing.
        """
        transparent = FIRST | SECOND if black else 0
        terms = [
            replace(term, common=term.common - (self.file[1] if black else 0))
            for states in itertools.product(range(4), repeat=known - 2)
            for term in [self._term((transparent, *states), black=black)]
        ]
        return sorted(terms, key=lambda term: _scattered(term.total + 3 * term.common))

    def _term(self, states: Sequence[int], *, black: bool) -> Term:
        first = second = 0
        for state, generator in zip(states, self.file[1:], strict=False):
            first |= generator if state & FIRST else 0
            second |= generator if state & SECOND else 0
        new = self.file[1 + len(states)]
        opaque = self._same(first, second | new, new, states, black=black)
        rotated = black and self.rotation_known == 1
        return Term(second - first, first + rotated, opaque)

    def _same(
        self, first: int, second: int, new: int, states: Sequence[int], *, black: bool
    ) -> bool:
        """Whether two file parts give equal attacks on the file.

        All other squares of the file are taken as empty. They are the same in both keys, so equal
        attacks stay equal if some of them are occupied.
        """
        hidden = sum((self.file[0], *self.file[1 + len(states) :])) - new if black else 0
        parts = (first | hidden, second | hidden)
        file = sum(self.file)
        seen = {ROOK.attacks(self.square, file ^ part if black else part) for part in parts}
        return len(seen) == 1

    def rules(self, *, black: bool) -> list[Rule]:
        """The rules for distinguished fractions, given the first file generator."""
        first, found = self.file[0], []
        for difference in self.differences():
            number, every = difference.number, difference.all
            deciding = difference.black if black else difference.white
            clear, hidden = (deciding, every) if black else (every, deciding)
            found += [
                # The first generator is in the second key only, or in the first key only.
                _rule(number - first, number, every, 0, ALWAYS),
                _rule(number + first, number, every, first, ALWAYS),
                # The first generator is in neither key or in both; for opaque terms, the rank must
                # decide.
                _rule(number, number, clear, 0, CLEAR),
                _rule(number, number, hidden, first, CLEAR),
                _rule(number, number, deciding, 0, OPAQUE),
                _rule(number, number, deciding, first, OPAQUE),
            ]
        return [rule for rule in found if rule.keys]


def _rule(center: int, number: int, parts: Sequence[int], more: int, terms: int) -> Rule:
    return Rule(center, tuple(part + number + more for part in parts), terms)


def _step(level: Level, after: Level) -> Level:
    up = after.high > level.high
    fresh = after.high - level.high if up else level.low - after.low
    return replace(level, fresh=fresh, up=up, completes=after.known > level.known)


def _scattered(number: int) -> int:
    """A sort key that scatters terms, since the most restrictive ones are not known beforehand."""
    return number * 0x9E3779B97F4A7C15 % 2**64
