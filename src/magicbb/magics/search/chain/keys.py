"""Tests on keys: the plain rule of the search, and the final test of a magic.

Each of the `QUESTIONS` has a hash table of the keys whose slots are certain. A slot that is certain
at a node is certain at all nodes below it, so each level adds only the keys of its own generator
and the keys whose slots were uncertain before. Nothing is removed when the search backtracks: an
entry names the node that made it, and is valid as long as this node is on the path.

The products of black keys are rotated by the fraction of m - 1. It is known from some level on, or
assumed to lie in a class, or else no black keys are tested.
"""

from __future__ import annotations

from typing import Any

from magicbb.compile import Word, Words, counting, kernel, outlined, words_from
from magicbb.magics.search.chain.state import ChainState, Floor

PAIRS = 8
"""The number of pairs of keys remembered for each level and question, a power of two."""

QUESTIONS = 4
"""The number of questions: is a number, or its negative, a white magic, and is it a black one?"""

PATH = 32
"""The number of levels that the name of a node can tell apart."""

_ZERO, _ONE, _TWO = Word(0), Word(1), Word(2)
_WORD_BITS = Word(64)
_PLACE_BITS, _PLACE = Word(16), Word((1 << 16) - 1)
_LEVEL_BITS, _LEVEL = Word(5), Word(PATH - 1)
_PAIRS, _QUESTIONS = Word(PAIRS), Word(QUESTIONS)


@kernel
def name_node(state: ChainState, level: Word) -> None:
    """Name the node that the search enters on a level, and forget the nodes on deeper levels."""
    state.stamp += _ONE
    state.path[level] = (state.stamp << _LEVEL_BITS) | level
    for deeper in counting(level + _ONE, state.levels + _ONE):
        state.path[deeper] = _ZERO


@kernel
def number_of(state: ChainState, level: Word, question: Word) -> Word:
    """The smallest number that a question on a level is about, modulo 2**64."""
    floor = state.floors[level]
    return _ZERO - (floor.prefix + floor.unknown) if question & _ONE else floor.prefix


@kernel
def add_keys(state: ChainState, level: Word, question: Word, places: Words, count: Word) -> bool:
    """Add keys to the table of a question; return whether one collides with another key.

    If so, both are in `state.pair` afterwards. Keys whose slots are uncertain are not added to the
    table, but listed in `state.unsure`.
    """
    black, shift, unknown = question >> _ONE, state.shift, state.floors[level].unknown
    rotation, wide = rotation_of(state, level, question)
    number, keys, numbers = number_of(state, level, question), state.keys, state.numbers
    table, path = words_from(state.table, question << (_WORD_BITS - shift)), state.path
    test, name = state.tests[level * _QUESTIONS + question], state.path[level] << _PLACE_BITS
    unsure = words_from(state.unsure, (level * _QUESTIONS + question) << state.key_bits)
    listed, first = test.unsure, black << state.key_bits
    for place in counting(count):
        added = places[place]
        key = keys[added]
        product = key * number + rotation
        slot = product >> shift
        if slot != (product + key * unknown + wide) >> shift:
            unsure[listed] = added
            listed += _ONE
            continue
        entry = table[slot]
        node, other = entry >> _PLACE_BITS, entry & _PLACE
        if node != path[node & _LEVEL]:
            table[slot] = name | added
        elif numbers[first + other] != numbers[first + added]:
            state.pair[_ZERO], state.pair[_ONE] = keys[other], key
            return True
    test.unsure = listed
    return False


@kernel
def tested_from(state: ChainState, question: Word) -> Word:
    """The first level on which keys can be tested: black ones need a known or assumed rotation."""
    return state.rotation_known if question >> _ONE and not state.assumed else _ONE


@kernel
def assumed_width(state: ChainState) -> Word:
    """The size of the class in which the rotation is assumed to lie, minus one; 0 without one."""
    return (_ONE << state.class_shift) - _ONE if state.assumed else _ZERO


@kernel
def rotation_of(state: ChainState, level: Word, question: Word) -> Any:
    """The smallest rotation of the products of a question on a level, and its largest increase.

    Whole slots are left out, since they do not decide which keys share a slot. But the table holds
    slots that were certain for the whole assumed class, so a known rotation is given as a number
    that lies in this class, or as close below it as the unknown bits reach.
    """
    if not question >> _ONE:
        return _ZERO, _ZERO
    mask, start, wide = state.slot - _ONE, _ZERO, state.slot - _ONE
    if state.assumed:
        start, wide = state.rotation, assumed_width(state)
        if question & _ONE:  # if m rotates by r, -m rotates by -r - 2
            start = (_ZERO - start - wide - _TWO) & mask
    if level < state.rotation_known:
        return start, wide
    number, unknown = number_of(state, level, question), state.floors[level].unknown
    more = (number - _ONE - start) & mask
    return start + (more if more <= wide else more - state.slot), unknown


@kernel
def add_level(state: ChainState, level: Word, question: Word) -> bool:
    """Add the keys of a level, given those of the levels before; return whether any collide."""
    start = _ZERO
    if level != tested_from(state, question):
        before = level - _ONE
        earlier = before * _QUESTIONS + question
        unsure = words_from(state.unsure, earlier << state.key_bits)
        if add_keys(state, level, question, unsure, state.tests[earlier].unsure):
            return True
        start = state.floors[before].keys
    places = words_from(state.places, start)
    return add_keys(state, level, question, places, state.floors[level].keys - start)


