"""Magics that other people wrote: what is read, and what is said of that which cannot be."""

from __future__ import annotations

import json
import os
import re
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.magics.files import LARGEST_TEXT
from magicbb.recipes.scheme import Scheme
from magicbb.tables import npz

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy.typing as npt


Field = dict[str, Any]

every_format = pytest.mark.parametrize("form", ["csv", "json"])


def fields_of(table: mb.Table, *, offsets: bool = False) -> list[Field]:
    """Return a table's magics as fields, with the offsets where its squares start."""
    starts = table.offsets or table.parameters[:, -1].tolist()
    return [
        {
            "piece": magic.slider.name,
            "square": mb.square_name(magic.square),
            "kind": magic.kind,
            "index_bits": magic.bits,
            "magic": hex(magic.factor),
        }
        | ({"offset": start} if offsets else {})
        for magic, start in zip(table.magics, starts, strict=True)
    ]


def to_csv(fields: list[Field]) -> str:
    """Write fields as lines of a CSV file."""
    lines = [",".join(fields[0]), *(",".join(map(str, field.values())) for field in fields)]
    return "\n".join(lines) + "\n"


def to_json(fields: list[Field]) -> str:
    """Write fields as a JSON list."""
    return json.dumps(fields)


WRITERS = {"csv": to_csv, "json": to_json}


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str | bytes], mb.Table]:
    """Return a function that reads content from a file."""

    def read(content: str | bytes) -> mb.Table:
        path = tmp_path / "magics"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return mb.read_file(path)

    return read


@pytest.fixture
def refused(tmp_path: Path, read: Callable[[str | bytes], mb.Table]) -> Callable[..., str]:
    """Return a function that says what is wrong with content, after the name of the file."""

    def refused(content: str | bytes) -> str:
        with pytest.raises(ValueError, match=f"^{re.escape(str(tmp_path / 'magics'))}: ") as caught:
            read(content)
        return str(caught.value).removeprefix(f"{tmp_path / 'magics'}: ")

    return refused


# ---- Published tables ----


@pytest.mark.parametrize(
    ("name", "kind", "entries"),
    [
        ("annuss-2010-white-97264", "white", 97_264),
        ("annuss-2017-white-88772", "white", 88_772),
        ("everling-2026-black-76411", "black", 76_411),
    ],
)
def test_a_published_table_is_read_and_verified(
    published: dict[str, Path], name: str, kind: str, entries: int
) -> None:
    table = mb.read_file(published[name])
    assert table.entries == entries
    assert table.verify().keys == 107_648
    assert {magic.kind for magic in table.magics} == {kind}


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("annuss-2010-white-97264", ("white-fixed", "overlapped", "direct")),
        ("annuss-2017-white-88772", ("white-fixed", "overlapped", "direct")),
        ("everling-2026-black-76411", ("black", "overlapped", "direct")),
    ],
)
def test_a_published_table_gets_the_simplest_scheme(
    published: dict[str, Path], name: str, names: tuple[str, str, str]
) -> None:
    assert mb.read_file(published[name]).scheme.names == names


def test_the_smallest_table_uses_as_many_slots_as_published(published: dict[str, Path]) -> None:
    assert mb.read_file(published["everling-2026-black-76411"]).used == 66_142


def test_the_magics_and_offsets_are_those_of_the_file(published: dict[str, Path]) -> None:
    table = mb.read_file(published["everling-2026-black-76411"])
    assert (table.magics[0].bits, table.magics[0].factor) == (12, 0x0050020428000230)
    assert table.offsets is not None
    assert table.offsets[:2] == (1696, 29542)
    assert min(table.offsets) < 0


# ---- Every way of writing the same ----


@every_format
def test_magics_alone_are_laid_out_one_after_the_other(
    fancy: mb.Table, read: Callable[..., mb.Table], form: str
) -> None:
    assert read(WRITERS[form](fields_of(fancy))) == fancy


@every_format
def test_offsets_are_kept(fancy: mb.Table, read: Callable[..., mb.Table], form: str) -> None:
    table = read(WRITERS[form](fields_of(fancy, offsets=True)))
    assert table.scheme.layout.name == "overlapped"
    assert np.array_equal(table.slots, fancy.slots)


@every_format
@pytest.mark.parametrize("kind", ["white", "black"])
@pytest.mark.parametrize("fixed", [True, False], ids=["fixed", "variable"])
def test_the_hash_is_told_by_kind_and_bits(
    read: Callable[..., mb.Table], form: str, kind: str, fixed: bool
) -> None:
    scheme = Scheme(f"{kind}-fixed", "strided") if fixed else Scheme(kind, "concatenated")
    table = mb.build(scheme)
    assert read(WRITERS[form](fields_of(table))) == table


