"""Sequence: groups of rows that share slots, one after another, such that each overlaps the next.

Rooks on neighbouring squares of a diagonal agree in every slot (Lasse Hansen 2008), so the shorter
row of two lies within the longer one. What remains is a sequence of such groups, and the question
of their order: rooks that are far apart disagree in a few slots only, so the end of one group may
lie on the beginning of the next, in up to several hundred slots. How far they can overlap depends
on the magics. So variants of each group are drawn from the candidates, the overlap of each
variant with each is computed, and the best order and variants are searched for. This is repeated
with new variants, beginning with the best sequence so far.

Separation hardly ever finds such an order: to move a row, it would have to move the rows that share
its slots at the same time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.magics.search.randomness import streams
from magicbb.recipes.layout.first_fit import Shelf
from magicbb.research.packing.sequence.ordering import shortest_sequence
from magicbb.research.packing.sequence.overlaps import overlaps_of
from magicbb.research.packing.sequence.variants import Variant, variants_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from magicbb.recipes.layout.first_fit import Pattern

_VARIANTS = 4
"""The number of new variants of each group per round. In equal time, many rounds with few variants
give shorter sequences than few rounds with many."""

_ATTEMPTS = 8
"""The number of orders in which the rows outside the sequence are placed, at most."""


@dataclass(frozen=True)
class _Member:
    """A group in a sequence: its number, its variant, and the place of the variant's slot 0."""

    group: int
    variant: Variant
    place: int = 0


def sequence(
    choices: Sequence[Sequence[Pattern]],
    groups: Sequence[Sequence[int]],
    random: int,
    *,
    rounds: int = 32,
    steps: int = 1 << 21,
) -> tuple[list[int], list[int]]:
    """Choose and place a pattern of each row.

    Args:
        choices: The patterns from which each row may choose.
        groups: Rows that may share any slots, group by group. Rows in no group are placed last,
            each where one of its patterns ends lowest.
        random: The seed of the random choices.
        rounds: The number of times that variants of each group are drawn.
        steps: The number of changes to the sequence that are tried per round. The default takes
            less than a second, and computing the overlaps of real rows takes longer.

    Returns:
        The pattern of each row, numbered within the row, and the place of its slot 0.

    Raises:
        ValueError: Rows of a group disagree on a bit that both read.
    """
    members: list[_Member] = []
    for turn in range(rounds):
        members = _improved(members, choices, groups, (random, turn), steps)
    placed = {
        row: (pattern, member.place + place)
        for member in members
        for row, pattern, place in zip(
            groups[member.group], member.variant.patterns, member.variant.places, strict=True
        )
    }
    placed |= _fitted(placed, choices)
    chosen, places = zip(*(placed[row] for row in range(len(choices))), strict=True)
    return [*chosen], [*places]


def _fitted(
    placed: Mapping[int, tuple[int, int]], choices: Sequence[Sequence[Pattern]]
) -> dict[int, tuple[int, int]]:
    """A pattern and a place for each row that is not placed yet, large rows first.

    If that makes the array longer, the rows that do not fit come first in the next attempt
    (squeaky wheel optimization, Joslin and Clements 1999).
    """
    alone = [row for row in range(len(choices)) if row not in placed]
    alone.sort(key=lambda row: -min(len(pattern.slots) for pattern in choices[row]))
    shortest, best = 0, {}
    for attempt in range(_ATTEMPTS):
        shelf, fitted, late = Shelf(), {}, []
        for row, (pattern, place) in placed.items():
            shelf.put(choices[row][pattern], place)
        length = shelf.entries
        for row in alone:
            fits = [shelf.first_fit(pattern) for pattern in choices[row]]
            ends = [
                place + pattern.extent for place, pattern in zip(fits, choices[row], strict=True)
            ]
            lowest = ends.index(min(ends))
            fitted[row] = lowest, fits[lowest]
            shelf.put(choices[row][lowest], fits[lowest])
            if ends[lowest] > length:
                late.append(row)
        if not attempt or shelf.entries < shortest:
            shortest, best = shelf.entries, fitted
        if not late:
            break
        alone = [*late, *(row for row in alone if row not in late)]
    return best


def _improved(
    members: Sequence[_Member],
    choices: Sequence[Sequence[Pattern]],
    groups: Sequence[Sequence[int]],
    names: Sequence[int],
    steps: int,
) -> list[_Member]:
    """The best sequence of the given variants, if any, and new ones; `names` select the words."""
    known = {member.group: member.variant for member in members}
    *words, last = streams(*names, range(len(groups) + 1)).tolist()
    variants, bits, counts = [], [], []
    for group, (rows, word) in enumerate(zip(groups, words, strict=True)):
        patterns = [choices[row] for row in rows]
        drawn = variants_of(patterns, word, _VARIANTS)
        found = dict.fromkeys([known[group], *drawn] if known else drawn)
        variants += [_Member(group, variant) for variant in found]
        bits += [variant.bits(patterns) for variant in found]
        counts.append(len(found))
    overlaps = overlaps_of(bits)
    extents = np.array([each.variant.extent for each in variants], np.uint64)
    begin = [member.group for member in members] or [*range(len(groups))]
    order = shortest_sequence(begin, counts, extents, overlaps, last, steps)
    place, sequence = 0, []
    for number, variant in enumerate(order):
        if number:
            place -= int(overlaps[order[number - 1], variant])
        sequence.append(_Member(variants[variant].group, variants[variant].variant, place))
        place += variants[variant].variant.extent
    return sequence
