"""Text from files: how much is read, and how errors name the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from magicbb.magics.collisions import CollisionError
from magicbb.magics.files import naming
from magicbb.magics.texts import LARGEST_TEXT, check_length, decode, read_text

if TYPE_CHECKING:
    from pathlib import Path

UTF = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")


@pytest.mark.parametrize("encoding", [*UTF, "latin-1"])
@pytest.mark.parametrize("text", ["// Zürich, 12° §\nU64 magics[64] = {0x1f};\n", "é\n"])
def test_text_is_read_in_the_usual_encodings(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("width", [16, 32])
def test_a_byte_order_mark_says_which_way_the_bytes_are(width: int, order: str) -> None:
    content = f"\ufeffmagic € {order}".encode(f"utf-{width}-{'le' if order == '<' else 'be'}")
    assert decode(content) == f"magic € {order}"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_in_any_way(end: str) -> None:
    assert decode(f"one{end}{end}two{end}".encode()) == "one\n\ntwo\n"


def test_the_end_of_a_text_under_dos_is_text() -> None:
    assert decode(b"U64 a;\r\n\x1a") == "U64 a;\n"


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(bytes(range(256)))
    with pytest.raises(ValueError, match=r"junk: it is neither NPZ nor text$"):
        read_text(tmp_path / "junk")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b" \n\t", "the file is empty"),
        (b"x" * (LARGEST_TEXT + 1), f"longer than {LARGEST_TEXT:,} bytes"),
        (b"\xff\xfe", "the file is empty"),
        (b"\xff\xfe \0\n\0", "the file is empty"),
        (b"\xff\xfe\0", "neither NPZ nor text"),
        (b"\xff\xfe\0\xd8a\0", "neither NPZ nor text"),
        (bytes(range(256)), "neither NPZ nor text"),
        (b"rook\0\0\0\0magics\0\0\0\0\0", "neither NPZ nor text"),
        (b"\x1b[31mrook", "neither NPZ nor text"),
        (b"\x7fELF\x02\x01\x01" + bytes(9), "neither NPZ nor text"),
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
