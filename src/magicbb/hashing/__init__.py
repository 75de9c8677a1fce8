"""The first axis: from a key to an index.

One file for each family of hashes. A family says which words it keeps for every square and gives
the kernel that computes the index; nothing else in the house asks which family it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from magicbb.hashing.multiply import Multiply

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.compile import Word, Words
    from magicbb.magics import Kind, Magic
    from magicbb.sliders import Slider

__all__ = ["HASHES", "Hash", "Multiply"]


class Hash(Protocol):
    """A family of hashes with its parameters."""

    @property
    def name(self) -> str:
        """Its name in `HASHES`."""

    @property
    def kind(self) -> Kind:
        """The kind of magics it takes."""

    @property
    def words(self) -> tuple[str, ...]:
        """What it keeps for every square, one 64-bit word each."""

    def bits(self, slider: Slider, square: int) -> int:
        """How many bits the index of a square has when nobody says otherwise."""

    def record(self, magic: Magic) -> tuple[int, ...]:
        """The words for the square of a magic."""

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
