"""The chain search's rules for the next generator: none that the sets allow is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from magicbb.compile import Word, Words, entry
from magicbb.magics.search.chain.bits import SETS_EACH, dilate, wrap
from magicbb.magics.search.chain.classes import CLASS_BITS
from magicbb.magics.search.chain.descent import narrow
from magicbb.magics.search.chain.state import ChainState
from magicbb.magics.search.chain.windows import share, turn_both

from .cases import A1, B2, E1, FULL, H1, H2, SHARED, drawing, prefix_of, prepared, rotation_of

if TYPE_CHECKING:
    from magicbb.magics.search.chain.plan import Term


@entry
def _dilate(state: ChainState, cells: Words, twos: Words) -> None:
    wrap(cells, state.circle)
    dilate(cells, twos, state.circle)


@entry
def _turn(state: ChainState, cells: Words, turned: Words) -> None:
    turn_both(state, cells, turned)


@entry
def _narrow(state: ChainState, level: Word, mode: Word, sets: Words) -> bool:
    branch, floor = state.branches[mode * state.levels + level], state.floors[level]
    if branch.up:
        if mode == Word(0):
            return narrow(state, floor, branch, sets, Word(0), Word(1))
        return narrow(state, floor, branch, sets, Word(1), Word(1))
    if mode == Word(0):
        return narrow(state, floor, branch, sets, Word(0), Word(0))
    return narrow(state, floor, branch, sets, Word(1), Word(0))


@entry
def _share(state: ChainState, known: Word, level: Word) -> None:
    branch = state.branches[level]
    share(state, known, branch.start, branch.end)


def in_all(sets: list[Any], distances: list[tuple[int, int]], state: Any, point: int) -> bool:
    """Whether a point, moved by each distance, is in the set of that."""
    shift = int(state.circle.cell_shift)
    return all(
        int(sets[place][(point + distance) % FULL >> shift >> 6])
        >> ((point + distance) % FULL >> shift & 63)
        & 1
        for place, distance in distances
    )


def classes_of(term: Term, known: int, low: int, slot: int, state: Any) -> list[int]:
    """The class of a term's fraction, if it surely is in one."""
    fraction = (term.common * known + int(state.rotation)) % slot
    at = fraction * (1 << CLASS_BITS) // slot
    most = (at * slot >> CLASS_BITS) + int(state.reach)
    return [at] if fraction + term.common * low <= most else []


UPWARDS = [(56, 12), (27, 10), (23, 11), (50, 11)]  # a8, d4, h3, c7
NARROWED = [(mode, *case) for case in (A1, E1, H1, B2, H2) for mode in (0, 1, 2)]
NARROWED += [(mode, *case) for case in UPWARDS for mode in (0, 1, 2)]
QUICK = {(0, *H1), (1, *H1), (2, *H1), (0, 27, 10), (1, 27, 10)}


@pytest.mark.parametrize(
    ("mode", "square", "bits"),
    [pytest.param(*one, marks=[] if one in QUICK else [pytest.mark.slow]) for one in NARROWED],
)
def test_narrowing_keeps_every_generator_that_the_sets_allow(
    mode: int, square: int, bits: int
) -> None:
    plan, state = prepared(square, bits)
    chance, stride = drawing(square + mode), int(state.circle.stride)
    groups, words = 2 << CLASS_BITS if mode else 1, int(state.circle.words)
    holes, slot = np.random.default_rng(square), 1 << (64 - bits)
    memory = np.zeros((groups, int(SETS_EACH), stride), np.uint64)
    turned = np.zeros((groups, 2 * int(state.circle.turned_stride)), np.uint64)
    checked = dropped = 0
    for number, level in enumerate(plan.levels, 1):
        if not level.completes:
            continue
        terms = plan.terms(level.known, black=mode == 2)
        second = number > 2 and not level.up
        totals = plan.sums(3 if second else 2, level.known)
        # As few cells are taken out as leave some of what is asked.
        density = 1 - 0.7 / len(terms if mode else totals)
        allowed = np.repeat(holes.random((groups, words * 8)) < density, 8, axis=1)
        memory[:, 0, :words] = np.packbits(allowed, axis=1, bitorder="little").view(np.uint64)
        for group, other in zip(memory, turned, strict=True):
            _dilate(state, group[0], group[1:].reshape(-1))
            _turn(state, group.reshape(-1), other)
        sets, used = [group[0] for group in memory], turned if level.up else memory
        for _ in range(20):
            known, floor = prefix_of(level, chance), state.floors[number]
            floor.prefix, state.mode = known, mode
            state.rotation = rotation_of(plan, mode, state, chance)
            alive = _narrow(state, number, mode, used.reshape(-1))
            window = alive * sum(
                int(floor[name]) << (64 * place)
                for place, name in enumerate(("first", "second", "third", "fourth"))
            )
            for _ in range(20):
                low = chance.randrange(1 << level.low)
                fresh = chance.randrange(1 << level.fresh)
                if not level.up:
                    fresh = low >> (level.low - level.fresh)
                magic = known + low + (fresh << level.high if level.up else 0)
                distances = [(0, total * magic) for total in totals]
                if mode:
                    distances = [
                        (at + (term.opaque << CLASS_BITS), term.total * magic)
                        for term in terms
                        for at in classes_of(term, known, low, slot, state)
                    ]
                checked += 1
                kept = window >> (fresh << (8 - level.fresh)) & 1
                if in_all(sets, distances, state, plan.file[level.known] * magic):
                    assert kept, (number, hex(known), hex(magic))
                dropped += not kept
    assert dropped > checked // 10 > 10


