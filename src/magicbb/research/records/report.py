"""The book as a Markdown page: magics, tables and proofs, compared with published results.

Every figure comes from the book, from the published constants, or from the estimates that ship with
the package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.files import sealed
from magicbb.geometry.squares import square_name
from magicbb.magics.settled import DISPROVED, OPEN, fiekas_results
from magicbb.research.records import frontier
from magicbb.research.records.markdown import plain
from magicbb.research.records.published import published_tables
from magicbb.research.records.table_records import CATEGORIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.records.magic_records import MagicRecord
    from magicbb.research.records.proof_records import ProofRecord
    from magicbb.research.records.provenance import Provenance
    from magicbb.research.records.table_records import TableRecord

_OWN = {"own": "without published candidates", "published": "with published candidates"}


def markdown(book: frontier.Records, picture: str = "") -> str:
    """The Markdown text of the page.

    Args:
        book: The book.
        picture: The path of the map's image, for the link in the page; if empty, the page has no
            map.
    """
    found = frontier.answers(book) if picture else []
    shown = (_map(found, picture), _frontier(found)) if found else ([], [])
    parts = ([_START], shown[0], _tables(book.tables()), _proofs(book.proofs()))
    more = (_magics(book.magics()), shown[1])
    return sealed("".join(f"{line}\n" for part in (*parts, *more) for line in part))


_START = """\
# Records

<!-- Written by `magicbb records --report FILE`; changes made by hand will be lost. -->

