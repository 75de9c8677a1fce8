"""A table as kernels see it: a recipe, which provides the kernels, and its arrays."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from magicbb.compile import Record, Word, Words, kernel

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider

AttacksKernel: TypeAlias = Callable[[Words, Any, Words, Word, Word], Word]
"""(parameters, slots, attack sets, square, occupied) -> attacks."""


class Recipe(Hashable, Protocol):
    """A way to look up attacks: a magic scheme or a non-magic method."""

    @property
    def memory(self) -> str:
        """The type of the slots in kernels."""

    def attacks_kernel(self, slider: Slider) -> AttacksKernel:
        """The kernel that looks up the attacks of a slider."""


@runtime_checkable
class QueenRecipe(Protocol):
    """A recipe with a queen look-up that is faster than a rook and a bishop look-up."""

    def queen_kernel(self) -> AttacksKernel:
        """The kernel that looks up the attacks of a queen."""


class AnyTable(Protocol):
    """A recipe with its arrays: a `LookupTable`, or any object with these attributes."""

    @property
    def recipe(self) -> Recipe:
        """The recipe, which provides the kernels."""

    @property
    def parameters(self) -> npt.NDArray[np.uint64]:
        """The parameters as uint64[128, words], one record per row."""

    @property
    def slots(self) -> npt.NDArray[Any]:
        """The slots, one element each."""

    @property
    def attack_sets(self) -> npt.NDArray[np.uint64]:
        """The attack sets that slots may refer to."""


class Arrays(Record):
    """The arrays of a table, as kernels read them."""

    parameters: Words
    slots: Any
    attack_sets: Words

    @classmethod
    def of(cls, recipe: Recipe, *arrays: npt.NDArray[Any]) -> Arrays:
        """The parameters, slots and attack sets of a recipe's table."""
        fields = zip(("parameters", "slots", "attack_sets"), arrays, strict=True)
        return cls.where(slots=recipe.memory)(**dict(fields))


def kernel_of(recipe: Recipe, slider: Slider) -> AttacksKernel:
    """The recipe's kernel for a slider; without a queen kernel, rook and bishop are combined."""
    parts = [recipe.attacks_kernel(part) for part in slider.parts]
    if len(parts) == 1:
        return parts[0]
    if isinstance(recipe, QueenRecipe):
        return recipe.queen_kernel()
    rook, bishop = parts

    @kernel
    def queen(
        parameters: Words, slots: Any, attack_sets: Words, square: Word, occupied: Word
    ) -> Word:
        along = rook(parameters, slots, attack_sets, square, occupied)
        return along | bishop(parameters, slots, attack_sets, square, occupied)

    return queen
