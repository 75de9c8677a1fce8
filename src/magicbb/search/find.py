"""Finding the magic of one square, or of all."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from magicbb.arguments import parse_integer
from magicbb.bitboards import FULL, squares_of
from magicbb.compile import Word
from magicbb.keys import all_keys, row_name, row_of
from magicbb.magics import MOST_BITS, Magic, parse_kind
from magicbb.search.candidates import FACTOR, RANDOM, STATE_WORDS, TRIES, mix, search
from magicbb.sliders import QUEEN, SLIDERS, Slider, parse_slider
from magicbb.squares import parse_square
from magicbb.threads import run_each, thread_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.magics import Kind

_BUDGET = 1 << 14
"""Candidates per call of the compiled search: some milliseconds, so that Ctrl-C is heard."""


class MagicNotFoundError(LookupError):
    """A search has used up the candidates it was allowed."""


def find(
    slider: Slider | str,
    square: int | str,
    bits: int | None = None,
    kind: Kind = "white",
    *,
    seed: int = 1,
    tries: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Magic:
    """Find a magic for one square.

    Args:
        slider: `ROOK`, `BISHOP` or a name.
        square: 0..63 or a name.
        bits: Index bits; as many as the mask has squares if left out, which is quickly found. For
            most squares fewer are impossible or take very long.
        kind: "white" or "black".
        seed: 0..2**64 - 1. Equal arguments give equal magics.
        tries: How many candidates to try at most; no limit if left out.
        on_progress: Called every few milliseconds with the number of candidates so far.

    Raises:
        ValueError: An argument is out of range, or there are more attack sets than indices.
        TypeError: An argument is of a wrong type.
        MagicNotFoundError: No candidate among `tries` was a magic.

    >>> find("rook", "a1", seed=1).check()
    >>> find("bishop", "d4", bits=9, seed=1) == find("bishop", "d4", seed=1)
    True
    """
    slider, square = _parse_slider(slider), parse_square(square)
    bits = _parse_bits(slider, square, bits)
    seed = parse_integer(seed, 2**64, "seed must be an integer from 0 to 2**64 - 1")
    if tries is not None:
        tries = parse_integer(tries, 2**63, "tries must be an integer from 0 to 2**63 - 1")
    task = _Search(slider, square, bits, parse_kind(kind), seed)
    while not task.advance(_BUDGET if tries is None else min(_BUDGET, tries - task.tries)):
        if on_progress is not None:
            on_progress(task.tries)
        if tries is not None and task.tries >= tries:
            where = row_name(row_of(slider, square))
            raise MagicNotFoundError(
                f"no {kind} magic with {bits} bits for {where} among {tries} candidates"
            )
    return task.magic


def find_all(
    kind: Kind = "white",
    bits: Callable[[Slider, int], int | None] | None = None,
    *,
    seed: int = 1,
    threads: int | None = None,
    on_found: Callable[[Magic], None] | None = None,
) -> tuple[Magic, ...]:
    """Find the magics of all 128 squares, rook a1 to h8 and then bishop.

    Every square has its own stream of random numbers, made of the seed, the square and the rest of
    the task, so that the result does not depend on threads or order: it is what `find` finds.

    Args:
        kind: "white" or "black".
        bits: The index bits for (slider, square); as many as its mask has squares if left out.
        seed: 0..2**64 - 1.
        threads: How many threads search; all cores if left out.
        on_found: Called with each magic as it is found, from any of the threads.

    >>> magics = find_all(seed=1)
    >>> len(magics), magics[0] == find("rook", "a1", seed=1)
    (128, True)
    """
    stopped = threading.Event()

    def work(place: tuple[Slider, int]) -> Magic | None:
        slider, square = place
        wanted = _parse_bits(slider, square, None if bits is None else bits(slider, square))
        task = _Search(slider, square, wanted, kind, seed)
        while not stopped.is_set():
            if task.advance(_BUDGET):
                if on_found is not None:
                    on_found(task.magic)
                return task.magic
        return None

    kind = parse_kind(kind)
    seed = parse_integer(seed, 2**64, "seed must be an integer from 0 to 2**64 - 1")
    places = [(slider, square) for slider in SLIDERS for square in range(64)]
    try:
        found = run_each(work, places, thread_count(threads))
    finally:
        stopped.set()  # after Ctrl-C the other threads end with their present slice
    return tuple(magic for magic in found if magic is not None)


class _Search:
    """The search for one square's magic, a slice at a time."""

    def __init__(self, slider: Slider, square: int, bits: int, kind: Kind, seed: int) -> None:
        keys, row = all_keys(), row_of(slider, square)
        mask = slider.mask(square)
        self._task = (slider, square, kind, bits)
        self._squares = np.fromiter(squares_of(mask), np.uint8)
        self._attacks = keys.attacks[keys.of_row(row)]
        self._irrelevant = ~mask & FULL if kind == "black" else 0
        self._products = np.empty(len(self._attacks), np.uint64)
        self._marks = np.zeros(1 << bits, np.uint64)
        self._held = np.empty(1 << bits, np.uint64)
        self._state = np.zeros(STATE_WORDS, np.uint64)
        self._state[RANDOM] = _stream(seed, row, bits, len(kind))

    @property
    def tries(self) -> int:
        """How many candidates were tried."""
        return int(self._state[TRIES])

    @property
    def magic(self) -> Magic:
        """The candidate at hand; a magic once `advance` said so."""
        return Magic(*self._task, int(self._state[FACTOR]))

    def advance(self, budget: int) -> bool:
        """Try some more candidates; whether the last one is a magic."""
        found: bool = search(
            self._state,
            self._squares,
            len(self._squares),
            self._attacks,
            self._irrelevant,
            self._task[3],
            self._products,
            self._marks,
            self._held,
            budget,
        )
        return found


def _stream(*parts: int) -> Word:
    """The start of a stream of random numbers that belongs to these numbers alone."""
    state = Word(0)
    with np.errstate(over="ignore"):
        for part in parts:
            state = mix(state + Word(part) + Word(0x9E3779B97F4A7C15))
    return state


def _parse_slider(slider: Slider | str) -> Slider:
    slider = parse_slider(slider)
    if slider == QUEEN:
        raise ValueError("slider must be rook or bishop: the queen looks up both")
    return slider


def _parse_bits(slider: Slider, square: int, bits: int | None) -> int:
    if bits is None:
        return slider.mask(square).bit_count()
    bits = parse_integer(bits, MOST_BITS + 1, f"bits must be an integer up to {MOST_BITS}")
    attack_sets = slider.attack_sets(square)
    if 1 << bits < attack_sets:
        where = row_name(row_of(slider, square))
        raise ValueError(
            f"{where} has {attack_sets} attack sets, more than {bits} bits can tell apart"
        )
    return bits
