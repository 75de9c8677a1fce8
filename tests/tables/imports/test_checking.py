"""Numbers of a source that play a part in looking up: each that is changed is named."""

from __future__ import annotations

import re

import pytest

import magicbb as mb
from magicbb.geometry.sliders import SLIDERS

from .conftest import import_magics

FIELDS = ("ptr", "magic", "premask", "postmask", "shift")


@pytest.fixture(scope="module")
def shared() -> mb.Table:
    return mb.build("shared", 1)


def struct(table: mb.Table, fields: tuple[str, ...] = FIELDS) -> list[str]:
    """The lines of a source with such a struct for each square, as the wiki has it."""
    columns = dict(zip(table.scheme.words, table.parameters.T.tolist(), strict=True))
    columns |= {"ptr": columns.get("offset"), "premask": columns["mask"]}
    columns["postmask"] = columns.get("lines")
    lines = ["struct SMagic { U64 *ptr, magic, premask, postmask; int shift; };"]
    for slider, first in zip(SLIDERS, (0, 64), strict=True):
        lines.append(f"struct SMagic m{slider.name.title()}Tbl[64] = {{")
        for row in range(first, first + 64):
            numbers = [columns[name][row] for name in fields]
            lines.append(
                "  { "
                + ", ".join(
                    f"attack_table + {number}" if name == "ptr" else f"{number:#x}"
                    for name, number in zip(fields, numbers, strict=True)
                )
                + " },"
            )
        lines.append("};")
    return lines


def changed(lines: list[str], line: int, field: int, number: str) -> str:
    """The lines with one number changed, counted from 1."""
    numbers = re.findall(r"0x[0-9a-f]+|\b\d+\b", lines[line - 1])
    before, after = lines[: line - 1], lines[line:]
    place = [*re.finditer(r"0x[0-9a-f]+|\b\d+\b", lines[line - 1])][field - 1]
    assert numbers[field - 1] != number
    row = lines[line - 1]
    return "\n".join([*before, row[: place.start()] + number + row[place.end() :], *after])


def test_a_struct_with_masks_before_and_after_is_read(shared: mb.Table) -> None:
    imported = import_magics("\n".join(struct(shared)))
    assert imported.table == shared
    assert imported.unchecked == ()
    assert imported.arrays["bishop lines"] == "mBishopTbl field 4 (line 68)"


ROOK_D4 = 2 + 28


@pytest.mark.parametrize(
    ("field", "flip", "words"),
    [
        (1, 100, "number 28 of mRookTbl field 1 (line 30) is"),
        (1, 1 << 40, "number 28 of mRookTbl field 1 (line 30) is"),
        (3, 1 << 11, "number 28 of mRookTbl field 3 (line 30) is"),
        (4, 1 << 11, "number 28 of mRookTbl field 4 (line 30) is"),
        (4, 1 << 63, "number 28 of mRookTbl field 4 (line 30) is"),
        (5, 1, "number 28 of mRookTbl field 5 (line 30) is"),
        (5, 64, "number 28 of mRookTbl field 5 (line 30) is"),
    ],
)
def test_a_changed_number_is_named(shared: mb.Table, field: int, flip: int, words: str) -> None:
    lines = struct(shared)
    number = int(re.findall(r"0x[0-9a-f]+|\b\d+\b", lines[ROOK_D4 - 1])[field - 1], 0)
    with pytest.raises(ValueError, match=r"^rook d4: ") as error:
        import_magics(changed(lines, ROOK_D4, field, hex(number ^ flip)))
    assert words in str(error.value)


def test_a_changed_magic_is_named(shared: mb.Table) -> None:
    with pytest.raises(mb.errors.CollisionError) as error:
        import_magics(changed(struct(shared), ROOK_D4, 2, "0x1234567812345678"))
    assert "rook d4 is number 28 of mRookTbl field 2 (line 30)" in str(error.value)


@pytest.mark.parametrize("change", [100, -100, 1 << 19])
def test_a_wrong_offset_beside_mask_and_magic_is_named(fancy: mb.Table, change: int) -> None:
    lines = struct(fancy, ("offset", "mask", "magic", "shift"))
    offset = int(fancy.parameters[27, -1]) + change
    with pytest.raises(ValueError, match=r"^rook d4: number 28 of mRookTbl field 1") as error:
        import_magics(changed(lines, ROOK_D4, 1, hex(offset)))
    assert f"is {offset}, but should be {offset - change}" in str(error.value)


def test_a_wrong_offset_between_others_is_named(published: dict[str, object]) -> None:
    table = mb.read(str(published["annuss-2017-white-88772"]))
    lines = struct(table, ("offset", "mask", "magic"))
    with pytest.raises(ValueError, match=r"its slots collide .*number 28 of \w+ field 1 \(line 30"):
        import_magics(changed(lines, ROOK_D4, 1, str((table.offsets or ())[27] ^ 1)))


@pytest.mark.parametrize("bit", [0, 11, 12, 14])
def test_a_wrong_offset_in_a_magic_is_named(bit: int) -> None:
    table = mb.build("offset-in-magic", 28)
    assert isinstance(table, mb.Table)
    lines = struct(table, ("mask", "magic"))
    wrong = hex(table.magics[27].magic ^ 1 << bit)
    words = r"has an offset in its low 16 bits that makes its slots collide with those of (rook|bi)"
    with pytest.raises(ValueError, match=words) as error:
        import_magics(changed(lines, ROOK_D4, 2, wrong))
    assert "number 28 of mRookTbl field 2 (line 30)" in str(error.value)


def test_magics_alone_are_looked_at_if_that_is_asked_for(shared: mb.Table) -> None:
    text = changed(struct(shared), ROOK_D4, 3, "0x1")
    imported = import_magics(text, magics_only=True)
    assert imported.table.magics == shared.magics
    assert "mRookTbl field 3 (line 2)" in imported.unchecked


def test_what_means_nothing_is_said_to_be_unchecked(fancy: mb.Table) -> None:
    lines = struct(fancy, ("mask", "magic"))
    text = "\n".join(lines) + "\nint pst[64] = {" + ", ".join(map(str, range(64))) + "};"
    assert str(import_magics(text)).endswith("\nnot checked: pst (line 134)")
