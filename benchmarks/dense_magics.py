"""Find magics with one index bit fewer, from nothing, on one core.

Run: python benchmarks/dense_magics.py [MINUTES]
All 24 squares of `data/dense.csv` where bishops have one are to take at most 60 seconds. Then the
rooks' squares are searched, all of them in turn, for so many minutes (3 if it is not said) or until
there is a magic for each; at least 8 of the 15 known ones are to be found.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from magicbb import find
from magicbb.lookup.keys import PLACES, row_name
from magicbb.research import campaigns
from magicbb.research.campaigns.works.find import Find, Target, worth_searching
from magicbb.research.records import RecordBook


def main() -> None:
    """Find all that there is time for, and say how long each took."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    targets, _ = worth_searching("white", -1)
    find("bishop", "a1", 5)  # compiles the kernels, where they are not kept
    bishops([target for target in targets if target.row >= len(PLACES) // 2])
    rooks(minutes, [target for target in targets if target.row < len(PLACES) // 2])


def bishops(targets: list[Target]) -> None:
    """Find one for each of the bishop's squares."""
    total = 0.0
    for target in targets:
        row, bits = target.row, target.bits
        slider, square = PLACES[row]
        began = time.perf_counter()
        magic = find(slider, square, bits, seed=1)
        seconds = time.perf_counter() - began
        total += seconds
        magic.check()
        print(f"{row_name(row)}: {magic.magic:#018x} in {seconds:.2f} s", flush=True)
    print(f"{len(targets)} bishop magics with one bit fewer in {total:.1f} s")


def rooks(minutes: float, targets: list[Target]) -> None:
    """Search on the rook's squares in turn."""
    work = Find("white", tuple(targets))
    seconds: dict[int, float] = {}

    def add(event: campaigns.Event) -> None:
        if isinstance(event, campaigns.JobDone):
            seconds[event.job] = seconds.get(event.job, 0.0) + event.seconds

    with tempfile.TemporaryDirectory() as directory, RecordBook(Path(directory) / "book") as book:
        outcome = campaigns.run(work, book, hours=minutes / 60, on_event=add)
    found = work.found([*outcome.rounds, outcome.part])
    for magic in found:
        magic.check()
        row = PLACES.index((magic.piece, magic.square))
        took = seconds[[target.row for target in targets].index(row)]
        print(f"{row_name(row)}: {magic.magic:#018x} in {took:.1f} s")
    total = sum(seconds.values())
    print(f"{len(found)} of {len(targets)} rook magics with one bit fewer in {total:.0f} s")


if __name__ == "__main__":
    main()
