"""Repeated annealing runs for one square and a given objective.

For magics with fewer index bits than mask squares, the cost is the number of harmful collisions
alone. This is enough to find rook magics with one bit fewer than mask squares: on ranks 7 and 8
from scratch, some within seconds, and most of those on other ranks from a magic for a nearby
square. With any number of bits, the objective can be a short range or few used slots. For few
slots, a run first searches with one line of the square hashed exactly (`few_slots`), then anneals
on all keys. For a short range or few blocks, a run for a black rook magic first searches ladders
(`climbing`). The weights and temperatures come from prototypes (2026).

When a slider moves by d squares, most of its mask moves with it, so a magic for the old square,
shifted by d, is almost a magic for the new one.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.arguments import parse_one_of
from magicbb.geometry.bitboards import FULL
from magicbb.geometry.sliders import ROOK
from magicbb.lookup.keys import row_of
from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.magics.magic import KINDS, Magic
from magicbb.magics.search.annealing.climbing import climb
from magicbb.magics.search.annealing.few_slots import PRICES, FewSlots, Prices
from magicbb.magics.search.annealing.moves import shifted
from magicbb.magics.search.annealing.run import Annealing, Objective
from magicbb.magics.search.construct import construct_for
from magicbb.magics.search.randomness import streams

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.geometry.sliders import Slider

OBJECTIVES = {
    "bits": Objective(used=0, apart=0, collision=1, heat=12, cooling=14),
    "used": Objective(used=4, apart=0, collision=16, heat=32, cooling=12),
    "range": Objective(used=1, apart=1, collision=8, heat=400, cooling=14),
    "packed": Objective(used=2, apart=0, collision=16, heat=35, cooling=12, block=16, block_bits=3),
}
"""The objectives: any magic with the given bits, few used slots, a short range, or few used slots
in few blocks of the array. New ones go last, since an objective's place here seeds random numbers.
"""

RUNS = 16
"""The default number of runs for all objectives but "bits"; they take a few seconds on one core."""

_CLIMBED = {"range": Prices(8, 8), "packed": PRICES["packed"]}
"""The objectives for which black rook magics are searched on ladders, with the prices there."""

_STREAM = 0x616E6E65
"""A constant that separates the random words from those of other searches."""

_LEARN = 3
"""How many runs out of eight, on average, ignore known magics even if some are available."""


def anneal_runs(
    place: tuple[Slider, int],
    bits: int,
    kind: str,
    objective: str,
    runs: range,
    *,
    seed: int,
    own: int | None = None,
    teachers: Sequence[Magic] = (),
    on_slice: Callable[[int], object] | None = None,
) -> int | None:
    """Run annealing for one square several times.

    Args:
        place: The slider and the square.
        bits: The index bits.
        kind: "white" or "black".
        objective: One of `OBJECTIVES`; with "bits", the search ends with the first magic found.
        runs: The number that identifies each run; it selects the random words of the run.
        seed: The seed of the random words.
        own: A known magic for the square.
        teachers: Known magics for the square itself, of the other kind, or for nearby squares.
        on_slice: Called several times per second with the number of finished runs; an exception
            ends the search.

    Returns:
        The best magic found, no worse than `own` if that is given; None if there is none.

    Raises:
        ValueError: Magics of the kind cannot be annealed, or the objective is unknown.
    """
    goal = OBJECTIVES[parse_one_of("objective", objective, OBJECTIVES)]
    parse_one_of("kind", kind, WHITE_AND_BLACK)
    (slider, square), row = place, row_of(*place)
    constructed = 0  # a constructed magic uses too many slots to be a good start
    if own is None and bits >= slider.mask(square).bit_count():
        (constructed,) = construct_for([place], [bits], kind, seed)
    magic = Magic(slider, square, kind, bits, own or constructed)
    search = Annealing(magic, goal)
    by_line = FewSlots(magic, PRICES[objective]) if objective in PRICES else None
    climbs = objective in _CLIMBED and kind == "black" and slider == ROOK
    for number, run in enumerate(runs):
        if search.found and objective == "bits":
            break
        tell = functools.partial(on_slice or _ignore, number)
        names = (seed, _STREAM, row, bits, [*KINDS].index(kind), [*OBJECTIVES].index(objective))
        words = streams(*names, run, range(4))
        better = search.found and search.factor != constructed
        best = [Magic(slider, square, kind, bits, search.factor)] if better else []
        structured: list[int | None] = []
        if by_line is not None:
            others = streams(*names, run, range(4, 11)).tolist()
            structured.append(run_by_line(by_line, magic, teachers, others, on_slice=tell))
        if climbs:
            prices = _CLIMBED[objective]
            structured.append(climb(square, bits, prices, (*names, run), on_slice=tell))
        for each in structured:
            if each is not None:
                search.cost(each)
        factor, learnt = start(place, kind, bits, [*best, *teachers], words.tolist())
        # Start half as hot from a known magic, and in every other run if any magic will do.
        cool = learnt or (objective == "bits" and run % 2)
        search.start(factor, words[3], heat=goal.heat // 2 if cool else goal.heat)
        while not search.advance(search.slice):
            tell()
    return search.factor if search.found else None


def _ignore(_run: int) -> None:
    """Do nothing, in place of a function that is told the number of finished runs."""


def run_by_line(
    search: FewSlots,
    magic: Magic,
    teachers: Sequence[Magic],
    words: Sequence[int],
    *,
    on_slice: Callable[[], object] | None = None,
) -> int | None:
    """Run the search with one line exact; return the best magic of all its runs so far.

    Args:
        search: The search.
        magic: Gives the square, the kind and the index bits; its factor is ignored.
        teachers: Known magics for the square itself or for nearby squares.
        words: Seven random words.
        on_slice: Called several times per second; an exception ends the run.
    """
    place = magic.piece, magic.square
    factor, learnt = start(place, magic.kind, magic.bits, teachers, words)
    sparse = words[3] & words[4]
    search.start(factor if learnt else sparse, words[5:], learnt=learnt)
    while not search.advance(search.slice):
        if on_slice is not None:
            on_slice()
    return search.factor if search.found else None


def start(
    place: tuple[Slider, int],
    kind: str,
    bits: int,
    teachers: Sequence[Magic],
    words: Sequence[int],
) -> tuple[int, bool]:
    """The factor from which an annealing run starts, and whether it comes from a known magic.

    Args:
        place: The slider and the square.
        kind: "white" or "black".
        bits: The index bits.
        teachers: Magics of the same slider, for the square itself or for nearby squares.
        words: At least three random words.
    """
    slider, square = place
    black = kind == "black"
    way = words[0] & 7
    if way >= _LEARN and teachers:
        teacher = teachers[words[1] % len(teachers)]
        factor = shifted(teacher.magic, square - teacher.square, black=black)
        return shifted(factor, bits - teacher.bits, black=black), True
    if way & 1:
        sparse = words[1] & words[2]
        return (~sparse & FULL if way & 2 else sparse), False
    count = slider.mask(square).bit_count()
    (factor,) = construct_for([place], [count], kind, words[1])
    return shifted(factor, bits - count, black=black), False
