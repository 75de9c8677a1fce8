"""Replaying an exhaustive search, slowly and simply: every prefix is tested from nothing.

This is the checker's own code. It shares nothing with the prover but the geometry, the oracle and
the compiler, and keeps nothing from one prefix to the next.

The search: a number m is read as an interval [low, high) of known bits M that grows by a bit per
step, x = the bits below it, and the bits above it. A key K has the product K * m. What is known of
it after a step:

- White: the bits above change nothing if all squares of K are 64 - high or more, and
  0 <= K * x <= K * (2**low - 1).
- Black: K = -(e + 1), where e are the empty relevant squares. If all of those are 64 - high or more
  and high >= 64 - bits, the bits above add the same multiple of 2**(64 - bits) to the products of
  all such keys; and 0 >= K * x >= -(e + 1) * (2**low - 1).

With span = K, or e + 1, a key is testable if the bits above do no harm and span * (2**low - 1) is
less than the width of an index, 2**(64 - bits). Its index is certain if both ends of its interval
have the same one. A prefix dies if two keys that are certain have equal indices and different
attacks. It is tested, and is a node, if two keys are testable, and its step went downwards or made
one testable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Bytes, Shorts, Word, Words, counting, entry, kernel
from magicbb.geometry.bitboards import FULL, subsets

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.research.proofs.certificate import Division
    from magicbb.research.proofs.claim import Claim

_ZERO, _ONE, _BOTH, _WORD_BITS = Word(0), Word(1), Word(2), Word(64)

_BITS, _BLACK, _KEYS, _STEPS = (Word(place) for place in range(4))
"""The places of the shape."""

_BIT, _TESTED, _UNKNOWN, _START, _END = (Word(place) for place in range(5))
"""The places of a step: its bit, whether it is tested, the unknown bits below the interval after
it, and where the keys that are testable then start and end."""

_ROW = Word(5)

_LEVEL, _FIRST, _NODES, _COUNT, _DIGEST, _WRONG = (Word(place) for place in range(6))
"""The places of the state."""

_LISTED = Word(16)


class Search:
    """What all replays of a claim's subtrees share; nothing in it changes.

    Args:
        claim: The claim.
        division: How its search was divided; start and direction say in which order.
    """

    def __init__(self, claim: Claim, division: Division) -> None:
        occupied = [*subsets(claim.mask)]
        hashed = [blockers | (~claim.mask & FULL if claim.black else 0) for blockers in occupied]
        spans = [-key & FULL if claim.black else key for key in hashed]
        seen = [claim.slider.attacks(claim.square, blockers) for blockers in occupied]
        numbers = {attacks: number for number, attacks in enumerate(dict.fromkeys(seen), 1)}
        self.keys = np.array(hashed, np.uint64)
        self.spans = np.array(spans, np.uint64)
        self.numbers = np.array([numbers[attacks] for attacks in seen], np.uint8)
        self.steps, self.testable = _steps(claim, division, spans)
        self.count = len(self.steps)
        self.shape = np.array([claim.bits, claim.black, len(hashed), self.count], np.uint64)
        self.indices = 1 << claim.bits
        fixed = (self.shape, self.steps, self.testable, self.keys, self.spans, self.numbers)
        self.memory: tuple[npt.NDArray[Any], ...] = fixed

    @property
    def first_bit(self) -> int:
        """The bit that becomes known first."""
        return int(self.steps[0, _BIT])

    def tests(self, step: int) -> bool:
        """Whether a step tests its prefixes."""
        return bool(self.steps[step, _TESTED])

    def alive(self, step: int, prefixes: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
        """All prefixes that live after a step, given those before it, in order."""
        kept, table = np.empty(2 * len(prefixes), np.uint64), np.empty(self.indices, np.uint8)
        count = _alive(
            *self.memory, table, step, np.ascontiguousarray(prefixes), len(prefixes), kept
        )
        return kept[: int(count)]


class Replay:
    """One subtree, in slices.

    Args:
        search: The search that it belongs to.
        depth: After how many steps it begins.
        prefix: The bits that are known then.
        alive: Whether the prefix lives; there is nothing below it otherwise.
    """

    def __init__(self, search: Search, depth: int, prefix: int, *, alive: bool = True) -> None:
        self._search, self._alive = search, alive
        self._factors = np.zeros(search.count + 1, np.uint64)
        self._factors[depth] = prefix
        self._tosses = np.zeros(search.count + 1, np.uint8)
        self._table = np.empty(search.indices, np.uint8)
        self._magics = np.zeros(int(_LISTED), np.uint64)
        self._state = np.array([depth, depth, 0, 0, 0, 0], np.uint64)

    def advance(self, budget: int) -> bool:
        """Visit about so many further nodes; whether the subtree is done.

        Raises:
            ArithmeticError: What was found is no magic, so that there is an error in here.
        """
        own = (self._state, self._factors, self._tosses, self._table, self._magics)
        done: bool = not self._alive or _replay(*self._search.memory, *own, budget)
        if self._state[_WRONG]:
            raise ArithmeticError("the checker took a number for a magic that is none")
        return done

    @property
    def nodes(self) -> int:
        """How many prefixes were tested."""
        return int(self._state[_NODES])

    @property
    def count(self) -> int:
        """How many magics were found."""
        return int(self._state[_COUNT])

    @property
    def digest(self) -> int:
        """The sum of all magics, scattered."""
        return int(self._state[_DIGEST])

    @property
    def magics(self) -> tuple[int, ...]:
        """The first sixteen magics."""
        return tuple(self._magics[: min(self.count, int(_LISTED))].tolist())


def _steps(
    claim: Claim, division: Division, spans: list[int]
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint16]]:
    """What each step does, and the keys that are testable after it, one step after the other."""
    upwards = [*range(division.start, claim.period)]
    downwards = [*range(division.start - 1, -1, -1)]
    order = upwards + downwards if division.direction == "up" else downwards + upwards
    rows: list[tuple[int, bool, int, int, int]] = []
    testable: list[int] = []
    low = high = division.start
    before = 0
    for bit in order:
        low, high = min(low, bit), max(high, bit + 1)
        start = len(testable)
        testable += [key for key, span in enumerate(spans) if _testable(claim, span, low, high)]
        now, went_down = len(testable) - start, bit < division.start
        tested = now > 1 and (went_down or now > before)
        rows.append((bit, tested, (1 << low) - 1, start, len(testable)))
        before = now
    return np.array(rows, np.uint64), np.array(testable, np.uint16)


def _testable(claim: Claim, span: int, low: int, high: int) -> bool:
    """Whether the bits above do no harm, and those below less than the width of an index."""
    width = 1 << (64 - claim.bits)
    squares = span - 1 if claim.black else span
    harmless = squares % (1 << (64 - high)) == 0 and not (claim.black and 1 << high < width)
    return harmless and span * ((1 << low) - 1) < width


@kernel
def lives(
    shape: Words,
    steps: Words,
    testable: Shorts,
    keys: Words,
    spans: Words,
    numbers: Bytes,
    table: Bytes,
    step: Word,
    known: Word,
) -> bool:
    """Whether no two keys that are certain have equal indices and different attacks."""
    shift, row = _WORD_BITS - shape[_BITS], step * _ROW
    unknown = steps[row + _UNKNOWN]
    for index in counting(_ONE << shape[_BITS]):
        table[index] = _ZERO
    for place in counting(steps[row + _START], steps[row + _END]):
        key = Word(testable[place])
        product, most = keys[key] * known, spans[key] * unknown
        other = product + most if shape[_BLACK] == _ZERO else product - most
        index = product >> shift
        if index != other >> shift:
            continue
        if Word(table[index]) != _ZERO and Word(table[index]) != Word(numbers[key]):
            return False
        table[index] = Word(numbers[key])
    return True


@entry
def _alive(
    shape: Words,
    steps: Words,
    testable: Shorts,
    keys: Words,
    spans: Words,
    numbers: Bytes,
    table: Bytes,
    step: Word,
    prefixes: Words,
    count: Word,
    kept: Words,
) -> Word:
    bit, tested, left = steps[step * _ROW + _BIT], steps[step * _ROW + _TESTED], _ZERO
    for place in counting(count):
        for toss in counting(_BOTH):
            known = prefixes[place] | (toss << bit)
            if tested == _ZERO or lives(
                shape, steps, testable, keys, spans, numbers, table, step, known
            ):
                kept[left] = known
                left += _ONE
    return left


@entry
def _replay(
    shape: Words,
    steps: Words,
    testable: Shorts,
    keys: Words,
    spans: Words,
    numbers: Bytes,
    state: Words,
    factors: Words,
    tosses: Bytes,
    table: Bytes,
    magics: Words,
    budget: Word,
) -> bool:
    end = state[_NODES] + budget
    while state[_NODES] < end:
        level = state[_LEVEL]
        if level == shape[_STEPS]:
            note(shape, keys, numbers, state, table, magics, factors[level])
            tosses[level] = _BOTH
        toss = Word(tosses[level])
        if toss == _BOTH:
            if level == state[_FIRST]:
                return True
            state[_LEVEL] = level - _ONE
            continue
        tosses[level] = toss + _ONE
        row = level * _ROW
        known = factors[level] | (toss << steps[row + _BIT])
        if steps[row + _TESTED] != _ZERO:
            state[_NODES] += _ONE
            if not lives(shape, steps, testable, keys, spans, numbers, table, level, known):
                continue
        factors[level + _ONE], tosses[level + _ONE] = known, _ZERO
        state[_LEVEL] = level + _ONE
    return False


@kernel
def note(
    shape: Words,
    keys: Words,
    numbers: Bytes,
    state: Words,
    table: Bytes,
    magics: Words,
    magic: Word,
) -> None:
    """Count a magic, once it has hashed all keys."""
    for index in counting(_ONE << shape[_BITS]):
        table[index] = _ZERO
    for key in counting(shape[_KEYS]):
        index, number = (keys[key] * magic) >> (_WORD_BITS - shape[_BITS]), Word(numbers[key])
        if Word(table[index]) != _ZERO and Word(table[index]) != number:
            state[_WRONG] = _ONE
        table[index] = number
    if state[_COUNT] < _LISTED:
        magics[state[_COUNT]] = magic
    state[_COUNT] += _ONE
    state[_DIGEST] += scattered(magic)


@kernel
def scattered(word: Word) -> Word:
    """Scatter a word over all words, one to one, as SplitMix64 ends (Steele, Lea, Flood 2014)."""
    word = (word ^ (word >> Word(30))) * Word(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> Word(27))) * Word(0x94D049BB133111EB)
    return word ^ (word >> Word(31))
