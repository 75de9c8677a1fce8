"""Annealing one square, run after run, for what is wanted of a magic.

With fewer index bits than the mask has squares, few harmful collisions are all that a factor can be
led by; that finds rook magics with one bit less from nothing on ranks 7 and 8, some within seconds,
and most of the others from a magic of a square nearby. With any number of bits, few slots in use or
a short range can be wanted: the weights and temperatures are those of a prototype (2026).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.arguments import parse_one_of, short_repr
from magicbb.lookup.keys import all_keys, row_of
from magicbb.magics.magic import KINDS, Magic
from magicbb.magics.search.anneal import Annealing, Objective
from magicbb.magics.search.construct import construct
from magicbb.magics.search.randomness import streams
from magicbb.magics.search.starts import start, states_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.geometry.sliders import Slider

OBJECTIVES = {
    "bits": Objective(used=0, apart=0, collision=1, heat=12, cooling=14),
    "used": Objective(used=4, apart=0, collision=16, heat=70, cooling=14),
    "range": Objective(used=1, apart=1, collision=8, heat=400, cooling=14),
}
"""What may be wanted: any magic of so many bits, few slots in use, or a short range."""

KINDS_ANNEALED = ("white", "black")

RUNS = 16
"""Runs of a search for few slots or a short range, if the caller does not say: some seconds of one
core."""

_STREAM = 0x616E6E65
"""Keeps the random words apart from those of other searches."""


def parse_objective(objective: str) -> str:
    """Check the name of an objective.

    Raises:
        ValueError: It is none of `OBJECTIVES`.
    """
    return parse_one_of("objective", objective, OBJECTIVES)


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
    """Do some annealing runs for one square.

    Args:
        place: The slider and the square.
        bits: The index bits.
        kind: "white" or "black".
        objective: One of `OBJECTIVES`; with "bits", the first magic ends it.
        runs: The numbers of the runs; each has random words of its own.
        seed: Where the random words begin.
        own: A magic of the square that is known.
        teachers: Magics of squares nearby.
        on_slice: Called some times per second with the runs that are done; what it raises ends the
            search.

    Returns:
        The best factor, no worse than the known one; None if no magic was met.

    Raises:
        ValueError: The kind or the objective is none.
    """
    goal = OBJECTIVES[parse_objective(objective)]
    if kind not in KINDS_ANNEALED:
        allowed = " or ".join(f'"{name}"' for name in KINDS_ANNEALED)
        raise ValueError(f"kind must be {allowed}, got {short_repr(kind)}")
    (slider, square), keys, row = place, all_keys(), row_of(*place)
    mask, attacks, black = slider.mask(square), keys.attacks[keys.of_row(row)], kind == "black"
    constructed = 0  # so full of slots that there is nothing to learn from it
    if own is None and bits >= mask.bit_count():
        states = states_of([place], [bits], kind, seed)
        (constructed,) = construct([mask], [bits], states, black=black)
    search = Annealing(mask, bits, attacks, own or constructed, black=black, objective=goal)
    for number, run in enumerate(runs):
        if search.found and objective == "bits":
            break
        names = (seed, _STREAM, row, bits, [*KINDS].index(kind), [*OBJECTIVES].index(objective))
        words = streams(*names, run, range(4))
        better = search.found and search.factor != constructed
        best = [Magic(slider, square, kind, bits, search.factor)] if better else []
        factor, learnt = start(place, kind, bits, [*best, *teachers], words.tolist())
        # Half as hot where there is something to lose; and where there is not, now and then.
        cool = learnt or (objective == "bits" and run % 2)
        search.start(factor, words[3], heat=goal.heat // 2 if cool else goal.heat)
        while not search.advance(search.slice):
            if on_slice is not None:
                on_slice(number)
    return search.factor if search.found else None
