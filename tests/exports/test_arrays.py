"""Magics as arrays: they compile where they are pasted, and are read back."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.exports.arrays import arrays_of
from magicbb.exports.languages import language_names
from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import row_of
from magicbb.tables.reading import read

from .conftest import RUSTC, TOOLCHAINS, execute

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from magicbb.geometry.sliders import Slider

LANGUAGES = [name for name in language_names() if not name.endswith("-pairs")]

PROGRAMS = {
    "c": """#include <inttypes.h>
#include <stdio.h>
{arrays}
int main(void)
{{
    uint64_t all = 0;
    for (int square = 0; square < 64; square++) {{
        all ^= rook_magics[square] ^ bishop_magics[square];
        all ^= (uint64_t)rook_shifts[square] << square ^ bishop_shifts[square];
    }}
    printf("%" PRIu64 "\\n", all);
}}
""",
    "cpp": """#include <cstdint>
#include <iostream>
{arrays}
int main()
{{
    std::uint64_t all = 0;
    for (int square = 0; square < 64; square++) {{
        all ^= rook_magics[square] ^ bishop_magics[square];
        all ^= std::uint64_t{{rook_shifts[square]}} << square ^ bishop_shifts[square];
    }}
    std::cout << all << "\\n";
}}
""",
    "csharp": """static class Program
{{
{arrays}
    static void Main()
    {{
        ulong all = 0;
        for (int square = 0; square < 64; square++)
        {{
            all ^= RookMagics[square] ^ BishopMagics[square];
            all ^= (ulong)RookShifts[square] << square ^ (ulong)BishopShifts[square];
        }}
        System.Console.WriteLine(all);
    }}
}}
""",
    "go": """package main

import "fmt"

{arrays}
func main() {{
	all := uint64(0)
	for square := range rookMagics {{
		all ^= rookMagics[square] ^ bishopMagics[square]
		all ^= uint64(rookShifts[square])<<square ^ uint64(bishopShifts[square])
	}}
	fmt.Println(all)
}}
""",
    "java": """public class SlidingAttacks {{
{arrays}
    public static void main(String[] arguments) {{
        long all = 0;
        for (int square = 0; square < 64; square++) {{
            all ^= ROOK_MAGICS[square] ^ BISHOP_MAGICS[square];
            all ^= (long) ROOK_SHIFTS[square] << square ^ BISHOP_SHIFTS[square];
        }}
        System.out.println(Long.toUnsignedString(all));
    }}
}}
""",
    "javascript": """{arrays}
let all = 0n;
for (let square = 0; square < 64; square++) {{
  all ^= rookMagics[square] ^ bishopMagics[square];
  all ^= rookShifts[square] << BigInt(square) ^ bishopShifts[square];
}}
console.log(String(BigInt.asUintN(64, all)));
""",
    "python": """{arrays}
everything = 0
for square in range(64):
    everything ^= ROOK_MAGICS[square] ^ BISHOP_MAGICS[square]
    everything ^= ROOK_SHIFTS[square] << square ^ BISHOP_SHIFTS[square]
print(everything & 2**64 - 1)
""",
    "rust": """{arrays}
fn main() {{
    let mut all = 0;
    for square in 0..64 {{
        all ^= ROOK_MAGICS[square] ^ BISHOP_MAGICS[square];
        all ^= (ROOK_SHIFTS[square] as u64) << square ^ BISHOP_SHIFTS[square] as u64;
    }}
    println!("{{}}", all);
}}
""",
    "zig": """const std = @import("std");

