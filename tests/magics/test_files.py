"""Files of magics: what is written is read again, and what is wrong is named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.magics.files import (
    COLUMNS,
    OFFSET,
    Placed,
    fields_of,
    from_csv,
    from_objects,
    in_order,
    objects_of,
    read_magics,
    shipped,
    to_csv,
    to_json,
)

if TYPE_CHECKING:
    from pathlib import Path

MAGICS = mb.find_all(seed=3)
OFFSETS = tuple(range(-5, 123))
PLACED = [Placed(*pair) for pair in zip(MAGICS, OFFSETS, strict=True)]


def test_the_columns() -> None:
    text = to_csv(MAGICS[:1], [7])
    factor = f"{MAGICS[0].magic:#018x}"
    assert text == f"piece,square,kind,bits,magic,offset\nrook,a1,white,12,{factor},7\n"
    assert [*fields_of(MAGICS[0])] == [*COLUMNS]
    assert [*fields_of(MAGICS[0], 0)] == [*COLUMNS, OFFSET]


def test_csv_is_read_as_it_was_written() -> None:
    assert [*from_csv(to_csv(MAGICS))] == [Placed(magic) for magic in MAGICS]
    assert [*from_csv(to_csv(MAGICS, OFFSETS))] == PLACED


def test_json_is_read_as_it_was_written() -> None:
    text = to_json(MAGICS, {"command": "magicbb find", "seed": 3})
    assert json.loads(text)["command"] == "magicbb find"
    assert len(text.splitlines()) == len(MAGICS) + 6
    objects, seed = objects_of(text)
    assert [*from_objects(objects)] == [Placed(magic) for magic in MAGICS]
    assert seed == 3


def test_json_has_a_magic_per_line() -> None:
    magic = json.dumps(fields_of(MAGICS[0]))
    assert (
        to_json(MAGICS[:1], {"seed": 3})
        == f"""{{
  "seed": 3,
  "magics": [
    {magic}
  ]
}}
"""
    )


def test_rows_are_values() -> None:
    assert {Placed(MAGICS[0], 1), Placed(MAGICS[0], 1)} == {Placed(MAGICS[0], 1)}


def test_a_file_of_eight_mebibytes_is_read_and_no_longer_one(tmp_path: Path) -> None:
    path = tmp_path / "magics.csv"
    path.write_text(to_csv(MAGICS).ljust(2**23, "\n"), "utf-8")
    assert len(read_magics(path)) == len(MAGICS)
    path.write_text(to_csv(MAGICS).ljust(2**23 + 1, "\n"), "utf-8")
    with pytest.raises(ValueError, match=r"magics\.csv: it is longer than 8,388,608 bytes$"):
        read_magics(path)


@pytest.mark.parametrize("seed", ["3", None, 1.5, True])
def test_a_seed_is_a_number(seed: object) -> None:
    assert objects_of(to_json([], {"seed": seed})) == ([], None)


def test_a_file_is_told_by_its_content(tmp_path: Path) -> None:
    objects = [fields_of(*pair) for pair in zip(MAGICS, OFFSETS, strict=True)]
    for text in (to_csv(MAGICS, OFFSETS), f"\n {json.dumps(objects)}"):
        (tmp_path / "magics").write_text(text, "utf-8")
        assert read_magics(tmp_path / "magics") == PLACED


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the file is empty"),
        ("[1]", r"magics\[0\] is not an object"),
        ("{", "not JSON: "),
        ('[{"piece": "rook"}]', r"magics\[0\] has no field 'square'$"),
        ("piece,square,kind,magic\n", "column 'bits' is missing"),
        ("piece,square,kind,bits,magic\nrook,a1\n", "line 2: too few columns"),
        ("piece,square,kind,bits,magic\nrook,a1,white,0,1\n", "line 2: rook a1: bits"),
    ],
)
def test_what_is_wrong_is_said_with_the_name_of_the_file(
    tmp_path: Path, text: str, sentence: str
) -> None:
    path = tmp_path / "magics.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=sentence) as caught:
        read_magics(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_what_is_no_number_is_refused_with_its_place() -> None:
    sentence = r"^magics\[0\]: bits must be an integer, got \[12\]$"
    with pytest.raises(ValueError, match=sentence):
        [*from_objects([fields_of(MAGICS[0]) | {"bits": [12]}])]


def test_authors_are_read() -> None:
    rows = shipped("dense")
    assert all(row.author for row in rows)
    assert {row.author for row in shipped("densest/free")} == {""}


def test_magics_are_put_in_the_order_of_tables_with_their_offsets() -> None:
    assert in_order(reversed(PLACED)) == (MAGICS, OFFSETS)
    assert in_order(map(Placed, reversed(MAGICS))) == (MAGICS, None)


def test_the_first_offset_may_be_zero() -> None:
    assert in_order([Placed(MAGICS[0], 0)]) == (MAGICS[:1], (0,))


def test_offsets_are_for_all_or_none() -> None:
    with pytest.raises(ValueError, match="offsets must be given for all squares or for none"):
        in_order([*PLACED[:5], Placed(MAGICS[5])])
