"""Every magic of a square, or the proof that there is none: an exhaustive search over its bits.

The known bits of the magic are an interval [b, t) that grows by one bit at a time, upwards or
downwards, in an order that is fixed for the whole search; a *prefix* is what is known after some
steps. Let M be the known bits. A white key k has the product

    k * M + k * (the bits below b) + k * 2**t * (the bits from t on)   modulo 2**64

The last part vanishes once all squares of k are at least 64 - t. The one before it is at most
k * (2**b - 1). If adding that does not change the index, the index is *certain*. Two keys that are
certain, with equal index and different attacks, end the branch: none of the magics that begin with
this prefix can be one. Nothing else ends a branch, so that every magic is met, and met once, modulo
the period 2**(64 - lsb(mask)): higher bits do not change any product.

A black key is blockers | ~mask = -(k + 1) modulo 2**64, where k are the relevant squares that are
empty. Its index is floor(-(k + 1) * m / 2**s) = ~floor(((k + 1) * m - 1) / 2**s), so that black is
the same search with the products

    (k + 1) * m - 1 = k * m + (m - 1)

of the empty squares. Bits of m from s = 64 - bits on, in the m of m - 1, add the same number to all
indices, and do no harm nor good: they are left out there. Once the bits below s are known, the keys
can be tested as the white ones are, and the period is 2**max(64 - lsb(mask), 64 - bits): higher
bits only rotate all indices together.

The table of certain indices is never rebuilt. A key is placed once on a path, and taken back from
a trail; what is not certain yet is handed down as a list. An upward step changes no product that
was testable before it, so that it tests only the keys that it makes testable.

Extending intervals of bits comes from a prototype in C++ (2026), which tests every prefix from
nothing; this makes 6 to 7 times as many nodes per second as that. A second rule, that both possible
indices of an uncertain key are held by others, saved a fifth of the nodes and cost as much time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Bytes, Shorts, Word, Words, counting, entry, kernel
from magicbb.magics.search.exhaustive_steps import FIELDS, ROW_BITS, steps
from magicbb.magics.search.randomness import mix

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

LISTED = 16
"""How many magics of a subtree are kept; all of them are counted."""

_ZERO, _ONE, _BOTH = Word(0), Word(1), Word(2)
_WORD_BITS = Word(64)
_ROW_BITS = Word(ROW_BITS)
_LISTED = Word(LISTED)

_BIT, _TESTED, _UNKNOWN, _FRESH, _FRESH_END, _FACTOR, _TOSS, _START, _END, _TOP = (
    Word(place) for place in range(FIELDS)
)
"""The places of a level. The first five belong to the step that leads on from it, see `steps`; then
come the prefix that was reached, how many of its two continuations were begun, where its list of
uncertain keys starts and ends, and how high its trail is."""

_SHIFT, _PHASE, _ADDED, _FLIPPED, _KEYS, _LEVELS = (Word(place) for place in range(6))
"""The places of a search's shape: by how much products are shifted, which bits of the magic are
added to every product, what is taken from it, what makes a key of its squares, how many keys and
how many levels there are."""

_TOP_LEVEL, _LEVEL, _NODES, _FOUND, _DIGEST, _WRONG = (Word(place) for place in range(6))
"""The places of a search's state: where the subtree begins, the level it is at, how many prefixes
were tested, how many magics were found, a digest of them, and how many of them are none."""


class ExhaustiveSearch:
    """The search for one square, a subtree at a time, and a subtree in slices.

    Args:
        mask: The relevant squares.
        bits: The index bits.
        attacks: The attack set of each blocker subset, in ascending order of the subsets.
        order: The bits of the magic, in the order in which they become known; see
            `exhaustive_steps.check_order`.
        black: Whether black magics are wanted.

    Raises:
        ValueError: The order is none.
    """

    def __init__(
        self,
        mask: int,
        bits: int,
        attacks: npt.NDArray[np.uint64],
        order: Sequence[int],
        *,
        black: bool,
    ) -> None:
        numbers = np.unique(attacks, return_inverse=True)[1].astype(np.uint8) + np.uint8(1)
        plan = steps(mask, bits, order, black=black)
        shift, keys = 64 - bits, len(attacks)
        self.levels = len(order)
        phase, flipped = ((1 << shift) - 1, 2**64 - 1) if black else (0, 0)
        self._shape = np.array([shift, phase, black, flipped, keys, self.levels], np.uint64)
        self._steps = plan.rows
        self._blockers = plan.keys
        self._numbers = np.ascontiguousarray(numbers[::-1]) if black else numbers
        self._lists = np.zeros(keys * (self.levels + 2), np.uint16)
        self._lists[: len(plan.fresh)] = plan.fresh
        self._table = np.zeros(1 << bits, np.uint8)
        self._held = np.zeros(1 << bits, np.uint8)
        self._trail = np.zeros(1 << bits, np.uint16)
        self._magics = np.zeros(LISTED, np.uint64)
        self._state = np.zeros(8, np.uint64)

    @property
    def nodes(self) -> int:
        """How many prefixes were tested since `enter`."""
        return int(self._state[_NODES])

    @property
    def count(self) -> int:
        """How many magics were found since `enter`, modulo the period."""
        return int(self._state[_FOUND])

    @property
    def digest(self) -> int:
        """The sum of `randomness.mix` of all magics found since `enter`, modulo 2**64."""
        return int(self._state[_DIGEST])

    @property
    def magics(self) -> list[int]:
        """The first `LISTED` magics found since `enter`."""
        return [int(magic) for magic in self._magics[: min(self.count, LISTED)]]

    def bit(self, level: int) -> int:
        """The bit that the step makes known which leads on from a level."""
        return int(self._steps[level, _BIT])

    def is_tested(self, level: int) -> bool:
        """Whether the step that leads on from a level tests its prefixes."""
        return bool(self._steps[level, _TESTED])

    def grown(self, level: int, prefixes: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
        """The prefixes of a level, each with both next bits, as far as they live; in order."""
        alive = np.empty(2 * len(prefixes), np.uint64)
        self._restart()
        count = _grow(*self._memory, level, np.ascontiguousarray(prefixes), len(prefixes), alive)
        return alive[: int(count)]

    def enter(self, depth: int, prefix: int) -> None:
        """Begin the subtree below a prefix that lives at some depth.

        Raises:
            ValueError: The prefix does not live.
        """
        if not self.lives(depth, prefix):
            raise ValueError(f"prefix {prefix:#x} does not live at depth {depth}")

    def lives(self, depth: int, prefix: int) -> bool:
        """Whether a prefix lives at some depth; if so, it was entered."""
        self._restart()
        alive: bool = _enter(*self._memory, depth, prefix)
        return alive

    def advance(self, budget: int) -> bool:
        """Test about so many further prefixes; whether the subtree is done.

        Raises:
            ArithmeticError: A magic that was found is none, so that there is an error in here.
        """
        done: bool = _advance(*self._memory, self._held, self._magics, budget)
        if self._state[_WRONG]:
            raise ArithmeticError(f"{self._state[_WRONG]} of the magics found are none")
        return done

    def _restart(self) -> None:
        self._state[:] = 0
        self._table[:] = 0
        self._steps[0, _FACTOR:] = 0
        self._steps[0, [_START, _END]] = len(self._blockers)

    @property
    def _memory(self) -> tuple[npt.NDArray[Any], ...]:
        fixed = (self._shape, self._steps, self._blockers, self._numbers)
        return (self._state, *fixed, self._lists, self._table, self._trail)


@entry
def _advance(
    state: Words,
    shape: Words,
    levels: Words,
    blockers: Words,
    numbers: Bytes,
    lists: Shorts,
    table: Bytes,
    trail: Shorts,
    held: Bytes,
    magics: Words,
    budget: Word,
) -> bool:
    first, last, level = state[_TOP_LEVEL], shape[_LEVELS], state[_LEVEL]
    nodes, done = _ZERO, False
    while nodes < budget and not done:
        here = level << _ROW_BITS
        toss = levels[here + _TOSS]
        if level == last:
            keep(state, shape, blockers, numbers, held, magics, levels[here + _FACTOR])
            toss = _BOTH
        if toss == _BOTH:
            if level == first:
                done = True
            else:
                level -= _ONE
                undo(table, trail, levels[(level << _ROW_BITS) + _TOP], levels[here + _TOP])
            continue
        levels[here + _TOSS] = toss + _ONE
        nodes += levels[here + _TESTED]
        if extend(shape, levels, blockers, numbers, lists, table, trail, here, toss):
            level += _ONE
    state[_LEVEL] = level
    state[_NODES] += nodes
    return done


@kernel
def extend(
    shape: Words,
    levels: Words,
    blockers: Words,
    numbers: Bytes,
    lists: Shorts,
    table: Bytes,
    trail: Shorts,
    here: Word,
    toss: Word,
) -> bool:
    """Add a bit to the prefix of a level; whether it lives, and then it is the next level's."""
    new = here + (_ONE << _ROW_BITS)
    factor = levels[here + _FACTOR] | (toss << levels[here + _BIT])
    levels[new + _FACTOR], levels[new + _TOSS] = factor, _ZERO
    bottom = levels[here + _TOP]
    if levels[here + _TESTED] == _ZERO:
        levels[new + _START], levels[new + _END] = levels[here + _START], levels[here + _END]
        levels[new + _TOP] = bottom
        return True
    shift, added, unknown = shape[_SHIFT], shape[_ADDED], levels[here + _UNKNOWN]
    base, rest = (factor & shape[_PHASE]) - added, added * unknown
    start, top = levels[here + _END], bottom
    end = start
    for part in counting(_BOTH):
        place, stop = levels[here + _START], levels[here + _END]
        if part == _ONE:
            place, stop = levels[here + _FRESH], levels[here + _FRESH_END]
        while place < stop:
            key = Word(lists[place])
            place += _ONE
            product = blockers[key] * factor + base
            slot = product >> shift
            if slot != (product + (blockers[key] * unknown + rest)) >> shift:
                lists[end] = key
                end += _ONE
                continue
            number, other = Word(numbers[key]), Word(table[slot])
            if other == number:
                continue
            if other != _ZERO:
                undo(table, trail, bottom, top)
                return False
            table[slot] = number
            trail[top] = slot
            top += _ONE
    levels[new + _START], levels[new + _END], levels[new + _TOP] = start, end, top
    return True


