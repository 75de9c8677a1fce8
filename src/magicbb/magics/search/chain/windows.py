"""Windows: arcs that no generator can lie in, regardless of the fractions of the keys.

`begin` starts the search below a prefix, which determines the generators of the rank and the first
generator of the file to within one cell.
"""

from __future__ import annotations

from magicbb.compile import Word, Words, counting, entry, higher, kernel, words_from
from magicbb.magics.search.chain.bits import SETS_EACH, dilate, exclude, fill, has, part, turn, wrap
from magicbb.magics.search.chain.state import ChainState, Move, Pairs

DEAD, PLAIN, FINE = Word(0), Word(1), Word(2)
"""The results of `begin`: dead end, one set of windows is enough, or fractions must be
distinguished, at least for white magics."""

_ZERO, _ONE = Word(0), Word(1)
_WORD_SHIFT = Word(6)
_DROPPED = Word(16)
"""The number of low bits dropped from each gap to keep the sum of all gaps below 2**64."""


@kernel
def largest_gap(state: ChainState, start: Word, end: Word, known: Word, reach: Word) -> Word:
    """The largest gap between adjacent keys on the circle of fractions.

    Without keys, the whole slot is a gap.

    Args:
        state: The search.
        start: The position of the first key.
        end: The position after the last key.
        known: The known bits of the magic.
        reach: The largest change that unknown bits can make to the distance between the products of
            two keys.
    """
    slot, fractions, count = state.slot, state.fractions, end - start
    if count == _ZERO:
        return slot
    for place in counting(count):
        fraction = (state.firsts[start + place] * known) & (slot - _ONE)
        hole = place
        while hole != _ZERO and fractions[hole - _ONE] > fraction:
            fractions[hole] = fractions[hole - _ONE]
            hole -= _ONE
        fractions[hole] = fraction
    gap = fractions[_ZERO] + slot - fractions[count - _ONE]
    for place in counting(_ONE, count):
        gap = higher(gap, fractions[place] - fractions[place - _ONE])
    return slot if reach >= slot - gap else gap + reach


@kernel
def rank_collides(state: ChainState, pairs: Pairs, known: Word) -> bool:
    """Whether two rank parts with different attacks are forced into the same slot."""
    if pairs.deciding == pairs.end or pairs.factor == _ZERO:
        return False
    gap = largest_gap(state, pairs.deciding, pairs.end, known, pairs.reach)
    width = state.slot - gap
    place, end = pairs.factor * known + width, width + width  # both measured from -width
    return place <= end and pairs.spread <= end - place


@kernel
def exclude_near(state: ChainState, cells: Words, move: Move, known: Word, gap: Word) -> None:
    """Exclude generators that are at most a slot minus `gap` away from the product `move`."""
    width = state.slot - gap
    if move.spread <= width + width:
        start = move.factor * known - move.back + move.spread - width
        exclude(cells, start, width + width - move.spread + _ONE, state.circle)


@entry
def begin(state: ChainState, known: Word) -> Word:
    """Begin the search below a prefix; return `DEAD`, `PLAIN` or `FINE`.

    Exclude from the first set the generators in windows that do not involve the first generator of
    the file.
    """
    floors, sets, total = state.floors, state.sets, _ZERO
    state.nodes += _ONE
    for number in counting(state.pairs_count):
        pairs = state.pairs[number]
        if rank_collides(state, pairs, known):
            return DEAD
    for number in counting(state.pairs_count):
        pairs = state.pairs[number]
        pairs.gap = largest_gap(state, pairs.start, pairs.deciding, known, pairs.reach)
        total += pairs.gap >> _DROPPED
    fill(sets, state.circle)
    for number in counting(state.window_count):
        window = state.windows[number]
        if window.begun == _ZERO:
            exclude_near(state, sets, window, known, state.pairs[window.pairs].gap)
    if not has(sets, known << floors[_ZERO].next_shift, state.circle):
        return DEAD
    state.gaps = total
    return FINE if total > state.most else PLAIN


@entry
def begin_plain(state: ChainState, known: Word) -> None:
    """Complete the first set after `begin`, unless fractions are distinguished for all magics.

    Exclude the generators in windows that involve the first generator of the file, then dilate the
    set.
    """
    sets, circle = state.sets, state.circle
    for number in counting(state.window_count):
        window = state.windows[number]
        if window.begun != _ZERO:
            exclude_near(state, sets, window, known, state.pairs[window.pairs].gap)
    wrap(sets, circle)
    dilate(sets, words_from(sets, circle.stride), circle)
    if state.turned_sets:
        turn_both(state, sets, state.turned)


@kernel
def turn_both(state: ChainState, cells: Words, turned: Words) -> None:
    """Turn a set, and the first of the two sets obtained by dilating it."""
    circle = state.circle
    turn(cells, turned, circle)
    turn(words_from(cells, circle.stride), words_from(turned, circle.turned_stride), circle)


@kernel
def share(state: ChainState, known: Word, start: Word, end: Word) -> None:
    """Make the second set: the cells that stay in the first set whichever term is added."""
    circle, terms, first = state.circle, state.terms, state.sets
    shift, mask, stride = circle.cell_shift, circle.cells_mask, circle.stride
    second = words_from(first, SETS_EACH * stride)
    for place in counting(circle.words):
        second[place] = first[place]
    for number in counting(start, end):
        term = terms[number]
        low = term.factor * known - term.back
        dilated = term.dilated + (((low & circle.cell_mask) + term.spread) >> shift)
        if dilated == SETS_EACH:
            continue
        cells, cell = words_from(first, dilated * stride), low >> shift
        for place in counting(circle.words):
            second[place] &= part(cells, (cell + (place << _WORD_SHIFT)) & mask)
    wrap(second, circle)
    dilate(second, words_from(second, stride), circle)
