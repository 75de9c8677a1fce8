"""Overlaps: by how many slots one variant may overlap another that follows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Record, Shorts, Word, Words, counting, entry, kernel, lower

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

_ZERO, _ONE = Word(0), Word(1)


class OverlapState(Record):
    """The slots of all variants, and their overlaps.

    Attributes:
        offender: The position in `slots` of the slots that clashed most recently.
        variants: The number of variants.
        starts: The start of each variant in `ones` and `zeros`, followed by the end of the last.
        ones: The bits of each slot that some row needs to be 1.
        zeros: The bits of each slot that some row needs to be 0.
        firsts: The start of each variant in `slots`, followed by the end of the last one.
        slots: The slots that each variant uses, beginning with those whose attacks reach farthest:
            these are the ones on which rows far apart disagree.
        overlaps: For each variant, its overlap with each variant that may follow.
    """

    offender: Word = Word(0)
    variants: Word
    starts: Words
    ones: Words
    zeros: Words
    firsts: Words
    slots: Shorts
    overlaps: Shorts


def overlaps_of(
    bits: Sequence[tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]],
) -> npt.NDArray[np.uint16]:
    """The largest overlap of each variant with each variant that follows, without a clash.

    Args:
        bits: For each variant, the bits of its slots that are needed to be 1, and to be 0.
    """
    slots = [_farthest_first(*each) for each in bits]
    variants = len(bits)
    overlaps = np.zeros(variants**2, np.uint16)
    state = OverlapState(
        variants=variants,
        starts=np.cumsum([0, *(len(ones) for ones, _ in bits)]).astype(np.uint64),
        ones=np.concatenate([ones for ones, _ in bits]),
        zeros=np.concatenate([zeros for _, zeros in bits]),
        firsts=np.cumsum([0, *map(len, slots)]).astype(np.uint64),
        slots=np.concatenate(slots),
        overlaps=overlaps,
    )
    for variant in range(variants):
        measure(state, variant)
    return overlaps.reshape(variants, variants)


def _farthest_first(
    ones: npt.NDArray[np.uint64], zeros: npt.NDArray[np.uint64]
) -> npt.NDArray[np.uint16]:
    used = np.flatnonzero(ones | zeros)
    counts = np.unpackbits(ones[used].view(np.uint8)).reshape(-1, 64).sum(axis=1)
    return used[np.argsort(-counts.astype(np.int64), kind="stable")].astype(np.uint16)


@entry
def measure(state: OverlapState, variant: Word) -> None:
    """Compute the overlaps of a variant with all variants that may follow."""
    for follower in counting(state.variants):
        state.overlaps[variant * state.variants + follower] = overlap(state, variant, follower)


@kernel
def overlap(state: OverlapState, one: Word, other: Word) -> Word:
    """The largest number of slots by which `one` may overlap `other` without a clash.

    It is at most half of either, so that a third variant never reaches the first.
    """
    starts = state.starts
    extent = starts[one + _ONE] - starts[one]
    length = lower(extent, starts[other + _ONE] - starts[other]) >> _ONE
    state.offender = _ZERO
    while length != _ZERO and clash(state, one, other, extent - length):
        length -= _ONE
    return length


@kernel
def clash(state: OverlapState, one: Word, other: Word, place: Word) -> bool:
    """Whether two variants clash if `other` begins at a place of `one`.

    The first n slots of each are checked, where n is the number of slots of the smaller one. These
    are all slots of the smaller one, so no clash is missed; and a clash tends to be among the first
    slots of at least one of them. Slots that clash at one place often clash at the next, too.
    """
    firsts = state.firsts
    if clash_in(state, one, other, place, state.offender):
        return True
    count = lower(firsts[one + _ONE] - firsts[one], firsts[other + _ONE] - firsts[other])
    for number in counting(count):
        if clash_in(state, one, other, place, number):
            state.offender = number
            return True
    return False


@kernel
def clash_in(state: OverlapState, one: Word, other: Word, place: Word, number: Word) -> bool:
    """Whether two variants clash in the slot with the given number of either."""
    starts, firsts, slots = state.starts, state.firsts, state.slots
    here, there = starts[one], starts[other]
    slot = here + place + Word(slots[firsts[other] + number])
    if slot < starts[one + _ONE] and differ(state, slot, slot + there - here - place):
        return True
    slot = here + Word(slots[firsts[one] + number])
    after = slot - here - place  # very large if the slot lies before `place`
    return after < starts[other + _ONE] - there and differ(state, slot, there + after)


@kernel
def differ(state: OverlapState, one: Word, other: Word) -> bool:
    """Whether some bit is needed to be 1 in one slot, and 0 in the other."""
    ones, zeros = state.ones, state.zeros
    return (ones[one] & zeros[other]) | (zeros[one] & ones[other]) != _ZERO
