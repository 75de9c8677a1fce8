"""A scheme: a hash, a layout and a storage, composed into kernels.

The parameters of a table are 64-bit words, with one record per row: the words of the hash, then
those of the layout, then those of the storage. Each part is given the columns of its words and
reads only those, so any hash can be combined with any layout and any storage.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from magicbb.arguments import short_repr
from magicbb.compile import Bytes, Entry, Word, Words, counting, entry, kernel
from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import row_of
from magicbb.recipes.hashing import HASHES, Hash
from magicbb.recipes.layout import LAYOUTS, Layout
from magicbb.recipes.storage import STORAGES, Storage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.keys import Keys
    from magicbb.lookup.recipe import AttacksKernel
    from magicbb.recipes.kernel_types import Columns

Part = TypeVar("Part", Hash, Layout, Storage)

_METHODS = {"hash": "record", "layout": "place", "storage": "contents"}
"""A method that only the parts of an axis have."""

FORMER_HASHES = {
    "white-dense": ("white", "dense"),
    "white-densest-fixed": ("white-fixed", "densest-fixed"),
    "black-densest": ("black", "densest"),
    "black-densest-shared": ("black", "densest-shared"),
    "black-densest-bytes": ("black", "densest-bytes"),
}
"""Former names of hashes, each with the hash and source that replace it."""


@dataclass(frozen=True)
class Scheme:
    """The complete method for computing attacks from (square, occupied).

    The parts can be given as objects or by name.

    Attributes:
        hash: The mapping from a key to an index.
        layout: The mapping from an index to a slot.
        storage: The mapping from a slot to the attacks.

    Raises:
        ValueError: A name is unknown, or the parts cannot be combined.

    >>> Scheme("white", "concatenated", "direct")
    Scheme('white', 'concatenated', 'direct')
    """

    hash: Hash
    layout: Layout
    storage: Storage

    def __init__(
        self, hash: Hash | str, layout: Layout | str, storage: Storage | str = "direct"
    ) -> None:
        object.__setattr__(self, "hash", _choose("hash", HASHES, hash))
        object.__setattr__(self, "layout", _choose("layout", LAYOUTS, layout))
        object.__setattr__(self, "storage", _choose("storage", STORAGES, storage))
        if reason := self._reason_against():
            raise ValueError(f"{'/'.join(self.names)} cannot work: {reason}")

    def __repr__(self) -> str:
        """The names of the three parts; an unregistered part is shown by its repr."""
        named = [*HASHES.values(), *LAYOUTS.values(), *STORAGES.values()]
        parts = (self.hash, self.layout, self.storage)
        shown = (repr(part.name if part in named else part) for part in parts)
        return f"Scheme({', '.join(shown)})"

    def _reason_against(self) -> str | None:
        """The reason why the three parts cannot be combined; None if they can."""
        hashing, layout, storage = self.names
        if self.hash.joint and not self.layout.joint:
            return f"the {hashing} hash already places the squares; use the joint layout"
        if self.layout.joint and not self.hash.joint:
            known = " or ".join(name for name, known in HASHES.items() if known.joint)
            return (
                f"the {hashing} hash does not separate the squares, as the {layout} layout "
                f"requires; use {known}"
            )
        if self.layout.shares and not self.storage.shareable:
            known = " or ".join(name for name, known in STORAGES.items() if known.shareable)
            return (
                f"a slot of {storage} storage holds one attack set, but the {layout} layout "
                f"assigns it several; use {known}"
            )
        return None

    @property
    def names(self) -> tuple[str, str, str]:
        """The names of hash, layout and storage."""
        return (self.hash.name, self.layout.name, self.storage.name)

    @property
    def description(self) -> str:
        """A description of the three parts."""
        hashing, layout, storage = self.names
        return f"{hashing} hash, {layout} layout, {storage} storage"

    @property
    def words(self) -> tuple[str, ...]:
        """The names of the words stored for each square, in column order."""
        return (*self.hash.words, *self.layout.words, *self.storage.words)

    def fields(self, slider: Slider) -> tuple[str, ...]:  # noqa: ARG002 (the same for both sliders)
        """The names of the words in a square's record, in column order."""
        return self.words

    @property
    def memory(self) -> str:
        """The kernel type of the slots."""
        return self.storage.memory

    @property
    def needs(self) -> str:
        """The CPU extension that fast look-ups require: "BMI2", or "" for none."""
        return self.hash.needs or self.storage.needs

    @property
    def _columns(self) -> Columns:
        return {name: Word(column) for column, name in enumerate(self.words)}

    def slot_kernel(
        self, slider: Slider, layout: Layout | None = None
    ) -> Callable[[Words, Word, Word], Word]:
        """The kernel (parameters, square, occupied) -> slot, for the scheme's layout or another."""
        index = self.hash.index(slider, self._columns)
        slot_of = (layout or self.layout).slot(slider, self._columns)
        first, width = Word(row_of(slider, 0)), Word(len(self.words))

        @kernel
        def slot(parameters: Words, square: Word, occupied: Word) -> Word:
            start = (first + square) * width
            return slot_of(parameters, start, square, index(parameters, start, square, occupied))

        return slot

    def attacks_kernel(self, slider: Slider) -> AttacksKernel:
        """The kernel (parameters, slots, attack sets, square, occupied) -> attacks."""
        find = self.slot_kernel(slider)
        read = self.storage.attacks(self._columns)
        first, width = Word(row_of(slider, 0)), Word(len(self.words))

        @kernel
        def attacks(
            parameters: Words, slots: Any, attack_sets: Words, square: Word, occupied: Word
        ) -> Word:
            slot = find(parameters, square, occupied)
            return read(slots, attack_sets, parameters, (first + square) * width, slot)

        return attacks

    def stored_kernel(self, slider: Slider) -> Callable[[Words, Word, Word], Word] | None:
        """The kernel (parameters, square, attacks) -> contents of a slot; None if not needed."""
        value = self.storage.stored(self._columns)
        if value is None:
            return None
        first, width = Word(row_of(slider, 0)), Word(len(self.words))

        @kernel
        def stored(parameters: Words, square: Word, attacks: Word) -> Word:
            return value(parameters, (first + square) * width, attacks)

        return stored

    def indices_of_keys(
        self, parameters: npt.NDArray[np.uint64], keys: Keys
    ) -> npt.NDArray[np.uint64]:
        """The index of each key; of `parameters`, only the words of the hash are read."""
        return _of_keys(self, "index", parameters, keys)

    def slots_of_keys(
        self, parameters: npt.NDArray[np.uint64], keys: Keys
    ) -> npt.NDArray[np.uint64]:
        """The slot of each key; negative slots wrap around to huge numbers."""
        return _of_keys(self, "slot", parameters, keys)


