"""Rays: walk square by square up to the first blocker.

The method is as old as chess programs; this is the package's oracle in compiled form. It needs only
the squares of each ray, 3.5 KB, and takes one step and two branches per square visited. The number
of steps depends on the board, so the branches are unpredictable.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Bytes, Word, Words, kernel
from magicbb.lookup.keys import ROWS, rays_table, row_of, walk
from magicbb.recipes.notes import Note, explained
from magicbb.recipes.rivals.arrays import RivalArrays

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.recipe import AttacksKernel

_ATTACKS = Note("Attacks", "Walk along each ray, square by square, up to the first piece.")


@dataclass(frozen=True)
class Rays:
    """The ray walk; the slots hold the squares in the order in which it visits them."""

    name: str = "rays"
    description: str = "ray walk, square by square"
    memory: str = "Bytes"
    needs: str = ""

    def arrays(self) -> RivalArrays:
        """No parameters; four rays of seven squares for each row, padded with 255."""
        table = rays_table().reshape(-1)
        used = int(np.count_nonzero(table < 64))  # noqa: PLR2004 (a square)
        return RivalArrays(np.zeros((ROWS, 0), np.uint64), table, used=used)

    def fields(self, slider: Slider) -> tuple[str, ...]:  # noqa: ARG002 (the same for both sliders)
        """No fields."""
        return ()

    def attacks_kernel(self, slider: Slider) -> AttacksKernel:
        """The kernel (parameters, slots, attack sets, square, occupied) -> attacks."""
        first = Word(row_of(slider, 0))

        @explained(attacks=_ATTACKS)
        @kernel
        def walk_rays(
            _parameters: Words, slots: Bytes, _attack_sets: Words, square: Word, occupied: Word
        ) -> Word:
            return walk(slots, first + square, occupied)

        return walk_rays
