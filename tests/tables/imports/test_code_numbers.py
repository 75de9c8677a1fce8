"""Shifts and lengths in code: the right ones are said to be checked, and wrong ones are named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import magicbb as mb

from .conftest import import_magics

SOURCES = Path(__file__).parents[2] / "data" / "sources"


@pytest.fixture(scope="module")
def plain() -> str:
    return mb.export("plain", "c", tables="init")


def line_of(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


def test_shifts_and_lengths_are_checked(plain: str) -> None:
    rook, bishop = line_of(plain, "hashed >> 52"), line_of(plain, "hashed >> 55")
    checked, rest = import_magics(plain).lines()[2:]
    assert checked == (
        f"checked in the code: << 12 (line {rook}), >> 52 (line {rook}), << 9 (line {bishop}), "
        f">> 55 (line {bishop}), 1 more"
    )
    assert rest == "not checked: the rest of the code"


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("hashed >> 52", "hashed >> 51", ">> 51 (line {}) should be 52 for the rook;"),
        ("hashed >> 52", "hashed >> 49", ">> 49 (line {}) should be 52 for the rook;"),
        ("hashed >> 55", "hashed >> 54", ">> 54 (line {}) should be 55 for the bishop;"),
        ("hashed >> 55", "hashed >> 57", ">> 57 (line {}) should be 55 for the bishop;"),
        ("hashed >> 55", "hashed >> 56", ">> 56 (line {}) should be 55 for the bishop;"),
        ("square << 12", "square << 13", "<< 13 (line {}) should be 12 for the rook;"),
        ("square << 9)", "square << 7)", "<< 7 (line {}) should be 9 for the bishop;"),
        ("square << 9)", "square << 6)", "<< 6 (line {}) should be 9 for the bishop;"),
        ("square << 9)", "square << 10)", "<< 10 (line {}) should be 9 for the bishop;"),
    ],
)
def test_a_wrong_shift_is_named(plain: str, right: str, wrong: str, words: str) -> None:
    sentence = re.escape(words.format(line_of(plain, right)))
    with pytest.raises(ValueError, match="^" + sentence):
        import_magics(plain.replace(right, wrong))
    assert import_magics(plain.replace(right, wrong), magics_only=True).code == ()


def test_a_wrong_shift_of_what_is_shifted_rightly_elsewhere_is_named() -> None:
    text = mb.export("plain", "python")
    assert text.count("(hashed >> 52)") == 2
    with pytest.raises(ValueError, match=r"^>> 53 \(line \d+\) should be 52 for the rook"):
        import_magics(text.replace("(hashed >> 52)", "(hashed >> 53)", 1))


def test_halves_are_shifted_by_less() -> None:
    text = mb.export("plain", "javascript-pairs")
    assert {">> 20", ">> 23"} <= {each.partition(" (")[0] for each in import_magics(text).code}
    with pytest.raises(ValueError, match=r"^>> 21 \(line \d+\) should be 20 for the rook"):
        import_magics(text.replace("High >>> 20", "High >>> 21"))


@pytest.mark.parametrize("piece", ["rook", "bishop"])
def test_shifts_of_the_other_slider_are_right(plain: str, piece: str) -> None:
    own = {"rook": {"<< 12", ">> 52"}, "bishop": {"<< 9", ">> 55"}}[piece]
    found = import_magics(plain, piece=piece)
    assert {each.partition(" (")[0] for each in found.code} == own
    assert found.notes == ()


@pytest.mark.slow
@pytest.mark.parametrize("other", ["x >> 56", "x >> 58", "x >> 30", "x >> 51", "x << 10"])
def test_other_shifts_are_nobodys(plain: str, other: str) -> None:
    assert import_magics(plain + f"int f() {{ return {other}; }}").code


@pytest.mark.parametrize(
    ("right", "named", "other"),
    [
        ("hashed >> 52", "hashed >> ROOK", "x >> 56"),
        ("hashed >> 55", "hashed >> BISHOP", "x >> 58"),
        ("hashed >> 55", "hashed >> BISHOP", "x >> 59"),
        ("hashed >> 52", "hashed >> ROOK", "x >> 48"),
        ("square << 9)", "file * 512)", "square << 5"),
        ("square << 9)", "file * 512)", "x << 10"),
        ("hashed >> 55", "hashed >> BISHOP", "x >> 57"),
        ("hashed >> 52", "hashed >> ROOK", "hashed >> 49"),
        ("square << 9)", "file * 512)", "square << 6"),
        ("square << 9)", "file * 512)", "square << 10"),
    ],
)
def test_where_a_shift_has_a_name_others_are_not_taken_for_it(
    plain: str, right: str, named: str, other: str
) -> None:
    text = plain.replace(right, named) + f"int f() {{ return {other}; }}"
    found = import_magics(text)
    numbers = {each.partition(" (")[0] for each in found.code}
    assert numbers - {"512"} == {"<< 12", ">> 52", "<< 9", ">> 55", "[294912]"} - {
        right.partition(" ")[2].strip(")")
    }


def test_other_shifts_of_halves_are_nobodys() -> None:
    text = mb.export("plain", "javascript-pairs").replace("High >>> 23", "High >>> BISHOP")
    assert len(import_magics(text + "function f(x) { return x >>> 24 ^ x >> 21; }").code) == 4


def test_tables_of_their_own_for_each_slider_have_lengths() -> None:
    table = mb.build("shared", 1)
    assert isinstance(table, mb.Table)
    columns = dict(zip(table.scheme.words, table.parameters.T.tolist(), strict=True))
    text = "U64 a[65536], b[1792]; U64 f() { return a[b[0]]; }\n"
    for name, first in (("rook", 0), ("bishop", 64)):
        start = min(columns["offset"][first : first + 64])
        for column in ("mask", "magic", "shift", "offset", "lines"):
            numbers = columns[column][first : first + 64]
            numbers = [number - start * (column == "offset") for number in numbers]
            text += f"U64 {name}_{column}[64] = {{{', '.join(map(str, numbers))}}};\n"
    found = import_magics(text)
    assert found.code == ("[65536] (line 1)", "[1792] (line 1)")
    with pytest.raises(ValueError, match=r"reaches slot 1,791, but .* only 1,791 slots"):
        import_magics(text.replace("[1792]", "[1791]"))
    with pytest.raises(ValueError, match=r"reaches slot 65,535, but .* only 65,535 slots"):
        import_magics(text.replace("[65536]", "[65535]"))
    for few in ("b[1700]", "b[1000]", "*b = new(1791)"):
        assert import_magics(text.replace("b[1792]", few)).code == ("[65536] (line 1)",)


def test_a_shift_in_the_magics_is_checked() -> None:
    text = (SOURCES / "osborne-shift.c").read_text()
    line = line_of(text, ">> 58")
    assert f">> 58 (line {line})" in import_magics(text).code


@pytest.mark.parametrize("name", ["tutorial.c", "SignedDecimal.java"])
def test_lengths_of_tables_of_a_square_are_right(name: str) -> None:
    code = {each.partition(" (")[0] for each in import_magics(SOURCES / name).code}
    assert code >= {"[4096]", "[512]"}


@pytest.mark.parametrize(("length", "is_named"), [(107_391, True), (107_327, False)])
def test_many_squares_beyond_a_length_say_that_it_is_another(length: int, is_named: bool) -> None:
    text = (SOURCES / "both-in-one.cpp").read_text().replace("107648", f"{length}")
    if is_named:
        with pytest.raises(ValueError, match=rf"the table has only {length:,} slots"):
            import_magics(text)
    else:
        assert import_magics(text).code == ()


def test_shifts_in_an_array_leave_the_code_alone() -> None:
    text = (SOURCES / "wiki-fancy.c").read_text() + "int f() { return x >> 52 | x >> 54; }"
    assert all("[" in each for each in import_magics(text).code)


@pytest.mark.parametrize(
    ("name", "right", "wrong", "words"),
    [
        ("stockfish-like.cpp", "0x19000]", "0x18fff]", "rook h8: .* slot 102,399, .* only 102,399"),
        ("stockfish-like.cpp", "0x1480]", "0x147f]", "bishop h8: .* slot 5,247, .* only 5,247"),
        ("both-in-one.cpp", "107648", "107647", "bishop h8: .* slot 107,647, .* only 107,647"),
    ],
)
def test_a_table_that_is_too_short_is_named(name: str, right: str, wrong: str, words: str) -> None:
    text = (SOURCES / name).read_text()
    assert right in text
    with pytest.raises(ValueError, match="^" + words):
        import_magics(text.replace(right, wrong))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["stockfish-like.cpp", "kannan.c", "both-in-one.cpp"])
@pytest.mark.parametrize("other", [5_000, 5_247, 100_000, 102_399, 107_647])
def test_where_the_lengths_are_right_others_may_be_any(name: str, other: int) -> None:
    text = (SOURCES / name).read_text()
    assert import_magics(f"int order[{other}]; const int MANY = {other};\n{text}").code


def test_lengths_of_other_arrays_are_not_checked(plain: str) -> None:
    found = import_magics(plain + "int killers[777];")
    line = plain.count("\n") + 1
    assert found.lines()[-1] == f"not checked: [777] (line {line}); the rest of the code"
    assert found.to_dict()["not_checked"] == [f"[777] (line {line})", "the rest of the code"]


def test_a_bishop_beyond_rooks_that_fill_the_array_is_named() -> None:
    table = mb.build("densest-fixed", 1)
    assert isinstance(table, mb.Table)
    text = mb.export(table, "python", tables="init")
    offset = (table.offsets or ())[64 + 60]
    assert text.count(f", {offset})") == 1
    words = rf"^bishop e8: .* {offset + 100_000}, reaches slot 1\d\d,\d+, .* only {table.entries:,}"
    with pytest.raises(ValueError, match=words):
        import_magics(text.replace(f", {offset})", f", {offset + 100_000})"))


@pytest.mark.parametrize(
    ("name", "right", "wrong", "words"),
    [
        ("stockfish-like.cpp", "0x19000]", "0x1900]", "RookTable.*: the rook has 102,400 slots"),
        ("stockfish-like.cpp", "0x19000]", "51199]", "RookTable.*: the rook has 102,400 slots"),
        ("stockfish-like.cpp", "0x1480]", "0x148]", "BishopTable.*: one .* squares has 512 slots"),
        ("stockfish-like.cpp", "0x1480]", "1311]", "BishopTable.*: the bishop has 5,248 slots"),
        ("tutorial.c", "e[64][4096]", "e[64][409]", "rook_table.* the rook's squares has 4,096 s"),
        ("tutorial.c", "[64][512]", "[64][65]", "bishop_table.*: one of the bishop's squares has "),
        (
            "houdart.c",
            "Attacks[64][4096]",
            "Attacks[64][2048]",
            "mRookAttacks.*: one of the rook's",
        ),
        ("tutorial.c", "[64][4096]", "[64][64]", "rook_table.*: one of the rook's squares has 4,0"),
        ("tutorial.c", "[64][512]", "[64][51]", "bishop_table.*: one of the bishop's squares has "),
        ("houdart.c", "Attacks[64][4096]", "Attacks[64][40]", "mRookAttacks.*: one of the rook's"),
        ("tutorial.c", "[64][4096]", "[63][4096]", "rook_table.*: the rook has 64 rows of 4,096"),
        ("tutorial.c", "[64][4096]", "[46][4096]", "rook_table.*: the rook has 64 rows of 4,096"),
        ("tutorial.c", "[64][512]", "[63][512]", "bishop_table.*: the bishop has 64 rows of 512 s"),
        ("both-in-one.cpp", "[107648]", "[1076]", "Table.*: one of the rook's squares has 4,096"),
        ("both-in-one.cpp", "[107648]", "[51199]", "Table.*: the rook has 102,400 slots"),
    ],
)
def test_a_table_that_is_far_too_short_is_named(
    name: str, right: str, wrong: str, words: str
) -> None:
    text = (SOURCES / name).read_text()
    where = rf"^\[\d+\] \(line {line_of(text, right)}\), the length of "
    with pytest.raises(ValueError, match=where + words.replace(".*:", ", is too short:")):
        import_magics(text.replace(right, wrong))


@pytest.mark.parametrize(
    ("name", "right", "other"),
    [
        ("stockfish-like.cpp", "RookTable[0x19000]", "RookTable[51200]"),  # squares may share slots
        ("stockfish-like.cpp", "BishopTable[0x1480]", "BishopTable[1312]"),
        ("both-in-one.cpp", "Table[107648]", "Table[51200]"),
        ("both-in-one.cpp", "Table[107648]", "numbers[1076]"),
        ("both-in-one.cpp", "U64 Table[107648]", "U64 Table[1076], order[1077]"),
        ("both-in-one.cpp", "U64 Table[107648]", "U64 *t = new U64[SIZE], Table[1076]"),
        ("tutorial.c", "rook_table[64][4096];", "rook_table[SIZE][4096];"),
        ("tutorial.c", "rook_table[64][4096]", "rook_moves[12][4096], rook_table[64][4096]"),
        ("tutorial.c", "rook_table[64][4096]", "*rooks = malloc(N), rook_moves[32][4096]"),
        (
            "shared-offsets.rs",
            "static ROOK",
            "static ROOK_MOVES: [[u64; 4096]; 32] = f(); static ROOK",
        ),
    ],
)
def test_what_may_be_long_enough_or_another_array_is_nobodys(
    name: str, right: str, other: str
) -> None:
    text = (SOURCES / name).read_text()
    import_magics(text.replace(right, other))


@pytest.mark.parametrize(
    "right",
    [
        "rook_attacks[64][4096], rook_moves[64][64]",  # from squares to squares
        "slots[102400], rook_moves[64][14]",
        "*slots = malloc(SIZE), rook_moves[64][14]",
        "t[ROOKS = 102400], rook_attacks[64][4]",
    ],
)
def test_a_short_length_beside_what_has_room_for_the_table_is_not_checked(right: str) -> None:
    text = (SOURCES / "tutorial.c").read_text()
    declared = "rook_table[64][4096]"
    assert declared in text
    code = import_magics(text.replace(declared, right))
    length = "[" + right.rpartition("[")[2]
    assert f"not checked: {length} (line {line_of(text, declared)})" in code.lines()[-1]


def test_a_short_length_of_an_array_that_is_there_is_right() -> None:
    text = (SOURCES / "tutorial.c").read_text()
    rows = ", ".join("{1, 2, 3}" for _ in range(64))
    found = import_magics(text + f"int rook_table[64][3] = {{{rows}}};")
    assert not any("[3]" in each for each in found.not_checked)


def test_a_table_that_is_longer_than_it_has_to_be_is_right() -> None:
    text = (SOURCES / "stockfish-like.cpp").read_text().replace("0x19000]", "0x20000]")
    assert "[131072] (line 67)" in import_magics(text).code


def test_lists_of_attack_sets_may_leave_out_equal_ones() -> None:
    text = mb.export("perfect-16", "c", tables="init")
    line = line_of(text, "[6328]")
    assert f"[6328] (line {line})" in import_magics(text).code
    assert f"[6326] (line {line})" in import_magics(text.replace("6328", "6326")).code


def test_where_there_are_no_lists_no_length_is_theirs() -> None:
    text = (SOURCES / "wiki-postmask.c").read_text() + "int order[6328];"
    assert import_magics(text).unchecked == (f"[6328] (line {line_of(text, '[6328]')})",)


def test_of_code_without_such_numbers_nothing_is_checked(fancy: mb.Table) -> None:
    arrays = "".join(
        f"U64 {name}[64] = {{{', '.join(str(m.magic) for m in fancy.magics[first:][:64])}}};\n"
        for name, first in (("R", 0), ("B", 64))
    )
    assert len(import_magics(arrays).lines()) == 2
    found = import_magics(arrays + "U64 f(int s) { return t[s][o * R[s] >> 64 - n]; }")
    assert found.lines()[2:] == ["not checked: the code"]
    assert found.to_dict()["not_checked"] == ["the code"]
