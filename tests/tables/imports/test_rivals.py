"""Sources without magics are named by their method, whatever their comments say."""

from __future__ import annotations

import re

import pytest

import magicbb as mb
from magicbb.exports.languages import language_names
from magicbb.geometry.mappings import MAPPINGS
from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.geometry.squares import square_name
from magicbb.recipes.rivals import RIVALS
from magicbb.recipes.rivals.lines import lines_of
from magicbb.recipes.rivals.turning import places

from .conftest import import_magics

CHOSEN = {("rays", "python"), ("hyperbola", "java")}
CASES = [
    pytest.param(name, language, marks=[] if (name, language) in CHOSEN else pytest.mark.slow)
    for name in RIVALS
    for language in language_names()
]


def said(text: str) -> str:
    """Return what is said of a source."""
    with pytest.raises(ValueError, match=r"^(it holds|no array)") as error:
        import_magics(text)
    return str(error.value)


def listed(name: str, numbers: list[int]) -> str:
    return f"U64 {name}[64] = {{{', '.join(map(hex, numbers))}}};\n"


@pytest.mark.parametrize(("name", "language"), CASES)
def test_an_exported_rival_is_named(name: str, language: str) -> None:
    text = mb.export(name, language, mapping="h8=0")
    names = "|".join(RIVALS).replace("-", "|")
    bare = re.sub(rf"(?i)[a-z]*({names})[a-z]*", "x", text)
    assert f"magicbb export {name} --self-test" in said(bare)


FILES = [lines_of(ROOK, square)[0] for square in range(64)]
RANKS = [lines_of(ROOK, square)[1] for square in range(64)]
DIAGONALS = [lines_of(BISHOP, square)[0] for square in range(64)]


def test_line_masks_with_bits_are_hyperbola_quintessence() -> None:
    text = listed("bit", [1 << square for square in range(64)])
    text += listed("fileEx", [line.mask for line in FILES])
    text += listed("diagonalEx", [line.mask for line in DIAGONALS])
    assert said(text) == (
        "it holds no magics but uses hyperbola quintessence, as bit (line 1) and 2 more arrays "
        "show; verify reads only magics, but magicbb export hyperbola --self-test writes a source "
        "that tests itself"
    )


def test_half_lines_beside_whole_ones_are_obstruction_difference() -> None:
    text = listed("lower", [line.lower for line in FILES])
    text += listed("upper", [line.upper for line in FILES])
    text += listed("lineEx", [line.mask for line in FILES])
    assert "no magics but uses obstruction difference" in said(text)


def test_rays_alone_are_cut_off() -> None:
    text = listed("north", [line.upper for line in FILES])
    text += listed("south", [line.lower for line in FILES])
    text += listed("east", [line.upper for line in RANKS])
    assert said(text) == (
        "it holds no magics but uses rays cut off at the first piece, as north (line 1) and "
        "2 more arrays show; verify reads only magics"
    )


DIRECTIONS = [
    [getattr(line, side) for line in lines]
    for lines in (FILES, RANKS, DIAGONALS, [lines_of(BISHOP, square)[1] for square in range(64)])
    for side in ("upper", "lower")
]


def nested(rows: list[list[int]]) -> str:
    return ", ".join(f"{{{', '.join(map(hex, row))}}}" for row in rows)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (f"U64 rays[8][64] = {{{nested(DIRECTIONS)}}};", "rays[0]"),
        (
            f"U64 beams[64][8] = {{{nested([*map(list, zip(*DIRECTIONS, strict=True))])}}};",
            "beams field 1",
        ),
        (f"pub const RAYS: [[u64; 64]; 8] = [{nested(DIRECTIONS)}];", "RAYS[0]"),
        (f"long[][] rays = new long[][] {{{nested(DIRECTIONS)}}};", "rays[0]"),
    ],
)
def test_rays_in_eight_directions_are_checked_one_by_one(text: str, name: str) -> None:
    cut = (
        f"it holds no magics but uses rays cut off at the first piece, as {name} (line 1) and "
        "7 more arrays show; verify reads only magics"
    )
    assert said(text) == cut
    ray = DIRECTIONS[2][20]
    wrong = f"{ray ^ 1 << 50:#x}"
    first = text.index(f"{ray:#x}", text.index(f"{DIRECTIONS[2][19]:#x}"))
    sentence = said(text[:first] + wrong + text[first + len(f"{ray:#x}") :])
    assert re.fullmatch(
        re.escape(cut) + rf"; e3: number \d+ of .* \(line 1\) is {wrong}, but should be {ray:#x}",
        sentence,
    )


