"""The bit-by-bit search for one square, one subtree at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Bytes, Shorts, Word, Words, counting, entry, kernel
from magicbb.magics.search.bit_by_bit.groups import costs, groups, memory
from magicbb.magics.search.bit_by_bit.state import BitByBitState
from magicbb.magics.search.bit_by_bit.steps import steps
from magicbb.magics.search.bit_by_bit.values import NONE, meet, next_left
from magicbb.magics.search.randomness import mix

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

LISTED = 16
"""The maximum number of magics listed per subtree; all are counted."""

_ZERO, _ONE, _BOTH = Word(0), Word(1), Word(2)
_WORD_BITS = Word(64)
_LISTED = Word(LISTED)


class BitByBitSearch:
    """The search for all magics of one square, one subtree at a time, in slices.

    Args:
        mask: The relevant squares.
        bits: The index bits.
        attacks: The attack set of each blocker subset, in ascending order of the subsets.
        order: The bits of the magic, in the order in which they become known; see
            `steps.order_from`.
        black: Whether to search for black magics.
        rotations: For black magics, a range of values modulo 2**(64 - bits): find only the magics m
            for which m - 1 has one of them. Then keys are tested before the bits of m that
            determine this value are known. All ranges together find all magics.

    Raises:
        ValueError: `order` is not valid, see `steps.steps`; or `rotations` are given for white
            magics, or for one index bit.
    """

    def __init__(
        self,
        mask: int,
        bits: int,
        attacks: npt.NDArray[np.uint64],
        order: Sequence[int],
        *,
        black: bool,
        rotations: range | None = None,
    ) -> None:
        numbers = np.unique(attacks, return_inverse=True)[1].astype(np.uint8) + np.uint8(1)
        if rotations is not None and (not black or bits == 1):
            raise ValueError("rotations must be None for white magics, and for one index bit")
        waits = black and rotations is None
        self._levels, upwards, keys, fresh = steps(mask, bits, order, black=black, waits=waits)
        made, movers = groups(self._levels, upwards, keys, fresh, bits)
        self._costs = costs(made, len(keys))
        self.levels, shift = len(order), 64 - bits
        lists = np.zeros(len(keys) * (self.levels + 2), np.uint16)
        lists[: len(fresh)] = fresh
        self._table = np.zeros(1 << bits, np.uint8)
        self._magics = np.zeros(LISTED, np.uint64)
        self._state = BitByBitState(
            shift=shift,
            phase=(1 << shift) - 1 if waits else 0,
            added=waits,
            rotation=0,
            wide=0,
            assumed=rotations is not None,
            flipped=2**64 - 1 if black else 0,
            key_count=len(keys),
            last=self.levels,
            levels=self._levels,
            keys=keys,
            numbers=np.ascontiguousarray(numbers[::-1]) if black else numbers,
            lists=lists,
            table=self._table,
            trail=np.zeros(1 << bits, np.uint16),
            held=np.zeros(1 << bits, np.uint8),
            magics=self._magics,
            groups=made,
            movers=movers,
            **memory(made, int(numbers.max()) + 1),
        )
        if rotations is not None:
            self.assume(rotations)

    def assume(self, rotations: range) -> None:
        """Assume another range of rotations.

        Raises:
            ValueError: The search was made without a range.
        """
        if not self._state.assumed:
            raise ValueError("rotations can be assumed only if the search was made with some")
        state: Any = self._state  # its fields are integers in Python
        state.rotation, state.wide = rotations.start, len(rotations) - 1

    @property
    def nodes(self) -> int:
        """The number of prefixes tested since `enter`."""
        return int(self._state.nodes)

    @property
    def count(self) -> int:
        """The number of magics found since `enter`, counted modulo the period."""
        return int(self._state.found)

    @property
    def digest(self) -> int:
        """The sum of `randomness.mix` of all magics found since `enter`, modulo 2**64."""
        return int(self._state.digest)

    @property
    def magics(self) -> list[int]:
        """The first `LISTED` magics found since `enter`."""
        return [int(magic) for magic in self._magics[: min(self.count, LISTED)]]

    def bit(self, level: int) -> int:
        """The bit that becomes known in the step from a level to the next."""
        return int(self._levels[level].bit)

    def is_tested(self, level: int) -> bool:
        """Whether the step from a level to the next tests its prefixes."""
        return bool(self._levels[level].tested)

    def cost(self, level: int) -> float:
        """The time per prefix tested in the step from a level to the next, relative to other steps.

        It is 1 for prefixes that are tested one at a time.
        """
        return self._costs[level]

    def grown(self, level: int, prefixes: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
        """The surviving extensions of a level's prefixes by one bit, 0 or 1, in order."""
        alive = np.empty(2 * len(prefixes), np.uint64)
        count = _grow(self._state, level, np.ascontiguousarray(prefixes), len(prefixes), alive)
        return alive[: int(count)]

    def enter(self, depth: int, prefix: int) -> None:
        """Begin the subtree below a prefix that survives to the given depth.

        Raises:
            ValueError: The prefix does not survive.
        """
        if not self.lives(depth, prefix):
            raise ValueError(f"prefix {prefix:#x} does not survive to depth {depth}")

    def lives(self, depth: int, prefix: int) -> bool:
        """Enter a prefix if it survives to the given depth; return whether it does."""
        return _enter(self._state, depth, prefix)

    def advance(self, budget: int) -> bool:
        """Test about `budget` more prefixes; return whether the subtree is done.

        Raises:
            ArithmeticError: A reported number is not a magic, which is an internal error.
        """
        done: bool = _advance(self._state, budget)
        if self._state.wrong:
            raise ArithmeticError(
                f"internal error: reported magics have {self._state.wrong} harmful collisions"
            )
        return done


