"""SVG pictures: boards, 64-bit numbers, magics, maps of tables, and sheets of several pictures.

All pictures are made from plain data and have their own background, so that they are readable in
light and dark notebooks.
"""

from magicbb.pictures.drawing import Drawing

__all__ = ["Drawing"]
