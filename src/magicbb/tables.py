"""An immutable table: look up, verify, save."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb import npz
from magicbb.arguments import parse_seed
from magicbb.files import write_whole
from magicbb.keys import ROWS, all_keys, row_name, row_of
from magicbb.layout.placement import MOST_ENTRIES
from magicbb.lookups import make_lookup
from magicbb.memory import frozen
from magicbb.sliders import BISHOP, QUEEN, ROOK, parse_slider
from magicbb.verify import Report, verify

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.axes import Scheme
    from magicbb.lookups import Lookup
    from magicbb.magics import Magic
    from magicbb.sliders import Slider

FORMAT = "magicbb table"
FORMAT_VERSION = 1


class Table:
    """A scheme with its arrays; it exists only after every key was looked up and found right.

    Attributes:
        scheme: The scheme.
        magics: The 128 magics, rook a1 to h8 and then bishop.
        offsets: The offsets of the 128 rows where the layout was given them, else None.
        seed: The seed that the magics were found with, None if that is not known.
        parameters: uint64[128, words], one record per row.
        slots: One element per slot.
        attack_sets: uint64, what slots refer to; empty where they hold the attacks themselves.

    The arrays are read-only for good. Tables are equal when scheme, magics and offsets are.

    Raises:
        ValueError: Magics and scheme do not go together.
        CollisionError: Two keys of different attacks collide.
    """

    scheme: Scheme
    magics: tuple[Magic, ...]
    offsets: tuple[int, ...] | None
    seed: int | None
    parameters: npt.NDArray[np.uint64]
    slots: npt.NDArray[Any]
    attack_sets: npt.NDArray[np.uint64]
    used: int
    _lookups: dict[str, Lookup]

    __slots__ = (
        "_lookups",
        "attack_sets",
        "magics",
        "offsets",
        "parameters",
        "scheme",
        "seed",
        "slots",
        "used",
    )

    def __init__(
        self,
        scheme: Scheme,
        magics: Sequence[Magic],
        offsets: Sequence[int] | None = None,
        seed: int | None = None,
    ) -> None:
        keys = all_keys()
        magics = in_row_order(magics, scheme.hash.kind)
        placement = scheme.layout.place([magic.bits for magic in magics], offsets)
        words = [
            (*scheme.hash.record(magic), *place)
            for magic, place in zip(magics, placement.words, strict=True)
        ]
        width = len(scheme.words)
        parameters = np.zeros((ROWS, width), dtype=np.uint64)
        parameters[:, : len(words[0])] = words
        slots_of_keys = scheme.slots_of_keys(parameters, keys)
        entries = _entries(slots_of_keys, placement.entries)
        contents = scheme.storage.fill(keys, slots_of_keys, entries)
        parameters[:, len(words[0]) :] = contents.words
        for name, value in {
            "scheme": scheme,
            "magics": magics,
            "offsets": None if offsets is None else tuple(offsets),
            "seed": None if seed is None else parse_seed(seed),
            "parameters": frozen(parameters),
            "slots": frozen(contents.slots),
            "attack_sets": frozen(contents.attack_sets),
            "used": int(np.count_nonzero(np.bincount(slots_of_keys.astype(np.intp)))),
            "_lookups": {},
        }.items():
            object.__setattr__(self, name, value)
        self.verify()

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a table is immutable."""
        raise AttributeError(f"a table is immutable, {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        """Refuse: a table is immutable."""
        raise AttributeError(f"a table is immutable, {name} cannot be deleted")

    def __repr__(self) -> str:
        """The scheme and the size."""
        return f"<Table {'/'.join(self.scheme.names)}, {self.entries:,} entries>"

    def __eq__(self, other: object) -> bool:
        """Compare scheme, magics and offsets: they decide everything else."""
        return isinstance(other, Table) and self._identity == other._identity

    def __hash__(self) -> int:
        """Hash what `==` compares."""
        return hash(self._identity)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what the table is made from; it is filled and verified again."""
        return Table, (self.scheme, self.magics, self.offsets, self.seed)

    @property
    def _identity(self) -> tuple[Any, ...]:
        return (self.scheme.names, self.magics, self.offsets)

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
        slider = parse_slider(slider)
        if slider.name not in self._lookups:
            self._lookups[slider.name] = make_lookup(self.scheme, self, slider)
        return self._lookups[slider.name]

    @property
    def rook_attacks(self) -> Lookup:
        """The function `(square, occupied, *, out=None, threads=None)` of the rook."""
        return self.lookup(ROOK)

    @property
    def bishop_attacks(self) -> Lookup:
        """The function `(square, occupied, *, out=None, threads=None)` of the bishop."""
        return self.lookup(BISHOP)

    @property
    def queen_attacks(self) -> Lookup:
        """The function `(square, occupied, *, out=None, threads=None)` of the queen."""
        return self.lookup(QUEEN)

    def verify(self) -> Report:
        """Look up every key once more.

        Raises:
            VerificationError: One of them is wrong.
        """
        return verify(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the table as an NPZ file, whole or not at all.

        Equal tables of equal seeds make equal files, on any machine.

        The members: `header` (UTF-8 JSON with format, version, scheme, kind and seed), `magics`
        (uint64[128]), `bits` (uint8[128]), `offsets` (int64[128], where the layout was given
        them), and for other readers `parameters`, `slots` and `attack_sets`.

        Raises:
            OSError: The file cannot be written.
        """
        write_whole(path, self.to_bytes())

    def to_bytes(self) -> bytes:
        """What `save` writes."""
        header = {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "scheme": self.scheme.names,
            "seed": self.seed,
        }
        arrays: dict[str, npt.NDArray[Any]] = {
            "header": np.frombuffer(json.dumps(header).encode(), np.uint8),
            "magics": np.array([magic.factor for magic in self.magics], np.uint64),
            "bits": np.array([magic.bits for magic in self.magics], np.uint8),
        }
        if self.offsets is not None:
            arrays["offsets"] = np.array(self.offsets, np.int64)
        arrays |= {
            "parameters": self.parameters,
            "slots": self.slots,
            "attack_sets": self.attack_sets,
        }
        return npz.pack(arrays)


def in_row_order(magics: Sequence[Magic], kind: str) -> tuple[Magic, ...]:
    """Sort magics by row and check that there is one of the right kind for each.

    Raises:
        ValueError: One is missing, double, or of another kind.
    """
    by_row: dict[int, Magic] = {}
    for magic in magics:
        row = row_of(magic.slider, magic.square)
        if row in by_row:
            raise ValueError(f"{row_name(row)} has more than one magic")
        if magic.kind != kind:
            raise ValueError(
                f"{row_name(row)}: the hash takes {kind} magics, got a {magic.kind} one"
            )
        by_row[row] = magic
    missing = [row for row in range(ROWS) if row not in by_row]
    if missing:
        more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        raise ValueError(f"there is no magic for {row_name(missing[0])}{more}")
    return tuple(by_row[row] for row in range(ROWS))


def _entries(slots_of_keys: npt.NDArray[np.uint64], entries: int | None) -> int:
    """The number of slots, once it is known that every key's slot is one of them.

    A slot depends on the relevant squares alone, so the keys are all that can ever be asked.
    """
    if entries is not None and entries > MOST_ENTRIES:
        raise ValueError(
            f"the table would have {entries:,} entries, at most {MOST_ENTRIES:,} are possible"
        )
    wrong = np.flatnonzero(slots_of_keys >= (MOST_ENTRIES if entries is None else entries))
    if len(wrong):
        row = int(all_keys().rows[wrong[0]])
        slot = int(slots_of_keys[wrong[0]].astype(np.int64))
        raise ValueError(f"{row_name(row)}: a key has the slot {slot}, outside of the table")
    return int(slots_of_keys.max()) + 1 if entries is None else entries
