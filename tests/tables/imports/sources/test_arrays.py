"""Arrays in source code: nested, in records, without brackets, cut off, and what is none."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.magics.search import find_all
from magicbb.tables.imports.sources.arrays import arrays_in
from magicbb.tables.imports.sources.pasted import PastedArray

NUMBERS = tuple((1 << 40) + 7 * place for place in range(64))
LIST = ", ".join(map(hex, NUMBERS))
ROWS = [", ".join(map(hex, NUMBERS[row : row + 8])) for row in range(0, 64, 8)]


def only(text: str) -> PastedArray:
    (array,) = arrays_in(text).arrays
    return array


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a", "static const U64 a[64] = {@};"),
        ("a", "constexpr std::array<std::uint64_t, 64> a = {{@}};"),
        ("a", "U64 a[64]{@,};"),
        ("a", "pub const a: [u64; 64] = [@];"),
        ("a", "pub static a: &'static [u64; 64] = &[@];"),
        ("a", "#[rustfmt::skip] const a: [u64; 64] = [@];"),
        ("a", "private static final long[] a = {@};"),
        ("a", "var a = [64]uint64{@,\n}"),
        ("a", "a := [...]uint64{@}"),
        ("a", "static readonly ulong[] a = new ulong[64] {@};"),
        ("a", "const a: [64]u64 = .{@};"),
        ("a", "const a = [_]u64{@};"),
        ("a", "const a = new BigUint64Array([@]);"),
        ("a", "export const a: bigint[] = [@];"),
        ("a", "a = [@]"),
        ("a", "class X { static #a = [@]; }"),
        ("a", "class X { #a: bigint[] = [@]; }"),
        ("a", "static #a = Object.freeze([@]);"),
        ("a", "a: list[int] = [@]"),
        ("a", "a = np.array([@], dtype=np.uint64)"),
        ("a", "a = (@)"),
        ("a", "class X {\npublic:\n  static constexpr U64 a[64] = {@};\n};"),
        ("a", "void f() { int b; const U64 a[64] = {@}; }"),
        ("a", "void f() {} const U64 a[64] = {@};"),
        ("x.a", "x = {a: [@], b: 3}"),
        ("x.a", "x = {'a': [@]}"),
        ("a", "#define a {@}"),
        ("", "@"),
        ("the magics", "the magics\n@"),
    ],
)
def test_an_array_is_read_with_its_name(name: str, text: str) -> None:
    array = only(text.replace("@", LIST))
    assert (array.numbers, array.name) == (NUMBERS, name)


@pytest.mark.parametrize("words", [30, 62, 63, 64, 65, 95, 96, 97, 200])
def test_a_name_after_many_words_is_read(words: int) -> None:
    assert only(f"{'public ' * words}a = {{{LIST}}}").name == "a"


@pytest.mark.parametrize("wrapper", ["U64(@)", "C64(@)", "UINT64_C(@)", "(U64)@", 'BigInt("@")'])
def test_numbers_may_be_wrapped(wrapper: str) -> None:
    items = ", ".join(wrapper.replace("@", hex(number)) for number in NUMBERS)
    assert only(f"a = {{{items}}};").numbers == NUMBERS


@pytest.mark.parametrize("label", ["[@] = ", "@: ", "/* @ */ ", "// @\n"])
def test_numbers_may_have_labels(label: str) -> None:
    items = ", ".join(
        label.replace("@", str(place)) + hex(number) for place, number in enumerate(NUMBERS)
    )
    assert only(f"a = {{{items}}};").numbers == NUMBERS


def test_blanks_alone_may_stand_between_numbers() -> None:
    assert only(f"a = {{{' '.join(map(hex, NUMBERS))}}}").numbers == NUMBERS


def test_a_list_without_brackets_is_in_the_line_of_its_first_number() -> None:
    lines = "\n".join(f"{hex(number)}," for number in NUMBERS)
    assert only(f"\n\nthe magics\n{lines}").line == 4


def test_what_wraps_a_field_is_not_its_name() -> None:
    text = f"a = {{{', '.join(f'{{F({number}), F({number // 2})}}' for number in NUMBERS)}}}"
    assert [array.name for array in arrays_in(text).arrays] == ["a field 1", "a field 2"]


def test_each_list_of_records_has_a_number_of_its_own() -> None:
    text = "".join(f"a{place} = {{{LIST}}};\n" for place in range(6))
    arrays = arrays_in(text + f"b = {{{LIST}, {LIST}}};").arrays
    assert len({array.table for array in arrays}) == len(arrays) == 8


@pytest.mark.parametrize(("number", "misfits"), [(2**32 - 1, 0), (2**32, 1)])
def test_a_list_of_almost_the_right_length_is_noted_if_its_numbers_are_large(
    number: int, misfits: int
) -> None:
    assert len(arrays_in(f"a = {{{f'{number}, ' * 63}}}").misfits) == misfits


def test_names_of_squares_are_no_names_of_the_array() -> None:
    items = ", ".join(f"s{place}: {number}" for place, number in enumerate(NUMBERS))
    assert only(f"a = {{{items}}}").name == "a"


@pytest.mark.parametrize("label", ["[@] = ", "s = ", "s = t = "])
def test_what_has_a_label_may_be_negative(label: str) -> None:
    items = ", ".join(f"{label.replace('@', str(place))}-{place}" for place in range(64))
    assert only(f"a = {{{items}}};").numbers == tuple(-place for place in range(64))


def test_negative_and_computed_numbers_are_read() -> None:
    text = ",".join(["-5L", "64 - 12", "~0x1", "- 7"] * 16)
    assert only(f"a = {{{text}}}").numbers[:4] == (-5, 52, 2**64 - 2, -7)


def test_eight_rows_of_eight_are_an_array() -> None:
    assert only("a = {" + ",".join(f"{{{row}}}" for row in ROWS) + "}").numbers == NUMBERS


def test_fields_of_records_are_arrays_of_one_table() -> None:
    records = ", ".join(
        f"M {{ mask: {place}, magic: {hex(n)} }}" for place, n in enumerate(NUMBERS)
    )
    mask, magic = arrays_in(f"static A: [M; 64] = [{records}];").arrays
    assert (mask.name, magic.name, magic.numbers) == ("A.mask", "A.magic", NUMBERS)
    assert mask.table == magic.table


def test_fields_without_names_are_numbered_and_pointers_passed_over() -> None:
    records = ", ".join(f"{{ NULL, U64({hex(number)}), 52 }}" for number in NUMBERS)
    arrays = arrays_in(f"M a[64] = {{{records}}};").arrays
    assert [array.name for array in arrays] == ["a field 2", "a field 3"]


def test_128_numbers_are_two_arrays() -> None:
    names = [array.name for array in arrays_in(f"a = [{LIST}, {LIST}]").arrays]
    assert names == ["a[0..63]", "a[64..127]"]


def test_two_arrays_in_one_are_told_apart() -> None:
    names = [
        array.name for array in arrays_in(f"U64 a[2][64] = {{{{{LIST}}}, {{{LIST}}}}};").arrays
    ]
    assert names == ["a[0]", "a[1]"]


def test_lines_are_counted_from_one() -> None:
    assert str(only(f"\n\nint b;\na = [\n{LIST}]")) == "a (line 4)"


def test_an_array_that_is_cut_off_is_read() -> None:
    assert only("a = [" + LIST).numbers == NUMBERS


@pytest.mark.parametrize(
    ("count", "whole"), [(60, 64), (63, 64), (65, 64), (68, 64), (124, 128), (132, 128)]
)
def test_a_number_too_many_or_too_few_is_remembered(count: int, whole: int) -> None:
    items = ", ".join(["0x123456789abcdef"] * count)
    (misfit,) = arrays_in(f"a = [{items}]").misfits
    assert str(misfit) == f"a (line 1) has {count} numbers, not {whole}"


@pytest.mark.parametrize("count", [2, 59, 69, 123, 133, 136, 200])
def test_many_numbers_too_many_or_too_few_are_not(count: int) -> None:
    pasted = arrays_in("a = [" + ", ".join(["0x123456789abcdef"] * count) + "]")
    assert (pasted.arrays, pasted.misfits) == ([], [])


def test_what_was_read_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        PastedArray("a", 1, NUMBERS, 1).line = 2  # type: ignore[misc]


@pytest.mark.parametrize(("large", "misfits"), [(31, 0), (32, 1)])
def test_an_array_that_was_meant_has_large_numbers(large: int, misfits: int) -> None:
    items = ", ".join([str(2**32)] * large + ["0"] * (63 - large))
    assert len(arrays_in(f"a = [{items}]").misfits) == misfits


@pytest.mark.parametrize(("unread", "misfits"), [(3, 1), (4, 0)])
def test_an_array_that_was_meant_has_few_items_that_are_no_numbers(
    unread: int, misfits: int
) -> None:
    items = ", ".join([*map(hex, NUMBERS[unread:]), *["x"] * unread])
    pasted = arrays_in(f"a = [{items}]")
    assert (len(pasted.arrays), len(pasted.misfits)) == (0, misfits)


@pytest.mark.parametrize("count", [1, 63, 65, 136, 137, 200])
def test_numbers_without_brackets_are_an_array_if_there_are_64(count: int) -> None:
    assert arrays_in(" ".join(["7"] * count)).arrays == []


def test_numbers_without_brackets_stand_in_the_line_of_the_first() -> None:
    heading = "some words that are a heading of more than forty letters"
    array = only(f"12\n{heading}\n\n{LIST}")
    assert (array.line, array.name) == (4, heading[:40])


def test_128_numbers_without_a_name_have_one() -> None:
    first, second = arrays_in(f"[{LIST}, {LIST}]").arrays
    assert (first.name, second.name) == ("numbers[0..63]", "numbers[64..127]")
    assert first.table != second.table


def test_fields_of_128_records_are_arrays_of_two_tables() -> None:
    records = ", ".join(f"{{ {place}, {place + 128} }}" for place in range(128))
    arrays = arrays_in(f"a = [{records}]; b = [{LIST}]").arrays
    assert [(array.name, array.numbers[0]) for array in arrays] == [
        ("a field 1[0..63]", 0),
        ("a field 1[64..127]", 64),
        ("a field 2[0..63]", 128),
        ("a field 2[64..127]", 192),
        ("b", NUMBERS[0]),
    ]
    tables = [array.table for array in arrays]
    assert tables[:2] == tables[2:4]
    assert len({*tables}) == 3


@pytest.mark.parametrize(("fields", "arrays"), [(16, 16), (17, 0)])
def test_records_have_some_fields(fields: int, arrays: int) -> None:
    record = "{" + ", ".join(map(str, range(fields))) + "}"
    assert len(arrays_in("a = [" + ", ".join([record] * 64) + "]").arrays) == arrays


def test_some_fields_may_have_no_names() -> None:
    records = ", ".join(f"{{ {place}, magic: {place} }}" for place in range(64))
    names = [array.name for array in arrays_in(f"a = [{records}]").arrays]
    assert names == ["a field 1", "a.magic"]


@pytest.mark.slow
def test_as_many_tokens_as_may_be_are_read() -> None:
    assert arrays_in(";" * 2**20).arrays == []
    with pytest.raises(ValueError, match=r"^it has more than 1048576 tokens"):
        arrays_in(";" * (2**20 + 1))


def test_an_item_that_is_no_number_is_remembered() -> None:
    (misfit,) = arrays_in("a = [" + LIST.replace("0x10000000000,", "0x1g,") + "]").misfits
    assert str(misfit) == "a (line 1) has 1 item that is not a number"


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        ("{{ 5, 64 - BITS }}", ["a field 2"]),
        ("{{ MASK | 0x0, {0}, T + X * {0} }}", ["a field 1", "a field 3"]),
        ("{{ NULL, {0} }}", ["a field 1"]),
        ("FILE ^ {0}", ["a"]),
        ("C64(MASK & EDGES)", ["a"]),
        ("{{ FILE ^ {0}, RANK ^ {0} }}", ["a field 1", "a field 2"]),
    ],
)
@pytest.mark.parametrize("count", [64, 128])
def test_numbers_of_an_array_that_cannot_be_read_are_remembered(
    form: str, fields: list[str], count: int
) -> None:
    items = ", ".join(map(form.format, range(count)))
    misfits = arrays_in(f"T a[] = {{ {items} }};").misfits
    assert [str(misfit) for misfit in misfits] == [
        f"{field} (line 1) has {count} items that are not numbers" for field in fields
    ]


@pytest.mark.parametrize(
    "text",
    [
        "enum squares {{ {names} }};",
        "enum squares {{ A = 5, {names} }};",
        "squares = [{names}] = range(64)",
        "char *squares[] = {{ {texts} }};",
        "void f() {{ {statements} }}",
        "void f() {{ int a[2] = {{ x ^ y, x | y }}; {statements} }}",
    ],
)
@pytest.mark.parametrize("count", [63, 64])
def test_names_and_statements_are_no_arrays(text: str, count: int) -> None:
    text = text.format(
        names=", ".join(f"s{place}" for place in range(count)),
        texts=", ".join(f'"s{place}"' for place in range(count)),
        statements=" ".join(["x = f(x ^ y);"] * count),
    )
    assert arrays_in(text).misfits == []


def test_brackets_in_disorder_are_no_harm() -> None:
    assert only("}])" + "(" * 30 + "a = [" + LIST + "]" + "}" * 99).numbers == NUMBERS


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [
        "a={",
        *(pytest.param(part, marks=pytest.mark.slow) for part in ("{1,", "{},", "[(", "1,", "}}")),
    ],
)
def test_more_tokens_than_anybody_writes_are_refused(part: str) -> None:
    with pytest.raises(ValueError, match="paste only the part with the magics"):
        arrays_in(part * 600_000)


@given(st.text(alphabet="01x, {}[]();:='\"/*#\n-~ab", max_size=300))
def test_any_text_is_read(text: str) -> None:
    assert arrays_in(text).arrays == []


@given(st.text())
def test_text_of_any_letters_is_read(text: str) -> None:
    assert arrays_in(text).arrays == []


SPELLINGS = {
    "Pascal": ("a: array[0..63] of QWord = (", "${:016X}"),
    "Pascal, not filled up": ("a: array[0..63] of QWord = (", "${:x}"),
    "Lisp": ("(defconstant a #(", "#x{:x}"),
    "digits alone": ("a = {", "{:016x}"),
    "digits alone, not filled up": ("U64 a[64] = {", "{:X}"),
    "strings": ("a = [", '"{:016x}"'),
    "strings with a prefix": ("a = [", "'0x{:x}'"),
    "Ada": ("A : array (0..63) of U64 := (", "16#{:X}#"),
    "Basic": ("Dim a() As ULong = {", "&H{:X}"),
    "assembler": ("a dq {", "0{:X}h"),
    "Verilog": ("a = {", "64'h{:016x}"),
    "Nim": ("const a* = [", "0x{:x}'u64"),
    "Smalltalk": ("a := {", "16r{:X}"),
    "Kotlin": ("val a = ulongArrayOf(", "0x{:X}uL"),
}
FACTORS = tuple(magic.magic for magic in find_all(seed=1)[:64])


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("between", [", ", ",\n    ", "\n  "], ids=["comma", "lines", "blanks"])
def test_numbers_are_spelled_as_in_any_language(spelling: str, between: str) -> None:
    start, form = SPELLINGS[spelling]
    assert only(start + between.join(map(form.format, FACTORS))).numbers == FACTORS


@pytest.mark.parametrize(
    "form",
    [
        "0x{:x}ULL << 32 | 0x{:x}ULL",
        "(0x{:x}ULL << 32) | 0x{:x}",
        "((uint64_t)0x{:x} << 32) + 0x{:x}u",
        "U64(0x{:x}) << 32 ^ U64(0x{:x})",
    ],
)
def test_numbers_are_put_together_from_halves(form: str) -> None:
    numbers = ", ".join(form.format(n >> 32, n % 2**32) for n in FACTORS)
    assert only(f"U64 a[64] = {{{numbers}}};").numbers == FACTORS


def test_digits_alone_are_decimal_where_all_of_them_can_be() -> None:
    assert only("a = {" + "12, " * 64).numbers == (12,) * 64
    assert only("a = {" + "12, " * 63 + "1a").numbers == (0x12,) * 63 + (0x1A,)
    shifts = ", ".join(f"{{{n:x}, {52 + place % 8}}}" for place, n in enumerate(FACTORS))
    magics, bits = arrays_in(f"a = {{{shifts}}};").arrays
    assert magics.numbers == FACTORS
    assert bits.numbers[:2] == (52, 53)


def test_a_number_that_lost_its_prefix_is_named() -> None:
    numbers = ", ".join(map(hex, FACTORS)).replace("0x", "", 1)
    (misfit,) = arrays_in(f"U64 a[64] = {{{numbers}}};").misfits
    assert str(misfit) == "a (line 1) has 1 item that is not a number"


@pytest.mark.parametrize("text", ["$face", "&Head", "'had'", "#define X(a) #a", "cafe", "{;;}"])
def test_words_of_letters_up_to_f_are_no_magics(text: str) -> None:
    assert only(f"{text}\nU64 a[64] = {{{LIST}}};").numbers == NUMBERS
