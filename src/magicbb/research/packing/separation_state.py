"""The state of a separation: where its kernels keep their numbers."""

from __future__ import annotations

from magicbb.compile import Word

(
    RANDOM,
    LIMIT,
    BEST,
    FEWEST,
    TRIES,
    PATIENCE,
    WAITED,
    SHRINK,
    NEXT,
    AREA,
    MOVES,
    RETURNS,
    ROUNDS,
    STEPS,
    EPOCH,
    LEAST,
) = (Word(place) for place in range(16))
"""The places of a separation's state: the stream of random words, the length of the array, that of
the best packing, the fewest slots that are claimed twice, how many claims are tried per move, how
many rounds it waits for fewer overlaps and has waited, by how much the array is made shorter, the
next row in the order of the round, the slots that there is memory for, the moves so far, how often
it went back since the array was made shorter, the rounds, how many factors are looked at per move,
when the table of a walk was last written, and the length of the longest row at its shortest."""