This page lists the smallest tables and the commands that reproduce them, the claims settled by \
proofs, and dense magics. Tables and certificates ship with the package: `magicbb build densest` \
builds a table and checks all 107,648 keys, `magicbb check --list` lists the proofs, and `magicbb \
check NAME` checks one of them with independent code.
"""

_RIGHT = {
    "entries",
    "bytes",
    "index bits",
    "nodes",
    "slots in use",
}
_RIGHT |= {"seed", "core time"}


def _section(title: str, text: str, header: str, rows: Sequence[str]) -> list[str]:
    """The lines of a section with a table; none if the table has no rows."""
    rule = "|".join("---:" if name in _RIGHT else "---" for name in header.split(" | "))
    above = ["", text] if text else []
    table = (f"| {row} |" for row in rows)
    return [f"## {title}", *above, "", f"| {header} |", f"|{rule}|", *table, ""] if rows else []


def _map(found: Sequence[frontier.Answer], picture: str) -> list[str]:
    """The section with the map and the numbers of settled squares."""
    sentences = "; ".join(frontier.counts(found))
    text = (
        f"Such magics for the 128 squares (64 for each piece): {sentences}. "
        "See [every square](#every-square)."
    )
    title = "Magics with one index bit fewer than mask squares"
    return [f"## {title}", "", f"![{title}]({picture})", "", text, ""]


def _frontier(found: Sequence[frontier.Answer]) -> list[str]:
    """The section with the table that the map is based on."""
    return _section(
        "Every square",
        "Magics with one index bit fewer than mask squares. Each cell gives a magic and its "
        "finder; or states that none exists, with the certificate for `magicbb check` or the "
        "author who published the result; or, if the question is open, gives the estimated "
        "time of the shortest search. The chain search settles white and black together: "
        "`magicbb prove rook h1 --bits 11 --record` begins or continues such a search, and can be "
        "interrupted at any time. For the bit-by-bit search, add `--kind`.",
        "square | index bits | white | black",
        frontier.rows(found),
    )


def _tables(records: Sequence[TableRecord]) -> list[str]:
    def order(record: TableRecord) -> tuple[int, str, int, int]:
        place = [*CATEGORIES].index(record.name)
        return (place, record.candidates, record.entries, record.bytes)

    shown: dict[tuple[str, str], TableRecord] = {}
    for record in sorted(records, key=order):
        shown.setdefault((record.name, record.candidates), record)
    rows = []
    for name in dict.fromkeys(name for name, _ in shown):
        own, other = shown.get((name, "own")), shown.get((name, "published"))
        best = min(filter(None, (own, other)), key=lambda each: (each.entries, each.bytes))
        known = [each for each in published_tables() if each.name == name]
        before = min(known, key=lambda each: each.entries, default=None)
        rows.append(
            f"{CATEGORIES[name].title} "
            f"| {best.scheme.split('-')[0].split('/')[0]}, {_OWN[best.candidates]} "
            f"| **{best.entries:,}** | {best.bytes:,} "
            f"| {f'{own.entries:,}, {own.bytes:,} bytes' if own else 'none yet'} "
            f"| {f'{before.entries:,} ({before.link})' if before else 'none'} "
            f"| {f'{before.bytes:,}' if before else ''} | {_origin(best.provenance)}"
        )
    made = [record.provenance for record in shown.values() if record.provenance]
    commands = dict.fromkeys(
        f"    {_line(each.command)}  # {_line(each.version)}" for each in made if each.command
    )
    text = (
        "Bytes include slots and attack sets; the parameters of each square, such as its mask and "
        "magic, take three to eight words more. "
        "Packing anneals candidates for few slots in few blocks, chooses and places magics, and "
        "compacts the table by separation ([packing](packing.md)). With "
        "`--published`, the candidates include published magics, and packing starts from a "
        "published table; tables made without published candidates contain no published magics. "
        "These commands reproduce the tables, with the version of magicbb given after each:"
    )
    header = (
        "table | magics | entries | bytes | without published candidates "
        "| previously published | bytes | seed | core time | who, when"
    )
    section = _section("Tables", "", header, rows)
    return section and [*section, text, "", *commands, ""]


def _proofs(records: Sequence[ProofRecord]) -> list[str]:
    rows = []
    for record in records:
        less = record.bits == record.piece.mask(record.square).bit_count() - 1
        known = record.kind == "white" and less
        before = fiekas_results()[record.piece, record.square] if known else OPEN
        found = "**none**" if record.outcome == DISPROVED else f"{record.magics:,}"
        rows.append(
            f"{_place(record)} | {record.kind} | {record.bits} | {found} | {record.nodes:,} "
            f"| {before} | {_origin(record.provenance)}"
        )
    return _section(
        "Settled by exhaustive search",
        "Magics with fewer index bits than mask squares, settled by exhaustive search over all "
        "bits of the magic. The previously known results are by [Niklas "
        "Fiekas](http://www.talkchess.com/forum/viewtopic.php?t=65187), May 2026, for white "
        "magics; no disproofs had been published for black ones. *magics* is their number; "
        "magics that differ only in bits that leave all indices unchanged, or add the same number "
        "to all, count as one. Rows for white and black with equal nodes come from one chain "
        "search, which settled both.",
        "square | kind | index bits | magics | nodes | previously known | seed | core time "
        "| who, when",
        rows,
    )


def _magics(records: Sequence[MagicRecord]) -> list[str]:
    """The section with the best magic for each square and kind, which the book lists first."""
    best: dict[tuple[str, int, str], MagicRecord] = {}
    for record in records:
        best.setdefault((record.piece.name, record.square, record.kind), record)
    rows = [
        f"{_place(record)} | {record.kind} | {record.bits} | `{record.magic:#018x}` "
        f"| {record.used:,} | {_origin(record.provenance)}"
        for record in best.values()
        if record.bits < record.piece.mask(record.square).bit_count()
    ]
    return _section(
        "Magics with fewer index bits than mask squares",
        "These were found by recorded campaigns. [Every square](#every-square) gives one magic "
        "for each square that is known to have one.",
        "square | kind | index bits | magic | slots in use | seed | core time | who, when",
        rows,
    )


def _place(each: MagicRecord | ProofRecord) -> str:
    return f"{each.piece} {square_name(each.square)}"


def _origin(provenance: Provenance | None) -> str:
    """The cells of the columns "seed", "core time" and "who, when"."""
    if provenance is None:
        return " | | "
    seed = "" if provenance.seed is None else f"{provenance.seed}"
    seconds = "" if provenance.seconds is None else _time(provenance.seconds)
    return f"{seed} | {seconds} | {plain(provenance.who)}, {provenance.when[:10]}"


def _line(text: str) -> str:
    return " ".join(text.split())


def _time(seconds: float) -> str:
    """Format a time with few digits.

    >>> _time(0.25), _time(75), _time(5000)
    ('0.25 s', '75 s', '1.4 h')
    """
    if seconds < 10:  # noqa: PLR2004
        return f"{seconds:.2g} s"
    return f"{seconds:,.0f} s" if seconds < 3600 else f"{seconds / 3600:.1f} h"  # noqa: PLR2004
