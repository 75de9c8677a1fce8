"""Replaying an exhaustive search, slowly and simply: every prefix is tested from scratch.

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

from magicbb.compile import Bytes, Record, Rows, Shorts, Word, Words, counting, entry, kernel
from magicbb.geometry.bitboards import FULL, subsets
from magicbb.research.proofs.certificate import Found

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.research.proofs.certificate import Division
    from magicbb.research.proofs.claim import Claim

_ZERO, _ONE, _BOTH, _WORD_BITS = Word(0), Word(1), Word(2), Word(64)

_LISTED = Word(16)


class Step(Record):
    """A step of a search.

    Attributes:
        bit: The bit that becomes known.
        tested: Whether prefixes are tested after it.
        unknown: The unknown bits below the interval after it.
        start: Where the keys start that are testable then, and
        end: where they end.
    """

    bit: Word
    tested: Word
    unknown: Word
    start: Word
    end: Word


class Plan(Record):
    """The inputs of a replay, which kernels only read.

    Attributes:
        bits: The index bits.
        black: Whether the magics are black.
        key_count: How many keys there are, and
        step_count: how many steps.
        steps: The steps.
        testable: The keys that are testable after each step.
        keys: The keys, and
        spans: the most by which their products change for each unknown bit, and
        numbers: the numbers of their attack sets.
    """

    bits: Word
    black: Word
    key_count: Word
    step_count: Word
    steps: Rows[Step]
    testable: Shorts
    keys: Words
    spans: Words
    numbers: Bytes


class Level(Record):
    """A level of a replay: the bits that are known there, and how many ways on were begun."""

    known: Word
    begun: Word


class ReplayState(Record):
    """The state of a replay.

    Attributes:
        plan: The search.
        first: The level at which the subtree begins.
        level: The level that it is at.
        nodes: How many prefixes were tested.
        count: How many magics were found, and
        digest: the sum of all of them, scattered, and
        wrong: whether one of them is not a magic.
        levels: The levels.
        table: The number in each index.
        magics: The first magics found.
    """

    plan: Plan
    first: Word
    level: Word
    nodes: Word = Word(0)
    count: Word = Word(0)
    digest: Word = Word(0)
    wrong: Word = Word(0)
    levels: Rows[Level]
    table: Bytes
    magics: Words


class Search:
    """Immutable data shared by all replays of a claim's subtrees.

    Args:
        claim: The claim.
        division: How its search was divided; start and direction say in which order.
    """

    def __init__(self, claim: Claim, division: Division) -> None:
        occupied = [*subsets(claim.mask)]
        hashed = [blockers | (~claim.mask & FULL if claim.black else 0) for blockers in occupied]
        spans = [-key & FULL if claim.black else key for key in hashed]
        seen = [claim.piece.attacks(claim.square, blockers) for blockers in occupied]
        numbers = {attacks: number for number, attacks in enumerate(dict.fromkeys(seen), 1)}
        self.steps, testable = _steps(claim, division, spans)
        self.count = len(self.steps)
        self.indices = 1 << claim.bits
        self.plan = Plan(
            bits=claim.bits,
            black=claim.black,
            key_count=len(hashed),
            step_count=self.count,
            steps=self.steps,
            testable=testable,
            keys=np.array(hashed, np.uint64),
            spans=np.array(spans, np.uint64),
            numbers=np.array([numbers[attacks] for attacks in seen], np.uint8),
        )

    def alive(self, step: int, prefixes: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
        """All prefixes that live after a step, given those before it, in order."""
        kept, table = np.empty(2 * len(prefixes), np.uint64), np.empty(self.indices, np.uint8)
        given = np.ascontiguousarray(prefixes)
        count = _alive(self.plan, table, step, given, len(prefixes), kept)
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
        levels = Level.array(search.count + 1)
        levels[depth].known = prefix
        self._alive, self._magics = alive, np.zeros(int(_LISTED), np.uint64)
        self._state = ReplayState(
            plan=search.plan,
            first=depth,
            level=depth,
            levels=levels,
            table=np.empty(search.indices, np.uint8),
            magics=self._magics,
        )

    def advance(self, budget: int) -> bool:
        """Visit about this many more nodes; return whether the subtree is done.

        Raises:
            ArithmeticError: What was found is no magic, so that there is an error in here.
        """
        done: bool = not self._alive or _replay(self._state, budget)
        if self._state.wrong:
            raise ArithmeticError(
                "internal error: the checker accepted a number that is not a magic"
            )
        return done

    @property
    def nodes(self) -> int:
        """How many prefixes were tested."""
        return int(self._state.nodes)

    def found(self, subtree: int) -> Found:
        """The magics found in the subtree of this number; the first sixteen are listed."""
        count = int(self._state.count)
        magics = self._magics[: min(count, int(_LISTED))].tolist()
        return Found(subtree, count, int(self._state.digest), tuple(magics))


def _steps(
    claim: Claim, division: Division, spans: list[int]
) -> tuple[Any, npt.NDArray[np.uint16]]:
    """The action of each step, and the keys that can be tested after it, step by step."""
    upwards = [*range(division.start, claim.period)]
    downwards = [*range(division.start - 1, -1, -1)]
    order = upwards + downwards if division.direction == "up" else downwards + upwards
    steps = Step.array(len(order))
    testable: list[int] = []
    low = high = division.start
    before = 0
    for step, bit in zip(steps, order, strict=True):
        low, high = min(low, bit), max(high, bit + 1)
        start = len(testable)
        testable += [key for key, span in enumerate(spans) if _testable(claim, span, low, high)]
        now, went_down = len(testable) - start, bit < division.start
        tested = now > 1 and (went_down or now > before)
        step.bit, step.tested, step.unknown = bit, tested, (1 << low) - 1
        step.start, step.end = start, len(testable)
        before = now
    return steps, np.array(testable, np.uint16)


def _testable(claim: Claim, span: int, low: int, high: int) -> bool:
    """Whether the bits above do no harm, and those below less than the width of an index."""
    width = 1 << (64 - claim.bits)
    squares = span - 1 if claim.black else span
    harmless = squares % (1 << (64 - high)) == 0 and not (claim.black and 1 << high < width)
    return harmless and span * ((1 << low) - 1) < width


@kernel
def lives(plan: Plan, table: Bytes, number: Word, known: Word) -> bool:
    """Whether no two keys that are certain have equal indices and different attacks."""
    keys, spans, numbers, testable = plan.keys, plan.spans, plan.numbers, plan.testable
    step, shift, black = plan.steps[number], _WORD_BITS - plan.bits, plan.black
    unknown = step.unknown
    for index in counting(_ONE << plan.bits):
        table[index] = _ZERO
    for place in counting(step.start, step.end):
        key = Word(testable[place])
        product, most = keys[key] * known, spans[key] * unknown
        other = product + most if black == _ZERO else product - most
        index = product >> shift
        if index != other >> shift:
            continue
        if Word(table[index]) != _ZERO and Word(table[index]) != Word(numbers[key]):
            return False
        table[index] = Word(numbers[key])
    return True


@entry
def _alive(
    plan: Plan, table: Bytes, number: Word, prefixes: Words, count: Word, kept: Words
) -> Word:
    step, left = plan.steps[number], _ZERO
    for place in counting(count):
        for toss in counting(_BOTH):
            known = prefixes[place] | (toss << step.bit)
            if step.tested == _ZERO or lives(plan, table, number, known):
                kept[left] = known
                left += _ONE
    return left


@entry
def _replay(state: ReplayState, budget: Word) -> bool:
    plan, levels = state.plan, state.levels
    end = state.nodes + budget
    while state.nodes < end:
        here = levels[state.level]
        if state.level == plan.step_count:
            note(state, here.known)
            here.begun = _BOTH
        toss = here.begun
        if toss == _BOTH:
            if state.level == state.first:
                return True
            state.level -= _ONE
            continue
        here.begun = toss + _ONE
        step = plan.steps[state.level]
        known = here.known | (toss << step.bit)
        if step.tested != _ZERO:
            state.nodes += _ONE
            if not lives(plan, state.table, state.level, known):
                continue
        state.level += _ONE
        new = levels[state.level]
        new.known, new.begun = known, _ZERO
    return False


@kernel
def note(state: ReplayState, magic: Word) -> None:
    """Count a magic, once it has hashed all keys."""
    plan, table = state.plan, state.table
    for index in counting(_ONE << plan.bits):
        table[index] = _ZERO
    for key in counting(plan.key_count):
        index = (plan.keys[key] * magic) >> (_WORD_BITS - plan.bits)
        number = Word(plan.numbers[key])
        if Word(table[index]) != _ZERO and Word(table[index]) != number:
            state.wrong = _ONE
        table[index] = number
    if state.count < _LISTED:
        state.magics[state.count] = magic
    state.count += _ONE
    state.digest += scattered(magic)


@kernel
def scattered(word: Word) -> Word:
    """Scatter a word over all words, one to one, as SplitMix64 ends (Steele, Lea, Flood 2014)."""
    word = (word ^ (word >> Word(30))) * Word(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> Word(27))) * Word(0x94D049BB133111EB)
    return word ^ (word >> Word(31))
