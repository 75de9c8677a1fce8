"""Places: where in the array a pattern costs least."""

from __future__ import annotations

from magicbb.compile import Word, counting, kernel, lower
from magicbb.research.packing.packer import NOWHERE
from magicbb.research.packing.separation.state import BLOCK, SeparationState

_ZERO, _ONE = Word(0), Word(1)
_SIXTEEN_BITS = Word(0xFFFF)

_LOOK = Word(31)
"""One less than the number of slots to sum before checking whether to abandon a block."""


@kernel
def best_place(state: SeparationState, pattern: Word, least: Word) -> Word:
    """Find the place where a pattern costs least, if that is less than `least`, and its cost.

    `place_in` and `cost_in` extract them from the result, which is `NOWHERE` if no place is cheap
    enough. The search covers the places from `low` to `high`; ties go to the lowest place.
    """
    start, stop, slots = state.starts[pattern], state.stops[pattern], state.slots
    field, sums, contents, stride = state.field, state.sums, state.contents, state.stride
    last = lower(state.limit - state.extents[pattern], state.high)
    low, found = state.low, NOWHERE
    base = low
    while base <= last:
        for place in counting(BLOCK):
            sums[place] = _ZERO
        number, hopeless = start, False
        while number < stop and not hopeless:
            end = lower(number + _LOOK + _ONE, stop)
            for each in counting(number, end):
                shifted = Word(contents[each]) * stride + base - low + Word(slots[each])
                for place in counting(BLOCK):
                    sums[place] = Word(sums[place]) + Word(field[shifted + place])
            number = end
            lowest = _SIXTEEN_BITS
            for place in counting(BLOCK):
                lowest = lower(lowest, Word(sums[place]))
            hopeless = lowest >= least
        if not hopeless:
            for place in counting(lower(BLOCK, last - base + _ONE)):
                if Word(sums[place]) < least:
                    least = Word(sums[place])
                    found = ((base + place) << Word(16)) | least
        base += BLOCK
    return found


@kernel
def place_in(found: Word) -> Word:
    """The place in a result of `best_place`."""
    return found >> Word(16)


@kernel
def cost_in(found: Word) -> Word:
    """The cost in a result of `best_place`."""
    return found & _SIXTEEN_BITS