{arrays}
pub fn main() void {{
    var all: u64 = 0;
    for (rook_magics, bishop_magics) |rook, bishop| all ^= rook ^ bishop;
    for (rook_shifts, bishop_shifts, 0..64) |rook, bishop, square| {{
        all ^= @as(u64, rook) << @intCast(square) ^ @as(u64, bishop);
    }}
    std.debug.print("{{}}\\n", .{{all}});
}}
""",
}
"""Programs around the arrays that print all their numbers, xored."""

PROGRAMS["typescript"] = "export {{}};\n" + PROGRAMS["javascript"].replace("[square]", "[square]!")


@functools.cache
def magics_of(kind: str, source: str = "constructed") -> tuple[mb.Magic, ...]:
    """All magics of a kind; those of the source "dense" have fewer bits on some squares."""
    magics: tuple[mb.Magic, ...] = mb.build(f"{kind}/concatenated/direct/{source}").magics
    return magics


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_compiles_where_it_is_pasted(
    language: str, run_program: Callable[[str, str], str]
) -> None:
    magics = magics_of("white", "dense")
    expected = functools.reduce(operator.xor, (magic.magic for magic in magics))
    for square, (rook, bishop) in enumerate(zip(magics[:64], magics[64:], strict=True)):
        expected ^= (64 - rook.bits) << square ^ (64 - bishop.bits)
    source = PROGRAMS[language].format(arrays=arrays_of(magics, language, "a8=0"))
    assert int(run_program(language, source)) == expected % 2**64


@pytest.mark.parametrize(
    ("kind", "source"),
    [
        ("white", "constructed"),
        ("white", "dense"),
        ("black", "constructed"),
        ("white-32", "constructed"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_read_back(language: str, kind: str, source: str) -> None:
    magics = magics_of(kind, source)
    assert read(arrays_of(magics, language)).magics == magics


IMPORTING = {
    "c": """#include "attacks.h"
#include "attacks.h"
#include <stdio.h>
int main(void)
{
    printf("%d\\n", (int)(rook_magics[0] ^ bishop_magics[63]) & 0xff);
}
""",
    "cpp": """#include "attacks.hpp"
#include "attacks.hpp"
#include <iostream>
int main()
{
    std::cout << ((rook_magics[0] ^ bishop_magics[63]) & 0xff) << "\\n";
}
""",
}
"""Programs that include a file of arrays, twice."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_of_them_compiles_as_it_stands(
    language: str,
    run_program: Callable[[str, str], str],
    demand: Callable[[str], None],
    tmp_path: Path,
) -> None:
    magics = magics_of("white")
    text = arrays_of(magics, language, file=True)
    if language in IMPORTING:
        (tmp_path / f"attacks.{ {'c': 'h', 'cpp': 'hpp'}[language] }").write_text(text)
        printed = run_program(language, IMPORTING[language])
        assert int(printed) == (magics[0].magic ^ magics[127].magic) & 0xFF
        return
    toolchain = TOOLCHAINS[language]
    for tool in toolchain.tools:
        demand(tool)
    (tmp_path / toolchain.file).write_text(text)
    for command in AS_LIBRARY.get(language, toolchain.compile):
        assert execute(command, tmp_path) == ""


