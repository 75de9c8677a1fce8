"""Magics that carry their square's offset in the low 16 bits, with a fixed shift.

The squares are placed into one array one after the other, those with the least choice first: those
with the fewest index bits to spare and, among these, the most keys. The possible offsets are tried
in ascending order. Each offset fixes the low bits, around which the others are constructed or,
where the index has more bits than the mask has squares, drawn at random. The search takes the first
factor for which all keys get slots that are free or hold their attacks.

The low bits get in the way: in every rook's product, they are added at the last square but one of
its file. So index ranges as short as those of magics with free low bits cannot be found, and the
table is almost as large as the plain one. The search takes 1 s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Rows, Word, Words, counting, entry, kernel
from magicbb.lookup.keys import PLACES, WIDEST_BITS, all_keys, row_name, row_of
from magicbb.magics.magic import Magic
from magicbb.magics.search.construct import (
    Choice,
    add_bits,
    choose_bits,
    room_for_search,
    start_with,
)
from magicbb.magics.search.outcome import MagicNotFoundError
from magicbb.magics.search.randomness import Stream, draw, streams

if TYPE_CHECKING:
    from collections.abc import Callable

OFFSET_BITS = 16

UNIT_BITS = 3
"""Offsets are in units of eight slots: 16 bits reach over half a million slots, and the slots of a
square start where a cache line does."""

_ZERO, _ONE = Word(0), Word(1)
_OFFSET_BITS, _UNIT_BITS = Word(OFFSET_BITS), Word(UNIT_BITS)
_OFFSET = Word((1 << OFFSET_BITS) - 1)

_SLICE = 1 << 8
"""Offsets per call, which takes at most some milliseconds, so that Ctrl-C works."""

_DRAWS = Word(2)
"""The number of factors to construct, and to draw, per offset; 2 to 8 give equally large tables."""


class OffsetSearch(Stream):
    """The search for a place for one square.

    Attributes:
        factor: The magic, once it is found.
        mask: The relevant squares.
        shift: 64 minus the index bits.
        count: The number of keys.
        blockers: The keys.
        attacks: The attack set of each key.
        slots: The array of all squares.
        taken: Memory for the slots that the square takes.
        choices: Memory for constructing magics.
    """

    factor: Word = Word(0)
    mask: Word
    shift: Word
    count: Word
    blockers: Words
    attacks: Words
    slots: Words
    taken: Words
    choices: Rows[Choice]


def find_with_offsets(
    seed: int, on_found: Callable[[Magic], None] | None = None
) -> tuple[Magic, ...]:
    """Find 128 magics that carry their offset in the low 16 bits, in units of eight slots.

    Raises:
        MagicNotFoundError: There was no place for one of the squares (never observed).
    """
    keys = all_keys()
    slots = np.zeros(
        ((1 << OFFSET_BITS) << UNIT_BITS) + (1 << max(WIDEST_BITS.values())), np.uint64
    )
    taken, choices = np.empty(1 << max(WIDEST_BITS.values()), np.uint64), room_for_search()
    found: dict[int, Magic] = {}
    for row in sorted(range(len(PLACES)), key=_leeway):
        slider, square = PLACES[row]
        part, bits = keys.of_row(row), WIDEST_BITS[slider.name]
        search = OffsetSearch(
            random=streams(seed, row, bits)[0],
            mask=keys.masks[row],
            shift=64 - bits,
            count=part.stop - part.start,
            blockers=keys.blockers[part],
            attacks=keys.attacks[part],
            slots=slots,
            taken=taken,
            choices=choices,
        )
        for first in range(0, 1 << OFFSET_BITS, _SLICE):
            if _place(search, first, first + _SLICE):
                break
        else:
            raise MagicNotFoundError(f"{row_name(row)} found no place; try another seed")
        found[row] = Magic(slider, square, "white", bits, int(search.factor))
        if on_found is not None:
            on_found(found[row])
    return tuple(found[row_of(*place)] for place in PLACES)


def _leeway(row: int) -> tuple[int, int, int]:
    slider, square = PLACES[row]
    bits = slider.mask(square).bit_count()
    return (WIDEST_BITS[slider.name] - bits, -bits, -row)


@entry
def _place(search: OffsetSearch, first: Word, end: Word) -> bool:
    has_leeway = search.count < (_ONE << (Word(64) - search.shift))
    for offset in counting(first, end):
        base = offset << _UNIT_BITS
        if search.slots[base] != _ZERO:
            continue  # the slot of the empty board is taken
        for _ in counting(_DRAWS):
            factor = construct_from(search, offset)
            if factor != _ZERO and fits(search, factor, base):
                search.factor = factor
                return True
            if has_leeway:
                sparse = draw(search) & draw(search) & draw(search)
                factor = (sparse & ~_OFFSET) | offset
                if fits(search, factor, base):
                    search.factor = factor
                    return True
    return False


@kernel
def construct_from(search: OffsetSearch, offset: Word) -> Word:
    """A constructed magic whose low bits are the offset; 0 if the construction gave up."""
    mask, shift, choices = search.mask, search.shift, search.choices
    allowed = draw(search) | draw(search)
    wanted = draw(search) & ~_OFFSET
    if not start_with(mask, shift, _OFFSET_BITS, offset, choices):
        return _ZERO
    factor = choose_bits(mask, mask, shift, allowed, choices)
    return factor and add_bits(mask, mask, shift, wanted, factor)


@kernel
def fits(search: OffsetSearch, factor: Word, base: Word) -> bool:
    """Write all keys if their slots are free or hold their attacks; return whether they are."""
    blockers, attacks, slots, taken = search.blockers, search.attacks, search.slots, search.taken
    shift, new = search.shift, _ZERO
    for key in counting(search.count):
        slot = base + ((blockers[key] * factor) >> shift)
        if slots[slot] == _ZERO:
            slots[slot] = attacks[key]
            taken[new] = slot
            new += _ONE
        elif slots[slot] != attacks[key]:
            for place in counting(new):
                slots[taken[place]] = _ZERO
            return False
    return True