@pytest.mark.parametrize("order", ["a1=0", "a8=0"])
@pytest.mark.parametrize("by_square", [False, True])
@pytest.mark.parametrize("turn", [0, 3])
def test_rays_in_one_flat_array_are_checked_one_by_one(
    order: str, by_square: bool, turn: int
) -> None:
    rays = [[ray[square] for square in MAPPINGS[order].squares] for ray in DIRECTIONS]
    rays = [*rays[turn:], *rays[:turn]][:: -1 if turn else 1]
    flat = [ray for row in (zip(*rays, strict=True) if by_square else rays) for ray in row]
    lines = [", ".join(map(hex, flat[first : first + 8])) for first in range(0, 512, 8)]
    text = "U64 beams[512] = {\n" + ",\n".join(lines) + "};"
    name = "beams field 1" if by_square else "beams[0..63]"
    cut = (
        f"it holds no magics but uses rays cut off at the first piece, as {name} (line 2) and "
        "7 more arrays show; verify reads only magics"
    )
    assert said(text) == cut
    for direction, place in ((0, 0), (2, 20), (7, 63)):
        at = 8 * place + direction if by_square else 64 * direction + place
        changed, wrong = [*flat], flat[at] ^ 1 << 50
        changed[at] = wrong
        square = square_name(MAPPINGS[order].squares[place])
        column = f"field {direction + 1}" if by_square else rf"\[{64 * direction}\.\.\d+\]"
        rows = [", ".join(map(hex, changed[first : first + 8])) for first in range(0, 512, 8)]
        assert re.fullmatch(
            re.escape(cut)
            + rf"; {square}: number {place + 1} of beams ?{column} \(line {at // 8 + 2}\) is "
            rf"{wrong:#x}, but should be {flat[at]:#x}",
            said("U64 beams[512] = {\n" + ",\n".join(rows) + "};"),
        )


def test_a_flat_array_that_holds_no_rays_is_none() -> None:
    numbers = ", ".join(str(number) for number in range(512))
    assert said(f"int squares[512] = {{{numbers}}};") == "no array of 64 or 128 numbers found"


@pytest.mark.parametrize(
    "code",
    [
        "U64 rays[8][64]; U64 b = rays[d][sq] & occ; return rays[d][sq] ^ rays[d][bsf(b)];",
        "static U64 lines[64][8]; a &= ~lines[bsf(a & occ)][N];",
        "static DIRS: [[u64; 64]; 8] = init(); a ^= DIRS[d][s.trailing_zeros() as usize];",
        "long[][] d = new long[8][64]; a = d[0][s]; a ^= d[0][Long.numberOfTrailingZeros(a & o)];",
        "var lines [8][64]uint64; a ^= lines[0][bits.TrailingZeros64(a & o)]",
        "attacks ^= m.rayAttacks[dir][lsb(blockers)]",
        "a &= ~RAY_ATTACKS[dir][lsb(blockers)]",
        "U64 rays[512]; a ^= rays[dir * 64 + lsb(blockers)];",
        "a &= ~north_rays[lsb(a & occupied)];",
    ],
)
def test_rays_that_are_computed_are_seen_where_they_are_cut(code: str) -> None:
    assert "no magics but uses rays cut off" in said(f"void f() {{ {code} }}")


@pytest.mark.parametrize(
    "code",
    [
        "U64 keys[12][64]; key ^= keys[piece][square];",
        "ByteArrays b; h ^= byteArray[p][s]; h ^= arrays[p][s]; h ^= grays[p][s];",
        "U64 rays[8][64]; return rays[d][sq];",
        "U64 keys[8][64]; key ^= keys[piece];",
        "U64 squares[8][8]; key ^= squares[p][s];",
    ],
)
def test_other_sets_that_are_taken_out_are_no_rays(code: str) -> None:
    assert said(f"void f() {{ {code} }}") == "no array of 64 or 128 numbers found"


