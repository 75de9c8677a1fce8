"""Magics that other people wrote: what is read."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import numpy as np
import pytest

import magicbb as mb
from magicbb.recipes.scheme import Scheme

from .written import WRITERS, every_format, fields_of, to_csv, to_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


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
    table = mb.read(published[name])
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
    assert mb.read(published[name]).scheme.names == names


def test_the_smallest_table_uses_as_many_slots_as_published(published: dict[str, Path]) -> None:
    assert mb.read(published["everling-2026-black-76411"]).used == 66_142


def test_the_magics_and_offsets_are_those_of_the_file(published: dict[str, Path]) -> None:
    table = mb.read(published["everling-2026-black-76411"])
    assert (table.magics[0].bits, table.magics[0].magic) == (12, 0x0050020428000230)
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
@pytest.mark.parametrize("digits", ["{:x}", "{:016X}", " {:x}"])
def test_numbers_may_be_hexadecimal_digits_alone(
    fancy: mb.Table, read: Callable[..., mb.Table], form: str, digits: str
) -> None:
    fields = [{**row, "magic": digits.format(int(row["magic"], 16))} for row in fields_of(fancy)]
    assert read(WRITERS[form](fields)) == fancy


@every_format
def test_digits_alone_beside_a_prefix_are_no_number(
    fancy: mb.Table, refused: Callable[..., str], form: str
) -> None:
    fields = fields_of(fancy)
    fields[1]["magic"] = "8abcdef"
    place = {"csv": "line 3", "json": "magics[1]"}[form]
    assert refused(WRITERS[form](fields)).startswith(f"{place}: magic must be a number such as")


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
    assert mb.read(str(tmp_path / "magics.npz")) == fancy


def test_a_stream_that_cannot_seek_is_read(fancy: mb.Table, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    text = to_csv(fields_of(fancy))
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=(text,))
    writer.start()
    assert mb.read(tmp_path / "pipe") == fancy
    writer.join()
