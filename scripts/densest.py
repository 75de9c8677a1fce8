# ruff: noqa: INP001 (a script, not a package)
"""Take the densest tables out of a record book, for the package to ship them.

    python scripts/densest.py BOOK [DIRECTORY]

Of each name (fixed, fixed-black, free, shared, bytes) the smallest table is written as a CSV
file into `src/magicbb/data/densest`, and a README.md beside them says where they come from. A name
of which the book has no table stays as it is, and so does what the README says of it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.files import write_whole
from magicbb.magics.files import to_csv
from magicbb.research.records import RecordBook
from magicbb.research.records.table_records import STORAGES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from magicbb.research.records import TableRecord

TARGET = Path(__file__).parents[1] / "src" / "magicbb" / "data" / "densest"

HASHES = {"fixed": "white-fixed", "fixed-black": "black-fixed"}
"""The hash of a table of a name, where it is not `black`."""

CANDIDATES = {"own": "magicbb's own", "published": "also published ones"}
"""A phrase for the candidates that magics were chosen from."""

README = """\
# The densest tables

Magics with the offsets that they were chosen together with, as `magicbb pack` found them; see
docs/records.md. The index of black ones is ((occupied | ~mask) × magic mod 2^64) >> (64 −
bits), that of white ones, which those with a fixed shift are, the same with occupied & mask;
the slot is offset + index, and offsets may be negative. Squares are named in the mapping a1 = 0.
In `shared.csv` squares share slots in which they agree on the bits that both read, in `bytes.csv`
slots with the same number of an attack set. Black magics are an idea of Volker Annuss (2017). Where
the magics were chosen from published ones, too, those are the ones in `../published`, which names
their authors; of the black ones most are Markus Everling's (2026), of the white ones Annuss's.

`python scripts/densest.py BOOK` writes this directory.

| file | entries | bytes | chosen from | who | when | seed | command | magicbb |
|---|---|---|---|---|---|---|---|---|
"""


def best_tables(book: RecordBook) -> dict[str, TableRecord]:
    """The smallest table of each name and hash that the book has one of."""
    best: dict[str, TableRecord] = {}
    for name, storages in STORAGES.items():
        hashing = HASHES.get(name, "black")
        schemes = {f"{hashing}/overlapped/{storage}" for storage in storages}
        known = [each for each in book.tables(name) if each.scheme in schemes]
        if known:
            best[name] = min(known, key=lambda each: (each.bytes, each.entries))
    return best


def row_of_readme(record: TableRecord) -> str:
    """A row of the README's table: a table, and where it comes from."""
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
    """The README with the rows of tables by name."""
    return README + "".join(f"{rows[name]}\n" for name in STORAGES if name in rows)


def rows_of(text: str) -> dict[str, str]:
    """The rows of tables by name that a README has."""
    return {
        match[1]: match[0] for match in re.finditer(r"^\| `([\w-]+)\.csv` .*$", text, re.MULTILINE)
    }


def write(tables: Mapping[str, TableRecord], directory: Path) -> None:
    """Write the files, each whole or not at all."""
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
    """Write the tables of a book into a directory, that of the package if none is named."""
    if len(arguments) not in {1, 2}:
        sys.exit("python scripts/densest.py BOOK [DIRECTORY]")
    with RecordBook(arguments[0], create=False) as book:
        tables = best_tables(book)
    if not tables:
        sys.exit(f"{arguments[0]} has no such table")
    write(tables, Path(arguments[1]) if arguments[1:] else TARGET)


if __name__ == "__main__":
    main(sys.argv[1:])
