"""The plain rule of the chain search: it ends only what has no magic, on whatever path.

The kernels that test keys level by level are held against a test of all keys from scratch.
"""

from __future__ import annotations

import pytest

from magicbb.compile import Word, entry
from magicbb.geometry.sliders import ROOK
from magicbb.magics.search.chain.keys import QUESTIONS, collides, first_untested, name_node
from magicbb.magics.search.chain.plan import ChainPlan, Level
from magicbb.magics.search.chain.state import ChainState

from .cases import FULL, KINDS, MORE, drawing, magics_of, prepared


@entry
def _visit(state: ChainState, level: Word, known: Word) -> None:
    """Enter a node, as the search does."""
    state.floors[level].prefix = known
    name_node(state, level)


@entry
def _collides(state: ChainState, level: Word, question: Word) -> bool:
    """Whether the keys of a level collide, or those of a level above it, as the search asks."""
    first = first_untested(state, level, question)
    return first == Word(0) or collides(state, first, level, question)


@pytest.mark.parametrize(("square", "bits", "black"), KINDS)
def test_the_plain_rule_ends_only_what_has_no_magic(square: int, bits: int, black: bool) -> None:
    plan, state = prepared(square, bits)
    chance, keys, ended = drawing(square), plan.keys, 0
    everything = plan.mask
    for _ in range(100):
        low = chance.randrange(max(1, plan.levels[1].low))
        known, unknown = chance.getrandbits(plan.period) >> low << low, (1 << low) - 1
        count = 1 << chance.randrange(1, int(state.key_bits) + 1)
        state.floors[1].unknown, state.floors[1].keys = unknown, count
        _visit(state, 1, known)
        state.assumed = black and plan.rotation_known > 1
        size = 1 << int(state.class_shift)
        state.rotation = (known - 1) % int(state.slot) // size * size
        if not _collides(state, 1, 2 * black):
            continue
        ended += 1
        for magic in magics_of(known, unknown, chance):
            if state.assumed and (magic - 1 - int(state.rotation)) % int(state.slot) >= size:
                continue
            held: dict[int, int] = {}
            hashed = [(key ^ everything | ~everything) if black else key for key in keys[:count]]
            attacks = [ROOK.attacks(square, key & everything) for key in hashed]
            for key, attack in zip(hashed, attacks, strict=True):
                index = key * magic % FULL >> (64 - bits)
                if held.setdefault(index, attack) != attack:
                    break
            else:
                pytest.fail(f"{magic:#x} collides nowhere")
    assert ended > 10


@pytest.mark.parametrize(
    "square", [0, 7, 27, 63, *(pytest.param(one, marks=[pytest.mark.slow]) for one in MORE[1:-1])]
)
def test_levels_are_tested_as_if_each_were_the_first(square: int) -> None:
    """On random walks up and down the levels, the table of a question always says what is true."""
    seen = {False: 0, True: 0}
    for bits in (13, 16):
        plan, state = prepared(square, bits)
        chance, last = drawing(square), len(plan.levels) + 1
        top = plan.levels[-1].high
        steps = [Level(0, 0, 0), *plan.levels, Level(0, top, len(plan.file))]
        magic = chance.getrandbits(top) & chance.getrandbits(64)
        for walk in range(100):
            first = chance.randrange(1, last + 1) if walk else 1
            magic ^= chance.getrandbits(top) & ~known_bits(steps[first - 1])
            for level in range(first, last + 1):
                known, question = magic & known_bits(steps[level]), chance.randrange(QUESTIONS)
                _visit(state, level, known)
                if chance.random() < 0.4 and (question < 2 or level >= plan.rotation_known):
                    answer = _collides(state, level, question)
                    floor = state.floors[level]
                    keys, unknown = plan.keys[: int(floor.keys)], int(floor.unknown)
                    assert answer == plainly_collides(plan, keys, known, unknown, question)
                    seen[answer] += 1
    assert min(seen.values()) > 20


@pytest.mark.parametrize(
    "square", [27, 47, *(pytest.param(one, marks=[pytest.mark.slow]) for one in MORE[4:])]
)
def test_levels_are_tested_with_an_assumed_rotation(square: int) -> None:
    """As above, for a class of rotations; once the rotation is known, it is used instead."""
    seen = {False: 0, True: 0}
    for bits in (13, 16):
        plan, state = prepared(square, bits)
        chance, last = drawing(square), len(plan.levels) + 1
        slot, size, state.assumed = int(state.slot), 1 << int(state.class_shift), True
        steps = [Level(0, 0, 0), *plan.levels, Level(0, plan.black_period, len(plan.file))]
        for _ in range(200):
            magic = chance.getrandbits(plan.black_period) & chance.getrandbits(64)
            state.rotation = start = (magic - 1) % slot // size * size
            for level in range(1, last + 1):
                known, question = magic & known_bits(steps[level]), chance.randrange(2, QUESTIONS)
                _visit(state, level, known)
                floor = state.floors[level]
                keys, unknown = plan.keys[: int(floor.keys)], int(floor.unknown)
                if level >= plan.rotation_known:
                    if (known - 1 - start) % slot + unknown >= size:
                        break  # the class's end is among what is still unknown
                    expected = plainly_collides(plan, keys, known, unknown, question)
                else:
                    turn = -start - size - 1 if question & 1 else start
                    expected = plainly_collides(
                        plan, keys, known, unknown, question, (turn % slot, size - 1)
                    )
                if chance.random() < 0.6:
                    assert _collides(state, level, question) == expected
                    seen[expected] += 1
    assert min(seen.values()) > 20


def known_bits(level: Level) -> int:
    return (1 << level.high) - (1 << level.low)


def plainly_collides(
    plan: ChainPlan,
    keys: list[int],
    known: int,
    unknown: int,
    question: int,
    rotation: tuple[int, int] | None = None,
) -> bool:
    """Whether two keys attack differently but share a slot, whatever is unknown.

    A rotation, if given with its width, is added instead of the one that the number leads to.
    """
    black, shift, held = question >> 1, 64 - plan.bits, dict[int, int]()
    number = -(known + unknown) if question & 1 else known
    for key in keys:
        if rotation is None:
            product, wide = ((key + black) * number - black) % FULL, (key + black) * unknown
        else:
            product, wide = (key * number + rotation[0]) % FULL, key * unknown + rotation[1]
        slots = {product >> shift, (product + wide) >> shift}
        attacks = ROOK.attacks(plan.square, key ^ plan.mask if black else key)
        if len(slots) == 1 and held.setdefault(slots.pop(), attacks) != attacks:
            return True
    return False