@pytest.mark.parametrize(("mode", "number", "fourth"), [(0, 5, False), (1, 4, True)])
def test_a_move_that_touches_four_cells_excludes_nothing(
    mode: int, number: int, fourth: bool
) -> None:
    """The unknown bits of three generators together move by more than a cell.

    The prefix is such that the move begins at the very end of a cell. Only those cells are allowed
    that a magic with all unknown bits set needs; where fractions are told apart, the fourth, too.
    """
    plan, state = prepared(*A1)
    level, chance, shift = plan.levels[number - 1], drawing(mode), int(state.circle.cell_shift)
    groups, stride = 2 << CLASS_BITS if mode else 1, int(state.circle.stride)
    first, floor = 3 if mode == 0 else 2, state.floors[number]
    memory = np.zeros((groups + 1, int(SETS_EACH), stride), np.uint64)
    total, unknown = sum(plan.file[first - 1 : level.known]), (1 << level.low) - 1
    for _ in range(20):
        known = (chance.getrandbits(level.high - level.low) & ~0xFFFF | 0xFF) << level.low
        magic, cell = known + unknown, 1 << shift
        assert (total * known % cell + total * unknown) >> shift == 2
        point, memory[:] = plan.file[level.known] * magic, 0
        assert (point % cell + total * known % cell + total * unknown) >> shift == 2 + fourth
        for moved in (point + sum_ * magic for sum_ in plan.sums(first, level.known)):
            place = moved % FULL >> shift
            memory[:groups, 0, place >> 6] |= np.uint64(1 << (place & 63))
        for group in memory:
            _dilate(state, group[0], group[1:].reshape(-1))
        floor.prefix, state.mode = known, mode
        assert _narrow(state, number, mode, memory.reshape(-1))
        fresh = known + unknown >> level.low - level.fresh & 0xFF
        word = int(floor[("first", "second", "third", "fourth")[fresh >> 6]])
        assert word >> (fresh & 63) & 1


@pytest.mark.parametrize(("square", "bits"), SHARED)
def test_a_shared_set_keeps_every_generator_that_the_first_one_allows(
    square: int, bits: int
) -> None:
    plan, state = prepared(square, bits)
    chance, stride, words = drawing(square), int(state.circle.stride), int(state.circle.words)
    memory = state.sets.reshape(-1, stride)
    holes = np.random.default_rng(square).random(words * 64) < 0.7
    memory[0, :words] = np.packbits(holes, bitorder="little").view(np.uint64)
    _dilate(state, memory[0], state.sets[stride:])
    unknown, checked = (1 << plan.levels[1].low) - 1, 0
    for _ in range(20):
        known = prefix_of(plan.levels[1], chance)
        _share(state, known, 2)
        for _ in range(400):
            magic, point = known + chance.randrange(unknown + 1), chance.getrandbits(64)
            distances = [(0, sign * plan.file[1] * magic) for sign in (0, 1, -1)]
            if in_all([memory[0]], distances, state, point):
                checked += 1
                assert in_all([memory[3]], [(0, 0)], state, point)
    assert checked > 100
