# ruff: noqa: INP001 (a script, not a package)
"""Write the records page and its map.

    python scripts/records_page.py [DIRECTORY]

`docs/records.md` and `docs/records.svg` show the proofs that ship with the package, and the tables
and dense magics in `docs/records.json`. The JSON file is exported from a record book with `magicbb
records magics tables --export docs/records.json`. The output is deterministic, and a test compares
the files in the repository with it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from magicbb.files import DATA, rows_of, write_whole
from magicbb.magics.files import BITS, KIND, PIECE, SQUARE
from magicbb.research.proofs.reading import shipped_proof
from magicbb.research.records import MagicRecord, ProofRecord, Provenance, TableRecord
from magicbb.research.records.exchange import read_records
from magicbb.research.records.frontier import answers, frontier_svg
from magicbb.research.records.report import markdown

DOCS = Path(__file__).parents[1] / "docs"


@dataclass(frozen=True)
class Shown:
    """The records on the page, which are not verified again."""

    kept: tuple[MagicRecord | TableRecord, ...]
    shipped: tuple[ProofRecord, ...]

    def magics(self) -> list[MagicRecord]:
        """The dense magics."""
        return [each for each in self.kept if isinstance(each, MagicRecord)]

    def tables(self) -> list[TableRecord]:
        """The tables."""
        return [each for each in self.kept if isinstance(each, TableRecord)]

    def proofs(self) -> list[ProofRecord]:
        """The proofs, in the order of `proofs.csv`."""
        return list(self.shipped)


def shown() -> Shown:
    """Load the shipped proofs, and the records in `docs/records.json`."""
    shipped = []
    for row in rows_of(DATA / "proofs" / "proofs.csv"):
        name = "-".join(row[column] for column in (PIECE, SQUARE, KIND, BITS))
        moment, seconds = f"{row['when']}T00:00:00+00:00", float(row["seconds"])
        made = Provenance(row["who"], moment, int(row["seed"]), "", "", seconds)
        shipped.append(ProofRecord.of(shipped_proof(name), made))
    kept = []
    for each in read_records(DOCS / "records.json"):
        if isinstance(each, ProofRecord):
            raise TypeError(f"{each.where}: proofs are shipped with scripts/ship_proofs.py")
        kept.append(each)
    return Shown(tuple(kept), tuple(shipped))


def page() -> tuple[str, str]:
    """Return the page and the map."""
    records = shown()
    return markdown(records, "records.svg"), frontier_svg(answers(records))


def main() -> None:
    """Write the page and the map."""
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS
    text, picture = page()
    write_whole(directory / "records.svg", picture.encode())
    write_whole(directory / "records.md", text.encode())


if __name__ == "__main__":
    main()
