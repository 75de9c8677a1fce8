"""Separation: packings without a clash that never grow, of patterns and of magics that change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.geometry.bitboards import FULL
from magicbb.lookup.keys import PLACES, ROWS, all_keys
from magicbb.magics.magic import Magic
from magicbb.magics.search import find
from magicbb.recipes.storage import STORAGES
from magicbb.research.packing.candidates import Candidate, hashing_of
from magicbb.research.packing.separation.separation import Separation

from .patterns import ALL, Plain, pattern_at

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

    from magicbb.recipes.layout.first_fit import Pattern

KINDS = pytest.mark.parametrize("kind", ["white", "black"])
BISHOPS = range(64, 128)


def combs() -> list[list[Pattern]]:
    """Rows that use every fourth slot of 40: four of them fit into one another."""
    comb = pattern_at(dict.fromkeys(range(0, 40, 4), 1))
    return [[comb] for _ in range(8)]


def apart(rows: list[list[Pattern]]) -> list[int]:
    """Places one behind the other."""
    ends = np.cumsum([0, *(row[0].extent for row in rows)])
    return [int(end) for end in ends[:-1]]


def separation_of(rows: list[list[Pattern]], random: int = 1, **options: Any) -> Separation:
    return Separation(rows, [0] * len(rows), apart(rows), random, **options)


def plain(candidate: Candidate) -> npt.NDArray[np.uint64]:
    """The attacks of a row's keys."""
    return all_keys().attacks[all_keys().of_row(candidate.row)]


def check(separation: Separation, rows: list[list[Pattern]], *, shared: bool = False) -> None:
    """Lay a packing in as plain a way as there is."""
    plain = Plain(shared)
    chosen, places = separation.chosen.tolist(), separation.places.tolist()
    for row, pattern, place in zip(rows, chosen, places, strict=True):
        plain.lay(row[pattern], place)
    assert max(plain.slots) + 1 == separation.entries


def test_rows_are_laid_into_one_another() -> None:
    rows = combs()
    separation = separation_of(rows)
    assert separation.entries == 8 * 37
    separation.advance(4000)
    check(separation, rows)
    # Two groups of four combs, 40 slots each: nothing shorter is possible.
    assert separation.entries == 80


@pytest.mark.slow
def test_a_pattern_is_chosen_that_fits_better() -> None:
    wide = pattern_at(dict.fromkeys(range(0, 60, 3), 1))
    narrow = pattern_at(dict.fromkeys(range(5), 1))
    rows = [[wide, narrow] for _ in range(4)]
    separation = separation_of(rows, tries=4, patience=100)
    separation.advance(3000)
    check(separation, rows)
    # Three wide ones fit into one another, and leave no room for a fourth.
    assert separation.entries < 2 * wide.extent
    assert 1 in separation.chosen


@pytest.mark.parametrize("seed", range(4))
def test_random_patterns_never_clash_and_the_array_never_grows(seed: int) -> None:
    random = np.random.default_rng(seed)

    def pattern() -> Pattern:
        slots = np.unique(random.integers(0, 60, random.integers(1, 25)))
        return pattern_at(dict.fromkeys((slots - slots[0]).tolist(), 1))

    rows = [[pattern() for _ in range(5)] for _ in range(70)]  # more than a word has bits
    separation = separation_of(rows, seed)
    sizes = [separation.entries]
    for _ in range(5):
        separation.advance(300)
        check(separation, rows)
        sizes.append(separation.entries)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < sizes[0] * 0.7


def test_slices_make_no_difference() -> None:
    rows = combs()
    once, often = separation_of(rows), separation_of(rows)
    once.advance(90)
    for _ in range(30):
        often.advance(3)
    assert once.places.tolist() == often.places.tolist()
    assert (once.entries, once.moves) == (often.entries, often.moves)


def test_no_moves_change_nothing() -> None:
    rows = combs()
    separation = separation_of(rows)
    separation.advance(0)
    separation.advance(4000)
    check(separation, rows)
    assert separation.entries == 80


def test_a_row_without_others_ends_where_it_must() -> None:
    rows = [[pattern_at({0: 1, 2: 1})]]
    separation = separation_of(rows)
    separation.advance(50)
    assert (separation.entries, separation.places.tolist()) == (3, [0])


def bishops(kind: str) -> tuple[list[Candidate], list[list[Pattern]]]:
    """A magic for each bishop, and its pattern."""
    keys = all_keys()
    candidates = []
    for row in BISHOPS:
        slider, square = PLACES[row]
        magic = find(slider, square, 9, kind, seed=3)
        candidates.append(Candidate(row, magic.bits, magic.magic))
    patterns = [
        [each.pattern(kind, keys.attacks[keys.of_row(each.row)], FULL)] for each in candidates
    ]
    return candidates, patterns


