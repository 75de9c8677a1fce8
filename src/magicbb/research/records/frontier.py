"""The map of known results: which squares have a magic with one bit fewer than mask squares.

For rooks and bishops on all 64 squares, white and black, the answer is that such a magic exists,
that none exists, or that the question is open. If it is open, the map gives the time of the
shortest search, where this has been estimated. The map combines shipped results with those in a
book.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from magicbb.files import DATA, rows_of
from magicbb.geometry.sliders import SLIDERS, parse_slider
from magicbb.geometry.squares import parse_square, square_name
from magicbb.lookup.keys import PLACES
from magicbb.magics.files import KIND, PIECE, SQUARE
from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.magics.settled import DISPROVED, EXISTS, OPEN, Settled, settled
from magicbb.pictures.sheet import Panel, sheet
from magicbb.pictures.status_board import status_board_svg
from magicbb.research.records.markdown import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.geometry.sliders import Slider
    from magicbb.research.records.magic_records import MagicRecord
    from magicbb.research.records.proof_records import ProofRecord
    from magicbb.research.records.table_records import TableRecord

CHAIN = "chain"
"""The name of the chain search in the table of estimates."""

_COLOURS = {EXISTS: "yes", DISPROVED: "no", OPEN: "open"}

_FEW = 10


class Records(Protocol):
    """A source of records: a book, or the shipped ones."""

    def magics(self) -> list[MagicRecord]:
        """The magics."""
        ...

    def tables(self) -> list[TableRecord]:
        """The tables."""
        ...

    def proofs(self) -> list[ProofRecord]:
        """The proofs."""
        ...


@dataclass(frozen=True)
class Answer:
    """The result for magics of one square and kind with one index bit fewer than mask squares.

    Attributes:
        piece: `ROOK` or `BISHOP`.
        square: 0..63.
        kind: "white" or "black".
        bits: The index bits.
        known: The known result; None if the question is open.
        search: The fastest search that would settle the question; None if not estimated.
        days: The estimated time of that search, in core-days.
    """

    piece: Slider
    square: int
    kind: str
    bits: int
    known: Settled | None
    search: str | None = None
    days: float | None = None

    @property
    def status(self) -> str:
        """`EXISTS`, `DISPROVED` or `OPEN`."""
        return self.known.status if self.known else OPEN

    @property
    def sentence(self) -> str:
        """The answer as a sentence, without a full stop.

        >>> found = {(f"{each.piece}", each.square, each.kind): each for each in answers()}
        >>> print(found["rook", 7, "white"].sentence)
        rook h1 with 11 bits, white: open, the chain search takes 39 core-days
        >>> print(found["bishop", 8, "white"].sentence)
        bishop a2 has a white magic with 4 bits: 0x00001aed9bb8dfff, found by magicbb
        """
        if self.known:
            return str(self.known)
        said = f"{self.piece} {square_name(self.square)} with {self.bits} bits, {self.kind}: open"
        if self.days is None:
            return said
        time = _time(self.days, "core-hours", "core-days")
        search = "the chain search" if self.search == CHAIN else f"the search {self.search}"
        return f"{said}, {search} takes {time}"

    @property
    def sign(self) -> str:
        """The answer in one word: "yes", "none" or "open"; or the time of the search."""
        if self.status != OPEN:
            return "yes" if self.status == EXISTS else "none"
        if self.days is None:
            return "open"
        return _time(self.days, "h", "d")

    @property
    def words(self) -> str:
        """The answer as a cell of a Markdown table."""
        known = self.known
        if known is None:
            if self.days is None:
                return "open"
            return f"open, {_time(self.days, 'core-hours', 'core-days')}, {self.search}"
        if known.magic is not None:
            return f"`{known.magic.magic:#018x}`, {plain(known.by)}"
        said = "exists" if known.status == EXISTS else "**none**"
        proof = f"`{known.proof}`" if known.proof else f"{plain(known.by)}, {known.when}"
        return f"{said}, {proof}"


def answers(book: Records | None = None) -> list[Answer]:
    """The answers for rooks on a1 to h8, then for bishops; for each square, white, then black.

    >>> found = answers()
    >>> len(found), [each.status for each in found if each.square == parse_square("h1")]
    (256, ['open', 'open', 'exists', 'exists'])
    """
    expected = _estimates()
    held = _held(book) if book is not None else {}
    found = []
    for slider, square in PLACES:
        bits = slider.mask(square).bit_count() - 1
        for kind in WHITE_AND_BLACK:
            place = (slider, square, kind)
            known = settled(*place, bits) or held.get(place)
            search, days = (None, None) if known else expected.get(place, (None, None))
            found.append(Answer(*place, bits, known, search, days))
    return found


def counts(found: Sequence[Answer]) -> list[str]:
    """The numbers of squares with a magic, without one, and undecided, as text for each kind."""
    lines = []
    for kind in WHITE_AND_BLACK:
        of = Counter(each.status for each in found if each.kind == kind)
        lines.append(f"{kind}: {of[EXISTS]} exist, {of[DISPROVED]} do not, {of[OPEN]} are open")
    return lines


def frontier_svg(found: Sequence[Answer]) -> str:
    """The map as SVG text, with a board for each slider and kind."""
    panels = []
    for slider in SLIDERS:
        for kind in WHITE_AND_BLACK:
            own = [each for each in found if (each.piece, each.kind) == (slider, kind)]
            board = status_board_svg([(_COLOURS[each.status], each.sign) for each in own])
            of = Counter(each.status for each in own)
            text = f"{of[EXISTS]} have one, {of[DISPROVED]} have none, {of[OPEN]} are open"
            panels.append(Panel(board, f"{slider}, {kind}", text))
    about = (
        "yes: such a magic exists; none: proved not to exist. Open squares show the core-hours (h) "
        "or core-days (d) of the shortest search"
    )
    large = any(set("kM") & {*each.sign} for each in found)
    about += " (k: thousands, M: millions)." if large else "."
    return sheet(panels, title="Magics with one index bit fewer than mask squares", text=about)


def _time(days: float, hours: str, whole: str) -> str:
    """Format core-days in a few characters; less than one is given in core-hours."""
    return f"{days * 24:.2g} {hours}" if days < 1 else f"{days_text(days)} {whole}"


def days_text(days: float | None) -> str:
    """Format core-days in a few characters.

    >>> [days_text(days) for days in (0.0312, 4.39, 36.2, 1900, 2.5e8)]
    ['0.031', '4.4', '36', '1.9k', '250M']
    """
    if days is None:
        return ""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if days >= size:
            number = days / size
            return f"{number:.1f}{letter}" if number < _FEW else f"{number:.0f}{letter}"
    return f"{days:.2g}" if days < _FEW else f"{days:.0f}"


def _estimates() -> dict[tuple[Slider, int, str], tuple[str, float]]:
    """The shortest search for each open square and kind, and its core-days."""
    found: dict[tuple[Slider, int, str], tuple[str, float]] = {}
    for row in rows_of(DATA / "proofs" / "estimates.csv"):
        place = (parse_slider(row[PIECE]), parse_square(row[SQUARE]), row[KIND])
        new = (row["search"], float(row["core_days"]))
        found[place] = min(found.get(place, new), new, key=lambda each: each[1])
    return found


def _held(book: Records) -> dict[tuple[Slider, int, str], Settled]:
    """A book's results about magics with one index bit fewer than mask squares."""
    from magicbb.research.records.magic_records import MagicRecord
    from magicbb.research.records.proof_records import settles

    found: dict[tuple[Slider, int, str], Settled] = {}
    records: list[MagicRecord | ProofRecord] = [*book.magics(), *book.proofs()]
    for record in records:
        bits = record.piece.mask(record.square).bit_count() - 1
        if status := settles(record, bits):
            place = (record.piece, record.square, record.kind)
            made = record.provenance
            by, when = (made.who, made.when[:10]) if made else ("", "")
            magic = record.as_magic() if isinstance(record, MagicRecord) else None
            found.setdefault(place, Settled(*place, record.bits, status, by, when, magic))
    return found


def rows(found: Sequence[Answer]) -> list[str]:
    """The rows of the table that the map is based on: square, index bits, white, black."""
    lines = []
    for white, black in zip(found[::2], found[1::2], strict=True):
        where = f"{white.piece} {square_name(white.square)}"
        lines.append(f"{where} | {white.bits} | {white.words} | {black.words}")
    return lines
