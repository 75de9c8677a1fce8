"""Magics pasted from source code of any language: what is found out, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.geometry.mappings import MAPPINGS
from magicbb.magics.texts import LARGEST_TEXT

from .conftest import import_magics

Writer = Callable[[str, Sequence[int]], str]


def signed(number: int) -> int:
    return number - 2**64 if number >> 63 else number


def separated(number: int) -> str:
    digits = f"{number:016x}"
    return "0x" + "_".join(digits[place : place + 4] for place in range(0, 16, 4))


def writer(frame: str, form: Callable[[int], str]) -> Writer:
    """A function that writes an array: `frame` with a name for NAME and the numbers for @."""

    def write(name: str, numbers: Sequence[int]) -> str:
        items = ",\n  ".join(form(number) for number in numbers)
        return frame.replace("NAME", name).replace("@", items) + "\n"

    return write


LANGUAGES: dict[str, Writer] = {
    "C": writer("static const U64 NAME[64] = { // 64 of 128\n@ };", "{:#x}ULL".format),
    "C with macros": writer("const U64 NAME[64] = {@};", "C64({:#018x})".format),
    "C++": writer(
        "constexpr std::array<u64, 64> NAME{{@}};", lambda n: f"{n:_}ull".replace("_", "'")
    ),
    "Rust": writer("pub const NAME: [u64; 64] = [@,];", lambda n: separated(n) + "_u64"),
    "Java": writer("static final long[] NAME = {@};", lambda n: f"{signed(n)}L"),
    "Java, hexadecimal": writer("static final long[] NAME = {@};", "0x{:x}L".format),
    "Go": writer("var NAME = [64]uint64{@,\n}", "{:#x}".format),
    "C#": writer("static readonly ulong[] NAME = new ulong[] {@};", "0x{:X}UL".format),
    "Zig": writer("const NAME = [64]u64{@};", separated),
    "JavaScript": writer("const NAME = [@];", "{:#x}n".format),
    "JavaScript, private": writer("class X {\n  static #NAME = [@]; }", "{:#x}n".format),
    "TypeScript": writer("export const NAME: bigint[] = [@];", "{}n".format),
    "Python": writer("NAME = (  # 12 bits\n@,\n)", "{:#x}".format),
    "bare": writer("NAME\n@\n", "{:#x}".format),
}


def source(
    table: mb.Table,
    write: Writer = LANGUAGES["C"],
    mapping: str = "a1=0",
    names: Sequence[str] = ("RookMagics", "BishopMagics"),
) -> str:
    order = MAPPINGS[mapping].squares
    factors = [magic.magic for magic in table.magics]
    return "".join(
        write(name, [factors[first + square] for square in order])
        for name, first in zip(names, (0, 64), strict=True)
    )


def factors_of(table: mb.Table) -> list[int]:
    return [magic.magic for magic in table.magics]


@pytest.fixture(scope="module", params=["fancy", "plain", "black", "everling-2026-black-76411"])
def any_table(request: pytest.FixtureRequest) -> mb.Table:
    if request.param == "plain":
        return mb.build("plain", 3)
    if request.param == "black":
        return mb.Table(mb.tables.Scheme("black", "concatenated"), mb.find_all("black", seed=3))
    if request.param == "fancy":
        return mb.tables.default_table()
    return mb.read(Path(__file__).parents[2] / "data" / f"{request.param}.csv")


@pytest.mark.parametrize("mapping", MAPPINGS)
def test_every_order_is_found(any_table: mb.Table, mapping: str) -> None:
    imported = import_magics(source(any_table, mapping=mapping))
    assert imported.mapping == MAPPINGS[mapping]
    assert imported.kind == any_table.magics[0].kind
    assert factors_of(imported.table) == factors_of(any_table)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_read(fancy: mb.Table, language: str) -> None:
    imported = import_magics(source(fancy, LANGUAGES[language], "a8=0"))
    assert imported.table == fancy
    assert imported.mapping.name == "a8=0"


@pytest.mark.parametrize("names", [("b", "a"), ("x", "x"), ("rMagic", "bMagic")])
def test_names_are_not_needed(fancy: mb.Table, names: tuple[str, str]) -> None:
    assert import_magics(source(fancy, names=names)).table == fancy


def test_a_name_that_says_otherwise_is_noted(fancy: mb.Table) -> None:
    imported = import_magics(source(fancy, names=("BISHOP", "x")))
    assert imported.notes == ("BISHOP (line 1) holds rook magics, despite its name",)


def test_the_bishop_may_come_first(fancy: mb.Table) -> None:
    numbers = factors_of(fancy)
    text = LANGUAGES["C"]("all", numbers[64:] + numbers[:64])
    assert import_magics(text).arrays == {
        "rook magics": "all[64..127] (line 1)",
        "bishop magics": "all[0..63] (line 1)",
    }


def test_other_arrays_are_left_alone_and_named(fancy: mb.Table) -> None:
    rng = np.random.default_rng(1)
    others = LANGUAGES["C"]("zobrist", rng.integers(0, 2**64, 64, dtype=np.uint64).tolist())
    others += LANGUAGES["C"]("pst", rng.integers(0, 50, 64).tolist())
    imported = import_magics(others + source(fancy))
    assert imported.table == fancy
    assert [name.partition(" ")[0] for name in imported.unchecked] == ["zobrist", "pst"]


def test_what_was_found_is_said(fancy: mb.Table) -> None:
    text = source(fancy, mapping="h8=0,h7=1")
    line = text[: text.index("BishopMagics")].count("\n") + 1
    assert str(import_magics(text)) == (
        f"rook magics from RookMagics (line 1), bishop magics from BishopMagics (line {line})\n"
        "white magics in the order h8=0,h7=1, where bit 0 is a1; "
        "one index bit per mask square"
    )


# ---- Masks, shifts and offsets ----


@pytest.mark.slow
def test_arrays_of_hash_keys_are_no_hindrance(fancy: mb.Table) -> None:
    random = np.random.default_rng(1).integers(0, 2**64, (150, 64), np.uint64)
    keys = [LANGUAGES["C"](f"keys{place}", row) for place, row in enumerate(random.tolist())]
    imported = import_magics("".join(keys) + source(fancy))
    assert imported.table == fancy


def test_names_cannot_talk_to_the_terminal(fancy: mb.Table) -> None:
    write = writer('"NAME": [@],\n', "{:#x}".format)
    imported = import_magics(source(fancy, write, names=("R\x1b[31m" + "k" * 1000, "B")))
    assert len(imported.arrays["rook magics"]) < 100
    assert str(imported).replace("\n", "").isprintable()


def test_masks_confirm_and_are_no_magics(fancy: mb.Table) -> None:
    masks = LANGUAGES["C"]("masks", [mb.ROOK.mask(square) for square in range(64)])
    imported = import_magics(masks + source(fancy))
    assert imported.arrays["rook masks"] == "masks (line 1)"
    assert imported.notes == imported.unchecked == ()


@pytest.mark.parametrize("first", ["bits", "rookBits"])
def test_index_bits_that_are_called_after_the_slider_come_first(
    fancy: mb.Table, first: str
) -> None:
    own = [magic.bits for magic in fancy.magics]
    numbers = {"bits": [12] * 64, "rookBits": own[:64], "bishopBits": own[64:]}
    names = sorted(numbers, reverse=first == "rookBits")
    text = "".join(LANGUAGES["C"](name, numbers[name]) for name in names) + source(fancy)
    found = import_magics(text)
    assert found.arrays["rook index bits"].startswith("rookBits ")
    assert found.table.bits[:64] == fancy.bits[:64]


@pytest.mark.parametrize("as_shift", [True, False])
@pytest.mark.parametrize("mapping", ["a1=0", "h1=0"])
def test_shifts_and_index_bits_are_taken(
    published: dict[str, Path], mapping: str, as_shift: bool
) -> None:
    table = mb.read(published["everling-2026-black-76411"])
    text = source(table, mapping=mapping)
    for name, first in (("r_bits", 0), ("b_bits", 64)):
        bits = [table.magics[first + square].bits for square in MAPPINGS[mapping].squares]
        text += LANGUAGES["Go"](name, [64 - each if as_shift else each for each in bits])
    assert import_magics(text).table.magics == table.magics


def records(table: mb.Table, *, offsets: Sequence[int] | None = None) -> str:
    text = ""
    for name, first in (("ROOK", 0), ("BISHOP", 64)):
        items = ",\n".join(
            f"Magic {{ mask: {magic.mask:#x}, factor: {magic.magic:#x}, shift: {magic.shift}"
            + (f", offset: {offsets[first + square]} }}" if offsets else " }")
            for square, magic in enumerate(table.magics[first : first + 64])
        )
        text += f"pub static {name}: &[Magic; 64] = &[\n{items}\n];\n"
    return text


def test_rook_and_bishop_may_have_other_shifts(fancy: mb.Table) -> None:
    magics = [*mb.build("plain", 3).magics[:64], *fancy.magics[64:]]
    imported = import_magics(source(mb.Table(fancy.scheme, magics)))
    assert imported.shifts == {
        "rook": "the fixed shifts 52 and 55",
        "bishop": "one index bit per mask square",
    }


def test_equal_offsets_of_rook_and_bishop_are_two_arrays(fancy: mb.Table) -> None:
    offsets = [4096 * square for square in range(64)] * 2
    imported = import_magics(records(fancy, offsets=offsets))
    assert imported.arrays["rook offsets"] == "ROOK.offset (line 1)"
    assert imported.arrays["bishop offsets"].startswith("BISHOP.offset")
    assert imported.notes == ("the offsets refer to two arrays, one for each slider",)


def test_records_are_taken_apart(fancy: mb.Table) -> None:
    imported = import_magics(records(fancy))
    assert imported.table == fancy
    assert imported.arrays["rook index bits"] == "ROOK.shift (line 1)"


@pytest.mark.parametrize(
    "name", ["annuss-2010-white-97264", "annuss-2017-white-88772", "everling-2026-black-76411"]
)
def test_offsets_that_work_are_taken(published: dict[str, Path], name: str) -> None:
    table = mb.read(published[name])
    assert import_magics(records(table, offsets=table.offsets)).table == table


@pytest.mark.parametrize("language", ["c", "rust", "java", "go", "python"])
def test_an_exported_table_keeps_its_negative_offsets(
    published: dict[str, Path], language: str
) -> None:
    table = mb.read(published["everling-2026-black-76411"])
    assert min(table.offsets or ()) < 0
    assert import_magics(mb.export(table, language, tables="init")).table == table


def test_offsets_in_two_arrays_are_taken(fancy: mb.Table) -> None:
    starts = fancy.parameters[:, -1].astype(int)
    starts[64:] -= starts[64]
    imported = import_magics(records(fancy, offsets=starts.tolist()))
    assert imported.notes == ("the offsets refer to two arrays, one for each slider",)
    assert imported.table == fancy  # behind the widest rook


def test_offsets_that_do_not_work_are_refused_unless_magics_alone_are_asked_for(
    fancy: mb.Table,
) -> None:
    text = records(fancy, offsets=range(128))
    with pytest.raises(ValueError, match=re.escape("the offsets of ROOK.offset (line 1) do not")):
        import_magics(text)
    imported = import_magics(text, magics_only=True)
    assert imported.table == fancy
    assert "ROOK.offset (line 1)" in imported.unchecked


# ---- What is wrong ----


@pytest.mark.parametrize("mapping", MAPPINGS)
@pytest.mark.parametrize("row", [27, 64 + 27])
def test_a_wrong_magic_is_named(fancy: mb.Table, mapping: str, row: int) -> None:
    factor = fancy.magics[row].magic
    text = source(fancy, mapping=mapping).replace(f"{factor:#x}", f"{factor ^ 1 << 40:#x}")
    with pytest.raises(mb.errors.CollisionError) as caught:
        import_magics(text)
    assert caught.value.rows == (row, row)
    place = MAPPINGS[mapping].squares.index(27) + 1
    name = "RookMagics" if row < 64 else "BishopMagics"
    assert f" is number {place} of {name} (line " in str(caught.value)
    counts = "6[34] of 64 rook magics and 6[34] of 64 bishop magics are correct"
    assert re.search(counts, str(caught.value))


def with_numbers(change: Callable[[list[int]], list[int]]) -> str:
    numbers = factors_of(mb.tables.default_table())
    return LANGUAGES["C"]("R", change(numbers[:64])) + LANGUAGES["C"]("B", numbers[64:])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("\n", "no array of 64 or 128 numbers found"),
        ("int main() { return 0; }", "no array of 64 or 128 numbers found"),
        (with_numbers(lambda n: n[1:]), r"no rook magics; R \(line 1\) has 63 numbers, not 64"),
        (with_numbers(lambda n: [2**64, *n[1:]]), "no rook magics; .*number 1 is longer than 64 b"),
        (with_numbers(lambda n: [2**999, *n[1:]]), "no rook magics; .*number 1 is longer than 64"),
        (with_numbers(lambda n: n[::2] + n[1::2]), "it holds bishop magics, B .*, but no rook"),
        (
            with_numbers(lambda n: [number % 64 for number in n]),
            "it holds bishop magics, B .*, but no rook magics; .*use --piece bishop",
        ),
        (LANGUAGES["C"]("a", range(64)), r"holds magics in any square order; found a \(line"),
        (
            with_numbers(lambda n: n) + with_numbers(lambda n: [n[0] ^ 1, *n[1:]]),
            r"several arrays of rook magics: R\[0\] \(line 1\), R\[1\] ",
        ),
        ("\n" * (LARGEST_TEXT + 1), f"it is longer than {LARGEST_TEXT:,} bytes"),
    ],
    ids=range(10),
)
def test_what_cannot_be_understood_is_said(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        import_magics(text)


@pytest.mark.parametrize(("number", "place"), [(2**64, 5), (-(2**63) - 1, 1), (-(2**63) - 1, 63)])
def test_the_first_number_that_is_too_long_is_named(number: int, place: int) -> None:
    text = with_numbers(lambda n: [*n[: place - 1], number, *n[place:-1], 2**70])
    with pytest.raises(ValueError, match=rf"R \(line 1\): number {place} is longer than 64 bits$"):
        import_magics(text)


@pytest.mark.parametrize(("large", "named"), [(31, False), (32, True)])
def test_one_too_long_among_half_of_them_large_is_named(large: int, named: bool) -> None:
    text = with_numbers(lambda _: [2**64, *[2**32] * large, *[2**32 - 1] * (63 - large)])
    with pytest.raises(ValueError, match="no rook magics") as caught:
        import_magics(text)
    assert ("is longer than 64 bits" in str(caught.value)) == named


def test_numbers_at_the_edge_of_64_bits_are_not_too_long() -> None:
    text = with_numbers(lambda _: [-(2**63), *[2**64 - 1] * 63])
    with pytest.raises(ValueError, match=r"no rook magics; .*use --piece bishop"):
        import_magics(text)


def test_only_masks_are_said_to_be_there() -> None:
    masks = LANGUAGES["C"]("masks", [mb.ROOK.mask(square) for square in range(64)])
    with pytest.raises(ValueError, match=r"^no array of 64 or 128 numbers found except masks"):
        import_magics(masks)


def test_orders_must_agree(fancy: mb.Table) -> None:
    rook, bishop = (source(fancy, mapping=mapping) for mapping in ("a1=0", "a8=0"))
    text = rook[: rook.index("};") + 2] + bishop[bishop.index("};") + 2 :]
    with pytest.raises(ValueError, match=r"in the order a1=0 and .* in the order a8=0; no engine"):
        import_magics(text)


def test_kinds_must_agree(fancy: mb.Table) -> None:
    black = mb.Table(mb.tables.Scheme("black", "concatenated"), mb.find_all("black", seed=3))
    rook, bishop = source(fancy), source(black)
    text = rook[: rook.index("};") + 2] + bishop[bishop.index("};") + 2 :]
    with pytest.raises(ValueError, match=r"holds white magics and .* black ones"):
        import_magics(text)


@given(st.text())
def test_any_text_gives_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        import_magics(text + "\n")


# ---- Text or path ----


@pytest.mark.parametrize("form", [str, Path])
def test_a_path_is_read(fancy: mb.Table, tmp_path: Path, form: Callable[[Path], str]) -> None:
    (tmp_path / "magics.h").write_text(source(fancy))
    assert import_magics(form(tmp_path / "magics.h")).table == fancy


def test_a_file_may_be_as_long_as_a_text(fancy: mb.Table, tmp_path: Path) -> None:
    text = source(fancy).ljust(LARGEST_TEXT)
    (tmp_path / "magics.h").write_text(text)
    assert import_magics(tmp_path / "magics.h").table == fancy
    (tmp_path / "magics.h").write_text(text + " ")
    with pytest.raises(ValueError, match=f"it is longer than {LARGEST_TEXT:,} bytes"):
        import_magics(tmp_path / "magics.h")


def test_an_error_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "magics.h").write_text("int x;")
    with pytest.raises(ValueError, match=r"magics\.h: no array of 64"):
        import_magics(tmp_path / "magics.h")


def test_read_file_reads_source_code(fancy: mb.Table, tmp_path: Path) -> None:
    (tmp_path / "magics").write_text(source(fancy))
    assert mb.read(tmp_path / "magics") == fancy


@pytest.mark.parametrize("start", ["[", "{"])
def test_a_bare_list_in_brackets_is_read(fancy: mb.Table, tmp_path: Path, start: str) -> None:
    text = ",".join(f"{factor}ULL" for factor in factors_of(fancy))
    (tmp_path / "magics").write_text(start + text)
    assert mb.read(tmp_path / "magics") == fancy


def test_a_missing_file_is_an_os_error() -> None:
    with pytest.raises(FileNotFoundError):
        import_magics("no such file")


HALVES: dict[str, Callable[[str, Sequence[int]], str]] = {
    "records": lambda name, numbers: (
        f"{name} = [{', '.join(f'[{n >> 32}, {n % 2**32}]' for n in numbers)}];\n"
    ),
    "macros": lambda name, numbers: (
        f"U64 {name}[] = {{{', '.join(f'C64({n >> 32:#x},{n % 2**32:#x})' for n in numbers)}}};\n"
    ),
    "low ones first": lambda name, numbers: (
        f"{name} = [{', '.join(f'{n % 2**32}, {n >> 32}' for n in numbers)}];\n"
    ),
    "high ones first": lambda name, numbers: (
        f"{name} = [{', '.join(f'{n >> 32:#x}, {n % 2**32:#x}' for n in numbers)}];\n"
    ),
    "two arrays": lambda name, numbers: (
        f"u32 {name}Hi[64] = {{{', '.join(f'{n >> 32}' for n in numbers)}}};\n"
        f"u32 {name}Lo[64] = {{{', '.join(f'{n % 2**32}' for n in numbers)}}};\n"
    ),
    "signed": lambda name, numbers: (
        (f"int {name}[64][2] = {{{', '.join(map(str, (signed_pair(n) for n in numbers)))}}};\n")
        .replace("(", "{")
        .replace(")", "}")
    ),
}


def signed_pair(number: int) -> tuple[int, int]:
    high, low = number >> 32, number % 2**32
    return high - 2**32 * (high >> 31), low - 2**32 * (low >> 31)


@pytest.mark.parametrize("form", HALVES)
def test_numbers_may_be_written_as_halves(fancy: mb.Table, form: str) -> None:
    factors = factors_of(fancy)
    text = HALVES[form]("rook", factors[:64]) + HALVES[form]("bishop", factors[64:])
    assert import_magics(text).table == fancy
    wrong = [factors[0], factors[1] ^ 1 << 40, *factors[2:]]
    text = HALVES[form]("rook", wrong[:64]) + HALVES[form]("bishop", wrong[64:])
    with pytest.raises(ValueError, match="rook b1"):
        import_magics(text)
