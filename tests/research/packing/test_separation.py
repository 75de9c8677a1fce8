"""Separation: packings without a clash that never grow, of claims and of magics that change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.geometry.bitboards import FULL
from magicbb.lookup.keys import PLACES, all_keys
from magicbb.magics.magic import Magic
from magicbb.magics.search import find
from magicbb.research.packing.candidates import Candidate, hashing_of
from magicbb.research.packing.separation import Separation

from .claims import Plain, claim_at

if TYPE_CHECKING:
    from pathlib import Path

    from magicbb.recipes.layout.first_fit import Claim

KINDS = pytest.mark.parametrize("kind", ["white", "black"])
BISHOPS = range(64, 128)


def combs() -> list[list[Claim]]:
    """Rows that use every fourth slot of 40: four of them fit into one another."""
    comb = claim_at(dict.fromkeys(range(0, 40, 4), 1))
    return [[comb] for _ in range(8)]


def apart(rows: list[list[Claim]]) -> list[int]:
    """Places one behind the other."""
    ends = np.cumsum([0, *(row[0].extent for row in rows)])
    return [int(end) for end in ends[:-1]]


def separation_of(rows: list[list[Claim]], random: int = 1, **options: Any) -> Separation:
    return Separation(rows, [0] * len(rows), apart(rows), random, **options)


def check(separation: Separation, rows: list[list[Claim]]) -> None:
    """Lay a packing in as plain a way as there is."""
    plain = Plain(shared=False)
    chosen, places = separation.chosen.tolist(), separation.places.tolist()
    for row, claim, place in zip(rows, chosen, places, strict=True):
        plain.lay(row[claim], place)
    assert max(plain.slots) + 1 == separation.entries


def test_rows_are_laid_into_one_another() -> None:
    rows = combs()
    separation = separation_of(rows)
    assert separation.entries == 8 * 37
    separation.advance(4000)
    check(separation, rows)
    # Two groups of four combs, 40 slots each: nothing shorter is possible.
    assert separation.entries == 80


def test_a_claim_is_chosen_that_fits_better() -> None:
    wide = claim_at(dict.fromkeys(range(0, 60, 3), 1))
    narrow = claim_at(dict.fromkeys(range(5), 1))
    rows = [[wide, narrow] for _ in range(4)]
    separation = separation_of(rows, tries=4, patience=100)
    separation.advance(3000)
    check(separation, rows)
    # Three wide ones fit into one another, and leave no room for a fourth.
    assert separation.entries < 2 * wide.extent
    assert 1 in separation.chosen


@pytest.mark.parametrize("seed", range(4))
def test_random_claims_never_clash_and_the_array_never_grows(seed: int) -> None:
    random = np.random.default_rng(seed)

    def claim() -> Claim:
        slots = np.unique(random.integers(0, 60, random.integers(1, 25)))
        return claim_at(dict.fromkeys((slots - slots[0]).tolist(), 1))

    rows = [[claim() for _ in range(5)] for _ in range(70)]  # more than a word has bits
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
    rows = [[claim_at({0: 1, 2: 1})]]
    separation = separation_of(rows)
    separation.advance(50)
    assert (separation.entries, separation.places.tolist()) == (3, [0])


def bishops(kind: str) -> tuple[list[Candidate], list[list[Claim]]]:
    """A magic for each bishop, and what it claims."""
    keys = all_keys()
    candidates = []
    for row in BISHOPS:
        slider, square = PLACES[row]
        magic = find(slider, square, 9, kind, seed=3)
        candidates.append(Candidate(row, magic.bits, magic.factor))
    claims = [[each.claim(kind, keys.attacks[keys.of_row(each.row)], FULL)] for each in candidates]
    return candidates, claims


@KINDS
def test_magics_change_and_stay_magics(kind: str) -> None:
    candidates, rows = bishops(kind)
    hashing = [hashing_of(each.row, kind, [each], 1) for each in candidates]
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


def test_rooks_change_within_the_room_of_their_claims(published: dict[str, Path]) -> None:
    table = mb.read_file(published["annuss-2017-white-88772"])
    assert isinstance(table, mb.Table)
    keys, numbers = all_keys(), [0, 7, 56, 63]
    candidates = [Candidate(row, 12, table.magics[row].factor) for row in numbers]
    rows = [[each.claim("white", keys.attacks[keys.of_row(each.row)], FULL)] for each in candidates]
    hashing = [hashing_of(each.row, "white", [each], 1) for each in candidates]
    separation = Separation(rows, [0] * 4, apart(rows), 1, hashing=hashing, patience=100)
    separation.advance(6000)
    used: set[int] = set()
    changes = zip(
        numbers, rows, separation.factors.tolist(), separation.offsets.tolist(), strict=True
    )
    for row, (claim,), factor, offset in changes:
        changed = Candidate(row, 12, factor).claim("white", keys.attacks[keys.of_row(row)], FULL)
        slots = {offset + changed.lowest + slot for slot in changed.slots.tolist()}
        assert len(slots) <= len(claim.slots)
        assert not slots & used
        used |= slots
    assert max(used) + 1 == separation.entries < sum(claim.extent for (claim,) in rows)


@pytest.mark.parametrize(
    ("rows", "chosen", "places", "complaint"),
    [
        ([], [], [], "choices must have a claim for every row"),
        ([[]], [0], [0], "choices must have a claim for every row"),
        ([[claim_at({0: 1, 70_000: 1})]], [0], [0], "claims must be at most 65,536 slots long"),
        (combs()[:2], [0, 0], [0, 4], "claims must not overlap at the start, 9 slots do"),
        (combs()[:2], [0], [0, 40], "chosen must be the number of a claim for each of 2 rows"),
        (combs()[:2], [0, 1], [0, 40], "chosen must be the number of a claim for each of 2 rows"),
        (combs()[:2], [0, 0], [0], "places must be a number from 0 for each of 2 rows"),
        (combs()[:2], [0, 0], [0, -1], "places must be a number from 0 for each of 2 rows"),
    ],
)
def test_what_is_no_packing_is_refused(
    rows: list[list[Claim]], chosen: list[int], places: list[int], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        Separation(rows, chosen, places, 1)
