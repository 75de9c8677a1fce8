"""Clashes between rows of an array, and their weights.

Two rows clash in a slot if both use it; where slots may be shared, they clash only if they disagree
on a bit that both read. `exclusive` and `compatible` implement the two rules.
"""

from __future__ import annotations

from magicbb.compile import Word, count_zeros, counting, higher, kernel, lower
from magicbb.research.packing.separation import compatible, exclusive
from magicbb.research.packing.separation.state import BASE, SeparationState

_ZERO, _ONE = Word(0), Word(1)
_WORD_SHIFT = Word(6)

_HEAVIEST = Word(1 << 24)
_GROWTH, _MORE, _DECAY = Word(6), Word(3), Word(5)
"""In each round the weight of a clashing pair grows by 2**-6 of its value, and by up to 2**-3 more
in proportion to the number of clashes; the weights of other pairs fall by 2**-5 of their values."""

# Kernels are called by a plain name.
_mark_exclusive, _mark_compatible = exclusive.mark, compatible.mark
_has_clash_exclusive, _has_clash_compatible = exclusive.has_clash, compatible.has_clash
_weigh_others_exclusive, _weigh_others_compatible = exclusive.weigh_others, compatible.weigh_others
_weigh_places_compatible, _cost_of_compatible = compatible.weigh_places, compatible.cost_of
_differ = compatible.differ


@kernel
def mark(state: SeparationState, row: Word) -> None:
    """Add a row to the sets of rows that use its slots, or remove it if it is already in them."""
    if state.shared:
        _mark_compatible(state, row)
    else:
        _mark_exclusive(state, row)


@kernel
def cost_of(state: SeparationState, row: Word, number: Word, slot: Word) -> Word:
    """The cost of placing one of the moving row's values in a slot."""
    if state.shared:
        return _cost_of_compatible(state, row, number, slot)
    return Word(state.field[slot])


@kernel
def weigh_others(state: SeparationState, row: Word) -> None:
    """Compute the costs that other rows impose on the moving row, for use by `cost_of`."""
    if state.shared:
        _weigh_others_compatible(state, row)
    else:
        _weigh_others_exclusive(state, row)


@kernel
def weigh_places(state: SeparationState, row: Word) -> None:
    """Compute the slot costs at all candidate places."""
    if state.shared:
        _weigh_places_compatible(state, row)


@kernel
def has_clash(state: SeparationState, slot: Word) -> bool:
    """Whether rows clash in a slot."""
    if state.shared:
        return _has_clash_compatible(state, slot)
    return _has_clash_exclusive(state, slot)


@kernel
def count_pairs(state: SeparationState, slot: Word) -> None:
    """Count a slot once for each pair of rows that clash in it."""
    members, pair_clashes, rows, words = state.members, state.pair_clashes, state.rows, state.words
    for word in counting(words):
        left = members[slot * words + word]
        while left != _ZERO:
            row = (word << _WORD_SHIFT) + count_zeros(left)
            left &= left - _ONE
            for other_word in counting(words):
                others = members[slot * words + other_word]
                while others != _ZERO:
                    other = (other_word << _WORD_SHIFT) + count_zeros(others)
                    others &= others - _ONE
                    if not state.shared or _differ(state, slot, row, other):
                        pair_clashes[row * rows + other] += _ONE
            pair_clashes[row * rows + row] = _ZERO


@kernel
def count_clashes(state: SeparationState) -> Word:
    """Count the clashing slots of each pair of rows; return the number of slots with any clash.

    The round is counted, and the fewest slots with clashes are kept in `state.fewest_clashes`.
    """
    pair_clashes, total = state.pair_clashes, _ZERO
    for pair in counting(state.rows * state.rows):
        pair_clashes[pair] = _ZERO
    for slot in counting(state.limit):
        if has_clash(state, slot):
            total += _ONE
            count_pairs(state, slot)
    if state.rounds == _ZERO or total < state.fewest_clashes:
        state.fewest_clashes = total
        state.waited = _ZERO
    state.rounds += _ONE
    return total


@kernel
def weigh(state: SeparationState) -> None:
    """Raise the weights of clashing pairs, and lower the others."""
    weights, pair_clashes, pairs = state.weights, state.pair_clashes, state.rows * state.rows
    largest = _ONE
    for pair in counting(pairs):
        largest = higher(largest, pair_clashes[pair])
    for pair in counting(pairs):
        weight, overlap = weights[pair], pair_clashes[pair]
        if overlap != _ZERO:
            weight += (weight >> _GROWTH) + (weight >> _MORE) * overlap // largest
            weights[pair] = lower(weight, _HEAVIEST)
        elif weight > BASE:
            weights[pair] = higher(weight - (weight >> _DECAY), BASE)
