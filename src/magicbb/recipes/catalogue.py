"""The catalogue of published schemes."""

from __future__ import annotations

from dataclasses import dataclass

from magicbb.recipes.rivals import RIVALS, Rival
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources import SOURCES


@dataclass(frozen=True)
class CatalogueEntry:
    """A scheme that somebody published, with the magics for it.

    Attributes:
        name: What it is called.
        scheme: Its hash, layout and storage; or the rival that it is.
        magics: Where its magics come from, by its name in `SOURCES`; None if it takes none.
        author: Whose idea it is.
        year: When it was published.
        source: Where.
        trade: What it gives and what it takes, in a sentence.
    """

    name: str
    scheme: Scheme | Rival
    author: str
    year: int
    source: str
    trade: str
    magics: str | None = None

    @property
    def slow(self) -> bool:
        """Whether it takes half a minute to build, for its magics have to be searched for."""
        return self.magics is not None and SOURCES[self.magics].slow


_PACKED = "CCC, Black magic bitboards, 3 August 2017; docs/records.md"

CATALOGUE = {
    entry.name: entry
    for entry in (
        CatalogueEntry(
            name="plain",
            scheme=Scheme("white-fixed", "strided", "direct"),
            magics="constructed",
            author="Lasse Hansen",
            year=2006,
            source="Winboard Forum, Fast(er) bitboard move generator, 14 June 2006",
            trade="Nothing to look up but mask and magic, in a table almost three times as large.",
        ),
        CatalogueEntry(
            name="fancy",
            scheme=Scheme("white", "concatenated", "direct"),
            magics="constructed",
            author="Pradu Kannan",
            year=2006,
            source="Winboard Forum, List of magics for bitboard move generation, 23 August 2006",
            trade="Each square has just the slots it needs; its shift and offset are looked up.",
        ),
        CatalogueEntry(
            name="fancy-dense",
            scheme=Scheme("white", "concatenated", "direct"),
            magics="dense",
            author="Gerd Isenberg, Grant Osborne and others",
            year=2006,
            source="Chessprogramming wiki, Best Magics so far",
            trade="A seventh smaller than fancy, with magics that took years to find.",
        ),
        CatalogueEntry(
            name="fixed-shift",
            scheme=Scheme("white-fixed", "overlapped", "direct"),
            magics="annealed",
            author="Onno Garms, Volker Annuss",
            year=2009,
            source="Winboard Forum, Magic with fixed shift, 18 March 2009, and Fixed shift magics "
            "with 800KB lookup table, 5 September 2010",
            trade="Small, and no shift to look up; but such magics have to be searched for.",
        ),
        CatalogueEntry(
            name="black",
            scheme=Scheme("black-fixed", "overlapped", "direct"),
            magics="annealed",
            author="Volker Annuss",
            year=2017,
            source="CCC, Black magic bitboards, 3 August 2017",
            trade="As fixed-shift, with index ranges that may start above zero.",
        ),
        CatalogueEntry(
            name="byte-lookup",
            scheme=Scheme("white-fixed", "strided", "bytes"),
            magics="constructed",
            author="Robert Houdart",
            year=2010,
            source="CCC, Re: Plain and fancy magic on modern hardware, 26 August 2010",
            trade="A seventh of the plain table, for a second look-up that waits for the first.",
        ),
        CatalogueEntry(
            name="perfect-16",
            scheme=Scheme("white", "concatenated", "shorts"),
            magics="constructed",
            author="Pradu Kannan",
            year=2007,
            source="Magic Move-Bitboard Generation in Computer Chess, 2007; in the chess program "
            "Buzz, 2008: PERFECT_MAGIC_HASH",
            trade="A third of the fancy table, for a second look-up that waits for the first.",
        ),
        CatalogueEntry(
            name="magic-32",
            scheme=Scheme("white-32", "concatenated", "direct"),
            magics="constructed",
            author="Grant Osborne",
            year=2006,
            source="Winboard Forum, A Faster Magic Move Bitboard Generator?, 15 December 2006",
            trade="For CPUs without a 64-bit multiplication; elsewhere it only costs more.",
        ),
        CatalogueEntry(
            name="shared",
            scheme=Scheme("white", "shared", "union"),
            magics="constructed",
            author="Lasse Hansen",
            year=2008,
            source="Winboard Forum, postmask trick, 9 May 2008",
            trade="Five eighths of the fancy table, for one more word per square and an `and`.",
        ),
        CatalogueEntry(
            name="shift-in-magic",
            scheme=Scheme("white-shift-in-magic", "shared", "union"),
            magics="constructed",
            author="Grant Osborne",
            year=2008,
            source="CCC, Incorporating the shift into the magic number, 18 June 2008",
            trade="As shared, with half a cache line per square; one more shift to compute.",
        ),
        CatalogueEntry(
            name="offset-in-magic",
            scheme=Scheme("white-offset-in-magic", "joint", "direct"),
            magics="constructed",
            author="Eugene Kotlov",
            year=2018,
            source="CCC, magic number comprising offset, 7 February 2018",
            trade="A quarter of a cache line per square; the table is almost as large as plain's.",
        ),
        CatalogueEntry(
            name="magic-group",
            scheme=Scheme("black-group", "joint", "direct"),
            magics="constructed",
            author="the Chessprogramming wiki; found by magicbb",
            year=2026,
            source="Chessprogramming wiki, Magic Bitboards, Wishing Dreams; docs/magic-groups.md",
            trade="One array for all squares and nothing added, in a table smaller than plain's.",
        ),
        CatalogueEntry(
            name="densest-fixed",
            scheme=Scheme("white-fixed", "overlapped", "direct"),
            magics="densest-fixed",
            author="Onno Garms, Volker Annuss; packed by magicbb with published candidates",
            year=2026,
            source=_PACKED,
            trade="As fixed-shift, but packed ahead: magics and offsets ship with the package.",
        ),
        CatalogueEntry(
            name="densest",
            scheme=Scheme("black", "overlapped", "direct"),
            magics="densest",
            author="Volker Annuss; packed by magicbb with published candidates",
            year=2026,
            source=_PACKED,
            trade="The smallest table known with an attack set in each slot; shifts are looked up.",
        ),
        CatalogueEntry(
            name="densest-shared",
            scheme=Scheme("black", "overlapped", "union"),
            magics="densest-shared",
            author="Lasse Hansen, Volker Annuss; packed by magicbb with published candidates",
            year=2026,
            source=_PACKED,
            trade="Squares share slots in less room than shared's, for the same `and`.",
        ),
        CatalogueEntry(
            name="densest-bytes",
            scheme=Scheme("black", "overlapped", "bytes-union"),
            magics="densest-bytes",
            author="Robert Houdart, Lasse Hansen, Volker Annuss; packed by magicbb with published "
            "candidates",
            year=2026,
            source=_PACKED,
            trade="105 KiB, masks included, for a second look-up that waits for the first.",
        ),
        CatalogueEntry(
            name="pext",
            scheme=Scheme("pext", "concatenated", "direct"),
            author="unknown; the instructions: Intel",
            year=2013,
            source="BMI2 of the Haswell CPUs; Chessprogramming wiki, PEXT Bitboards",
            trade="The shortest way to an index, on CPUs where the instruction is fast.",
        ),
        CatalogueEntry(
            name="pext-16",
            scheme=Scheme("pext", "concatenated", "pdep"),
            author="unknown; the instructions: Intel",
            year=2013,
            source="BMI2 of the Haswell CPUs; Chessprogramming wiki, PEXT Bitboards",
            trade="A quarter of the pext table, for a second instruction of the kind.",
        ),
        CatalogueEntry(
            name="rays",
            scheme=RIVALS["rays"],
            author="unknown",
            year=1970,
            source="as old as chess programs",
            trade="One step per square, and next to nothing to keep.",
        ),
        CatalogueEntry(
            name="rotated",
            scheme=RIVALS["rotated"],
            author="Robert Hyatt, Ernst A. Heinz",
            year=1994,
            source="ICCA Journal 20/3 (1997) and 22/4 (1999)",
            trade="Small tables, as long as three more boards are kept up to date with each move.",
        ),
        CatalogueEntry(
            name="kindergarten",
            scheme=RIVALS["kindergarten"],
            author="Gerd Isenberg",
            year=2006,
            source="Winboard Forum, 4 December 2006",
            trade="Eleven kilobytes, masks included; two multiplications and two look-ups.",
        ),
        CatalogueEntry(
            name="hyperbola",
            scheme=RIVALS["hyperbola"],
            author="Ryan Mack, Gerd Isenberg, Aleks Peshkov",
            year=2007,
            source="CCC, 25 August 2007; Chessprogramming wiki, Hyperbola Quintessence",
            trade="Five kilobytes, masks included; arithmetic for each line but the ranks.",
        ),
        CatalogueEntry(
            name="obstruction",
            scheme=RIVALS["obstruction"],
            author="Michael Hoffmann",
            year=2009,
            source="CCC, Direct bitboard movegeneration, 23 July 2009",
            trade="No table, six kilobytes of masks; arithmetic for each line.",
        ),
    )
}
"""The published schemes by name."""


def schemes() -> tuple[CatalogueEntry, ...]:
    """The catalogue: the schemes of magics, and then their rivals.

    >>> [entry.name for entry in schemes() if entry.author == "Lasse Hansen"]
    ['plain', 'shared']
    """
    return tuple(CATALOGUE.values())
