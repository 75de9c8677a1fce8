"""Dense magics: fewer index bits than mask squares, which requires constructive collisions.

The search adds the relevant squares depth first, from the highest down. To add square s, it chooses
all bits of the magic below 64 - s. Then `magic << s` is known exactly, and so are the products of
all sets of blockers on the squares added so far: each new product is an old one plus `magic << s`.
The new products are tested immediately, in a separate table for each level, so nothing has to be
undone. On each level, the search tries a number of random choices for the new bits and then
backtracks to the previous level.

For bishop magics with one bit fewer than mask squares, a C version of this search was 20 to 30
times faster than testing random factors.

A black product includes the constant `~mask * magic`, which also depends on the *free bits* of the
magic: those that do not affect the products of relevant squares. The search guesses the top
bits of the constant first. At the end, it sets the free bits so that the guess is right, and tests
all keys again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Bytes, Word, Words, counting, entry, kernel
from magicbb.geometry.bitboards import squares_of
from magicbb.magics.search.randomness import Stream, draw

if TYPE_CHECKING:
    import numpy.typing as npt

_ZERO, _ONE = Word(0), Word(1)
_ALL = Word(2**64 - 1)
_WORD_BITS = Word(64)

_CHOICES = Word(10)
"""Random choices per level: 8 to 16 work well, and 32 or more take at least 5 times as long."""


class DenseState(Stream):
    """The state of the search for one square.

    Attributes:
        factor: The factor found.
        tried: The number of choices tried.
        levels: The number of open levels; 0 before the start.
        guess: For black magics, the guessed amount that the free bits add to each product.
        count: The number of relevant squares.
        bits: The index bits.
        irrelevant: The squares that are always set in the hash input.
        squares: The relevant squares, from the highest down.
        attacks: The attack-set number of each set of blockers.
        choices_left: The number of choices left on each level.
        factors: The bits of the magic chosen before each level.
        products: The product of each set of blockers.
        tables: The attack-set number in each slot, for each level.
    """

    factor: Word = Word(0)
    tried: Word = Word(0)
    levels: Word = Word(0)
    guess: Word = Word(0)
    count: Word
    bits: Word
    irrelevant: Word
    squares: Bytes
    attacks: Bytes
    choices_left: Words
    factors: Words
    products: Words
    tables: Bytes


class DenseSearch:
    """The search for a dense magic, in slices; the slice size does not change the result.

    Args:
        mask: The relevant squares.
        bits: The index bits.
        attacks: The attack set of each blocker subset, in ascending order of the subsets.
        state: The initial state of the stream of random words.
        black: Whether to search for a black magic.
    """

    def __init__(
        self, mask: int, bits: int, attacks: npt.NDArray[np.uint64], state: Word, *, black: bool
    ) -> None:
        squares = [*squares_of(mask)][::-1]
        count = len(squares)
        self._state = DenseState(
            random=state,
            count=count,
            bits=bits,
            irrelevant=~mask % 2**64 if black else 0,
            squares=np.array(squares, np.uint8),
            attacks=_numbered(attacks, count),
            choices_left=np.zeros(count + 1, np.uint64),
            factors=np.zeros(count + 1, np.uint64),
            products=np.zeros(1 << count, np.uint64),
            tables=np.zeros((count + 1) << bits, np.uint8),
        )

    @property
    def tried(self) -> int:
        """The number of choices tried."""
        return int(self._state.tried)

    @property
    def factor(self) -> int:
        """The magic, once `advance` has returned true."""
        return int(self._state.factor)

    def advance(self, budget: int) -> bool:
        """Try at most `budget` more choices; return whether a magic was found."""
        return _advance(self._state, budget)


def _numbered(attacks: npt.NDArray[np.uint64], count: int) -> npt.NDArray[np.uint8]:
    """The number, from 1, of each subset's attack set; bit 0 of a subset is the highest square."""
    numbers = np.unique(attacks, return_inverse=True)[1].astype(np.uint8) + np.uint8(1)
    reversed_bits = np.zeros(1, np.intp)
    for bit in reversed(range(count)):
        reversed_bits = np.concatenate([reversed_bits, reversed_bits + (1 << bit)])
    return np.ascontiguousarray(numbers[reversed_bits])


