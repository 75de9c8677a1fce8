"""Run the benchmark: build the tables, time the rounds, assemble the result.

>>> from magicbb.benchmark.settings import Settings
>>> few = Settings(("bishop",), ("random",), ("latency",), rounds=2, queries=100)
>>> result = prepare(["hyperbola"], few).run()
>>> [*result.sizes], result.sizes["hyperbola"].nbytes
(['hyperbola', 'rays'], 512)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magicbb.benchmark.contenders import (
    YARDSTICK,
    Contender,
    contender_named,
    default_schemes,
    kept_rotated,
)
from magicbb.benchmark.footprint import footprint
from magicbb.benchmark.machine import this_machine
from magicbb.benchmark.result import Case, PerftCase, Result, Size
from magicbb.benchmark.settings import Settings
from magicbb.benchmark.streams import lookups_per_move, shipped_positions, stream_of
from magicbb.benchmark.times import Times
from magicbb.benchmark.turns import perft_turns, rounds, turns_of
from magicbb.compile.intrinsics import pdep, pext
from magicbb.compile.kernels import Kernel
from magicbb.geometry.sliders import SLIDERS, parse_slider
from magicbb.lookup.recipe import kernel_of
from magicbb.recipes.rivals.rotated import Rotated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.benchmark.streams import Stream
    from magicbb.benchmark.turns import Turn
    from magicbb.chess.notation.fen import Board

SHIPPED = "positions from games of random moves"
"""The description of the positions that ship with the package."""


@dataclass(frozen=True, eq=False)
class Bench:
    """A benchmark that is ready to run.

    Attributes:
        contenders: The contenders.
        streams: The queries.
        settings: The settings.
        boards: The positions.
        name: The description of the positions.
        turns: The work of each round.
    """

    contenders: Sequence[Contender]
    streams: Sequence[Stream]
    settings: Settings
    boards: Sequence[Board]
    name: str
    turns: Sequence[Turn]

    @property
    def steps(self) -> int:
        """The number of turns, including those that only check the answers."""
        return len(self.turns) * (1 + self.settings.rounds)

    def run(self, on_turn: Callable[[int], None] | None = None) -> Result:
        """Measure all turns and return the result.

        Args:
            on_turn: Callback that receives the number of turns completed, after each turn.

        Raises:
            WrongAnswersError: A contender's answers differ from the ray walk's.
        """
        samples: dict[Case | PerftCase | str, list[float]] = {turn.case: [] for turn in self.turns}
        for done, timed in enumerate(rounds(self.turns, self.settings.rounds), 1):
            if timed is not None:
                turn, ns = timed
                samples[turn.case].append(ns)
            if on_turn:
                on_turn(done)
        times = {case: Times(tuple(taken)) for case, taken in samples.items()}
        return Result(
            machine=this_machine(),
            settings=self.settings,
            positions=(self.name, len(self.boards)),
            queries={(str(each.slider), each.name): len(each) for each in self.streams},
            lookups={str(slider): lookups_per_move(slider, self.boards) for slider in SLIDERS},
            sizes={each.name: size_of(each) for each in self.contenders},
            times={case: taken for case, taken in times.items() if isinstance(case, Case)},
            footprints={
                (each.name, str(stream.slider), stream.name): footprint(each, stream)
                for each in self.contenders
                for stream in self.streams
                if each.answers(stream)
            },
            moves={case: taken for case, taken in times.items() if isinstance(case, str)},
            generator={case: taken for case, taken in times.items() if isinstance(case, PerftCase)},
        )


def prepare(
    schemes: Sequence[str] | None = None,
    settings: Settings | None = None,
    boards: Sequence[Board] | None = None,
    *,
    name: str | None = None,
) -> Bench:
    """Build the tables and make the streams.

    Args:
        schemes: Names from the catalogue, HASH/LAYOUT/STORAGE[/SOURCE], or files of magics
            (default: the schemes in the catalogue that are quick to build). The ray walk is always
            included.
        settings: The settings of the run.
        boards: The positions for all streams except the random one (default: built-in ones).
        name: The description of the positions in the report.

    Raises:
        ValueError: A scheme is unknown, or the positions have no sliders.
        OSError: A file cannot be read.
    """
    settings = settings or Settings()
    name = name or (SHIPPED if boards is None else "positions")
    boards = shipped_positions() if boards is None else boards
    streams = [
        stream_of(stream, parse_slider(slider), boards, settings.queries, settings.seed)
        for stream in settings.streams
        for slider in settings.pieces
    ]
    contenders = []
    chosen = default_schemes() if schemes is None else schemes
    for scheme in dict.fromkeys([*chosen, YARDSTICK]):
        contenders.append(contender_named(scheme, settings.seed))
        if isinstance(contenders[-1].recipe, Rotated):
            contenders.append(kept_rotated(contenders[-1], boards))
    turns: list[Turn] = [*turns_of(contenders, streams, settings)]
    if settings.perft:
        turns += perft_turns(contenders)
    return Bench(contenders, streams, settings, boards, name, turns)


def size_of(contender: Contender) -> Size:
    """The memory that a contender takes up, and whether it uses PEXT or PDEP.

    Incremental boards do not count: they belong to the position.
    """
    kernels: list[Any] = [kernel_of(contender.recipe, slider) for slider in SLIDERS]
    return Size(
        nbytes=contender.attack_sets.nbytes + (0 if contender.kept else contender.slots.nbytes),
        parameter_nbytes=contender.parameters.nbytes,
        kept=contender.kept,
        instructions=any(uses_instructions(each) for each in kernels),
    )


def uses_instructions(function: Kernel[..., Any]) -> bool:
    """Whether a kernel uses PEXT or PDEP, directly or through other kernels."""
    used = [
        each for each in (*function.names().values(), *function.cells()) if isinstance(each, Kernel)
    ]
    return any(each in (pext, pdep) or uses_instructions(each) for each in used)
