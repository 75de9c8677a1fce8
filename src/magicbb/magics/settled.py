"""Known results on whether squares have magics with fewer index bits than mask squares.

`find`, campaigns, the map of records and the interactive page use these results. They come from
data that ships with the package:

- the magics in `data/dense.csv`, `data/dense-black.csv` and `data/published`;
- the exhaustive searches listed in `data/proofs/proofs.csv`; `magicbb check NAME` replays their
  certificates;
- for white magics with one bit fewer than mask squares, the results that Niklas Fiekas published
  (May 2026), for which no certificates ship.

A magic for a given number of bits is also a magic for more bits. So if none exists with a given
number of bits, none exists with fewer.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.files import DATA, rows_of
from magicbb.geometry.sliders import parse_slider
from magicbb.geometry.squares import parse_square, square_name
from magicbb.magics.files import BITS, KIND, PIECE, SQUARE, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic

EXISTS, DISPROVED, OPEN = "exists", "disproved", "open"

_MAGICS = {
    "dense": "",
    "published/magics": "",
    "published/tables/everling-2026-black-76411": "Markus Everling",
    "dense-black": "",
}
"""Files of magics, with the author to assume for rows that name none."""

_FIEKAS, _PUBLISHED = "Niklas Fiekas", "May 2026"

_LONG = 10**10
"""The number of nodes above which replaying a certificate takes long."""


@dataclass(frozen=True)
class Settled:
    """A known result about the magics of a square.

    Attributes:
        piece: `ROOK` or `BISHOP`.
        square: 0..63.
        kind: "white" or "black".
        bits: The index bits that the result is about.
        status: `EXISTS` or `DISPROVED`.
        by: The person or program that found the magic or proved that there is none.
        when: The date of the result, if known.
        magic: A magic with that many bits, if one is known.
        proof: The name of the certificate that `magicbb check` replays, if the package includes
            one.
        long: Whether replaying the whole certificate takes minutes to days.
    """

    piece: Slider
    square: int
    kind: str
    bits: int
    status: str
    by: str
    when: str = ""
    magic: Magic | None = None
    proof: str | None = None
    long: bool = False

    def __str__(self) -> str:
        """The result as a sentence.

        >>> print(settled(parse_slider("bishop"), 4, "white", 4))
        bishop e1 has no white magic with 4 bits: proved on 2026-11-21 by magicbb \
(magicbb check bishop-e1-white-4)
        >>> print(settled(parse_slider("rook"), 0, "white", 11))
        rook a1 has no white magic with 11 bits: proved on 2026-11-24 by magicbb \
(magicbb check rook-a1-white-11 --part 0.001)
        >>> print(settled(parse_slider("rook"), 16, "white", 10))
        rook a3 has no white magic with 10 bits: proved by Niklas Fiekas, May 2026
        """
        what = f"{self.kind} magic with {self.bits} bits"
        who = f"{self.piece} {square_name(self.square)}"
        if self.status == EXISTS:
            found = f"{self.magic.magic:#018x}, " if self.magic else ""
            return f"{who} has a {what}: {found}found by {self.by}"
        if self.proof is None:
            return f"{who} has no {what}: proved by {self.by}, {self.when}"
        checked = f"magicbb check {self.proof}" + " --part 0.001" * self.long
        return f"{who} has no {what}: proved on {self.when} by {self.by} ({checked})"


def settled(slider: Slider, square: int, kind: str, bits: int) -> Settled | None:
    """The known result for a square and a number of index bits; None if the question is open.

    Args:
        slider: `ROOK` or `BISHOP`.
        square: 0..63.
        kind: "white" or "black"; nothing is known for other kinds.
        bits: The index bits, fewer than mask squares; otherwise, a magic can be constructed.

    Returns:
        A result that implies the answer: a magic with `bits` or fewer bits exists, or none with
        `bits` or more bits exists. Results with a known magic or a certificate are preferred.

    >>> settled(parse_slider("rook"), 7, "white", 11) is None
    True
    """
    known = _known().get((slider, square, kind), ())
    for each in known:
        if each.status == EXISTS and each.bits <= bits < slider.mask(square).bit_count():
            return each
        if each.status == DISPROVED and each.bits >= bits:
            return each
    return None


@functools.cache
def fiekas_results() -> Mapping[tuple[Slider, int], str]:
    """The results of Niklas Fiekas for white magics with one bit fewer than mask squares.

    For each slider and square, the result is "exists", "disproved" or "open" (May 2026).

    >>> known = [*fiekas_results().values()]
    >>> [known.count(status) for status in ("exists", "disproved", "open")]
    [39, 71, 18]
    """
    return {
        (parse_slider(row[PIECE]), parse_square(row[SQUARE])): row["white_magic_with_one_bit_less"]
        for row in rows_of(DATA / "published" / "minimality.csv")
    }


@functools.cache
def _known() -> Mapping[tuple[Slider, int, str], tuple[Settled, ...]]:
    """All known results for each square and kind, in order of preference."""
    found: dict[tuple[Slider, int, str], list[Settled]] = {}
    for each in (*_magics(), *_proofs(), *_published()):
        found.setdefault((each.piece, each.square, each.kind), []).append(each)
    return {place: tuple(each) for place, each in found.items()}


def _magics() -> Iterator[Settled]:
    """The shipped magics; for each square and kind, those with the fewest bits come first."""
    rows = [(row.magic, row.author or by) for name, by in _MAGICS.items() for row in shipped(name)]
    for magic, by in sorted(rows, key=lambda row: row[0].bits):
        if magic.bits < magic.mask.bit_count():
            place = (magic.piece, magic.square, magic.kind, magic.bits)
            yield Settled(*place, EXISTS, by, magic=magic)


def _proofs() -> Iterator[Settled]:
    """The results of the exhaustive searches whose certificates ship."""
    for row in rows_of(DATA / "proofs" / "proofs.csv"):
        place = (parse_slider(row[PIECE]), parse_square(row[SQUARE]), row[KIND])
        name = "-".join(row[column] for column in (PIECE, SQUARE, KIND, BITS))
        status = DISPROVED if row["magics"] == "0" else EXISTS
        made = (status, row["who"], row["when"])
        long = int(row["nodes"]) > _LONG
        yield Settled(*place, int(row[BITS]), *made, proof=name, long=long)


def _published() -> Iterator[Settled]:
    """Results published without a magic or a certificate."""
    for (slider, square), status in fiekas_results().items():
        if status != OPEN:
            bits = slider.mask(square).bit_count() - 1
            yield Settled(slider, square, "white", bits, status, _FIEKAS, _PUBLISHED)
