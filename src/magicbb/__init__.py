"""The workshop for magic bitboards.

    >>> import magicbb as mb
    >>> hex(mb.rook_attacks("d4", 0))
    '0x8080808f7080808'
"""
from magicbb.sliders import BISHOP, QUEEN, ROOK
