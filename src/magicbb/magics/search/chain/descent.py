"""The descent through the levels of the chain search, 256 generators at a time.

A level stores the remaining candidates for its next generator and tries them one by one. Each leads
to the next level, where terms exclude some of the 256 candidates for the following generator; if
any remain, the plain rule is checked. The 256 bits are four words; packed entries keep these side
by side in a vector register, which takes 0.8 of the time.
"""

from __future__ import annotations

from magicbb.compile import (
    Word,
    Words,
    count_zeros,
    counting,
    kernel,
    outlined,
    packed_entry,
    words_from,
)
from magicbb.magics.search.chain.bits import SETS_EACH, cells_from
from magicbb.magics.search.chain.classes import CLASS_BITS
from magicbb.magics.search.chain.keys import keep_magics, lives, may_rotate, name_node
from magicbb.magics.search.chain.sharing import share_classes, skips
from magicbb.magics.search.chain.state import Branch, ChainState, Floor
from magicbb.magics.search.chain.windows import share

_ZERO, _ONE, _TWO, _THREE = Word(0), Word(1), Word(2), Word(3)
_WORD_BITS, _WORD_SHIFT = Word(64), Word(6)
_CLASS_BITS = Word(CLASS_BITS)
_TOP = Word(56)  # the cells of a row differ in bits 56 to 63
_ROW_SHIFT = Word(3)  # a row has eight words
_FOUND = Word(1 << 11)  # the number of magics at which to stop and empty the list


@kernel
def narrow(  # noqa: C901 (branches that are resolved at compile time)
    state: ChainState, floor: Floor, branch: Branch, sets: Words, classed: Word, up: Word
) -> bool:
    """Find the next generators of a level that no term excludes; return whether there are any.

    `classed` is 1 if fractions are distinguished, else 0. If it is 1, a term that excludes the last
    remaining candidate moves halfway to the front of the order, since it is likely to exclude the
    last one again. `up` is 1 if the next bits lie above the known bits: then all but the top bits
    of the generator are known and are added to the distance, and in a turned set the 256 cells in
    question are adjacent.
    """
    circle, terms, order, known = state.circle, state.terms, state.order, floor.prefix
    shift, cell_mask, mask = circle.cell_shift, circle.cell_mask, circle.cells_mask
    stride, row_bits = circle.stride, circle.row_bits
    row_mask = (_ONE << row_bits) - _ONE
    rotation, slot_mask, class_shift = state.rotation, state.slot - _ONE, state.class_shift
    class_mask, reach, group = (_ONE << class_shift) - _ONE, state.reach, _ZERO
    point = known << floor.next_shift
    start = point >> shift
    first, second, third, fourth = floor.even, floor.odd, floor.even, floor.odd
    if classed == _ZERO and up == _ZERO:  # c = v: the cells of the generator are in four words
        part = words_from(sets, start >> _WORD_SHIFT)
        first, second = first & part[_ZERO], second & part[_ONE]
        third, fourth = third & part[_TWO], fourth & part[_THREE]
        if (first | second | third | fourth) == _ZERO:
            return False
    for number in counting(branch.start, branch.end):
        place = number if classed == _ZERO else order[number]
        term = terms[place]
        if classed != _ZERO:
            fraction = (term.common * known + rotation) & slot_mask
            if (fraction & class_mask) + term.wide > reach:
                continue
            group = (fraction >> class_shift) | (term.opaque << _CLASS_BITS)
        low = term.factor * known - term.back
        if up != _ZERO:
            low += point
            dilated = ((low & cell_mask) + term.spread) >> shift
            if dilated > _ONE:
                continue
            row, cell = (low >> shift) & row_mask, low >> _TOP
            row += (group + group + dilated) * (_ONE << row_bits)
            moved = words_from(sets, row << _ROW_SHIFT)
        else:
            dilated = term.dilated + (((low & cell_mask) + term.spread) >> shift)
            if dilated == SETS_EACH:
                continue
            cell = (start + (low >> shift)) & mask
            moved = words_from(sets, (group * SETS_EACH + dilated) * stride)
        a, b, c, d = cells_from(moved, cell)
        first, second, third, fourth = first & a, second & b, third & c, fourth & d
        if (first | second | third | fourth) == _ZERO:
            if classed == _ZERO:
                return False
            before = branch.start + ((number - branch.start) >> _ONE)
            order[number], order[before] = order[before], order[number]
            return False
    floor.first, floor.second, floor.third, floor.fourth = first, second, third, fourth
    return True


