"""Packing tables more tightly than first fit.

`candidates` finds several magics for each row; `ruin/` packs them by ruin and recreate, `sequence/`
in groups that share slots and overlap, and `separation/` by guided local search. `packer` is what
ruin and recreate and separation share: the rows to be packed, and the best packing.
"""
