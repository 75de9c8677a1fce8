"""The settings of a benchmark: what to measure, and how thoroughly."""

from __future__ import annotations

from dataclasses import dataclass

from magicbb.arguments import parse_integer, parse_seed, short_repr
from magicbb.benchmark.loops import MODES
from magicbb.benchmark.streams import STREAMS
from magicbb.geometry.sliders import parse_slider

MOST_ROUNDS = 100_000
MOST_QUERIES = 1 << 24
LARGEST_WORKING_SET = 1 << 16
"""The maximum working set, in MiB."""


@dataclass(frozen=True)
class Settings:
    """The settings of a run.

    Attributes:
        pieces: The names of the sliders.
        streams: Keys of `STREAMS`.
        modes: Keys of `MODES`.
        rounds: The number of rounds; every case is timed once in each round.
        working_set: The size of the memory touched between queries under pressure, in MiB.
        queries: The maximum number of queries in a stream.
        seed: Equal seeds give the same queries and the same tables.
        perft: Whether to also measure a whole move generator with each scheme.

    Raises:
        ValueError: A name is unknown or missing, or a number is out of range.
        TypeError: A number is not an integer.
    """

    pieces: tuple[str, ...] = ("rook", "bishop")
    streams: tuple[str, ...] = (*STREAMS,)
    modes: tuple[str, ...] = (*MODES,)
    rounds: int = 21
    working_set: int = 16
    queries: int = 1 << 16
    seed: int = 1
    perft: bool = False

    def __post_init__(self) -> None:
        """Check all settings, and sort the names."""
        pieces = tuple(str(parse_slider(slider)) for slider in self.pieces)
        object.__setattr__(self, "pieces", pieces)
        for name, known in (
            ("pieces", ("rook", "bishop", "queen")),
            ("streams", (*STREAMS,)),
            ("modes", (*MODES,)),
        ):
            chosen = getattr(self, name)
            wrong = [each for each in chosen if each not in known]
            if wrong or not chosen:
                got = short_repr(wrong[0]) if wrong else "none"
                raise ValueError(f"{name} must be chosen from {', '.join(known)}, got {got}")
            object.__setattr__(self, name, tuple(each for each in known if each in chosen))
        for name, stop in (
            ("rounds", MOST_ROUNDS),
            ("working_set", LARGEST_WORKING_SET),
            ("queries", MOST_QUERIES),
        ):
            rule = f"{name} must be an integer from 1 to {stop}"
            number = parse_integer(getattr(self, name), stop + 1, rule, start=1)
            object.__setattr__(self, name, number)
        parse_seed(self.seed)
