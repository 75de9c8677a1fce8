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

from magicbb.version import __version__

TYPE_CHECKING = False  # type checkers know the name; importing typing would take 5 ms
if TYPE_CHECKING:
    from typing import Any

    from magicbb.chess.collections.attack_maps import AttackMaps, attack_maps
    from magicbb.chess.collections.positions import Positions
    from magicbb.chess.collections.reading import PositionError, position_chunks, read_positions
    from magicbb.chess.moves import Move
    from magicbb.chess.notation.fen import FenError
    from magicbb.chess.position import Position
    from magicbb.explanations.explanation import Explanation, explain
    from magicbb.exports.source import export
    from magicbb.geometry.bitboards import (
        diagram,
        parse_diagram,
        squares_of,
        subset,
        subset_number,
        subsets,
    )
    from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, Slider
    from magicbb.geometry.squares import parse_square, square_name
    from magicbb.lookup.function import Lookup
    from magicbb.lookup.verify import Report, VerificationError
    from magicbb.magics.collisions import CollisionError
    from magicbb.magics.magic import Magic
    from magicbb.magics.search import MagicNotFoundError, find, find_all
    from magicbb.pictures.drawing import Drawing, draw
    from magicbb.recipes.catalogue import schemes
    from magicbb.recipes.scheme import Scheme
    from magicbb.tables.build import build
    from magicbb.tables.files import default_table, load, read_file
    from magicbb.tables.imports.findings import Imported
    from magicbb.tables.imports.importing import import_magics
    from magicbb.tables.table import Table

    rook_attacks: Lookup  # of default_table(), as the two others
    bishop_attacks: Lookup
    queen_attacks: Lookup

_NAMES = {
    "chess.collections.attack_maps": ("AttackMaps", "attack_maps"),
    "chess.collections.positions": ("Positions",),
    "chess.collections.reading": ("PositionError", "position_chunks", "read_positions"),
    "chess.moves": ("Move",),
    "chess.notation.fen": ("FenError",),
    "chess.position": ("Position",),
    "explanations.explanation": ("Explanation", "explain"),
    "exports.source": ("export",),
    "geometry.bitboards": (
        "diagram",
        "parse_diagram",
        "squares_of",
        "subset",
        "subset_number",
        "subsets",
    ),
    "geometry.sliders": ("BISHOP", "QUEEN", "ROOK", "Slider"),
    "geometry.squares": ("parse_square", "square_name"),
    "lookup.verify": ("Report", "VerificationError"),
    "magics.collisions": ("CollisionError",),
    "magics.magic": ("Magic",),
    "magics.search": ("MagicNotFoundError", "find", "find_all"),
    "pictures.drawing": ("Drawing", "draw"),
    "recipes.catalogue": ("schemes",),
    "recipes.scheme": ("Scheme",),
    "tables.build": ("build",),
    "tables.files": ("default_table", "load", "read_file"),
    "tables.imports.findings": ("Imported",),
    "tables.imports.importing": ("import_magics",),
    "tables.table": ("Table",),
}
"""The public names that come from each module."""

_HOMES = {name: home for home, names in _NAMES.items() for name in names}

_OF_DEFAULT_TABLE = ("bishop_attacks", "queen_attacks", "rook_attacks")
"""The names that are those of `default_table()`, which is filled when one of them is first used."""

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
    if name in _OF_DEFAULT_TABLE:
        value = getattr(import_module("magicbb.tables.files").default_table(), name)
    elif name in _HOMES:
        value = getattr(import_module(f"magicbb.{_HOMES[name]}"), name)
    else:
        raise AttributeError(f"module 'magicbb' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
