"""Magic groups: magics for all squares of a slider that share one small array without offsets.

Black magics (Annuss 2017) can form such a group. The form that the Chessprogramming wiki asks for
("Wishing Dreams"), which hashes the blockers and the slider's own square, is impossible for rooks;
docs/magic-groups.md has the proof.

The squares are placed one at a time, those with the most keys first. Candidates are constructed
magics, and slightly changed magics of squares already placed, shifted by the distance between the
squares. Three ideas make the search work.

1. *Free bits.* A product is `(occupied | ~mask) * m = -m - (mask & ~occupied) * m`. The upper s
   bits of m, where s is the lowest relevant square, are shifted out of the second term: they add a
   constant to all products of the square and change nothing else. On all ranks but the first, s is
   at least 9 for bishops and 8 for rooks, so each candidate represents hundreds of magics. Rooks on
   the first rank have only one or two free bits and are placed first. Without free bits, no group
   of rooks with fewer than 21 bits was found.
2. *Rotation.* Taken slots are marked in 64-bit words, one word for each value of the index's lower
   bits. Adding a number to the upper six bits of the index rotates a word, so one rotation per key
   shows which of the 64 numbers lead to a taken slot; after a few dozen keys, usually all of them
   do.
3. *Company.* Among the magics that fit, the search takes the one whose slots have the most taken
   neighbours (indices that differ in one bit). Without this rule, the free space soon fragments.

A square that could not be placed in one round is tried earlier in the next.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.arguments import parse_integer, parse_seed
from magicbb.compile import Bytes, Rows, Word, Words, count_zeros, counting, entry, kernel
from magicbb.geometry.bitboards import squares_of
from magicbb.geometry.sliders import parse_rook_or_bishop
from magicbb.lookup.keys import WIDEST_BITS, all_keys, row_of
from magicbb.magics.magic import MOST_BITS, Magic
from magicbb.magics.search.annealing.moves import changed
from magicbb.magics.search.construct import Choice, choose_bits, room_for_search, start
from magicbb.magics.search.errors import MagicNotFoundError
from magicbb.magics.search.randomness import Stream, draw, draw_below, streams
from magicbb.magics.search.taken import (
    TOP_BITS,
    TOP_SHIFT,
    SquareShape,
    count_company,
    fitting_tops,
    is_magic,
    mark,
    rotated,
    take,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.geometry.sliders import Slider

_LEAST_BITS = {"rook": 13, "bishop": 11}
"""The fewest bits possible: with one fewer, the 4,900 and 1,426 attack sets outnumber the slots."""

_CANDIDATES = 100_000
"""The maximum number of candidates for a square before the round leaves it out."""

_SLICE = 64
"""The number of candidates per call. A call usually takes less than 1 ms and never more than 20 ms,
so that Ctrl-C works."""

_ENOUGH = 300
"""The number of fitting candidates to compare before the best is taken."""

_TOPS_EACH = Word(2)
"""The maximum number of fitting candidates per magic, each with different top bits."""

_FAILED = 300
"""The weight, in keys, that a square gains if a round leaves it out; 3,000 is too high."""

_FEW_FREE = 8
"""Squares with fewer free bits than this, all of them on the first rank, are placed first."""

_FIRST = 6000
"""The extra weight of squares with few free bits, in keys."""

_ZERO, _ONE, _TWO, _THREE = Word(0), Word(1), Word(2), Word(3)
_LAST_BIT, _WORD_BITS = Word(63), Word(64)


class PlaceSearch(Stream):
    """The search for free slots for one square.

    Attributes:
        best: The best magic so far.
        company: The number of taken neighbours of the best magic's slots.
        fitting: The number of fitting magics found.
        enough: The number of fitting magics to compare.
        tried: The number of candidates tried.
        shape: The data of the square.
        factors: The magics of the squares already placed.
        placed: The squares already placed.
        placed_count: The number of squares already placed.
        held: Scratch memory for the attack sets that the square stores in its slots.
        choices: Memory for constructing magics.
    """

    best: Word = Word(0)
    company: Word = Word(0)
    fitting: Word = Word(0)
    enough: Word
    tried: Word = Word(0)
    shape: SquareShape
    factors: Words
    placed: Bytes
    placed_count: Word
    held: Bytes
    choices: Rows[Choice]


def find_group(
    slider: Slider | str,
    bits: int,
    *,
    seed: int = 1,
    rounds: int | None = None,
    effort: int = 1,
    on_found: Callable[[Magic], None] | None = None,
) -> tuple[Magic, ...]:
    """Find a magic group: 64 black magics whose indices address one table directly.

    Different squares never share a slot.

    Args:
        slider: `ROOK` or `BISHOP`, or its name.
        bits: The index bits of all magics.
        seed: 0..2**64 - 1. Equal arguments give equal magics.
        rounds: The maximum number of attempts to place all squares (default: no limit).
        effort: A multiplier for the numbers of candidates to try and to compare per square.
        on_found: Called with each magic once a round has placed all squares.

    Raises:
        ValueError: An argument is out of range.
        TypeError: An argument has the wrong type.
        MagicNotFoundError: No round placed all squares.

    >>> from magicbb.geometry.sliders import BISHOP
    >>> group = find_group(BISHOP, 13, seed=1)
    >>> len({index for magic in group for _, index in magic.indices()}) <= 5248
    True
    """
    slider = parse_rook_or_bishop(slider)
    least = _LEAST_BITS[slider.name]
    rule = f"bits must be {least}..{MOST_BITS} for a group of {slider}s"
    bits, seed = parse_integer(bits, MOST_BITS + 1, rule, start=least), parse_seed(seed)
    if rounds is not None:
        rounds = parse_integer(rounds, 2**32, "rounds must be an integer from 0 to 2**32 - 1")
    effort = parse_integer(effort, 2**16, "effort must be 1..65535", start=1)
    search, most = GroupSearch(slider, bits, seed, effort), 0
    for number in itertools.count() if rounds is None else range(rounds):
        most = max(most, search.round(number))
        if most == len(search.factors):
            break
    else:
        raise MagicNotFoundError(
            f"no group of {slider}s with {bits} bits in {rounds:,} rounds, which placed at most "
            f"{most} squares; try another seed"
        )
    magics = tuple(
        Magic(slider, square, "black", bits, factor)
        for square, factor in enumerate(search.factors.tolist())
    )
    if on_found is not None:
        for magic in magics:
            on_found(magic)
    return magics


class GroupSearch:
    """The search for one group, in rounds.

    Args:
        slider: `ROOK` or `BISHOP`.
        bits: The index bits.
        seed: Equal arguments give equal rounds.
        effort: A multiplier for the numbers of candidates to try and to compare.

    Attributes:
        factors: uint64[64], the magics of the squares placed in this round; 0 for other squares.
    """

    def __init__(self, slider: Slider, bits: int, seed: int, effort: int = 1) -> None:
        self.factors = np.zeros(64, np.uint64)
        self._parts, self._effort = (seed, row_of(slider, 0), bits), effort
        self._taken = np.zeros(1 << bits - int(TOP_BITS), np.uint64)
        self._held, self._choices = np.zeros(1 << bits, np.uint8), room_for_search()
        products = np.zeros(1 << max(WIDEST_BITS.values()), np.uint64)
        self._shapes = [
            _shape(slider, square, bits, products=products, taken=self._taken)
            for square in range(64)
        ]
        lowest = [next(squares_of(slider.mask(square))) for square in range(64)]
        self._failed = [_FIRST * (free < _FEW_FREE) for free in lowest]

    def round(self, number: int) -> int:
        """Try to place all squares; return the number of squares placed."""
        self._taken[:] = 0
        self.factors[:] = 0
        placed: list[int] = []
        random = streams(*self._parts, number, range(64)).tolist()
        for square in self._order(random):
            if self._place(square, random[square], placed):
                placed.append(square)
            else:
                self._failed[square] += _FAILED
        return len(placed)

    def _order(self, random: list[int]) -> list[int]:
        """The squares, most keys first, with those that failed in earlier rounds moved up."""

        def weight(square: int) -> int:
            keys = 1 << int(self._shapes[square].count)
            return keys * (1000 + random[square] % 100) + 1000 * self._failed[square]

        return sorted(range(64), key=lambda square: (-weight(square), square))

    def _place(self, square: int, random: int, placed: list[int]) -> bool:
        """Choose a magic whose slots are free, and take them; return whether one was found."""
        search = PlaceSearch(
            random=random,
            enough=self._effort * _ENOUGH,
            shape=self._shapes[square],
            factors=self.factors,
            placed=np.array(placed, np.uint8),
            placed_count=len(placed),
            held=self._held,
            choices=self._choices,
        )
        for _ in range(0, self._effort * _CANDIDATES, _SLICE):
            _try(search, _SLICE)
            if search.fitting == search.enough:
                break
        if search.fitting:
            self.factors[square] = search.best
            take(search.shape, int(search.best))
        return bool(search.fitting)


def _shape(slider: Slider, square: int, bits: int, **memory: Any) -> SquareShape:
    """The search data of a square; all squares share the same memory."""
    keys, mask = all_keys(), slider.mask(square)
    relevant = [*squares_of(mask)]
    tops, fine = _free_bits(relevant[0])
    attacks = keys.attacks_of(slider, square)
    numbers = np.unique(attacks, return_inverse=True)[1]
    return SquareShape(
        square=square,
        bits=bits,
        mask=mask,
        count=len(relevant),
        tops=tops,
        fine=fine,
        relevant=np.array(relevant, np.uint8),
        numbers=numbers.astype(np.uint8) + np.uint8(1),
        **memory,
    )


def _free_bits(free: int) -> tuple[int, int]:
    """The set of values to add to a magic's top six bits, and a mask of its other free bits."""
    top_bits = int(TOP_BITS)
    step = 1 << max(0, top_bits - free)
    tops = sum(1 << top for top in range(0, 1 << top_bits, step))
    return tops, ((1 << max(0, free - top_bits)) - 1) << 64 - max(free, top_bits)


