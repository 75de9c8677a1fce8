"""Trying numbers one by one: are they magics? Slow, obvious and none of the searches' code."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Bytes, Record, Word, Words, counting, entry, kernel
from magicbb.geometry.bitboards import squares_of
from magicbb.geometry.sliders import ROOK
from magicbb.lookup.keys import all_keys, row_of

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOM = 1 << 16
_ZERO, _ONE = Word(0), Word(1)
_GOLDEN = Word(0x9E3779B97F4A7C15)
_MASK = Word(63)


class Trial(Record):
    """The keys of a square, as they are hashed, and a table that notes what was tried."""

    shift: Word
    count: Word
    tried: Word = Word(0)
    keys: Words
    numbers: Bytes
    slots: Words
    found: Words


@cache
def trial(square: int, bits: int, kind: str) -> Trial:
    """What is needed to try numbers for a square."""
    keys, place = all_keys(), all_keys().of_row(row_of(ROOK, square))
    outside = ~ROOK.mask(square) % 2**64 if kind == "black" else 0
    numbers = np.unique(keys.attacks[place], return_inverse=True)[1]
    return Trial(
        shift=64 - bits,
        count=place.stop - place.start,
        keys=keys.blockers[place] | np.uint64(outside),
        numbers=numbers.astype(np.uint8),
        slots=np.zeros(1 << bits, np.uint64),
        found=np.zeros(ROOM, np.uint64),
    )


@kernel
def is_magic(trial: Trial, number: Word) -> bool:
    trial.tried += _ONE
    mark = trial.tried << Word(8)
    for place in counting(trial.count):
        slot = (trial.keys[place] * number) >> trial.shift
        held = mark | trial.numbers[place]
        if trial.slots[slot] >= mark and trial.slots[slot] != held:
            return False
        trial.slots[slot] = held
    return True


@entry
def _try_range(trial: Trial, start: Word, count: Word, step: Word) -> Word:
    found = _ZERO
    for more in counting(count):
        for negated in counting(Word(2)):
            number = start + more * step
            if negated:
                number = _ZERO - number
            if is_magic(trial, number):
                trial.found[found] = number
                found += _ONE
    return found


@entry
def _try_random(trial: Trial, seed: Word, count: Word) -> Word:
    found, state = _ZERO, seed
    for _ in counting(count):
        state += _GOLDEN
        number = (state ^ (state >> Word(30))) * Word(0xBF58476D1CE4E5B9)
        number = (number ^ (number >> Word(27))) * Word(0x94D049BB133111EB)
        if is_magic(trial, number):
            trial.found[found] = number
            found += _ONE
    return found


def listed(square: int, bits: int, kind: str, count: int) -> list[int]:
    """The magics that were found last."""
    found: Any = trial(square, bits, kind).found
    return [int(magic) for magic in found[:count]]


def magics_near(square: int, bits: int, number: int, free: int) -> list[tuple[str, int]]:
    """All magics that have, or whose negatives have, a number's bits but for a run of free ones.

    Each is given modulo the period of its kind.
    """
    found: set[tuple[str, int]] = set()
    step = free & -free
    for kind in ("white", "black"):
        period = 64 - next(squares_of(ROOK.mask(square)))
        if kind == "black":
            period = max(period, 64 - bits)
        count = _try_range(trial(square, bits, kind), number & ~free, free // step + 1, step)
        found |= {(kind, magic % 2**period) for magic in listed(square, bits, kind, int(count))}
    return sorted(found)


def random_magics(square: int, bits: int, kind: str, tries: int, seed: int) -> Iterator[int]:
    """The magics among so many random numbers."""
    count = int(_try_random(trial(square, bits, kind), seed, tries))
    yield from listed(square, bits, kind, count)
