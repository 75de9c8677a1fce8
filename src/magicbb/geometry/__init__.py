"""Squares, bitboards and sliders in plain Python: the test oracle for all faster code.

The modules: `squares`, `bitboards`, `sliders` (with the ray walk) and `mappings` (other numberings
of the squares).
"""

from magicbb.geometry.bitboards import (
    diagram,
    parse_diagram,
    pdep,
    pext,
    squares_of,
    subsets,
)
from magicbb.geometry.mappings import MAPPINGS, Mapping, parse_mapping
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, Slider
from magicbb.geometry.squares import parse_square, square_name

__all__ = [
    "BISHOP",
    "MAPPINGS",
    "QUEEN",
    "ROOK",
    "Mapping",
    "Slider",
    "diagram",
    "parse_diagram",
    "parse_mapping",
    "parse_square",
    "pdep",
    "pext",
    "square_name",
    "squares_of",
    "subsets",
]