@entry
def _advance(state: BitByBitState, budget: Word) -> bool:
    first, last, level, levels = state.first, state.last, state.level, state.levels
    nodes, done = _ZERO, False
    while nodes < budget and not done:
        here, group = levels[level], state.groups[level]
        toss = here.begun
        if level == last:
            keep(state, here.factor)
            toss = _BOTH
        elif group.bits != _ZERO and toss != _BOTH:
            if toss == _ZERO:
                meet(state, level)
                here.begun = _ONE
                nodes += _ONE << group.bits
            value = next_left(state, level, group)
            if value != NONE:
                if leap(state, level, value):
                    level += group.bits
                continue
            toss = _BOTH
        if toss == _BOTH:
            if level == first:
                done = True
            else:
                level -= _ONE
                undo(state.table, state.trail, levels[level].top, here.top)
            continue
        here.begun = toss + _ONE
        nodes += here.tested
        if extend(state, level, toss):
            level += _ONE
    state.level = level
    state.nodes += nodes
    return done


@kernel
def leap(state: BitByBitState, level: Word, value: Word) -> bool:
    """Extend a level's prefix by a value of its group's bits; return whether it survives."""
    levels, count = state.levels, state.groups[level].bits
    here, final = levels[level], level + count - _ONE
    for between in counting(level + _ONE, final + _ONE):
        levels[between].begun, levels[between].top = _BOTH, here.top
    new = levels[final]
    new.factor = here.factor | ((value & ((_ONE << (count - _ONE)) - _ONE)) << here.bit)
    new.start, new.end = here.start, here.end
    return extend(state, final, value >> (count - _ONE))


