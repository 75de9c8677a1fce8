"""Proofs by the chain search, which settles white and black together and is divided into parts.

The numbers m and -m are searched together, so half of the numbers are enough: a *prefix* consists
of the high bits of m, the highest of which is 0. Consecutive prefixes form a *run*, whose nodes are
counted, and runs form numbered *parts*. A part depends only on its number, so it can be searched on
any machine; all parts together give two certificates, one for white and one for black magics.

The modules: `division` (the claim, and its division into runs and parts), `parts` (searched parts,
as a file), `searching` (searching a part, and assembling certificates), `certificate`, and
`checker`, which checks with an independent search.
"""
