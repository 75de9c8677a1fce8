"""Numbers of the code: shifts with what they shift, lengths with what has them."""

from __future__ import annotations

import pytest

from magicbb.tables.imports.sources.arrays import arrays_in


@pytest.mark.parametrize(
    ("text", "number", "places"),
    [
        ("static U64 rooks[5000];", 5000, 5000),
        ("U64 rooks[2][64][4096];", 4096, 524288),
        ("pub var rooks: [5000]u64 = undefined;", 5000, 5000),
        ("var rooks [64][409]uint64", 409, 26176),
        ("static mut ROOKS: [[u64; 409]; 64] = f();", 409, 26176),
        ("long[][] rooks = new long[64][4096];", 4096, 0),
        ("struct Entry { U64 rooks[4096]; };", 4096, 0),
        ("void f(U64 rooks[4096]);", 4096, 0),
        ("U64 rooks[][4096];", 4096, 0),
        ("rooks = [[0] * 4096 for _ in range(64)]", 4096, 0),
    ],
)
def test_how_many_places_a_declaration_has(text: str, number: int, places: int) -> None:
    first = arrays_in(text).lengths[0]
    assert (first.number, first.total) == (number, places)


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("t = [0] * 48002", "["),
        ("t = 3 * 48002;", ""),
        ("U64 t[48002];", "["),
        ("const int N = 48002;", ""),
        ("std::array<U64, 48002> t;", "["),
        ("static std::array<std::array<U64, 48002>, 64> t = {};", "["),
        ("std::vector<U64> t(48002, 0);", ""),
        ("let t: Vec<u64> = vec![0; 48002];", "["),
        ("static T: &[u64] = &[0u64; 48002];", "["),
        ("var t = [UInt64](repeating: 0, count: 48002)", ""),
        ("t = np.zeros(48002, dtype=np.uint64)", ""),
        ("var t: array[48002, uint64]", "["),
        ("t = malloc(48002 * sizeof(U64));", ""),
        ("U64 *t = calloc(48002, sizeof(U64));", ""),
    ],
)
def test_lengths_stand_in_brackets_or_behind_a_list_or_alone(text: str, before: str) -> None:
    first = arrays_in(text).lengths[0]
    assert (first.number, first.before) == (48002, before)


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("return hashed >> 52;", "hashed"),
        ("return 1 + hashed >> 52;", "hashed"),
        ("return hashed >>> 52;", "hashed"),
        ("return (a * b) >> 52;", ""),
        ("return hashed * 3 >> 52;", ""),
    ],
)
def test_what_is_shifted_is_kept_where_it_has_a_name(text: str, of: str) -> None:
    (shift,) = (each for each in arrays_in(text).code if each.before == ">>")
    assert (shift.number, shift.of) == (52, of)


@pytest.mark.parametrize(
    "text",
    [
        "T t = { 48002, 0 };",
        "T t = { 48002, NAME };",
        "t[48002, 0]",
        "f(48002, 1);",
        "f(x < 1, y, 48002 < z);",
        "return x + 48002 * y;",
    ],
)
def test_other_numbers_are_no_lengths(text: str) -> None:
    assert arrays_in(text).lengths == []