@pytest.mark.parametrize(
    "code",
    [
        "g |= p & (g << 8); p &= p << 8; g |= p & (g << 16); p &= p << 16; g |= p & (g << 32);",
        "g |= (g >> 7) & p; p &= p >> 7; g |= (g >> 14) & p;",
        "g = g | (p & (g >>> 8)); p = p & (p >>> 8); g = g | (p & (g >>> 16));",
        "g |= p & rotl(g, r); p &= rotl(p, r); g |= p & rotl(g, 2*r); p &= rotl(p, 2*r);",
        "g |= p & g.rotate_left(8); p &= p.rotate_left(8); g |= p & g.rotate_left(16);",
    ],
)
def test_filling_while_the_empty_squares_shrink_is_kogge_stone(code: str) -> None:
    assert said(f"U64 f() {{ {code} }}") == (
        "it holds no magics but uses Kogge-Stone fills; verify reads only "
        "magics, but magicbb export kogge-stone --self-test writes a source that tests itself"
    )
    once = code.partition(";")[0]
    assert said(f"U64 f() {{ {once}; }}") == "no array of 64 or 128 numbers found"


@pytest.mark.parametrize("code", ["twice = pawns & (pawns << 8); pair = pawns & (pawns << 1);"])
def test_a_single_step_is_no_fill(code: str) -> None:
    assert "Kogge" not in said(f"U64 f() {{ {code} }}")


@pytest.mark.parametrize(
    "code",
    [
        "flood |= g = (g >> 8) & e; " * 6,
        "n = (n << 8) & e; a |= n; s = (s >> 8) & e; a |= s; w = (w << 1) & e & notA; a |= w;",
        "n = northOne(n) & e; s = Bits::southOne(s) & e; w = e & westOne(w);",
        "g = g.north() & e; a |= g; " * 3,
    ],
)
def test_steps_over_empty_squares_are_fills(code: str) -> None:
    assert "no magics but uses step-by-step fills;" in said(f"U64 f() {{ {code} }}")


def test_pawns_that_are_pushed_are_no_fills() -> None:
    code = "U64 f() { one = (pawns << 8) & e; two = (one << 8) & e; two = (two << 8) & e; }"
    assert said(code) == "no array of 64 or 128 numbers found"


def test_some_squares_may_be_wrong() -> None:
    rays = [[line.upper for line in FILES], [line.lower for line in FILES]]
    for ray in rays:
        ray[:16] = range(16)
    assert "rays cut off" in said(listed("a", rays[0]) + listed("b", rays[1]))
    rays[0][16] = 99
    assert "no array holds magics" in said(listed("a", rays[0]) + listed("b", rays[1]))


def test_squares_on_turned_boards_are_rotated_bitboards() -> None:
    left, right = ([places(square)[board] for square in range(64)] for board in (2, 3))
    assert "no magics but uses rotated bitboards" not in said(listed("l", left))
    shifted = listed("one", turned(7)) + listed("other", turned(9))
    assert "but uses rotated bitboards, as one (line 1) and another array show" in said(shifted)
    assert "rotated" not in said(listed("one", turned(7)) + listed("other", [*right[:63], 99]))


def test_squares_of_boards_that_are_only_mirrored_are_not() -> None:
    mirrored = listed("one", [square ^ 56 for square in range(64)])
    mirrored += listed("other", [square ^ 7 for square in range(64)])
    assert said(mirrored).startswith("no array holds magics")


def test_each_diagonal_lies_side_by_side() -> None:
    one, other = turned(7), turned(9)
    h1, h8 = 7, 63
    other[h1], other[h8] = other[h8], other[h1]
    assert said(listed("one", one) + listed("other", other)).startswith("no array holds magics")