AS_LIBRARY = {
    "csharp": [["mcs", "-target:library", "-warn:4", "-warnaserror+", "attacks.cs"]],
    "go": [["gofmt", "-l", "attacks.go"], ["go", "vet", "attacks.go"]],
    "javascript": [["node", "--check", "attacks.mjs"]],
    "python": [["python", "-W", "error", "attacks.py"]],
    "rust": [[*RUSTC, "--crate-type", "lib", "attacks.rs"]],
    "zig": [["python", "-m", "ziglang", "fmt", "--check", "attacks.zig"]],
}
"""What compiles a file of arrays without a program, in languages where that is another command."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_of_them_is_read_back(language: str) -> None:
    magics = magics_of("white", "dense")
    assert read(arrays_of(magics, language, file=True)).magics == magics


def test_shifts_are_written_only_where_the_mask_does_not_say_them() -> None:
    assert "shifts" not in arrays_of(magics_of("white"), "c")
    assert "rook_shifts[64]" in arrays_of(magics_of("white", "dense"), "c")


def test_the_comment_names_the_squares_and_the_command() -> None:
    magics = magics_of("white")
    comment, *_, command = arrays_of(magics, "python", "h1=0,h2=1", "magicbb find").splitlines()[:5]
    assert comment == "# magics in the order h1, h2, ..., a8"
    assert command == "# written by: magicbb find"


@pytest.mark.parametrize("kind", ["white", "black", "white-32"])
@pytest.mark.parametrize("slider", SLIDERS, ids=str)
def test_the_comment_computes_the_index(kind: str, slider: Slider) -> None:
    magics = magics_of(kind)
    comment = arrays_of(magics, "python").partition("\nROOK_MAGICS")[0].replace("# ", "")
    if f"{slider}:\n" in comment:
        comment = comment.partition(f"{slider}:\n")[2]
    lines = [line.strip() for line in comment.splitlines()]
    computed = lines[: next(n for n, line in enumerate(lines) if line.startswith("index = ")) + 1]
    code = "\n".join(line for line in computed if " = " in line)
    magic = magics[row_of(slider, 27)]
    width = 32 if kind == "white-32" else 64
    names = {"mask": magic.mask, "magic": magic.magic, "shift": width - magic.bits}
    for occupied in (0, 0x004008124A042810, 2**64 - 1):
        scope = {**names, "occupied": occupied}
        exec(code, scope)  # noqa: S102 (what is exported)
        assert scope["index"] == magic.index(occupied)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("c", ["hashed = (occupied & mask) * magic", "index = hashed >> shift"]),
        ("java", ["hashed = (occupied & mask) * magic", "index = hashed >>> shift"]),
        ("rust", ["hashed = (occupied & mask).wrapping_mul(magic)", "index = hashed >> shift"]),
        (
            "javascript",
            ["hashed = BigInt.asUintN(64, (occupied & mask) * magic)", "index = hashed >> shift"],
        ),
    ],
)
def test_the_comment_is_in_the_language(language: str, lines: list[str]) -> None:
    comment = arrays_of(magics_of("white"), language).splitlines()[1:3]
    assert comment == [f"// {line}" for line in lines]


def test_the_order_in_which_they_are_given_does_not_matter() -> None:
    magics = magics_of("white")
    assert arrays_of(magics[::-1], "c") == arrays_of(magics, "c")


def test_some_squares_are_not_enough() -> None:
    with pytest.raises(ValueError, match=r"one magic for each slider on each square, got 127$"):
        arrays_of(magics_of("white")[1:], "c")


def test_a_square_with_two_magics_is_refused() -> None:
    with pytest.raises(ValueError, match="one magic for each slider on each square, got 129"):
        mb.export([*mb.find_all(), mb.find("rook", "a1", seed=9)], "c")


def test_magics_of_two_kinds_are_refused() -> None:
    magics = [*mb.find_all()[:64], *mb.find_all("black")[64:]]
    with pytest.raises(ValueError, match="must be of one kind, got black and white"):
        mb.export(magics, "c")


@pytest.mark.parametrize("magics", [[1, 2], b"a", ["a1"], [None]], ids=repr)
def test_what_is_no_magic_is_refused(magics: Any) -> None:
    with pytest.raises(TypeError, match="magics must be Magic objects, got"):
        mb.export(magics, "c")


def test_a_language_without_64_bits_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^JavaScript without BigInt has no 64-bit numbers"):
        arrays_of(magics_of("white"), "javascript-pairs")


@pytest.mark.parametrize(
    ("language", "mapping", "error", "sentence"),
    [
        ("csv", "a8=0", ValueError, "mapping must be left out, since csv names the squares"),
        ("json", "a9", ValueError, "mapping must be one of a1=0, "),
        (None, "a1=0", TypeError, "language must be one of c, cpp"),
    ],
)
def test_options_that_cannot_be(
    language: Any, mapping: str, error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=f"^{sentence}"):
        mb.export(mb.find_all(), language, mapping=mapping)
