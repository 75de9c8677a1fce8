"""Packing tables more tightly than first fit.

`candidates` finds several magics for each row; `ruin/` packs them by ruin and recreate, and
`separation/` by guided local search. `rows` is the interface that both share.
"""
