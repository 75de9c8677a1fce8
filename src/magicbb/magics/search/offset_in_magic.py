"""Magics that carry their square's offset in the low 16 bits, with a fixed shift.

The squares are placed into one array, one at a time. Squares with the fewest index bits to spare
come first and, among these, squares with the most keys. Offsets are tried in ascending order. Each
offset fixes the low bits; the other bits are constructed and, if there are more index bits than
mask squares, also drawn at random. The search takes the first factor that maps all keys to slots
that are free or hold equal attacks.

The fixed low bits are a handicap: every rook has a relevant square on rank 7, and if that square is
occupied, it adds most of these bits to the index. So index ranges cannot be as short as those of
magics with free low bits, and the table is almost as large as that of the scheme "plain". The
search takes 1 s.
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
from magicbb.magics.search.errors import MagicNotFoundError
from magicbb.magics.search.randomness import Stream, draw, streams

if TYPE_CHECKING:
    from collections.abc import Callable

OFFSET_BITS = 16

UNIT_BITS = 3
"""Offsets are in units of eight slots, so that 16 bits cover half a million slots, and the slots of
each square start on a cache-line boundary."""

_ZERO, _ONE = Word(0), Word(1)
_OFFSET_BITS, _UNIT_BITS = Word(OFFSET_BITS), Word(UNIT_BITS)
_OFFSET = Word((1 << OFFSET_BITS) - 1)

_SLICE = 1 << 8
"""The number of offsets per call; a call takes at most a few milliseconds, so that Ctrl-C works."""

_DRAWS = Word(2)
"""The numbers of factors constructed and drawn per offset; 2 to 8 give equally large tables."""


class OffsetSearch(Stream):
    """The search for a factor and an offset for one square.

    Attributes:
        factor: The magic, once it is found.
        mask: The relevant squares.
        shift: 64 minus the index bits.
        count: The number of keys.
        blockers: The keys.
        attacks: The attack set of each key.
        slots: The array that all squares share.
        taken: Scratch memory for the slots that the square takes.
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
        MagicNotFoundError: One of the squares could not be placed (never observed).
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
            raise MagicNotFoundError(f"{row_name(row)} could not be placed; try another seed")
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
            if factor != _ZERO and place_keys(search, factor, base):
                search.factor = factor
                return True
            if has_leeway:
                sparse = draw(search) & draw(search) & draw(search)
                factor = (sparse & ~_OFFSET) | offset
                if place_keys(search, factor, base):
                    search.factor = factor
                    return True
    return False


@kernel
def construct_from(search: OffsetSearch, offset: Word) -> Word:
    """A constructed magic with the offset in its low bits; 0 if the construction gave up."""
    mask, shift, choices = search.mask, search.shift, search.choices
    allowed = draw(search) | draw(search)
    wanted = draw(search) & ~_OFFSET
    if not start_with(mask, shift, _OFFSET_BITS, offset, choices):
        return _ZERO
    factor = choose_bits(mask, mask, shift, allowed, choices)
    return factor and add_bits(mask, mask, shift, wanted, factor)


@kernel
def place_keys(search: OffsetSearch, factor: Word, base: Word) -> bool:
    """Store all keys if their slots are free or hold equal attacks; return whether that worked."""
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
