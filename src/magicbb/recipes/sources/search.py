"""What a source is told about the search, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from magicbb.magics.magic import Magic

if TYPE_CHECKING:
    from collections.abc import Callable

Magics: TypeAlias = tuple[Magic, ...]
"""The 128 magics, rook a1 to h8 and then bishop; none if the hash takes none."""

Offsets: TypeAlias = tuple[int, ...]
"""Where the indices of each square start, in the order of the magics."""


@dataclass(frozen=True)
class Search:
    """How to search; each source reads what matters to it.

    Attributes:
        seed: Equal seeds give equal magics.
        threads: How many threads search; default: all cores.
        on_found: Called with each magic as it is found, from any of the threads.
    """

    seed: int = 1
    threads: int | None = None
    on_found: Callable[[Magic], None] | None = None

    def report(self, magics: Magics) -> None:
        """Call `on_found` with magics that need no search."""
        if self.on_found is not None:
            for magic in magics:
                self.on_found(magic)