@KINDS
def test_magics_change_and_stay_magics(kind: str) -> None:
    candidates, rows = bishops(kind)
    hashing = [hashing_of(each.row, kind, [each], 1, plain(each)) for each in candidates]
    separation = Separation(rows, [0] * 64, apart(rows), 1, hashing=hashing, steps=500)
    before = separation.entries
    separation.advance(1500)
    assert separation.entries < before
    used: set[int] = set()
    found = zip(
        BISHOPS,
        separation.bits.tolist(),
        separation.factors.tolist(),
        separation.offsets.tolist(),
        strict=True,
    )
    for row, bits, factor, offset in found:
        magic = Magic(*PLACES[row], kind, bits, factor)
        magic.check()
        slots = {
            offset + magic.index(blockers)
            for blockers in all_keys().blockers[all_keys().of_row(row)].tolist()
        }
        assert not slots & used
        used |= slots
    assert min(used) >= 0
    assert max(used) + 1 == separation.entries
    assert set(separation.factors.tolist()) - {each.factor for each in candidates}


@pytest.mark.slow
def test_rooks_change_within_the_room_of_their_patterns(published: dict[str, Path]) -> None:
    table = mb.read(published["annuss-2017-white-88772"])
    assert isinstance(table, mb.Table)
    keys, numbers = all_keys(), [0, 7, 56, 63]
    candidates = [Candidate(row, 12, table.magics[row].magic) for row in numbers]
    rows = [
        [each.pattern("white", keys.attacks[keys.of_row(each.row)], FULL)] for each in candidates
    ]
    hashing = [hashing_of(each.row, "white", [each], 1, plain(each)) for each in candidates]
    separation = Separation(rows, [0] * 4, apart(rows), 1, hashing=hashing, patience=100)
    separation.advance(6000)
    used: set[int] = set()
    changes = zip(
        numbers, rows, separation.factors.tolist(), separation.offsets.tolist(), strict=True
    )
    for row, (pattern,), factor, offset in changes:
        changed = Candidate(row, 12, factor).pattern("white", keys.attacks[keys.of_row(row)], FULL)
        slots = {offset + changed.lowest + slot for slot in changed.slots.tolist()}
        assert len(slots) <= len(pattern.slots)
        assert not slots & used
        used |= slots
    assert max(used) + 1 == separation.entries < sum(pattern.extent for (pattern,) in rows)


@pytest.mark.slow
def test_slimming_lowers_the_number_of_slots(published: dict[str, Path]) -> None:
    table = mb.read(published["everling-2026-black-76411"])
    assert isinstance(table, mb.Table)
    assert table.offsets is not None
    values = [all_keys().attacks[all_keys().of_row(row)] for row in range(ROWS)]
    laid = [Candidate(row, magic.bits, magic.magic) for row, magic in enumerate(table.magics)]
    rows = [[each.pattern("black", values[each.row], FULL)] for each in laid]
    hashing = [hashing_of(each.row, "black", [each], 1, values[each.row]) for each in laid]
    places = [at + pattern.lowest for at, (pattern,) in zip(table.offsets, rows, strict=True)]
    used = []
    for slims in (0, 10_000):
        separation = Separation(
            rows, [0] * ROWS, places, 1, hashing=hashing, patience=4, slims=slims
        )
        separation.advance(6000)
        assert separation.entries < table.entries
        found = zip(separation.bits.tolist(), separation.factors.tolist(), strict=True)
        magics = [Magic(*PLACES[row], "black", *each) for row, each in enumerate(found)]
        smaller = mb.Table(table.scheme, magics, separation.offsets.tolist())
        assert smaller.verify().keys == 107_648
        assert smaller.entries == separation.entries
        used.append(smaller.used)
    assert used[1] < used[0]


@KINDS
def test_a_longer_array_only_slims_rows(kind: str) -> None:
    """Also if no row can be slimmed: then each attempt counts as a move."""
    candidates, rows = bishops(kind)
    hashing = [hashing_of(each.row, kind, [each], 1, plain(each)) for each in candidates]
    separation = Separation(
        rows, [0] * 64, apart(rows), 1, hashing=hashing, extra_slots=50, slims=100
    )
    before = separation.entries
    separation.advance(400)
    assert separation.moves == 400
    assert separation.limit == before + 50
    assert before // 2 < separation.entries <= before + 50
    found = zip(separation.bits.tolist(), separation.factors.tolist(), strict=True)
    for row, (pattern,), (bits, factor) in zip(BISHOPS, rows, found, strict=True):
        slimmed = Candidate(row, bits, factor)
        assert len(slimmed.pattern(kind, plain(slimmed), FULL).slots) <= len(pattern.slots)


def test_only_magics_that_may_change_are_slimmed() -> None:
    rule = "extra_slots is for exclusive slots and magics that may change"
    with pytest.raises(ValueError, match=rule):
        separation_of(combs(), extra_slots=1)


# ---- Slots that rows may share ----


def rows_that_agree(values: int) -> list[list[Pattern]]:
    """Rows of 8 slots, which all hold one of some values."""
    return [[pattern_at(dict.fromkeys(range(8), row % values))] for row in range(12)]


