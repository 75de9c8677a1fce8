"""The workshop for magic bitboards.

    >>> import magicbb as mb
    >>> hex(mb.rook_attacks("d4", 0))
    '0x8080808f7080808'
    >>> mb.bishop_attacks([0, 7], 0)
    array([9241421688590303744,   72624976668147712], dtype=uint64)

Importing the package loads nothing: every public name is resolved when it is first used, and the
compiler only when something has to be compiled.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # type checkers know the name; importing typing would take 5 ms
if TYPE_CHECKING:
    from typing import Any

    from magicbb.axes import Scheme
    from magicbb.bitboards import diagram, parse_diagram, squares_of, subset, subset_number, subsets
    from magicbb.catalogue import build, schemes
    from magicbb.chess.collections.attack_maps import AttackMaps, attack_maps
    from magicbb.chess.collections.positions import Positions
    from magicbb.chess.collections.reading import PositionError, position_chunks, read_positions
    from magicbb.chess.moves import Move
    from magicbb.chess.notation.fen import FenError
    from magicbb.chess.position import Position
    from magicbb.collisions import CollisionError
    from magicbb.defaults import default_table
    from magicbb.explanations.explanation import Explanation, explain
    from magicbb.exports.source import export
    from magicbb.imports.findings import Imported
    from magicbb.imports.importing import import_magics
    from magicbb.interchange import load, read_file
    from magicbb.lookups import Lookup
    from magicbb.magics import Magic
    from magicbb.pictures.drawing import Drawing, draw
    from magicbb.search import MagicNotFoundError, find, find_all
    from magicbb.sliders import BISHOP, QUEEN, ROOK, Slider
    from magicbb.squares import parse_square, square_name
    from magicbb.tables import Table
    from magicbb.verify import Report, VerificationError

    rook_attacks: Lookup
    bishop_attacks: Lookup
    queen_attacks: Lookup

__version__ = "0.1.0"

_HOMES = {
    "AttackMaps": "chess.collections.attack_maps",
    "BISHOP": "sliders",
    "CollisionError": "collisions",
    "Drawing": "pictures.drawing",
    "Explanation": "explanations.explanation",
    "FenError": "chess.notation.fen",
    "Imported": "imports.findings",
    "Magic": "magics",
    "MagicNotFoundError": "search",
    "Move": "chess.moves",
    "Position": "chess.position",
    "PositionError": "chess.collections.reading",
    "Positions": "chess.collections.positions",
    "QUEEN": "sliders",
    "ROOK": "sliders",
    "Report": "verify",
    "Scheme": "axes",
    "Slider": "sliders",
    "Table": "tables",
    "VerificationError": "verify",
    "attack_maps": "chess.collections.attack_maps",
    "bishop_attacks": "defaults",
    "build": "catalogue",
    "default_table": "defaults",
    "diagram": "bitboards",
    "draw": "pictures.drawing",
    "explain": "explanations.explanation",
    "export": "exports.source",
    "find": "search",
    "find_all": "search",
    "import_magics": "imports.importing",
    "load": "interchange",
    "parse_diagram": "bitboards",
    "parse_square": "squares",
    "position_chunks": "chess.collections.reading",
    "queen_attacks": "defaults",
    "read_file": "interchange",
    "read_positions": "chess.collections.reading",
    "rook_attacks": "defaults",
    "schemes": "catalogue",
    "square_name": "squares",
    "squares_of": "bitboards",
    "subset": "bitboards",
    "subset_number": "bitboards",
    "subsets": "bitboards",
}
"""The module that each public name comes from."""

__all__ = [
    "BISHOP",
    "QUEEN",
    "ROOK",
    "AttackMaps",
    "CollisionError",
    "Drawing",
    "Explanation",
    "FenError",
    "Imported",
    "Magic",
    "MagicNotFoundError",
    "Move",
    "Position",
    "PositionError",
    "Positions",
    "Report",
    "Scheme",
    "Slider",
    "Table",
    "VerificationError",
    "__version__",
    "attack_maps",
    "bishop_attacks",
    "build",
    "default_table",
    "diagram",
    "draw",
    "explain",
    "export",
    "find",
    "find_all",
    "import_magics",
    "load",
    "parse_diagram",
    "parse_square",
    "position_chunks",
    "queen_attacks",
    "read_file",
    "read_positions",
    "rook_attacks",
    "schemes",
    "square_name",
    "squares_of",
    "subset",
    "subset_number",
    "subsets",
]


def __getattr__(name: str) -> Any:
    """Resolve a public name on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'magicbb' has no attribute {name!r}")
    value = getattr(import_module(f"magicbb.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
