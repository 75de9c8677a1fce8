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


LOOKUPS = {
    "index": "return {0}_table[s][((o & {0}_masks[s]) * {1}[s]) >> {2}];",
    "expression": "return {0}_table[s][(o & {0}_masks[s]) * {1}[s] >> {2}];",
    "one index": "return {0}_table[(s << {4}) + (((o & {0}_masks[s]) * {1}[s]) >> {2})];",
    "product": "U64 h = (o & {0}_masks[s]) * {1}[s]; return {0}_table[s][h >> {2}];",
    "magic": "U64 m = {1}[s]; return {0}_table[s][(o & {0}_masks[s]) * m >> {2}];",
    "pointer": "const U64 *m = &{1}[s]; return {0}_table[s][(o & {0}_masks[s]) * *m >> {2}];",
    "steps": "o &= {0}_masks[s];\n o *= {1}[s];\n o >>= {2};\n return {0}_table[s][o];",
    "difference": "return {0}_table[s][((o & {0}_masks[s]) * {1}[s]) >> (64 - {3})];",
    "method": "return {0}_table[s][({0}_masks[s] & o).wrapping_mul({1}[s]) as usize >> {2}];",
}
"""Look-ups with fixed shifts.

The places are for the slider, its magics, the shift, its index bits, and the bits of a row."""


TABLES = "U64 rook_table[64][4096], bishop_table[64][512];"


def program(lookup: str, rook: int = 52, bishop: int = 55, tables: str = TABLES) -> str:
    """Code with a look-up for each slider."""
    code = f"{tables}\n"
    for slider, shift, bits in (("rook", rook, 12), ("bishop", bishop, 9)):
        name = f"{slider.capitalize()}Magics"
        body = LOOKUPS[lookup].format(slider, name, shift, 64 - shift, bits)
        code += f"U64 {slider}(int s, U64 o) {{\n{body}\n}}\n"
    return code


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


def test_an_array_without_a_telling_name_is_named_beside_the_advice(fancy: mb.Table) -> None:
    rook = [*fancy.magics[1:64], fancy.magics[0]]
    text = array("R", [each.magic for each in rook]) + array(
        "B", [each.magic for each in fancy.magics[BISHOP]]
    )
    sentence = r"no rook magics; R \(line 1\) does not work in any square order; to verify it alone"
    with pytest.raises(ValueError, match=sentence):
        import_magics(text)


def test_all_wrong_magics_are_named(fancy: mb.Table) -> None:
    text = magics(fancy)
    for place in (3, 4, 64):
        text = text.replace(f"{fancy.magics[place].magic:#x}", "0x123456789abcdef")
    with pytest.raises(mb.errors.CollisionError, match="; also wrong: rook e1, bishop a1; "):
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
    with pytest.raises(ValueError, match=rf">> {wrong} \(line 13[56]\) should be {right} for the"):
        import_magics(magics(fancy) + CODE.replace(f">> {right}", f">> {wrong}"))


@pytest.mark.parametrize("lookup", LOOKUPS)
def test_a_shift_belongs_to_the_slider_whose_magics_are_shifted(
    fancy: mb.Table, lookup: str
) -> None:
    code = {each.partition(" (")[0] for each in import_magics(magics(fancy) + program(lookup)).code}
    assert code >= {">> 52", ">> 55"}
    swapped = magics(fancy) + program(lookup, rook=55, bishop=52)
    with pytest.raises(
        ValueError,
        match=r"^>> 55 \(line \d+\) should be 52 for the rook, >> 52 .* 55 for the bishop",
    ):
        import_magics(swapped)


@pytest.mark.parametrize("lookup", LOOKUPS)
@pytest.mark.parametrize(("rook", "bishop", "wrong"), [(53, 55, 53), (52, 56, 56)])
def test_a_wrong_shift_beside_a_right_one_is_named(
    fancy: mb.Table, lookup: str, rook: int, bishop: int, wrong: int
) -> None:
    text = magics(fancy) + program("index") + program(lookup, rook, bishop)
    with pytest.raises(ValueError, match=rf"^>> {wrong} \(line \d+\) should be 5"):
        import_magics(text)


OTHERS = [
    "int pack(int from, int to, int flag) { return from | to << 6 | flag << 14; }",
    "int pack(int from, int to, int flag) { return from | to << 6 | flag << 11; }",
    "U64 next(void) { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return s; }",
    "U64 next(void) { return s ^= s << 10, s >> 54; }",
    "U64 hash(int sq, int p) { return keys[sq << 10 | p]; }",
    "int gain(int from, int to) { return history[from << 6 | to]; }",
    "Entry *probe(U64 key) { return &entries[key >> 54]; }",
    "Entry *probe(U64 key) { U64 h = key * 0x9e3779b97f4a7c15; return &entries[h >> 53]; }",
    "Entry *probe(U64 o) { return &entries[o >> 54]; }",
    "int kind(int s, U64 o) { return rook_table[s][(o * RookMagics[s]) >> 52] >> 54; }",
    "def probe(h):\n    return entries[h >> 54]",
    "int first(U64 b) { return bits[((b & -b) * magic) >> 58]; }",
]
"""Functions with shifts that belong to no look-up of sliders."""