@entry
def _advance(state: DenseState, budget: Word) -> bool:
    squares, attacks, tables = state.squares, state.attacks, state.tables
    choices_left, factors, products = state.choices_left, state.factors, state.products
    count, bits, irrelevant = state.count, state.bits, state.irrelevant
    shift, size = _WORD_BITS - bits, _ONE << bits
    free = free_bits(state)
    end = state.tried + budget
    while state.tried < end:
        if state.levels == _ZERO:
            begin(state)
        level = state.levels - _ONE
        if choices_left[level] == _ZERO:
            state.levels = level
            continue
        choices_left[level] -= _ONE
        state.tried += _ONE

        above = _ALL
        if level != _ZERO:
            above = ~(_ALL >> Word(squares[level - _ONE]))
        square = Word(squares[level])
        factor = factors[level] | (dense_word(state) & above & (_ALL >> square))
        step = factor << square
        old, new = level << bits, (level + _ONE) << bits
        for slot in counting(size):
            tables[new + slot] = tables[old + slot]
        if not add_square(attacks, products, tables, _ONE << level, step, shift, new):
            continue
        factors[level + _ONE] = factor
        if level + _ONE < count:
            choices_left[level + _ONE] = _CHOICES
            state.levels = level + Word(2)
            continue

        state.factor = factor
        if irrelevant == _ZERO:
            return True
        # For the lowest relevant square s, (2^s - 1) * top = -top modulo 2^64 at the free bits.
        state.factor |= (factor * irrelevant - state.guess) & free
        correction = state.factor * irrelevant - products[_ZERO]
        state.levels = _ZERO
        empty(tables, size)
        if place_corrected(attacks, products, tables, _ONE << count, correction, shift):
            return True
    return False


@kernel
def free_bits(state: DenseState) -> Word:
    """The bits of the magic that do not affect the product of any relevant square."""
    return _ALL << (_WORD_BITS - Word(state.squares[state.count - _ONE]))


@kernel
def begin(state: DenseState) -> None:
    """Open the first level, where only the empty board has a slot."""
    base = _ZERO
    if state.irrelevant != _ZERO:
        state.guess = draw(state) & free_bits(state)
        lowest = Word(state.squares[state.count - _ONE])
        base = state.guess | (_ONE << (_WORD_BITS - _ONE - lowest))
    state.products[_ZERO] = base
    empty(state.tables, _ONE << state.bits)
    state.tables[base >> (_WORD_BITS - state.bits)] = state.attacks[_ZERO]
    state.factors[_ZERO] = _ZERO
    state.choices_left[_ZERO] = _CHOICES
    state.levels = _ONE


@kernel
def empty(tables: Bytes, size: Word) -> None:
    """Clear the slots of the first level's table."""
    for slot in counting(size):
        tables[slot] = _ZERO


@kernel
def dense_word(stream: Stream) -> Word:
    """A random word with, equally often, about half or about three quarters of its bits set."""
    word, other = draw(stream), draw(stream)
    if other & _ONE:
        word |= other
    return word


@kernel
def add_square(
    attacks: Bytes, products: Words, tables: Bytes, size: Word, step: Word, shift: Word, table: Word
) -> bool:
    """Store the subsets with an added square; return whether slots were free or held equals."""
    for subset in counting(size):
        product = products[subset] + step
        products[size + subset] = product
        slot = table + (product >> shift)
        number = attacks[size + subset]
        if tables[slot] != _ZERO and tables[slot] != number:
            return False
        tables[slot] = number
    return True


@kernel
def place_corrected(
    attacks: Bytes, products: Words, tables: Bytes, size: Word, correction: Word, shift: Word
) -> bool:
    """Store all subsets with a correction added to every product; return whether all fitted."""
    for subset in counting(size):
        slot = (products[subset] + correction) >> shift
        if tables[slot] != _ZERO and tables[slot] != attacks[subset]:
            return False
        tables[slot] = attacks[subset]
    return True
