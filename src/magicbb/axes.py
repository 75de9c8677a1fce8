"""A scheme: one choice on each axis, composed into kernels.

The parameters of a table are words: one record per row, the hash's words first, then the layout's,
then the storage's. Each part is told in which column its words stand and reads only those, so that
any hash goes with any layout and any storage.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from magicbb.arguments import short_repr
from magicbb.compile import Bytes, Entry, Word, Words, counting, entry, kernel
from magicbb.hashing import HASHES, Hash
from magicbb.keys import row_of
from magicbb.layout import LAYOUTS, Layout
from magicbb.sliders import SLIDERS
from magicbb.storage import STORAGES, Storage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy.typing as npt

    from magicbb.keys import Keys
    from magicbb.sliders import Slider

Part = TypeVar("Part", Hash, Layout, Storage)


@dataclass(frozen=True)
class Scheme:
    """A full recipe from (square, occupied) to attacks.

    Each part is given as an object or by its name.

    Attributes:
        hash: From a key to an index.
        layout: From an index to a slot.
        storage: From a slot to the attacks.

    Raises:
        ValueError: A name is none of the known ones.

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

    def __repr__(self) -> str:
        """The names of the three parts."""
        return f"Scheme{self.names!r}"

    @property
    def names(self) -> tuple[str, str, str]:
        """The names of hash, layout and storage."""
        return (self.hash.name, self.layout.name, self.storage.name)

    @property
    def words(self) -> tuple[str, ...]:
        """What is kept for every square, in the order of the columns."""
        return (*self.hash.words, *self.layout.words, *self.storage.words)

    @property
    def memory(self) -> str:
        """What the slots are to a kernel."""
        return self.storage.memory

    @property
    def _columns(self) -> Mapping[str, Word]:
        return {name: Word(column) for column, name in enumerate(self.words)}

    def slot_kernel(self, slider: Slider) -> Callable[[Words, Word, Word], Word]:
        """The kernel (parameters, square, occupied) -> slot."""
        index = self.hash.index(slider, self._columns)
        place = self.layout.slot(slider, self._columns)
        first, width = Word(row_of(slider, 0)), Word(len(self.words))

        @kernel
        def slot(parameters: Words, square: Word, occupied: Word) -> Word:
            start = (first + square) * width
            return place(parameters, start, square, index(parameters, start, occupied))

        return slot

    def attacks_kernel(self, slider: Slider) -> Callable[[Words, Any, Words, Word, Word], Word]:
        """The kernel (parameters, slots, attack sets, square, occupied) -> attacks."""
        find = self.slot_kernel(slider)
        read = self.storage.attacks(slider, self._columns)
        first, width = Word(row_of(slider, 0)), Word(len(self.words))

        @kernel
        def attacks(
            parameters: Words, slots: Any, attack_sets: Words, square: Word, occupied: Word
        ) -> Word:
            slot = find(parameters, square, occupied)
            return read(slots, attack_sets, parameters, (first + square) * width, slot)

        return attacks

    def slots_of_keys(
        self, parameters: npt.NDArray[np.uint64], keys: Keys
    ) -> npt.NDArray[np.uint64]:
        """The slot of every key; a negative one shows as a huge number."""
        slots = np.empty(len(keys.blockers), dtype=np.uint64)
        for slider in SLIDERS:
            part = keys.of_slider(slider)
            rows, blockers = keys.rows[part], keys.blockers[part]
            _slots_entry(self, slider)(parameters, rows, blockers, slots[part], len(blockers))
        return slots


@functools.cache
def _slots_entry(scheme: Scheme, slider: Slider) -> Entry:
    slot = scheme.slot_kernel(slider)
    squares = Word(63)

    @entry
    def slots_of(
        parameters: Words, rows: Bytes, blockers: Words, slots: Words, count: Word
    ) -> None:
        for place in counting(count):
            slots[place] = slot(parameters, Word(rows[place]) & squares, blockers[place])

    return slots_of


def _choose(axis: str, known: Mapping[str, Part], choice: Part | str) -> Part:
    if isinstance(choice, str):
        if choice in known:
            return known[choice]
    elif hasattr(choice, "name") and hasattr(choice, "words"):
        return choice
    complaint = f"{axis} must be one of {', '.join(known)}, got {short_repr(choice)}"
    raise ValueError(complaint) if isinstance(choice, str) else TypeError(complaint)
