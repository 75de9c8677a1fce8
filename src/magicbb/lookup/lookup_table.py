"""What looks up, whatever recipe it follows: arrays that cannot change, and functions on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.compile.memory import frozen
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, parse_slider
from magicbb.lookup.lookups import make_lookup
from magicbb.lookup.verify import Report, verify

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.lookups import Lookup, Recipe


class LookupTable:
    """A recipe with its arrays: a table of magics, or a rival without them.

    Attributes:
        recipe: What gives the kernels.
        parameters: uint64[128, words], one record per row.
        slots: One element per slot; empty where a recipe has none.
        attack_sets: uint64, what slots refer to; empty where they hold the attacks themselves.
        used: How many slots some key reaches.
        rook_attacks: The function `(square, occupied, *, out=None, threads=None)` of the rook.
        bishop_attacks: That of the bishop.
        queen_attacks: That of the queen.

    It is immutable, its arrays are read-only for good, and it exists only after every key was
    looked up and found right.

    Raises:
        VerificationError: A key is looked up wrongly.
    """

    recipe: Recipe
    parameters: npt.NDArray[np.uint64]
    slots: npt.NDArray[Any]
    attack_sets: npt.NDArray[np.uint64]
    used: int
    rook_attacks: Lookup
    bishop_attacks: Lookup
    queen_attacks: Lookup

    __slots__ = (
        "__weakref__",
        "attack_sets",
        "bishop_attacks",
        "parameters",
        "queen_attacks",
        "recipe",
        "rook_attacks",
        "slots",
        "used",
    )

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

    def lookup(self, slider: Slider | str) -> Lookup:
        """The leanest function there is for a slider: `(square, occupied) -> int`.

        It also takes all that `rook_attacks` takes; it is the same function. Two plain integers
        are answered without entering a Python frame, everything else is checked in Python.

        >>> import magicbb
        >>> rook = magicbb.default_table().lookup(magicbb.ROOK)
        >>> hex(rook(0, 0))
        '0x1010101010101fe'
        """
        lookup: Lookup = getattr(self, f"{parse_slider(slider)}_attacks")
        return lookup

    def __getattr__(self, name: str) -> Lookup:
        """Make one of the three functions, the first time that it is asked for."""
        for slider in (ROOK, BISHOP, QUEEN):
            if name == f"{slider}_attacks":
                self._set(**{name: make_lookup(self.recipe, self, slider)})
                lookup: Lookup = object.__getattribute__(self, name)
                return lookup
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def verify(self) -> Report:
        """Look up every key once more.

        Raises:
            VerificationError: One of them is wrong.
        """
        return verify(self)
