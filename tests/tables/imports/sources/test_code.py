"""Numbers of the code: shifts with what they shift, lengths with what has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from magicbb.tables.imports.sources.arrays import arrays_in, arrays_of
from magicbb.tables.imports.sources.source_text import SourceText

if TYPE_CHECKING:
    from magicbb.tables.imports.sources.pasted import Pasted


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


def arrays_in_all(text: str) -> Pasted:
    return arrays_of([SourceText(text)])


ARRAYS = "".join(f"{name}[64] = {{{', '.join(['9'] * 64)}}};\n" for name in ("mask", "rooks"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("o * rooks[s] >> 52;", ["rooks"]),
        ("o * rooks[s] >>> 52;", ["rooks"]),
        ("((o & mask[s]) * rooks[s]) >> 52;", ["mask", "rooks"]),
        ("o & mask[s] * rooks[s] >> 52;", ["mask", "rooks"]),
        ("o * rooks[s] & mask[s] >> 52;", ["mask"]),
        ("o * rooks[s], o >> 52;", []),
        ("o.mul(rooks[s]) as usize >> 52;", ["rooks"]),
        ("table[o * rooks[s]] >> 52;", []),
        ("o * magic >> 52;", []),
        ("o * m.magic >> 52;", ["magic"]),
        ("o * m->rookMagic >> 52;", ["rookMagic"]),
        ("o * Magics::bishop_magics[s] >> 52;", ["bishop_magics"]),
        ("U64 h = o * rooks[s]; h >> 52;", ["rooks"]),
        ("let h: u64 = o * rooks[s]; h >> 52;", ["rooks"]),
        ("h := o * rooks[s]\n h >> 52", ["rooks"]),
        ("h = o \n * rooks[s]\n h >> 52", ["rooks"]),
        ("h = (o \n * rooks[s])\n h >> 52", ["rooks"]),
        ("o *= rooks[s]; o &= FULL; o >>= 52;", ["rooks"]),
        ("m = &rooks[s]; h = o * m->x; return h >> 52;", ["rooks"]),
        ("magic, offset = rooks[s]\nh = o * magic >> 52", ["rooks"]),
        ("h = o * rooks[s]; h = o; h >> 52;", []),
        ("h = o * rooks[s]; if (x) h = o * mask[s]; h >> 52;", ["mask", "rooks"]),
        ("h = rooks[s]; m.h >> 52;", []),
        ("h = table[rooks[s]]; h >> 52;", []),
        ("{ h = rooks[s]; } h >> 52;", []),
        ("h = rooks[s]; { { h >> 52; } }", ["rooks"]),
        ("h = rooks[s]\ndef f(h):\n    return h >> 52", []),
        ("/* rooks */ h >> 52;", []),
    ],
)
def test_a_shift_knows_the_arrays_in_what_is_shifted(text: str, names: list[str]) -> None:
    shifts = [each for each in arrays_in_all(ARRAYS + text).code if each.number == 52]
    assert [(each.before, sorted(each.names)) for each in shifts] == [(">>", names)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("table[(s << 12) + (o * rooks[s] >> 52)];", ["rooks"]),
        ("table[(o * rooks[s] >> 52) + (s << 12)];", ["rooks"]),
        ("((square as u64) << 12, o * rooks[s] >> 52)", ["rooks"]),
        ("table[s << 12]; o * rooks[s] >> 52;", []),
        ("table[s << 12] = x\n o * rooks[s] >> 52", []),
        ("(1 << 12) + (o * rooks[s] >> 52);", []),
        ("pawns << 12 | table[o * rooks[s] >> 52];", []),
        ("table[(s << 12) + (o >> 9)] | table[o * rooks[s] >> 52];", []),
        ("(o ^ o << 12) * rooks[s] >> 52;", []),
        ("o ^= o << 12;", []),
    ],
)
def test_a_left_shift_knows_the_arrays_in_what_is_shifted_right_beside_it(
    text: str, names: list[str]
) -> None:
    shifts = [each for each in arrays_in_all(ARRAYS + text).code if each.number == 12]
    assert [(each.before, sorted(each.names)) for each in shifts] == [("<<", names)]


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("o * rooks[s] >> (64 - popcount(mask[s]));", {"rooks"}),
        ("(o & mask[s]) * rooks[s] >> 64 - mask[s].count_ones()", {"mask", "rooks"}),
        ("bits[s] = 64 - PopCnt(m); o * rooks[s] >> bits[s];", {"rooks"}),
        ("o * rooks[s] >> m.bits; m.bits = 64 - bitCount(m);", {"rooks"}),
        ("o * rooks[s] >> SHIFT; n = popcount(o);", set()),
        ("(o * rooks[s] >> SHIFT) + popcount(o);", set()),
        ("o >> popcount(o);", set()),
    ],
)
def test_what_is_shifted_by_a_counted_number_of_bits_is_known(text: str, counted: set[str]) -> None:
    assert arrays_in_all(ARRAYS + text).counted == counted


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
