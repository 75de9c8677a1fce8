"""The first axis: from a key to an index.

One file for each family of hashes. A family says which words it keeps for every square and gives
the kernel that computes the index; nothing else in the house asks which family it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from magicbb.hashing.multiply import Multiply

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from magicbb.compile import Word, Words
    from magicbb.magics import Magic
    from magicbb.sliders import Slider

__all__ = ["HASHES", "Hash", "Multiply"]


class Hash(Protocol):
    """A family of hashes with its parameters."""

    @property
    def name(self) -> str:
        """Its name in `HASHES`."""

    @property
    def kind(self) -> str | None:
        """The kind of magics it takes, one for each square; None if it takes none."""

    @property
    def words(self) -> tuple[str, ...]:
        """What it keeps for every square, one 64-bit word each."""

    def bits(self, slider: Slider, square: int) -> int:
        """How many bits the index of a square has when nobody says otherwise."""

    def find(
        self,
        seed: int,
        *,
        threads: int | None = None,
        on_found: Callable[[Magic], None] | None = None,
    ) -> Sequence[Magic]:
        """Find its magics, of whatever form they have to be; none if it takes none."""

    def record(self, slider: Slider, square: int, magic: Magic | None) -> tuple[int, ...]:
        """The words for a square, in the order of `words`.

        Raises:
            ValueError: The magic is not one for this hash.
        """

    def index(
        self, slider: Slider, column: Mapping[str, Word]
    ) -> Callable[[Words, Word, Word], Word]:
        """The kernel (parameters, start of the square's words, occupied) -> index.

        The index must depend on the relevant squares alone: then a table that was found right on
        all keys can be asked nothing else, and no look-up has to check where it reads.
        """


HASHES: dict[str, Hash] = {
    hashing.name: hashing
    for hashing in (
        Multiply("white"),
        Multiply("white", fixed=True),
        Multiply("black"),
        Multiply("black", fixed=True),
    )
}
"""The hashes by name."""
