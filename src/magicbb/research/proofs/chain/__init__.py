"""Proofs by the chain search, which settles white and black together, in parts.

The numbers m and -m are searched together, so half of the numbers are enough: a *prefix* is the
high bits of m, of which the highest is 0. Consecutive prefixes form a *run*, whose nodes are
counted, and runs form numbered *parts*. A part depends only on its number, so it can be searched on
any machine; all parts together give two certificates, one for white and one for black magics.

The modules: `division` (the claim, and its division into runs and parts), `parts` (searched parts,
as a file), `searching` (searching a part; the certificates of all parts), `certificate`, and
`checker`, which checks with an independent search.
"""
