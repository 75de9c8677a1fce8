"""Find magics among arrays by trial, with their slider, kind and order.

A number that is not a magic for a square usually fails within a few dozen keys. An array may be in
any of eight orders, so the sixteen central squares are tried first: few arrays of other numbers
work on half of these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.geometry.mappings import MAPPINGS
from magicbb.geometry.sliders import SLIDERS
from magicbb.geometry.squares import square_at
from magicbb.lookup.keys import WIDEST_BITS, row_of
from magicbb.magics.least_bits import MOST_TRIED, least_bits
from magicbb.magics.magic import MOST_BITS
from magicbb.recipes.hashing.group import GROUP_BITS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from magicbb.geometry.mappings import Mapping
    from magicbb.geometry.sliders import Slider
    from magicbb.tables.imports.sources.pasted import PastedArray

KINDS_TRIED = ("white", "black")

_ORDERS = tuple(MAPPINGS.values())
_CENTRE = tuple(square_at(file, rank) for rank in range(2, 6) for file in range(2, 6))
_ENOUGH_OF_CENTRE = 8
_LARGE, _ENOUGH_LARGE = 1 << 20, 48

_MOST_TRIED, _MOST_PROMISING = 200, 64
"""The maximum number of arrays of large numbers to try, and the maximum number to try on all
squares. One in ten arrays of random numbers, such as Zobrist keys, looks promising for bishops."""

_ENOUGH, _ALMOST_ALL = 48, 60
"""The number of squares, out of 64, that must work for an array to be accepted as magics: `_ENOUGH`
if the index bits are known, `_ALMOST_ALL` if not, since almost any number then works at the edge of
the board."""


@dataclass(frozen=True)
class IndexBits:
    """The index bits of a slider's squares, and their origin.

    Attributes:
        words: A description of the origin, for reports.
        by_square: uint8[64], the index bits.
        enough: The number of squares that must work for these index bits to be accepted.
        in_magic: Whether the magics contain the index bits.
    """

    words: str
    by_square: npt.NDArray[np.uint8]
    enough: int = _ENOUGH
    in_magic: bool = False


@dataclass(frozen=True)
class Trial:
    """An interpretation of an array as the magics of a slider, in a given order.

    Attributes:
        array: The array.
        slider: The slider.
        kind: "white" or "black"; or "white-32", "black-group" or "pext".
        mapping: The numbering of the squares, for the elements of the array and for bitboards.
        factors: uint64[64], the factors by square.
        least: uint8[64], the fewest index bits with which each factor works, by square; 0 if it
            never works.
    """

    array: PastedArray
    slider: Slider
    kind: str
    mapping: Mapping
    factors: npt.NDArray[np.uint64]
    least: npt.NDArray[np.uint8]

    def working(self, index_bits: IndexBits) -> int:
        """Count the squares that work with these index bits."""
        return int(np.count_nonzero((self.least > 0) & (self.least <= index_bits.by_square)))

    def index_bits(self, given: Sequence[IndexBits]) -> IndexBits | None:
        """Return the first plausible index bits, trying those given in the source first."""
        believable = (
            each for each in (*given, *_usual_index_bits(self)) if self.working(each) >= each.enough
        )
        return next(believable, None)


def of_fixed_shift(slider: Slider) -> IndexBits:
    """The index bits of all squares if the shift is the same for all."""
    return IndexBits("the fixed shifts 52 and 55", np.full(64, WIDEST_BITS[slider.name], np.uint8))


def in_order(numbers: npt.NDArray[Any], mapping: Mapping) -> npt.NDArray[Any]:
    """Reorder numbers from the order of a mapping to a1, b1, and so on."""
    by_square = np.empty_like(numbers)
    by_square[list(mapping.squares)] = numbers
    return by_square


def trials_of(arrays: Sequence[PastedArray]) -> list[Trial]:
    """Return all interpretations of arrays as magics that work in the centre of the board.

    Raises:
        ValueError: Too many arrays could be magics.
    """
    tried = [array for array in arrays if may_be_magics(array)]
    if len(tried) > _MOST_TRIED:
        raise ValueError(
            f"it has {len(tried)} arrays of 64 large numbers; paste only the part with the magics"
        )
    if not tried:
        return []
    numbers = np.array([[n % 2**64 for n in array.numbers] for array in tried], np.uint64)
    return [
        Trial(
            tried[place],
            slider,
            kind,
            mapping,
            (factors := in_order(numbers[place], mapping)),
            least_bits(factors, _rows(slider, range(64)), kind),
        )
        for kind in KINDS_TRIED
        for slider in SLIDERS
        for mapping in _ORDERS
        for place in _promising(numbers, slider, kind, mapping)
    ]


def _promising(
    numbers: npt.NDArray[np.uint64], slider: Slider, kind: str, mapping: Mapping
) -> list[int]:
    """Return the indices of the arrays that work in the centre of the board."""
    places = [mapping.squares.index(square) for square in _CENTRE]
    rows = np.tile(_rows(slider, _CENTRE), len(numbers))
    least = least_bits(numbers[:, places].ravel(), rows, kind).reshape(len(numbers), -1)
    promising = np.flatnonzero(np.count_nonzero(least, axis=1) >= _ENOUGH_OF_CENTRE)
    if len(promising) > _MOST_PROMISING:
        raise ValueError(f"it holds {len(promising)} arrays of {slider} magics; keep one")
    places_of_arrays: list[int] = promising.tolist()
    return places_of_arrays


def may_be_magics(array: PastedArray) -> bool:
    """Whether the numbers of an array are large enough for magics, and not too large."""
    large = sum(abs(number) >= _LARGE for number in array.numbers)
    return large >= _ENOUGH_LARGE and all(-(2**63) <= number < 2**64 for number in array.numbers)


def _rows(slider: Slider, squares: Sequence[int] | range) -> npt.NDArray[np.uint8]:
    return np.array([row_of(slider, square) for square in squares], np.uint8)


def _usual_index_bits(trial: Trial) -> Iterator[IndexBits]:
    slider = trial.slider
    if trial.kind == "black-group":
        yield IndexBits(
            "one shift for a magic group", np.full(64, GROUP_BITS[slider.name], np.uint8)
        )
        return
    masks = [slider.mask(square).bit_count() for square in range(64)]
    top = 64 - (trial.factors >> np.uint64(58)).astype(np.int64)
    if np.count_nonzero(top == masks) >= _ENOUGH:
        bits = np.where(top <= MOST_BITS, top, 0).astype(np.uint8)
        yield IndexBits("the shift in the top six bits of the magics", bits, in_magic=True)
    yield IndexBits("one index bit per mask square", np.array(masks, np.uint8))
    yield of_fixed_shift(slider)
    fewest = np.where(trial.least > 0, trial.least, MOST_TRIED[slider.name]).astype(np.uint8)
    yield IndexBits("the fewest index bits that work", fewest, _ALMOST_ALL)
