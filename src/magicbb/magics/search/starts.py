"""Where searches start: streams of random words, constructed factors, and what is learnt nearby.

When a square of the board moves by d, so does most of its mask, and the magic of one square,
shifted by d, is almost one of the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.geometry.bitboards import FULL
from magicbb.lookup.keys import row_of
from magicbb.magics.magic import KINDS
from magicbb.magics.search.construct import construct
from magicbb.magics.search.randomness import streams

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic

_LEARN = 3
"""Of eight starts, all but so many are learnt where there is somebody to learn from."""


def states_of(
    places: Sequence[tuple[Slider, int]], bits: Sequence[int], kind: str, seed: int
) -> npt.NDArray[np.uint64]:
    """The streams of random words that belong to squares, their bits and a kind."""
    rows = [row_of(*place) for place in places]
    return streams(seed, rows, bits, [*KINDS].index(kind))


def shifted(factor: int, places: int, *, black: bool) -> int:
    """A factor for a mask that lies some squares higher (lower, if negative).

    What moves in from above is the sign: the magics of black squares are mostly negative.
    """
    if places < 0:
        return factor << -places & FULL
    sign = FULL if black and factor >> 63 else 0
    return (factor >> places) | (sign << (64 - places) & FULL)


def start(
    place: tuple[Slider, int],
    kind: str,
    bits: int,
    teachers: Sequence[Magic],
    words: Sequence[int],
) -> tuple[int, bool]:
    """Where an annealing run starts, and whether that is something that was learnt.

    Args:
        place: The slider and the square.
        kind: "white" or "black".
        bits: The index bits.
        teachers: Magics of the same slider, of the square itself or of squares near it.
        words: At least three random words.
    """
    slider, square = place
    black = kind == "black"
    way = words[0] & 7
    if way >= _LEARN and teachers:
        teacher = teachers[words[1] % len(teachers)]
        factor = shifted(teacher.factor, square - teacher.square, black=black)
        return shifted(factor, bits - teacher.bits, black=black), True
    if way & 1:
        sparse = words[1] & words[2]
        return (~sparse & FULL if way & 2 else sparse), False
    count = slider.mask(square).bit_count()
    (factor,) = construct(
        [slider.mask(square)], [count], states_of([place], [count], kind, words[1]), black=black
    )
    return shifted(factor, bits - count, black=black), False
