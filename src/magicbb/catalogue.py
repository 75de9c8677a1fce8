"""The catalogue of published schemes, and building a table of any of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.arguments import parse_seed, short_repr
from magicbb.axes import Scheme
from magicbb.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.magics import Magic


@dataclass(frozen=True)
class CatalogueEntry:
    """A scheme that somebody published.

    Attributes:
        name: What it is called.
        scheme: Its choice on each axis.
        author: Whose idea it is.
        year: When it was published.
        source: Where.
        trade: What it gives and what it takes, in a sentence.
    """

    name: str
    scheme: Scheme
    author: str
    year: int
    source: str
    trade: str


CATALOGUE = {
    entry.name: entry
    for entry in (
        CatalogueEntry(
            name="fancy",
            scheme=Scheme("white", "concatenated", "direct"),
            author="Pradu Kannan",
            year=2006,
            source="Winboard Forum, List of magics for bitboard move generation, 23 August 2006",
            trade="Each square has just the slots it needs; its shift and offset are looked up.",
        ),
        CatalogueEntry(
            name="plain",
            scheme=Scheme("white-fixed", "strided", "direct"),
            author="Lasse Hansen",
            year=2006,
            source="Winboard Forum, Fast(er) bitboard move generator, 14 June 2006",
            trade="Nothing to look up but mask and magic, in a table almost three times as large.",
        ),
    )
}
"""The published schemes by name."""


def schemes() -> tuple[CatalogueEntry, ...]:
    """The catalogue.

    >>> [entry.name for entry in schemes()]
    ['fancy', 'plain']
    """
    return tuple(CATALOGUE.values())


def parse_scheme(scheme: str | Scheme) -> Scheme:
    """A scheme from its name in the catalogue; a `Scheme` is returned as it is.

    Raises:
        ValueError: There is none of that name.
        TypeError: It is neither a name nor a `Scheme`.
    """
    if isinstance(scheme, Scheme):
        return scheme
    complaint = f"scheme must be one of {', '.join(CATALOGUE)}, got {short_repr(scheme)}"
    if not isinstance(scheme, str):
        raise TypeError(complaint)
    if scheme not in CATALOGUE:
        raise ValueError(complaint)
    return CATALOGUE[scheme].scheme


def build(
    scheme: str | Scheme = "fancy",
    seed: int = 1,
    *,
    threads: int | None = None,
    on_found: Callable[[Magic], None] | None = None,
) -> Table:
    """Find the magics of a scheme, fill its table and verify it.

    Args:
        scheme: A name of the catalogue, or a `Scheme`.
        seed: Equal seeds give equal tables, whatever the number of threads.
        threads: How many threads search; all cores if left out.
        on_found: Called with each magic as it is found, from any of the threads.

    Raises:
        ValueError: The scheme is unknown, or its parts do not go together.
        TypeError: The seed is not an integer.

    >>> table = build("fancy", seed=1)
    >>> table
    <Table white/concatenated/direct, 107,648 entries>
    >>> table.queen_attacks("a1", 0) == table.rook_attacks(0, 0) | table.bishop_attacks(0, 0)
    True
    """
    scheme = parse_scheme(scheme)
    magics = scheme.hash.find(parse_seed(seed), threads=threads, on_found=on_found)
    return Table(scheme, magics, seed=seed)