@kernel
def first_untested(state: ChainState, level: Word, question: Word) -> Word:
    """The first level on the path whose keys are untested; 0 if keys of an earlier level collide.

    The keys of the given level itself must be untested.
    """
    first, earliest = level, tested_from(state, question)
    while first != earliest:
        test = state.tests[(first - _ONE) * _QUESTIONS + question]
        if test.node == state.path[first - _ONE]:
            return _ZERO if test.collides else first
        first -= _ONE
    return first


@outlined
def collides(state: ChainState, first: Word, level: Word, question: Word) -> bool:
    """Whether two keys have different attacks but are certain to share a slot.

    If so, the two keys are in `state.pair` afterwards.

    Args:
        state: The search.
        first: The first untested level.
        level: The last level; the keys of this level and of all levels before it are tested.
        question: The question.
    """
    for each in counting(first, level + _ONE):
        test = state.tests[each * _QUESTIONS + question]
        test.node, test.collides, test.unsure = state.path[each], _ONE, _ZERO
        if add_level(state, each, question):
            return True
        test.collides = _ZERO
    return False


@kernel
def collide(
    pair: Words, known: Word, unknown: Word, rotation: Word, wide: Word, shift: Word
) -> bool:
    """Whether two given keys are certain to share a slot."""
    first, second = pair[_ZERO] * known + rotation, pair[_ONE] * known + rotation
    slot = first >> shift
    return (
        slot == second >> shift
        and slot == (first + pair[_ZERO] * unknown + wide) >> shift
        and slot == (second + pair[_ONE] * unknown + wide) >> shift
    )


@kernel
def swap(first: Words, second: Words) -> None:
    """Exchange two pairs."""
    for place in counting(_TWO):
        first[place], second[place] = second[place], first[place]


@kernel
def collides_again(
    pairs: Words, known: Word, unknown: Word, rotation: Word, wide: Word, shift: Word
) -> bool:
    """Whether a remembered pair of keys collides; if so, it moves halfway to the front."""
    for number in counting(_PAIRS):
        pair = words_from(pairs, _TWO * number)
        empty = pair[_ZERO] == pair[_ONE]
        if not empty and collide(pair, known, unknown, rotation, wide, shift):
            swap(pair, words_from(pairs, _TWO * (number >> _ONE)))
            return True
    return False


@kernel
def lives(state: ChainState, level: Word, every: Word) -> bool:
    """Whether the plain rule leaves open any of the questions that are searched together.

    Neighbouring prefixes fail for the same reason, so the pairs that collided last on this level
    are tested before all keys.

    Args:
        state: The search.
        level: The level.
        every: 1 to test all keys; 0 to test the remembered pairs only, in which case the answer
            may be True although no question is open.
    """
    unknown = state.floors[level].unknown
    for question in counting(_QUESTIONS):
        black = question >> _ONE
        if not (state.colours >> black) & _ONE:
            continue
        if level < tested_from(state, question):
            return True
        first = first_untested(state, level, question)
        if first == _ZERO:
            continue
        number, test = number_of(state, level, question), level * _QUESTIONS + question
        pairs = words_from(state.remembered, test * _TWO * _PAIRS)
        rotation, wide = rotation_of(state, level, question)
        if collides_again(pairs, number, unknown, rotation, wide, state.shift):
            continue
        if not (every and collides(state, first, level, question)):
            return True
        state.tests[test].kept += _ONE
        swap(words_from(pairs, _TWO * (state.tests[test].kept & (_PAIRS - _ONE))), state.pair)
    return False


@kernel
def may_rotate(state: ChainState, floor: Floor) -> bool:
    """Whether the rotation of black products, once known, may lie in the class assumed for it."""
    if not state.assumed:
        return True
    most, mask = assumed_width(state), state.slot - _ONE
    turn = floor.prefix - _ONE - state.rotation
    return (turn & mask) <= most or ((turn + floor.unknown) & mask) <= most


@kernel
def keep_magics(state: ChainState, level: Word) -> None:
    """Add all magics among the remaining numbers and their negatives to the list."""
    floor, final, period = state.floors[level], state.floors[level + _ONE], state.period_mask
    for black in counting(_TWO):
        if not (state.colours >> black) & _ONE:
            continue
        mask = state.black_mask if black else period
        for rotation in counting(mask // (period + _ONE) + _ONE):
            for more in counting(floor.unknown + _ONE):
                final.prefix = floor.prefix + more + rotation * (period + _ONE)
                if (final.prefix ^ state.wanted) & state.fixed & mask:
                    continue
                if black and not may_rotate(state, final):
                    continue
                name_node(state, level + _ONE)
                for negated in counting(_TWO):
                    keep_magic(state, level + _ONE, _TWO * black + negated, mask)


@kernel
def keep_magic(state: ChainState, level: Word, question: Word, mask: Word) -> None:
    """Add the number of a question to the list if it is a magic."""
    first = first_untested(state, level, question)
    if first != _ZERO and not collides(state, first, level, question):
        number = number_of(state, level, question)
        state.magics[state.found] = number & mask
        state.kinds[state.found] = question >> _ONE
        state.found += _ONE
