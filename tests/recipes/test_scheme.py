"""Hash x layout x storage: every combination against the oracle on every key, by both paths."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import pickle
from typing import TYPE_CHECKING, Any

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.geometry.bitboards import FULL, bitboard_of, pext
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, SLIDERS, Slider
from magicbb.lookup.keys import PLACES, ROWS, WIDEST_BITS
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.hashing.pext import Pext
from magicbb.recipes.layout import LAYOUTS
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources.searched import constructed
from magicbb.recipes.storage import STORAGES
from magicbb.recipes.storage.compressed import Compressed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from magicbb.lookup.keys import Keys
    from magicbb.magics.magic import Magic

every_slider = pytest.mark.parametrize("slider", [ROOK, BISHOP, QUEEN], ids=str)
every_slider_with_magics = pytest.mark.parametrize("slider", SLIDERS, ids=str)
every_hash = pytest.mark.parametrize("hashing", HASHES)

occupancies = st.integers(0, FULL) | st.sets(st.integers(0, 63), max_size=8).map(bitboard_of)


def with_garbage(keys: Keys, part: slice, garbage: int) -> npt.NDArray[np.uint64]:
    """Return the keys with squares added that do not matter."""
    masks = keys.masks[keys.rows[part]]
    occupied: npt.NDArray[np.uint64] = keys.blockers[part] | (np.uint64(garbage) & ~masks)
    return occupied


def to_words(numbers: Sequence[int]) -> npt.NDArray[np.uint64]:
    """Return bitboards as an array."""
    return np.array(numbers, dtype=np.uint64)


@functools.cache
def magics_for(hashing: str, seed: int = 2) -> Sequence[Magic]:
    """Return magics that a hash takes, not annealed; a group of them takes some seconds."""
    return constructed(HASHES[hashing], seed)


def starts_of(magics: Sequence[Magic]) -> list[int]:
    """Return offsets that keep all squares apart, with gaps."""
    return [int(start) for start in np.cumsum([0, *(1 << magic.bits for magic in magics)])[:-1] + 5]


# ---- Every table, every key ----


@every_slider_with_magics
@pytest.mark.parametrize("garbage", [0, FULL, 0x5A5A_A5A5_3C3C_C3C3], ids=hex)
def test_every_key_looked_up_in_one_array(
    table: mb.Table, slider: Slider, garbage: int, keys: Keys
) -> None:
    part = keys.of_slider(slider)
    attacks = table.lookup(slider)(keys.rows[part] & 63, with_garbage(keys, part, garbage))
    assert np.array_equal(attacks, keys.attacks[part])


@every_slider_with_magics
@pytest.mark.parametrize("garbage", [0, 0xDEAD_BEEF_0123_4567], ids=hex)
def test_every_key_looked_up_one_call_at_a_time(
    table: mb.Table, slider: Slider, garbage: int, keys: Keys
) -> None:
    part = keys.of_slider(slider)
    squares = (keys.rows[part] & 63).tolist()
    occupied = with_garbage(keys, part, garbage).tolist()
    attacks = [*map(table.lookup(slider), squares, occupied)]
    assert attacks == keys.attacks[part].tolist()


@pytest.mark.parametrize(
    "slider", [pytest.param(ROOK, marks=pytest.mark.slow), BISHOP], ids=str
)  # what is slow are a hundred thousand calls
def test_the_queen_sees_what_rook_and_bishop_see_on_every_key(
    table: mb.Table, slider: Slider, keys: Keys
) -> None:
    part = keys.of_slider(slider)
    squares, occupied = keys.rows[part] & 63, with_garbage(keys, part, 0xDEAD_BEEF_0123_4567)
    both = table.rook_attacks(squares, occupied) | table.bishop_attacks(squares, occupied)
    assert np.array_equal(table.queen_attacks(squares, occupied), both)
    one_by_one = map(table.queen_attacks, squares.tolist(), occupied.tolist())
    assert [*one_by_one] == both.tolist()


@given(square=st.integers(0, 63), occupied=occupancies)
def test_any_position_agrees_with_the_oracle(table: mb.Table, square: int, occupied: int) -> None:
    for slider in (ROOK, BISHOP, QUEEN):
        look_up, oracle = table.lookup(slider), slider.attacks(square, occupied)
        assert look_up(square, occupied) == oracle
        assert look_up([square], occupied).tolist() == [oracle]


def test_the_sliders_of_real_positions_agree_with_python_chess(
    table: mb.Table, positions: list[chess.Board]
) -> None:
    sliders = {chess.ROOK: ROOK, chess.BISHOP: BISHOP, chess.QUEEN: QUEEN}
    compared = 0
    for board in positions:
        for square, piece in board.piece_map().items():
            if piece.piece_type in sliders:
                look_up = table.lookup(sliders[piece.piece_type])
                assert look_up(square, board.occupied) == board.attacks_mask(square)
                compared += 1
    assert compared > 200


def test_every_square_of_real_positions_agrees_with_python_chess(
    table: mb.Table, positions: list[chess.Board]
) -> None:
    squares = np.arange(64)
    for board in positions:
        lines = [
            chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & board.occupied]
            | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & board.occupied]
            for square in chess.SQUARES
        ]
        diagonals = [
            chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & board.occupied]
            for square in chess.SQUARES
        ]
        assert np.array_equal(table.rook_attacks(squares, board.occupied), to_words(lines))
        assert np.array_equal(table.bishop_attacks(squares, board.occupied), to_words(diagonals))


def test_the_slot_of_a_key_is_where_magic_and_offset_put_it(table: mb.Table, keys: Keys) -> None:
    slots = table.scheme.slots_of_keys(table.parameters, keys)
    starts = [int(slots[keys.of_row(row)][0]) for row in range(ROWS)]
    for place in np.random.default_rng(2).integers(0, len(slots), 2000).tolist():
        row, blockers = int(keys.rows[place]), int(keys.blockers[place])
        if table.magics:
            step = table.magics[row].index(blockers) - table.magics[row].index(0)
        else:
            step = pext(blockers, int(keys.masks[row]))
        assert int(slots[place]) == starts[row] + step


def test_there_is_one_record_of_words_for_each_row(table: mb.Table) -> None:
    assert table.parameters.shape == (ROWS, len(table.scheme.words))


# ---- Every combination ----


def test_every_combination_builds_a_table_that_is_right_on_every_key(
    combination_to_build: Scheme,
) -> None:
    # A table verifies itself; the magics are not annealed, which would take minutes.
    table = mb.Table(combination_to_build, magics_for(combination_to_build.hash.name))
    assert table.used <= table.entries


def test_what_goes_with_what(impossible: tuple[str, str, str]) -> None:
    hashing, layout, storage = impossible
    apart = HASHES[hashing].joint != LAYOUTS[layout].joint
    assert apart or (LAYOUTS[layout].shares and not STORAGES[storage].shareable)


def test_parts_that_cannot_work_are_refused_with_a_remedy(impossible: tuple[str, str, str]) -> None:
    # Whoever follows the remedies has a scheme that works after two of them at most.
    names, remedies = [*impossible], 0
    while reason := reason_against(names):
        assert reason.startswith(f"{'/'.join(names)} cannot work: ")
        remedy = reason.rpartition("; use ")[2].removeprefix("the ").removesuffix(" layout")
        for other in remedy.split(" or "):
            (axis,) = (place for place, known in enumerate(AXES) if other in known)
            assert other != names[axis]
        names[axis] = other
        remedies += 1
    assert 1 <= remedies <= 2


AXES: tuple[Mapping[str, object], ...] = (HASHES, LAYOUTS, STORAGES)


def reason_against(names: Sequence[str]) -> str | None:
    """Return why parts cannot be combined; None if they do."""
    try:
        Scheme(*names)
    except ValueError as error:
        return str(error)
    return None


# ---- Choosing ----


def test_a_scheme_is_chosen_by_names_or_by_parts() -> None:
    parts = (HASHES["black"], LAYOUTS["overlapped"], STORAGES["direct"])
    assert Scheme("black", "overlapped", "direct") == Scheme(*parts)


@pytest.mark.parametrize(
    ("hashing", "storage", "needs"),
    [
        ("white", "direct", ""),
        ("pext", "direct", "BMI2"),
        ("white", "pdep", "BMI2"),
        ("pext", "pdep", "BMI2"),
        (Pext(software=True), "direct", ""),
        (Pext(software=True), "pdep", "BMI2"),
        ("white", Compressed(software=True), ""),
    ],
)
def test_a_scheme_needs_what_its_parts_need(hashing: Any, storage: Any, needs: str) -> None:
    assert Scheme(hashing, "concatenated", storage).needs == needs


def test_equal_schemes_have_equal_hashes() -> None:
    names = ("white", "strided", "direct")
    assert len({Scheme(*names), Scheme(*names), Scheme("black", "strided")}) == 2


def test_a_scheme_shows_the_names_of_its_parts(table: mb.Table) -> None:
    assert repr(table.scheme) == f"Scheme{table.scheme.names}"
    assert Scheme(*table.scheme.names) == table.scheme


def test_a_scheme_survives_pickling(table: mb.Table) -> None:
    assert pickle.loads(pickle.dumps(table.scheme)) == table.scheme  # noqa: S301  our own bytes


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("grey", "strided", "direct"), "hash must be one of white, "),
        (("white", "tiled", "direct"), "layout must be one of concatenated, "),
        (("white", "strided", "zip"), "storage must be one of direct"),
    ],
)
def test_an_unknown_name_is_refused(names: tuple[str, str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}.*, got '"):
        Scheme(*names)


@pytest.mark.parametrize("choice", [None, 1])
def test_what_is_no_part_is_refused(choice: object) -> None:
    with pytest.raises(TypeError, match=r"^hash must be one of white, .*, got"):
        Scheme(choice, "strided")  # type: ignore[arg-type]


def test_a_part_of_another_axis_is_refused() -> None:
    scheme = Scheme("white", "strided")
    with pytest.raises(TypeError, match=r"^hash must be one of white, .*, got"):
        Scheme(scheme.layout, scheme.layout)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^layout must be one of .*, got"):
        Scheme(scheme.hash, scheme.hash)  # type: ignore[arg-type]


# ---- Hashes ----

VARIABLE = [
    "white",
    "black",
    "white-shift-in-magic",
    "black-shift-in-magic",
    "white-32",
    "pext",
]
FIXED = ["white-fixed", "black-fixed", "white-offset-in-magic"]


@pytest.mark.parametrize("hashing", VARIABLE)
def test_a_variable_shift_needs_no_more_bits_than_the_mask_has_squares(hashing: str) -> None:
    bits = [HASHES[hashing].bits(*place) for place in PLACES]
    assert bits == [slider.mask(square).bit_count() for slider, square in PLACES]


@pytest.mark.parametrize("hashing", FIXED)
def test_a_fixed_shift_leaves_12_bits_to_a_rook_and_9_to_a_bishop(hashing: str) -> None:
    assert [HASHES[hashing].bits(*place) for place in PLACES] == [12] * 64 + [9] * 64


@every_hash
def test_what_a_hash_finds_is_of_its_kind_and_has_its_bits(hashing: str) -> None:
    found, kind = magics_for(hashing), HASHES[hashing].kind
    if kind is None:
        assert found == ()
        return
    assert [(magic.piece, magic.square) for magic in found] == [*PLACES]
    assert {magic.kind for magic in found} == {kind}
    assert [magic.bits for magic in found] == [HASHES[hashing].bits(*place) for place in PLACES]


@every_hash
def test_equal_seeds_find_equal_magics(hashing: str) -> None:
    assert constructed(HASHES[hashing], 2) == magics_for(hashing)


@every_hash
def test_a_hash_refuses_magics_of_the_other_kind(hashing: str) -> None:
    kind = HASHES[hashing].kind
    other = "black" if kind == "white" else "white"
    sentence = f"rook a1: the hash takes {kind} magics, got a {other} one"
    if kind is None:
        sentence = "the hash takes no magics, got 128"
    layout = "joint" if HASHES[hashing].joint else "concatenated"
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        mb.Table(Scheme(hashing, layout), mb.find_all(other))


@every_hash
def test_a_hash_that_takes_magics_needs_one_for_each_square(hashing: str) -> None:
    if HASHES[hashing].kind is not None:
        with pytest.raises(ValueError, match=r"^bishop d4 needs a magic$"):
            HASHES[hashing].record(BISHOP, 27, None)


@pytest.mark.parametrize(
    ("hashing", "layout"),
    [
        *itertools.product(["white-fixed", "black-fixed"], ["concatenated", "strided"]),
        ("white-offset-in-magic", "joint"),
    ],
)
@pytest.mark.parametrize("row", [64])
def test_a_fixed_shift_refuses_magics_with_another_one(hashing: str, layout: str, row: int) -> None:
    magics = [*magics_for(hashing)]
    slider, square = magics[row].piece, magics[row].square
    magics[row] = mb.find(slider, square, kind=magics[row].kind)  # right, but for another shift
    with pytest.raises(ValueError, match=f"^{slider} {mb.geometry.square_name(square)}: .*bits"):
        mb.Table(Scheme(hashing, layout), magics)


# ---- Filling ----


APART = [
    (hashing, layout)
    for hashing, layout in itertools.product(HASHES, LAYOUTS)
    if HASHES[hashing].kind and not HASHES[hashing].joint and not LAYOUTS[layout].joint
]
"""Hashes with magics and layouts that keep the squares apart."""


@pytest.mark.parametrize(
    ("hashing", "layout"),
    [
        (hashing, layout)
        for hashing, layout in APART
        if layout != "strided"
        or all(HASHES[hashing].bits(*place) <= WIDEST_BITS[place[0].name] for place in PLACES)
    ],
)
@pytest.mark.parametrize("row", [0, 27, 63, 64, 99, 127])
def test_a_wrong_magic_is_named_with_two_keys_that_truly_collide(
    hashing: str, layout: str, row: int
) -> None:
    magics = [*magics_for(hashing)]
    right = magics[row]
    factor = right.shift << 58 if hashing.endswith("shift-in-magic") else 0
    magics[row] = wrong = dataclasses.replace(right, magic=factor)
    offsets = starts_of(magics) if layout == "overlapped" else None
    storage = "union" if LAYOUTS[layout].shares else "direct"
    with pytest.raises(mb.errors.CollisionError) as caught:
        mb.Table(Scheme(hashing, layout, storage), magics, offsets)
    first, second = caught.value.blockers
    assert caught.value.rows == (row, row)
    assert str(caught.value).startswith(f"{right.piece} {mb.geometry.square_name(right.square)}: ")
    assert f"{first:#018x} and {second:#018x}" in str(caught.value)
    assert wrong.index(first) == wrong.index(second)
    assert right.piece.attacks(right.square, first) != right.piece.attacks(right.square, second)


@pytest.mark.parametrize("part", [*HASHES.values(), *LAYOUTS.values(), *STORAGES.values()], ids=str)
def test_a_part_is_a_frozen_value(part: Any) -> None:
    assert dataclasses.replace(part) == part
    with pytest.raises(dataclasses.FrozenInstanceError):
        part.name = "another"


def test_a_part_of_ones_own_is_shown_as_it_is() -> None:
    scheme = Scheme(Pext(software=True), "concatenated")
    assert repr(scheme).startswith("Scheme(Pext(")
    assert "software=True" in repr(scheme)


def test_a_wrong_magic_is_named_before_anything_is_packed() -> None:
    magics = [*mb.find_all()]
    magics[3] = mb.Magic(mb.ROOK, 3, "white", 11, 0)
    with pytest.raises(mb.errors.CollisionError) as caught:
        mb.Table(Scheme("white", "overlapped"), magics)
    assert caught.value.rows == (3, 3)
    assert caught.value.slot == 0
