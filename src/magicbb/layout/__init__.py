"""The second axis: where the slots of a square lie.

A layout turns the index of a square into a slot of the one array that all 128 rows share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from magicbb.layout.concatenated import Concatenated
from magicbb.layout.overlapped import Overlapped
from magicbb.layout.strided import Strided

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from magicbb.compile import Word, Words
    from magicbb.layout.placement import Indices, Placement
    from magicbb.sliders import Slider

__all__ = ["LAYOUTS", "Layout"]


class Layout(Protocol):
    """A way of laying out the slots."""

    @property
    def name(self) -> str:
        """Its name in `LAYOUTS`."""

    @property
    def words(self) -> tuple[str, ...]:
        """What it keeps for every square, one 64-bit word each."""

    def place(
        self, bits: Sequence[int], offsets: Sequence[int] | None, indices: Indices
    ) -> Placement:
        """Lay out 128 rows, given the index bits of each and perhaps their offsets.

        `indices()` gives the index of every key, for layouts that look for room themselves.

        Raises:
            ValueError: They cannot be laid out in this way; the sentence says why.
        """

    def slot(
        self, slider: Slider, column: Mapping[str, Word]
    ) -> Callable[[Words, Word, Word, Word], Word]:
        """The kernel (parameters, start of the square's words, square, index) -> slot."""


LAYOUTS: dict[str, Layout] = {
    layout.name: layout for layout in (Concatenated(), Strided(), Overlapped())
}
"""The layouts by name."""
