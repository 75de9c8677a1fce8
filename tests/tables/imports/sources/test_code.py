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
