"""The part of a source for one slider: magics and their index bits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.geometry.squares import square_name
from magicbb.lookup.keys import WIDEST_BITS, all_keys, row_of
from magicbb.tables.imports.recognition.special import group_slots, hashed_halves

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from magicbb.geometry.mappings import Mapping
    from magicbb.geometry.sliders import Slider
    from magicbb.tables.imports.recognition.trials import IndexBits, Trial
    from magicbb.tables.imports.sources.pasted import PastedArray

_WORD_BITS, _HALF_BITS = 64, 32
_MOST = 16
"""The maximum number of wrong squares, out of 64, in an accepted array."""


@dataclass(frozen=True)
class SliderPart:
    """The part of a source for one slider.

    Attributes:
        trial: The slider's magics.
        index_bits: The index bits of the magics, by square.
        index_bits_array: The array that lists the index bits, if there is one.
    """

    trial: Trial
    index_bits: IndexBits
    index_bits_array: PastedArray | None

    @property
    def slider(self) -> Slider:
        """The slider."""
        return self.trial.slider

    @property
    def kind(self) -> str:
        """The kind of the magics."""
        return {"black-group": "black"}.get(self.trial.kind, self.trial.kind)

    @property
    def mapping(self) -> Mapping:
        """The order of the arrays."""
        return self.trial.mapping

    @property
    def working(self) -> int:
        """The number of squares with working magics."""
        return self.trial.working(self.index_bits)

    @property
    def rows(self) -> list[int]:
        """The slider's rows, in the order of the arrays."""
        return [row_of(self.slider, square) for square in self.mapping.squares]

    def index_of(self, square: int) -> int:
        """Return the index of a square in the arrays."""
        return self.mapping.squares.index(square)

    @property
    def mask_bits(self) -> npt.NDArray[np.int64]:
        """The number of squares in the mask of each square."""
        return np.array([self.slider.mask(square).bit_count() for square in range(64)], np.int64)

    def indices(self) -> npt.NDArray[np.uint64]:
        """Compute the index of each of the slider's keys."""
        keys = all_keys()
        part = keys.of_slider(self.slider)
        squares = keys.rows[part] & 63
        kind, factors = self.trial.kind, self.trial.factors
        bits = self.index_bits.by_square.astype(np.uint64)
        if kind == "pext":
            starts = keys.starts[:-1][keys.rows[part]]
            return np.arange(part.start, part.stop, dtype=np.uint64) - starts
        if kind == "black-group":
            return group_slots(self.slider, factors)
        if kind == "white-32":
            return hashed_halves(self.slider, factors) >> (np.uint64(_HALF_BITS) - bits[squares])
        added = ~keys.masks[keys.rows[part]] if kind == "black" else np.uint64(0)
        hashed = (keys.blockers[part] | added) * factors[squares]
        return hashed >> (np.uint64(_WORD_BITS) - bits[squares])

    def strided_slots(self) -> npt.NDArray[np.uint64]:
        """The slot of each of the slider's keys in `table[64][4096]` or `[64][512]`; 0 for others.

        The array has an element for each key of both sliders.
        """
        keys = all_keys()
        part = keys.of_slider(self.slider)
        places = np.array([self.index_of(square) for square in range(64)], np.uint64)
        starts = places[keys.rows[part] & 63] << np.uint64(WIDEST_BITS[self.slider.name])
        slots = np.zeros(len(keys.rows), np.uint64)
        slots[part] = starts + self.indices()
        return slots

    def wrong_index_bits(self) -> Iterator[tuple[int, str]]:
        """Yield rows with correct magics but wrong index bits, each with an error message."""
        if self.index_bits_array is None:
            return
        bits, least = self.index_bits.by_square.astype(np.int64), self.trial.least.astype(np.int64)
        fixed, mask_bits = np.full(64, WIDEST_BITS[self.slider.name]), self.mask_bits
        most = fixed
        meant = next((m for m in (mask_bits, fixed) if np.sum(bits == m) >= 64 - _MOST), None)
        # More bits than mask squares are usual where some magic needs them.
        if np.sum(bits <= mask_bits) >= 64 - _MOST and not np.any(
            (bits >= least) & (least > mask_bits)
        ):
            most = mask_bits
        for square in np.flatnonzero((bits < 1) | (bits > most) | (bits < least)).tolist():
            usual = most[square] if meant is None else meant[square]
            if not 0 < least[square] <= usual:
                continue  # the magic is wrong instead
            number = self.index_bits_array.numbers[self.index_of(square)]
            where = self.index_bits_array.number(self.index_of(square))
            need = f"its magic needs at least {least[square]}"
            need += (
                f", and the usual number is {usual}"
                if meant is not None
                else f", and at most {usual} fit"
            )
            left = f"leaves {bits[square]} index bits" if bits[square] else "leaves no index bits"
            yield (
                row_of(self.slider, square),
                f"{self.slider} {square_name(square)}: {where} is {number}, which {left}; {need}",
            )
