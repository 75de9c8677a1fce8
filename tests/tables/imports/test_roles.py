"""What arrays beside magics are: told by their numbers, their names, and where they stand."""

from __future__ import annotations

import numpy as np
import pytest

from magicbb.geometry.bitboards import FULL
from magicbb.geometry.mappings import MAPPINGS
from magicbb.geometry.sliders import ROOK, SLIDERS, Slider
from magicbb.magics.magic import MOST_ENTRIES
from magicbb.tables.imports.roles import masks_among, offsets_for, slider_named, widths_for
from magicbb.tables.imports.sources.arrays import PastedArray
from magicbb.tables.imports.trials import Trial

MAGICS = PastedArray("rook_magics", 1, (1 << 40,) * 64, table=1)
BITS = tuple(ROOK.mask(square).bit_count() for square in range(64))
OFFSETS = tuple(range(0, 64 * 4096, 4096))


def array(name: str, numbers: tuple[int, ...], table: int = 9) -> PastedArray:
    return PastedArray(name, 1, numbers, table)


def trial(mapping: str = "a1=0") -> Trial:
    least = np.array(BITS, np.uint8)
    return Trial(MAGICS, ROOK, "white", MAPPINGS[mapping], np.zeros(64, np.uint64), least)


@pytest.mark.parametrize(
    ("name", "slider"),
    [
        ("RookMagics", "rook"),
        ("magics_of_bishop", "bishop"),
        ("R_MAGICS", "rook"),
        ("bShift", "bishop"),
        ("table.rBits", "rook"),
        ("rook_and_bishop", None),
        ("bits", None),
        ("MAGIC_R", None),
        ("", None),
    ],
)
def test_names_say_whose_an_array_is(name: str, slider: str | None) -> None:
    assert slider_named(name) == slider


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("complement", [False, True])
@pytest.mark.parametrize("slider", SLIDERS, ids=str)
def test_masks_are_known(slider: Slider, complement: bool, signed: bool) -> None:
    mapping = MAPPINGS["a8=0"]
    flip = FULL if complement else 0
    masks = [slider.mask(square) ^ flip for square in mapping.squares]
    written = array("x", tuple(m - 2**64 if signed and m >> 63 else m for m in masks))
    assert masks_among([written, MAGICS]) == {written: (slider, mapping, complement)}


@pytest.mark.parametrize("numbers", [BITS, tuple(64 - bits for bits in BITS)])
def test_bits_and_shifts_are_widths(numbers: tuple[int, ...]) -> None:
    ((width, found),) = widths_for(trial(), [MAGICS, array("rook_shifts", numbers)])
    assert (found.name, width.bits.tolist()) == ("rook_shifts", [*BITS])


def test_widths_are_by_squares() -> None:
    order = MAPPINGS["a8=0,a7=1"]
    written = array("bits", tuple(square % 9 + 1 for square in order.squares))
    ((width, _),) = widths_for(trial("a8=0,a7=1"), [written])
    assert width.bits.tolist() == [square % 9 + 1 for square in range(64)]


def test_those_of_the_same_records_come_first_then_those_with_the_name() -> None:
    arrays = [array("bits", BITS), array("rook_bits", BITS), array("anything", BITS, table=1)]
    names = [found.name for _, found in widths_for(trial(), arrays)]
    assert names == ["anything", "rook_bits", "bits"]


def test_of_two_with_the_name_that_with_which_more_squares_work_comes_first() -> None:
    arrays = [array("rook_a_bits", (11,) * 64), array("rook_b_bits", BITS)]
    assert [found.name for _, found in widths_for(trial(), arrays)] == [
        "rook_b_bits",
        "rook_a_bits",
    ]


def test_of_two_with_which_all_squares_work_that_with_fewer_bits_comes_first() -> None:
    arrays = [array("rook_a_bits", (13,) * 64), array("rook_b_bits", BITS)]
    assert [found.name for _, found in widths_for(trial(), arrays)] == [
        "rook_b_bits",
        "rook_a_bits",
    ]


@pytest.mark.parametrize(
    ("number", "bits"),
    [(0, None), (1, 1), (20, 20), (21, None), (43, None), (44, 20), (63, 1), (64, None)],
)
def test_from_where_to_where_numbers_are_bits_or_shifts(number: int, bits: int | None) -> None:
    found = widths_for(trial(), [array("rook_bits", (number,) * 64)])
    assert [width.bits.tolist() for width, _ in found] == ([] if bits is None else [[bits] * 64])


def test_after_others_there_may_be_the_widths() -> None:
    others = [array("bishop_bits", BITS), array("piece_values", BITS)]
    ((_, found),) = widths_for(trial(), [*others, array("rook_bits", BITS)])
    assert found.name == "rook_bits"


@pytest.mark.parametrize(
    "other",
    [
        array("bishop_bits", BITS),
        array("piece_values", BITS),
        array("rook_bits", (0,) * 64),
        array("rook_bits", (40,) * 64),
    ],
    ids=["of the bishop", "of another name", "too small", "neither bits nor shifts"],
)
def test_others_are_no_widths(other: PastedArray) -> None:
    assert widths_for(trial(), [other]) == []


def test_offsets_go_by_name_or_record() -> None:
    named, inside = array("rook_offsets", OFFSETS), array("x", OFFSETS, table=1)
    assert offsets_for(trial(), [named]) == named
    assert offsets_for(trial(), [named, inside]) == inside


def test_of_offsets_in_the_records_those_with_the_name_are_taken_or_the_first() -> None:
    arrays = [array("x", OFFSETS, table=1), array("starts", OFFSETS, table=1)]
    assert offsets_for(trial(), [*arrays, array("offsets", OFFSETS, table=1)]) == arrays[1]


def test_after_others_there_may_be_the_offsets() -> None:
    others = [array("rook_numbers", OFFSETS), array("rook_offsets", BITS)]
    found = offsets_for(trial(), [*others, array("rook_starts", OFFSETS)])
    assert found is not None
    assert found.name == "rook_starts"


@pytest.mark.parametrize(
    ("number", "read"),
    [
        (MOST_ENTRIES, MOST_ENTRIES),
        (MOST_ENTRIES + 1, None),
        (-MOST_ENTRIES, -MOST_ENTRIES),
        (-MOST_ENTRIES - 1, None),
        (2**64 - 1, -1),
        (2**64 - MOST_ENTRIES, -MOST_ENTRIES),
        (2**64 - MOST_ENTRIES - 1, None),
        (2**64, None),
        (2**64 + 5, None),
    ],
)
def test_how_large_offsets_may_be(number: int, read: int | None) -> None:
    found = offsets_for(trial(), [array("rook_offsets", (number, *OFFSETS[1:]))])
    assert (found and found.numbers) == (None if read is None else (read, *OFFSETS[1:]))


@pytest.mark.parametrize(("different", "found"), [(15, False), (16, True)])
def test_offsets_are_mostly_different(different: int, found: bool) -> None:
    numbers = tuple(OFFSETS[place % different] for place in range(64))
    assert bool(offsets_for(trial(), [array("rook_offsets", numbers)])) == found


@pytest.mark.parametrize(
    "other",
    [
        array("rook_numbers", OFFSETS),
        array("bishop_offsets", OFFSETS),
        array("rook_offsets", BITS),
        array("rook_offsets", tuple(1 << 40 | offset for offset in OFFSETS)),
    ],
    ids=["of another name", "of the bishop", "too few numbers", "too large"],
)
def test_others_are_no_offsets(other: PastedArray) -> None:
    assert offsets_for(trial(), [other]) is None
