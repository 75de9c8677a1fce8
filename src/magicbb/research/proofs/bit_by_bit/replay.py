"""Replaying a bit-by-bit search, slowly and simply: every prefix is tested from scratch.

This is the checker's own code. It shares nothing with the prover but the geometry, the oracle and
the compiler, and carries no state from one prefix to the next.

The search: a number m consists of the known bits M in an interval [low, high), the bits x below
this interval, and the bits above it. The interval grows by one bit per step. A key K has the
product K * m. After a step, this much is known about the product:

- White: the bits above change nothing if all squares of K are at least 64 - high; and
  0 <= K * x <= K * (2**low - 1).
- Black: K = -(e + 1), where e is the set of empty relevant squares, so K * m = -e * m - m. The
  first term is as for white. In the second, bits from 64 - bits upwards add the same number to all
  indices, and the unknown bits r below 64 - bits subtract from 0 to r. Some of the highest bits,
  which change no -e * m, may be known before the interval starts; the interval does not grow into
  the others of these, which become known last.

With span = K for white and e for black, a key is testable if the bits above cannot change which
keys share an index, and span * (2**low - 1), plus r for black, is less than the width of an index,
2**(64 - bits). For black, bit 63 - bits must be known, too. A key's index is certain if both ends
of the interval of its product give the same index. A prefix dies if two keys whose indices are
certain have the same index and different attacks. A prefix is tested, and counted as a node, if at
least two keys are testable after its last step, and this step did not extend the interval upwards
or made another key testable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Bytes, Record, Rows, Shorts, Word, Words, counting, entry, kernel
from magicbb.geometry.bitboards import FULL, subsets
from magicbb.research.proofs.bit_by_bit.certificate import SubtreeMagics

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.research.proofs.bit_by_bit.certificate import Order
    from magicbb.research.proofs.claim import Claim

_ZERO, _ONE, _BOTH, _WORD_BITS = Word(0), Word(1), Word(2), Word(64)

_LISTED = Word(16)


class Step(Record):
    """A step of a search.

    Attributes:
        bit: The bit that becomes known.
        tested: Whether prefixes are tested after the step.
        unknown: The unknown bits below the interval after the step, as a mask.
        turning: For black, the unknown bits below 64 - bits after the step, as a mask; else 0.
        start: The index in `ReplayPlan.testable` of the first key that is testable after the step.
        end: One more than the index of the last such key.
    """

    bit: Word
    tested: Word
    unknown: Word
    turning: Word
    start: Word
    end: Word


class ReplayPlan(Record):
    """The read-only inputs of a replay.

    Attributes:
        bits: The index bits.
        black: Whether the magics are black.
        key_count: The number of keys.
        step_count: The number of steps.
        steps: The steps of the search, in order.
        testable: The indices in `keys` of the keys that are testable after each step, step by step.
        keys: The keys of the square.
        spans: For each key, the squares that multiply the unknown bits below the interval.
        numbers: The number of each key's attack set.
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
    """A level of a replay: the known bits, and the number of branches begun (0, 1 or 2)."""

    known: Word
    begun: Word


class ReplayState(Record):
    """The state of a replay.

    Attributes:
        plan: The inputs of the replay.
        first: The level at which the subtree begins.
        level: The current level.
        nodes: The number of prefixes tested.
        count: The number of magics found.
        digest: The sum of the hashes of the magics found.
        wrong: Whether the search reported a number that is not a magic.
        levels: The levels of the search tree.
        table: The attack set number at each index.
        magics: The first magics found.
    """

    plan: ReplayPlan
    first: Word
    level: Word
    nodes: Word = Word(0)
    count: Word = Word(0)
    digest: Word = Word(0)
    wrong: Word = Word(0)
    levels: Rows[Level]
    table: Bytes
    magics: Words


