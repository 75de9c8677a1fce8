"""Tests on keys: the plain rule of the search, and the final test of a magic."""

from __future__ import annotations

from magicbb.compile import Word, Words, counting, kernel, words_from
from magicbb.magics.search.chain_state import ChainState

PAIRS = 8
"""The number of pairs of keys remembered for each level and question, a power of two."""

QUESTIONS = 4
"""Is a number a white magic, is its negative, and the same for black."""

_ZERO, _ONE, _TWO = Word(0), Word(1), Word(2)
_PLACE_BITS = Word(16)
_PLACE = Word((1 << 16) - 1)
_PAIRS, _QUESTIONS = Word(PAIRS), Word(QUESTIONS)


@kernel
def collides(state: ChainState, known: Word, unknown: Word, count: Word, black: Word) -> bool:
    """Whether two of the first `count` keys attack differently but certainly share a slot.

    If so, they are in `state.pair` afterwards.

    Args:
        state: The search.
        known: The known bits of the magic.
        unknown: The unknown bits below the known ones, all set.
        count: The number of keys to test.
        black: 1 if the magic is black and keys are sets of empty squares, else 0.
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
        held = table[slot]
        if held >> _PLACE_BITS != stamp:
            table[slot] = (stamp << _PLACE_BITS) | number
            continue
        other = held & _PLACE
        if state.numbers[first + other] != state.numbers[first + number]:
            state.pair[_ZERO], state.pair[_ONE] = keys[other] + black, key
            return True
    return False


@kernel
def collide(pair: Words, known: Word, unknown: Word, black: Word, shift: Word) -> bool:
    """Whether two given keys are certain to share a slot."""
    first, second = pair[_ZERO] * known - black, pair[_ONE] * known - black
    slot = first >> shift
    return (
        slot == second >> shift
        and slot == (first + pair[_ZERO] * unknown) >> shift
        and slot == (second + pair[_ONE] * unknown) >> shift
    )


@kernel
def swap(first: Words, second: Words) -> None:
    """Exchange two pairs."""
    for place in counting(_TWO):
        first[place], second[place] = second[place], first[place]


@kernel
def collides_again(pairs: Words, known: Word, unknown: Word, black: Word, shift: Word) -> bool:
    """Whether a remembered pair of keys collides, which then moves halfway to the front."""
    for number in counting(_PAIRS):
        pair = words_from(pairs, _TWO * number)
        empty = pair[_ZERO] == pair[_ONE]
        if not empty and collide(pair, known, unknown, black, shift):
            swap(pair, words_from(pairs, _TWO * (number >> _ONE)))
            return True
    return False


@kernel
def lives(state: ChainState, level: Word, every: Word) -> bool:
    """Whether the plain rule leaves any of the questions open that are searched together.

    Neighbouring prefixes fail for the same reason, so the pairs that collided last on this level
    are tested before all keys: a third less time where fractions are distinguished.

    Args:
        state: The search.
        level: The level.
        every: 1 to test all keys; 0 to test the remembered pairs only, in which case the answer
            may be True although no question is open.
    """
    floor = state.floors[level]
    known, unknown = floor.prefix, floor.unknown
    for question in counting(_QUESTIONS):
        black = question >> _ONE
        if not (state.colours >> black) & _ONE:
            continue
        number = _ZERO - (known + unknown) if question & _ONE else known
        pairs = words_from(state.remembered, (level * _QUESTIONS + question) * _TWO * _PAIRS)
        if collides_again(pairs, number, unknown, black, state.shift):
            continue
        if not (every and collides(state, number, unknown, floor.keys, black)):
            return True
        swap(words_from(pairs, _TWO * (state.stamp & (_PAIRS - _ONE))), state.pair)
    return False


@kernel
def keep_magics(state: ChainState, known: Word, unknown: Word) -> None:
    """Add all magics among the remaining numbers and their negatives to the list."""
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
