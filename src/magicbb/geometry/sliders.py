"""The sliders, with attacks found by walking along rays: the test oracle of the whole package.

A slider moves any number of squares in one direction, up to the edge of the board or the first
piece of either colour, which it still attacks. All faster methods are checked against
`Slider.attacks`, so this file is kept simple enough to be verified by reading it.

    >>> from magicbb.geometry.bitboards import bitboard_of, diagram
    >>> occupied = bitboard_of(["d4", "d6", "d7", "f4", "a1"])
    >>> print(diagram(ROOK.attacks("d4", occupied), pieces={"d4": "R"}))
    . . . . . . . .
    . . . . . . . .
    . . . 1 . . . .
    . . . 1 . . . .
    1 1 1 R 1 1 . .
    . . . 1 . . . .
    . . . 1 . . . .
    . . . 1 . . . .

Summed over all squares, the rook has 102,400 keys and the bishop 5,248, but only 4,900 and 1,428
attack sets:

    >>> for slider in SLIDERS:
    ...     keys = sum(slider.keys(square) for square in range(64))
    ...     attack_sets = sum(slider.attack_sets(square) for square in range(64))
    ...     print(f"{slider}: {keys:,} keys, {attack_sets:,} attack sets")
    rook: 102,400 keys, 4,900 attack sets
    bishop: 5,248 keys, 1,428 attack sets
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import prod
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.geometry.bitboards import EMPTY, bitboard_of, parse_bitboard
from magicbb.geometry.squares import file_of, parse_square, rank_of, square_at

if TYPE_CHECKING:
    from typing import SupportsIndex


@dataclass(frozen=True, slots=True)
class Slider:
    """A sliding piece: `ROOK`, `BISHOP` or `QUEEN`.

    Methods take a square as a number or a name, and raise the same errors as `parse_square`.

    Attributes:
        name: The name, which `str` returns and `parse_slider` accepts.
        directions: One step in each direction, as (files to the right, ranks up).
    """

    name: str
    directions: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        """Return the name."""
        return self.name

    @property
    def parts(self) -> tuple[Slider, ...]:
        """The sliders that this slider combines: rook and bishop for the queen, otherwise itself.

        >>> [str(part) for part in QUEEN.parts]
        ['rook', 'bishop']
        """
        return (ROOK, BISHOP) if self == QUEEN else (self,)

    def ray(self, square: SupportsIndex | str, direction: tuple[int, int]) -> tuple[int, ...]:
        """Return the squares in one direction, in order of increasing distance.

        Raises:
            ValueError: The slider does not move in that direction.

        >>> from magicbb.geometry.squares import square_name
        >>> [square_name(target) for target in ROOK.ray("d4", (0, 1))]
        ['d5', 'd6', 'd7', 'd8']
        """
        if direction not in self.directions:
            raise ValueError(
                f"direction must be one of {self.directions}, got {short_repr(direction)}"
            )
        return _ray(parse_square(square), direction)

    def rays(self, square: SupportsIndex | str) -> tuple[tuple[int, ...], ...]:
        """Return one ray per direction, in the order of `directions`; edge squares have empty rays.

        >>> ROOK.rays("a1")
        ((8, 16, 24, 32, 40, 48, 56), (), (1, 2, 3, 4, 5, 6, 7), ())
        """
        start = parse_square(square)
        return tuple(_ray(start, direction) for direction in self.directions)

    def mask(self, square: SupportsIndex | str) -> int:
        """Return the relevant squares: all squares of each ray except its last one.

        A piece on the last square of a ray blocks nothing, so it cannot change the attacks.

        >>> from magicbb.geometry.bitboards import diagram
        >>> print(diagram(ROOK.mask("a1"), pieces={"a1": "R"}))
        . . . . . . . .
        1 . . . . . . .
        1 . . . . . . .
        1 . . . . . . .
        1 . . . . . . .
        1 . . . . . . .
        1 . . . . . . .
        R 1 1 1 1 1 1 .
        """
        return _mask(self, parse_square(square))

    def attacks(self, square: SupportsIndex | str, occupied: SupportsIndex = EMPTY) -> int:
        """Return the squares that the slider sees, including the first blocker in each direction.

        The slider's own square may be occupied or empty.

        Raises:
            ValueError, TypeError: As for `parse_bitboard`, if `occupied` is invalid.

        >>> from magicbb.geometry.bitboards import bitboard_of, diagram
        >>> blockers = bitboard_of(["b2", "e5"])
        >>> print(diagram(BISHOP.attacks("d4", blockers), pieces={"d4": "B"}))
        . . . . . . . .
        1 . . . . . . .
        . 1 . . . . . .
        . . 1 . 1 . . .
        . . . B . . . .
        . . 1 . 1 . . .
        . 1 . . . 1 . .
        . . . . . . 1 .
        """
        occupied = parse_bitboard(occupied)
        seen = EMPTY
        for ray in self.rays(square):
            for target in ray:
                seen |= 1 << target
                if occupied >> target & 1:
                    break
        return seen

    def keys(self, square: SupportsIndex | str) -> int:
        """Return the number of blocker subsets of a square: 2**n if the mask has n squares.

        >>> ROOK.keys("a1"), BISHOP.keys("a1")
        (4096, 64)
        """
        return 1 << self.mask(square).bit_count()

    def attack_sets(self, square: SupportsIndex | str) -> int:
        """Return the number of distinct attack sets of a square.

        The first blocker can be on any square of a ray, independently of the other rays; a blocker
        on the last square has the same effect as no blocker. The number is the product of the
        lengths of the non-empty rays (chessprogramming wiki, "Magic Bitboards", Perfect Hashing).

        >>> ROOK.attack_sets("d4"), BISHOP.attack_sets("a8")
        (144, 7)
        """
        return prod(len(ray) for ray in self.rays(square) if ray)


@cache  # cached, since finding 128 magics would otherwise spend most of its time here
def _mask(slider: Slider, square: int) -> int:
    return bitboard_of(target for ray in slider.rays(square) for target in ray[:-1])


@cache  # makes `attacks` six times as fast over all 107,648 keys; it still visits each square
def _ray(square: int, direction: tuple[int, int]) -> tuple[int, ...]:
    file_step, rank_step = direction
    squares = []
    for distance in range(1, 8):
        file = file_of(square) + distance * file_step
        rank = rank_of(square) + distance * rank_step
        if file not in range(8) or rank not in range(8):
            break
        squares.append(square_at(file, rank))
    return tuple(squares)


# The directions in the order of `Slider.rays`: north, south, east, west for the rook; north-east,
# north-west, south-east, south-west for the bishop; for the queen the rook's, then the bishop's.
ROOK = Slider("rook", ((0, 1), (0, -1), (1, 0), (-1, 0)))
BISHOP = Slider("bishop", ((1, 1), (-1, 1), (1, -1), (-1, -1)))
QUEEN = Slider("queen", ROOK.directions + BISHOP.directions)

# The sliders that have magics; the queen combines their attacks.
SLIDERS = (ROOK, BISHOP)


def parse_slider(name: str | Slider) -> Slider:
    """Return the slider with a given name; one of the three sliders is returned unchanged.

    Raises:
        ValueError: It is neither one of the three names nor one of the three sliders.
        TypeError: The argument is neither a string nor a `Slider`.

    >>> parse_slider("rook") is ROOK
    True
    >>> parse_slider("knight")
    Traceback (most recent call last):
    ValueError: piece must be "rook", "bishop" or "queen", got 'knight'
    """
    return _one_of((ROOK, BISHOP, QUEEN), 'piece must be "rook", "bishop" or "queen"', name)


def parse_rook_or_bishop(name: str | Slider) -> Slider:
    """Return the slider with a given name if it has magics, as rook and bishop do.

    Raises:
        ValueError: It is the queen, or the string is not a name.
        TypeError: The argument is neither a string nor a `Slider`.

    >>> parse_rook_or_bishop("queen")
    Traceback (most recent call last):
    ValueError: piece must be "rook" or "bishop", got 'queen'
    """
    return _one_of(SLIDERS, 'piece must be "rook" or "bishop"', name)


def _one_of(sliders: tuple[Slider, ...], rule: str, name: str | Slider) -> Slider:
    complaint = f"{rule}, got {short_repr(str(name) if name == QUEEN else name)}"
    if not isinstance(name, (Slider, str)):
        raise TypeError(complaint)
    for slider in sliders:
        if name in (slider, slider.name):
            return slider
    raise ValueError(complaint)
