"""Black magics come in pairs, m and -m, so searching half of the numbers settles a claim.

A black key is K = blockers | ~mask = -E modulo 2**64, where e is the set of empty relevant squares
and E = e + 1. No corner is relevant, so e is even and E is odd. With s = 64 - bits, the index of K
is, modulo 2**bits,

    with -m:  floor(E * m / 2**s)
    with m:   floor(-E * m / 2**s) = ~floor((E * m - 1) / 2**s)

If m is not a multiple of 2**s, no E * m is a multiple either, as E is odd. Subtracting 1 from E * m
does not change its quotient, so every index with m is the complement of the index with -m. If m is
a multiple of 2**s, every E * m is a multiple. Subtracting 1 from E * m decreases its quotient q by
1, and as ~(q - 1) = -q, every index with m is the negative of the index with -m. So two keys share
an index with m if and only if they share one with -m, and m is a magic if and only if -m is. All of
this depends only on m modulo 2**period.

Let f be the first bit that a search makes known. If some bit of m below f is 1, then m and -m
differ in bit f, and the prefixes in which bit f is 0 lead to one of the two. A *mirrored* division
consists of the subtrees below these prefixes. This leaves the multiples of 2**f, which have the
same bit f as their negatives: if it is 0, both are found, and would be counted twice; if it is 1,
neither is found. Two further subtrees, of a search that grows upwards from bit 0, contain these
multiples:

    the second to last subtree:  the multiples of 2**(f + 1),
    the last subtree:            the odd multiples of 2**f.

With n magics in the other subtrees, n0 in the second to last and n1 in the last, the total is
2 * n - n0 + n1. This also holds for the numbers that are their own negatives, 0 and
2**(period - 1), because they are multiples of 2**f.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from magicbb.research.proofs.claim import Claim

_WORTH = 3 / 4
"""The maximum size of a mirrored search, with its exceptions, relative to the whole search."""


def mirrored(claim: Claim, first: int, nodes: float) -> float | None:
    """Estimate an upper bound on the number of nodes of a mirrored search.

    Args:
        claim: The claim.
        first: The first bit that the search makes known.
        nodes: The estimated number of nodes of the whole search.

    Returns:
        The estimate; None if the claim is not about black magics, or little would be saved.

    >>> from magicbb.research.proofs.claim import Claim
    >>> mirrored(Claim("rook", "d3", "black", 9), 36, 57e9)
    28500524288.0
    >>> mirrored(Claim("rook", "d3", "white", 9), 36, 57e9)
    """
    expected = nodes / 2 + (1 << (claim.period - first))
    return expected if claim.black and expected <= _WORTH * nodes else None


def exception(first: int, number: int) -> tuple[int, int]:
    """The depth and prefix of a subtree of exceptions, in a search upwards from bit 0.

    Args:
        first: The first bit that the mirrored search makes known.
        number: 0 for the multiples of 2**(first + 1), or 1 for the odd multiples of 2**first.

    Returns:
        The depth of the subtree, and its prefix.

    >>> exception(3, 0), exception(3, 1)
    ((4, 0), (4, 8))
    """
    return first + 1, number << first