@entry
def _try(search: PlaceSearch, budget: Word) -> None:
    shape = search.shape
    for _ in counting(budget):
        search.tried += _ONE
        if search.placed_count != _ZERO and search.tried & _ONE:
            factor = derived(search)
        else:
            factor = constructed(search)
        if factor == _ZERO:
            continue
        factor ^= draw(search) & shape.fine
        fitting = fitting_tops(shape, factor)
        if fitting == _ZERO or not is_magic(shape, search.held):
            continue
        for _ in counting(_TOPS_EACH):
            top = chosen_bit(search, fitting)
            fitting &= ~(_ONE << top)
            top <<= TOP_SHIFT
            mark(shape, top, True)
            company = count_company(shape, top)
            mark(shape, top, False)
            if search.fitting == _ZERO or company > search.company:
                search.best, search.company = factor - top, company
            search.fitting += _ONE
            if fitting == _ZERO or search.fitting == search.enough:
                break
        if search.fitting == search.enough:
            break


@kernel
def chosen_bit(stream: Stream, word: Word) -> Word:
    """The index of a random set bit: the first at or above a random position, wrapping around."""
    place = draw(stream) & _LAST_BIT
    return (place + count_zeros(rotated(word, place))) & _LAST_BIT


@kernel
def derived(search: PlaceSearch) -> Word:
    """The magic of a random square already placed, shifted and changed up to 3 times."""
    square, other = (
        search.shape.square,
        Word(search.placed[draw_below(search, search.placed_count)]),
    )
    factor = search.factors[other]
    if other >= square:
        factor <<= other - square
    else:
        sign = _ZERO - (factor >> _LAST_BIT)  # the sign bits to shift in from above
        factor = (factor >> (square - other)) | (sign << (_WORD_BITS - (square - other)))
    for _ in counting(draw(search) & _THREE):
        factor = changed(search, factor, _WORD_BITS)
    return factor


@kernel
def constructed(search: PlaceSearch) -> Word:
    """A constructed magic or its negative, with all index bits or fewer; 0 if none was found."""
    mask, count, bits = search.shape.mask, search.shape.count, search.shape.bits
    toss = draw(search)
    allowed = draw(search) | draw(search)
    if draw_below(search, _THREE) == _ZERO:
        bits = count + draw_below(search, bits - count + _ONE)
    start(mask, _ZERO, search.choices)
    factor = choose_bits(mask, mask | (toss & _ONE), _WORD_BITS - bits, allowed, search.choices)
    return factor if toss & _TWO else _ZERO - factor
