"""Text from files: how much is read, and how errors name the file."""

from __future__ import annotations

import pytest

from magicbb.magics.collisions import CollisionError
from magicbb.magics.files import LARGEST_TEXT, check_length, decode, naming


def test_a_byte_order_mark_is_passed_over() -> None:
    assert decode("\ufeffé".encode()) == "é"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b" \n\t", "the file is empty"),
        (b"x" * (LARGEST_TEXT + 1), f"longer than {LARGEST_TEXT} bytes"),
        (b"\xff\xfe", "neither NPZ nor text in UTF-8"),
    ],
)
def test_what_is_no_text_is_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        decode(content)


def test_the_largest_text_is_allowed() -> None:
    check_length(LARGEST_TEXT)


def test_a_sentence_starts_with_the_name() -> None:
    with pytest.raises(ValueError, match=r"^my\.csv: it is wrong$"), naming("my.csv"):
        raise ValueError("it is wrong")


def test_a_collision_keeps_its_type_and_gets_the_path() -> None:
    with pytest.raises(CollisionError, match=r"^my\.csv: rook a1: ") as caught, naming("my.csv"):
        raise CollisionError((0, 0), (1, 2), 3)
    assert caught.value.path == "my.csv"


def test_other_kinds_of_errors_are_left_alone() -> None:
    with pytest.raises(UnicodeEncodeError), naming("my.csv"):
        "é".encode("ascii")
