"""The figures of a run: what each contender took in every round, and comparisons by the round."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.benchmark.contenders import YARDSTICK

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from magicbb.benchmark.footprint import Footprint
    from magicbb.benchmark.machine import Machine
    from magicbb.benchmark.settings import Settings

LEVEL = 0.05
"""Times that differ by less than a twentieth count as equal."""

NOISE = 0.25
"""What differs by more than a quarter is not level, however much the rounds differ."""

_SMALLEST = 0.001  # ns: under pressure a round's difference may be nothing, or less


@dataclass(frozen=True)
class Case:
    """What is timed: one contender, asked one stream in one mode."""

    scheme: str
    slider: str
    stream: str
    mode: str


@dataclass(frozen=True)
class PerftCase:
    """What is timed inside a generator of moves: one contender, on one position."""

    scheme: str
    position: str


@dataclass(frozen=True)
class Times:
    """What something took in every round.

    Attributes:
        rounds: Nanoseconds.
    """

    rounds: tuple[float, ...]

    @property
    def ns(self) -> float:
        """The median."""
        return float(np.median(self.rounds))

    @property
    def quartiles(self) -> tuple[float, float]:
        """A quarter of the rounds took less than the one, a quarter more than the other."""
        low, high = np.percentile(self.rounds, [25, 75])
        return float(low), float(high)

    @property
    def spread(self) -> float:
        """Half the distance of the quartiles, as a part of the median."""
        low, high = self.quartiles
        return (high - low) / 2 / max(self.ns, _SMALLEST)

    def as_dict(self, name: str = "ns") -> dict[str, Any]:
        """What JSON says of it, the median under a name."""
        return {name: self.ns, "quartiles": self.quartiles, "rounds": self.rounds}


@dataclass(frozen=True)
class Comparison:
    """The time of one divided by the time of another, round by round.

    Attributes:
        ratio: The median.
        low: A quarter of the rounds are below.
        high: A quarter of the rounds are above.
    """

    ratio: float
    low: float
    high: float

    @property
    def word(self) -> str:
        """Whether the one is faster, slower or level: what noise could explain is level."""
        difference = abs(self.ratio - 1)
        if difference < LEVEL or (difference < NOISE and self.low < 1 < self.high):
            return "level"
        return "faster" if self.ratio < 1 else "slower"


@dataclass(frozen=True)
class Size:
    """How much memory a contender's table takes.

    Attributes:
        nbytes: Slots and attack sets.
        parameter_nbytes: The parameters of all squares.
        kept: Whether its position has to keep boards up to date.
        instructions: Whether it uses PEXT or PDEP, which not every CPU has.
    """

    nbytes: int
    parameter_nbytes: int
    kept: bool = False
    instructions: bool = False

    @property
    def total(self) -> int:
        """All of it."""
        return self.nbytes + self.parameter_nbytes


@dataclass(frozen=True)
class Result:
    """A run of the benchmark.

    Attributes:
        machine: Where.
        settings: What was asked for.
        positions: What the positions are called, and how many there are.
        queries: The number of queries by (slider, stream).
        lookups: Look-ups per move by slider, on average over the positions.
        sizes: The contenders by name, in the order of the tables.
        times: What a look-up took.
        footprints: Cache lines by (scheme, slider, stream), of the first look-ups.
        moves: What it takes to keep boards up to date for one move: "four boards", "one board";
            empty where rotated bitboards did not take part.
        generator: What a leaf of the tree of moves took; empty where it was not asked for.
    """

    machine: Machine
    settings: Settings
    positions: tuple[str, int]
    queries: Mapping[tuple[str, str], int]
    lookups: Mapping[str, float]
    sizes: Mapping[str, Size]
    times: Mapping[Case, Times]
    footprints: Mapping[tuple[str, str, str], Footprint]
    moves: Mapping[str, Times]
    generator: Mapping[PerftCase, Times] = field(default_factory=dict)

    def get(self, scheme: str, slider: str, stream: str, mode: str) -> Times | None:
        """What a look-up took, if it was measured."""
        return self.times.get(Case(scheme, slider, stream, mode))

    def means(self, stream: str, mode: str) -> dict[str, float]:
        """The mean of the sliders' medians in nanoseconds by scheme, of those that have all."""
        means = {}
        for scheme in self.sizes:
            found = [self.get(scheme, slider, stream, mode) for slider in self.settings.sliders]
            known = [times.ns for times in found if times is not None]
            if len(known) == len(found):
                means[scheme] = sum(known) / len(known)
        return means

    def compare(
        self, one: str, other: str, stream: str, mode: str, slider: str | None = None
    ) -> Comparison | None:
        """Compare two contenders; None where one of them was not asked.

        Args:
            one: Whose time is divided.
            other: By whose.
            stream: On which stream.
            mode: In which mode.
            slider: For which slider; the geometric mean over all of them if left out.
        """
        return _compared(
            [self.get(scheme, each, stream, mode) for scheme in (one, other)]
            for each in (self.settings.sliders if slider is None else [slider])
        )

    def compare_leaves(
        self, one: str, other: str, position: str | None = None
    ) -> Comparison | None:
        """Compare two contenders inside the generator; None where one did not take part.

        Args:
            one: Whose time is divided.
            other: By whose.
            position: On which position; the geometric mean over all of them if left out.
        """
        known = dict.fromkeys(case.position for case in self.generator)
        return _compared(
            [self.generator.get(PerftCase(scheme, each)) for scheme in (one, other)]
            for each in (known if position is None else [position])
        )

    def as_dict(self) -> dict[str, Any]:
        """Everything, in what JSON can hold."""
        return {
            "machine": asdict(self.machine),
            "settings": asdict(self.settings),
            "positions": {"name": self.positions[0], "count": self.positions[1]},
            "lookups_per_move": dict(self.lookups),
            "schemes": {name: asdict(size) for name, size in self.sizes.items()},
            "figures": [self._figure(case, times) for case, times in self.times.items()],
            "moves": {name: times.as_dict() for name, times in self.moves.items()},
            "generator": [
                asdict(case) | times.as_dict("ns_per_leaf")
                for case, times in self.generator.items()
            ],
        }

    def _figure(self, case: Case, times: Times) -> dict[str, Any]:
        against = self.compare(YARDSTICK, case.scheme, case.stream, case.mode, case.slider)
        touched = self.footprints[case.scheme, case.slider, case.stream]
        return {
            **asdict(case),
            **times.as_dict(),
            "speed_against_rays": against and against.ratio,
            "cache_lines": {**asdict(touched), "all": touched.lines},
            "queries": self.queries[case.slider, case.stream],
        }


def _compared(pairs: Iterable[list[Times | None]]) -> Comparison | None:
    """The geometric mean of the ratios within the rounds; None where something is missing."""
    logarithms = []
    for pair in pairs:
        rounds = [np.maximum(times.rounds, _SMALLEST) for times in pair if times is not None]
        if len(rounds) < len(pair):
            return None
        logarithms.append(np.log(rounds[0] / rounds[1]))
    if not logarithms:
        return None
    low, ratio, high = np.exp(np.percentile(np.mean(logarithms, axis=0), [25, 50, 75]))
    return Comparison(float(ratio), float(low), float(high))
