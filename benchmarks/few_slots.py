"""Compare the search with one line exact with annealing on all keys: factors a second.

Run: python benchmarks/few_slots.py [rook|bishop] [KIND] [SQUARE...]
Both do whole runs for the same square and index bits, in turn, from the same random factors, in one
thread; times are those of the process, medians of six turns. The run on all keys is the one with
which few slots were searched for before (0.1.0, November 2026), and still are for packing.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import TYPE_CHECKING

import magicbb as mb
from magicbb.compile import Word
from magicbb.geometry.sliders import parse_slider
from magicbb.magics.search.annealing.few_slots import FewSlots
from magicbb.magics.search.annealing.run import Annealing, Objective
from magicbb.magics.search.randomness import streams

if TYPE_CHECKING:
    from magicbb.magics.magic import Magic

TURNS = 6
BEFORE = Objective(used=4, apart=0, collision=16, heat=70, cooling=14)
ALL = 1 << 40


def rates(magic: Magic) -> tuple[float, float]:
    """Millions of factors a second: annealing on all keys, and with one line exact."""
    whole, line = Annealing(magic, BEFORE), FewSlots(magic)
    measured: tuple[list[float], list[float]] = [], []
    for turn in range(TURNS):
        words = streams(turn, range(4)).tolist()
        whole.start(words[0] & words[1], Word(words[2]))
        began = time.process_time()
        whole.advance(ALL)
        measured[0].append(BEFORE.steps / (time.process_time() - began) / 1e6)
        line.start(words[0] & words[1], words[2:])
        before, began = line.looked, time.process_time()
        line.advance(ALL)
        measured[1].append((line.looked - before) / (time.process_time() - began) / 1e6)
    return statistics.median(measured[0]), statistics.median(measured[1])


def main() -> None:
    """Measure each square."""
    piece, kind, *names = [*sys.argv[1:], "rook", "black"][: max(2, len(sys.argv) - 1)]
    slider, ratios = parse_slider(piece), []
    for square in map(mb.geometry.parse_square, names) if names else range(64):
        magic = mb.find(slider, square, kind=kind)
        whole, line = rates(magic)
        ratios.append(line / whole)
        print(f"{magic.where}: {whole:.2f} and {line:.2f} million a second, {ratios[-1]:.1f} times")
    print(f"at least {min(ratios):.1f} times, median {statistics.median(ratios):.1f}")


if __name__ == "__main__":
    main()
