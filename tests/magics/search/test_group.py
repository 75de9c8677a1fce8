"""Magic groups: no two squares share a slot, equal seeds give equal groups, and Ctrl-C is heard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.lookup.keys import PLACES, row_of
from magicbb.magics.search.group import GroupSearch, find_group

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    from magicbb.lookup.keys import Keys
    from magicbb.magics.magic import Magic

BITS = 13


def shared_slots(magics: Sequence[Magic], keys: Keys) -> int:
    """Return in how many slots different attacks meet, in plain Python."""
    held: dict[int, int] = {}
    wrong = 0
    for magic in magics:
        part = keys.of_row(row_of(magic.piece, magic.square))
        for blockers, attacks in zip(
            keys.blockers[part].tolist(), keys.attacks[part].tolist(), strict=True
        ):
            wrong += held.setdefault(magic.index(blockers), attacks) != attacks
    return wrong


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 5, 2**64 - 1])
def test_every_seed_gives_bishops_a_group(seed: int, keys: Keys) -> None:
    group = find_group(mb.BISHOP, BITS, seed=seed)
    assert [(magic.piece, magic.square) for magic in group] == [*PLACES[64:]]
    assert {(magic.kind, magic.bits) for magic in group} == {("black", BITS)}
    assert not shared_slots(group, keys)


@pytest.mark.slow
@pytest.mark.parametrize("bits", [pytest.param(19, marks=pytest.mark.slow), 20])
def test_rooks_have_groups(bits: int, keys: Keys) -> None:
    group = find_group(mb.ROOK, bits, seed=2)
    assert len(group) == 64
    assert not shared_slots(group, keys)


def test_equal_seeds_give_equal_groups_and_others_do_not() -> None:
    group = find_group(mb.BISHOP, BITS, seed=7)
    assert find_group(mb.BISHOP, BITS, seed=7) == group
    assert find_group(mb.BISHOP, BITS, seed=8) != group
    assert find_group(mb.BISHOP, BITS + 1, seed=7) != group


def test_a_group_is_the_same_everywhere() -> None:
    group = find_group(mb.BISHOP, BITS, seed=1)
    expected = [0xA008008100102002, 0x8000800200800A00, 0x2008020080200802]
    assert [group[square].magic for square in (0, 27, 63)] == expected


def test_every_magic_is_reported_once_it_is_final() -> None:
    found: list[Magic] = []
    assert find_group(mb.BISHOP, BITS, on_found=found.append) == tuple(found)


@pytest.mark.slow
def test_a_round_counts_the_squares_that_have_a_place(keys: Keys) -> None:
    search = GroupSearch(mb.BISHOP, 11, seed=1)
    assert 0 < search.round(0) < 64  # 1,428 attack sets do not lie that densely
    placed = [
        mb.Magic(mb.BISHOP, square, "black", 11, int(factor))
        for square, factor in enumerate(search.factors)
        if factor
    ]
    assert not shared_slots(placed, keys)


def test_rounds_that_are_used_up_are_said_to_be() -> None:
    sentence = r"^no group of rooks with 19 bits in 0 rounds, which placed at most 0 squares;"
    with pytest.raises(mb.errors.MagicNotFoundError, match=sentence):
        find_group(mb.ROOK, 19, rounds=0)


def test_ctrl_c_ends_a_search(last_words: Callable[[str], str]) -> None:
    script = """
        from magicbb.magics.search.group import find_group
        from magicbb.geometry.sliders import BISHOP
        find_group(BISHOP, 13)
        print(flush=True)
        find_group(BISHOP, 11)
    """
    assert last_words(script) == "KeyboardInterrupt"


@pytest.mark.parametrize(
    ("wrong", "error", "sentence"),
    [
        ({"bits": 12}, ValueError, "bits must be 13..20 for a group of rooks, got 12"),
        ({"bits": 99}, ValueError, "bits must be 13..20 for a group of rooks, got 99"),
        ({"bits": "20"}, TypeError, "bits must be"),
        ({"seed": -1}, ValueError, "seed must be"),
        ({"rounds": -1}, ValueError, "rounds must be"),
        ({"rounds": "1"}, TypeError, "rounds must be"),
    ],
    ids=str,
)
def test_bad_arguments_are_refused(
    wrong: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=f"^{sentence}"):
        find_group(mb.ROOK, **{"bits": 20, **wrong})


# ---- The proof that rooks have no group in the wiki's form ----


@pytest.fixture(scope="module")
def proof(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("scripts/no_rook_group.py")


def test_eight_rooks_need_more_products_than_there_are(
    proof: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    needed = [proof.count(file)[1] for file in range(8)]
    assert needed == [64, 32, 32, 32, 32, 32, 32, 64]
    assert sum(needed) > proof.PRODUCTS
    assert proof.main() == 0
    assert capsys.readouterr().out.endswith(
        "together 320 of 256 products, so rooks have no such group\n"
    )


def test_the_proof_sees_what_rooks_see(proof: ModuleType) -> None:
    for file in range(8):
        square, up = 56 + file, 0xFF << 56
        for rank in proof.ranks(file):
            blockers = rank << 56 & ~(1 << square)
            assert blockers & mb.ROOK.mask(square) == blockers
            assert proof.attacks(file, rank) << 56 == mb.ROOK.attacks(square, blockers) & up


def test_the_proof_multiplies_as_the_wiki_does(proof: ModuleType) -> None:
    factor = 0x9E3779B97F4A7C15
    for rank in proof.ranks(3):
        product = (rank << 56) * factor % 2**64
        assert product == (rank * (factor % 256) % proof.PRODUCTS) << 56
