"""Times measured in rounds, with confidence intervals.

Every case is timed once per round, and times are compared within a round, so that a temporary
slowdown affects both sides. The result is the median over the rounds. Its confidence interval
follows from the binomial distribution, whatever the distribution of the times: each measured time
is below the true median with probability one half. With 21 rounds, the true median lies between the
fifth and the seventeenth time in ascending order, unless at most four times are below it or at most
four above, which happens in less than one run out of a hundred.

>>> median_interval(range(1, 22))
(5.0, 17.0)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, inf
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CONFIDENCE = 0.99
"""The confidence level; at 95%, up to one comparison in twenty could be decided by noise."""

FEWEST_ROUNDS = 8
"""The minimum number of rounds for an interval at the level `CONFIDENCE`: with seven rounds, all
times are on the same side of the true median in one run out of 64."""

EQUAL = 0.05
"""Times that differ by less than a twentieth are level: code alignment alone has as much effect."""

NOISE = 0.25
"""A time with a larger `spread` supports no conclusion; a ratio is too noisy to tell if its
interval contains 1 and the upper end exceeds the lower by more than this fraction."""

Outcome: TypeAlias = Literal["faster", "slower", "level", "too noisy to tell"]

_SMALLEST = 0.001  # ns; under pressure, subtracting the loop's own time may leave 0 or less


def median_interval(values: Iterable[float]) -> tuple[float, float]:
    """A confidence interval of the distribution's median, at the level `CONFIDENCE`.

    With fewer than `FEWEST_ROUNDS` values, the interval is infinite.
    """
    ordered = sorted(map(float, values))
    count, tail, outside = len(ordered), 0, 0
    while 2 * (tail := tail + comb(count, outside)) <= (1 - CONFIDENCE) * 2**count:
        outside += 1
    return (ordered[outside - 1], ordered[-outside]) if outside else (-inf, inf)


@dataclass(frozen=True)
class Times:
    """The times of one case, round by round.

    Attributes:
        rounds: The nanoseconds in each round.
    """

    rounds: tuple[float, ...]

    @classmethod
    def sum(cls, parts: Sequence[tuple[float, Times]]) -> Times:
        """The weighted sum of several cases, round by round."""
        counts, rounds = zip(*((count, each.rounds) for count, each in parts), strict=True)
        return cls(tuple(np.dot(counts, rounds).tolist()))

    @classmethod
    def mean(cls, parts: Sequence[Times]) -> Times:
        """The mean of several cases, round by round."""
        return cls.sum([(1 / len(parts), each) for each in parts])

    @property
    def ns(self) -> float:
        """The median."""
        return float(np.median(self.rounds))

    @property
    def interval(self) -> tuple[float, float]:
        """The confidence interval of the median, at the level `CONFIDENCE`."""
        return median_interval(self.rounds)

    @property
    def spread(self) -> float:
        """Half the length of the interval, as a fraction of the median."""
        low, high = self.interval
        return (high - low) / 2 / max(self.ns, _SMALLEST)

    @property
    def tells(self) -> bool:
        """Whether the time is precise enough to draw conclusions."""
        return self.spread <= NOISE

    def to_dict(self, name: str = "ns") -> dict[str, Any]:
        """The fields for JSON, with the median under the given name."""
        known = len(self.rounds) >= FEWEST_ROUNDS
        return {name: self.ns, "interval": self.interval if known else None, "rounds": self.rounds}


@dataclass(frozen=True)
class Comparison:
    """The time of one case divided by that of another, round by round.

    Attributes:
        ratio: The median of the ratios.
        low: The lower end of the median's interval.
        high: The upper end of the median's interval.
    """

    ratio: float
    low: float
    high: float

    @classmethod
    def of(cls, one: Times, other: Times) -> Comparison:
        """Compare two cases that were timed in the same rounds."""
        mine, others = (np.maximum(times.rounds, _SMALLEST) for times in (one, other))
        ratios = mine / others
        low, high = median_interval(ratios)
        return cls(float(np.median(ratios)), max(low, 0.0), high)

    @property
    def spread(self) -> float:
        """Half the length of the interval, as a fraction of the ratio."""
        return (self.high - self.low) / 2 / self.ratio

    @property
    def word(self) -> Outcome:
        """The verdict on the first case: faster or slower, level, or too noisy to tell."""
        if self.low <= 1 <= self.high and self.high > self.low * (1 + NOISE):
            return "too noisy to tell"
        if self.low <= 1 <= self.high or abs(self.ratio - 1) < EQUAL:
            return "level"
        return "faster" if self.ratio < 1 else "slower"
