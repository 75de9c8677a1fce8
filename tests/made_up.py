"""A storage that is made up: nothing in the package knows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.recipes.notes import explained
from magicbb.recipes.storage.storage import Contents, Storage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from magicbb.lookup.keys import Keys
    from magicbb.recipes.kernel_types import Columns, ReadKernel, StoredKernel
    from magicbb.recipes.notes import Note


@dataclass(frozen=True)
class Inverted(Storage):
    """What is not attacked; it may have notes on reading that."""

    name = "inverted"
    fill = "computed"
    notes: Mapping[str, Note] = field(default_factory=dict, compare=False)

    def contents(self, keys: Keys) -> Contents:
        return Contents(~keys.attacks)

    def attacks(self, column: Columns) -> ReadKernel:  # noqa: ARG002
        @kernel
        def read_inverted(
            slots: Words, _attack_sets: Words, _parameters: Words, _start: Word, slot: Word
        ) -> Word:
            return ~slots[slot]

        return explained(**self.notes)(read_inverted) if self.notes else read_inverted

    def stored(self, column: Columns) -> StoredKernel:  # noqa: ARG002
        @kernel
        def inverted(_parameters: Words, _start: Word, attacks: Word) -> Word:
            return ~attacks

        return inverted