@kernel
def nothing_shared(state: ChainState, floor: Floor, branch: Branch) -> bool:
    """Whether the shared sets exclude all next generators of a level.

    They exclude nothing that the terms of the level would not exclude, if none of them is skipped.
    """
    circle, terms, order, known = state.circle, state.terms, state.order, floor.prefix
    shift, cell_mask, mask = circle.cell_shift, circle.cell_mask, circle.cells_mask
    rotation, slot_mask, class_shift = state.rotation, state.slot - _ONE, state.class_shift
    start, stride = (known << floor.next_shift) >> shift, circle.stride
    first, second, third, fourth = floor.even, floor.odd, floor.even, floor.odd
    for number in counting(branch.vague, branch.shared):
        term = terms[order[number]]
        fraction = (term.common * known + rotation) & slot_mask
        low = term.factor * known - term.back
        if ((low & cell_mask) + term.spread) >> shift > _ONE:
            continue
        cell = (start + (low >> shift)) & mask
        group = (fraction >> class_shift) | (term.opaque << _CLASS_BITS)
        a, b, c, d = cells_from(words_from(state.shared, group * stride), cell)
        first, second, third, fourth = first & a, second & b, third & c, fourth & d
        if (first | second | third | fourth) == _ZERO:
            before = branch.vague + ((number - branch.vague) >> _ONE)
            order[number], order[before] = order[before], order[number]
            return True
    return False


@outlined
def narrow_up(state: ChainState, floor: Floor, branch: Branch) -> bool:
    """Call `narrow` for a level whose next bits lie above the known bits."""
    if state.mode == _ZERO:
        return narrow(state, floor, branch, state.turned, _ZERO, _ONE)
    return narrow(state, floor, branch, state.turned, _ONE, _ONE)


@kernel
def narrow_in_mode(state: ChainState, floor: Floor, branch: Branch) -> bool:
    """Call `narrow` for a level in the state's mode."""
    if branch.up:
        return narrow_up(state, floor, branch)
    if state.mode != _ZERO:
        if nothing_shared(state, floor, branch) and not skips(state, branch, floor.prefix):
            return False
        return narrow(state, floor, branch, state.classes, _ONE, _ZERO)
    sets = state.sets
    if branch.second:
        sets = words_from(sets, SETS_EACH * state.circle.stride)
    return narrow(state, floor, branch, sets, _ZERO, _ZERO)


@kernel
def arrive(state: ChainState, level: Word) -> bool:
    """Enter a level with a prefix; return whether the search can descend further."""
    name_node(state, level)
    floor = state.floors[level]
    branch = state.branches[state.mode * state.levels + level]
    if level >= state.rotation_known and not may_rotate(state, floor):
        return False
    if floor.last:
        if lives(state, level, _ONE):
            keep_magics(state, level)
        return False
    if branch.checks_rule and state.mode != _ZERO and not lives(state, level, _ZERO):
        return False
    if not narrow_in_mode(state, floor, branch):
        return False
    if branch.checks_rule and not lives(state, level, _ONE):
        return False
    if branch.shares:
        if state.mode == _ZERO:
            share(state, floor.prefix, branch.start, branch.end)
        else:
            share_classes(state, floor.prefix)
    return True


@kernel
def take(floor: Floor) -> Word:
    """Remove the next candidate generator from a level and return its number."""
    if floor.first:
        bit = count_zeros(floor.first)
        floor.first &= floor.first - _ONE
        return bit
    if floor.second:
        bit = count_zeros(floor.second)
        floor.second &= floor.second - _ONE
        return bit + _WORD_BITS
    if floor.third:
        bit = count_zeros(floor.third)
        floor.third &= floor.third - _ONE
        return bit + _WORD_BITS + _WORD_BITS
    bit = count_zeros(floor.fourth)
    floor.fourth &= floor.fourth - _ONE
    return bit + _WORD_BITS + _WORD_BITS + _WORD_BITS


@packed_entry
def enter(state: ChainState, known: Word) -> bool:
    """Enter the first level with a prefix, in the state's mode; return whether to continue."""
    state.floors[_ONE].prefix = known
    state.level = _ONE
    return arrive(state, _ONE)


@packed_entry
def advance(state: ChainState, budget: Word) -> bool:
    """Visit about `budget` more nodes; return whether the prefix is done."""
    floors, level, nodes = state.floors, state.level, _ZERO
    wanted, fixed = state.wanted, state.fixed
    while nodes < budget and state.found < _FOUND:
        floor = floors[level]
        if (floor.first | floor.second | floor.third | floor.fourth) == _ZERO:
            if level == _ONE:
                state.nodes += nodes
                return True
            level -= _ONE
            continue
        below = floors[level + _ONE]
        known = floor.prefix | ((take(floor) >> floor.skipped) << floor.place)
        if (known ^ wanted) & fixed & below.bits:
            continue
        below.prefix = known
        nodes += _ONE
        if arrive(state, level + _ONE):
            level += _ONE
    state.level = level
    state.nodes += nodes
    return False
