"""Sources with one thing wrong: it is refused, or the report says what was not checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import magicbb as mb

if TYPE_CHECKING:
    from collections.abc import Iterable


def array(name: str, numbers: Iterable[object]) -> str:
    return f"const U64 {name}[64] = {{{', '.join(map(str, numbers))}}};\n"


def source(scheme: str = "fancy") -> str:
    magics = mb.build(scheme).magics
    return "".join(
        array(f"{name}_magics", (f"{each.magic:#x}" for each in magics[first : first + 64]))
        for name, first in (("rook", 0), ("bishop", 64))
    )


def masks(slider: object) -> list[str]:
    return [hex(getattr(mb, str(slider).upper()).mask(square)) for square in range(64)]


def said(text: str) -> str:
    """What the report says, after everything was found right."""
    return str(mb.verify(text))


LOOK_UPS = """
U64 rook(int s, U64 o) {{ o *= rook_magics[s]; o >>= {}; return t[s][o]; }}
U64 bishop(int s, U64 o) {{ o *= bishop_magics[s]; o >>= 55; return u[s][o]; }}
"""


def test_a_shift_in_place_is_checked() -> None:
    assert ">> 52" in said(source("plain") + LOOK_UPS.format(52))
    with pytest.raises(ValueError, match=">> 53"):
        mb.verify(source("plain") + LOOK_UPS.format(53))


SHIFTS = [64 - magic.bits for magic in mb.build("fancy").magics[:64]]


@pytest.mark.parametrize(
    ("damaged", "sentence"),
    [
        (array("rook_mobility", SHIFTS[:63]), "rook_mobility (line 3) has 63 numbers, not 64"),
        (array("rook_shifts", [0] * 64), "rook_shifts"),
        (array("rook_masks", ["FOO", *masks("rook")[1:]]), "rook_masks"),
    ],
    ids=["one too few", "all zero", "one no number"],
)
def test_an_array_that_cannot_be_used_is_listed(damaged: str, sentence: str) -> None:
    [line] = [line for line in said(source() + damaged).splitlines() if "not checked" in line]
    assert sentence in line


def test_a_table_for_one_square_is_too_small() -> None:
    tables = "U64 rook_table[{0}][4096];\nU64 bishop_table[{0}][512];\n"
    assert "checked in the code: [4096]" in said(source("plain") + tables.format(64))
    with pytest.raises(ValueError, match="4096"):
        mb.verify(source("plain") + tables.format(1))


def test_masks_that_are_not_what_their_names_say_are_noted() -> None:
    swapped = array("rook_masks", masks("bishop")) + array("bishop_masks", masks("rook"))
    report = said(source() + swapped)
    assert "rook_masks (line 3) holds bishop masks, despite its name" in report
    assert "bishop_masks (line 4) holds rook masks, despite its name" in report
    right = array("rook_masks", masks("rook")) + array("bishop_masks", masks("bishop"))
    assert "despite" not in said(source() + right)


def test_masks_with_edges_are_noted() -> None:
    lines = array("rook_masks", (hex(mb.ROOK.attacks(square, 0)) for square in range(64)))
    assert "rook_masks (line 3) holds rook lines, despite its name" in said(source() + lines)


def test_rust_negates_with_an_exclamation_mark() -> None:
    first = mb.build("fancy").magics[0].magic
    text = source().replace(hex(first), f"!{first ^ (2**64 - 1):#x}")
    said(text)
    with pytest.raises(ValueError, match="rook a1"):
        mb.verify(source().replace(hex(first), f"!{first:#x}"))


def test_json_cut_short_is_not_read_as_a_list_of_numbers() -> None:
    text = mb.export(mb.build("fancy").magics, "json")
    with pytest.raises(ValueError, match="not JSON"):
        mb.verify(text[: text.rindex("]")])


def test_a_field_or_a_column_occurs_once() -> None:
    magics = mb.build("fancy").magics
    text = mb.export(magics, "json").replace('"magic": "0x', '"magic": "0x1", "magic": "0x', 1)
    with pytest.raises(ValueError, match="the field 'magic' twice"):
        mb.verify(text)
    header, *rows = mb.export(magics, "csv").splitlines()
    text = "\n".join([f"{header},magic", *(f"{row},0x1" for row in rows)])
    with pytest.raises(ValueError, match="column 'magic' occurs twice"):
        mb.verify(text)


def test_a_slot_that_is_missing_from_a_static_table_is_missed() -> None:
    lines = mb.export("fancy", "c", tables="static").splitlines()
    place = next(place for place, line in enumerate(lines) if "sliding_table[107648] =" in line)
    lines[place + 9] = lines[place + 9].strip().split(" ", 1)[1]
    with pytest.raises(ValueError, match="has 107,647 numbers, but the table has 107,648 slots"):
        mb.verify("\n".join(lines))
