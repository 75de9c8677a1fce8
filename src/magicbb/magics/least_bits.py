"""The minimum number of index bits with which a number is a magic, if any.

An index with one more bit separates all keys that the shorter index separates. So a number that is
a magic with some number of bits is also a magic with more, and it suffices to know the minimum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Bytes, Record, Word, Words, counting, entry
from magicbb.lookup.keys import PLACES, WIDEST_BITS, all_keys

if TYPE_CHECKING:
    import numpy.typing as npt

_MORE_TRIED = 2
MOST_TRIED = {name: bits + _MORE_TRIED for name, bits in WIDEST_BITS.items()}
"""The number of index bits to try first, for each slider. With even more bits, most numbers are
magics for squares on the edge."""

_ZERO, _ONE, _WORD_BITS = Word(0), Word(1), Word(64)


class Trial(Record):
    """The arrays that the kernel reads and writes.

    Attributes:
        factors: The numbers to test.
        rows: The row for which each number is tested.
        least: For each number, the fewest index bits with which it is a magic; 0 if none was found.
        added: The squares that are always set in the hash input, for each row.
        most: The number of index bits with which to start, for each row.
        starts: The index of the first key of each row, followed by the number of keys.
        blockers: The keys.
        attacks: The attack set of each key.
        held: The attack set stored in each slot.
        marks: The mark of the trial in which each slot was last written.
    """

    factors: Words
    rows: Bytes
    least: Bytes
    added: Words
    most: Bytes
    starts: Words
    blockers: Words
    attacks: Words
    held: Words
    marks: Words


def least_bits(
    factors: npt.NDArray[np.uint64], rows: npt.NDArray[np.uint8], kind: str
) -> npt.NDArray[np.uint8]:
    """Return the minimum number of index bits with which each number is a magic for its row.

    Args:
        factors: uint64[n], the numbers.
        rows: uint8[n], the row for which each number is tried.
        kind: "white" or "black".

    Returns:
        uint8[n]; 0 for numbers that are not magics even with `MOST_TRIED` bits. Most of these are
        rejected after a few dozen keys.

    >>> from magicbb.magics.search import find_all
    >>> factors = np.array([magic.magic for magic in find_all(seed=1)[:3]], np.uint64)
    >>> least_bits(factors, np.arange(3, dtype=np.uint8), "white").tolist()
    [12, 11, 11]
    """
    keys = all_keys()
    least = np.zeros(len(factors), np.uint8)
    added = ~keys.masks if kind == "black" else np.zeros_like(keys.masks)
    most = np.array([MOST_TRIED[slider.name] for slider, _ in PLACES], np.uint8)
    held = np.zeros(1 << int(most.max()), np.uint64)
    trial = Trial(
        factors=np.ascontiguousarray(factors, np.uint64),
        rows=np.ascontiguousarray(rows, np.uint8),
        least=least,
        added=added,
        most=most,
        starts=keys.starts,
        blockers=keys.blockers,
        attacks=keys.attacks,
        held=held,
        marks=np.zeros_like(held),
    )
    _least_bits(trial, len(factors))
    return least


@entry
def _least_bits(trial: Trial, count: Word) -> None:
    blockers, attacks, held, marks = trial.blockers, trial.attacks, trial.held, trial.marks
    mark = _ZERO
    for place in counting(count):
        row, factor = Word(trial.rows[place]), trial.factors[place]
        bits, works = Word(trial.most[row]), True
        start, stop, added = trial.starts[row], trial.starts[row + _ONE], trial.added[row]
        while works and bits > _ZERO:
            mark += _ONE  # a slot with an older mark is empty
            for key in counting(start, stop):
                slot = ((blockers[key] | added) * factor) >> (_WORD_BITS - bits)
                if marks[slot] == mark and held[slot] != attacks[key]:
                    works = False
                    break
                marks[slot], held[slot] = mark, attacks[key]
            if works:
                trial.least[place] = bits
                bits -= _ONE
