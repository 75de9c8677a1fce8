"""The search with one line exact: its costs, counted plainly; magics, better ones, seeded."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import magicbb as mb
from magicbb.geometry.bitboards import FULL, bitboard_of, squares_of, subsets
from magicbb.lookup.keys import PLACES
from magicbb.magics.magic import Magic
from magicbb.magics.search.annealing.few_slots import PRICES, FewSlots, Prices, exact_line
from magicbb.magics.search.annealing.runs import anneal_runs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

KINDS = ("white", "black")
every_kind = pytest.mark.parametrize("kind", KINDS)
words = st.integers(0, FULL)
factors = st.one_of(words, st.tuples(words, words).map(lambda both: both[0] & both[1]))
rows = st.sampled_from([0, 9, 27, 31, 48, 51, 59, 64, 66, 67, 91, 100, 118])
USED, COLLISION, MEETING = 16, 96, 48
EVERY = {**PRICES, "range": Prices(8, 8)}

D7 = Magic(mb.ROOK, mb.geometry.parse_square("d7"), "black", 10, 0xFD5FFF7F82916100)
"""448 slots: 14 for the file's 32 keys, and 32 times that."""


def slots_of(magic: Magic) -> list[int]:
    """The slots in use."""
    return sorted({index for _, index in magic.indices()})


def offsets_of(magic: Magic) -> list[int]:
    """By how many slots each state of the exact line moves the others."""
    steps = [
        (magic.magic << square & FULL) >> magic.shift
        for square in squares_of(exact_line(magic.piece, magic.square))
    ]
    return [
        sum(step for step, on in zip(steps, states, strict=True) if on)
        for states in product((False, True), repeat=len(steps))
    ]


def line_of(magic: Magic, moved: int) -> tuple[list[int], int]:
    """The annealed line's slots in the order of its keys, and its harmful collisions."""
    line = magic.mask & ~exact_line(magic.piece, magic.square)
    base = ~magic.mask * magic.magic if magic.kind == "black" else 0
    held: dict[int, int] = {}
    collisions = 0
    for blockers in subsets(line):
        slot = (blockers * magic.magic + base + moved & FULL) >> magic.shift
        attacks = magic.piece.attacks(magic.square, blockers)
        collisions += held.setdefault(slot, attacks) != attacks
    return [*held], collisions


def plain_cost(magic: Magic, prices: Prices = PRICES["used"]) -> tuple[int, int]:
    """The cost of a factor by the words of the module, and what is wrong with it."""
    exact = exact_line(magic.piece, magic.square)
    full = exact * magic.magic & FULL
    laid = [line_of(magic, full)]
    if full << magic.bits & FULL:
        laid.append(line_of(magic, 0))
    worst = max(prices.used * len(slots) + COLLISION * wrong for slots, wrong in laid)
    worst += prices.range * reach_of(magic) >> exact.bit_count()
    size, offsets = 1 << magic.bits, offsets_of(magic)
    apart = {(one - other) % size for one, other in combinations(offsets, 2)}
    apart |= {-each % size for each in apart}
    slots = laid[-1][0]
    meetings = sum((one - other) % size in apart - {0} for one, other in combinations(slots, 2))
    alike = same_states(magic)
    moved = {(slot + offset) % size for slot in slots for offset in offsets}
    return (
        worst + MEETING * (meetings + alike) + price_of(moved, prices) // len(offsets),
        meetings + alike + sum(wrong for _, wrong in laid),
    )


