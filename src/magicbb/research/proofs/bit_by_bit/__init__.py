"""Proofs by the bit-by-bit search, which settles white or black magics of one square.

The modules: `certificate` (the result, as JSON), `plan` (the order, the estimated length and the
division of the search), `mirror` (searching only half of the black magics), `prover` (the search),
and `replay` and `checker`, both independent of `plan`, `mirror` and `prover`.
"""