@kernel
def undo(table: Bytes, trail: Shorts, bottom: Word, top: Word) -> None:
    """Free the slots that the trail holds above its bottom."""
    for place in counting(bottom, top):
        table[Word(trail[place])] = _ZERO


@kernel
def keep(
    state: Words,
    shape: Words,
    blockers: Words,
    numbers: Bytes,
    held: Bytes,
    magics: Words,
    magic: Word,
) -> None:
    """Count a magic, once it is held against all keys, as anybody would hash them."""
    shift = shape[_SHIFT]
    for slot in counting(_ONE << (_WORD_BITS - shift)):
        held[slot] = _ZERO
    for key in counting(shape[_KEYS]):
        slot = ((blockers[key] ^ shape[_FLIPPED]) * magic) >> shift
        number = Word(numbers[key])
        if Word(held[slot]) != _ZERO and Word(held[slot]) != number:
            state[_WRONG] += _ONE
        held[slot] = number
    if state[_FOUND] < _LISTED:
        magics[state[_FOUND]] = magic
    state[_FOUND] += _ONE
    state[_DIGEST] += mix(magic)


@entry
def _enter(
    state: Words,
    shape: Words,
    levels: Words,
    blockers: Words,
    numbers: Bytes,
    lists: Shorts,
    table: Bytes,
    trail: Shorts,
    depth: Word,
    prefix: Word,
) -> bool:
    for level in counting(depth):
        here = level << _ROW_BITS
        toss = (prefix >> levels[here + _BIT]) & _ONE
        if not extend(shape, levels, blockers, numbers, lists, table, trail, here, toss):
            return False
    state[_TOP_LEVEL], state[_LEVEL] = depth, depth
    return True


@entry
def _grow(
    _state: Words,
    shape: Words,
    levels: Words,
    blockers: Words,
    numbers: Bytes,
    lists: Shorts,
    table: Bytes,
    trail: Shorts,
    level: Word,
    prefixes: Words,
    count: Word,
    alive: Words,
) -> Word:
    """Extend each prefix, with the keys of all its steps as if they were new in the last one."""
    here, kept, left = level << _ROW_BITS, shape[_KEYS], _ZERO
    new, fresh = here + (_ONE << _ROW_BITS), levels[here + _FRESH]
    levels[here + _FRESH] = _ZERO
    levels[here + _START], levels[here + _END], levels[here + _TOP] = kept, kept, _ZERO
    for place in counting(count):
        levels[here + _FACTOR] = prefixes[place]
        for toss in counting(_BOTH):
            if extend(shape, levels, blockers, numbers, lists, table, trail, here, toss):
                undo(table, trail, _ZERO, levels[new + _TOP])
                alive[left] = levels[new + _FACTOR]
                left += _ONE
    levels[here + _FRESH] = fresh
    return left
