"""Tables of any recipe: immutable arrays, and the functions that look up attacks in them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from magicbb.compile.memory import frozen
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, parse_slider
from magicbb.lookup.function import make_lookup
from magicbb.lookup.recipe import QueenRecipe
from magicbb.lookup.verify import Report, verify, verify_queen

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.function import Lookup
    from magicbb.lookup.recipe import Recipe


class LookupTable:
    """The common base of `Table` and `RivalTable`: a recipe with its arrays.

    Attributes:
        recipe: The recipe, which provides the kernels.
        parameters: uint64[128, words], one record per row.
        slots: One element per slot; empty if the recipe has none.
        attack_sets: uint64, the attack sets that slots refer to; empty if slots hold the attacks.
        used: The number of slots that at least one key reaches.

    A table and its arrays are immutable. A table can be created only if the look-ups of all keys
    are correct; `magicbb.build` creates one.

    Raises:
        TypeError: It is created directly, not by one of its subclasses.
        VerificationError: The look-up of a key returns the wrong attacks.
    """

    recipe: Recipe
    parameters: npt.NDArray[np.uint64]
    slots: npt.NDArray[Any]
    attack_sets: npt.NDArray[np.uint64]
    used: int

    def __init__(
        self,
        recipe: Recipe,
        parameters: npt.NDArray[np.uint64],
        slots: npt.NDArray[Any],
        attack_sets: npt.NDArray[np.uint64],
        used: int,
    ) -> None:
        if type(self) is LookupTable:
            raise TypeError("a LookupTable is a Table or a RivalTable; magicbb.build creates one")
        self._set(
            recipe=recipe,
            parameters=frozen(parameters),
            slots=frozen(slots),
            attack_sets=frozen(attack_sets),
            used=used,
        )
        self.verify()

    def _set(self, **fields: object) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        """Raise an error: tables are immutable."""
        raise AttributeError(f"a table is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        """Raise an error: tables are immutable."""
        raise AttributeError(f"a table is immutable: {name} cannot be deleted")

    @property
    def entries(self) -> int:
        """The number of slots."""
        return len(self.slots)

    @property
    def nbytes(self) -> int:
        """The size of slots and attack sets in bytes, without the parameters."""
        return self.slots.nbytes + self.attack_sets.nbytes

    @property
    def parameter_nbytes(self) -> int:
        """The size of the parameters of all squares in bytes."""
        return self.parameters.nbytes

    @cached_property
    def rook_attacks(self) -> Lookup:
        """The rook's look-up function, `(square, occupied, *, out=None, threads=None)`.

        It is created on first access and cached.
        """
        return make_lookup(self, ROOK)

    @cached_property
    def bishop_attacks(self) -> Lookup:
        """The bishop's look-up function; see `rook_attacks`."""
        return make_lookup(self, BISHOP)

    @cached_property
    def queen_attacks(self) -> Lookup:
        """The queen's look-up function; see `rook_attacks`."""
        return make_lookup(self, QUEEN)

    def lookup(self, piece: Slider | str) -> Lookup:
        """Return the look-up function of a slider, `(square, occupied) -> int`.

        It is `rook_attacks`, `bishop_attacks` or `queen_attacks`. A call with two plain integers
        never enters a Python frame; all other arguments are checked in Python.

        >>> import magicbb
        >>> rook = magicbb.build("fancy").lookup(magicbb.ROOK)
        >>> hex(rook(0, 0))
        '0x1010101010101fe'

        Raises:
            ValueError: The piece is not one of the three sliders.
            TypeError: The piece is neither a slider nor a name.
        """
        return getattr(self, f"{parse_slider(piece)}_attacks")

    def verify(self) -> Report:
        """Verify every key again.

        Raises:
            VerificationError: The look-up of a key returns the wrong attacks.
        """
        report = verify(self)
        if isinstance(self.recipe, QueenRecipe):
            verify_queen(self)
        return report
