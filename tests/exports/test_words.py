"""Words: the same computation for languages with other numbers."""

from __future__ import annotations

import pytest

import magicbb as mb
from magicbb.exports.languages import WORDS
from magicbb.exports.model import SliderModel, model_of
from magicbb.exports.source import in_words


@pytest.fixture(scope="module")
def rook() -> SliderModel:
    return model_of(mb.build("fancy", seed=3)).sliders[0]


def slot_operations(part: SliderModel) -> set[str]:
    assert part.slot is not None
    return part.slot.operations


def test_numbers_that_wrap_need_nothing(rook: SliderModel) -> None:
    assert in_words(rook, 64, "wrapping") == rook


def test_numbers_without_an_end_are_cut_off_where_they_must_be(rook: SliderModel) -> None:
    assert {"mul", "exact_add"} <= slot_operations(in_words(rook, 64, "unbounded"))


def test_sums_that_overflow_say_so() -> None:
    slot = in_words(model_of(mb.build("densest-fixed-black")).sliders[0], 64, "checked").slot
    assert slot is not None
    assert slot.result.operation == "add"


def test_pairs_have_lanes_for_fields(rook: SliderModel) -> None:
    part = in_words(rook, 64, "pairs")
    assert {"mask_low", "mask_high", "shift", "offset"} <= {*part.fields}
    assert "mul_high" in slot_operations(part)


@pytest.mark.parametrize("words", WORDS)
def test_all_squares_keep_a_record(rook: SliderModel, words: str) -> None:
    part = in_words(rook, 64, words)
    assert {len(record) for record in part.records} == {len(part.fields)}
    assert len(part.records) == 64
