"""Files of magics that cannot be read: what is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.magics.texts import LARGEST_TEXT

from .written import WRITERS, Field, every_format, fields_of, to_csv, to_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


# ---- One wrong field ----

WRONG: dict[str, tuple[Field, str]] = {
    "piece unknown": ({"piece": "knight"}, "piece must be"),
    "piece with a capital": ({"piece": "Rook"}, "piece must be"),
    "piece without magics": ({"piece": "queen"}, 'piece must be "rook" or "bishop", got \'queen\''),
    "piece empty": ({"piece": ""}, "piece must be"),
    "square unknown": ({"square": "i9"}, "square must be 0..63 or a name such as \"e4\", got 'i9'"),
    "square above 63": ({"square": 64}, "square must be 0..63"),
    "square negative": ({"square": -1}, "square must be 0..63"),
    "square empty": ({"square": ""}, "square must be 0..63"),
    "kind unknown": ({"kind": "grey"}, 'kind must be one of "white", "black", "white-32", '),
    "kind empty": ({"kind": ""}, 'kind must be one of "white", "black", '),
    "no bits": ({"bits": 0}, "rook d1: bits must be 1..20, got 0"),
    "negative bits": ({"bits": -1}, "rook d1: bits must be 1..20, got -1"),
    "25 bits": ({"bits": 25}, "rook d1: bits must be 1..20, got 25"),
    "10**30 bits": ({"bits": 10**30}, f"rook d1: bits must be 1..20, got {10**30}"),
    "bits of a fraction": ({"bits": 11.5}, "bits must be an integer, got"),
    "bits in words": ({"bits": "eleven"}, "bits must be an integer, got 'eleven'"),
    "bits empty": ({"bits": ""}, "bits must be an integer, got ''"),
    "magic of 65 bits": ({"magic": 2**64}, "magic must be an integer from 0 to 2**64 - 1"),
    "magic of 65 bits, 0x": ({"magic": hex(2**64)}, "magic must be an integer from 0 to 2**64"),
    "magic negative": ({"magic": -1}, "magic must be an integer from 0 to 2**64 - 1, got -1"),
    "magic without 0x": ({"magic": "00ff"}, "magic must be a number such as 0x1f, got '00ff'"),
    "magic in words": ({"magic": "ten"}, "magic must be a number such as 0x1f, got 'ten'"),
    "magic empty": ({"magic": ""}, "magic must be a number such as 0x1f, got ''"),
    "magic of a million digits": ({"magic": "9" * 100_000}, "magic must be"),
    "offset of a fraction": ({"offset": 0.5}, "offset must be an integer, got"),
    "offset in words": ({"offset": "none"}, "offset must be an integer, got 'none'"),
}


@every_format
@pytest.mark.parametrize(("change", "sentence"), WRONG.values(), ids=WRONG)
def test_a_wrong_field_is_named_with_its_place(
    fancy: mb.Table, refused: Callable[..., str], form: str, change: Field, sentence: str
) -> None:
    fields = fields_of(fancy, offsets=True)
    fields[3] |= change
    place = {"csv": "line 5", "json": "magics[3]"}[form]
    assert refused(WRITERS[form](fields)).startswith(f"{place}: {sentence}")


ONLY_JSON: dict[str, Field] = {
    "piece null": {"piece": None},
    "piece a number": {"piece": 1},
    "piece a list": {"piece": ["rook"]},
    "square null": {"square": None},
    "square a float": {"square": 3.0},
    "square a boolean": {"square": True},
    "square a list": {"square": ["d1"]},
    "kind null": {"kind": None},
    "kind an object": {"kind": {}},
    "bits null": {"bits": None},
    "bits a float": {"bits": 11.0},
    "bits a boolean": {"bits": True},
    "magic null": {"magic": None},
    "magic a float": {"magic": 1e18},
    "magic a boolean": {"magic": True},
    "magic a list": {"magic": [1]},
    "magic an object": {"magic": {"hex": "0x1"}},
    "offset a float": {"offset": 1.0},
    "offset a boolean": {"offset": True},
    "offset a list": {"offset": []},
}


@pytest.mark.parametrize("change", ONLY_JSON.values(), ids=ONLY_JSON)
def test_a_json_field_of_another_type_is_named_with_its_place(
    fancy: mb.Table, refused: Callable[..., str], change: Field
) -> None:
    fields = fields_of(fancy, offsets=True)
    fields[3] |= change
    (value,) = change.values()
    sentence = refused(to_json(fields))
    assert sentence.startswith("magics[3]: ")
    assert sentence.endswith(f"got {value!r}")


def test_an_infinite_number_is_no_json(fancy: mb.Table, refused: Callable[..., str]) -> None:
    fields = fields_of(fancy, offsets=True)
    fields[3]["magic"] = float("inf")
    assert refused(to_json(fields)) == "not JSON: Infinity is not a JSON number"


# ---- Wrong together ----


@every_format
def test_a_missing_square_is_named(fancy: mb.Table, refused: Callable[..., str], form: str) -> None:
    fields = fields_of(fancy)
    del fields[70]
    assert refused(WRITERS[form](fields)) == "there is no magic for bishop g1"


@every_format
def test_a_second_magic_for_a_square_is_named(
    fancy: mb.Table, refused: Callable[..., str], form: str
) -> None:
    fields = fields_of(fancy)
    assert refused(WRITERS[form]([*fields, fields[5]])) == "rook f1 has more than one magic"


@every_format
def test_white_and_black_do_not_mix(
    fancy: mb.Table, refused: Callable[..., str], form: str
) -> None:
    fields = fields_of(fancy)
    fields[3]["kind"] = "black"
    assert refused(WRITERS[form](fields)).startswith("it mixes white and black magics")


@every_format
@pytest.mark.parametrize("row", [0, 3, 127])
def test_offsets_are_given_for_all_squares_or_none(
    fancy: mb.Table, refused: Callable[..., str], form: str, row: int
) -> None:
    fields = fields_of(fancy, offsets=True)
    fields[row]["offset"] = {"csv": "", "json": None}[form]
    sentence = refused(WRITERS[form](fields))
    assert sentence == "offsets must be given for all squares or for none"


@every_format
@pytest.mark.parametrize("offset", [-1, 1 << 24, 2**63, 2**64, -(2**64), 10**30])
def test_an_absurd_offset_is_refused(
    fancy: mb.Table, refused: Callable[..., str], form: str, offset: int
) -> None:
    fields = fields_of(fancy, offsets=True)
    fields[0]["offset"] = offset  # modulo 2**64, some of them are right
    assert "rook a1: " in refused(WRITERS[form](fields))


@every_format
@pytest.mark.usefixtures("little_memory")
def test_bits_that_make_a_huge_table_are_refused(
    fancy: mb.Table, refused: Callable[..., str], form: str
) -> None:
    fields = fields_of(fancy)
    fields[0]["bits"] = fields[1]["bits"] = 24  # still magics, of 128 MiB each
    refused(WRITERS[form](fields))


@every_format
def test_a_wrong_magic_is_named_with_two_keys_that_collide(
    fancy: mb.Table, read: Callable[..., mb.Table], form: str
) -> None:
    fields = fields_of(fancy)
    fields[28]["magic"] = "0x1"
    with pytest.raises(
        mb.errors.CollisionError, match=r"magics: rook e4: the blockers 0x"
    ) as caught:
        read(WRITERS[form](fields))
    first, second = caught.value.blockers
    index = [blockers * 1 % 2**64 >> 64 - fancy.magics[28].bits for blockers in (first, second)]
    assert index[0] == index[1]
    assert mb.ROOK.attacks("e4", first) != mb.ROOK.attacks("e4", second)


# ---- Files that are none ----


@pytest.mark.parametrize("name", ["piece", "square", "kind", "bits", "magic"])
def test_a_missing_column_is_named(fancy: mb.Table, refused: Callable[..., str], name: str) -> None:
    fields = fields_of(fancy)
    for field in fields:
        del field[name]
    assert refused(to_csv(fields)) == f"column '{name}' is missing"
    assert refused(to_json(fields)) == f"magics[0] has no field '{name}'"


@pytest.mark.parametrize("content", ["", " \n\t\r\n "], ids=["nothing", "blanks"])
def test_an_empty_file_is_named(refused: Callable[..., str], content: str) -> None:
    assert refused(content) == "the file is empty"


def test_a_header_alone_has_no_magics(refused: Callable[..., str]) -> None:
    sentence = refused("piece,square,kind,bits,magic\n")
    assert sentence == "there is no magic for rook a1 (and 127 more)"


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfep", b"piece\0", b"\x01", b"\x7fELF\xff", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
    ids=["half a character", "a zero", "one byte", "a program", "a picture"],
)
def test_what_is_no_text_is_named(refused: Callable[..., str], content: bytes) -> None:
    assert refused(content) == "it is neither NPZ nor text"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("hello", "no array of 64 or 128 numbers found"),
        ("\n\n\n", "the file is empty"),
        ("piece;square;kind;bits;magic\n", "there is no magic for rook a1 (and 127 more)"),
        ("square;kind;bits;magic\n", "column 'piece' is missing"),
        ("// square, piece, magic\n", "column 'square' is missing"),
        ('"piece,square', "column 'kind' is missing"),
        ('piece,square,kind,bits,magic\nrook,"a1,white,12,1\n', "line "),
        ('piece,square,kind,bits,magic\nrook,a1"b"c,white,12,1\n', "line 2: "),
        ('piece,square,kind,bits,magic\nrook,"a1"x,white,12,1\n', "line 2: "),
        ('piece,square,kind,bits,magic\nrook,"a\n1",white,12,1\n', "line 3: square must be"),
        ("piece,square,kind,bits,magic\nrook,a1,white\n", "line 2: too few columns"),
        ("piece,square,kind,bits,magic\n\n\nrook,a1,white\n", "line 4: too few columns"),
        ("piece,square,kind,bits,magic\nrook,a1,white,12,1,2\n", "line 2: too many columns"),
        ("piece,square,kind,bits,magic\n" + "r" * 200_000 + ",a1,white,12,1\n", "line 2: "),
        ("piece,square,kind,bits,magic\nro\0ok,a1,white,12,1\n", "it is neither"),
        ("\0\0\0\0", ""),
        ("\ufeff", ""),
    ],
)
def test_broken_csv_is_named_with_its_place(
    refused: Callable[..., str], content: str, sentence: str
) -> None:
    assert refused(content).startswith(sentence)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("[", "no array of 64 or 128 numbers found"),
        ("{", "no array of 64 or 128 numbers found"),
        ("[{]", "no array of 64 or 128 numbers found"),
        ("[1,]", "no array of 64 or 128 numbers found"),
        ("[1] [2]", "no array of 64 or 128 numbers found"),
        ("{'magics': []}", "no array of 64 or 128 numbers found"),
        ("[" + "9" * 5000 + "]", "no array of 64 or 128 numbers found"),
        ("[" * 100_000, "no array of 64 or 128 numbers found"),
        ('{"a":' * 100_000, "not JSON: "),
        ('{"a":', "not JSON: Expecting value"),
        ('{"magics": [{"piece": "rook"', "not JSON: "),
        ('[{"magic": 0x1f}]', "not JSON: "),
        ("[" * 500 + "]" * 500, "magics[0] is not an object"),
        ("[]", "there is no magic for rook a1 (and 127 more)"),
        ("{}", "it must hold a list of magics"),
        ('{"magics": null}', "it must hold a list of magics"),
        ('{"magics": {"rook": []}}', "it must hold a list of magics"),
        ("[1]", "magics[0] is not an object"),
        ("[null]", "magics[0] is not an object"),
        ('["rook"]', "magics[0] is not an object"),
        ("[{}]", "magics[0] has no field 'piece'"),
        ('[{"piece": "\\ud800"}]', "magics[0] has no field 'square'"),
    ],
    ids=lambda value: value[:20],
)
def test_broken_json_is_named_with_its_place(
    refused: Callable[..., str], content: str, sentence: str
) -> None:
    assert refused(content).startswith(sentence)


@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize("start", [b"piece,square", b"[{", b"x" * 99, b"\0"], ids=str)
def test_a_huge_file_is_not_read_to_its_end(start: bytes, tmp_path: Path) -> None:
    with (tmp_path / "magics").open("wb") as file:
        file.write(start)
        file.truncate(1 << 40)  # a file with a hole, which takes no room
    with pytest.raises(ValueError, match=rf"magics: it is longer than {LARGEST_TEXT:,} bytes$"):
        mb.read(tmp_path / "magics")


def test_an_archive_that_is_too_long_is_not_called_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table.npz").write_bytes(b"PK" + bytes(2000))
    monkeypatch.setattr("magicbb.tables.reading.LARGEST_TABLE", 2001)
    with pytest.raises(ValueError, match=r"table\.npz: it is longer than 2,001 bytes$"):
        mb.read(tmp_path / "table.npz")
    monkeypatch.setattr("magicbb.tables.reading.LARGEST_TABLE", 2002)
    with pytest.raises(ValueError, match="damaged or truncated"):
        mb.read(tmp_path / "table.npz")


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        mb.read(tmp_path)


@pytest.mark.parametrize("path", [None, 3.5, ["a"], 987_654])
def test_what_is_no_path_is_refused(path: Any) -> None:
    with pytest.raises(TypeError, match=r"^source must be a path or a binary file, got"):
        mb.read(path)
    with pytest.raises(TypeError, match=r"^source must be a path or a binary file, got"):
        mb.verify(path)
