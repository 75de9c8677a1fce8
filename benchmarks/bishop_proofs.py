"""Prove that no bishop magic with one bit fewer exists on c to f of ranks 1, 2, 7 and 8.

Run: python benchmarks/bishop_proofs.py [DIRECTORY]
The certificates are written into the directory, if one is given. All sixteen are to take at most
two minutes on two cores; of these squares c1 and d1 were open (Niklas Fiekas 2026).
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import magicbb as mb
from magicbb.files import write_whole

SQUARES = [f"{file}{rank}" for rank in (1, 2, 7, 8) for file in "cdef"]


def main() -> None:
    """Prove all of them, and say how long each took."""
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    began = time.perf_counter()
    with ThreadPoolExecutor(2) as threads:
        for square in SQUARES:
            started = time.perf_counter()
            certificate = mb.prove("bishop", square, kind="white", workers=threads)
            seconds = time.perf_counter() - started
            print(
                f"{certificate}: {seconds:.1f} s, {certificate.total / seconds / 1e6:.0f} M nodes/s"
            )
            if certificate.magics:
                sys.exit(f"{certificate.claim} has magics")
            if directory is not None:
                name = f"bishop-{square}-white-{certificate.claim.bits}.json"
                write_whole(directory / name, certificate.to_text().encode())
    print(f"{len(SQUARES)} proofs in {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
