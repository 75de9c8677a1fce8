"""Tables of any recipe: arrays that cannot change, and the functions that look up in them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from magicbb.arguments import short_repr
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
    """A recipe with its arrays: a table of magics, or a rival without them.

    Attributes:
        recipe: What gives the kernels.
        parameters: uint64[128, words], one record per row.
        slots: One element per slot; empty where a recipe has none.
        attack_sets: uint64, what slots refer to; empty where they hold the attacks themselves.
        used: How many slots some key reaches.

    It is immutable, its arrays are read-only for good, and it exists only after every key has been
    verified.

    Raises:
        VerificationError: A key is looked up wrongly.
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
        """Refuse: a table is immutable."""
        raise AttributeError(f"a table is immutable, {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        """Refuse: a table is immutable."""
        raise AttributeError(f"a table is immutable, {name} cannot be deleted")

    @property
    def entries(self) -> int:
        """How many slots the table has."""
        return len(self.slots)

    @property
    def nbytes(self) -> int:
        """The bytes of slots and attack sets; the parameters come on top."""
        return self.slots.nbytes + self.attack_sets.nbytes

    @property
    def parameter_nbytes(self) -> int:
        """The bytes of the parameters of all squares."""
        return self.parameters.nbytes

    @cached_property
    def rook_attacks(self) -> Lookup:
        """The function `(square, occupied, *, out=None, threads=None)` of the rook.

        It is made when it is first asked for, and is the same one from then on.
        """
        return make_lookup(self, ROOK)

    @cached_property
    def bishop_attacks(self) -> Lookup:
        """The function of the bishop; see `rook_attacks`."""
        return make_lookup(self, BISHOP)

    @cached_property
    def queen_attacks(self) -> Lookup:
        """The function of the queen; see `rook_attacks`."""
        return make_lookup(self, QUEEN)

    def lookup(self, piece: Slider | str) -> Lookup:
        """The leanest function there is for a slider: `(square, occupied) -> int`.

        It also takes all that `rook_attacks` takes; it is the same function. Two plain integers
        are answered without entering a Python frame, everything else is checked in Python.

        >>> import magicbb
        >>> rook = magicbb.build("fancy").lookup(magicbb.ROOK)
        >>> hex(rook(0, 0))
        '0x1010101010101fe'

        Raises:
            ValueError: It is not one of the three sliders.
            TypeError: It is neither a slider nor a name.
        """
        slider = parse_slider(piece)
        if slider not in (ROOK, BISHOP, QUEEN):
            rule = 'piece must be "rook", "bishop" or "queen"'
            raise ValueError(f"{rule}, got {short_repr(slider)}")
        return getattr(self, f"{slider}_attacks")

    def verify(self) -> Report:
        """Look up every key once more.

        Raises:
            VerificationError: One of them is wrong.
        """
        report = verify(self)
        if isinstance(self.recipe, QueenRecipe):
            verify_queen(self)
        return report