@every_format
def test_squares_may_come_in_any_order(
    fancy: mb.Table, read: Callable[..., mb.Table], form: str
) -> None:
    assert read(WRITERS[form](fields_of(fancy)[::-1])) == fancy


@every_format
def test_columns_may_come_in_any_order_and_others_are_passed_over(
    fancy: mb.Table, read: Callable[..., mb.Table], form: str
) -> None:
    fields = [
        {"author": "me"} | {name: field[name] for name in [*field][::-1]}
        for field in fields_of(fancy)
    ]
    assert read(WRITERS[form](fields)) == fancy


@every_format
def test_numbers_may_be_decimal(fancy: mb.Table, read: Callable[..., mb.Table], form: str) -> None:
    fields = [field | {"magic": int(field["magic"], 0)} for field in fields_of(fancy)]
    assert read(WRITERS[form](fields)) == fancy


@every_format
def test_squares_may_be_numbers(fancy: mb.Table, read: Callable[..., mb.Table], form: str) -> None:
    fields = [field | {"square": row % 64} for row, field in enumerate(fields_of(fancy))]
    assert read(WRITERS[form](fields)) == fancy


@every_format
def test_an_empty_offset_is_none(fancy: mb.Table, read: Callable[..., mb.Table], form: str) -> None:
    empty = {"csv": "", "json": None}[form]
    assert read(WRITERS[form]([field | {"offset": empty} for field in fields_of(fancy)])) == fancy


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace(",", " ,\t "),
        lambda text: "\ufeff" + text,
        lambda text: text.removesuffix("\n"),
        lambda text: text.replace("rook", '"rook"'),
    ],
    ids=["CRLF", "blank lines", "blanks", "byte order mark", "no last newline", "quotes"],
)
def test_csv_may_be_written_loosely(
    fancy: mb.Table, read: Callable[..., mb.Table], change: Callable[[str], str]
) -> None:
    assert read(change(to_csv(fields_of(fancy, offsets=True)))).used == fancy.used


@pytest.mark.parametrize(
    "change",
    [
        lambda text: f'{{"magics": {text}, "author": "me"}}',
        lambda text: f"\n\t {text} \n",
        lambda text: "\ufeff" + text,
        lambda text: text.replace("}, ", "},\r\n"),
    ],
    ids=["object", "blanks", "byte order mark", "lines"],
)
def test_json_may_be_written_loosely(
    fancy: mb.Table, read: Callable[..., mb.Table], change: Callable[[str], str]
) -> None:
    assert read(change(to_json(fields_of(fancy)))) == fancy


def test_the_name_of_the_file_does_not_matter(fancy: mb.Table, tmp_path: Path) -> None:
    (tmp_path / "magics.npz").write_text(to_csv(fields_of(fancy)))
    assert mb.read_file(str(tmp_path / "magics.npz")) == fancy


# ---- NPZ of plain arrays ----