class ReplayInputs:
    """Immutable data shared by all replays of a claim's subtrees.

    Args:
        claim: The claim.
        order: The order in which bits become known.
    """

    def __init__(self, claim: Claim, order: Order) -> None:
        occupied = [*subsets(claim.mask)]
        hashed = [blockers | (~claim.mask & FULL if claim.black else 0) for blockers in occupied]
        spans = [claim.mask & ~blockers if claim.black else blockers for blockers in occupied]
        seen = [claim.piece.attacks(claim.square, blockers) for blockers in occupied]
        numbers = {attacks: number for number, attacks in enumerate(dict.fromkeys(seen), 1)}
        self.steps, testable = _steps(claim, order, spans)
        self.count = len(self.steps)
        self.indices = 1 << claim.bits
        self.plan = ReplayPlan(
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
        """All prefixes alive after a step, given those alive before it, in order."""
        kept, table = np.empty(2 * len(prefixes), np.uint64), np.empty(self.indices, np.uint8)
        given = np.ascontiguousarray(prefixes)
        count = _alive(self.plan, table, step, given, len(prefixes), kept)
        return kept[: int(count)]


class Replay:
    """The replay of one subtree, in slices.

    Args:
        inputs: The search to which the subtree belongs.
        depth: The number of steps above the subtree.
        prefix: The bits known at that depth.
        alive: Whether the prefix is alive; otherwise the subtree is empty.
    """

    def __init__(
        self, inputs: ReplayInputs, depth: int, prefix: int, *, alive: bool = True
    ) -> None:
        levels = Level.array(inputs.count + 1)
        levels[depth].known = prefix
        self._alive, self._magics = alive, np.zeros(int(_LISTED), np.uint64)
        self._state = ReplayState(
            plan=inputs.plan,
            first=depth,
            level=depth,
            levels=levels,
            table=np.empty(inputs.indices, np.uint8),
            magics=self._magics,
        )

    def advance(self, budget: int) -> bool:
        """Visit about `budget` more nodes; return whether the subtree is done.

        Raises:
            ArithmeticError: Internal error: the search reported a number that is not a magic.
        """
        done: bool = not self._alive or _replay(self._state, budget)
        if self._state.wrong:
            raise ArithmeticError(
                "internal error: the checker accepted a number that is not a magic"
            )
        return done

    @property
    def nodes(self) -> int:
        """The number of prefixes tested."""
        return int(self._state.nodes)

    def found(self, subtree: int) -> SubtreeMagics:
        """The magics found, as those of the given subtree; only the first sixteen are listed."""
        count = int(self._state.count)
        magics = self._magics[: min(count, int(_LISTED))].tolist()
        return SubtreeMagics(subtree, count, int(self._state.digest), tuple(magics))


def _steps(claim: Claim, order: Order, spans: list[int]) -> tuple[Any, npt.NDArray[np.uint16]]:
    """The steps of a search, and the keys that are testable after each, step by step."""
    start, ahead = order.start, order.ahead
    top = claim.period - (claim.rotating if ahead else 0)
    rotating = [*range(claim.period - 1, top - 1, -1)]
    upwards = [*range(start, top)]
    downwards = [*range(start - 1, -1, -1)]
    interval = upwards + downwards if order.direction == "up" else downwards + upwards
    bits = rotating[:ahead] + interval + rotating[ahead:]
    steps = Step.array(len(bits))
    testable: list[int] = []
    low = high = start
    width = 1 << (64 - claim.bits)
    turning = width - 1 if claim.black else 0
    before = 0
    for step, bit in zip(steps, bits, strict=True):
        turning &= ~(1 << bit)
        if bit < top:
            low, high = min(low, bit), max(high, bit + 1)
        first = len(testable)
        if 2 * turning < width:
            for key, span in enumerate(spans):
                harmless = span % (1 << (64 - high)) == 0
                if harmless and span * ((1 << low) - 1) + turning < width:
                    testable.append(key)
        now, went_up = len(testable) - first, start <= bit < top
        tested = now > 1 and (not went_up or now > before)
        step.bit, step.tested, step.unknown, step.turning = bit, tested, (1 << low) - 1, turning
        step.start, step.end = first, len(testable)
        before = now
    return steps, np.array(testable, np.uint16)


@kernel
def lives(plan: ReplayPlan, table: Bytes, number: Word, known: Word) -> bool:
    """Whether a prefix lives: no two keys with certain and equal indices have different attacks."""
    keys, spans, numbers, testable = plan.keys, plan.spans, plan.numbers, plan.testable
    step, shift, black = plan.steps[number], _WORD_BITS - plan.bits, plan.black
    unknown, turning = step.unknown, step.turning
    for index in counting(_ONE << plan.bits):
        table[index] = _ZERO
    for place in counting(step.start, step.end):
        key = Word(testable[place])
        product, most = keys[key] * known, spans[key] * unknown + turning
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
    plan: ReplayPlan, table: Bytes, number: Word, prefixes: Words, count: Word, kept: Words
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
    """Count a magic, after checking it with all keys."""
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
    """Hash a word bijectively, with the finaliser of SplitMix64 (Steele, Lea, Flood 2014)."""
    word = (word ^ (word >> Word(30))) * Word(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> Word(27))) * Word(0x94D049BB133111EB)
    return word ^ (word >> Word(31))
