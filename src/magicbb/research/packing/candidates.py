"""Candidates for a packed table: several magics for each row, annealed to pack well.

A row can cost more than its own slots: gaps between them are wasted if no other row's slots fit in.
So an objective counts both the slots in use and the small blocks of the array that contain them.
Blocks of 4 slots penalise single-slot gaps that nothing fills; blocks of 16 lead to clusters that
are far apart, with room for other rows between them. Rook d4 with 12 bits uses 768 slots in blocks
that total 784; the published magic for a fixed shift uses 1,024.

As in `search.short`, a magic that is good for one square is usually good for a
neighbouring one, once it is shifted by the distance between them; five of eight runs start from
such a magic.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import numpy as np

from magicbb.geometry.bitboards import FULL
from magicbb.geometry.sliders import ROOK
from magicbb.lookup.keys import PLACES, ROWS, WIDEST_BITS, all_keys, rows_near
from magicbb.magics.magic import Magic
from magicbb.magics.search.annealing.climbing import CLIMBS, climb
from magicbb.magics.search.annealing.few_slots import PRICES, FewSlots, Prices
from magicbb.magics.search.annealing.run import Annealing, Objective
from magicbb.magics.search.annealing.runs import run_by_line, start
from magicbb.magics.search.finding import find
from magicbb.magics.search.randomness import streams
from magicbb.recipes.layout.first_fit import pattern_of
from magicbb.research.codec import Hex, Range
from magicbb.research.packing.packer import Hashing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy.typing as npt

    from magicbb.recipes.layout.first_fit import Pattern

_FEW = Objective(used=4, apart=0, collision=16, heat=70, cooling=14)
_TIGHT = Objective(used=2, apart=0, collision=16, heat=70, cooling=14, block=8, block_bits=2)
_CLUSTERED = Objective(used=2, apart=0, collision=16, heat=70, cooling=14, block=16, block_bits=3)
_BLOCKS = Objective(used=2, apart=0, collision=16, heat=120, cooling=14, block=32, block_bits=4)

_FIXED = ((_BLOCKS, None), (_CLUSTERED, None), (_TIGHT, None), (_FEW, None))
_FREE = ((_TIGHT, 0), (_TIGHT, 1), (_CLUSTERED, 0), (_FEW, 1), (_BLOCKS, None), (_TIGHT, -1))
"""Objectives, each with its index bits relative to the number of mask squares, or None for the
maximum over all squares of the slider."""

PLANS = {"fixed": _FIXED, "free": _FREE}

_BY_LINE: tuple[Prices, ...] = (
    Prices(12, blocks=(16, 16, 16)),
    Prices(8, blocks=(40, 0, 0)),
    PRICES["packed"],
)
_RANK_PRICES = (
    *_BY_LINE,
    Prices(14, blocks=(12, 0, 0)),
    Prices(10, blocks=(24, 40, 0)),
    Prices(8, blocks=(20, 60, 0)),
    Prices(6, blocks=(60, 0, 0)),
    Prices(4, blocks=(80, 40, 20)),
)
"""The prices for magics with an exact line, as in `search.annealing.few_slots`: a diagonal for
bishops, and the rank for rooks. With a shift per square, ruin and recreate hardly ever chooses rook
magics found in this way, but slimming does."""

_LINE_RUNS, _RANK_RUNS = 8, 2
"""The number of runs with an exact line at each of the prices; the second number is for rooks with
a shift per square. A draft does one run, for rooks at the first price only. A run takes some 40 ms
for a bishop, and twice as long for a rook."""

_CLOSE = (Prices(12, 4), Prices(8, 8), Prices(4, 12))
"""The prices of slots in use and of their range, for black rook magics on ladders. For white ones,
ladders do not shorten the range; see docs/few-slots.md."""

_CLIMBS_NAME = 1000
"""Separates the random words of ladders from those of the plans."""

_LINE_NAME = 2000
"""Separates the random words of runs with an exact line from the others."""

_DRAFT_BITS = 7
"""A draft climbs 1/128 as many ladders."""

_WEIGHTS = (0.0, 0.25, 0.5, 1.0, 2.0)


@dataclass(frozen=True)
class Candidate:
    """A magic for a row, which a packing may choose.

    Attributes:
        row: 0..127, as in `all_keys()`.
        bits: The index bits.
        factor: The 64-bit number to multiply by.
    """

    row: Annotated[int, Range(0, ROWS)]
    bits: int
    factor: Annotated[int, Hex(digits=0)]

    def magic(self, kind: str) -> Magic:
        """The candidate as a `Magic`."""
        return Magic(*PLACES[self.row], kind, self.bits, self.factor)

    def pattern(self, kind: str, values: npt.NDArray[np.uint64], care: int) -> Pattern:
        """The slots that the candidate uses in an array.

        Args:
            kind: "white" or "black".
            values: The value that each key of the row must read from its slot.
            care: The bits of a slot that the row reads.

        Raises:
            ValueError: The candidate is not a magic.
        """
        indices = (_hashed(self.row, kind) * np.uint64(self.factor)) >> np.uint64(64 - self.bits)
        return pattern_of(self.row, indices, values, care)


def _hashed(row: int, kind: str) -> npt.NDArray[np.uint64]:
    """The words that the magic multiplies, one for each key of a row."""
    keys = all_keys()
    blockers = keys.blockers[keys.of_row(row)]
    return blockers | ~keys.masks[row] if kind == "black" else blockers


def anneal(
    row: int,
    kind: str,
    shift: str,
    known: Mapping[int, Sequence[Candidate]],
    seed: int,
    round: int,
    *,
    cooling: int | None = None,
) -> list[Candidate]:
    """Anneal candidates for a row.

    Args:
        row: 0..127, as in `all_keys()`.
        kind: "white" or "black".
        shift: A key of `PLANS`.
        known: The known candidates for each row, used as starting points.
        seed: The random seed.
        round: The number of the round, which selects its random numbers.
        cooling: The length of the runs (default: as in the plan); see `Objective`.
    """
    slider, square = PLACES[row]
    teachers = [each.magic(kind) for other in rows_near(row) for each in known.get(other, ())]
    most = WIDEST_BITS[slider.name] if shift == "fixed" else slider.mask(square).bit_count()
    names = (seed, round, row)
    # Annealing may find nothing; construction always succeeds.
    found = [] if row in known else [Candidate(row, most, find(slider, square, most, kind).magic)]
    found += _by_objective(row, kind, shift, teachers, names, cooling=cooling)
    if slider == ROOK and kind == "black":
        climbs = CLIMBS if cooling is None else CLIMBS >> _DRAFT_BITS
        found += _by_ladders(row, most, names, climbs=climbs)
    prices, runs = _RANK_PRICES if slider == ROOK else _BY_LINE, _LINE_RUNS
    if (slider, shift) == (ROOK, "free"):
        runs = _RANK_RUNS
    if cooling is not None:
        prices, runs = prices[:1] if slider == ROOK else prices, 1
    bits = most + round % 2 if shift == "free" else most
    found += _by_exact_line(row, kind, bits, prices, teachers, names, runs=runs)
    return found


def _by_objective(
    row: int,
    kind: str,
    shift: str,
    teachers: Sequence[Magic],
    names: Sequence[int],
    *,
    cooling: int | None,
) -> Iterator[Candidate]:
    """Anneal on all keys, once for each objective of the plan."""
    slider, square = PLACES[row]
    least = (slider.attack_sets(square) - 1).bit_length()
    for number, (objective, more) in enumerate(PLANS[shift]):
        count = slider.mask(square).bit_count()
        bits = WIDEST_BITS[slider.name] if more is None else count + more
        if bits < least:
            continue
        words = [int(word) for word in streams(*names, number, range(4))]
        factor, learnt = start(PLACES[row], kind, bits, teachers, words)
        heat = objective.heat // (2 if learnt else 1)
        goal = objective if cooling is None else replace(objective, cooling=cooling)
        search = Annealing(Magic(slider, square, kind, bits, factor), goal)
        search.start(factor, np.uint64(words[3]), heat=heat)
        while not search.advance(search.slice):
            pass
        if search.found:
            yield Candidate(row, bits, search.factor)


def _by_ladders(row: int, bits: int, names: Sequence[int], *, climbs: int) -> Iterator[Candidate]:
    """Search for black rook magics with short ranges; see `annealing.ladders`."""
    _, square = PLACES[row]
    for number, prices in enumerate(_CLOSE):
        close = climb(square, bits, prices, (*names, _CLIMBS_NAME + number), climbs=climbs)
        if close is not None:
            yield Candidate(row, bits, close)


def _by_exact_line(
    row: int,
    kind: str,
    bits: int,
    prices: Sequence[Prices],
    teachers: Sequence[Magic],
    names: Sequence[int],
    *,
    runs: int,
) -> Iterator[Candidate]:
    """Search for magics with an exact line, at each of the prices; see `annealing.few_slots`."""
    magic = Magic(*PLACES[row], kind, bits, 0)
    for number, each in enumerate(prices):
        exact = _search_by_line(magic, each, teachers, (*names, _LINE_NAME + number), runs)
        if exact is not None:
            yield Candidate(row, bits, exact)


def _search_by_line(
    magic: Magic, prices: Prices, teachers: Sequence[Magic], names: Sequence[int], runs: int
) -> int | None:
    """The best magic of several runs with an exact line; None if there is none."""
    search, best = FewSlots(magic, prices), None
    for run in range(runs):
        words = streams(*names, run, range(7)).tolist()
        best = run_by_line(search, magic, teachers, words)
    return best


def hashing_of(
    row: int,
    kind: str,
    candidates: Sequence[Candidate],
    seed: int,
    values: npt.NDArray[np.uint64],
) -> Hashing:
    """The hash of a row and its candidates, with the keys in random order.

    In random order, a factor that is not a magic tends to fail within the first few keys. `values`
    contains the value that each key must read from its slot.
    """
    keys = all_keys()
    mask = int(keys.masks[row])
    hashed = _hashed(row, kind)
    order = np.argsort(streams(seed, row, range(len(hashed))))
    lowest = (mask & -mask).bit_length() - 1
    return Hashing(
        keys=hashed[order],
        numbers=np.unique(values, return_inverse=True)[1].astype(np.uint8)[order],
        movable=64 if kind == "black" else 64 - lowest,
        factors=[candidate.factor for candidate in candidates],
        bits=[candidate.bits for candidate in candidates],
    )


def best_of(
    candidates: Iterable[Candidate], kind: str, most: int, plain: npt.NDArray[np.uint64]
) -> list[Candidate]:
    """The best candidates of a row by several measures, starting with the best one by each measure.

    Each measure combines the number of slots in use with their extent, or with the total size of
    the blocks of 4, 16 or 64 slots that they touch.
    """
    distinct = sorted(set(candidates), key=lambda each: (each.bits, each.factor))
    sizes = np.array([sizes_of(each.pattern(kind, plain, FULL)) for each in distinct])
    orders = [
        np.argsort(sizes[:, 0] + weight * sizes[:, measure], kind="stable")
        for measure in range(1, sizes.shape[1])
        for weight in _WEIGHTS
    ]
    best = dict.fromkeys(
        distinct[number] for places in zip(*orders, strict=True) for number in places
    )
    return [*best][:most]


def sizes_of(pattern: Pattern) -> list[int]:
    """The slots in use, the extent, and the sizes of the aligned blocks of 4, 16, 64 touched."""
    slots = pattern.slots
    blocks = [len(np.unique(slots >> np.uint64(bits))) << bits for bits in (2, 4, 6)]
    return [len(slots), pattern.extent, *blocks]
