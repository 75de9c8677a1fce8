"""Sets shared by all nodes that agree on generator 2, used if fractions are distinguished.

Once generator 2 is known up to a cell, a *shared* set is made for each class of fractions. It
combines four terms: generator 2 belongs to neither key, to both, or to either one of them. A cell
remains in it only if each of these terms may leave it, whatever the unknown bits of generator 2
are. So a shared set excludes nothing that the terms themselves would not exclude, and on later
levels, a single look-up often replaces four. The terms still decide which generators remain.

The unknown bits move a generator by less than a cell. The product of a later term is known up to a
cell, so together they may reach any of four adjacent cells; if generator 2 does not change the
distance, any of three. If the first key has generator 2, it is added to the fraction as well. A
class is half a cell wide, so the fraction may arrive in any of three adjacent classes.
"""

from __future__ import annotations

from magicbb.compile import Word, Words, counting, entry, kernel, words_from
from magicbb.magics.search.chain.bits import SETS_EACH, Circle, cells_from, wrap
from magicbb.magics.search.chain.classes import CLASS_BITS
from magicbb.magics.search.chain.state import Branch, ChainState

JOINED = 3
"""The number of groups of sets that `join` makes, each with one set per class set."""

_ZERO, _ONE, _TWO, _THREE = Word(0), Word(1), Word(2), Word(3)
_WINDOW_SHIFT = Word(8)  # a window has 256 cells
_CLASSES, _CLASS = Word(1 << CLASS_BITS), Word((1 << CLASS_BITS) - 1)
_CLASS_BITS = Word(CLASS_BITS)
_SECOND, _FIRST, _BOTH = Word(0), Word(1), Word(2)  # the groups, by the keys with generator 2


@kernel
def joined_set(state: ChainState, group: Word, number: Word) -> Words:
    """A set that `join` makes."""
    return words_from(state.joined, (group * _TWO * _CLASSES + number) * state.circle.stride)


@kernel
def threes(state: ChainState, number: Word) -> Words:
    """A class set whose bits cover three cells each."""
    return words_from(state.classes, (number * SETS_EACH + _TWO) * state.circle.stride)


@entry
def join(state: ChainState) -> None:
    """Join adjacent cells and classes, once the sets of all classes are complete."""
    circle = state.circle
    for number in counting(_TWO * _CLASSES):
        once = words_from(state.classes, number * SETS_EACH * circle.stride)
        three, four = threes(state, number), joined_set(state, _SECOND, number)
        for place in counting(circle.words):
            four[place] = three[place] | (once[place] >> _THREE) | (once[place + _ONE] << Word(61))
        wrap(four, circle)
    for number in counting(_TWO * _CLASSES):
        opaque = number & _CLASSES
        second = opaque | ((number + _ONE) & _CLASS)
        third = opaque | ((number + _TWO) & _CLASS)
        moved, both = joined_set(state, _FIRST, number), joined_set(state, _BOTH, number)
        for place in counting(circle.words):
            moved[place] = (
                joined_set(state, _SECOND, number)[place]
                | joined_set(state, _SECOND, second)[place]
                | joined_set(state, _SECOND, third)[place]
            )
            both[place] = (
                threes(state, number)[place]
                | threes(state, second)[place]
                | threes(state, third)[place]
            )
        wrap(moved, circle)


@kernel
def keep_moved(cells: Words, others: Words, up: Word, circle: Circle) -> None:
    """Keep the cells of a set that are in another set when moved up by a number of cells."""
    for number in counting(circle.words >> _TWO):
        kept = words_from(cells, number << _TWO)
        a, b, c, d = cells_from(others, ((number << _WINDOW_SHIFT) + up) & circle.cells_mask)
        # Four words are read before any is written, so that they can share vector registers.
        w, x, y, z = kept[_ZERO] & a, kept[_ONE] & b, kept[_TWO] & c, kept[_THREE] & d
        kept[_ZERO], kept[_ONE], kept[_TWO], kept[_THREE] = w, x, y, z


@kernel
def share_classes(state: ChainState, known: Word) -> None:
    """Make the shared sets below a prefix that determines generator 2 up to a cell."""
    circle, mask, black = state.circle, state.circle.cells_mask, state.mode >> _ONE
    generator = known << state.second_shift
    up = generator >> circle.cell_shift
    down = (_ZERO - up - _ONE) & mask
    turn = generator >> state.class_shift
    for number in counting(_TWO * _CLASSES):
        opaque, place = number & _CLASSES, number & _CLASS
        arrival = (place + turn) & _CLASS
        # Generator 2 hides the later squares if both keys have it (white) or neither has (black).
        neither = threes(state, (_CLASSES if black else opaque) | place)
        both = joined_set(state, _BOTH, (opaque if black else _CLASSES) | arrival)
        second, first = joined_set(state, _SECOND, place), joined_set(state, _FIRST, arrival)
        shared = words_from(state.shared, number * circle.stride)
        for word in counting(circle.words):
            shared[word] = neither[word] & both[word]
        keep_moved(shared, second, up, circle)
        keep_moved(shared, first, down, circle)
        wrap(shared, circle)


@kernel
def skips(state: ChainState, branch: Branch, known: Word) -> bool:
    """Whether a term of a level is skipped because its distance is known too vaguely."""
    circle = state.circle
    for number in counting(branch.end, branch.vague):
        term = state.terms[number]
        low = (term.factor * known - term.back) & circle.cell_mask
        if (low + term.spread) >> circle.cell_shift > _ONE:
            return True
    return False
