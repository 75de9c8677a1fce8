"""The interface of a source of magics, and the parameters of its search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from magicbb.lookup.keys import PLACES
from magicbb.magics.magic import Magic

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.recipes.scheme import Scheme

Magics: TypeAlias = tuple[Magic, ...]
"""The 128 magics, rook a1 to h8, then bishop a1 to h8; empty if the hash uses none."""

Offsets: TypeAlias = tuple[int, ...]
"""The offset of each square, in the order of the magics."""


@dataclass(frozen=True)
class SearchOptions:
    """The search parameters; each source uses those that it needs.

    Attributes:
        seed: The seed of the search; equal seeds give equal magics.
        threads: The number of threads (default: all cores).
        on_found: Called with each magic as it is found or improved, possibly from several threads.
    """

    seed: int = 1
    threads: int | None = None
    on_found: Callable[[Magic], None] | None = None

    def report(self, magics: Magics) -> None:
        """Call `on_found` with each of the given magics, which needed no search."""
        if self.on_found is not None:
            for magic in magics:
                self.on_found(magic)


class Source(Protocol):
    """A source of magics for a scheme."""

    @property
    def name(self) -> str:
        """The name in `SOURCES`."""

    @property
    def slow(self) -> bool:
        """Whether it takes about half a minute to provide the magics."""
        return False

    @property
    def repeatable(self) -> bool:
        """Whether the source's name and a seed always give the same magics, on any machine."""
        return True

    @property
    def seeded(self) -> bool:
        """Whether the magics depend on the seed."""
        return True

    def steps(self, scheme: Scheme) -> int:  # noqa: ARG002 (unused by default)
        """The number of calls to `on_found`: one for each magic and one for each improvement."""
        return len(PLACES)

    def reason_against(self, scheme: Scheme) -> str | None:  # noqa: ARG002 (unused by default)
        """The reason why the magics do not work with a scheme; None if they do."""
        return None

    def magics(self, scheme: Scheme, options: SearchOptions) -> tuple[Magics, Offsets | None]:
        """The magics for a suitable scheme, and their offsets if the source has any."""
