"""Where a layout puts the slots: sizes, offsets given and found, and what is refused."""

from __future__ import annotations

import copy
import pickle
import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

import magicbb as mb
from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.lookup.keys import ROWS, row_of
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.layout import LAYOUTS, overlapped
from magicbb.recipes.layout.layout import Rows
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources.searched import constructed
from magicbb.recipes.storage.storage import Contents

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from magicbb.lookup.keys import Keys
    from magicbb.magics.magic import Magic

NOTHING = np.zeros(0, np.uint64)
VARIABLE = ["white", "black", "white-shift-in-magic", "black-shift-in-magic", "white-32", "pext"]


def starts_of(magics: Sequence[Magic]) -> list[int]:
    """Return offsets that keep all squares apart, with gaps."""
    return [int(start) for start in np.cumsum([0, *(1 << magic.bits for magic in magics)])[:-1] + 5]


def table_of(hashing: str, layout: str, storage: str = "direct") -> mb.Table:
    """Return a table with magics that are not annealed."""
    return mb.Table(Scheme(hashing, layout, storage), constructed(HASHES[hashing], 3), seed=3)


def slots_of(table: mb.Table, keys: Keys, row: int) -> list[int]:
    """Return the slots of a row's keys."""
    slots: list[int] = table.scheme.slots_of_keys(table.parameters, keys)[keys.of_row(row)].tolist()
    return slots


# ---- All of them ----


def test_only_overlapped_rows_gain_by_annealing() -> None:
    assert [name for name, layout in LAYOUTS.items() if layout.packs] == ["overlapped"]


def test_only_rows_side_by_side_say_what_one_slider_takes() -> None:
    said = {name: layout.slots_of_slider([6, *[5] * 63]) for name, layout in LAYOUTS.items()}
    assert {name: slots for name, slots in said.items() if slots is not None} == {
        "concatenated": 64 + 63 * 32,
        "strided": 64 * 64,
    }


@pytest.mark.parametrize("hashing", VARIABLE)
@pytest.mark.parametrize("layout", ["concatenated", "strided", "shared"])
def test_a_layout_without_choice_takes_no_offsets(hashing: str, layout: str) -> None:
    scheme = Scheme(hashing, layout, "union")
    sentence = f"the {layout} layout takes no offsets; use overlapped"
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        mb.Table(scheme, constructed(scheme.hash, 1), [0] * ROWS)


def test_the_joint_layout_takes_no_offsets() -> None:
    scheme = Scheme("white-offset-in-magic", "joint")
    with pytest.raises(ValueError, match=r"^the joint layout takes no offsets"):
        mb.Table(scheme, constructed(scheme.hash, 1), [0] * ROWS)


@pytest.mark.parametrize("layout", ["concatenated", "strided"])
@pytest.mark.usefixtures("little_memory")
def test_a_table_larger_than_any_needs_to_be_is_refused(layout: str) -> None:
    # 20 bits are as good as 12, but each of these squares would take 8 MiB.
    magics = [*mb.find_all()]
    magics[:2] = (mb.find("rook", square, 20) for square in range(2))
    with pytest.raises(ValueError, match=r"slots|bits|entries"):
        mb.Table(Scheme("white", layout), magics)


# ---- Concatenated and strided ----


@pytest.mark.parametrize("hashing", VARIABLE)
def test_concatenated_squares_fill_the_fancy_table(hashing: str) -> None:
    table = table_of(hashing, "concatenated")
    assert table.entries == table.used == 107_648


