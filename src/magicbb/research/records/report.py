"""The book as a page in Markdown: what was found and proved, held against what was known before.

Every figure comes from the book, from the published constants, or from an estimate made while the
page is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.geometry.squares import square_name
from magicbb.research.records.comparing import compare_tables
from magicbb.research.records.proof_records import DISPROVED
from magicbb.research.records.published import OPEN, minimality, published_tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from magicbb.research.proofs import Claim
    from magicbb.research.records.book import Book
    from magicbb.research.records.magic_records import MagicRecord
    from magicbb.research.records.proof_records import ProofRecord
    from magicbb.research.records.provenance import Provenance
    from magicbb.research.records.table_records import TableRecord

_TITLES = {
    "fixed": "fixed shift, slots of one square each",
    "free": "shift per square, slots of one square each",
    "shared": "shift per square, slots shared through the post-mask",
    "bytes": "shift per square, a byte per slot and lists of attack sets",
}

_OWN = {"own": "magicbb's own alone", "published": "with published candidates"}

_DAY = 86_400


@dataclass(frozen=True)
class Expected:
    """What an open question would take.

    Attributes:
        claim: The question.
        nodes: How many nodes its search has, about.
        rate: Nodes per second of one core.
    """

    claim: Claim
    nodes: float
    rate: float

    @property
    def days(self) -> float:
        """Core-days."""
        return self.nodes / self.rate / _DAY


def expect(claim: Claim, seed: int = 1) -> Expected:
    """Estimate a search and measure the rate of this machine; some seconds."""
    from magicbb.research.proofs.estimate import estimate
    from magicbb.research.proofs.plan import divide
    from magicbb.research.proofs.rate import nodes_per_second

    expected = estimate(claim, seed)
    division = divide(claim, expected.start, expected.direction, expected.nodes)
    rate = nodes_per_second(claim, division, seconds=2)
    return Expected(claim, expected.nodes, rate or 1.0)


def markdown(book: Book, expected: Sequence[Expected] = ()) -> str:
    """The page.

    Args:
        book: The book.
        expected: Open questions, with what they would take.
    """
    parts = (
        _start(),
        _tables(book.tables()),
        _proofs(book.proofs()),
        _magics(book.magics()),
        _open(expected),
    )
    return "\n".join(line for part in parts for line in part) + "\n"


def _start() -> Iterator[str]:
    yield "# Records"
    yield ""
    yield "<!-- Written by `magicbb records --report FILE`; what is changed by hand is lost. -->"
    yield ""
    yield (
        "The smallest tables, what is proved not to exist, and dense magics, each with the command "
        "that does it again. Tables and certificates ship with the package: `magicbb build "
        "densest` looks up all 107,648 keys of a table, and `magicbb check --list` names the "
        "proofs, each of which `magicbb check NAME` replays with code of its own."
    )
    yield ""


def _tables(records: Sequence[TableRecord]) -> Iterator[str]:
    if not records:
        return
    yield "## Tables"
    yield ""
    yield (
        "| table | magics | entries | bytes | published before | bytes | seed | time | who, when |"
    )
    yield "|---|---|---:|---:|---|---:|---:|---:|---|"
    shown = []
    for compared in compare_tables(records):
        own = [
            record
            for record in records
            if record.name == compared.name and record.candidates == compared.candidates
        ]
        best = min(own, key=lambda record: (record.entries, record.bytes), default=None)
        if best is None:
            continue
        shown.append(best)
        kind = best.scheme.split("-")[0].split("/")[0]
        before = min(
            (each for each in published_tables() if each.name == best.name),
            key=lambda each: each.entries,
            default=None,
        )
        published = f"{before.entries:,} ({before.by})" if before else "none"
        old_bytes = f"{before.bytes:,}" if before else ""
        yield (
            f"| {_TITLES[best.name]} | {kind}, {_OWN[best.candidates]} | **{best.entries:,}** "
            f"| {best.bytes:,} | {published} | {old_bytes} | {_origin(best.provenance)} |"
        )
    yield ""
    yield (
        "Bytes are those of slots and attack sets; each square keeps three to six words besides. "
        "The candidates of a packing are annealed for few slots in few blocks, packed by ruin and "
        "recreate, and separated where slots belong to one square ([packing](packing.md)). The "
        "same again, from the same seed, with the magicbb that is named:"
    )
    yield ""
    for command, version in dict.fromkeys(
        (record.provenance.command, record.provenance.version)
        for record in shown
        if record.provenance
    ):
        yield f"    {command}  # {version}"
    yield ""


def _proofs(records: Sequence[ProofRecord]) -> Iterator[str]:
    if not records:
        return
    yield "## What exists, and what does not"
    yield ""
    yield (
        "Magics with fewer index bits than the mask has squares, settled by exhaustive search over "
        "all bits of the magic. White ones were known before where it says so (Niklas Fiekas, May "
        "2026); that a square has no black one was not known of any."
    )
    yield ""
    yield "| square | kind | index bits | magics | nodes | known before | seed | time | who, when |"
    yield "|---|---|---:|---|---:|---|---:|---:|---|"
    for record in records:
        less = record.bits == record.slider.mask(record.square).bit_count() - 1
        before = ""
        if record.kind == "white" and less:
            before = minimality()[record.slider, record.square]
        found = "**none**" if record.outcome == DISPROVED else f"{record.magics:,}"
        yield (
            f"| {record.slider.name} {square_name(record.square)} | {record.kind} | {record.bits} "
            f"| {found} | {record.nodes:,} | {before or OPEN} | {_origin(record.provenance)} |"
        )
    yield ""


def _magics(records: Sequence[MagicRecord]) -> Iterator[str]:
    best: dict[tuple[str, int, str], MagicRecord] = {}
    for record in records:
        place = (record.slider.name, record.square, record.kind)
        known = best.get(place)
        if known is None or (record.bits, record.used) < (known.bits, known.used):
            best[place] = record
    dense = [
        record
        for record in best.values()
        if record.bits < record.slider.mask(record.square).bit_count()
    ]
    if not dense:
        return
    yield "## Magics with fewer bits than the mask has squares"
    yield ""
    yield "| square | kind | index bits | magic | slots in use | seed | time | who, when |"
    yield "|---|---|---:|---|---:|---:|---:|---|"
    for record in dense:
        yield (
            f"| {record.slider.name} {square_name(record.square)} | {record.kind} | {record.bits} "
            f"| `{record.factor:#018x}` | {record.used:,} | {_origin(record.provenance)} |"
        )
    yield ""


def _open(expected: Sequence[Expected]) -> Iterator[str]:
    if not expected:
        return
    yield "## What is open, and what it would take"
    yield ""
    yield (
        "Nodes are estimated by stochastic enumeration, which was within a factor of two on every "
        "search that was run to its end; core-days are those of the machine that wrote this page. "
        "The campaigns are ready to run: they are divided into jobs of seconds, go on after any "
        "interruption, and spread over processes or a Dask cluster."
    )
    yield ""
    yield "| square | kind | index bits | nodes, about | core-days | command |"
    yield "|---|---|---:|---:|---:|---|"
    for each in expected:
        claim = each.claim
        where = f"{claim.slider.name} {square_name(claim.square)}"
        command = f"magicbb prove {where} --bits {claim.bits} --kind {claim.kind}"
        yield (
            f"| {where} | {claim.kind} | {claim.bits} | {each.nodes:.1e} | {_days(each.days)} "
            f"| `{command}` |"
        )
    yield ""


def _days(days: float) -> str:
    return f"{days:,.0f}" if days >= 10 else f"{days:.1f}"  # noqa: PLR2004


def _origin(provenance: Provenance | None) -> str:
    """Seed, time and who, when, as three columns."""
    if provenance is None:
        return " | | "
    seed = "" if provenance.seed is None else f"{provenance.seed}"
    seconds = "" if provenance.seconds is None else _time(provenance.seconds)
    return f"{seed} | {seconds} | {provenance.who}, {provenance.when[:10]}"


def _time(seconds: float) -> str:
    """A time, coarsely.

    >>> _time(0.25), _time(75), _time(5000)
    ('0.25 s', '75 s', '1.4 h')
    """
    if seconds < 10:  # noqa: PLR2004
        return f"{seconds:.2g} s"
    return f"{seconds:,.0f} s" if seconds < 3600 else f"{seconds / 3600:.1f} h"  # noqa: PLR2004