@pytest.mark.parametrize("bishop", [">> 55", ">> SHIFT"])
@pytest.mark.parametrize("lookup", ["one index", "product"])
def test_other_shifts_are_not_checked(fancy: mb.Table, lookup: str, bishop: str) -> None:
    text = magics(fancy) + program(lookup).replace(">> 55", bishop)
    code = import_magics(text).code
    assert any(each.startswith(">> 52") for each in code)
    assert {*import_magics(text + "\n".join(OTHERS)).code} == {*code}


@pytest.fixture(scope="module")
def mixed(fancy: mb.Table) -> str:
    """Magics of which two need 12 or 9 index bits, and the others one for each mask square."""
    wide = mb.build("plain", 3).magics
    numbers = [magic.magic for magic in fancy.magics]
    for row in (27, 64 + 13):
        numbers[row] = wide[row].magic
    return array("RookMagics", numbers[ROOK]) + array("BishopMagics", numbers[BISHOP])


@pytest.mark.parametrize(
    "tables",
    [
        "#define R 4096\n#define B 512\nU64 rook_table[64][R], bishop_table[64][B];",
        "U64 rook_table[64][1 << 12], bishop_table[64][1 << 9];",
        "std::array<std::array<U64, 4096>, 64> rook_table;",
        "U64 rook_table[64 * 4096], bishop_table[64 * 512];",
        "ulong[,] rook_table = new ulong[64, 4096], bishop_table = new ulong[64, 512];",
        "int pawns[64] = {" + "7, " * 64 + "};\n" + TABLES,
        "",
    ],
)
def test_fixed_shifts_of_magics_are_enough(mixed: str, tables: str) -> None:
    found = import_magics(mixed + program("index", tables=tables))
    assert {*found.shifts.values()} == {"the fixed shifts 52 and 55"}
    for wrong, shifts in ((53, {"rook": 53}), (54, {"bishop": 54})):
        with pytest.raises(ValueError, match=rf"^>> {wrong} .* should be"):
            import_magics(mixed + program("index", tables=tables, **shifts))


def test_fixed_shifts_in_functions_of_unknown_magics_are_enough(mixed: str) -> None:
    code = "int rook(U64 o, U64 f) { return o * f >> 52; }\n"
    code += "int bishop(U64 o, U64 f) { return o * f >> 55; }"
    assert {*import_magics(mixed + code).shifts.values()} == {"the fixed shifts 52 and 55"}


COUNTED = [
    "int f(int s, U64 o) { return o * RookMagics[s] >> (64 - popcount(rmask[s])); }",
    "int f(int s, U64 o) { int n = 64 - bitCount(rmask[s]); return o * RookMagics[s] >> n; }",
    "int f(int s, U64 o) { return o * rook_magics[s] >> (64 - rmask[s].count_ones()); }",
]


@pytest.mark.parametrize("counted", COUNTED)
def test_long_rows_do_not_show_fixed_shifts_if_the_bits_are_counted(
    mixed: str, fancy: mb.Table, counted: str
) -> None:
    code = TABLES + counted + counted.replace("Rook", "Bishop").replace("rook", "bishop")
    shifts = import_magics(magics(fancy) + code).shifts
    assert {*shifts.values()} == {"one index bit per mask square"}
    with pytest.raises(mb.errors.CollisionError, match="rook d4"):
        import_magics(mixed + code)


def test_long_rows_show_fixed_shifts_if_other_bits_are_counted(mixed: str) -> None:
    code = program("index").replace(">> 52", ">> ROOK").replace(">> 55", ">> BISHOP")
    shifts = import_magics(mixed + code + "int f(U64 b) { return b >> 64 - popcount(b); }").shifts
    assert {*shifts.values()} == {"the fixed shifts 52 and 55"}


@pytest.mark.parametrize("name", ["{}MobilityCount", "{}AttackCount", "QueenReachCount", "sizes"])
def test_counts_of_moves_are_no_index_bits(fancy: mb.Table, name: str) -> None:
    attacks = [
        [piece.attacks(square, 0).bit_count() for square in range(64)]
        for piece in (mb.ROOK, mb.BISHOP)
    ]
    attacks.append([rook + bishop for rook, bishop in zip(*attacks, strict=True)])
    text = "".join(
        array(name.format(piece), numbers, "{}")
        for piece, numbers in zip(("Rook", "Bishop", "Queen"), attacks, strict=True)
    )
    for code in ("", program("index")):
        found = import_magics(magics(fancy) + text + code)
        assert not any("bits" in role for role in found.arrays)


@pytest.mark.parametrize("name", ["RookCount", "RookSize", "RookBits", "RookLog2"])
def test_counts_of_mask_squares_are_index_bits(fancy: mb.Table, name: str) -> None:
    bits = [magic.bits for magic in fancy.magics[ROOK]]
    bits[0] = 11
    with pytest.raises(ValueError, match=f"^rook a1: number 1 of {name} .* is 11"):
        import_magics(magics(fancy) + array(name, bits, "{}"))


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
