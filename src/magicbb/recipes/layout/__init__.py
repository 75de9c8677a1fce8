"""The second axis: where the slots of a square lie.

A layout turns the index of a square into a slot of the one array that all 128 rows share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from magicbb.recipes.layout.concatenated import Concatenated
from magicbb.recipes.layout.joint import Joint
from magicbb.recipes.layout.overlapped import Overlapped
from magicbb.recipes.layout.shared import Shared
from magicbb.recipes.layout.strided import Strided

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.compile import Word, Words
    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.layout.placement import Placement, Rows

__all__ = ["LAYOUTS", "Layout"]


class Layout(Protocol):
    """A way of laying out the slots."""

    @property
    def name(self) -> str:
        """Its name in `LAYOUTS`."""

    @property
    def words(self) -> tuple[str, ...]:
        """What it keeps for every square, one 64-bit word each."""

    @property
    def packs(self) -> bool:
        """Whether it gains by magics that use few slots in a short range."""

    @property
    def joint(self) -> bool:
        """Whether it leaves it to the hash to keep the squares apart."""

    @property
    def shares(self) -> bool:
        """Whether it puts squares of different attack sets onto the same slots."""

    def place(self, rows: Rows) -> Placement:
        """Lay out 128 rows.

        Raises:
            ValueError: They cannot be laid out in this way; the sentence says why.
        """

    def slot(
        self, slider: Slider, column: Mapping[str, Word]
    ) -> Callable[[Words, Word, Word, Word], Word]:
        """The kernel (parameters, start of the square's words, square, index) -> slot."""


LAYOUTS: dict[str, Layout] = {
    layout.name: layout for layout in (Concatenated(), Strided(), Overlapped(), Shared(), Joint())
}
"""The layouts by name."""
