# ruff: noqa: INP001 (a script, not a package)
"""Take certificates of `magicbb prove`, for the package to ship them.

    python scripts/ship_proofs.py CERTIFICATE...

Each is written into `src/magicbb/data/proofs`, under the name of its claim, and zipped where it is
long. Equal certificates give equal files.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.files import write_whole
from magicbb.geometry.squares import square_name
from magicbb.research.proofs.reading import read_certificate

if TYPE_CHECKING:
    from collections.abc import Sequence

TARGET = Path(__file__).parents[1] / "src" / "magicbb" / "data" / "proofs"

LONG = 100_000
"""What has more bytes is zipped."""


def main(sources: Sequence[str]) -> None:
    """Write the certificates of some files."""
    for source in sources:
        certificate = read_certificate(Path(source))
        claim = certificate.claim
        name = f"{claim.slider}-{square_name(claim.square)}-{claim.kind}-{claim.bits}"
        content = certificate.to_text().encode()
        if len(content) > LONG:
            write_whole(TARGET / f"{name}.json.gz", gzip.compress(content, mtime=0))
        else:
            write_whole(TARGET / f"{name}.json", content)


if __name__ == "__main__":
    main(sys.argv[1:])
