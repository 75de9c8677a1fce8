"""Every legal move, visited: what is done with it is compiled into the walk.

Keeping the moves in a list first, and making them from there, took 1.1 times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.restraints import restraints_kernel
from magicbb.chess.generator.state import kinds
from magicbb.chess.generator.walking.pawns import pawn_walk
from magicbb.chess.generator.walking.pieces import king_walk, piece_walk
from magicbb.compile import Word, Words, count_zeros, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders
    from magicbb.chess.generator.walking.pieces import Visit

_ZERO = Word(0)


def walk_kernel(sliders: Sliders, visit: Visit) -> Callable[[Words, Any, Any], Word]:
    """The kernel (tables, context, position) -> total that visits every legal move.

    Args:
        sliders: How to look up what bishops and rooks see.
        visit: What is done with every move, see `pieces.Visit`.
    """
    restraints = restraints_kernel(sliders)
    king_moves, pawn_moves = king_walk(sliders, visit), pawn_walk(sliders, visit)
    piece_moves = piece_walk(sliders, visit)

    @kernel
    def walk(tables: Words, context: Any, position: Any) -> Word:
        own, bqn, rqk, pnk, _rights = position
        occupied = bqn | rqk | pnk
        king = count_zeros(rqk & pnk & own)
        enemies = kinds(bqn, rqk, pnk, occupied & ~own)
        found = restraints(tables, king, own, occupied, enemies)
        total = king_moves(tables, context, _ZERO, position, enemies, found)
        total = pawn_moves(tables, context, total, position, enemies, found)
        return piece_moves(tables, context, total, position, found)

    return walk
