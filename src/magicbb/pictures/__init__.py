"""SVG pictures: boards, 64-bit numbers, magics, maps of tables, and sheets of several pictures.

All pictures are made from plain data and have their own background, so that they are readable in
light and dark notebooks.

The modules: `drawing` (bitboards as boards), `board`, `bits`, `magic`, `table` with `slot_map`,
`memory` and `status_board` (one picture each), `sheet` (several side by side), `palette`,
`lettering` and `piece_shapes` (colours, text and pieces), and `notebook` (progress in notebooks).
"""

from magicbb.pictures.drawing import Drawing

__all__ = ["Drawing"]
