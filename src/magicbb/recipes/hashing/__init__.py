"""The first axis: from a key to an index.

One file for each family of hashes. A family says which words it keeps for every square and gives
the kernel that computes the index; nothing else in the house asks which family it is. Which magics
it computes with is not its concern: see `recipes.sources`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from magicbb.lookup.keys import WIDEST_BITS
from magicbb.recipes.hashing.group import Group
from magicbb.recipes.hashing.halves import Halves
from magicbb.recipes.hashing.multiply import Multiply
from magicbb.recipes.hashing.offset_in_magic import OffsetInMagic
from magicbb.recipes.hashing.pext import Pext
from magicbb.recipes.hashing.shift_in_magic import ShiftInMagic

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from magicbb.compile import Word, Words
    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic

    OnFound: TypeAlias = Callable[[Magic], None]

__all__ = ["HASHES", "Hash", "simplest_hash"]


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

    @property
    def joint(self) -> bool:
        """Whether the index says where in the one array of all squares a key lies."""

    @property
    def search(self) -> Callable[[int, OnFound | None], Sequence[Magic]] | None:
        """How its magics are found, (seed, on_found) -> magics, if they have a special form.

        None if any magic of its kind and bits will do.
        """

    def record(self, slider: Slider, square: int, magic: Magic | None) -> tuple[int, ...]:
        """The words for a square, in the order of `words`.

        Raises:
            ValueError: The magic is not one for this hash.
        """

    def index(
        self, slider: Slider, column: Mapping[str, Word]
    ) -> Callable[[Words, Word, Word, Word], Word]:
        """The kernel (parameters, start of the square's words, square, occupied) -> index.

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
        ShiftInMagic("white"),
        ShiftInMagic("black"),
        OffsetInMagic(),
        Group(),
        Halves(),
        Pext(),
    )
}
"""The hashes by name."""


def simplest_hash(magics: Sequence[Magic]) -> Hash:
    """The hash for magics of one kind, named as the kind: with a fixed shift where that fits."""
    kind = magics[0].kind
    if all(magic.bits == WIDEST_BITS[magic.slider.name] for magic in magics):
        return HASHES.get(f"{kind}-fixed", HASHES[kind])
    return HASHES[kind]
