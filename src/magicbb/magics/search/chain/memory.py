"""Lay out the plan of a chain search in the records that kernels read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.geometry.sliders import ROOK
from magicbb.magics.search.chain.bits import SETS_EACH, circle_of
from magicbb.magics.search.chain.classes import CLASS_BITS
from magicbb.magics.search.chain.keys import PAIRS, PATH, QUESTIONS
from magicbb.magics.search.chain.plan import FRESH, SHARED, Term
from magicbb.magics.search.chain.sharing import JOINED
from magicbb.magics.search.chain.state import (
    Branch,
    ChainState,
    Floor,
    Pairs,
    Ruled,
    TermMove,
    Test,
    Window,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.magics.search.chain.plan import ChainPlan, Level

PLAIN_MODE, MODES = 0, 3
"""The mode with one set of windows whatever the colour, and the number of modes.

In the other modes, each class of fractions has its own sets, for white or for black magics."""

WHITE, BLACK = 1, 2
"""The colours to search for, as bits."""

MAGICS = 1 << 12
"""The size of the list of magics, to which a node on the last level adds at most 512."""

CLUSTERED = (3, 8)
"""Fractions count as clustered if the largest gaps between them are longer than 3 / 8 of a slot on
average. For shorter gaps, a single set is faster; for longer ones, a set per class is faster, ten
times as fast at 0.48 of a slot."""

CLUSTERED_ROTATED = (11, 16)
"""The same for black magics whose rotation is assumed, class by class, to distinguish fractions.

