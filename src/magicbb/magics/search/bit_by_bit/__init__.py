"""Exhaustive search for all magics of a square, bit by bit; finding none proves that none exist.

The known bits of the magic form an interval [b, t) that grows by one bit at a time, upwards or
downwards, in an order that is fixed for the whole search; a *prefix* consists of the bits known
after some number of steps. Let M be the known bits. A white key k has the product

    k * M + k * (the bits below b) + k * 2**t * (the bits from t up)   modulo 2**64

The last term vanishes once all squares of k are at least 64 - t. The second term is at most
k * (2**b - 1). If that maximum is less than the width of an index, and adding it does not
change the index, the index is *certain*. Two keys with certain, equal indices and different attacks
end the branch: no number with this prefix is a magic. Nothing else ends a branch, so every magic is
found exactly once, modulo the period 2**(64 - lsb(mask)): higher bits do not change any product.

A black key is blockers | ~mask = -(k + 1) modulo 2**64, where k are the empty relevant squares. Its
index is floor(-(k + 1) * m / 2**s) = ~floor(((k + 1) * m - 1) / 2**s), so the search for black
magics is the same, with the products

    (k + 1) * m - 1 = k * m + (m - 1)

of the empty squares. In the term m - 1, the bits of m from s = 64 - bits upwards only add the same
number to all indices, so they are omitted, and the period is 2**max(64 - lsb(mask), 64 - bits). The
unknown bits below s add at most their sum to a product, which is treated like the unknown bits
below b.

So black keys cannot be tested before bit s - 1 is known. If s is larger than 64 - lsb(mask), the
bits between do not change any k * m; they are *rotating bits*, which only add a number to all
products. In some orders, the highest of them become known first, and the others last, from the top
down: each value of the first r bits leaves indices uncertain by a 2**r-th of a slot, so black keys
are tested almost like white ones.

Where there are no rotating bits, a range of values of m - 1 modulo 2**s can be assumed instead:
then k * m + (m - 1) is known up to the size of the range. The magics of the range are among the
numbers that remain, which are tested once more.

The table of certain indices is never rebuilt. Each key is placed once per path and removed with
the help of a trail; keys that are not yet certain are passed to the next level as a list. The keys
that a step makes testable are placed before these, since they end most branches, and a key that
ends one moves halfway to the front, since it is likely to end the next one as well. An upward
step changes the products of keys that were already testable little or not at all, so it tests
prefixes only if more keys become testable.

The idea of extending intervals of bits comes from a C++ prototype (2026), which tests each prefix
from scratch; without groups, this search visits 6 to 7 times as many nodes per second. A second
rule, which ends a branch if other keys hold both possible indices of an uncertain key, saved a
fifth of the nodes but took as much time as it saved. Separating certain keys from uncertain ones
without branches, before comparing any, takes almost twice as long: most branches that end do so at
one of the first keys.

If several upward steps in a row make no key testable, the values of their bits are tested all at
once, as a *group*.

The modules: `search` (one subtree at a time), `state` (its state), `steps` (the order of the bits,
and the keys to test), `groups` (bits whose values are tested at once), `values` (testing them) and
`sampling` (estimates).
"""

from magicbb.magics.search.bit_by_bit.search import LISTED, BitByBitSearch

__all__ = ["LISTED", "BitByBitSearch"]
