"""The figures of a run: the times of each contender in every round, and comparisons."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from magicbb.benchmark.contenders import YARDSTICK
from magicbb.benchmark.times import Comparison, Times

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from magicbb.benchmark.footprint import Footprint
    from magicbb.benchmark.machine import Machine
    from magicbb.benchmark.settings import Settings


@dataclass(frozen=True)
class Case:
    """A timed case: one contender, one stream, one mode."""

    scheme: str
    piece: str
    stream: str
    mode: str


@dataclass(frozen=True)
class PerftCase:
    """A case timed inside a move generator: one contender on one position."""

    scheme: str
    position: str


@dataclass(frozen=True)
class Size:
    """The memory that a contender's table takes up.

    Attributes:
        nbytes: The size of the slots and attack sets, in bytes.
        parameter_nbytes: The size of the parameters of all squares, in bytes.
        kept: Whether the position must maintain incremental boards.
        instructions: Whether it uses PEXT or PDEP, which not every CPU has.
    """

    nbytes: int
    parameter_nbytes: int
    kept: bool = False
    instructions: bool = False

    @property
    def total(self) -> int:
        """The total number of bytes."""
        return self.nbytes + self.parameter_nbytes


@dataclass(frozen=True)
class Result:
    """A run of the benchmark.

    Attributes:
        machine: The machine of the run.
        settings: The settings of the run.
        positions: The description of the positions, and their number.
        queries: The number of queries by (piece, stream).
        lookups: The average number of look-ups per move, by piece.
        sizes: The size of each contender, by name.
        times: The time per look-up in each case.
        footprints: The cache lines that the first look-ups touch, by (scheme, piece, stream).
        moves: The time per move to update rotated boards, for "four boards" and "one board"; empty
            if rotated bitboards were not measured.
        generator: The time per leaf of the move tree for each scheme and position; empty if not
            measured.
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

    def get(self, scheme: str, piece: str, stream: str, mode: str) -> Times | None:
        """The time per look-up in one case; None if not measured."""
        return self.times.get(Case(scheme, piece, stream, mode))

    def mean(self, scheme: str, stream: str, mode: str) -> Times | None:
        """The mean time over the sliders, in each round; None unless all sliders were measured."""
        return _mean([self.get(scheme, piece, stream, mode) for piece in self.settings.pieces])

    def means(self, stream: str, mode: str) -> dict[str, Times]:
        """The mean time of each scheme that was measured with all sliders."""
        means = {scheme: self.mean(scheme, stream, mode) for scheme in self.sizes}
        return {scheme: mean for scheme, mean in means.items() if mean is not None}

    def compare(
        self, one: str, other: str, stream: str, mode: str, piece: str | None = None
    ) -> Comparison | None:
        """Compare two contenders; None if one of them was not measured.

        Args:
            one: The contender whose time is the numerator.
            other: The contender whose time is the denominator.
            stream: The stream.
            mode: The mode.
            piece: The slider (default: the mean over all sliders).
        """
        return _compared(
            self.mean(scheme, stream, mode)
            if piece is None
            else self.get(scheme, piece, stream, mode)
            for scheme in (one, other)
        )

    def leaf(self, scheme: str) -> Times | None:
        """The time per leaf inside the generator, averaged over the positions in each round."""
        positions = dict.fromkeys(case.position for case in self.generator)
        return _mean([self.generator.get(PerftCase(scheme, each)) for each in positions])

    def compare_leaves(
        self, one: str, other: str, position: str | None = None
    ) -> Comparison | None:
        """Compare two contenders inside the generator; None if one was not measured.

        Args:
            one: The contender whose time is the numerator.
            other: The contender whose time is the denominator.
            position: The position (default: the mean over all positions).
        """
        return _compared(
            self.leaf(scheme)
            if position is None
            else self.generator.get(PerftCase(scheme, position))
            for scheme in (one, other)
        )

    def to_dict(self) -> dict[str, Any]:
        """All results as a JSON-compatible dictionary."""
        return {
            "machine": asdict(self.machine),
            "settings": asdict(self.settings),
            "positions": {"name": self.positions[0], "count": self.positions[1]},
            "lookups_per_move": dict(self.lookups),
            "schemes": {name: asdict(size) for name, size in self.sizes.items()},
            "figures": [self._figure(case, times) for case, times in self.times.items()],
            "moves": {name: times.to_dict() for name, times in self.moves.items()},
            "generator": [
                asdict(case) | times.to_dict("ns_per_leaf")
                for case, times in self.generator.items()
            ],
        }

    def _figure(self, case: Case, times: Times) -> dict[str, Any]:
        against = self.compare(YARDSTICK, case.scheme, case.stream, case.mode, case.piece)
        touched = self.footprints[case.scheme, case.piece, case.stream]
        return {
            **asdict(case),
            **times.to_dict(),
            "speed_against_rays": against and against.ratio,
            "cache_lines": {**asdict(touched), "all": touched.lines},
            "queries": self.queries[case.piece, case.stream],
        }


def _mean(parts: Sequence[Times | None]) -> Times | None:
    known = [each for each in parts if each is not None]
    return Times.mean(known) if known and len(known) == len(parts) else None


def _compared(pair: Iterable[Times | None]) -> Comparison | None:
    one, other = pair
    return None if one is None or other is None else Comparison.of(one, other)
