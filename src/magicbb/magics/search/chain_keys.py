"""Tests on the keys themselves: the plain rule of the search, and the final test of a magic."""

from __future__ import annotations

from magicbb.compile import Word, counting, kernel
from magicbb.magics.search.chain_state import ChainState

_ZERO, _ONE = Word(0), Word(1)
_NUMBER_BITS = Word(8)
_NUMBER = Word(255)


@kernel
def collides(state: ChainState, known: Word, unknown: Word, count: Word, black: Word) -> bool:
    """Whether two of the first keys are certain to share a slot and attack differently.

    Args:
        state: The search.
        known: The known bits of the magic.
        unknown: The unknown bits below the known ones, all set.
        count: The number of keys to test.
        black: 1 if the keys are empty squares, else 0.
    """
    state.stamp += _ONE
    stamp, shift, keys, table = state.stamp, state.shift, state.keys, state.table
    first = black << state.key_bits
    for number in counting(count):
        key = keys[number] + black
        product = key * known - black
        slot = product >> shift
        if slot != (product + key * unknown) >> shift:
            continue
        held = (stamp << _NUMBER_BITS) | state.numbers[first + number]
        other = table[slot]
        if other >> _NUMBER_BITS == stamp and other != held:
            return True
        table[slot] = held
    return False


@kernel
def lives(state: ChainState, known: Word, unknown: Word, count: Word) -> bool:
    """Whether the plain rule leaves any of the questions open that are searched together."""
    negative = _ZERO - (known + unknown)
    if state.colours & _ONE:
        if not collides(state, known, unknown, count, _ZERO):
            return True
        if not collides(state, negative, unknown, count, _ZERO):
            return True
    if state.colours >> _ONE:
        if not collides(state, known, unknown, count, _ONE):
            return True
        if not collides(state, negative, unknown, count, _ONE):
            return True
    return False


@kernel
def keep_magics(state: ChainState, known: Word, unknown: Word) -> None:
    """Add the magics among the remaining numbers and their negatives to the list."""
    for more in counting(unknown + _ONE):
        number = known + more
        if (number ^ state.wanted) & state.fixed:
            continue
        for black in counting(Word(2)):
            if (state.colours >> black) & _ONE:
                keep_magic(state, number, black)
                keep_magic(state, _ZERO - number, black)


@kernel
def keep_magic(state: ChainState, number: Word, black: Word) -> None:
    """Add a number to the list if it is a magic."""
    if not collides(state, number, _ZERO, _ONE << state.key_bits, black):
        state.magics[state.found] = number & state.period_mask
        state.kinds[state.found] = black
        state.found += _ONE