@kernel
def extend(state: BitByBitState, level: Word, toss: Word) -> bool:
    """Extend a level's prefix by one bit for the next level; return whether it survives."""
    here, new = state.levels[level], state.levels[level + _ONE]
    factor = here.factor | (toss << here.bit)
    new.factor, new.begun = factor, _ZERO
    bottom = here.top
    if here.tested == _ZERO:
        new.start, new.end, new.top = here.start, here.end, bottom
        return True
    keys, numbers, lists, table = state.keys, state.numbers, state.lists, state.table
    shift, unknown, trail = state.shift, here.unknown, state.trail
    base = (factor & state.phase) - state.added + state.rotation
    rest = here.turning + state.wide
    start, top = here.end, bottom
    end = start
    for part in counting(_BOTH):
        place, stop = here.fresh, here.fresh_end
        if part == _ONE:
            place, stop = here.start, here.end
        while place < stop:
            key = Word(lists[place])
            place += _ONE
            product = keys[key] * factor + base
            slot = product >> shift
            if slot != (product + (keys[key] * unknown + rest)) >> shift:
                lists[end] = key
                end += _ONE
                continue
            number, other = Word(numbers[key]), Word(table[slot])
            if other == number:
                continue
            if other != _ZERO:
                if part == _ZERO:
                    last = place - _ONE
                    before = here.fresh + ((last - here.fresh) >> _ONE)
                    lists[last], lists[before] = lists[before], lists[last]
                undo(table, trail, bottom, top)
                return False
            table[slot] = number
            trail[top] = slot
            top += _ONE
    new.start, new.end, new.top = start, end, top
    return True


@kernel
def undo(table: Bytes, trail: Shorts, bottom: Word, top: Word) -> None:
    """Free the slots recorded on the trail from `bottom` to `top`."""
    for place in counting(bottom, top):
        table[Word(trail[place])] = _ZERO


@kernel
def keep(state: BitByBitState, magic: Word) -> None:
    """Count a magic after checking it on all keys.

    If rotations were assumed, numbers without these rotations remain, and some that are no magics.
    """
    held, keys, shift = state.held, state.keys, state.shift
    if state.assumed:
        turn = (magic - _ONE - state.rotation) & ((_ONE << shift) - _ONE)
        if turn > state.wide:
            return
    for slot in counting(_ONE << (_WORD_BITS - shift)):
        held[slot] = _ZERO
    for key in counting(state.key_count):
        slot = ((keys[key] ^ state.flipped) * magic) >> shift
        number = Word(state.numbers[key])
        if Word(held[slot]) != _ZERO and Word(held[slot]) != number:
            if state.assumed:
                return
            state.wrong += _ONE
        held[slot] = number
    if state.found < _LISTED:
        state.magics[state.found] = magic
    state.found += _ONE
    state.digest += mix(magic)


@kernel
def restart(state: BitByBitState) -> None:
    """Forget the prefix and everything found below it."""
    state.first, state.level, state.nodes = _ZERO, _ZERO, _ZERO
    state.found, state.digest, state.wrong = _ZERO, _ZERO, _ZERO
    table, root, keys = state.table, state.levels[_ZERO], state.key_count
    for slot in counting(_ONE << (_WORD_BITS - state.shift)):
        table[slot] = _ZERO
    root.factor, root.begun, root.top = _ZERO, _ZERO, _ZERO
    root.start, root.end = keys, keys


@entry
def _enter(state: BitByBitState, depth: Word, prefix: Word) -> bool:
    restart(state)
    for level in counting(depth):
        toss = (prefix >> state.levels[level].bit) & _ONE
        if not extend(state, level, toss):
            return False
    state.first, state.level = depth, depth
    return True


@entry
def _grow(state: BitByBitState, level: Word, prefixes: Words, count: Word, alive: Words) -> Word:
    """Extend each prefix by one bit, testing all keys that have become testable so far."""
    restart(state)
    here, new = state.levels[level], state.levels[level + _ONE]
    lists, kept, left = state.lists, state.key_count, _ZERO
    for earlier in counting(here.fresh):
        lists[kept + earlier] = lists[earlier]
    here.start, here.end, here.top = kept, kept + here.fresh, _ZERO
    for place in counting(count):
        here.factor = prefixes[place]
        for toss in counting(_BOTH):
            if extend(state, level, toss):
                undo(state.table, state.trail, _ZERO, new.top)
                alive[left] = new.factor
                left += _ONE
    return left
