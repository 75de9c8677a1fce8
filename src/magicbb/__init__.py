"""A toolkit for magic bitboards.

    >>> import magicbb as mb
    >>> hex(mb.rook_attacks("d4", 0))
    '0x8080808f7080808'
    >>> mb.bishop_attacks([0, 7], 0)
    array([9241421688590303744,   72624976668147712], dtype=uint64)

Importing the package loads almost nothing: each public name is loaded on first use, and the
compiler is loaded only when it is needed.
"""

from __future__ import annotations

from magicbb.public import __version__, public_names

TYPE_CHECKING = False  # type checkers treat it as true; importing typing would take 5 ms
if TYPE_CHECKING:
    from typing import Any

    from magicbb import chess, errors, geometry, research, tables
    from magicbb.benchmark.bench import bench
    from magicbb.chess.collections.attack_maps import attack_maps
    from magicbb.chess.collections.reading import read_positions
    from magicbb.chess.position import Position
    from magicbb.explanations.explanation import explain
    from magicbb.explanations.explorer.exploring import explore
    from magicbb.exports.source import export
    from magicbb.geometry.bitboards import diagram
    from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK
    from magicbb.lookup.function import Lookup
    from magicbb.magics.magic import Magic
    from magicbb.magics.search import find, find_all
    from magicbb.pictures.drawing import draw
    from magicbb.recipes.catalogue import schemes
    from magicbb.research.records import RecordBook
    from magicbb.research.tasks.checking import check
    from magicbb.research.tasks.packing import pack
    from magicbb.research.tasks.proving import prove
    from magicbb.tables.build import build
    from magicbb.tables.reading import read
    from magicbb.tables.table import Table
    from magicbb.tables.verifying import verify

    rook_attacks: Lookup  # from tables.default_table(), like the next two
    bishop_attacks: Lookup
    queen_attacks: Lookup

_NAMES = {
    "": ("chess", "errors", "geometry", "research", "tables"),
    "benchmark.bench": ("bench",),
    "chess.collections.attack_maps": ("attack_maps",),
    "chess.collections.reading": ("read_positions",),
    "chess.position": ("Position",),
    "explanations.explanation": ("explain",),
    "explanations.explorer.exploring": ("explore",),
    "exports.source": ("export",),
    "geometry.bitboards": ("diagram",),
    "geometry.sliders": ("BISHOP", "QUEEN", "ROOK"),
    "magics.magic": ("Magic",),
    "magics.search": ("find", "find_all"),
    "pictures.drawing": ("draw",),
    "recipes.catalogue": ("schemes",),
    "research.records": ("RecordBook",),
    "research.tasks.checking": ("check",),
    "research.tasks.packing": ("pack",),
    "research.tasks.proving": ("prove",),
    "tables.build": ("build",),
    "tables.reading": ("read",),
    "tables.table": ("Table",),
    "tables.verifying": ("verify",),
}
"""The public names defined in each module; submodules are listed under the empty string."""

_OF_DEFAULT_TABLE = ("bishop_attacks", "queen_attacks", "rook_attacks")
"""Attributes of `default_table()`, which is built when one of these names is first used."""

__all__ = [
    "BISHOP",
    "QUEEN",
    "ROOK",
    "Magic",
    "Position",
    "RecordBook",
    "Table",
    "__version__",
    "attack_maps",
    "bench",
    "bishop_attacks",
    "build",
    "check",
    "chess",
    "diagram",
    "draw",
    "errors",
    "explain",
    "explore",
    "export",
    "find",
    "find_all",
    "geometry",
    "pack",
    "prove",
    "queen_attacks",
    "read",
    "read_positions",
    "research",
    "rook_attacks",
    "schemes",
    "tables",
    "verify",
]

_resolve, _ = public_names(__name__, _NAMES)


def __getattr__(name: str) -> Any:
    """Resolve a public name on first use."""
    if name not in _OF_DEFAULT_TABLE:
        return _resolve(name)
    globals()[name] = value = getattr(__getattr__("tables").default_table(), name)
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
