# ruff: noqa: INP001 (a script, not a package)
"""Write the sizes of the catalogue's tables for `magicbb schemes`.

    python scripts/sizes.py

Builds all schemes with seed 1, which takes a minute, and writes `src/magicbb/data/sizes.csv`: for
each scheme, the number of entries, the size in bytes of its slots and attack sets, and the size in
bytes of its parameters.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

import magicbb as mb
from magicbb.files import write_whole

FILE = Path(__file__).parents[1] / "src" / "magicbb" / "data" / "sizes.csv"


def sizes() -> str:
    """Generate the text of the file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["name", "entries", "bytes", "parameter_bytes"])
    for entry in mb.schemes():
        table = mb.build(entry.name)
        writer.writerow([entry.name, table.entries, table.nbytes, table.parameter_nbytes])
    return text.getvalue()


if __name__ == "__main__":
    write_whole(FILE, sizes().encode())
