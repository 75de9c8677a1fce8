"""Random candidates and the test that sorts them out, compiled.

A candidate is the conjunction of three random words: magics are sparse, for a product with few
carries keeps the blockers apart. Two quick tests come before the long one: the index of every
single blocker must differ from the empty board's and from that of every other single blocker, as
the attacks do. (Measured in C++ for all 128 squares: 0.055 s, against 0.113 s with the customary
test for six bits in the top byte of mask x magic.)
"""

from __future__ import annotations

from magicbb.compile import Bytes, Word, Words, counting, entry, kernel

_ZERO, _ONE = Word(0), Word(1)
_WORD_BITS = Word(64)
_GOLDEN = Word(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = Word(0xBF58476D1CE4E5B9), Word(0x94D049BB133111EB)

RANDOM, FACTOR, TRIES, EPOCH = (Word(place) for place in range(4))
"""The places of a search's state: the random number generator's state, the candidate at hand, how
many candidates there were, and the mark of the newest test in the table."""

STATE_WORDS = 4


@kernel
def mix(word: Word) -> Word:
    """Scatter a word: the finaliser of SplitMix64 (Steele, Lea and Flood 2014)."""
    word = (word ^ (word >> Word(30))) * _MIX_1
    word = (word ^ (word >> Word(27))) * _MIX_2
    return word ^ (word >> Word(31))


@kernel
def draw(state: Words) -> Word:
    """The next random word."""
    state[RANDOM] += _GOLDEN
    return mix(state[RANDOM])


@entry
def search(
    state: Words,
    squares: Bytes,
    relevant: Word,
    attacks: Words,
    irrelevant: Word,
    bits: Word,
    products: Words,
    marks: Words,
    held: Words,
    budget: Word,
) -> bool:
    """Try candidates until one is a magic or the budget is spent.

    Args:
        state: Four words, see above; carries the search from call to call.
        squares: The relevant squares in ascending order.
        relevant: How many there are.
        attacks: The attack set of every blocker subset, in ascending order of the subsets.
        irrelevant: 0 for white magics; the mask's complement for black ones.
        bits: Index bits.
        products: Room for the product of every subset.
        marks: 2^bits words; a slot is in use by the present test if it has its mark.
        held: 2^bits words, the attack sets in the slots.
        budget: How many candidates to try at most.

    Returns:
        Whether `state[FACTOR]` is a magic.
    """
    shift = _WORD_BITS - bits
    for _ in counting(budget):
        state[TRIES] += _ONE
        factor = draw(state) & draw(state) & draw(state)
        if irrelevant != _ZERO:
            factor = _ZERO - factor  # a black product is sparse when the negated factor is
        state[FACTOR] = factor
        base = irrelevant * factor
        if separates_singles(factor, base, squares, relevant, shift):
            state[EPOCH] += _ONE
            if separates_all(
                factor, base, squares, relevant, attacks, shift, products, marks, held, state[EPOCH]
            ):
                return True
    return False


@kernel
def separates_singles(
    factor: Word, base: Word, squares: Bytes, relevant: Word, shift: Word
) -> bool:
    """Whether single blockers have indices that differ from each other and from no blocker's."""
    empty = base >> shift
    for one in counting(relevant):
        index = (base + (factor << Word(squares[one]))) >> shift
        if index == empty:
            return False
        for other in counting(one):
            if (base + (factor << Word(squares[other]))) >> shift == index:
                return False
    return True


@kernel
def separates_all(
    factor: Word,
    base: Word,
    squares: Bytes,
    relevant: Word,
    attacks: Words,
    shift: Word,
    products: Words,
    marks: Words,
    held: Words,
    mark: Word,
) -> bool:
    """Whether no two subsets with different attacks share an index.

    The products of the subsets with one more square are those without it plus the factor shifted
    by that square, so that no subset is multiplied.
    """
    products[_ZERO] = base
    marks[base >> shift] = mark
    held[base >> shift] = attacks[_ZERO]
    for square in counting(relevant):
        size = _ONE << square
        step = factor << Word(squares[square])
        for subset in counting(size):
            product = products[subset] + step
            products[size + subset] = product
            index = product >> shift
            if marks[index] != mark:
                marks[index] = mark
                held[index] = attacks[size + subset]
            elif held[index] != attacks[size + subset]:
                return False
    return True
