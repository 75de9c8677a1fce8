"""Ordering: the order of the groups, and a variant of each, with the largest overlaps in total.

This is the travelling salesman problem with several cities to choose from at each stop, solved by
threshold accepting (Dueck and Scheuer 1990): a random change is accepted unless it makes the
sequence longer by more than a threshold, which falls to 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Shorts, Word, Words, counting, entry, kernel
from magicbb.magics.search.randomness import Stream, draw_below

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

_ZERO, _ONE = Word(0), Word(1)

_THRESHOLD = Word(100)
"""The initial threshold, in slots."""

_SLICE = 1 << 14
"""The number of steps per call, a few milliseconds, to keep Ctrl-C responsive."""


class OrderState(Stream):
    """The state of the search.

    Attributes:
        length: The length of the current sequence.
        shortest: The length of the shortest sequence so far.
        step: The number of steps done.
        steps: The number of steps to do, over which the threshold falls.
        groups: The number of groups.
        variants: The number of variants of all groups.
        first: The first variant of each group, followed by their number.
        extents: The extent of each variant.
        overlaps: For each variant, its overlap with each variant that may follow.
        order: The variants in sequence.
        group: The group of each variant in `order`.
        tried: A changed `order`, and the groups in it.
        best: The shortest sequence so far.
    """

    length: Word = Word(0)
    shortest: Word = Word(0)
    step: Word = Word(0)
    steps: Word
    groups: Word
    variants: Word
    first: Words
    extents: Words
    overlaps: Shorts
    order: Words
    group: Words
    tried: Words
    best: Words


def shortest_sequence(
    begin: Sequence[int],
    counts: Sequence[int],
    extents: npt.NDArray[np.uint64],
    overlaps: npt.NDArray[np.uint16],
    random: int,
    steps: int,
) -> list[int]:
    """Choose a variant of each group, and their order.

    Args:
        begin: The groups in their initial order; the first variant of each is used.
        counts: The number of variants of each group.
        extents: The extent of each variant.
        overlaps: For each variant, its overlap with each variant that may follow.
        random: The initial state of the random stream.
        steps: The number of changes to try.

    Returns:
        The variants, numbered from 0 over all groups, in order.
    """
    groups, first = len(counts), np.cumsum([0, *counts]).astype(np.uint64)
    group = np.array(begin, np.uint64)
    order = first[group.astype(np.int64)]
    best = order.copy()
    state = OrderState(
        random=random,
        steps=steps,
        groups=groups,
        variants=len(extents),
        first=first,
        extents=extents,
        overlaps=np.ascontiguousarray(overlaps).reshape(-1),
        order=order,
        group=group,
        tried=np.zeros(2 * groups, np.uint64),
        best=best,
    )
    improve(state, 0)
    for done in range(0, steps, _SLICE):
        improve(state, min(_SLICE, steps - done))
    return best.tolist()


@entry
def improve(state: OrderState, steps: Word) -> None:
    """Try the given number of changes; 0 only measures the initial sequence."""
    order, group, tried, best = state.order, state.group, state.tried, state.best
    groups = state.groups
    if steps == _ZERO:
        state.length = length_of(state, order)
        state.shortest = state.length
    for _ in counting(steps):
        change(state)
        state.step += _ONE
        threshold = _THRESHOLD * (state.steps - state.step) // state.steps
        length = length_of(state, tried)
        if length > state.length + threshold:
            continue
        state.length = length
        for place in counting(groups):
            order[place], group[place] = tried[place], tried[groups + place]
        if length < state.shortest:
            state.shortest = length
            for place in counting(groups):
                best[place] = order[place]


@kernel
def change(state: OrderState) -> None:
    """Change a copy of the sequence: exchange a variant, or move one or several groups."""
    order, group, tried, groups = state.order, state.group, state.tried, state.groups
    for place in counting(groups):
        tried[place], tried[groups + place] = order[place], group[place]
    begin = draw_below(state, groups)
    way = draw_below(state, Word(3))
    if way == _ZERO:
        first, end = state.first[group[begin]], state.first[group[begin] + _ONE]
        tried[begin] = first + draw_below(state, end - first)
        return
    count = _ONE if way == _ONE else _ONE + draw_below(state, groups - begin)
    aim = draw_below(state, groups - count + _ONE)
    # The groups between the old place and the new one move up or down.
    for number in counting(groups):
        source = number
        if number >= aim and number < aim + count:
            source = begin + number - aim
        elif number >= begin and number < aim:
            source = number + count
        elif number >= aim + count and number < begin + count:
            source = number - count
        tried[number], tried[groups + number] = order[source], group[source]


@kernel
def length_of(state: OrderState, order: Words) -> Word:
    """The length of a sequence."""
    extents, overlaps, variants = state.extents, state.overlaps, state.variants
    length, before = extents[order[_ZERO]], order[_ZERO]
    for place in counting(_ONE, state.groups):
        variant = order[place]
        length += extents[variant] - Word(overlaps[before * variants + variant])
        before = variant
    return length
