"""Storages whose slots hold the number of an attack set in a list of distinct ones.

A square has at most 144 different attack sets, so their numbers fit into a byte if each square has
its own list (Robert Houdart 2010, used in Houdini). All squares together have 6,328, so 16-bit
numbers suffice for a single list (Pradu Kannan's "perfect magic hash" of 2007).

Slots are small, at the cost of a second look-up that depends on the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Bytes, Shorts, Word, Words, kernel
from magicbb.lookup.keys import PLACES, ROWS
from magicbb.recipes.notes import Note, explained
from magicbb.recipes.square_groups import group_of
from magicbb.recipes.storage.storage import Contents, Storage
from magicbb.recipes.storage.union import LINES, OWN_LINES

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.lookup.keys import Keys
    from magicbb.recipes.kernel_types import Columns, ReadKernel

_IN_SQUARE_LIST = {
    "entry": Note(
        "Entry", "The value read from the slot: the number of an attack set in the square's list."
    ),
    "list": Note("Start of the list", "The start of the square's list of attack sets."),
}
"""Notes shared by the storages that number the attack sets of each square."""

_LISTED = Note(
    "List element",
    "The list element that the entry refers to. Other squares may also use it.",
)
_ENTRY = Note(
    "Entry", "The value read from the slot: the number of an attack set in the list of all."
)
_ATTACKS = Note("Attacks", "The attack set with this number.")


@dataclass(frozen=True)
class NumberedBySquare(Storage):
    """One byte per slot: a number in the square's own list of attack sets."""

    name = "bytes"
    words = ("list",)
    memory = "Bytes"
    fill = "number_in_list"

    def contents(self, keys: Keys) -> Contents:
        """Number the attack sets of each square in ascending order."""
        values, lists = numbered_by_square(keys)
        *starts, _end = accumulate((len(attack_sets) for attack_sets in lists), initial=0)
        words = tuple((start,) for start in starts)
        return Contents(values, attack_sets=np.concatenate(lists), words=words)

    def attacks(self, column: Columns) -> ReadKernel:
        """The kernel that reads the number and the element of the square's list."""
        first = column["list"]

        @explained(**_IN_SQUARE_LIST, attacks=_ATTACKS)
        @kernel
        def read_byte(
            slots: Bytes, attack_sets: Words, parameters: Words, start: Word, slot: Word
        ) -> Word:
            return attack_sets[parameters[start + first] + Word(slots[slot])]

        return read_byte


def numbered_by_square(
    keys: Keys,
) -> tuple[npt.NDArray[np.uint64], list[npt.NDArray[np.uint64]]]:
    """Return the number of each key's attack set, and each row's attack sets in ascending order."""
    values = np.empty(len(keys.blockers), np.uint64)
    lists = []
    for row in range(ROWS):
        part = keys.of_row(row)
        attack_sets, numbers = np.unique(keys.attacks[part], return_inverse=True)
        values[part] = numbers
        lists.append(attack_sets)
    return values, lists


@dataclass(frozen=True)
class NumberedInUnion(Storage):
    """One byte per slot: a number in a list shared by a group of squares.

    Squares whose lines do not cross, or cross only on squares adjacent to both, can share a list
    element just as they can share a slot of a union table: each extracts its bits with `& lines`.
    This combines Robert Houdart's bytes (2010) with Lasse Hansen's post-mask and groups (2008).

    The lists take half the space, 24,992 bytes instead of 50,624, at the cost of one `&` and one
    more word per square: in `magicbb bench`, independent look-ups take 1.12 to 1.28 times as long
    as those of `bytes` on the same slots, and dependent ones 0.98 to 1.11 times as long.
    """

    name = "bytes-union"
    words = ("list", "lines")
    memory = "Bytes"
    fill = "number_in_union"

    def contents(self, keys: Keys) -> Contents:
        """Number each square's attack sets in ascending order; OR the lists of a group into one."""
        values, lists = numbered_by_square(keys)
        sizes: dict[tuple[int, int, int], int] = {}
        for row, attack_sets in enumerate(lists):
            group = group_of(row)
            sizes[group] = max(len(attack_sets), sizes.get(group, 0))
        *starts, end = accumulate(sizes.values(), initial=0)
        start_of = dict(zip(sizes, starts, strict=True))
        united = np.zeros(end, np.uint64)
        words = []
        for row, attack_sets in enumerate(lists):
            slider, square = PLACES[row]
            start = start_of[group_of(row)]
            united[start : start + len(attack_sets)] |= attack_sets
            words.append((start, slider.attacks(square, 0)))
        return Contents(values, attack_sets=united, words=tuple(words))

    def attacks(self, column: Columns) -> ReadKernel:
        """The kernel that reads the number and the group's list element, masked by the lines."""
        first, lines = column["list"], column["lines"]

        @explained(**_IN_SQUARE_LIST, listed=_LISTED, lines=LINES, attacks=OWN_LINES)
        @kernel
        def read_byte_in_union(
            slots: Bytes, attack_sets: Words, parameters: Words, start: Word, slot: Word
        ) -> Word:
            united = attack_sets[parameters[start + first] + Word(slots[slot])]
            return united & parameters[start + lines]

        return read_byte_in_union


@dataclass(frozen=True)
class NumberedByTable(Storage):
    """One 16-bit number per slot, in a single list of all attack sets.

    Only 6,326 of the 6,328 attack sets are distinct: a bishop on a1 that is blocked on g7 attacks
    the same squares as a bishop on h8 that is blocked on b2, and the same is true of a8 and h1.
    """

    name = "shorts"
    memory = "Shorts"
    fill = "number"

    def contents(self, keys: Keys) -> Contents:
        """Number all attack sets in ascending order."""
        attack_sets, numbers = np.unique(keys.attacks, return_inverse=True)
        return Contents(numbers.astype(np.uint64), attack_sets=attack_sets)

    def attacks(self, column: Columns) -> ReadKernel:  # noqa: ARG002 (no columns needed)
        """The kernel that reads the number and the element of the list."""
        return read_short


@explained(entry=_ENTRY, attacks=_ATTACKS)
@kernel
def read_short(
    slots: Shorts, attack_sets: Words, _parameters: Words, _start: Word, slot: Word
) -> Word:
    """The attack set whose number is in the slot."""
    return attack_sets[Word(slots[slot])]
