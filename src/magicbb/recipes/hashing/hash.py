"""The interface of a family of hashes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from magicbb.geometry.bitboards import FULL
from magicbb.geometry.squares import square_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic
    from magicbb.recipes.kernel_types import Columns, IndexKernel

    OnFound: TypeAlias = Callable[[Magic], None]


class Hash(Protocol):
    """A hash: a family, with values for its parameters."""

    @property
    def name(self) -> str:
        """The name in `HASHES`."""

    @property
    def kind(self) -> str | None:
        """The kind of the hash's magics (there is one magic per square); None if it uses none."""
        return None

    @property
    def words(self) -> tuple[str, ...]:
        """The names of the 64-bit words stored for each square."""

    @property
    def needs(self) -> str:
        """The CPU extension that fast look-ups require: "BMI2", or "" for none."""
        return ""

    def bits(self, slider: Slider, square: int) -> int:
        """The default number of index bits for a square."""
        return slider.mask(square).bit_count()

    @property
    def joint(self) -> bool:
        """Whether the index is itself a slot of the array that all squares share."""
        return False

    @property
    def search(self) -> Callable[[int, OnFound | None], Sequence[Magic]] | None:
        """The search, (seed, on_found) -> magics, if the hash needs magics of a special form.

        None if the hash accepts any magic of the right kind and number of bits.
        """
        return None

    def check(self, magic: Magic) -> None:  # noqa: ARG002 (any magic is valid)
        """Check that a magic has the form that this hash requires.

        Raises:
            ValueError: The magic does not have this form.
        """
        return

    def record(self, slider: Slider, square: int, magic: Magic | None) -> tuple[int, ...]:
        """The words for a square, in the order of `words`, derived from its magic.

        Raises:
            ValueError: The magic is missing or does not suit this hash.
        """
        if magic is None:
            raise ValueError(f"{slider} {square_name(square)} needs a magic")
        self.check(magic)
        said = {
            "mask": magic.mask,
            "irrelevant": ~magic.mask & FULL,
            "magic": magic.magic,
            "shift": magic.shift,
        }
        return tuple(said[word] for word in self.words)

    def index(self, slider: Slider, column: Columns) -> IndexKernel:
        """The kernel that computes the index.

        The index must depend only on the relevant squares, so that a table verified on all keys is
        correct for every occupancy and look-ups need no bounds checks.
        """
