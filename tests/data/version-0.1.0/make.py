"""Write this directory's files with the magicbb that runs this script: python make.py [DIRECTORY].

The files that are kept were written by version 0.1.0, at commit 4e9d993, before its modules moved;
a later version writes other dates, and perhaps other files. That is why they are kept.
"""

from __future__ import annotations

import csv
import gzip
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from magicbb.campaigns import JobDone, run
from magicbb.campaigns.works import work_of
from magicbb.records import RecordBook

POSITIONS = """\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
"""

BOOK, RESUMED = "book.sqlite", "resumed.sqlite"

COMMANDS = (
    "build fancy --seed 1 -o fancy.npz",
    "build fancy-dense --seed 1 -o fancy-dense.npz",
    "build densest --seed 1 -o densest.npz",
    "build densest-fixed --seed 1 -o densest-fixed.npz",
    "build densest-shared --seed 1 -o densest-shared.npz",
    "build densest-bytes --seed 1 -o densest-bytes.npz",
    "find --kind black --seed 1 -o magics.json",
    "find --seed 1 -o magics.csv",
    "pack --draft --rounds 1 -o offsets.csv",
    "prove bishop e1 --bits 4 -o certificate.json",
    "prove bishop e1 --bits 4 --kind black -o mirrored.json",
    "prove bishop h2 --bits 4 -o magics-found.json",
    "find bishop b1 --bits 4 --book book.sqlite",
    "find rook f8 --bits 10 --tries 1 --book book.sqlite",
    "attacks --positions positions.epd -o maps.npz",
    "attacks --positions positions.epd -o maps.csv",
    "attacks --positions positions.epd -o maps.parquet",
    "bench fancy --slider rook --stream random --mode throughput --rounds 2 --json",
)
"""What is run, in its order, with book.sqlite as the record book and Ada as the user."""

UNFINISHED = (
    ("find bishop d4 --kind black --bits 9 --objective range --tries 2", 1),
    ("prove bishop d1 --bits 4 --kind black", 1),
    ("pack --draft --rounds 2 --sharing none --sharing postmask --seed 3", 39),
)
"""Campaigns that are interrupted after so many jobs."""

NOT_FOUND = 2


class _Interrupted(Exception):  # noqa: N818 (it is none)
    """Enough jobs are done."""


def magicbb(command: str, *more: str) -> str:
    """Run a command; what it prints."""
    words = [sys.executable, "-m", "magicbb", *command.split(), *more]
    done = subprocess.run(words, stdout=subprocess.PIPE, encoding="utf-8", check=False)  # noqa: S603
    assert done.returncode in {0, NOT_FOUND}, command
    return done.stdout


def interrupt(command: str, jobs: int) -> None:
    """Begin a campaign as a command does, and stop after so many jobs."""
    magicbb(command, "--book", BOOK, "--hours", "1e-12")
    with RecordBook(BOOK) as book:
        campaign = book.campaigns()[-1]

        def count(event: object) -> None:
            if isinstance(event, JobDone) and book.campaign(campaign.number).jobs >= jobs:
                raise _Interrupted

        try:
            run(work_of(campaign), book, on_event=count, command=campaign.command)
        except _Interrupted:
            pass
        else:
            raise AssertionError(command)


def with_offsets() -> list[dict[str, Any]]:
    """The rows of offsets.csv for offsets.json, which no command writes, though all read it."""
    numbers = ("index_bits", "offset")
    with Path("offsets.csv").open(encoding="ascii") as file:
        rows = [*csv.DictReader(file)]
    return [{name: int(x) if name in numbers else x for name, x in row.items()} for row in rows]


def vacuum(name: str) -> None:
    """Free what is left of leases, so that the file is small and names no computer."""
    with closing(sqlite3.connect(name)) as base:
        base.execute("VACUUM")


def main() -> None:
    """Write the files."""
    directory = Path(sys.argv[1] if len(sys.argv) > 1 else ".").absolute()
    os.chdir(directory)
    os.environ.update(MAGICBB_WHO="Ada", MAGICBB_BOOK=str(directory / BOOK))
    Path("positions.epd").write_text(POSITIONS, encoding="ascii")
    printed = [magicbb(command) for command in COMMANDS]
    Path("bench.json").write_text(printed[-1], encoding="ascii")
    Path("offsets.json").write_text(json.dumps(with_offsets(), indent=1) + "\n", encoding="ascii")
    found = Path("magics-found.json")
    Path(f"{found}.gz").write_bytes(gzip.compress(found.read_bytes(), mtime=0))
    found.unlink()
    for command, jobs in UNFINISHED:
        interrupt(command, jobs)
    magicbb(f"records --export records.json --book {BOOK}")
    vacuum(BOOK)
    shutil.copy(BOOK, RESUMED)
    for _ in UNFINISHED:
        magicbb(f"resume --book {RESUMED}")
    vacuum(RESUMED)


if __name__ == "__main__":
    main()
