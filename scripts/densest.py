# ruff: noqa: INP001 (a script, not a package)
"""Copy the densest tables from a record book into the package.

    python scripts/densest.py BOOK [DIRECTORY]

For each name (fixed, fixed-black, free, shared, bytes), the smallest table is written to a CSV file
in `src/magicbb/data/densest`, and its origin is added to the README.md in that directory. If the
book has no table for one of these names, its existing file and row in the README are left
unchanged.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.files import write_whole
from magicbb.magics.files import to_csv
from magicbb.research.records import RecordBook
from magicbb.research.records.table_records import CATEGORIES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from magicbb.research.records import TableRecord

TARGET = Path(__file__).parents[1] / "src" / "magicbb" / "data" / "densest"

CANDIDATES = {"own": "magicbb's own", "published": "own and published"}
"""Phrases for the README that describe the candidate magics."""

README = """\
# The densest tables

Magics, and the offsets that `magicbb pack` found for them; see docs/records.md. The index of a
black magic is ((occupied | ~mask) × magic mod 2^64) >> (64 − bits); for white magics, as in
`fixed.csv`, occupied & mask is hashed instead. The slot is offset + index, and offsets may be
negative. Squares are named in the mapping a1 = 0. In `shared.csv`, squares share slots whose
contents agree on the bits that both squares read; in `bytes.csv`, slots that hold the same byte of
nibbles storage. Black magics were invented by Volker Annuss (2017). Published candidates are those
in `../published`, which names their authors; most of the black ones are Markus Everling's (2026),
most of the white ones Annuss's.

`python scripts/densest.py BOOK` writes this directory.

| file | entries | bytes | candidates | who | when | seed | command | magicbb |
|---|---|---|---|---|---|---|---|---|
"""


def best_tables(book: RecordBook) -> dict[str, TableRecord]:
    """Return the smallest table in the book for each name that has one."""
    best: dict[str, TableRecord] = {}
    for name, category in CATEGORIES.items():
        hashing = category.hashes[0] if category.hashes else "black"
        schemes = {f"{hashing}/overlapped/{storage}" for storage in category.storages}
        known = [each for each in book.tables(name) if each.scheme in schemes]
        if known:
            best[name] = min(known, key=lambda each: (each.bytes, each.entries))
    return best


def row_of_readme(record: TableRecord) -> str:
    """Format a row of the README's list: a table and its origin."""
    by = record.provenance
    cells = [
        f"`{record.name}.csv`",
        f"{record.entries:,}",
        f"{record.bytes:,}",
        CANDIDATES[record.candidates],
        *((by.who, by.when) if by else ("", "")),
        "" if by is None or by.seed is None else f"{by.seed}",
        f"`{by.command}`" if by and by.command else "",
        by.version if by else "",
    ]
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def readme(rows: Mapping[str, str]) -> str:
    """Compose the README, given its rows by table name."""
    return README + "".join(f"{rows[name]}\n" for name in CATEGORIES if name in rows)


def rows_of(text: str) -> dict[str, str]:
    """Extract the rows of a README, by table name."""
    return {
        match[1]: match[0] for match in re.finditer(r"^\| `([\w-]+)\.csv` .*$", text, re.MULTILINE)
    }


def write(tables: Mapping[str, TableRecord], directory: Path) -> None:
    """Verify the tables, and write their files and the README, each atomically."""
    directory.mkdir(parents=True, exist_ok=True)
    target = directory / "README.md"
    rows = rows_of(target.read_text("utf-8")) if target.exists() else {}
    for name, record in tables.items():
        record.verify()
        text = to_csv(record.magics, record.offsets)
        write_whole(directory / f"{name}.csv", text.encode())
        rows[name] = row_of_readme(record)
    write_whole(target, readme(rows).encode())


def main(arguments: Sequence[str]) -> None:
    """Write the tables of a book to a directory (default: the package's)."""
    if len(arguments) not in {1, 2}:
        sys.exit("python scripts/densest.py BOOK [DIRECTORY]")
    with RecordBook(arguments[0], create=False) as book:
        tables = best_tables(book)
    if not tables:
        sys.exit(f"{arguments[0]} contains none of these tables")
    write(tables, Path(arguments[1]) if arguments[1:] else TARGET)


if __name__ == "__main__":
    main(sys.argv[1:])
