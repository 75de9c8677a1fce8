"""Magics with short index ranges for all squares, each annealed from magics of other squares.

If a slider moves by d squares, most of its mask moves with it, so the magic of the old square,
shifted by d, is almost a magic of the new one. The squares are therefore annealed in rounds, and
each square starts from the magics that the others had after the previous round. Good magics are
rare, and this spreads them over the board: for equal work, the sum of the ranges is a quarter
smaller than if each square is annealed by itself.

Black magics with a fixed shift, packed by first fit, take 110,000 entries after 24 rounds and
106,000 after 64, which take 40 s on one core. Constructed magics of the shortest possible range,
which form combs on rank 8, made the packed table larger, not smaller, both as starting points for
annealing and as replacements for the longest annealed ranges.
"""

from __future__ import annotations

import functools
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from magicbb.arguments import parse_integer, parse_one_of, parse_seed
from magicbb.compile.threads import run_each, thread_count
from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.magics.search.annealing.moves import shifted
from magicbb.magics.search.annealing.run import Annealing
from magicbb.magics.search.finding import find_all
from magicbb.magics.search.randomness import streams

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic

ROUNDS = 16
"""The default number of rounds, which take 15 s on one core. With as many index bits as mask
squares, twice as many rounds make a packed table one percent smaller."""

_RUNS = 2
"""The number of annealing runs per square and round."""

_POOL = 8
"""How many of the cheapest factors a square's runs use, in turn, as starting points."""


def find_short(
    kind: str = "white",
    bits: Callable[[Slider, int], int | None] | None = None,
    *,
    seed: int = 1,
    threads: int | None = None,
    rounds: int = ROUNDS,
    on_found: Callable[[Magic], None] | None = None,
) -> tuple[Magic, ...]:
    """Find magics with short index ranges for both sliders on all squares, for packing.

    Under the objective `run.SHORT`, no magic costs more than the one that `find_all` returns for
    its square with the same arguments.

    Args:
        kind: "white" or "black".
        bits: A function from (slider, square) to index bits (default: the number of mask squares).
        seed: 0..2**64 - 1. Equal arguments give equal magics, regardless of the number of threads.
        threads: The number of threads (default: all cores).
        rounds: The number of rounds, at least 1; in each, squares start from each other's magics.
        on_found: Called with each magic in every round, possibly from several threads; the last
            call for a square passes its final magic.

    Raises:
        ValueError: An argument is out of range.
        TypeError: An argument has the wrong type.
        MagicNotFoundError: There is provably no magic with so few bits.

    >>> magics = find_short("black", seed=1, rounds=1)
    >>> len(magics), magics[0].bits
    (128, 12)
    """
    parse_one_of("kind", kind, WHITE_AND_BLACK)
    rounds = parse_integer(rounds, 2**32, "rounds must be 1..2**32 - 1", start=1)
    begin = find_all(kind, bits, seed=seed, threads=threads)
    seed, count, black = parse_seed(seed), thread_count(threads), kind == "black"
    searches = [Annealing(magic) for magic in begin]
    magics, stopped = [*begin], threading.Event()

    def search_one(row: int, number: int, known: Sequence[int]) -> None:
        search, first = searches[row], row & 64
        others = range(first, first + 64)
        factors = [shifted(known[other], row - other, black=black) for other in others]
        factors.sort(key=search.cost)
        states = streams(seed, row, begin[row].bits, int(black), number, range(_RUNS))
        for run, state in enumerate(states):
            search.start(factors[(_RUNS * number + run) % _POOL], state)
            while not search.advance(search.slice):
                if stopped.is_set():
                    return
        magics[row] = replace(begin[row], magic=search.factor)
        if on_found is not None:
            on_found(magics[row])

    for number in range(rounds):
        known = [search.factor for search in searches]
        task = functools.partial(search_one, number=number, known=known)
        run_each(task, range(len(searches)), count, stopped)
    return tuple(magics)
