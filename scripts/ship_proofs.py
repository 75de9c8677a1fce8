# ruff: noqa: INP001 (a script, not a package)
"""Take disproofs from a file of `magicbb records --export`, for the package to ship them.

    magicbb records proofs --export proofs.json
    python scripts/ship_proofs.py proofs.json

Each certificate is written into `src/magicbb/data/proofs`, under the name of its claim, and zipped
where it is long. `proofs.csv` there gets a row for each: what it proves, who proved it, and when.
Then the page of records, its map, and the guide's figures are written anew; what is left to do by
hand is said. Replay each certificate first, with `magicbb check`. Equal proofs give equal files.
"""

from __future__ import annotations

import csv
import gzip
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.files import write_whole
from magicbb.geometry.sliders import parse_slider
from magicbb.geometry.squares import parse_square, square_name
from magicbb.lookup.keys import row_of
from magicbb.magics.files import BITS, KIND, PIECE, SQUARE
from magicbb.magics.settled import DISPROVED
from magicbb.research.proofs.reading import certificate_of
from magicbb.research.records import ProofRecord
from magicbb.research.records.exchange import read_records
from magicbb.research.records.published import rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "src" / "magicbb" / "data" / "proofs"

DRAWN = ("records_page.py", "guide_figures.py")
"""The scripts that write what shows proofs."""

LEFT = """\
Shipped, and written anew: docs/records.md, docs/records.svg, docs/img/guide.
Left to do by hand:
  docs/guide/proofs.md and its rows in tests/prose/figures.txt, where they tell what is open
  CHANGELOG.md
  parts/NAME, if there were parts of it: remove them
  make test"""

LONG = 100_000
"""Longer files are gzipped."""

COLUMNS = (PIECE, SQUARE, KIND, BITS, "magics", "nodes", "seed", "seconds", "who", "when")


def main(sources: Sequence[str]) -> None:
    """Write the proofs of some files, and all that shows them."""
    ship(sources)
    for script in DRAWN:  # in processes of their own, which see what has just been written
        path = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        subprocess.run([sys.executable, ROOT / "scripts" / script], check=True, env=path)  # noqa: S603
    print(LEFT)  # noqa: T201


def ship(sources: Sequence[str]) -> None:
    """Write the certificates and the list of proofs."""
    rows = {_place(row): row for row in rows_of(TARGET / "proofs.csv")}
    for source in sources:
        for record in read_records(source):
            if isinstance(record, ProofRecord) and record.outcome == DISPROVED:
                row = _row(record)
                rows[_place(row)] = row
                _write(record)
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows[place] for place in sorted(rows))
    write_whole(TARGET / "proofs.csv", text.getvalue().encode())


def _place(row: dict[str, str]) -> tuple[int, bool, int]:
    """Rooks first, by square, white before black."""
    place = (parse_slider(row[PIECE]), parse_square(row[SQUARE]))
    return (row_of(*place), row[KIND] == "black", int(row[BITS]))


def _row(record: ProofRecord) -> dict[str, str]:
    """The row of `proofs.csv` for a proof."""
    made = record.provenance
    if made is None or made.seconds is None:
        raise ValueError(f"{record.where}: the record does not say who proved it, or in what time")
    what = (record.piece.name, square_name(record.square), record.kind, record.bits)
    origin = (made.seed, f"{round(made.seconds, 2):g}", made.who, made.when[:10])
    values = (*what, record.magics, record.nodes, *origin)
    return dict(zip(COLUMNS, map(str, values), strict=True))


def _write(record: ProofRecord) -> None:
    """Write a certificate."""
    name = f"{record.piece}-{square_name(record.square)}-{record.kind}-{record.bits}"
    content = certificate_of(record.certificate).to_text().encode()
    if len(content) > LONG:
        write_whole(TARGET / f"{name}.json.gz", gzip.compress(content, mtime=0))
    else:
        write_whole(TARGET / f"{name}.json", content)


if __name__ == "__main__":
    main(sys.argv[1:])
