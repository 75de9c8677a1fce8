"""Windows for each class of fractions, used where fractions cluster."""

from __future__ import annotations

from magicbb.compile import Word, counting, entry, higher, kernel, lower, words_from
from magicbb.magics.search.chain.bits import SETS_EACH, dilate, exclude, fill, wrap
from magicbb.magics.search.chain.keys import assumed_width
from magicbb.magics.search.chain.state import ChainState, Ruled
from magicbb.magics.search.chain.windows import turn_both

CLASS_BITS = 5
"""The binary logarithm of the number of classes of fractions."""

_ZERO, _ONE, _TWO = Word(0), Word(1), Word(2)
_CLASSES = Word(1 << CLASS_BITS)


@kernel
def exclude_sure(
    state: ChainState, rule: Ruled, known: Word, unknown: Word, fraction: Word, at: Word
) -> None:
    """Exclude the generators with which some pair of a rule is certain to share a slot."""
    slot, fractions = state.slot, state.fractions
    highest, lowest_end, sure = _ZERO, slot, False
    reach = state.reach + assumed_width(state)
    for place in counting(rule.end - rule.start):
        start = (fractions[place] + fraction) & (slot - _ONE)
        end = start + state.firsts[rule.start + place] * unknown + reach
        if start != _ZERO and end + _ONE < slot:
            sure = True
            highest, lowest_end = higher(highest, start), lower(lowest_end, end)
    if not sure:
        return
    length = slot - _TWO - lowest_end + highest
    if rule.spread < length:
        start = rule.factor * known - rule.back + rule.spread - highest + _ONE
        for kind in counting(_TWO):
            if (rule.terms >> kind) & _ONE:
                cells = words_from(
                    state.classes, (kind * _CLASSES + at) * SETS_EACH * state.circle.stride
                )
                exclude(cells, start, length - rule.spread, state.circle)


@entry
def begin_fine(state: ChainState, known: Word, unknown: Word) -> None:
    """Continue after `begin` if fractions must be distinguished: build the sets of all classes."""
    circle, classes, twice = state.circle, state.classes, _TWO * _CLASSES
    for number in counting(twice):
        fill(words_from(classes, number * SETS_EACH * circle.stride), circle)
    for number in counting(state.rules, state.rules_end):
        rule = state.ruled[number]
        for place in counting(rule.end - rule.start):
            fraction = state.firsts[rule.start + place] * known
            state.fractions[place] = fraction & (state.slot - _ONE)
        for at in counting(_CLASSES):
            exclude_sure(state, rule, known, unknown, at << state.class_shift, at)
    for number in counting(twice):
        cells = words_from(classes, number * SETS_EACH * circle.stride)
        wrap(cells, circle)
        dilate(cells, words_from(cells, circle.stride), circle)
        if state.turned_sets:
            turn_both(state, cells, words_from(state.turned, number * _TWO * circle.turned_stride))
