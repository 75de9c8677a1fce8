# ruff: noqa: INP001 (a script, not a package)
"""Copy proofs from a file written by `magicbb records --export` into the package.

    magicbb records proofs --export proofs.json
    python scripts/ship_proofs.py proofs.json

Before running this script, replay a random part of each certificate: `magicbb check --part 0.001`,
with a seed of your own. The certificates are written to `src/magicbb/data/proofs`, named after
their claims, and gzipped if long. For each of them, a row is added to `proofs.csv` with the claim,
the finder and the date. Then the records page, its map and the guide's figures are regenerated, and
the remaining manual steps are printed. Equal proofs give equal files.
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

from magicbb.files import rows_of, write_whole
from magicbb.geometry.sliders import parse_slider
from magicbb.geometry.squares import parse_square, square_name
from magicbb.lookup.keys import row_of
from magicbb.magics.files import BITS, KIND, PIECE, SQUARE
from magicbb.research.proofs.reading import certificate_of
from magicbb.research.records import ProofRecord
from magicbb.research.records.exchange import read_records

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "src" / "magicbb" / "data" / "proofs"

DRAWN = ("records_page.py", "guide_figures.py")
"""The scripts that regenerate the pages and figures that show proofs."""

LEFT = """\
Shipped. Regenerated: docs/records.md, docs/records.svg, docs/img/guide.
Left to do by hand:
  update the open cases in docs/guide/proofs.md and tests/prose/figures.txt
  add the magics found, if any, to data/dense.csv or data/dense-black.csv
  add the proofs to CHANGELOG.md
  remove the parts in parts/NAME, if any
  run make test"""

LONG = 100_000
"""The size in bytes above which files are gzipped."""

COLUMNS = (PIECE, SQUARE, KIND, BITS, "magics", "nodes", "seed", "seconds", "who", "when")


def main(sources: Sequence[str]) -> None:
    """Ship the proofs in the given files, and regenerate the pages and figures that show them."""
    ship(sources)
    for script in DRAWN:  # separate processes, so that they read the new files
        path = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        subprocess.run([sys.executable, ROOT / "scripts" / script], check=True, env=path)  # noqa: S603
    print(LEFT)  # noqa: T201


def ship(sources: Sequence[str]) -> None:
    """Write the certificates, and add them to the list of proofs."""
    rows = {_place(row): row for row in rows_of(TARGET / "proofs.csv")}
    for source in sources:
        for record in read_records(source):
            if isinstance(record, ProofRecord):
                row = _row(record)
                rows[_place(row)] = row
                _write(record)
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows[place] for place in sorted(rows))
    write_whole(TARGET / "proofs.csv", text.getvalue().encode())


def _place(row: dict[str, str]) -> tuple[int, bool, int]:
    """Return a sort key: rooks first, by square, white before black."""
    place = (parse_slider(row[PIECE]), parse_square(row[SQUARE]))
    return (row_of(*place), row[KIND] == "black", int(row[BITS]))


def _row(record: ProofRecord) -> dict[str, str]:
    """Make the row of `proofs.csv` for a proof."""
    made = record.provenance
    if made is None or made.seconds is None:
        raise ValueError(f"{record.where}: the record lacks the finder or the search time")
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
