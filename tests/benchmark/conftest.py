"""A result that was never measured, to draw conclusions from."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from magicbb.benchmark.footprint import Footprint
from magicbb.benchmark.machine import Machine
from magicbb.benchmark.result import Case, PerftCase, Result, Size
from magicbb.benchmark.settings import Settings
from magicbb.benchmark.times import Times
from magicbb.benchmark.turns import TREES

SIZES = {
    "plain": Size(2_359_296, 2048),
    "fancy": Size(861_184, 4096),
    "byte-lookup": Size(345_536, 3072),
    "perfect-16": Size(265_904, 4096),
    "pext": Size(861_184, 2048, instructions=True),
    "hyperbola": Size(512, 4096),
    "rotated": Size(88_096, 4096),
    "rotated, kept": Size(88_096, 4096, kept=True),
    "rays": Size(3584, 0),
    "kogge-stone": Size(0, 0),
}

MakeUp = Callable[..., Result]


def in_rounds(taken: Any) -> Times:
    """Nine rounds: of one time, or of three times in turn."""
    return Times(tuple(taken) * 3 if isinstance(taken, (list, tuple)) else (taken,) * 9)


@pytest.fixture
def make_up() -> MakeUp:
    """Make a result in which every look-up takes 1 ns, but for what is said.

    `ns` gives other times, one or three for the rounds; `by_case` those of (scheme, stream, mode);
    `leaves` those inside the move generator, for each position one or three for the rounds.
    """

    def make_up(
        ns: Mapping[str, Any] | None = None,
        *,
        by_case: Mapping[tuple[str, str, str], Any] | None = None,
        moves: Mapping[str, float] | None = None,
        leaves: Mapping[str, Any] | None = None,
        schemes: tuple[str, ...] = (*SIZES,),
        caches: Mapping[str, int] | None = None,
        **settings: Any,
    ) -> Result:
        chosen = Settings(**settings)
        times, footprints = {}, {}
        for scheme in schemes:
            for stream in chosen.streams:
                if scheme == "rotated, kept" and stream == "random":
                    continue
                for slider in chosen.pieces:
                    footprints[scheme, slider, stream] = Footprint(1, 2, 3)
                    for mode in chosen.modes:
                        usual = (ns or {}).get(scheme, 1.0)
                        taken = (by_case or {}).get((scheme, stream, mode), usual)
                        times[Case(scheme, slider, stream, mode)] = in_rounds(taken)
        return Result(
            machine=Machine("Abacus 3", dict(caches or {"L1": 32768, "L2": 1 << 20}), True, "", ""),
            settings=chosen,
            positions=("made-up positions", 7),
            queries=dict.fromkeys(itertools.product(chosen.pieces, chosen.streams), 10),
            lookups={"rook": 2.0, "bishop": 2.0},
            sizes={scheme: SIZES[scheme] for scheme in schemes},
            times=times,
            footprints=footprints,
            moves={name: in_rounds(taken) for name, taken in (moves or {}).items()},
            generator={
                PerftCase(scheme, position): in_rounds(taken)
                for scheme, by_position in (leaves or {}).items()
                for position, taken in zip(TREES, by_position, strict=True)
            },
        )

    return make_up