def _of_keys(
    scheme: Scheme, what: str, parameters: npt.NDArray[np.uint64], keys: Keys
) -> npt.NDArray[np.uint64]:
    answers = np.empty(len(keys.blockers), dtype=np.uint64)
    for slider in SLIDERS:
        part = keys.of_slider(slider)
        rows, blockers = keys.rows[part], keys.blockers[part]
        _keys_entry(scheme, what, slider)(parameters, rows, blockers, answers[part], len(blockers))
    return answers


@functools.cache
def _keys_entry(scheme: Scheme, what: str, slider: Slider) -> Entry:
    layout = LAYOUTS["joint"] if what == "index" else scheme.layout  # joint: index = slot
    answer, squares = scheme.slot_kernel(slider, layout), Word(63)

    @entry
    def answer_keys(
        parameters: Words, rows: Bytes, blockers: Words, answers: Words, count: Word
    ) -> None:
        for key in counting(count):
            answers[key] = answer(parameters, Word(rows[key]) & squares, blockers[key])

    return answer_keys


def _choose(axis: str, known: Mapping[str, Part], choice: Part | str) -> Part:
    if isinstance(choice, str):
        if choice in known:
            return known[choice]
    elif hasattr(choice, _METHODS[axis]) and not isinstance(choice, type):
        return choice
    complaint = f"{axis} must be one of {', '.join(known)}, got {short_repr(choice)}"
    raise ValueError(complaint) if isinstance(choice, str) else TypeError(complaint)


def renamed(names: Sequence[str]) -> tuple[list[str], str | None]:
    """The current names of hash, layout and storage, and the source if the old name implied one.

    Older files, record books and commands use the old names, from a time when shipped magics
    counted as hashes, although `white-dense` computed the same function as `white`.

    >>> renamed(["black-densest", "overlapped", "direct"])
    (['black', 'overlapped', 'direct'], 'densest')
    >>> renamed(["white", "overlapped", "direct"])
    (['white', 'overlapped', 'direct'], None)
    """
    hashing, *others = names
    now, source = FORMER_HASHES.get(hashing, (hashing, None))
    return [now, *others], source
