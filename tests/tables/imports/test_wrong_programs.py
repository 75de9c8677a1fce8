"""Sources whose programs would be wrong although the magics are right, and right ones like them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb

from .conftest import import_magics

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOK, BISHOP = slice(0, 64), slice(64, 128)
CODE = """
U64 rook_table[64][4096], bishop_table[64][512];
U64 rook(int s, U64 o) { return rook_table[s][((o & masks[s]) * rook_magics[s]) >> 52]; }
U64 bishop(int s, U64 o) { return bishop_table[s][((o & b_masks[s]) * bishop_magics[s]) >> 55]; }
"""


def array(name: str, items: Sequence[Any], form: str = "{:#x}ULL") -> str:
    return f"T {name}[64] = {{\n" + ",\n".join(map(form.format, items)) + "\n};\n"


def magics(fancy: mb.Table, rook: str = "{:#x}ULL", bishop: str = "{:#x}ULL") -> str:
    numbers = [magic.magic for magic in fancy.magics]
    return array("RookMagics", numbers[ROOK], rook) + array("BishopMagics", numbers[BISHOP], bishop)


def offsets(fancy: mb.Table) -> list[int]:
    column = fancy.parameters[:, fancy.scheme.words.index("offset")]
    return [int(offset) for offset in column]


@pytest.mark.parametrize(
    "form", ["{:#x}ULL ^ KEY", "KEY - {:#x}ULL", "{:#x}u64.swap_bytes()", "bswap64({:#x})"]
)
def test_numbers_that_the_program_changes_are_none(fancy: mb.Table, form: str) -> None:
    with pytest.raises(
        ValueError, match=r"RookMagics \(line 1\) has 64 items that are not numbers"
    ):
        import_magics(magics(fancy, rook=form))


def test_an_array_that_its_name_calls_magics_is_named(fancy: mb.Table) -> None:
    other = "{:#x}ULL".format
    text = magics(fancy).replace(other(fancy.magics[0].magic), other(0x123456789ABCDEF))
    for magic in fancy.magics[1:64]:
        text = text.replace(other(magic.magic), other(magic.magic * 3 % 2**64))
    with pytest.raises(
        ValueError, match=r"RookMagics \(line 1\) does not work in any square order"
    ):
        import_magics(text)


@pytest.mark.parametrize("form", ["{} + EXTRA", "0{:o}"])
def test_bits_that_mean_something_else_are_not_checked(fancy: mb.Table, form: str) -> None:
    bits = array("RookBits", [magic.bits for magic in fancy.magics[ROOK]], form)
    (unchecked,) = import_magics(magics(fancy) + bits).unchecked
    assert unchecked == "RookBits (line 133) has 64 items that are not numbers"


def test_a_sign_after_a_cast_is_read(fancy: mb.Table) -> None:
    numbers = [magic.magic - (magic.magic >> 63 << 64) for magic in fancy.magics]
    form = "unchecked((ulong){}L)"
    text = array("Rook", numbers[ROOK], form) + array("Bishop", numbers[BISHOP], form)
    assert import_magics(text).table.magics == fancy.magics


@pytest.mark.parametrize("pointer", ["&table[{}]", "table + {}"])
def test_addresses_in_a_table_are_offsets_and_no_lengths(fancy: mb.Table, pointer: str) -> None:
    def records(name: str, part: slice) -> str:
        lines = [
            f"{{ {pointer.format(offset)}, {magic.magic:#x}ULL, {magic.shift} }}"
            for offset, magic in zip(offsets(fancy)[part], fancy.magics[part], strict=True)
        ]
        return array(name, lines, "{}")

    both = records("mRook", ROOK) + records("mBishop", BISHOP)
    for length in (fancy.entries, fancy.entries + 5000):
        assert import_magics(f"U64 table[{length}];\n{both}").table.magics == fancy.magics
    with pytest.raises(ValueError, match=r"has only 107,548 slots"):
        import_magics(f"U64 table[107548];\n{both}")


def pointers(
    fancy: mb.Table, rook: str, bishop: str, *, apart: bool = False, form: str = "{} + {}"
) -> str:
    """Two arrays of records with pointers into tables of these names."""
    starts = offsets(fancy)
    texts = []
    for name, base, part in (("rook", rook, ROOK), ("bishop", bishop, BISHOP)):
        first = starts[part.start] if apart else 0
        rows = zip(starts[part], fancy.magics[part], strict=True)
        lines = [f"{{ {form.format(base, at - first)}, {m.magic:#x}ULL }}" for at, m in rows]
        texts.append(array(name, lines, "{}"))
    return "".join(texts)


@pytest.mark.parametrize("form", ["{} + {}", "&{}[{}]"])
@pytest.mark.parametrize("wrong", ["r", "x"])
def test_a_pointer_into_another_table_is_named(fancy: mb.Table, form: str, wrong: str) -> None:
    text = pointers(fancy, "r", "b", apart=True, form=form)
    assert import_magics(text).notes == ("the offsets refer to two arrays, one for each slider",)
    right, other = form.format("b", 5120), form.format(wrong, 5120)
    assert text.count(f"{right},") == 1
    words = (
        rf"^bishop \w\d: number \d+ of bishop field 1 .* refers to {wrong}, but most others to b"
    )
    with pytest.raises(ValueError, match=words):
        import_magics(text.replace(f"{right},", f"{other},"))


def test_pointers_of_both_sliders_into_one_table_do_not_both_start_at_zero(fancy: mb.Table) -> None:
    assert import_magics(pointers(fancy, "t", "t")).table == fancy
    text = pointers(fancy, "t", "t", apart=True)
    with pytest.raises(ValueError, match=r"^the offsets of .* and .* refer to one array, t, but"):
        import_magics("U64 t[107648];\n" + text)
    two = "struct Rook { U64 t[102400]; }; struct Bishop { U64 t[5248]; };\n"
    for other in (two + text, pointers(fancy, "t()", "t()", apart=True)):
        assert import_magics(other).notes


@pytest.mark.parametrize(
    "declared",
    [
        "std::array<U64, {}> table;",
        "std::vector<U64> table({}, 0);",
        "let table: Vec<u64> = vec![0; {}];",
        "table = np.zeros({}, dtype=np.uint64)",
        "var table: array[{}, uint64]",
        "U64 *table = malloc({} * sizeof(U64));",
    ],
)
def test_a_table_in_any_language_is_long_enough(fancy: mb.Table, declared: str) -> None:
    for length in (fancy.entries, 5000):
        import_magics(magics(fancy) + declared.format(length))
    with pytest.raises(ValueError, match=r"has only 107,640 slots"):
        import_magics(magics(fancy) + declared.format(107640))


@pytest.mark.parametrize("call", ["M({}, NAME)", "M({})"])
def test_an_offset_in_a_call_is_no_length(fancy: mb.Table, call: str) -> None:
    rows = zip(fancy.magics[ROOK], offsets(fancy)[ROOK], strict=True)
    records = [f"R({call.format(offset)}, {magic.magic})" for magic, offset in rows]
    found = import_magics(array("rook", records, "{}"), piece="rook")
    assert found.arrays["rook offsets"].startswith("rook field 1 ")


def test_halves_of_both_sliders_stand_in_one_order(fancy: mb.Table) -> None:
    def halves(name: str, part: slice, form: str) -> str:
        numbers = [magic.magic for magic in fancy.magics[part]]
        items = [form.format(low=n & 0xFFFFFFFF, high=n >> 32) for n in numbers]
        return array(name, items, "{}")

    low_first, high_first = "C64({low:#x}, {high:#x})", "C64({high:#x}, {low:#x})"
    rook = halves("RookMagics", ROOK, low_first)
    same = import_magics(rook + halves("BishopMagics", BISHOP, low_first))
    assert same.table.magics == fancy.magics
    with pytest.raises(ValueError, match="no engine can use both"):
        import_magics(rook + halves("BishopMagics", BISHOP, high_first))


def test_halves_that_are_called_otherwise_are_noted(fancy: mb.Table) -> None:
    def both(slider: str, part: slice) -> str:
        numbers = [magic.magic for magic in fancy.magics[part]]
        low = array(f"{slider}Hi", [number & 0xFFFFFFFF for number in numbers])
        return low + array(f"{slider}Lo", [number >> 32 for number in numbers])

    found = import_magics(both("rook", ROOK) + both("bishop", BISHOP))
    assert found.notes == (
        "rookHi (line 1) holds the lower halves, despite its name",
        "bishopHi (line 133) holds the lower halves, despite its name",
    )


@pytest.mark.parametrize(("right", "wrong"), [(52, 53), (55, 54)])
def test_a_fixed_shift_of_any_magics_is_checked(fancy: mb.Table, right: int, wrong: int) -> None:
    found = import_magics(magics(fancy) + CODE)
    assert found.table.scheme.names == ("white-fixed", "strided", "direct")
    assert {">> 52 (line 135)", ">> 55 (line 136)"} <= {*found.code}
    with pytest.raises(ValueError, match=rf">> {wrong} \(line 13[56]\) should be 52 for the rook"):
        import_magics(magics(fancy) + CODE.replace(f">> {right}", f">> {wrong}"))


def test_offsets_of_one_slider_are_checked(fancy: mb.Table) -> None:
    numbers = offsets(fancy)[ROOK]
    found = import_magics(magics(fancy) + array("RookOffsets", numbers, "{}"))
    assert found.arrays["rook offsets"] == "RookOffsets (line 133)"
    numbers[30] += 1
    with pytest.raises(ValueError, match=r"^rook g4: number 31 of RookOffsets .* should be"):
        import_magics(magics(fancy) + array("RookOffsets", numbers, "{}"))


def test_slots_of_rows_of_equal_length_are_checked(fancy: mb.Table) -> None:
    slots = [[0] * 512 for _ in range(64)]
    for magic in fancy.magics[BISHOP]:
        for blockers, index in magic.indices():
            slots[magic.square][index] = mb.BISHOP.attacks(magic.square, blockers)

    def text() -> str:
        rows = ",\n".join("{" + ",".join(map(hex, row)) + "}" for row in slots)
        return f"{magics(fancy)}U64 bishopAttacks[64][512] = {{\n{rows}\n}};"

    assert import_magics(text()).arrays["bishop slots"] == "bishopAttacks (line 133)"
    slots[3][5] ^= 1 << 40
    with pytest.raises(ValueError, match=r"^bishop d1: number 1542 of bishopAttacks .* wrong"):
        import_magics(text())


def test_a_comment_goes_on_after_a_backslash(fancy: mb.Table) -> None:
    lines = magics(fancy).split("\n")
    lines[1] = "// old: \\\n" + lines[1]
    with pytest.raises(ValueError, match="has 63 numbers, not 64"):
        import_magics("\n".join(lines))