@pytest.mark.parametrize(("values", "entries"), [(1, 8), (2, 16), (3, 24)])
def test_rows_that_agree_lie_in_the_same_slots(values: int, entries: int) -> None:
    rows = rows_that_agree(values)
    separation = separation_of(rows, shared=True)
    assert separation.entries == 12 * 8
    separation.advance(3000)
    check(separation, rows, shared=True)
    assert separation.entries == entries


def test_rows_agree_that_read_other_bits() -> None:
    rows = [[pattern_at({0: 0b01, 1: 0b01}, 0b01)], [pattern_at({0: 0b00, 1: 0b10}, 0b10)]]
    separation = separation_of(rows, shared=True)
    separation.advance(100)
    check(separation, rows, shared=True)
    assert separation.entries == 2


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("care", ["whole", "some"])
def test_random_values_never_clash_and_the_array_never_grows(seed: int, care: str) -> None:
    random = np.random.default_rng(seed)

    def pattern(care: int) -> Pattern:
        slots = np.unique(random.integers(0, 60, random.integers(1, 25)))
        values = random.integers(0, 8, len(slots)).tolist()
        return pattern_at(dict(zip((slots - slots[0]).tolist(), values, strict=True)), care)

    cares = [ALL if care == "whole" else int(random.integers(1, 8)) for _ in range(70)]
    rows = [[pattern(each) for _ in range(5)] for each in cares]
    separation = separation_of(rows, seed, shared=True)
    sizes = [separation.entries]
    for _ in range(5):
        separation.advance(300)
        check(separation, rows, shared=True)
        sizes.append(separation.entries)
    assert sizes == sorted(sizes, reverse=True)
    apart = separation_of(rows, seed)
    apart.advance(1500)
    assert sizes[-1] < apart.entries < sizes[0]


def test_slices_make_no_difference_where_rows_agree() -> None:
    rows = rows_that_agree(3)
    once, often = separation_of(rows, shared=True), separation_of(rows, shared=True)
    once.advance(40)
    for _ in range(20):
        often.advance(2)
    assert once.places.tolist() == often.places.tolist()
    assert (once.entries, once.moves) == (often.entries, often.moves)


@KINDS
@pytest.mark.parametrize("storage", ["union", "bytes-union"])
def test_magics_change_until_rows_agree(kind: str, storage: str) -> None:
    candidates, _ = bishops(kind)
    keys, contents = all_keys(), STORAGES[storage].contents(all_keys())
    values = [contents.values[keys.of_row(row)] for row in BISHOPS]
    cares = [int(contents.care[row]) for row in BISHOPS]
    wants = zip(candidates, values, cares, strict=True)
    rows = [[each.pattern(kind, wanted, care)] for each, wanted, care in wants]
    hashing = [
        hashing_of(each.row, kind, [each], 1, wanted)
        for each, wanted in zip(candidates, values, strict=True)
    ]
    begin = ([0] * 64, apart(rows), 1)
    separation = Separation(rows, *begin, shared=True, hashing=hashing, steps=50)
    separation.advance(700)
    # What each slot was found to hold, bit by bit.
    held: dict[tuple[int, int], int] = {}
    used: set[int] = set()
    found = zip(separation.bits, separation.factors, separation.offsets, strict=True)
    for number, (row, (bits, factor, offset)) in enumerate(zip(BISHOPS, found, strict=True)):
        magic = Magic(*PLACES[row], kind, int(bits), int(factor))
        blockers = keys.blockers[keys.of_row(row)].tolist()
        for each, value in zip(blockers, values[number].tolist(), strict=True):
            slot = int(offset) + magic.index(each)
            used.add(slot)
            for bit in range(64):
                if cares[number] >> bit & 1:
                    wanted = value >> bit & 1
                    assert held.setdefault((slot, bit), wanted) == wanted
    assert (min(used), max(used) + 1) == (0, separation.entries)
    assert separation.entries < sum(pattern.extent for (pattern,) in rows) / 2
    assert {*separation.factors.tolist()} != {each.factor for each in candidates}


# ---- Bad input ----


@pytest.mark.parametrize(
    ("rows", "chosen", "places", "complaint"),
    [
        ([], [], [], "choices must have a pattern for every row"),
        ([[]], [0], [0], "choices must have a pattern for every row"),
        ([[pattern_at({0: 1, 70_000: 1})]], [0], [0], "patterns must be at most 65,536 slots long"),
        (combs()[:2], [0, 0], [0, 4], "patterns must not clash at the start, but do in 9 slots"),
        (
            [[pattern_at({slot: slot for slot in range(257)})]],
            [0],
            [0],
            "rows must have at most 256 different values each, got 257",
        ),
        (combs()[:2], [0], [0, 40], "chosen must be the number of a pattern for each of 2 rows"),
        (combs()[:2], [0, 1], [0, 40], "chosen must be the number of a pattern for each of 2 rows"),
        (combs()[:2], [0, 0], [0], "places must be non-negative, one for each of 2 rows"),
        (combs()[:2], [0, 0], [0, -1], "places must be non-negative, one for each of 2 rows"),
    ],
)
def test_what_is_no_packing_is_refused(
    rows: list[list[Pattern]], chosen: list[int], places: list[int], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        Separation(rows, chosen, places, 1)
