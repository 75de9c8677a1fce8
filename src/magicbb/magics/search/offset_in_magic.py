"""Magics that carry in their low 16 bits where their square's slots start, with a fixed shift.

The squares take their places in one array one after the other, those first that leave the least
choice: with the fewest index bits to spare, and then the most keys. The possible offsets are tried
in ascending order: the low bits are then given, and the others are constructed around them, or,
where the index has more bits than the mask has squares, drawn at random. The first factor whose
keys all find slots that are free, or hold their attacks, is taken.

The low bits are in the way: every rook's product has them added in at the square before the end of
its file. So index ranges as short as those of magics with free low bits are not to be had, and the
table has almost the size of the plain one. It takes 1 s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Word, Words, counting, entry, kernel
from magicbb.lookup.keys import PLACES, WIDEST_BITS, all_keys, row_name, row_of
from magicbb.magics.magic import Magic
from magicbb.magics.search.construct import add_bits, choose_bits, room_for_search, start_with
from magicbb.magics.search.outcome import MagicNotFoundError
from magicbb.magics.search.randomness import draw, streams

if TYPE_CHECKING:
    from collections.abc import Callable

OFFSET_BITS = 16

UNIT_BITS = 3
"""Offsets count in eights: 16 bits reach over half a million slots, and squares start where a cache
line does."""

_ZERO, _ONE = Word(0), Word(1)
_OFFSET_BITS, _UNIT_BITS = Word(OFFSET_BITS), Word(UNIT_BITS)
_OFFSET = Word((1 << OFFSET_BITS) - 1)

_SLICE = 1 << 8
"""Offsets per call: at most some milliseconds, so that Ctrl-C is heard."""

_RANDOM, _FACTOR = Word(0), Word(1)
"""The places of a search's state: the stream of random words, and the factor found."""

_DRAWS = Word(2)
"""Factors constructed, and as many drawn, for each offset; 2 to 8 give tables of equal size."""


def find_with_offsets(
    seed: int, on_found: Callable[[Magic], None] | None = None
) -> tuple[Magic, ...]:
    """Find 128 magics whose low 16 bits say where their slots start, in units of eight.

    Raises:
        MagicNotFoundError: One of the squares found no place, which was never seen.
    """
    keys = all_keys()
    slots = np.zeros(
        ((1 << OFFSET_BITS) << UNIT_BITS) + (1 << max(WIDEST_BITS.values())), np.uint64
    )
    taken, saved = np.empty(1 << max(WIDEST_BITS.values()), np.uint64), room_for_search()
    found: dict[int, Magic] = {}
    for row in sorted(range(len(PLACES)), key=_leeway):
        slider, square = PLACES[row]
        part, bits = keys.of_row(row), WIDEST_BITS[slider.name]
        state = np.array([streams(seed, row, bits)[0], 0], np.uint64)
        for first in range(0, 1 << OFFSET_BITS, _SLICE):
            if _place(
                state,
                int(keys.masks[row]),
                64 - bits,
                first,
                first + _SLICE,
                keys.blockers[part],
                keys.attacks[part],
                part.stop - part.start,
                slots,
                taken,
                saved,
            ):
                break
        else:
            raise MagicNotFoundError(f"{row_name(row)} found no place; try another seed")
        found[row] = Magic(slider, square, "white", bits, int(state[1]))
        if on_found is not None:
            on_found(found[row])
    return tuple(found[row_of(*place)] for place in PLACES)


def _leeway(row: int) -> tuple[int, int, int]:
    slider, square = PLACES[row]
    bits = slider.mask(square).bit_count()
    return (WIDEST_BITS[slider.name] - bits, -bits, -row)


@entry
def _place(
    state: Words,
    mask: Word,
    shift: Word,
    first: Word,
    end: Word,
    blockers: Words,
    attacks: Words,
    count: Word,
    slots: Words,
    taken: Words,
    saved: Words,
) -> bool:
    has_leeway = count < (_ONE << (Word(64) - shift))
    for offset in counting(first, end):
        base = offset << _UNIT_BITS
        if slots[base] != _ZERO:
            continue  # the empty board's slot
        for _ in counting(_DRAWS):
            factor = construct_from(offset, mask, shift, state, saved)
            if factor != _ZERO and fits(
                factor, base, shift, blockers, attacks, count, slots, taken
            ):
                state[_FACTOR] = factor
                return True
            if has_leeway:
                sparse = draw(state, _RANDOM) & draw(state, _RANDOM) & draw(state, _RANDOM)
                factor = (sparse & ~_OFFSET) | offset
                if fits(factor, base, shift, blockers, attacks, count, slots, taken):
                    state[_FACTOR] = factor
                    return True
    return False


@kernel
def construct_from(offset: Word, mask: Word, shift: Word, state: Words, saved: Words) -> Word:
    """A magic with these low bits, constructed; 0 if that was given up."""
    allowed = draw(state, _RANDOM) | draw(state, _RANDOM)
    wanted = draw(state, _RANDOM) & ~_OFFSET
    if not start_with(mask, shift, _OFFSET_BITS, offset, saved):
        return _ZERO
    factor = choose_bits(mask, mask, shift, allowed, saved)
    if factor == _ZERO:
        return _ZERO
    return add_bits(mask, mask, shift, wanted, factor)


@kernel
def fits(
    factor: Word,
    base: Word,
    shift: Word,
    blockers: Words,
    attacks: Words,
    count: Word,
    slots: Words,
    taken: Words,
) -> bool:
    """Whether all keys find slots that are free or hold their attacks; then they are written."""
    new = _ZERO
    for key in counting(count):
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
