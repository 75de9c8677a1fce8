"""Short magics: valid, cheaper than those of `find_all`, seeded, and soon over if stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.geometry.bitboards import FULL
from magicbb.lookup.keys import PLACES, WIDEST_BITS
from magicbb.magics.magic import Magic
from magicbb.magics.search.annealing.moves import shifted
from magicbb.magics.search.annealing.run import Annealing
from magicbb.magics.search.short import find_short

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.geometry.sliders import Slider

KINDS = ("white", "black")
every_kind = pytest.mark.parametrize("kind", KINDS)
words = st.integers(0, FULL)
rows = st.integers(0, 127)


def fixed(slider: Slider, _square: int) -> int:
    """As many bits as the slider's widest mask needs: a fixed shift."""
    return WIDEST_BITS[slider.name]


def plain_cost(magic: Magic) -> int:
    """Used slots, four times the distance of the outer ones, 32 times the harmful collisions."""
    seen: dict[int, int] = {}
    collisions = 0
    for blockers, index in magic.indices():
        attacks = magic.piece.attacks(magic.square, blockers)
        collisions += seen.setdefault(index, attacks) != attacks
    return len(seen) + 4 * (max(seen) - min(seen)) + 32 * collisions


# ---- One square ----


@every_kind
@given(row=st.integers(64, 127), factor=words, more=st.integers(0, 3))
def test_the_cost_is_what_it_is_said_to_be(kind: str, row: int, factor: int, more: int) -> None:
    slider, square = PLACES[row]
    bits = slider.mask(square).bit_count() + more
    search = Annealing(mb.find(slider, square, bits, kind))
    assert search.cost(factor) == plain_cost(Magic(slider, square, kind, bits, factor))


@pytest.mark.parametrize("row", [0, 12, 27, 60])
@every_kind
def test_the_cost_of_a_rooks_magic_is_what_it_is_said_to_be(kind: str, row: int) -> None:
    magic = mb.find(*PLACES[row], bits=12, kind=kind)
    assert Annealing(magic).cost(magic.magic) == plain_cost(magic)


def test_more_evaluations_than_there_are_marks_change_nothing() -> None:
    magic = mb.find("bishop", "d4")
    search = Annealing(magic)
    assert {search.cost(magic.magic) for _ in range(1000)} == {plain_cost(magic)}


@every_kind
@given(row=rows, random=words)
def test_what_annealing_keeps_is_a_magic_and_no_worse(kind: str, row: int, random: int) -> None:
    magic = mb.find(*PLACES[row], kind=kind)
    search = Annealing(magic)
    assert search.factor == magic.magic
    before = search.cost(magic.magic)
    search.start(random, np.uint64(random), steps=200)
    assert search.advance(200)
    found = Magic(*PLACES[row], kind, magic.bits, search.factor)
    found.check()
    assert plain_cost(found) <= before


@given(random=words, budget=st.integers(1, 7000))
def test_slices_make_no_difference(random: int, budget: int) -> None:
    found = set()
    for most in (10_000, budget):
        search = Annealing(mb.find("bishop", "c2", kind="black"))
        search.start(random, np.uint64(random))
        while not search.advance(most):
            pass
        found.add(search.factor)
    assert len(found) == 1


@given(factor=words, places=st.integers(-63, 63))
def test_a_shifted_factor_gives_a_shifted_mask_the_same_product(factor: int, places: int) -> None:
    if places < 0:
        mask, other = 1 << -places, 1
    else:
        mask, other = 1, 1 << places
        factor = factor << places & FULL  # nothing is lost at the lower end
    moved = shifted(factor, places, black=False)
    assert factor * mask & FULL == moved * other & FULL


def test_the_sign_of_a_black_factor_moves_in_from_above() -> None:
    assert shifted(FULL << 8 & FULL, 4, black=True) == FULL << 4 & FULL
    assert shifted(FULL << 8 & FULL, 4, black=False) == (FULL << 8 & FULL) >> 4
    assert shifted(0x80, 4, black=True) == 8
    assert shifted(3, 0, black=True) == 3


# ---- All squares ----


@pytest.mark.parametrize(
    ("kind", "bits"),
    [
        pytest.param("white", None, id="white-own"),
        pytest.param("black", fixed, id="black-fixed", marks=pytest.mark.slow),
        pytest.param("black", None, id="black-own", marks=pytest.mark.slow),
        pytest.param("white", fixed, id="white-fixed", marks=pytest.mark.slow),
    ],
)
def test_magics_are_valid_and_cheaper_than_those_of_find_all(
    kind: str, bits: Callable[[Slider, int], int] | None
) -> None:
    begin, magics = mb.find_all(kind, bits, seed=4), find_short(kind, bits, seed=4, rounds=1)
    assert [(m.piece, m.square, m.kind, m.bits) for m in magics] == [
        (m.piece, m.square, m.kind, m.bits) for m in begin
    ]
    assert sum(magic != before for before, magic in zip(begin, magics, strict=True)) > 64
    for before, magic in [*zip(begin, magics, strict=True)][::5]:
        magic.check()
        assert magic == before or plain_cost(magic) < plain_cost(before)


@pytest.mark.slow
def test_threads_make_no_difference_and_seeds_do() -> None:
    one = find_short("black", seed=5, threads=1, rounds=1)
    assert find_short("black", seed=5, threads=3, rounds=1) == one
    assert find_short("black", seed=6, threads=3, rounds=1) != one


@pytest.mark.slow
def test_fewer_bits_than_the_mask_has_squares_are_taken() -> None:
    def dense(slider: Slider, square: int) -> int | None:
        return 5 if (slider, square) == (mb.BISHOP, 0) else None

    magic = find_short("white", dense, rounds=1)[64]
    assert magic.bits == 5
    magic.check()


@pytest.mark.slow
def test_every_magic_is_reported_in_every_round() -> None:
    found: list[Magic] = []
    magics = find_short(rounds=2, threads=2, on_found=found.append)
    assert len(found) == 2 * len(magics)
    assert {*found[len(magics) :]} == {*magics}


@pytest.mark.slow
def test_ctrl_c_ends_a_search(last_words: Callable[[str], str]) -> None:
    script = """
        from magicbb.magics.search.short import find_short
        find_short("black", rounds=1)
        print(flush=True)
        find_short("black", rounds=10**6, threads=2)
    """
    assert last_words(script) == "KeyboardInterrupt"


# ---- Bad input ----


@pytest.mark.parametrize(
    ("wrong", "error", "sentence"),
    [
        ({"kind": "grey"}, ValueError, "kind must be"),
        ({"bits": 12}, TypeError, "bits must be a function"),
        pytest.param(
            {"bits": lambda *_: 99},
            ValueError,
            "bits must be 6..20 for rook a1, got 99",
            id="bits out of range",
        ),
        ({"seed": -1}, ValueError, "seed must be"),
        ({"threads": 0}, ValueError, "threads must be"),
        ({"rounds": 0}, ValueError, "rounds must be"),
        ({"rounds": "1"}, TypeError, "rounds must be"),
    ],
    ids=str,
)
def test_bad_arguments_are_refused(
    wrong: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=f"^{sentence}"):
        find_short(**wrong)


@pytest.mark.parametrize("kind", ["white-32", "grey", None])
def test_other_kinds_cannot_be_annealed(kind: Any) -> None:
    with pytest.raises(ValueError, match=r'^kind must be "white" or "black", got '):
        find_short(kind)
