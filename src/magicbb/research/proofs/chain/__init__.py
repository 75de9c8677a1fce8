"""Proofs by the chain search, which settles white and black together, in parts.

The numbers m and -m are searched together, so half of them are enough: the *prefixes*, the high
bits of m, with the highest one 0. Consecutive prefixes make a *run*, whose nodes are counted, and
runs make numbered *parts*. A part depends only on its number, so it can be searched on any machine;
all of them together give two certificates, one for white and one for black magics.

The parts: `division` (the claim, and its division into runs and parts), `parts` (searched parts, as
a file), `searching` (searching a part; the result of all of them), `certificate`, and separately,
`checker`, which shares nothing with the chain search.
"""