def arrays_of(table: mb.Table) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays that somebody else may have saved."""
    arrays: dict[str, npt.NDArray[Any]] = {}
    for start, slider in ((0, "rook"), (64, "bishop")):
        magics = table.magics[start : start + 64]
        arrays[f"{slider}_magics"] = np.array([magic.factor for magic in magics], np.uint64)
        arrays[f"{slider}_bits"] = np.array([magic.bits for magic in magics])
        arrays[f"{slider}_offsets"] = table.parameters[start : start + 64, -1].astype(np.int64)
    return arrays


@pytest.mark.parametrize("left_out", [["_offsets"], ["_bits", "_offsets"]], ids=str)
def test_plain_arrays_are_read(
    fancy: mb.Table, read: Callable[..., mb.Table], left_out: list[str]
) -> None:
    arrays = arrays_of(fancy)
    kept = {name: a for name, a in arrays.items() if not name.endswith(tuple(left_out))}
    assert read(npz.pack(kept)) == fancy


def test_plain_arrays_may_have_offsets(fancy: mb.Table, read: Callable[..., mb.Table]) -> None:
    table = read(npz.pack(arrays_of(fancy)))
    assert table.scheme.layout.name == "overlapped"
    assert np.array_equal(table.slots, fancy.slots)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("rook_magics", None, "it has no member 'rook_magics'"),
        ("bishop_magics", None, "it has no member 'bishop_magics'"),
        ("rook_magics", np.zeros(63, np.uint64), "rook_magics must have 64 numbers"),
        ("bishop_bits", np.zeros((64, 1), np.int64), "bishop_bits must have 64 numbers"),
        ("rook_offsets", np.zeros(0, np.int64), "rook_offsets must have 64 numbers"),
        ("bishop_magics", np.full(64, -1), "bishop a1: magic must be an integer from 0"),
        ("bishop_bits", np.full(64, 99), "bishop a1: index bits must be 1..20, got 99"),
        ("rook_bits", np.zeros(64, np.int64), "rook a1: index bits must be 1..20, got 0"),
        ("bishop_offsets", None, "some squares have an offset and some have none"),
        ("rook_offsets", np.full(64, -1), "rook a1: "),
        ("rook_offsets", np.full(64, 2**40), "rook a1: "),
    ],
)
def test_wrong_arrays_are_named(
    fancy: mb.Table, refused: Callable[..., str], name: str, value: Any, sentence: str
) -> None:
    arrays = arrays_of(fancy) | {name: value}
    if value is None:
        del arrays[name]
    assert refused(npz.pack(arrays)).startswith(sentence)


def test_an_archive_of_something_else_is_refused(refused: Callable[..., str]) -> None:
    assert refused(npz.pack({"a": np.zeros(3, np.uint8)})) == "it has no member 'rook_magics'"


# ---- One wrong field ----

WRONG: dict[str, tuple[Field, str]] = {
    "piece unknown": ({"piece": "knight"}, "slider must be"),
    "piece with a capital": ({"piece": "Rook"}, "slider must be"),
    "piece without magics": ({"piece": "queen"}, "piece must be rook or bishop, got queen"),
    "piece empty": ({"piece": ""}, "slider must be"),
    "square unknown": ({"square": "i9"}, "square must be 0..63 or a name such as \"e4\", got 'i9'"),
    "square above 63": ({"square": 64}, "square must be 0..63"),
    "square negative": ({"square": -1}, "square must be 0..63"),
    "square empty": ({"square": ""}, "square must be 0..63"),
    "kind unknown": ({"kind": "grey"}, 'kind must be one of "white", "black", "white-32", '),
    "kind empty": ({"kind": ""}, 'kind must be one of "white", "black", '),
    "no bits": ({"index_bits": 0}, "rook d1: index bits must be 1..20, got 0"),
    "negative bits": ({"index_bits": -1}, "rook d1: index bits must be 1..20, got -1"),
    "25 bits": ({"index_bits": 25}, "rook d1: index bits must be 1..20, got 25"),
    "10**30 bits": ({"index_bits": 10**30}, f"rook d1: index bits must be 1..20, got {10**30}"),
    "bits of a fraction": ({"index_bits": 11.5}, "index_bits must be an integer, got"),
    "bits in words": ({"index_bits": "eleven"}, "index_bits must be an integer, got 'eleven'"),
    "bits empty": ({"index_bits": ""}, "index_bits must be an integer, got ''"),
    "magic of 65 bits": ({"magic": 2**64}, "magic must be an integer from 0 to 2**64 - 1"),
    "magic of 65 bits, 0x": ({"magic": hex(2**64)}, "magic must be an integer from 0 to 2**64"),
    "magic negative": ({"magic": -1}, "magic must be an integer from 0 to 2**64 - 1, got -1"),
    "magic without 0x": ({"magic": "00ff"}, "magic must be a number such as 0x1f, got '00ff'"),
    "magic in words": ({"magic": "ten"}, "magic must be a number such as 0x1f, got 'ten'"),
    "magic empty": ({"magic": ""}, "magic must be a number such as 0x1f, got ''"),
    "magic with a NUL": ({"magic": "0x1\0"}, ""),  # Python 3.10 has a sentence of its own
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
    place = {"csv": "line 5", "json": "magic number 3"}[form]
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
    "bits null": {"index_bits": None},
    "bits a float": {"index_bits": 11.0},
    "bits a boolean": {"index_bits": True},
    "magic null": {"magic": None},
    "magic a float": {"magic": 1e18},
    "magic infinite": {"magic": float("inf")},
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
    assert sentence.startswith("magic number 3: ")
    assert sentence.endswith(f"got {value!r}")


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
    assert sentence == "some squares have an offset and some have none"


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
    fields[0]["index_bits"] = fields[1]["index_bits"] = 24  # still magics, of 128 MiB each
    refused(WRITERS[form](fields))


@every_format
def test_a_wrong_magic_is_named_with_two_keys_that_collide(
    fancy: mb.Table, read: Callable[..., mb.Table], form: str
) -> None:
    fields = fields_of(fancy)
    fields[28]["magic"] = "0x1"
    with pytest.raises(mb.CollisionError, match=r"magics: rook e4: the blockers 0x") as caught:
        read(WRITERS[form](fields))
    first, second = caught.value.blockers
    index = [blockers * 1 % 2**64 >> 64 - fancy.magics[28].bits for blockers in (first, second)]
    assert index[0] == index[1]
    assert mb.ROOK.attacks("e4", first) != mb.ROOK.attacks("e4", second)


# ---- Files that are none ----


@pytest.mark.parametrize("name", ["piece", "square", "kind", "index_bits", "magic"])
def test_a_missing_column_is_named(fancy: mb.Table, refused: Callable[..., str], name: str) -> None:
    fields = fields_of(fancy)
    for field in fields:
        del field[name]
    assert refused(to_csv(fields)) == f"column '{name}' is missing"
    assert refused(to_json(fields)) == f"magic number 0 has no field '{name}'"


@pytest.mark.parametrize("content", ["", " \n\t\r\n "], ids=["nothing", "blanks"])
def test_an_empty_file_is_named(refused: Callable[..., str], content: str) -> None:
    assert refused(content) == "the file is empty"


def test_a_header_alone_has_no_magics(refused: Callable[..., str]) -> None:
    sentence = refused("piece,square,kind,index_bits,magic\n")
    assert sentence == "there is no magic for rook a1 (and 127 more)"


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe" + "piece,square".encode("utf-16-le"), b"piece\xff", b"\x80", b"\x7fELF\xff"],
    ids=["UTF-16", "Latin-1", "one byte", "a program"],
)
def test_what_is_no_text_is_named(refused: Callable[..., str], content: bytes) -> None:
    assert refused(content) == "it is neither NPZ nor text in UTF-8"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("hello", "column 'piece' is missing"),
        ("\n\n\n", "the file is empty"),
        ("piece;square;kind;index_bits;magic\n", "column 'piece' is missing"),
        ('"piece,square', "line "),
        ('piece,square,kind,index_bits,magic\nrook,"a1,white,12,1\n', "line "),
        ('piece,square,kind,index_bits,magic\nrook,a1"b"c,white,12,1\n', "line 2: "),
        ('piece,square,kind,index_bits,magic\nrook,"a1"x,white,12,1\n', "line 2: "),
        ('piece,square,kind,index_bits,magic\nrook,"a\n1",white,12,1\n', "line 3: square must be"),
        ("piece,square,kind,index_bits,magic\nrook,a1,white\n", "line 2: too few columns"),
        ("piece,square,kind,index_bits,magic\n\n\nrook,a1,white\n", "line 4: too few columns"),
        ("piece,square,kind,index_bits,magic\nrook,a1,white,12,1,2\n", "line 2: too many columns"),
        ("piece,square,kind,index_bits,magic\n" + "r" * 200_000 + ",a1,white,12,1\n", "line 2: "),
        ("piece,square,kind,index_bits,magic\nro\0ok,a1,white,12,1\n", "line 2: "),
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
        ("[", "not JSON: "),
        ("{", "not JSON: "),
        ("[{]", "not JSON: "),
        ("[1,]", "not JSON: "),
        ("[1] [2]", "not JSON: "),
        ("{'magics': []}", "not JSON: "),
        ("[" + "9" * 5000 + "]", "not JSON: "),
        ("[" * 100_000, "not JSON: "),
        ('{"a":' * 100_000, "not JSON: "),
        ("[" * 500 + "]" * 500, "magic number 0 is not an object"),
        ("[]", "there is no magic for rook a1 (and 127 more)"),
        ("{}", "must hold a list of magics"),
        ('{"magics": null}', "must hold a list of magics"),
        ('{"magics": {"rook": []}}', "must hold a list of magics"),
        ("[1]", "magic number 0 is not an object"),
        ("[null]", "magic number 0 is not an object"),
        ('["rook"]', "magic number 0 is not an object"),
        ("[{}]", "magic number 0 has no field 'piece'"),
        ('[{"piece": "\\ud800"}]', "magic number 0 has no field 'square'"),
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
    with pytest.raises(ValueError, match=rf"magics: it is longer than {LARGEST_TEXT} bytes$"):
        mb.read_file(tmp_path / "magics")


@pytest.mark.parametrize("length", [0, 1, 2, 3, 10, 100, 1000])
def test_a_truncated_archive_is_refused(
    fancy: mb.Table, refused: Callable[..., str], length: int
) -> None:
    content = fancy.to_bytes()[:length]
    assert refused(content).startswith(
        "not a whole NPZ file" if content[:2] == b"PK" else ("the file is empty", "column")
    )


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        mb.read_file(tmp_path)


@pytest.mark.parametrize("reader", [mb.load, mb.read_file])
@pytest.mark.parametrize("path", [None, 3.5, ["a"], 987_654])
def test_what_is_no_path_is_refused(reader: Any, path: Any) -> None:
    with pytest.raises(TypeError):
        reader(path)


def test_a_stream_that_cannot_seek_is_read(fancy: mb.Table, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    text = to_csv(fields_of(fancy))
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=(text,))
    writer.start()
    assert mb.read_file(tmp_path / "pipe") == fancy
    writer.join()


def test_an_archive_is_known_by_its_content(fancy: mb.Table, tmp_path: Path) -> None:
    (tmp_path / "magics.csv").write_bytes(fancy.to_bytes())
    assert mb.read_file(tmp_path / "magics.csv") == fancy
