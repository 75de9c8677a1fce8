"""Records and comparisons as lines of text."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, TypeAlias

from magicbb.cli.console import printable
from magicbb.geometry.sliders import SLIDERS
from magicbb.geometry.squares import square_name
from magicbb.research.records.comparing import CONTRADICTED, MISSING, NEW

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from magicbb.research.records import Campaign, MagicRecord, ProofRecord, TableRecord
    from magicbb.research.records.comparing import (
        MagicComparison,
        Measured,
        ProofComparison,
        TableComparison,
    )
    from magicbb.research.records.slots import FewestSlots

    Row: TypeAlias = tuple[str, ...]

_MINUTE, _HOUR = 60, 3600
_SIGNS = {"better": "<", "equal": "=", "worse": ">"}


def listing(section: str, records: Sequence[Any]) -> list[str]:
    """Format the records of one section as lines."""
    header, right, row = _LISTINGS[section]
    return [f"{section}: {len(records):,}", *_grid(header, [*map(row, records)], right)]


def _magic(record: MagicRecord) -> Row:
    used, span = f"{record.used:,}", f"{record.lowest}..{record.highest}"
    return (*_what(record), f"{record.bits}", f"{record.magic:#018x}", used, span, *_from(record))


def _table(record: TableRecord) -> Row:
    hashing, sizes = record.scheme.split("/")[0], (f"{record.entries:,}", f"{record.bytes:,}")
    return (record.name, hashing, *sizes, record.candidates, *_from(record))


def _proof(record: ProofRecord) -> Row:
    counts = (f"{record.magics:,}", f"{record.nodes:,}")
    time = _time(record.provenance.seconds if record.provenance else None)
    return (*_what(record), f"{record.bits}", record.outcome, *counts, time, *_from(record))


def _campaign(record: Campaign) -> Row:
    begun, finished = record.begun[:10], record.finished[:10] if record.finished else "-"
    done = (f"{record.jobs:,}", _time(record.seconds))
    command = record.command or f"{record.kind}, {json.dumps(record.params)}, seed {record.seed}"
    return (f"{record.number}", begun, finished, *done, record.who, command)


def slots(uses: Sequence[FewestSlots]) -> list[str]:
    """Format a listing of the slots used per square as lines, with totals."""
    rows: list[Row] = [
        (
            f"{use.piece} {square_name(use.square)}",
            "-" if use.used is None else f"{use.used:,}",
            *(f"{count:,}" for count in _counts(use)),
        )
        for use in uses
    ]
    groups = {f"all {piece}s": [use for use in uses if use.piece == piece] for piece in SLIDERS}
    for name, group in {**groups, "total": uses}.items():
        if len(group) == (128 if name == "total" else 64):
            sums = map(sum, zip(*map(_counts, group), strict=True))
            rows.append((name, "", *(f"{count:,}" for count in sums)))
    header = ("square", "in the book", "best known", "in densest", "at least", "by the rule")
    return ["the fewest slots used by any magic", *_grid(header, rows, {1, 2, 3, 4, 5})]


def _counts(use: FewestSlots) -> tuple[int, int, int, int]:
    return use.known, use.densest, use.least, use.rule


def _magics_compared(compared: Sequence[MagicComparison]) -> list[str]:
    known = [each for each in compared if each.measures["bits"].verdict != MISSING]
    rows = []
    for each in known:
        measured = each.measures.values()
        by = " and ".join({one.by: None for one in measured if one.by}) or "-"
        rows.append((*_what(each), *map(_against, measured), by))
    header = ("square", "kind", "bits", "used", "range", "published by")
    lines = ["magics: the book against the best published; < is better", *_grid(header, rows)]
    if missing := len(compared) - len(known):
        lines.append(f"  {missing:,} published magics have no counterpart in the book")
    return lines


def _tables_compared(compared: Sequence[TableComparison]) -> list[str]:
    rows = []
    for each in compared:
        sizes, by = (_against(each.entries), _against(each.bytes)), each.entries.by
        rows.append((each.name, each.candidates or "-", *sizes, by or "nothing published"))
    header = ("name", "candidates", "entries", "bytes", "published by")
    return ["tables: the book against the smallest published; < is better", *_grid(header, rows)]


def _proofs_compared(compared: Sequence[ProofComparison]) -> list[str]:
    known = [each for each in compared if each.verdict != MISSING]
    rows = [(*_what(each), f"{each.ours}", each.published, each.verdict) for each in known]
    header = ("square", "kind", "in the book", "published", "verdict")
    lines = ["magics with one index bit fewer than mask squares", *_grid(header, rows)]
    return [*lines, *_summary(compared)]


def _summary(compared: Sequence[ProofComparison]) -> Iterator[str]:
    for kind in dict.fromkeys(each.kind for each in compared):
        own = [each for each in compared if each.kind == kind]
        published = Counter(each.published for each in own)
        verdicts = Counter(each.verdict for each in own)
        contradicted = verdicts[CONTRADICTED]
        yield (
            f"  {kind}, published: {published['exists']} exist, "
            f"{published['disproved']} disproved, {published['open']} open; "
            f"settled by the book: {verdicts[NEW]}"
            + (f", contradicted: {contradicted}" if contradicted else "")
        )


def _against(measured: Measured) -> str:
    """Format a number from the book and the published one, if any, with a sign that compares them.

    >>> from magicbb.research.records.comparing import Measured
    >>> _against(Measured(960, 1024, "Ada")), _against(Measured(9, None, None))
    ('960 < 1,024', '9')
    """
    if measured.ours is None:
        return "-" if measured.published is None else f"- ({measured.published:,})"
    if measured.published is None:
        return f"{measured.ours:,}"
    return f"{measured.ours:,} {_SIGNS[measured.verdict]} {measured.published:,}"


def _what(record: MagicRecord | ProofRecord | MagicComparison | ProofComparison) -> tuple[str, str]:
    return (f"{record.piece} {square_name(record.square)}", record.kind)


def _from(record: MagicRecord | TableRecord | ProofRecord) -> tuple[str, str]:
    provenance = record.provenance
    return (provenance.when[:10], provenance.who) if provenance else ("-", "-")


def _time(seconds: float | None) -> str:
    """Format a time in a suitable unit.

    >>> _time(2.5), _time(90), _time(9000)
    ('2.5 s', '1.5 min', '2.5 h')
    """
    if seconds is None:
        return "-"
    if seconds < _MINUTE:
        return f"{seconds:.1f} s"
    return f"{seconds / _MINUTE:.1f} min" if seconds < _HOUR else f"{seconds / _HOUR:,.1f} h"


def _grid(
    header: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()
) -> list[str]:
    """Format aligned columns without trailing spaces; without rows, the result is empty."""
    if not rows:
        return []
    shown = [header, *(tuple(map(printable, row)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    aligned = [
        [
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        for row in shown
    ]
    return ["  ".join(["", *cells]).rstrip() for cells in aligned]


_LISTINGS: dict[str, tuple[Row, Collection[int], Callable[[Any], Row]]] = {
    "magics": (
        ("square", "kind", "bits", "magic", "used", "range", "when", "who"),
        {2, 4},
        _magic,
    ),
    "tables": (("name", "hash", "entries", "bytes", "candidates", "when", "who"), {2, 3}, _table),
    "proofs": (
        ("square", "kind", "bits", "outcome", "magics", "nodes", "time", "when", "who"),
        {2, 4, 5, 6},
        _proof,
    ),
    "campaigns": (
        ("number", "begun", "finished", "jobs", "time", "who", "command"),
        {0, 3, 4},
        _campaign,
    ),
}
"""For each section: the header, the right-aligned columns, and the function to format a row."""

COMPARISONS: dict[str, Callable[[Sequence[Any]], list[str]]] = {
    "magics": _magics_compared,
    "tables": _tables_compared,
    "proofs": _proofs_compared,
}
"""For each section: the function that formats comparisons with published records as lines."""
