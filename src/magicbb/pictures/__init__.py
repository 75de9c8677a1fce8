"""Pictures, as SVG: boards, 64 bits, magics, maps of tables, and several of them on a sheet.

All of them are made from plain data, and stand on their own background: so that they can be read in
light and in dark notebooks.
"""

from magicbb.pictures.drawing import Drawing

__all__ = ["Drawing"]
