"""All data of the move generator in one array: a slider table and fixed geometry.

A single array needs only one pointer, which leaves registers for the five words of a position and
the depth when compiled functions call each other. The offset of every part is known at compile
time.

The array starts with one record per square, each filling a cache line, for king and knight moves,
pins and shields. Next come the squares between any two squares on a line, then the parameters, the
attack sets and the slots of the chosen table.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from weakref import finalize

import numpy as np

from magicbb.chess.generator.castling import CHESS960, STANDARD, Castling
from magicbb.chess.generator.squares import CHESS960_MARK
from magicbb.chess.steps import step_attacks
from magicbb.compile import Word, Words, kernel, memory_from, words_from
from magicbb.compile.memory import CACHE_LINE, frozen
from magicbb.geometry.bitboards import squares_of
from magicbb.geometry.sliders import BISHOP, ROOK, SLIDERS

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.recipe import AnyTable, Recipe

_RECORD = 8  # words: attacks of knight, king, pawn, bishop, rook, and padding
_BETWEEN = 64 * _RECORD
_PARAMETERS = _BETWEEN + 64 * 64

_KING, _PAWN, _DIAGONALS, _LINES = Word(1), Word(2), Word(3), Word(4)
_EIGHT, _SIX = Word(3), Word(6)  # shifts that multiply by the record size and by 64
_BETWEEN_START = Word(_BETWEEN)


@kernel
def knight_attacks(tables: Words, square: Word) -> Word:
    """The squares that a knight attacks."""
    return tables[square << _EIGHT]


@kernel
def king_attacks(tables: Words, square: Word) -> Word:
    """The squares that a king attacks."""
    return tables[(square << _EIGHT) + _KING]


@kernel
def pawn_attacks(tables: Words, square: Word) -> Word:
    """The squares that a pawn moving up the board attacks."""
    return tables[(square << _EIGHT) + _PAWN]


@kernel
def diagonals(tables: Words, square: Word) -> Word:
    """The squares that a bishop attacks on an empty board."""
    return tables[(square << _EIGHT) + _DIAGONALS]


@kernel
def lines(tables: Words, square: Word) -> Word:
    """The squares that a rook attacks on an empty board."""
    return tables[(square << _EIGHT) + _LINES]


@kernel
def between(tables: Words, one: Word, other: Word) -> Word:
    """The squares strictly between two squares; empty if the two do not share a line."""
    return tables[_BETWEEN_START + (one << _SIX) + other]


@dataclass(frozen=True)
class Sliders:
    """A recipe's kernels, the offsets of its arrays in the move tables, and the castling rules.

    Attributes:
        recipe: The recipe.
        attack_sets_start: The index of the first word of the attack sets.
        slots_start: The index of the first word of the slots.
        castling: The castling rules that the move generator is compiled for.
    """

    recipe: Recipe
    attack_sets_start: int
    slots_start: int
    castling: Castling = STANDARD

    @functools.cached_property
    def rook(self) -> Callable[[Words, Word, Word], Word]:
        """The kernel (tables, square, occupied) -> attacks of a rook."""
        return self._kernel(ROOK)

    @functools.cached_property
    def bishop(self) -> Callable[[Words, Word, Word], Word]:
        """The kernel (tables, square, occupied) -> attacks of a bishop."""
        return self._kernel(BISHOP)

    @functools.cached_property
    def chess960(self) -> Sliders:
        """These sliders with the castling rules of Chess960."""
        return replace(self, castling=CHESS960)

    def _kernel(self, slider: Slider) -> Callable[[Words, Word, Word], Word]:
        attacks = self.recipe.attacks_kernel(slider)
        slots_from = memory_from(self.recipe.memory)
        parameters, attack_sets = Word(_PARAMETERS), Word(self.attack_sets_start)
        slots = Word(self.slots_start)

        @kernel
        def slide(tables: Words, square: Word, occupied: Word) -> Word:
            return attacks(
                words_from(tables, parameters),
                slots_from(tables, slots),
                words_from(tables, attack_sets),
                square,
                occupied,
            )

        return slide


@dataclass(frozen=True, eq=False)
class MoveTables:
    """The array of all data, and the kernels that look up sliders in it.

    Attributes:
        sliders: The kernels that read the array.
        words: The array: uint64, read-only.
    """

    sliders: Sliders
    words: npt.NDArray[np.uint64]

    @functools.cached_property
    def address(self) -> int:
        """The address of the array."""
        return self.words.ctypes.data

    def sliders_for(self, rights: int) -> Sliders:
        """The kernels for positions with these rights, which may be ORed over several positions."""
        return self.sliders.chess960 if rights & int(CHESS960_MARK) else self.sliders

    @classmethod
    def of(cls, table: AnyTable) -> MoveTables:
        """The move tables for a slider table, cached as long as the slider table exists."""
        # Cached by identity, since hashing or comparing a table would read all its magics.
        made = _MADE.get(id(table))
        if made is None:
            made = _MADE[id(table)] = cls._make(table)
            finalize(table, _MADE.pop, id(table), None)
        return made

    @classmethod
    def _make(cls, table: AnyTable) -> MoveTables:
        parts = [_geometry(), table.parameters, table.attack_sets, table.slots]
        starts, size = [], 0
        for part in parts:
            starts.append(size // 8)
            size += -(-part.nbytes // CACHE_LINE) * CACHE_LINE
        memory = np.zeros(size, np.uint8)
        for part, start in zip(parts, starts, strict=True):
            flat = np.ascontiguousarray(part).view(np.uint8).reshape(-1)
            memory[8 * start : 8 * start + len(flat)] = flat
        return cls(Sliders(table.recipe, starts[2], starts[3]), frozen(memory.view(np.uint64)))


_MADE: dict[int, MoveTables] = {}
"""The cache of move tables, keyed by the `id` of the slider table."""


@functools.cache
def _geometry() -> npt.NDArray[np.uint64]:
    """The record of each square, followed by the squares between each pair of squares."""
    words = np.zeros(_PARAMETERS, np.uint64)
    for square in range(64):
        steps = [step_attacks(letter, square) for letter in "NKP"]
        record = [*steps, BISHOP.attacks(square), ROOK.attacks(square)]
        words[square * _RECORD : square * _RECORD + len(record)] = record
        for slider in SLIDERS:
            for other in squares_of(slider.attacks(square)):
                seen = slider.attacks(square, 1 << other)
                words[_BETWEEN + square * 64 + other] = seen & slider.attacks(other, 1 << square)
    return frozen(words)
