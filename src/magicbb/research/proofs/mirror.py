"""Black magics come in pairs, m and -m, so that half of a search settles a claim.

A black key is K = blockers | ~mask = -E modulo 2**64, where E = e + 1 and e are the empty relevant
squares. No corner is relevant, so that e is even and E is odd. With s = 64 - bits, the index of K
is, modulo 2**bits,

    with -m:  floor(E * m / 2**s)
    with m:   floor(-E * m / 2**s) = ~floor((E * m - 1) / 2**s)

Either m is no multiple of 2**s. Then no E * m is one, as E is odd; taking 1 from it leaves its
quotient as it is; and every index with m is the complement of that with -m. Or m is a multiple of
2**s. Then every E * m is one; taking 1 from it takes 1 from its quotient q; and as ~(q - 1) = -q,
every index with m is the negative of that with -m. So two keys share an index with m exactly if
they share one with -m, and m is a magic exactly if -m is. All of that depends on m modulo
2**period only.

Let f be the bit that a search makes known first. If some bit of m below f is 1, then m and -m
differ in bit f, and the prefixes in which it is 0 lead to one of the two. A *mirrored* division
has the subtrees below these prefixes. What is left are the multiples of 2**f, whose bit f is that
of their negatives: if it is 0, both are met, and would be counted twice; if it is 1, neither is
met. Two further subtrees, of a search that grows upwards from bit 0, have

    the second last:  the multiples of 2**(f + 1),
    the last:         the odd multiples of 2**f.

With n, n0 and n1 magics in the former subtrees, the second last and the last, there are
2 * n - n0 + n1 in all. That also counts those right that are their own negatives, 0 and
2**(period - 1): they are multiples of 2**f.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from magicbb.research.proofs.claim import Claim

_WORTH = 3 / 4
"""A mirrored search, with its exceptions, must be this short compared with the whole one."""


def mirrored(claim: Claim, first: int, nodes: float) -> float | None:
    """How many nodes a mirrored search has, about and at most.

    Args:
        claim: The claim.
        first: The bit that it makes known first.
        nodes: The estimated nodes of the whole search.

    Returns:
        The number; None if the claim is not about black magics, or little would be saved.

    >>> from magicbb.research.proofs.claim import Claim
    >>> mirrored(Claim("rook", "d3", "black", 9), 36, 57e9)
    28500524288.0
    >>> mirrored(Claim("rook", "d3", "white", 9), 36, 57e9)
    """
    expected = nodes / 2 + (1 << (claim.period - first))
    return expected if claim.black and expected <= _WORTH * nodes else None


def exception(first: int, number: int) -> tuple[int, int]:
    """Where one of the two subtrees of the exceptions begins, in a search upwards from bit 0.

    Args:
        first: The bit that the search makes known first.
        number: 0, the multiples of 2**(first + 1); or 1, the odd multiples of 2**first.

    Returns:
        Its depth, and the prefix there.

    >>> exception(3, 0), exception(3, 1)
    ((4, 0), (4, 8))
    """
    return first + 1, number << first
