"""Hash x layout x storage: every combination against the oracle on every key, by both paths."""

from __future__ import annotations

import pickle
import re
from typing import TYPE_CHECKING

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.axes import Scheme
from magicbb.bitboards import FULL, bitboard_of
from magicbb.hashing import HASHES
from magicbb.keys import ROWS, row_of
from magicbb.layout import LAYOUTS
from magicbb.sliders import BISHOP, QUEEN, ROOK, SLIDERS, Slider
from magicbb.storage import STORAGES
from magicbb.storage.contents import attacks_by_slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.keys import Keys
    from magicbb.magics import Magic

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


def magics_for(hashing: str, seed: int = 1) -> tuple[Magic, ...]:
    """Return magics that a hash takes."""
    return mb.find_all(HASHES[hashing].kind or "white", HASHES[hashing].bits, seed=seed)


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


@every_slider_with_magics
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
        row = int(keys.rows[place])
        magic = table.magics[row]
        step = magic.index(int(keys.blockers[place])) - magic.index(0)
        assert int(slots[place]) == starts[row] + step


def test_there_is_one_record_of_words_for_each_row(table: mb.Table) -> None:
    assert table.parameters.shape == (ROWS, len(table.scheme.words))


# ---- Choosing ----


def test_a_scheme_is_chosen_by_names_or_by_parts() -> None:
    parts = (HASHES["black"], LAYOUTS["overlapped"], STORAGES["direct"])
    assert Scheme("black", "overlapped", "direct") == Scheme(*parts)


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


# ---- Hashes ----


@every_hash
def test_a_variable_shift_needs_no_more_bits_than_the_mask_has_squares(hashing: str) -> None:
    bits = [HASHES[hashing].bits(slider, square) for slider in SLIDERS for square in range(64)]
    masks = [slider.mask(square).bit_count() for slider in SLIDERS for square in range(64)]
    assert bits == ([12] * 64 + [9] * 64 if hashing.endswith("fixed") else masks)


@every_hash
def test_a_hash_refuses_magics_of_the_other_kind(hashing: str) -> None:
    kind = HASHES[hashing].kind
    other: str = "black" if kind == "white" else "white"
    sentence = f"rook a1: the hash takes {kind} magics, got a {other} one"
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        mb.Table(Scheme(hashing, "concatenated"), mb.find_all(other))


@pytest.mark.parametrize("hashing", ["white-fixed", "black-fixed"])
@pytest.mark.parametrize("layout", ["concatenated", "strided"])
@pytest.mark.parametrize("row", [64])
def test_a_fixed_shift_refuses_magics_with_another_one(hashing: str, layout: str, row: int) -> None:
    magics = [*magics_for(hashing)]
    slider, square = magics[row].slider, magics[row].square
    magics[row] = mb.find(slider, square, kind=magics[row].kind)  # right, but for another shift
    with pytest.raises(ValueError, match=f"^{slider} {mb.square_name(square)}: .*bits"):
        mb.Table(Scheme(hashing, layout), magics)


# ---- Layouts ----


@every_hash
@pytest.mark.parametrize("layout", ["concatenated", "strided"])
def test_a_layout_without_choice_takes_no_offsets(hashing: str, layout: str) -> None:
    with pytest.raises(ValueError, match=f"^the {layout} layout has no choice of offsets"):
        mb.Table(Scheme(hashing, layout), magics_for(hashing), [0] * ROWS)


def test_the_overlapped_layout_needs_offsets() -> None:
    with pytest.raises(ValueError, match=r"^the overlapped layout needs offsets"):
        mb.Table(Scheme("white", "overlapped"), mb.find_all())


@pytest.mark.parametrize("count", [0, 1, ROWS - 1, ROWS + 1])
def test_the_overlapped_layout_needs_one_offset_for_each_square(count: int) -> None:
    with pytest.raises(ValueError, match=r"offset.*128"):
        mb.Table(Scheme("white", "overlapped"), mb.find_all(), [0] * count)


@pytest.mark.parametrize("offset", [0.5, None, "1"])
def test_an_offset_is_an_integer(offset: object) -> None:
    magics = mb.find_all()
    offsets: list[object] = [*starts_of(magics)]
    offsets[7] = offset
    with pytest.raises((TypeError, ValueError), match=re.escape(f"got {offset!r}")):
        mb.Table(Scheme("white", "overlapped"), magics, offsets)  # type: ignore[arg-type]


def test_offsets_may_come_in_an_array() -> None:
    scheme, magics = Scheme("white", "overlapped"), mb.find_all()
    table = mb.Table(scheme, magics, np.array(starts_of(magics)))  # type: ignore[arg-type]
    assert table == mb.Table(scheme, magics, starts_of(magics))


@pytest.mark.parametrize("offset", [-1, -(2**63), 2**24, 2**62, 2**63, 2**64, -(2**64), 10**30])
def test_an_absurd_offset_is_refused_with_the_square(offset: int) -> None:
    magics = mb.find_all()
    offsets = starts_of(magics)
    offsets[1] = offset
    with pytest.raises(ValueError, match=r"^rook b1"):
        mb.Table(Scheme("white", "overlapped"), magics, offsets)


