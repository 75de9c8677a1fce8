"""The colours of all pictures but boards: in one place, and told apart by colour-blind readers.

The colours with a meaning are those of Masataka Okabe and Kei Ito ("Color Universal Design", 2002).
They differ in lightness as well, and no picture leaves it to a colour alone to say something.
"""

PAPER = "#ffffff"
"""The background."""

INK = "#1f2328"
"""Text."""

FAINT_INK = "#59636e"
"""Text that is less important, and still six times as dark as paper."""

LINE = "#d0d7de"
"""Frames and grids."""

SHADE = "#e9edf2"
"""What is a little darker than paper."""

ROOK, ROOK_FAINT = "#0072b2", "#56b4e9"
BISHOP, BISHOP_FAINT = "#e69f00", "#f3c65d"
SEVERAL = "#4b2640"
"""Several squares at once: darker than either slider."""

RIGHT = "#00694d"
WRONG = "#b5400a"

TAKEN = "#ffd980"
TAKEN_FAINT = "#fff3d6"
TAKEN_EDGE = "#b5400a"
"""Bits on which the next step goes on."""

LETTERS = "system-ui,sans-serif"
DIGITS = "ui-monospace,monospace"
"""Families of fonts that every reader has."""