This takes 32 searches instead of one; on d3 and d5, any threshold from 10 / 16 to 12 / 16 is best.
"""

_RULE_FROM = (4, 2, 2)
"""For each mode, the first level on which the plain rule is checked; level 1 above rank 2."""

_DROPPED = 16


def _move(number: int, unknown: int) -> tuple[int, int, int]:
    """A number modulo 2**64, and the effect of unknown bits on its product; see `Move`."""
    spread = abs(number) * unknown
    return number % 2**64, spread if number < 0 else 0, spread


def _rows(record: Any, rows: list[tuple[int, ...]]) -> Any:
    """Build records from tuples with the fields in order."""
    made = record.array(max(len(rows), 1))
    for name, column in zip(made.dtype.names, zip(*rows, strict=True), strict=True):
        made[name] = np.array(column, np.uint64)
    return made


def lay_out(plan: ChainPlan) -> tuple[ChainState, list[int]]:
    """Return the state of a search, and the three indices that bound its white and black rules."""
    unknown = (1 << plan.levels[0].low) - 1
    slot, circle, turned = 1 << (64 - plan.bits), circle_of(plan.bits), bool(plan.below)
    firsts: list[int] = []
    pairs, windows = _pairs(plan, unknown, firsts)
    ruled: list[tuple[int, ...]] = []
    rules: list[int] = []
    for black in (False, True):
        rules.append(len(ruled))
        for rule in plan.rules(black=black):
            start = len(firsts)
            firsts += rule.keys
            ruled.append((*_move(rule.center, unknown), start, len(firsts), rule.terms))
    rules.append(len(ruled))
    terms, branches = _terms(plan)
    cell, levels = 1 << int(circle.cell_shift), len(plan.levels) + 1
    rotated = CLUSTERED if plan.rotation_known == 1 else CLUSTERED_ROTATED
    state = ChainState(
        circle=circle,
        slot=slot,
        shift=64 - plan.bits,
        period_mask=2**plan.period - 1,
        black_mask=2**plan.black_period - 1,
        rotation_known=plan.rotation_known,
        key_bits=len(plan.rank) + len(plan.file),
        levels=levels,
        turned_sets=turned,
        second_shift=plan.file[1].bit_length() - 1,
        most=len(pairs) * (slot >> _DROPPED) * CLUSTERED[0] // CLUSTERED[1],
        black_most=len(pairs) * (slot >> _DROPPED) * rotated[0] // rotated[1],
        pairs_count=len(pairs),
        window_count=len(windows),
        class_shift=64 - plan.bits - CLASS_BITS,
        reach=(slot >> CLASS_BITS) + cell + cell // 32,
        pairs=_rows(Pairs, pairs),
        windows=_rows(Window, windows),
        ruled=_rows(Ruled, ruled),
        terms=_rows(TermMove, terms),
        order=np.arange(len(terms), dtype=np.uint64),
        branches=_rows(Branch, branches),
        floors=_floors(plan),
        keys=np.array(plan.keys, np.uint64),
        numbers=np.concatenate(_numbers(plan)),
        firsts=np.array(firsts, np.uint64),
        fractions=np.zeros(1 << len(plan.rank), np.uint64),
        sets=np.zeros(2 * int(SETS_EACH) * int(circle.stride), np.uint64),
        classes=np.zeros((2 << CLASS_BITS) * int(SETS_EACH) * int(circle.stride), np.uint64),
        joined=np.zeros(JOINED * (2 << CLASS_BITS) * int(circle.stride), np.uint64),
        shared=np.zeros((2 << CLASS_BITS) * int(circle.stride), np.uint64),
        turned=np.zeros((4 << CLASS_BITS) * turned * int(circle.turned_stride) + 1, np.uint64),
        path=np.ones(PATH, np.uint64),  # not 0, so that empty entries are invalid
        tests=Test.array((levels + 1) * QUESTIONS),
        unsure=np.zeros((levels + 1) * QUESTIONS * len(plan.keys), np.uint64),
        places=np.arange(len(plan.keys), dtype=np.uint64),
        table=np.zeros(QUESTIONS << plan.bits, np.uint64),
        pair=np.zeros(2, np.uint64),
        remembered=np.zeros(levels * QUESTIONS * PAIRS * 2, np.uint64),
        magics=np.zeros(MAGICS, np.uint64),
        kinds=np.zeros(MAGICS, np.uint8),
    )
    return state, rules


def _pairs(
    plan: ChainPlan, unknown: int, firsts: list[int]
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    pairs: list[tuple[int, ...]] = []
    windows: list[tuple[int, ...]] = []
    first = plan.file[0]
    for difference in plan.differences():
        number = difference.number
        if number < 0:
            continue
        start = len(firsts)
        firsts += difference.all
        deciding = len(firsts)
        firsts += difference.white
        reach = (max(difference.all) - min(difference.all)) * unknown
        windows += [
            (*_move(sign * number + more, unknown), len(pairs), more != 0)
            for sign in ((1, -1) if number else (1,))
            for more in (0, first, -first)
        ]
        pairs.append((*_move(number, unknown), start, deciding, len(firsts), reach, 0))
    return pairs, windows


def _terms(plan: ChainPlan) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """The terms of all modes and levels; level 0 and the last level have no terms."""
    rows: list[tuple[int, ...]] = []
    branches: list[tuple[int, ...]] = []
    for mode in range(MODES):
        branches.append((len(rows), len(rows), len(rows), len(rows), 0, 0, 0, 0))
        for number, level in enumerate(plan.levels, 1):
            start, second = len(rows), number > SHARED and not level.up
            if level.completes and mode == PLAIN_MODE:
                totals = plan.sums(SHARED + 1 if second else 2, level.known)
                terms = [Term(total, 0, opaque=False) for total in totals[not level.up :]]
            elif level.completes:
                terms = plan.terms(level.known, black=mode == MODES - 1)
            else:
                terms = []
            rows += _term_rows(plan, level, terms)
            end = vague = len(rows)
            if mode != PLAIN_MODE and second and level.completes:
                rows += _term_rows(plan, level, plan.vague_terms(terms, level.low))
                vague = len(rows)
                shared = plan.shared_terms(level.known, black=mode == MODES - 1)
                rows += _term_rows(plan, level, shared)
            shares = number == SHARED and not level.up
            rule = number >= (1 if plan.below else _RULE_FROM[mode])
            ends = (end, vague, len(rows))
            branches.append((start, *ends, rule, shares, second, level.up))
    return rows, branches


def _term_rows(plan: ChainPlan, level: Level, terms: Sequence[Term]) -> list[tuple[int, ...]]:
    rows: list[tuple[int, ...]] = []
    unknown = (1 << level.low) - 1
    more = plan.file[level.known] * unknown if level.up else 0
    for term in terms:
        factor, back, spread = _move(term.total, unknown)
        common, dilated = (term.common, term.common * unknown), term.total != 0 and not level.up
        rows.append((factor, back, spread + more, *common, term.opaque, dilated))
    return rows


def _floors(plan: ChainPlan) -> Any:
    """The levels, and one more for numbers without unknown bits."""
    floors = Floor.array(len(plan.levels) + 2)
    floors[0].next_shift = plan.file[0].bit_length() - 1
    for floor, level in zip(floors[1:-1], plan.levels, strict=True):
        floor.low, floor.unknown = level.low, (1 << level.low) - 1
        floor.bits = (1 << level.high) - (1 << level.low)
        floor.last = not level.fresh
        known = level.known if level.fresh else len(plan.file)
        floor.keys = 1 << (len(plan.rank) + known)
        if level.fresh:
            floor.next_shift = plan.file[level.known].bit_length() - 1 if level.completes else 0
            floor.place = level.high if level.up else level.low - level.fresh
            skipped = FRESH - level.fresh
            cells = sum(1 << place for place in range(0, 1 << FRESH, 1 << skipped))
            floor.skipped, floor.even, floor.odd = skipped, cells % 2**64, cells >> 64 & (2**64 - 1)
    floors[len(plan.levels) + 1].keys = len(plan.keys)
    return floors


def _numbers(plan: ChainPlan) -> list[npt.NDArray[np.uint8]]:
    """The attack-set number of each key, first with keys as blockers, then as empty squares."""
    attacks = [
        [ROOK.attacks(plan.square, key ^ empty) for key in plan.keys] for empty in (0, plan.mask)
    ]
    return [
        np.unique(sets, return_inverse=True)[1].astype(np.uint8)
        for sets in np.array(attacks, np.uint64)
    ]