def test_the_highest_slot_in_use_ends_an_overlapped_table() -> None:
    magics = mb.find_all()
    offsets = starts_of(magics)
    table = mb.Table(Scheme("white", "overlapped"), magics, offsets)
    assert table.slots[-1] > 0
    assert offsets[-1] < table.entries <= offsets[-1] + (1 << magics[-1].bits)


def test_black_magics_take_negative_offsets() -> None:
    # A black index is never small: the irrelevant squares are always in it. Shifted down by the
    # least index of the first square, the table starts with a slot in use.
    magics = mb.find_all("black", seed=4)
    offsets = starts_of(magics)
    least = min(index for _, index in magics[0].indices())
    offsets[0] = -least
    table = mb.Table(Scheme("black", "overlapped"), magics, offsets)
    assert table.offsets is not None
    assert table.offsets[0] == -least
    assert table.slots[0] != 0


def test_the_strided_layout_refuses_an_index_that_is_too_long() -> None:
    magics = [*mb.find_all()]
    magics[70] = mb.find("bishop", 6, bits=10)
    with pytest.raises(ValueError, match=r"^bishop g1: 10 index bits, the strided layout has 9$"):
        mb.Table(Scheme("white", "strided"), magics)


@pytest.mark.parametrize("layout", ["concatenated", "strided"])
@pytest.mark.usefixtures("little_memory")
def test_a_table_larger_than_any_needs_to_be_is_refused(layout: str) -> None:
    # 20 bits are as good as 12, but each of these squares would take 8 MiB.
    magics = [*mb.find_all()]
    magics[:2] = (mb.find("rook", square, 20) for square in range(2))
    with pytest.raises(ValueError, match=r"slots|bits|entries"):
        mb.Table(Scheme("white", layout), magics)


# ---- Filling ----


@every_hash
@pytest.mark.parametrize("layout", [*LAYOUTS])
@pytest.mark.parametrize("row", [0, 27, 63, 64, 99, 127])
def test_a_wrong_magic_is_named_with_two_keys_that_truly_collide(
    hashing: str, layout: str, row: int
) -> None:
    magics = [*magics_for(hashing)]
    right = magics[row]
    magics[row] = wrong = type(right)(right.slider, right.square, right.kind, right.bits, 0)
    offsets = starts_of(magics) if layout == "overlapped" else None
    with pytest.raises(mb.CollisionError) as caught:
        mb.Table(Scheme(hashing, layout), magics, offsets)
    first, second = caught.value.blockers
    assert caught.value.rows == (row, row)
    assert str(caught.value).startswith(f"{right.slider} {mb.square_name(right.square)}: ")
    assert f"{first:#018x} and {second:#018x}" in str(caught.value)
    assert wrong.index(first) == wrong.index(second)
    assert right.slider.attacks(right.square, first) != right.slider.attacks(right.square, second)


def test_squares_that_overlap_in_harm_are_both_named() -> None:
    magics = mb.find_all()
    offsets = starts_of(magics)
    offsets[row_of(BISHOP, 0)] = offsets[row_of(ROOK, 0)]
    with pytest.raises(mb.CollisionError) as caught:
        mb.Table(Scheme("white", "overlapped"), magics, offsets)
    first, second = caught.value.rows
    one, other = magics[first], magics[second]
    key, rival = caught.value.blockers
    assert {first, second} == {0, 64}
    assert offsets[first] + one.index(key) == offsets[second] + other.index(rival)
    assert one.slider.attacks(one.square, key) != other.slider.attacks(other.square, rival)


def test_a_slot_holds_the_attacks_of_its_keys_and_a_free_one_nothing(keys: Keys) -> None:
    slots = np.arange(len(keys.blockers), dtype=np.uint64) * np.uint64(2)
    held = attacks_by_slot(keys, slots, 2 * len(slots))
    assert np.array_equal(held[::2], keys.attacks)
    assert not held[1::2].any()


def test_keys_with_equal_attacks_may_share_a_slot(keys: Keys) -> None:
    attack_sets, slots = np.unique(keys.attacks, return_inverse=True)
    held = attacks_by_slot(keys, slots.astype(np.uint64), len(attack_sets))
    assert np.array_equal(held, attack_sets)


@given(first=st.integers(0, 107_647), second=st.integers(0, 107_647))
def test_any_two_keys_in_one_slot_collide_unless_their_attacks_are_equal(
    keys: Keys, first: int, second: int
) -> None:
    slots = np.arange(len(keys.blockers), dtype=np.uint64)
    slots[second] = slots[first]
    if keys.attacks[first] == keys.attacks[second]:
        attacks_by_slot(keys, slots, len(slots))
        return
    with pytest.raises(mb.CollisionError) as caught:
        attacks_by_slot(keys, slots, len(slots))
    found = {*zip(caught.value.rows, caught.value.blockers, strict=True)}
    assert found == {(int(keys.rows[key]), int(keys.blockers[key])) for key in (first, second)}