def turned(step: int) -> list[int]:
    """Return the squares numbered along the diagonals, one diagonal after the other."""
    order = sorted(range(64), key=lambda square: (square % 8 * (8 - step) + square // 8, square))
    return [order.index(square) for square in range(64)]


@pytest.mark.parametrize(
    "steps",
    [
        "int dirs[2][4][2] = {{{1,0},{0,1},{-1,0},{0,-1}}, {{1,1},{1,-1},{-1,1},{-1,-1}}};",
        "ROOK = [(0, 1), (1, 0), (0, -1), (-1, 0)]; BISHOP = [(1, 1), (-1, 1), (1, -1), (-1, -1)]",
        "int offset[6][8] = {{-11,-9,9,11,0,0,0,0},{-10,-1,1,10,0,0,0,0}};",
        "let rook = [16, -16, 1, -1], bishop = [15, 17, -15, -17];",
        "const R = [-12, -1, 1, 12]; const B = [-13, -11, 11, 13];",
        "int rook[4] = {8, 1, -8, -1}, bishop[4] = {9, 7, -9, -7};",
        f"int rook[16] = {{8, 1, -8, -1{', 0' * 12}}}, bishop[4] = {{9, 7, -9, -7}};",
    ],
)
def test_steps_of_both_sliders_are_rays(steps: str) -> None:
    assert "no magics but uses steps along rays" in said(steps + "\nint main() {}")


@pytest.mark.parametrize(
    "code",
    [
        "U64 f(U64 o) { return t[((o & m) * 0x0202020202020202) >> 58]; }",
        "U64 f(U64 o) { return ((o >> (sq & 7)) & a) * C64(0x0080402010080400) >> 58; }",
        "fn f(o: u64) -> u64 { t[((o & m).wrapping_mul(0x0202_0202_0202_0202_u64)) >> 58] }",
    ],
)
def test_a_product_with_a_file_is_kindergarten(code: str) -> None:
    assert "no magics but uses kindergarten bitboards" in said(code)


@pytest.mark.parametrize(
    "code",
    [
        "U64 f(U64 o) { r = byteswap(o); o -= bit; r -= byteswap(bit); return o ^ byteswap(r); }",
        "fn f(o: u64) -> u64 { o ^ o.swap_bytes().wrapping_sub(bit).swap_bytes() }",
        "static ulong F(ulong o) { return o ^ Reverse(Reverse(o) - bit); }",
    ],
)
def test_subtracting_from_swapped_bytes_is_hyperbola_quintessence(code: str) -> None:
    assert "no magics but uses hyperbola quintessence" in said(code)


@pytest.mark.parametrize("board", ["occ_rot45", "occupied_rl90", "rotatedLeft45[side]"])
def test_boards_that_are_turned_are_rotated_bitboards(board: str) -> None:
    assert "no magics but uses rotated bitboards" in said(
        f"U64 f() {{ return t[({board} >> s) & 63]; }}"
    )


@pytest.mark.parametrize(
    "code",
    [
        "int king[8][2] = {{1,0},{0,1},{-1,0},{0,-1},{1,1},{1,-1},{-1,1},{-1,-1}};",
        "int rook[4] = {-8, -1, 1, 8};",
        f"int rook[17] = {{8, 1, -8, -1{', 0' * 13}}}, bishop[4] = {{9, 7, -9, -7}};",
        "U64 key = byteswap(entry.key); int n = a - b;",
        "The picture is rotated by 90 degrees; rotate90 > 1.",
        "int popcount(U64 x) { return (x * 0x0101010101010101) >> 56; }",
        "// hyperbola quintessence, rotated bitboards\nint main() {}",
        "U64 magics[64]; int rook[4] = {-8, -1, 1, 8}, bishop[4] = {-9, -7, 7, 9};",
    ],
)
def test_other_programs_are_none(code: str) -> None:
    assert said(code + "\n{}") == "no array of 64 or 128 numbers found"


def test_where_a_name_says_magic_it_is_magics_that_are_missing() -> None:
    text = listed("north", [line.upper for line in FILES])
    text += listed("south", [line.lower for line in FILES])
    assert "rays" in said(text)
    assert said(text + "U64 rookMagic;").startswith("no array holds magics in any square order")


def test_a_long_word_is_read_in_one_go() -> None:
    words = f'const char text[] = "{"a1f" * 200_000}"; int x[] = {{ {"z" * 200_000} }};'
    assert said(words).startswith("no array")
