"""King moves: steps to squares that are not attacked, and castling."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.move_tables import king_attacks
from magicbb.chess.generator.restraints import attacked
from magicbb.compile import Word, Words, count_zeros, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders


@functools.cache
def king_kernel(sliders: Sliders) -> Callable[..., Any]:
    """The kernel that returns the targets of king steps, and the rooks available for castling.

    Its argument `kings` holds the kings of both sides.
    """
    free, safe = sliders.castling.free, sliders.castling.safe

    @kernel
    def king_targets(
        tables: Words,
        own: Word,
        occupied: Word,
        kings: Word,
        enemies: Any,
        rights: Word,
        checkers: Word,
    ) -> Any:
        king = kings & own
        steps = king_attacks(tables, count_zeros(king)) & ~own
        rooks = free(rights, king, occupied, checkers)
        if steps | rooks:
            danger = attacked(tables, occupied ^ king, enemies, count_zeros(kings & ~own))
            _diagonal, orthogonal, _knights, _pawns = enemies
            steps, rooks = steps & ~danger, safe(rooks, king, danger, orthogonal)
        return steps, rooks

    return king_targets