@pytest.mark.parametrize(
    "hashing",
    [
        "white",
        "black-fixed",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("white-fixed", *VARIABLE)
            if name != "white"
        ),
    ],
)
def test_strided_squares_have_rows_of_equal_length(hashing: str, keys: Keys) -> None:
    table = table_of(hashing, "strided")
    assert table.entries == 64 * 4096 + 64 * 512
    for square in range(64):
        rook = slots_of(table, keys, square)
        bishop = slots_of(table, keys, 64 + square)
        assert {slot // 4096 for slot in rook} == {square}
        assert {(slot - 64 * 4096) // 512 for slot in bishop} == {square}


def test_the_strided_layout_refuses_an_index_that_is_too_long() -> None:
    magics = [*mb.find_all()]
    magics[70] = mb.find("bishop", 6, bits=10)
    with pytest.raises(
        ValueError, match=r"^bishop g1: 10 index bits, but the strided layout allows 9$"
    ):
        mb.Table(Scheme("white", "strided"), magics)


def test_the_strided_layout_gives_the_first_bishop_no_rooks_row() -> None:
    magics = [*mb.find_all()]
    magics[64] = mb.find("bishop", 0, bits=10)
    with pytest.raises(
        ValueError, match=r"^bishop a1: 10 index bits, but the strided layout allows 9$"
    ):
        mb.Table(Scheme("white", "strided"), magics)


# ---- Overlapped: offsets that are given ----


def rows_with(offsets: Sequence[int]) -> Rows:
    """Return rows with offsets, of which nothing else is asked for."""
    return Rows([12] * ROWS, offsets, lambda: NOTHING, Contents(NOTHING))


@pytest.mark.parametrize("offset", [2**20, -(2**20), -1])
def test_an_offset_is_kept_as_a_word_that_wraps(offset: int) -> None:
    placement = LAYOUTS["overlapped"].place(rows_with([offset] * ROWS))
    assert placement.words == ((offset % 2**64,),) * ROWS
    assert placement.offsets == (offset,) * ROWS


@pytest.mark.parametrize("offset", [2**20 + 1, -(2**20) - 1])
def test_an_offset_beyond_the_largest_table_is_refused(offset: int) -> None:
    with pytest.raises(ValueError, match=f"^rook c1: .* -1,048,576 to 1,048,576, got {offset}$"):
        LAYOUTS["overlapped"].place(rows_with([0, 0, offset, *[0] * 125]))


@pytest.mark.parametrize("count", [0, 1, ROWS - 1, ROWS + 1])
def test_the_overlapped_layout_needs_one_offset_for_each_square(count: int) -> None:
    with pytest.raises(ValueError, match=f"needs 128 offsets, got {count}$"):
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


def test_squares_that_overlap_in_harm_are_both_named() -> None:
    magics = mb.find_all()
    offsets = starts_of(magics)
    offsets[row_of(BISHOP, 0)] = offsets[row_of(ROOK, 0)]
    with pytest.raises(mb.errors.CollisionError) as caught:
        mb.Table(Scheme("white", "overlapped"), magics, offsets)
    first, second = caught.value.rows
    one, other = magics[first], magics[second]
    key, rival = caught.value.blockers
    assert {first, second} == {0, 64}
    assert offsets[first] + one.index(key) == offsets[second] + other.index(rival)
    assert one.piece.attacks(one.square, key) != other.piece.attacks(other.square, rival)


# ---- Overlapped: offsets that are found ----


@pytest.fixture(scope="module")
def packed() -> mb.Table:
    """Return a table whose offsets were found."""
    return table_of("white-fixed", "overlapped", "union")


@pytest.fixture
def _no_packing(monkeypatch: pytest.MonkeyPatch) -> None:
    def pack(*_arguments: object) -> None:
        pytest.fail("it packs again")

    monkeypatch.setattr(overlapped, "pack", pack)


def test_without_offsets_it_packs_and_remembers_them(packed: mb.Table, keys: Keys) -> None:
    assert packed.offsets is not None
    assert len(packed.offsets) == ROWS
    assert packed.entries < 294_912
    for row in range(0, ROWS, 9):
        indices = [
            packed.magics[row].index(key) for key in keys.blockers[keys.of_row(row)].tolist()
        ]
        assert slots_of(packed, keys, row) == [packed.offsets[row] + index for index in indices]


@pytest.mark.slow
def test_packing_the_same_again_gives_the_same(packed: mb.Table) -> None:
    assert mb.Table(packed.scheme, packed.magics) == packed


@pytest.mark.parametrize(
    "hashing",
    [
        "pext",
        *(pytest.param(f"{kind}-fixed", marks=pytest.mark.slow) for kind in ("white", "black")),
    ],
)
def test_storage_that_shares_more_packs_closer(hashing: str) -> None:
    direct, union = (table_of(hashing, "overlapped", name) for name in ("direct", "union"))
    assert union.entries < 2 / 3 * direct.entries


@pytest.mark.usefixtures("_no_packing")
def test_a_file_keeps_the_offsets(packed: mb.Table, tmp_path: Path) -> None:
    packed.save(tmp_path / "table.npz")
    found = mb.read(tmp_path / "table.npz")
    assert found == packed
    assert found.offsets == packed.offsets
    assert np.array_equal(found.slots, packed.slots)


@pytest.mark.usefixtures("_no_packing")
def test_a_copy_keeps_the_offsets(packed: mb.Table) -> None:
    pickled = pickle.loads(pickle.dumps(packed))  # noqa: S301  our own bytes
    for found in (pickled, copy.deepcopy(packed)):
        assert found.offsets == packed.offsets


def test_a_wrong_magic_is_named_when_packing() -> None:
    magics = [*mb.find_all()]
    magics[70] = mb.Magic(BISHOP, 6, "white", 5, 0)
    with pytest.raises(ValueError, match=r"^bishop g1: .*different attacks"):
        mb.Table(Scheme("white", "overlapped"), magics)


def test_a_collision_when_packing_has_the_index_of_its_keys() -> None:
    magics = [*mb.find_all()]
    magics[70] = mb.Magic(BISHOP, 6, "white", 5, 0x44043C013004C02C)
    with pytest.raises(mb.errors.CollisionError) as caught:
        mb.Table(Scheme("white", "overlapped"), magics)
    assert caught.value.slot == 16
    assert [*map(magics[70].index, caught.value.blockers)] == [16, 16]


# ---- Joint ----


def test_a_joint_index_is_the_slot(keys: Keys) -> None:
    table = table_of("white-offset-in-magic", "joint")
    slots = table.scheme.slots_of_keys(table.parameters, keys)
    assert np.array_equal(slots, table.scheme.indices_of_keys(table.parameters, keys))
    assert table.entries == int(slots.max()) + 1
    assert table.offsets is None


# ---- Sizes ----


@pytest.mark.parametrize(
    ("name", "nbytes"),
    [("shift-in-magic", 32), ("offset-in-magic", 16), ("shared", 40), ("plain", 16), ("fancy", 32)],
)
def test_as_many_bytes_are_kept_for_a_square_as_was_published(name: str, nbytes: int) -> None:
    table = mb.build(name)
    assert table.parameter_nbytes == ROWS * nbytes
