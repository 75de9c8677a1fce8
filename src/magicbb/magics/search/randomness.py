"""Streams of random words: SplitMix64 (Steele, Lea and Flood 2014), one stream per task.

A stream depends only on the seed and on the numbers that identify the task, so a square's magic
depends neither on other squares nor on the number of threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from magicbb.compile import Record, Word, Words, kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

_GOLDEN = Word(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio: it spreads the states
_MIX_1, _MIX_2 = Word(0xBF58476D1CE4E5B9), Word(0x94D049BB133111EB)
_HALF = Word(32)


class Stream(Record):
    """The state of a stream of random words; subclasses add the rest of a search's state."""

    random: Word


@kernel
def mix(word: Word) -> Word:
    """Scramble a word; the mapping is one-to-one."""
    word = (word ^ (word >> Word(30))) * _MIX_1
    word = (word ^ (word >> Word(27))) * _MIX_2
    return word ^ (word >> Word(31))


def digest_of(words: Sequence[int]) -> int:
    """The sum of `mix` over the given words, modulo 2**64.

    >>> digest_of([]), digest_of([1, 2]) == digest_of([2, 1])
    (0, True)
    """
    mixed = cast("Any", mix)(np.array(words, np.uint64))
    return int(mixed.sum(dtype=np.uint64))


@kernel
def draw_at(states: Words, place: Word) -> Word:
    """The next word of one of several streams, given the position of its state."""
    states[place] += _GOLDEN
    return mix(states[place])


@kernel
def draw(stream: Stream) -> Word:
    """The next word of a stream."""
    stream.random += _GOLDEN
    return mix(stream.random)


@kernel
def draw_below(stream: Stream, count: Word) -> Word:
    """A random number below `count` (at most 2**32 - 1), from the upper half of the next word."""
    return ((draw(stream) >> _HALF) * count) >> _HALF


def streams(*parts: int | Sequence[int]) -> npt.NDArray[np.uint64]:
    """The initial states of the streams for the given tasks.

    Args:
        parts: The numbers that identify the tasks; each part is one number for all tasks, or a
            sequence with a number for each task.

    >>> streams(1, [0, 1]).tolist() == [streams(1, [0])[0], streams(1, [1])[0]]
    True
    """
    state = np.zeros(1, np.uint64)
    for part in parts:
        state = cast("Any", mix)(state + np.atleast_1d(np.array(part, np.uint64)) + _GOLDEN)
    return state
