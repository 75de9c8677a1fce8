"""Lists of numbers: their shapes, records, and what an item stands for."""

from __future__ import annotations

import pytest

from magicbb.tables.imports.sources.lists import MOST_FIELDS, NumberList, joined, value_of
from magicbb.tables.imports.sources.tokens import number_of, tokens_of


def numbers(*leaves: int | None, labels: list[str] | None = None) -> NumberList:
    return NumberList((len(leaves),), [*leaves], labels or [], has_table=False)


def test_equal_lists_have_one_shape_more() -> None:
    made = joined([numbers(1, 2, 3), numbers(4, 5, 6)], ["", ""])
    assert made is not None
    assert (made.shape, made.leaves) == ((2, 3), [1, 2, 3, 4, 5, 6])


def test_what_differs_is_a_record_with_labels() -> None:
    made = joined([numbers(1, 2, labels=["low", "high"]), 3], ["magic", "shift"])
    assert made is not None
    assert (made.shape, made.leaves) == ((3,), [1, 2, 3])
    assert made.labels == ["magic.low", "magic.high", "shift"]


def test_a_record_of_too_much_is_none() -> None:
    made = joined([numbers(*range(MOST_FIELDS + 1)), 3], ["", ""])
    assert made is not None
    assert made.shape is None


def test_a_record_may_have_lists_of_as_many_fields_as_records_have() -> None:
    made = joined([numbers(*range(MOST_FIELDS)), 3], ["", "last"])
    assert made is not None
    assert made.leaves == [*range(MOST_FIELDS), 3]
    assert made.labels == [""] * MOST_FIELDS + ["last"]


def test_places_in_the_text_are_joined_too() -> None:
    first = joined([1, 2], ["", ""], [5, 8])
    made = joined([first, joined([3, 4], ["", ""], [20, 30])], ["", ""], [4, 19])
    assert made.starts == [5, 8, 20, 30]
    assert joined([first, 7], ["", ""], [4, 19]).starts == [5, 8, 19]


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("other", [numbers(4, 5), numbers(4, 5, 6), 7])
def test_it_is_remembered_that_arrays_were_kept(kept: bool, other: NumberList | int) -> None:
    first = NumberList((2,), [1, 2], [], has_table=kept)
    made = joined([first, other], ["", ""])
    assert made is not None
    assert made.has_table == kept


def test_labels_are_those_of_the_first_record() -> None:
    made = joined([numbers(1, 2, labels=["a", "b"]), numbers(3, 4, labels=["c", "d"])], ["", ""])
    assert made is not None
    assert made.labels == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        ("-5", -5),
        ("~5", 2**64 - 6),
        ("64 - 12", 52),
        ("shift = 9", 9),
        ("shift: 9", 9),
        ("a = b = 9", 9),
        ("3 = 9", 9),
        ("1 2", None),
        ("1.5 7", None),
        ("64 - 12 - 1", None),
        ("~ 0", 2**64 - 1),
        ("word", None),
        ("5 + word", None),
        ("5 | word", None),
        ("word * 5", None),
        ("word ^ 5", None),
        ("word >> 5", None),
        ("word + 5", 5),
        ("word - 5", -5),
        ("word + 281474976710656", None),
        ("5 -- word", 5),
        ("5.word()", None),
        ("word -> 5", 5),
        ("1 + 2", None),
        ("1.5", None),
    ],
)
def test_an_item_stands_for_a_number_or_for_none(text: str, value: int | None) -> None:
    parts = [
        (kind, number_of(token) if kind == "number" else token, start)
        for kind, token, start in tokens_of(text)
    ]
    assert value_of(parts) == value


def test_a_number_in_brackets_is_a_number() -> None:
    assert value_of([("word", "U64", 0), ("list", 5, 3)]) == 5


def test_of_several_lists_an_item_stands_for_the_last() -> None:
    inner = numbers(1, 2)
    assert value_of([("list", numbers(3, 4), 0), ("list", inner, 4)]) is inner


def test_an_item_with_a_list_stands_for_it() -> None:
    inner = numbers(1, 2)
    assert value_of([("word", "vec", 0), ("sign", "!", 3), ("list", inner, 4)]) is inner