def reach_of(magic: Magic) -> int:
    """The range of the sums, were the circle a line; products count without their low 8 bits."""
    size, shift = 1 << 64, magic.shift
    base = ~magic.mask * magic.magic % size if magic.kind == "black" else 0
    steps = [(magic.magic << square) % size for square in squares_of(magic.mask)]
    up = sum(step >> 8 for step in steps if step < size // 2)
    down = sum(size - step >> 8 for step in steps if step >= size // 2)
    fraction = base % (1 << shift) >> 8
    lowest, highest = (fraction - down) >> shift - 8, (fraction + up) >> shift - 8
    return highest - lowest + 1


def same_states(magic: Magic) -> int:
    """How many sums of none, one or minus one of each step are no slots, but for that of none."""
    exact = squares_of(exact_line(magic.piece, magic.square))
    steps = [(magic.magic << square & FULL) >> magic.shift for square in exact]
    sums = [
        sum(sign * step for sign, step in zip(signs, steps, strict=True)) % (1 << magic.bits)
        for signs in product((0, 1, -1), repeat=len(steps))
    ]
    return min(255, sums.count(0) - 1)


def price_of(slots: Iterable[int], prices: Prices) -> int:
    """What the blocks cost in which there is a slot in use."""
    return sum(
        price * len({slot // size for slot in slots})
        for price, size in zip(prices.blocks, (8, 64, 512), strict=True)
    )


# ---- Costs ----


@every_kind
@pytest.mark.parametrize("wanted", [*EVERY])
@given(row=rows, factor=factors, more=st.integers(-1, 1))
@settings(max_examples=20)
def test_the_cost_is_what_it_is_said_to_be(
    kind: str, wanted: str, row: int, factor: int, more: int
) -> None:
    slider, square = PLACES[row]
    bits = max(
        slider.mask(square).bit_count() + more, (slider.attack_sets(square) - 1).bit_length()
    )
    magic = Magic(slider, square, kind, bits, factor)
    prices = EVERY[wanted]
    assert FewSlots(magic, prices).cost(factor) == plain_cost(magic, prices)


def test_the_cost_of_a_good_one_is_the_slots_of_its_line() -> None:
    search = FewSlots(D7)
    assert search.cost(D7.magic) == (14 * USED, 0)
    assert plain_cost(D7) == (14 * USED, 0)
    assert len(slots_of(D7)) == 14 * 32


def test_many_factors_one_after_the_other_cost_what_each_does() -> None:
    """Sets of differences are kept, and there are more of them than ways."""
    search = FewSlots(D7)
    changed = [D7.magic ^ 1 << bit for bit in range(64)]
    changed += [D7.magic ^ 1 << bit ^ 1 << 7 + bit for bit in range(57)]
    expected = [plain_cost(Magic(D7.piece, D7.square, "black", 10, each)) for each in changed]
    for _ in range(2):
        assert [search.cost(each) for each in changed] == expected


@given(factor=factors, row=rows)
@example(factor=504_224_306_051, row=67)  # with 5 bits; half a slot more would not be a magic
@settings(max_examples=20)
def test_what_is_kept_is_counted_on_all_keys(factor: int, row: int) -> None:
    magic = mb.find(*PLACES[row], kind="black", seed=factor)
    for prices in EVERY.values():
        search = FewSlots(magic, prices)
        search.keep(factor)
        search.keep(magic.magic)
        assert search.found
        best = Magic(*PLACES[row], "black", magic.bits, search.factor)
        best.check()
        slots = slots_of(best)
        across = prices.range * (slots[-1] - slots[0] + 1)
        assert search.best_cost == prices.used * len(slots) + price_of(slots, prices) + across


@pytest.mark.parametrize("turn", range(64))
def test_a_magic_whose_slots_wrap_around_is_turned(turn: int) -> None:
    """The six highest bits are read by no relevant square of e3."""
    magic = Magic(mb.ROOK, mb.geometry.parse_square("e3"), "black", 10, 0x694D006006006001)
    shortest = len(range(min(slots_of(magic)), max(slots_of(magic)) + 1))
    assert shortest == 768
    search = FewSlots(magic, EVERY["range"])
    search.keep(magic.magic ^ turn << 58)
    slots = slots_of(replace(magic, magic=search.factor))
    assert slots[-1] - slots[0] + 1 == shortest


# ---- Searching ----


def searched(magic: Magic, begin: int, random: list[int], budget: int = 10**9) -> FewSlots:
    """A search after one run."""
    search = FewSlots(magic)
    search.start(begin, random)
    while not search.advance(budget):
        pass
    return search


@every_kind
@given(row=rows, begin=factors, random=words)
@settings(max_examples=10)
def test_what_is_found_is_a_magic(kind: str, row: int, begin: int, random: int) -> None:
    slider, square = PLACES[row]
    bits = slider.mask(square).bit_count() + random % 2
    search = FewSlots(Magic(slider, square, kind, bits, 0))
    search.start(begin, [random, random])
    search.advance(3000)
    if search.found:
        best = Magic(slider, square, kind, bits, search.factor)
        best.check()
        assert search.best_cost == USED * len(slots_of(best))


@given(begin=factors, random=words, budget=st.integers(1, 40_000))
@settings(max_examples=10)
def test_slices_make_no_difference(begin: int, random: int, budget: int) -> None:
    magic = mb.find("bishop", "c1")
    runs = [searched(magic, begin, [0, random], most) for most in (10**9, budget)]
    assert runs[0].factor == runs[1].factor
    assert runs[0].looked == runs[1].looked > 0


def test_zeros_are_kept_below_each_exact_square() -> None:
    search = FewSlots(D7)
    search.start(FULL, [3 << 32, 1])
    zeros = {bit for bit in range(64) if not search.state.factor >> bit & 1}
    shift, exact = D7.shift, squares_of(exact_line(D7.piece, D7.square))
    assert zeros == {shift - square - down for square in exact for down in (1, 2, 3)} & {*range(64)}
    search.start(FULL, [3 << 32, 1], learnt=True)
    assert search.state.factor == FULL


def test_the_file_of_a_rook_saves_what_the_prototype_saved() -> None:
    factor = anneal_runs((mb.ROOK, D7.square), 10, "black", "used", range(16), seed=1)
    assert factor is not None
    assert len(slots_of(Magic(mb.ROOK, D7.square, "black", 10, factor))) <= len(slots_of(D7))


def test_a_bishop_with_one_ray_saves_more_than_was_published() -> None:
    """White, 26 slots (Gerd Isenberg)."""
    assert len(slots_of(mb.find("bishop", "a1", objective="used", tries=16))) < 26


@pytest.mark.parametrize("more", [-1, 0, 1, 8])
@every_kind
def test_index_bits_of_any_number(kind: str, more: int) -> None:
    place = (mb.BISHOP, mb.geometry.parse_square("b2"))
    bits = mb.BISHOP.mask(place[1]).bit_count() + more
    factor = anneal_runs(place, bits, kind, "used", range(2), seed=1)
    assert factor is not None
    Magic(*place, kind, bits, factor).check()


def test_ctrl_c_ends_a_search(last_words: Callable[[str], str]) -> None:
    script = """
        import magicbb as mb
        mb.find("rook", "a1", objective="used", tries=1)
        print(flush=True)
        mb.find("rook", "a1", objective="used", tries=10**6)
    """
    assert last_words(script) == "KeyboardInterrupt"


# ---- Lines ----


def test_lines_are_straight_and_of_the_mask() -> None:
    ways = [(0, 1), (1, 0), (1, 1), (1, -1)]
    for slider, square in PLACES:
        mask, exact = slider.mask(square), exact_line(slider, square)
        assert exact & ~mask == 0
        for line in (exact, mask & ~exact):
            assert any(
                all(
                    (other // 8 - square // 8) * file == (other % 8 - square % 8) * rank
                    for other in squares_of(line)
                )
                for rank, file in ways
            )


def test_a_bishops_longest_ray_is_annealed() -> None:
    for square in range(64):
        mask, exact = mb.BISHOP.mask(square), exact_line(mb.BISHOP, square)
        rays = [mask & bitboard_of(ray) for ray in mb.BISHOP.rays(square)]
        longest = max(ray.bit_count() for ray in rays)
        assert longest in {ray.bit_count() for ray in rays if not ray & exact}
