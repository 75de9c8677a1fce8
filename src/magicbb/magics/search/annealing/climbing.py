"""Black rook magics whose slots lie close together: short annealing runs, each on a random ladder.

`ladders` explains what a ladder is. The bits that it leaves free are few, so a run needs only some
thousand steps, and many short runs find more than a few long ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.geometry.sliders import ROOK
from magicbb.magics.magic import Magic
from magicbb.magics.search.annealing.few_slots import FewSlots, Prices
from magicbb.magics.search.annealing.ladders import ladders
from magicbb.magics.search.randomness import streams

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

STEPS = range(3, 13)
"""The steps of the ladders that are tried. Ranges with larger steps were never shorter."""

CLIMBS = 600
"""The number of runs that take about half a second."""

_SHOW = 32
"""The number of runs between two calls of `on_slice`."""


def climb(
    square: int,
    bits: int,
    prices: Prices,
    names: Sequence[int],
    *,
    climbs: int = CLIMBS,
    on_slice: Callable[[], object] | None = None,
) -> int | None:
    """Find a black rook magic with few slots in a short range.

    Args:
        square: 0..63.
        bits: The index bits.
        prices: The cost of the slots in use and of their range.
        names: Numbers that select the random words.
        climbs: The number of runs.
        on_slice: Called several times per second; an exception ends the search.

    Returns:
        The cheapest magic found; None if there is none.

    >>> climb(1, 11, Prices(8, 8), [1], climbs=0) is None
    True
    """
    choices = [each for step in STEPS if (each := ladders(square, bits, step))]
    search = FewSlots(Magic(ROOK, square, "black", bits, 0), prices)
    for number in range(climbs if choices else 0):
        words = streams(*names, number, range(5)).tolist()
        choice = choices[words[0] % len(choices)]
        search.climb(choice[words[1] % len(choice)], words[2:])
        while not search.advance(search.slice):
            pass
        if on_slice is not None and number % _SHOW == 0:
            on_slice()
    return search.factor if search.found else None
