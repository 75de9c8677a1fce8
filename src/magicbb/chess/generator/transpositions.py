"""A hash table of the leaf counts of positions.

An entry is two words: the position's key XORed with the second word, which holds the depth and the
number of leaves. Threads share the table without locks: if two of them write an entry at the same
time, its words do not match and it counts as empty (Robert Hyatt and Tim Mann, *A lock-less
transposition table implementation for parallel search*, ICGA Journal 25/1, 2002). A key may be in
any of the four entries of a cache line, of which only the last may be replaced by a count of lower
depth (after Dennis Breuker, Jos Uiterwijk and Jaap van den Herik, *Replacement schemes for
transposition tables*, ICCA Journal 17/4, 1994).

A key consists of the upper halves of two sums; each adds up the ten 32-bit halves of a position's
words, each multiplied by a random factor. For random factors, any two positions have equal keys
with a probability of 2**-64 (Daniel Lemire and Owen Kaser, *Strongly universal string hashing is
fast*, The Computer Journal 57/11, 2014). A count with a billion look-ups is wrong with a
probability of less than 10**-10.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from magicbb.compile import Record, Word, Words, counting, kernel
from magicbb.compile.memory import reserved

ENTRY_BYTES = 16

_FACTORS = 22
"""The number of random words: two factors for each 32-bit half of each of the five words,
and two addends."""

_ZERO, _ONE, _TWO, _THREE, _FOUR, _SIX = Word(0), Word(1), Word(2), Word(3), Word(4), Word(6)
_EIGHT, _TWELVE, _SIXTEEN, _TWENTY = Word(8), Word(12), Word(16), Word(20)
_HALF, _LOW, _HIGH = Word(32), Word(2**32 - 1), Word(2**64 - 2**32)
_LINE = _EIGHT  # words in a line
_DEPTH = Word(2**6 - 1)


class Transpositions(Record):
    """The hash table: its entries, the random factors of keys, and the index of the last entry.

    A table with a single entry (`last` is 0) stores nothing.
    """

    entries: Words
    factors: Words
    last: Word

    @classmethod
    def with_entries(cls, most: int) -> Transpositions:
        """An empty table of at most `most` entries, rounded down to a power of two.

        Below 4, a single entry is left. The operating system allocates each page of the table when
        it is first written.
        """
        number = 1 << most.bit_length() - 1 if most > int(_THREE) else 1
        factors = np.random.default_rng(1).integers(0, 2**64, _FACTORS, np.uint64)
        _, entries = reserved(np.uint64, 2 * number)
        return cls(entries=entries, factors=factors, last=number - 1)


@kernel
def key_of(table: Transpositions, position: Any) -> Word:
    """The key of a position."""
    own, bqn, rqk, pnk, rights = position
    first, second = table.factors[_TWENTY], table.factors[_TWENTY + _ONE]
    first, second = _added(table.factors, _ZERO, own, first, second)
    first, second = _added(table.factors, _FOUR, bqn, first, second)
    first, second = _added(table.factors, _EIGHT, rqk, first, second)
    first, second = _added(table.factors, _TWELVE, pnk, first, second)
    first, second = _added(table.factors, _SIXTEEN, rights, first, second)
    return first & _HIGH | second >> _HALF


@kernel
def _added(factors: Words, place: Word, word: Word, first: Word, second: Word) -> Any:
    """Both sums after adding the halves of a word, each half multiplied by its factor."""
    low, high = word & _LOW, word >> _HALF
    first += factors[place] * low + factors[place + _ONE] * high
    second += factors[place + _TWO] * low + factors[place + _THREE] * high
    return first, second


@kernel
def leaves_kept(table: Transpositions, key: Word, depth: Word) -> Any:
    """Whether the leaf count of a position is stored, and if so, the count."""
    line = _line_of(table, key)
    for place in counting(line, line + _LINE, _TWO):
        check, content = table.entries[place], table.entries[place + _ONE]
        if (check ^ content) == key and content & _DEPTH == depth:
            return True, content >> _SIX
    return False, _ZERO


@kernel
def keep_leaves(table: Transpositions, key: Word, depth: Word, leaves: Word) -> None:
    """Store the number of leaves below a position.

    The count becomes the first entry of its line, and the others move down by one; the last one is
    dropped. Entries of greater depth stay where they are, except for the last.
    """
    line, content = _line_of(table, key), leaves << _SIX | depth
    check = key ^ content
    for place in counting(line, line + _LINE, _TWO):
        old_check, old = table.entries[place], table.entries[place + _ONE]
        if old & _DEPTH <= depth or place == line + _LINE - _TWO:
            table.entries[place], table.entries[place + _ONE] = check, content
            check, content = old_check, old
        if old == _ZERO:
            break


@kernel
def _line_of(table: Transpositions, key: Word) -> Word:
    """The index at which a key's line of entries starts."""
    return (key & table.last & ~_THREE) << _ONE
