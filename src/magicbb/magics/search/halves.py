"""Constructing magics for 32-bit arithmetic.

The theorem of `construct` also holds for the XOR of two products: the lowest bit in which two
numbers differ is the lowest set bit both of their difference and of their XOR. So the halves of the
board get their factors one at a time, and the second factor must not claim the targets of the
first.

If the multiplicand is in the upper half of a 64-bit word, the upper half of the 64-bit product is
the 32-bit product, so the code of `construct` also works for 32 bits.

The only rook square for which this construction fails is h8. For h8, the search tries sparse random
factors until a pair works for all keys, which takes about ten milliseconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Rows, Word, Words, counting, entry, kernel
from magicbb.geometry.sliders import ROOK
from magicbb.lookup.keys import all_keys, row_of
from magicbb.magics.magic import folded
from magicbb.magics.search.construct import (
    Choice,
    add_bits,
    choose_bits,
    room_for_search,
    start,
    start_with,
)
from magicbb.magics.search.errors import MagicNotFoundError
from magicbb.magics.search.randomness import Stream, draw, draw_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider

DRAWS = 1 << 10
"""The maximum number of draws per construction; a successful one takes 1.3 draws on average."""

TRIES, SLICES = 1 << 12, 1 << 12
"""The number of factors tried between checks for Ctrl-C, and the maximum number of such slices. All
slices together take a few seconds; on average, a hundred thousand factors are needed."""

_ZERO, _ONE = Word(0), Word(1)
_WORD_BITS, _HALF = Word(64), Word(32)
_LOWER = Word(2**32 - 1)


class HalvesTrial(Stream):
    """The state of the search that tries random factors for one square.

    Attributes:
        factor: The factors, once they are found.
        shift: 64 minus the index bits.
        count: The number of keys.
        halves: The two numbers to multiply for each key.
        attacks: The attack set of each key.
        slots: Scratch memory for the attack set at each index.
    """

    factor: Word = Word(0)
    shift: Word
    count: Word
    halves: Words
    attacks: Words
    slots: Words


def find_halves(
    places: Sequence[tuple[Slider, int]], bits: Sequence[int], states: npt.NDArray[np.uint64]
) -> list[int]:
    """Find the 32-bit factors for the given squares.

    Args:
        places: The sliders and squares.
        bits: The index bits for each square, at least its number of mask squares.
        states: The states of the random streams, uint64; updated in place.

    Returns:
        A word for each square: the factor for the lower half of the board in the lower 32 bits, the
        factor for the upper half in the upper 32.

    Raises:
        MagicNotFoundError: No factors were found for one of the squares (never observed).
    """
    halves = [split(slider, slider.mask(square)) for slider, square in places]
    factors = np.zeros(len(places), np.uint64)
    _construct_halves(
        np.array(halves, np.uint64).reshape(-1),
        np.array(bits, np.uint64),
        states,
        room_for_search(),
        factors,
        len(places),
        DRAWS,
    )
    keys = all_keys()
    for place in np.flatnonzero(factors == 0).tolist():
        slider, square = places[place]
        part = keys.of_row(row_of(slider, square))
        parts = np.array([split(slider, key) for key in keys.blockers[part].tolist()], np.uint64)
        trial = HalvesTrial(
            random=states[place],
            shift=64 - bits[place],
            count=part.stop - part.start,
            halves=parts.reshape(-1),
            attacks=keys.attacks[part],
            slots=np.empty(1 << bits[place], np.uint64),
        )
        for _ in range(SLICES):  # in slices, so that Ctrl-C takes effect
            if _try_halves(trial, TRIES):
                break
        else:
            raise MagicNotFoundError("no 32-bit factors were found; try another seed")
        factors[place] = trial.factor
    return factors.tolist()


def split(slider: Slider, board: int) -> tuple[int, int]:
    """The two numbers to multiply: a rook's board halves, or a bishop's folded board and 0."""
    return (board % 2**32, board >> 32) if slider == ROOK else (folded(board), 0)


@entry
def _construct_halves(
    halves: Words,
    bits: Words,
    states: Words,
    choices: Rows[Choice],
    factors: Words,
    count: Word,
    draws: Word,
) -> None:
    for place in counting(count):
        shift = _WORD_BITS - bits[place]
        lower = halves[place + place] << _HALF
        upper = halves[place + place + _ONE] << _HALF
        for _ in counting(draws):
            start(lower, _ZERO, choices)
            below = choose_half(lower, shift, states, place, choices)
            above = _ZERO
            if below != _ZERO and upper != _ZERO:  # noqa: PLR1714 (kernels cannot use tuples)
                start_with(lower, shift, _HALF, below, choices)
                start(upper, choices[_ZERO].targets, choices)
                above = choose_half(upper, shift, states, place, choices)
            if below != _ZERO and (above != _ZERO or upper == _ZERO):
                factors[place] = below | (above << _HALF)
                break


@entry
def _try_halves(trial: HalvesTrial, tries: Word) -> bool:
    shift, slots, halves, attacks = trial.shift, trial.slots, trial.halves, trial.attacks
    size, count = _ONE << (_WORD_BITS - shift), trial.count
    for _ in counting(tries):
        sparse = draw(trial) & draw(trial) & draw(trial)
        below, above = sparse & _LOWER, sparse >> _HALF
        for slot in counting(size):
            slots[slot] = _ZERO
        fits = True
        for key in counting(count):
            product = (halves[key + key] * below) ^ (halves[key + key + _ONE] * above)
            slot = (product << _HALF) >> shift
            if slots[slot] != _ZERO and slots[slot] != attacks[key]:
                fits = False
                break
            slots[slot] = attacks[key]
        if fits:
            trial.factor = sparse
            return True
    return False


@kernel
def choose_half(half: Word, shift: Word, states: Words, place: Word, choices: Rows[Choice]) -> Word:
    """A 32-bit factor for one half of the board; 0 if the construction gave up."""
    allowed = (draw_at(states, place) | draw_at(states, place)) & _LOWER
    factor = choose_bits(half, half, shift, allowed, choices)
    if factor != _ZERO:
        factor = add_bits(half, half, shift, draw_at(states, place) & _LOWER, factor)
    return factor
