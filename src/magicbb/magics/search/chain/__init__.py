"""The chain search finds all magics for a rook square.

On the first rank it is tens of times as fast as `bit_by_bit`, on the second from about as fast to
twenty times as fast. On higher ranks, it is slower for white magics, but for black ones up to
millions of times as fast.

The product of a key and a magic m is a sum of *generators*, one for each square of the key: m
shifted left by the square's number. Generators are points on the circle of the integers modulo
2**64, which is divided into slots, equal arcs of S = 2**(64 - bits) points. A point's *fraction* is
its position within its slot. Let x_i be the generators of the squares on the rook's rank, and y_j
those of the squares on its file, first upwards from the rook, then downwards.

The search fixes a contiguous range of the bits of m, initially those that determine the x_i and
y_1. While squares above the rook remain, the range grows downwards: on level j, y_j is known up to
a *cell*, a sixteenth of a slot, and y_(j + 1) = 2**8 * y_j has eight unknown bits, so it lies in
one of 256 adjacent cells. For squares below the rook, the range grows upwards: all but the top
eight bits of y_(j + 1) are known, so it lies in one of 256 cells evenly spaced around the circle.

**Windows.** Take two keys whose file squares differ by c, a nonzero sum of generators each taken
-1, 0 or 1 times, and whose rank squares, as the numbers R and R', differ by n = R' - R. The file
squares on which the keys agree can be chosen freely; let those nearer than every differing square
be empty. Then the nearest differing square is a blocker for only one of the two keys, so their
attacks differ, whatever R is: every pair (R, R + n) counts. The products of the keys are
d = n * m + c apart, and share a slot exactly if the fraction f of the first one satisfies
0 <= f + d < S, that is, if f lies on a certain arc of S - abs(d) points. Consider the fractions for
all R for which R + n is also a set of rank squares, and let G be the largest gap between neighbours
on the circle of S points: an arc of G points or more contains a fraction, wherever it begins. So
some pair collides if

    abs(d) <= S - G

and the contribution of file squares common to both keys does not matter, since it only rotates the
circle of fractions. Let c = v + s, where v is a generator not yet chosen and s a signed sum of
known generators: then v + s must be more than S - G_n away from every -n * m, where G_n is the G of
the difference n. These forbidden arcs form one set, with one bit per cell, in which v + s is looked
up for all s.

If the bits of m below bit b are unknown, their value is at most U = 2**b - 1: a product N * m is
known up to an interval of abs(N) * U points, and G grows by at most (max(R) - min(R)) * U. A cell
is forbidden only if it is forbidden for all values of these bits, that is, if it lies entirely
within the intersection of the arcs. A cell moved by a distance known only up to an interval is
forbidden only if all cells that it may touch are forbidden.

**Four searches at once.** A key of a black magic is -(k + 1), where k are the empty relevant
squares, and its index is ~floor(((k + 1) * m - 1) / S): adding m - 1 to all products rotates the
circle. The pairs with different attacks on the rank are those of white magics, reflected, and
reflection preserves gaps; -m reflects the whole circle. So whatever windows exclude is excluded for
white and for black magics, and for both m and -m.

**The chain.** Once y_1 is known, the windows for c = v, v + y_1 and v - y_1 go into a first set.
Once y_2 is known, this set is intersected with itself moved by y_2 and by -y_2; the result serves
all later generators above the rook. Starting at level 3, the 3**(j - 2) signed sums of y_3..y_j are
looked up, each for 256 cells at once in four words, and most nodes are cut off within the first few
sums. Below the rook, the first set is used, with the 3**(j - 1) signed sums of y_2..y_j.

**Distinguishing fractions.** Where fractions cluster, gaps are long and windows are narrow. If G
exceeds 3 / 8 of a slot on average, pairs are distinguished by the fraction that the file squares of
the first key contribute: there is a separate set for each of 32 classes of fractions, and each
known y is tried in both keys, in neither, in the first only, and in the second only. A pair
excludes v if the fractions of both keys are certain to be from 1 to S - 2; at the very ends of a
slot, m and -m differ. Here, blocking does matter: if a common square hides the differing ones, only
pairs with different attacks on the rank count. White and black magics are then searched for
separately.

**The plain rule** of the bit-by-bit search ends a branch if two keys with different attacks are
certain to share a slot. It is checked where windows leave candidates, since windows alone leave too
many at the boundaries between cells; on the first two ranks only from level 4, or from level 2 if
fractions are distinguished. Candidates that survive the last level are tested with all keys.

**Half of the magics.** -m is tested along with m, so it suffices to search prefixes whose highest
bit, bit h, is 0: this bit is 0 in m or in -m, unless m is a multiple of 2**h. No multiple of 2**h
is a magic: all x_i but the lowest are 0, on the upper two ranks even all. So two sets of blockers
that differ only in one of these squares have the same index, but different attacks if no blocker is
nearer. If the bits of a number below its prefix p are not all zero, its negative has the prefix ~p;
if they are, its negative has the prefix -p.

**The rotation of black products**, the fraction of m - 1, is known on the first two ranks (on the
second with at least 9 bits, on b2 with 10). Elsewhere it depends on bits of m that the search fixes
last, or not at all. Windows do not need it. The plain rule is skipped for black magics until it is
known. Where fractions are distinguished, it is assumed to lie in one of 32 classes, and for each of
them, black magics are searched for separately: fractions are then known up to the size of a class,
and the plain rule applies if the products of two keys share a slot for every rotation of the class.
Since this takes 32 searches, a single set is used as long as the gaps do not exceed 11 / 16 of a
slot on average.

**Bishops** are not searched this way. The generators of a rank are one bit apart, so on a1 twenty
known bits determine all six of them up to a cell. Those of a diagonal are seven or nine bits apart:
on e3 with 6 bits the longer diagonal takes 38 bits, and half of the prefixes of 38 bits, 2**37, are
more than all nodes of the bit-by-bit search, 4e10 by its estimate. For black magics, the chain
would not help, but a different treatment of the rotation by m - 1 would, since the bit-by-bit
search does not know this rotation until it has fixed the highest bits, unless it assumes one. A
search that instead checks whether there is still a rotation with which no known keys collide has
3e9 nodes instead of 1e12 on c2 with 4 bits, 2e11 instead of 6e12 on h1 with 5, 1e13 instead of 7e13
on a3 with 4 (stochastic estimates with a prototype), but each node takes longer.

The modules: `plan` (generators, pairs, levels and terms of a square), `state` and `memory` (the
plan as records for kernels), `bits` (sets of cells), `windows` (the first set), `classes` and
`sharing` (sets by fraction), `descent` (through the levels), `keys` (the plain rule), `search`
(prefix by prefix) and `sampling` (estimates).

All thresholds are integers, so the number of nodes below a prefix is the same on every machine.
Parts of proofs list these numbers: a change that affects the nodes of any prefix must raise
`SEARCH_VERSION`. The chain of windows comes from our own prototype in C++ (2026). The search builds
on `bit_by_bit` and is checked against it.
"""

from magicbb.magics.search.chain.search import SEARCH_VERSION, ChainOutcome, ChainSearch

__all__ = ["SEARCH_VERSION", "ChainOutcome", "ChainSearch"]
