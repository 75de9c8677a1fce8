"""Slimming: changing the magic of a packed row into one that uses fewer slots.

The fewer slots are in use, the shorter an array they may fit into. A magic with fewer slots rarely
fits where the present one is, so slimming accepts overlaps, which separation then removes. Until
then, no row may use more slots than it had right after slimming.
"""

from __future__ import annotations

from magicbb.compile import Word, counting, higher, kernel
from magicbb.research.packing.packer import NOWHERE
from magicbb.research.packing.separation.clashes import mark, weigh_others
from magicbb.research.packing.separation.places import best_place, cost_in, place_in
from magicbb.research.packing.separation.state import SeparationState
from magicbb.research.packing.separation.wandering import spare_pattern, walk

_ONE = Word(1)

_TOLERANCE_SHIFT = Word(5)
"""The walk to a magic with fewer slots accepts costs that are 2**-5 higher."""


@kernel
def size_of(state: SeparationState, pattern: Word) -> Word:
    """The number of slots of a pattern."""
    return state.stops[pattern] - state.starts[pattern]


@kernel
def slim(state: SeparationState, row: Word) -> None:
    """Change a row's pattern to one that uses fewer slots, at the price of few overlaps.

    All patterns are tried at all places, and then a walk begins at the best one. A slot costs half
    as much as an overlap. This is for exclusive slots, while all weights are nearly equal.
    """
    rows_at, price = state.rows_at, higher(state.most[row] >> _ONE, _ONE)
    size = size_of(state, rows_at[row])
    cost = size * price
    weigh_others(state, row)
    mark(state, row)
    for pattern in counting(state.first[row], state.first[row + _ONE]):
        slots = size_of(state, pattern) * price
        if slots < cost and state.extents[pattern] <= state.limit:
            found = best_place(state, pattern, cost - slots)
            if found != NOWHERE:
                cost = slots + cost_in(found)
                rows_at[row], rows_at[state.rows + row] = pattern, place_in(found)
    walk(state, row, spare_pattern(state, row), size, cost, state.slims, price, _TOLERANCE_SHIFT)
    mark(state, row)


@kernel
def limit_rooms(state: SeparationState) -> None:
    """Limit each row to the number of slots that it uses now."""
    for row in counting(state.rows):
        state.room[row] = size_of(state, state.rows_at[row])
