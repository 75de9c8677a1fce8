"""What is done with a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from magicbb.compile import Word, Words

Visit = Callable[[Words, Any, Word, Word, Word, Word, Any], Word]
"""A kernel (tables, context, total, origin, target, promotion, after) -> total.

It is inlined for every kind of move. `total` is what the visit before returned, and at first 0.
Origin and target are bitboards, the promotion is one of `moves`. `after` is the position after the
move in five words, from the same side: its `own` are the pieces of the side that is to move next,
but it still moves downwards. The square for en passant, on rank 3, is there only where a pawn
stands beside it, ready to capture.
"""
