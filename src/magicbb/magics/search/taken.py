"""The occupancy of slots, stored 64 to a word, to find free slots for a magic of a group.

A word has one bit for each value of the index's upper six bits, and there is one word for each
value of the lower bits. Adding a number to the upper six bits of all products rotates the words, so
one rotation per key shows which of the 64 numbers lead to a taken slot.
"""

from __future__ import annotations

from magicbb.compile import Bytes, Record, Word, Words, counting, entry, kernel

_ZERO, _ONE = Word(0), Word(1)
_LAST_BIT, _WORD_BITS = Word(63), Word(64)

TOP_BITS, TOP_SHIFT = Word(6), Word(58)
"""The number and the shift of a product's top bits, which select the slot's bit in its word."""


class SquareShape(Record):
    """The data of one square that the search for a group uses.

    Attributes:
        square: The number of the square.
        bits: The index bits.
        mask: The relevant squares, as a bitboard.
        count: The number of relevant squares.
        tops: The set of values that may be added to the upper six bits of a magic.
        fine: The free bits of a magic below the upper six.
        relevant: The numbers of the relevant squares.
        numbers: The attack-set number of each key.
        products: Scratch memory for the product of each key.
        taken: The occupancy bits of all slots.
    """

    square: Word
    bits: Word
    mask: Word
    count: Word
    tops: Word
    fine: Word
    relevant: Bytes
    numbers: Bytes
    products: Words
    taken: Words


@kernel
def rotated(word: Word, places: Word) -> Word:
    """Rotate a word to the right."""
    return (word >> places) | (word << ((_WORD_BITS - places) & _LAST_BIT))


@kernel
def fitting_tops(shape: SquareShape, factor: Word) -> Word:
    """The set of numbers to add to all products' top six bits so that no product hits a taken slot.

    The products are computed by doubling; usually no value is left after a few dozen products.
    """
    products, taken = shape.products, shape.taken
    shift, low = _WORD_BITS - shape.bits, low_mask(shape.bits)
    product, fitting = factor * ~shape.mask, shape.tops
    products[_ZERO] = product
    fitting &= ~rotated(taken[(product >> shift) & low], product >> TOP_SHIFT)
    for level in counting(shape.count):
        size = _ONE << level
        step = factor << Word(shape.relevant[level])
        for subset in counting(size):
            product = products[subset] + step
            products[size + subset] = product
            fitting &= ~rotated(taken[(product >> shift) & low], product >> TOP_SHIFT)
            if fitting == _ZERO:
                return _ZERO
    return fitting


@kernel
def low_mask(bits: Word) -> Word:
    """A mask of all index bits except the top six."""
    return (_ONE << (bits - TOP_BITS)) - _ONE


@kernel
def is_magic(shape: SquareShape, held: Bytes) -> bool:
    """True if no two keys of the square with different attack sets share a slot.

    `held` must be all zeros; it is cleared again afterwards.
    """
    products, numbers = shape.products, shape.numbers
    shift, keys = _WORD_BITS - shape.bits, _ONE << shape.count
    collides = False
    for key in counting(keys):
        slot = products[key] >> shift
        if held[slot] != _ZERO and held[slot] != numbers[key]:
            collides = True
            break
        held[slot] = numbers[key]
    for key in counting(keys):
        held[products[key] >> shift] = _ZERO
    return not collides


@kernel
def mark(shape: SquareShape, top: Word, taken: bool) -> None:
    """Mark the slots of all products, with `top` added, as taken or as free."""
    shift, low = _WORD_BITS - shape.bits, low_mask(shape.bits)
    for key in counting(_ONE << shape.count):
        product = shape.products[key] + top
        place, slot = (product >> shift) & low, _ONE << (product >> TOP_SHIFT)
        if taken:
            shape.taken[place] |= slot
        else:
            shape.taken[place] &= ~slot


@kernel
def count_company(shape: SquareShape, top: Word) -> Word:
    """The number of taken neighbours of the square's slots; its own slots count as taken."""
    taken = shape.taken
    shift, low = _WORD_BITS - shape.bits, low_mask(shape.bits)
    low_bits, company = shape.bits - TOP_BITS, _ZERO
    for key in counting(_ONE << shape.count):
        product = shape.products[key] + top
        place, row = product >> TOP_SHIFT, (product >> shift) & low
        for bit in counting(low_bits):
            company += (taken[row ^ (_ONE << bit)] >> place) & _ONE
        for bit in counting(TOP_BITS):
            company += (taken[row] >> (place ^ (_ONE << bit))) & _ONE
    return company


@entry
def take(shape: SquareShape, factor: Word) -> None:
    """Mark the slots of a magic as taken."""
    fitting_tops(shape, factor)
    mark(shape, _ZERO, True)
