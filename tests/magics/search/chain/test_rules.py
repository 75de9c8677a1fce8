"""Each rule of the chain search alone, against a slow direct check in plain Python.

A rule may exclude only what collides, for all that is not known yet: the unknown bits of the magic,
the squares that both keys have, and where in its cell a generator lies. The checks choose the worst
of it: a common part that turns the circle of fractions by just so much that a pair escapes.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from magicbb.compile import Word, Words, entry
from magicbb.geometry.sliders import ROOK
from magicbb.magics.search.chain.bits import CELL_BITS, SETS_EACH, exclude, fill
from magicbb.magics.search.chain.classes import CLASS_BITS, begin_fine
from magicbb.magics.search.chain.memory import lay_out
from magicbb.magics.search.chain.plan import ALWAYS, CLEAR, ChainPlan, Rule
from magicbb.magics.search.chain.state import ChainState, Move
from magicbb.magics.search.chain.windows import (
    exclude_near,
    largest_gap,
    rank_collides,
)

from .cases import (
    FULL,
    KINDS,
    MORE,
    SQUARES,
    cells_of,
    drawing,
    magics_of,
    prefix_of,
    prepared,
)

if TYPE_CHECKING:
    import random


@entry
def _exclude_pairs(state: ChainState, cells: Words, number: Word, move: Word, known: Word) -> None:
    """The window of one difference: number of its pairs, and of the window."""
    pairs = state.pairs[number]
    fill(cells, state.circle)
    gap = largest_gap(state, pairs.start, pairs.deciding, known, pairs.reach)
    exclude_near(state, cells, state.windows[move], known, gap)


@entry
def _rank_collides(state: ChainState, number: Word, known: Word) -> bool:
    return rank_collides(state, state.pairs[number], known)


@entry
def _exclude(state: ChainState, cells: Words, start: Word, length: Word) -> None:
    fill(cells, state.circle)
    exclude(cells, start, length, state.circle)


def excluded_cells(state: Any, cells: Any) -> list[int]:
    bits = np.unpackbits(cells[: int(state.circle.words)].view(np.uint8), bitorder="little")
    return [int(cell) for cell in np.flatnonzero(bits == 0)]


def always_collides(
    parts: tuple[int, ...], number: int, distance: int, magic: int, slot: int
) -> bool:
    """Whether of the pairs (R, R + number), moved apart by a distance, one always shares a slot.

    The distance is between a key and the other one; what both have turns the circle of fractions.
    A turn is worst if it puts some fraction just beyond the end of what collides.
    """
    distance = (distance + FULL // 2) % FULL - FULL // 2
    if abs(distance) >= slot:
        return False
    fractions = [(part + number) * magic % slot for part in parts]
    ends = [slot - distance, slot - 1] if distance >= 0 else [-distance - 1, 0]
    turns = {(end - fraction) % slot for end in ends for fraction in fractions}
    return all(
        any(0 <= (fraction + turn) % slot + distance < slot for fraction in fractions)
        for turn in turns
    )


def points_of(cell: int, state: Any, chance: random.Random) -> list[int]:
    size = 1 << int(state.circle.cell_shift)
    return [cell * size, (cell + 1) * size - 1, cell * size + chance.randrange(size)]


@pytest.mark.parametrize(("square", "bits"), SQUARES)
def test_a_window_excludes_only_what_always_collides(square: int, bits: int) -> None:
    plan, state = prepared(square, bits)
    chance, cells = drawing(square), cells_of(state)
    differences = [one for one in plan.differences() if one.number >= 0]
    unknown, slot, checked = (1 << plan.levels[0].low) - 1, 1 << (64 - bits), 0
    for _ in range(30):
        known, window = prefix_of(plan.levels[0], chance), chance.randrange(len(state.windows))
        row = state.windows[window]
        pairs, center = int(row.pairs), int(row.factor)
        difference = differences[pairs]
        _exclude_pairs(state, cells, pairs, window, known)
        found = excluded_cells(state, cells)
        for cell in {*found[:1], *found[-1:], *found[len(found) // 2 :][:1]}:
            for magic, point in itertools.product(
                magics_of(known, unknown, chance), points_of(cell, state, chance)
            ):
                checked += 1
                assert always_collides(
                    difference.all, difference.number, point - center * magic, magic, slot
                )
    if square < 56:
        assert checked > 100
    else:  # the rank moves keys by whole slots, so windows have no width
        assert checked == 0


@pytest.mark.parametrize(("square", "bits"), SQUARES)
def test_windows_are_as_wide_as_they_can_be(square: int, bits: int) -> None:
    """With all bits known, the cells just outside of a window have points that can escape."""
    plan, state = prepared(square, bits)
    chance, cells, slot = drawing(square), cells_of(state), 1 << (64 - bits)
    differences = [one for one in plan.differences() if one.number >= 0]
    for rows in (state.pairs, state.windows):
        rows.spread[:] = 0
        rows.back[:] = 0
    state.pairs.reach[:] = 0
    for _ in range(30):
        magic, window = chance.getrandbits(plan.period), chance.randrange(len(state.windows))
        row = state.windows[window]
        pairs, center = int(row.pairs), int(row.factor)
        difference = differences[pairs]
        _exclude_pairs(state, cells, pairs, window, magic)
        found = set(excluded_cells(state, cells))
        for cell in found:
            for neighbour in {cell - 1, cell + 1} - found:
                count = 1 << (bits + 4)
                if neighbour % count in found:
                    continue
                assert not all(
                    always_collides(
                        difference.all, difference.number, point - center * magic, magic, slot
                    )
                    for point in points_of(neighbour % count, state, chance)[:2]
                )


@pytest.mark.parametrize(("square", "bits"), SQUARES)
def test_rank_parts_that_are_said_to_collide_do(square: int, bits: int) -> None:
    plan, state = prepared(square, bits)
    chance, slot, said = drawing(square), 1 << (64 - bits), 0
    differences = [one for one in plan.differences() if one.number >= 0]
    unknown = (1 << plan.levels[0].low) - 1
    row = sum(plan.rank)
    for _ in range(1000):
        known = prefix_of(plan.levels[0], chance)
        for number in chance.sample(range(1, len(differences)), 5):
            if not _rank_collides(state, number, known):
                continue
            said += 1
            difference = differences[number]
            for magic in magics_of(known, unknown, chance):
                # Black keys are the empty squares; their pairs are others.
                for parts in (difference.white, difference.black):
                    for sign in (1, -1):
                        distance = -sign * difference.number * magic
                        assert always_collides(
                            parts, difference.number, distance, sign * magic % FULL, slot
                        )
            for part in difference.white:
                first, second = (ROOK.attacks(square, p) for p in (part, part + difference.number))
                assert first != second
            for part in difference.black:
                parts = (row ^ part, row ^ (part + difference.number))
                assert len({ROOK.attacks(square, one) for one in parts}) == 2
    assert said > 5


@pytest.mark.parametrize("length", [0, 1, 2**49 - 1, 2**49, 2**49 + 1, 3 * 2**49, 70 * 2**49 + 5])
def test_only_cells_that_lie_wholly_in_an_interval_are_excluded(length: int) -> None:
    _, state = prepared(0, 11)
    chance, size, cells = drawing(length), 2**49, cells_of(state)
    starts = [0, 1, size - 1, size, FULL - 1, FULL - size, FULL - 3 * size + 7]
    for start in starts + [chance.getrandbits(64) for _ in range(20)]:
        _exclude(state, cells, start, length)
        first = -(-start // size)
        expected = {cell % 2**15 for cell in range(first, (start + length) // size)}
        assert set(excluded_cells(state, cells)) == expected


@pytest.mark.parametrize(("square", "bits", "black"), KINDS)
def test_a_class_excludes_only_what_surely_collides(square: int, bits: int, black: bool) -> None:
    plan = ChainPlan(square, bits)
    laid_out, rules = lay_out(plan)
    state: Any = laid_out
    chance, checked = drawing(square), 0
    unknown, slot = (1 << plan.levels[0].low) - 1, 1 << (64 - bits)
    classes, stride = 1 << CLASS_BITS, int(SETS_EACH) * int(state.circle.stride)
    listed = plan.rules(black=black)
    state.assumed = black and plan.rotation_known > 1
    reach = int(state.reach) + (slot // classes - 1 if state.assumed else 0)
    for _ in range(12):
        known, number = prefix_of(plan.levels[0], chance), chance.randrange(len(listed))
        rule = listed[number]
        state.rules = rules[black] + number
        state.rules_end = state.rules + 1
        begin_fine(state, known, unknown)
        for kind, at in itertools.product(range(2), range(classes)):
            sets = state.classes[(kind * classes + at) * stride :]
            found = excluded_cells(state, sets)
            assert not found or rule.terms >> kind & 1
            for cell in {*found[:1], *found[-1:]}:
                checked += 1
                start = at * slot // classes
                for magic, point, more in itertools.product(
                    magics_of(known, unknown, chance),
                    points_of(cell, state, chance),
                    (0, reach, chance.randrange(reach + 1)),
                ):
                    assert surely_collides(rule, start + more, point, magic, slot)
    assert checked > 100


@pytest.mark.parametrize("end", [0, 1], ids=["first point", "last point"])
@pytest.mark.parametrize("square", [42, 50], ids=["c6", "c7"])
def test_the_ends_of_a_slot_are_not_surely_in_it(square: int, end: int) -> None:
    """A slot's first and last point do not count, since m and -m disagree there.

    A center and a key lie so to each other that a cell begins, or ends, just where they would
    count. That a fraction itself ends on the last point does not occur: all keys are even.
    """
    bits = 11
    plan, (laid_out, _) = ChainPlan(square, bits), lay_out(ChainPlan(square, bits))
    state: Any = laid_out
    chance, slot, cell = drawing(square), 1 << (64 - bits), 1 << int(state.circle.cell_shift)
    classes, stride = 1 << CLASS_BITS, int(SETS_EACH) * int(state.circle.stride)
    listed, aligned, checked = plan.rules(black=False), cell // 32 * end, 0
    assert plan.levels[0].low == 0
    while checked < 12:
        known, number = chance.getrandbits(plan.levels[0].high), chance.randrange(len(listed))
        rule = listed[number]
        if all((rule.center - key) * known % (cell // 2) != aligned for key in rule.keys):
            continue
        checked += 1
        state.rules, state.rules_end = number, number + 1
        begin_fine(state, known, 0)
        for kind, at in itertools.product(range(2), range(classes)):
            found = excluded_cells(state, state.classes[(kind * classes + at) * stride :])
            inside = {*found}
            for one in found:
                place = (one + (1 if end else -1)) % (1 << (bits + CELL_BITS))
                if place in inside:
                    continue
                point = one * cell + (cell - 1) * end
                start = at * slot // classes
                for more in (0, int(state.reach)):
                    assert surely_collides(rule, start + more, point, known, slot)


def surely_collides(rule: Rule, common: int, point: int, magic: int, slot: int) -> bool:
    """Whether some pair shares a slot, and is in 1..slot - 2 of it, which -m turns round."""
    distance = (point - rule.center * magic + FULL // 2) % FULL - FULL // 2
    fractions = [(key * magic + common) % slot for key in rule.keys]
    return any(
        1 <= fraction <= slot - 2 and 1 <= fraction + distance <= slot - 2 for fraction in fractions
    )


@pytest.mark.parametrize("black", [False, True])
@pytest.mark.parametrize(
    "square", [7, 27, *(pytest.param(one, marks=[pytest.mark.slow]) for one in MORE)]
)
def test_pairs_of_rules_attack_differently(square: int, black: bool) -> None:
    """The keys of a rule and a term are put together, and the rays walked."""
    plan, chance = ChainPlan(square, 11), drawing(square)
    everything, rules = sum(plan.rank) + sum(plan.file), plan.rules(black=black)
    for level in range(1, len(plan.file)):
        terms, new = plan.terms(level, black=black), plan.file[level]
        transparent = sum(plan.file[level + 1 :]) if black else 0
        for rule in chance.sample(rules, 60):
            for term in chance.sample(terms, min(len(terms), 6)):
                if rule.terms != ALWAYS and (rule.terms == CLEAR) == term.opaque:
                    continue
                for key in chance.sample(rule.keys, min(3, len(rule.keys))):
                    # The first key, and the second one, which is what the new generator leads to.
                    first = key + term.common - (black and plan.rotation_known == 1)
                    second = first + term.total + new - rule.center
                    keys = [first | transparent, second | transparent]
                    assert all(part | everything == everything for part in keys)
                    blockers = [everything ^ part if black else part for part in keys]
                    assert ROOK.attacks(square, blockers[0]) != ROOK.attacks(square, blockers[1])


def test_moves_are_as_wide_as_unknown_bits_make_them() -> None:
    plan, state = prepared(0, 11)
    unknown, chance = (1 << plan.levels[0].low) - 1, drawing(3)
    rows: list[Move] = [*state.pairs, *state.windows, *state.ruled]
    for row in chance.sample(rows, 200):
        known = prefix_of(plan.levels[0], chance)
        least = (int(row.factor) * known - int(row.back)) % FULL
        for magic in magics_of(known, unknown, chance):
            assert (int(row.factor) * magic - least) % FULL <= int(row.spread)
