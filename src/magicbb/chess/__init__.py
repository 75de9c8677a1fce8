"""Legal moves for one position or millions.

`magicbb.Position` is a single position; `read_positions` reads many from a file. This package
contains their implementation and the types that they return.

The modules: `position` (one position) and `moves` (its moves), with `board_state` and `rules`
behind them; `steps` (the attacks of kings, knights and pawns); `notation/` (FEN and EPD);
`collections/` (arrays of positions); `generator/` (the compiled move generator); `perft`,
`fast_perft` and `suites` (counting move sequences, and files of known counts); `default` (the
slider table of `Position`).
"""

from __future__ import annotations

from magicbb.public import public_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from magicbb.chess.collections.attack_maps import AttackMaps
    from magicbb.chess.collections.legal_moves import LegalMoves
    from magicbb.chess.collections.map_files import Written, write_maps
    from magicbb.chess.collections.positions import Positions
    from magicbb.chess.collections.reading import position_chunks
    from magicbb.chess.moves import Move
    from magicbb.chess.suites import SuiteCase, read_suite

_NAMES = {
    "chess.collections.attack_maps": ("AttackMaps",),
    "chess.collections.legal_moves": ("LegalMoves",),
    "chess.collections.map_files": ("Written", "write_maps"),
    "chess.collections.positions": ("Positions",),
    "chess.collections.reading": ("position_chunks",),
    "chess.moves": ("Move",),
    "chess.suites": ("SuiteCase", "read_suite"),
}
"""The public names defined in each module."""

__all__ = [
    "AttackMaps",
    "LegalMoves",
    "Move",
    "Positions",
    "SuiteCase",
    "Written",
    "position_chunks",
    "read_suite",
    "write_maps",
]

__getattr__, __dir__ = public_names(__name__, _NAMES)
