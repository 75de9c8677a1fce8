# ruff: noqa: INP001 (a script, not a package)
"""Estimate again how long the searches take that settle squares.

    python scripts/estimates.py

Each row of `src/magicbb/data/proofs/estimates.csv` is a search, bit by bit or by the chain search.
Its core-days are estimated by sampling, and measured on this machine, which should have nothing
else to do. This takes half an hour. The rows of settled squares remain: the documentation compares
the estimates of some with the time taken.

The speed is measured at the beginning of subtrees, which is misleading if a few of them take most
of the time: for the black rook on h5, 473 random subtrees searched completely gave 0.146 core-days
with a standard error of 0.04, and this script half as much.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from magicbb.files import rows_of, write_whole
from magicbb.geometry.sliders import parse_slider
from magicbb.geometry.squares import parse_square
from magicbb.magics.files import BITS, KIND, PIECE, SQUARE
from magicbb.research.proofs.chain.division import JointClaim
from magicbb.research.proofs.claim import Claim
from magicbb.research.tasks.proving import estimate_of

TARGET = Path(__file__).parents[1] / "src" / "magicbb" / "data" / "proofs" / "estimates.csv"

DAY = 86_400


def main() -> None:
    """Write the file of estimates anew."""
    rows, days = rows_of(TARGET), dict[Claim | JointClaim, float]()
    for row in rows:
        place = (parse_slider(row[PIECE]), parse_square(row[SQUARE]))
        bits = int(row[BITS])
        joint = row["search"] == "chain"
        claim = JointClaim(*place, bits) if joint else Claim(*place, row[KIND], bits)
        if claim not in days:
            days[claim] = estimate_of(claim).core_seconds / DAY
        row["core_days"] = f"{days[claim]:.3g}"
        print(*row.values())  # noqa: T201
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(TARGET, text.getvalue().encode())


if __name__ == "__main__":
    main()
