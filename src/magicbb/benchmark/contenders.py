"""The contenders: tables of any scheme or file, non-magic methods, and incremental rotated boards.

An engine with rotated bitboards has three additional boards in its position, and toggles two
squares on all four boards for a quiet move; with magics, only on one board. Comparing look-ups is
therefore not enough: updating boards costs time on every move, however many look-ups follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.arguments import short_repr
from magicbb.compile import Bytes, Word, Words, counting, entry, kernel
from magicbb.files import STANDARD_INPUT
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.choice import parse_choice
from magicbb.recipes.rivals.rotated import Rotated
from magicbb.recipes.rivals.turning import BOARDS, boards, toggle
from magicbb.tables.build import is_file, table_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.benchmark.streams import Stream
    from magicbb.chess.notation.fen import Board
    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.recipe import AttacksKernel, Recipe

YARDSTICK = "rays"
"""The baseline for all comparisons: the ray walk."""

KEPT = "rotated, kept"
"""Rotated bitboards with incremental boards, as in engines."""


@dataclass(frozen=True, eq=False)
class Contender:
    """A recipe with the arrays that its kernels read.

    Attributes:
        name: The name shown in tables.
        recipe: The recipe that supplies the kernels.
        parameters: uint64[128, words], one record per row.
        slots: The slots; with incremental boards, the boards of all positions.
        attack_sets: uint64, the attack sets that slots may refer to.
        kept: Whether its queries use incremental boards instead of occupied squares.
    """

    name: str
    recipe: Recipe
    parameters: npt.NDArray[np.uint64]
    slots: npt.NDArray[Any]
    attack_sets: npt.NDArray[np.uint64]
    kept: bool = False

    @property
    def arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """The first three arguments of the contender's kernels."""
        return self.parameters, self.slots, self.attack_sets

    def answers(self, stream: Stream) -> bool:
        """Whether the contender can answer a stream's queries."""
        return not self.kept or stream.positions is not None

    def queries(self, stream: Stream) -> npt.NDArray[np.uint64]:
        """Each query's second word: the occupied squares, or the index of the position's boards."""
        if not self.kept:
            return stream.occupied
        if stream.positions is None:
            raise ValueError(f"{self.name} needs positions, and the {stream.name} stream has none")
        return stream.positions * BOARDS


def default_schemes(*, slow: bool = False) -> list[str]:
    """The names of the schemes in the catalogue.

    Args:
        slow: Whether to include schemes whose magics take half a minute to find.
    """
    return [name for name, row in CATALOGUE.items() if slow or not row.slow]


def contender_named(scheme: str, seed: int = 1) -> Contender:
    """Build the table of a scheme, or read it from a file.

    Args:
        scheme: A name from the catalogue, HASH/LAYOUT/STORAGE[/SOURCE], or a file of magics or
            source code.
        seed: The seed of the search for magics.

    Raises:
        ValueError: The scheme is unknown, or the file cannot be parsed.
        OSError: The file cannot be read.
    """
    table = table_named(scheme, seed)
    return Contender(scheme, table.recipe, table.parameters, table.slots, table.attack_sets)


def check_schemes(schemes: Sequence[str]) -> None:
    """Check that all schemes are known, before any of them is built.

    Raises:
        ValueError: A scheme is unknown.
        TypeError: A scheme is not a string.
        OSError: A file does not exist.
    """
    for scheme in schemes:
        if not isinstance(scheme, str):
            raise TypeError(
                'schemes must be separate strings, as in bench("fancy", "pext"), '
                f"got {short_repr(scheme)}"
            )
        if is_file(scheme):
            if scheme != STANDARD_INPUT:
                Path(scheme).stat()
        else:
            parse_choice(scheme)


def kept_rotated(rotated: Contender, positions: Sequence[Board]) -> Contender:
    """Rotated bitboards with the incremental boards of all positions."""
    if not isinstance(rotated.recipe, Rotated):
        raise TypeError(f"only rotated bitboards have incremental boards, not {rotated.name}")
    recipe, boards = KeptRotated(rotated.recipe), boards_of(positions)
    return Contender(KEPT, recipe, rotated.parameters, boards, rotated.attack_sets, kept=True)


SQUARES_PER_MOVE = 2
"""The number of squares toggled by a quiet move: the one it leaves and the one it reaches."""

_ZERO, _ONE, _TWO = Word(0), Word(1), Word(2)
_BOARDS, _LAST_SQUARE = Word(BOARDS), Word(63)


@dataclass(frozen=True)
class KeptRotated:
    """A recipe for rotated bitboards that reads incremental boards instead of `occupied`.

    The slots hold the four boards of each position in turn; the last argument of the kernel is the
    index of the first board of the query's position.
    """

    rotated: Rotated
    memory: str = "Words"

    def attacks_kernel(self, slider: Slider) -> AttacksKernel:
        """The kernel (parameters, boards, attack sets, square, start) -> attacks."""
        look_up = self.rotated.kept_kernel(slider)

        @kernel
        def kept(
            parameters: Words, slots: Words, attack_sets: Words, square: Word, start: Word
        ) -> Word:
            return look_up(parameters, slots, attack_sets, square, slots, start)

        return kept


def boards_of(positions: Sequence[Board]) -> npt.NDArray[np.uint64]:
    """The four boards of every position in turn."""
    occupied = np.array([board.occupied for board in positions], np.uint64)
    kept = np.empty(BOARDS * len(occupied), np.uint64)
    _turn_all(occupied, kept, len(occupied))
    return kept


@entry
def _turn_all(occupied: Words, kept: Words, count: Word) -> None:
    for number in counting(count):
        boards(occupied[number], kept, number * _BOARDS)


@entry
def toggle_four(attack_sets: Words, kept: Words, squares: Bytes, moves: Word, passes: Word) -> None:
    """Simulate moves: for each, toggle the next two squares on all four boards of `kept`."""
    for _ in counting(passes):
        for move in counting(moves):
            place = move * _TWO
            toggle(attack_sets, kept, _ZERO, Word(squares[place]) & _LAST_SQUARE)
            toggle(attack_sets, kept, _ZERO, Word(squares[place + _ONE]) & _LAST_SQUARE)


@entry
def toggle_one(attack_sets: Words, kept: Words, squares: Bytes, moves: Word, passes: Word) -> None:
    """Simulate moves: for each, toggle the next two squares on the first board of `kept`."""
    for _ in counting(passes):
        for move in counting(moves):
            place = move * _TWO
            kept[_ZERO] ^= attack_sets[(Word(squares[place]) & _LAST_SQUARE) * _BOARDS]
            kept[_ZERO] ^= attack_sets[(Word(squares[place + _ONE]) & _LAST_SQUARE) * _BOARDS]
