"""Constructing magics with at least one index bit per mask square, without testing any keys.

For a relevant square s, split `magic << s` into its *window*, the top bits that form the index, and
its low part. A factor is a magic without any collisions if

1. the lowest set bits of all windows are different, and
2. the low parts of all squares add up to less than one unit of the index.

By (2), the low parts never carry into the index, so the index is the sum of the windows of the
occupied squares. Of the squares in which two sets of blockers differ, take the one whose window has
the lowest set bit. Modulo twice that bit, the windows of the others vanish, so the indices differ.

The search chooses the bits of the magic in ascending order. Bit k of the magic sets bit
k + s - shift in the window of each square s. If the window was empty, this is its lowest set bit:
the square *claims* it as its target. A bit may be chosen if no target is claimed twice and (2)
still holds; a square that is shifted out of the product without a claim ends the branch. Only a
random three quarters of the bits are allowed, so that each seed gives different magics. After too
many dead ends, the search draws new allowed bits.

Constructing all 128 magics takes 0.15 ms; timed in the same run, the best search by trial and error
takes 46 ms. Pradu Kannan suggested a constructive search (2007); this algorithm is magicbb's own.

A black product is `(occupied | ~mask) * -m = m + (mask & ~occupied) * m`: the white product of the
empty relevant squares, plus m. So `-m` is a black magic if m is a white one and (2) also holds with
the low part of m itself included, as if square 0 were one more relevant square.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Record, Rows, Word, Words, count_zeros, counting, entry, kernel
from magicbb.lookup.keys import row_of
from magicbb.magics.magic import KINDS
from magicbb.magics.search.errors import MagicNotFoundError
from magicbb.magics.search.randomness import draw_at, streams

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider

_ZERO, _ONE = Word(0), Word(1)
_LAST_BIT, _WORD_BITS = Word(63), Word(64)

_DEAD_ENDS = Word(64)
"""The number of dead ends before a new draw; 64 to 256 are equally fast, and 0 takes 5 times
as long."""


class Choice(Record):
    """The state needed to undo a choice; an array begins with the initial state of a search.

    Attributes:
        bit: The bit that was chosen; in the initial state, the first bit that may be chosen.
        unclaimed: The squares without a target before the choice.
        targets: The targets claimed before the choice.
        low: The sum of the low parts before the choice.
        factor: The bits chosen before this one.
    """

    bit: Word
    unclaimed: Word
    targets: Word
    low: Word
    factor: Word


class Construction(Record):
    """The state of a construction.

    Attributes:
        count: The number of squares.
        black: Whether to construct black magics.
        free: The bits of a magic that may be chosen.
        masks: The mask of each square.
        bits: The index bits of each square.
        tops: The required top six bits of each magic, unless they are free.
        states: The state of each square's stream of random words.
        factors: The magic of each square, once it is found.
        choices: Scratch memory for `choose_bits`.
    """

    count: Word
    black: Word
    free: Word
    masks: Words
    bits: Words
    tops: Words
    states: Words
    factors: Words
    choices: Rows[Choice]


_ALL = Word(2**64 - 1)
_TOP_SHIFT = Word(58)
_TOP = Word(63 << 58)
"""The top six bits of a magic, which can hold its shift."""

DRAWS = 1 << 16
"""The maximum number of draws per square; the average is 1.3, and the most needed with any of 3,000
seeds was 73."""


def states_of(
    places: Sequence[tuple[Slider, int]], bits: Sequence[int], kind: str, seed: int
) -> npt.NDArray[np.uint64]:
    """The streams of random words for the given squares, index bits and kind."""
    return streams(seed, [row_of(*place) for place in places], bits, [*KINDS].index(kind))


def construct_for(
    places: Sequence[tuple[Slider, int]], bits: Sequence[int], kind: str, seed: int
) -> list[int]:
    """Construct a white or black magic for each square, each from its own stream."""
    masks = [slider.mask(square) for slider, square in places]
    return construct(masks, bits, states_of(places, bits, kind, seed), black=kind == "black")


def construct(
    masks: Sequence[int],
    bits: Sequence[int],
    states: npt.NDArray[np.uint64],
    *,
    black: bool,
    top: Sequence[int] | None = None,
) -> list[int]:
    """Construct a magic for each mask.

    Args:
        masks: The relevant squares.
        bits: The index bits for each mask, at least its number of squares.
        states: The states of the random streams, uint64; updated in place.
        black: Whether to construct black magics.
        top: The required value of the top six bits of each magic, if any; it can always be the
            shift.

    Raises:
        MagicNotFoundError: No magic was found for one of the masks in `DRAWS` draws (never
            observed).
    """
    factors = np.zeros(len(masks), np.uint64)
    construction = Construction(
        count=len(masks),
        black=black,
        free=_ALL if top is None else ~_TOP,
        masks=np.array(masks, np.uint64),
        bits=np.array(bits, np.uint64),
        tops=np.array([0] * len(masks) if top is None else top, np.uint64),
        states=states,
        factors=factors,
        choices=room_for_search(),
    )
    _construct(construction, DRAWS)
    if not factors.all():
        raise MagicNotFoundError(f"no magic was found in {DRAWS:,} draws; try another seed")
    return factors.tolist()


def room_for_search() -> Any:
    """Allocate the memory that `choose_bits` needs."""
    return Choice.array(65)


@entry
def _construct(construction: Construction, draws: Word) -> None:
    black, free, choices = construction.black, construction.free, construction.choices
    states, factors = construction.states, construction.factors
    for place in counting(construction.count):
        shift = _WORD_BITS - construction.bits[place]
        mask = construction.masks[place]
        top = construction.tops[place] << _TOP_SHIFT
        if black:
            top ^= ~free  # the top bits of -m are those of m, inverted
        for _ in counting(draws):
            allowed = (draw_at(states, place) | draw_at(states, place)) & free
            start(mask, _ZERO, choices)
            factor = choose_bits(mask, mask | black, shift, allowed, choices)
            if factor != _ZERO:
                wanted = (draw_at(states, place) & free) | top
                factor = add_bits(mask, mask | black, shift, wanted, factor)
                if factor & ~free == top:
                    factors[place] = _ZERO - factor if black else factor
                    break


@kernel
def start(mask: Word, targets: Word, choices: Rows[Choice]) -> None:
    """Prepare `choose_bits` to start with no bits chosen and the given targets claimed."""
    first = choices[_ZERO]
    first.bit, first.unclaimed, first.targets = _ZERO, mask, targets
    first.low, first.factor = _ZERO, _ZERO


@kernel
def start_with(mask: Word, shift: Word, end: Word, bits: Word, choices: Rows[Choice]) -> bool:
    """Prepare `choose_bits` to start with given bits below `end`; return whether they are valid."""
    start(mask, _ZERO, choices)
    first, most = choices[_ZERO], (_ONE << shift) - _ONE
    first.bit = end
    first.factor = bits
    for bit in counting(end):
        unclaimed = first.unclaimed
        if (bits >> bit) & _ONE:
            claimed = (unclaimed << bit) >> shift
            first.low += (mask << bit) & most
            if (claimed & first.targets) != _ZERO or first.low > most:
                return False
            first.unclaimed = unclaimed ^ ((claimed << shift) >> bit)
            first.targets |= claimed
    return True


@kernel
def choose_bits(
    mask: Word, squares: Word, shift: Word, allowed: Word, choices: Rows[Choice]
) -> Word:
    """Choose the bits of a magic from the allowed ones; return 0 if the search gives up.

    `squares` are those whose low parts are added up: the mask, plus square 0 for black magics. Call
    `start` or `start_with` first, to store the initial state in `choices`.
    """
    most = (_ONE << shift) - _ONE  # the largest allowed sum of the low parts
    first = choices[_ZERO]
    unclaimed, targets, low = mask & first.unclaimed, first.targets, first.low
    bit, factor, chosen, dead_ends = first.bit, first.factor, _ONE, _ZERO
    if unclaimed == _ZERO:
        return factor
    while True:
        rest = _ZERO
        if bit < _WORD_BITS:
            rest = allowed >> bit
        if rest != _ZERO:
            bit += count_zeros(rest)
        if rest == _ZERO or ((unclaimed << bit) >> bit) != unclaimed:
            if chosen == _ONE or dead_ends == _DEAD_ENDS:
                return _ZERO
            dead_ends += _ONE
            chosen -= _ONE
            choice = choices[chosen]
            bit = choice.bit + _ONE  # try again without that bit
            unclaimed, targets = choice.unclaimed, choice.targets
            low, factor = choice.low, choice.factor
        else:
            claimed = (unclaimed << bit) >> shift
            sum_of_low = low + ((squares << bit) & most)
            if claimed != _ZERO and (claimed & targets) == _ZERO and sum_of_low <= most:
                choice = choices[chosen]
                choice.bit, choice.unclaimed, choice.targets = bit, unclaimed, targets
                choice.low, choice.factor = low, factor
                chosen += _ONE
                factor |= _ONE << bit
                unclaimed ^= (claimed << shift) >> bit
                targets |= claimed
                low = sum_of_low
                if unclaimed == _ZERO:
                    return factor
            bit += _ONE


@kernel
def add_bits(mask: Word, squares: Word, shift: Word, wanted: Word, factor: Word) -> Word:
    """Add wanted bits that claim no target and preserve (2), for variety; the proof still holds."""
    most = (_ONE << shift) - _ONE  # the largest allowed sum of the low parts
    low = _ZERO
    for bit in counting(_WORD_BITS):
        if (factor >> bit) & _ONE:
            low += (squares << bit) & most
    unclaimed = mask
    for bit in counting(_WORD_BITS):
        claimed = (unclaimed << bit) >> shift
        if (factor >> bit) & _ONE:
            unclaimed ^= (claimed << shift) >> bit
        elif (wanted >> bit) & _ONE and claimed == _ZERO:
            sum_of_low = low + ((squares << bit) & most)
            if sum_of_low <= most:
                factor |= _ONE << bit
                low = sum_of_low
    return factor
