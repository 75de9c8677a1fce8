"""Numbers that a source has twice, offsets of bytes, starts with an end: each is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from magicbb.geometry.mappings import MAPPINGS
from magicbb.tables.imports.checks.repeated import counts_squares

from .conftest import import_magics

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import magicbb as mb
    from magicbb.tables.imports.findings import Imported

Columns = dict[str, list[int]]
SLIDERS = ("rook", "bishop")


@pytest.fixture(scope="module")
def columns(fancy: mb.Table) -> dict[str, Columns]:
    """What a source may have of the squares, by slider."""
    words = dict(zip(fancy.scheme.words, fancy.parameters.T.tolist(), strict=True))
    found = {}
    for name, first in zip(SLIDERS, (0, 64), strict=True):
        own = {word: numbers[first : first + 64] for word, numbers in words.items()}
        own["bits"] = [64 - shift for shift in own["shift"]]
        own["square"] = [*range(64)]
        own["size"] = [1 << bits for bits in own["bits"]]
        own["last"] = [size - 1 for size in own["size"]]
        own["half"] = [32 - bits for bits in own["bits"]]
        own["bytes"] = [8 * offset for offset in own["offset"]]
        found[name] = own
    return found


def records(columns: dict[str, Columns], fields: Sequence[str], order: str = "a1=0") -> str:
    """Return the source of two arrays of records, a line for each square."""
    squares = MAPPINGS[order].squares
    return "".join(
        f"const Entry {name}s[64] = {{\n"
        + "".join(f"{{{', '.join(str(own[f][square]) for f in fields)}}},\n" for square in squares)
        + "};\n"
        for name, own in columns.items()
    )


def with_another(
    text: str, slider: str, place: int, field: int, change: Callable[[int], int]
) -> str:
    """Return the source with one number changed."""
    lines = text.splitlines()
    at = (1 if slider == "rook" else 67) + place
    numbers = [*map(int, lines[at].strip("{},").split(", "))]
    numbers[field] = change(numbers[field])
    lines[at] = f"{{{', '.join(map(str, numbers))}}},"
    return "\n".join(lines)


def offsets_of(found: Imported) -> str:
    return found.arrays["bishop offsets"]


@pytest.mark.parametrize("again", ["shift", "size", "last", "half"])
@pytest.mark.parametrize(("slider", "place"), [("rook", 0), ("bishop", 27), ("bishop", 63)])
def test_index_bits_in_another_form_are_checked(
    columns: dict[str, Columns], again: str, slider: str, place: int
) -> None:
    text = records(columns, ["mask", "magic", "bits", again, "offset"])
    found = import_magics(text)
    assert found.unchecked == ()
    assert found.arrays[f"{slider} repeated index bits"].startswith(f"{slider}s field 4 ")
    right = columns[slider][again][place]
    line = (2 if slider == "rook" else 68) + place
    sentence = (
        rf"number {place + 1} of {slider}s field 4 \(line {line}\) is {right + 1}, but should be "
        rf"{right}"
    )
    with pytest.raises(ValueError, match=sentence):
        import_magics(with_another(text, slider, place, 3, lambda number: number + 1))


def test_sizes_alone_are_checked(columns: dict[str, Columns]) -> None:
    text = records(columns, ["mask", "magic", "size", "offset"])
    assert import_magics(text).unchecked == ()
    with pytest.raises(
        ValueError, match=r"^rook b1: .* field 3 \(line 3\) is 4096, but should be 2"
    ):
        import_magics(with_another(text, "rook", 1, 2, lambda number: 2 * number))


@pytest.mark.parametrize("order", ["a1=0", "a8=0"])
@pytest.mark.parametrize("numbered", [False, True])
def test_square_numbers_are_no_offsets_and_are_checked(
    columns: dict[str, Columns], order: str, numbered: bool
) -> None:
    squares = MAPPINGS[order].squares
    places = {square: place for place, square in enumerate(squares)}
    by_place = [places[square] for square in range(64)]
    for own in columns.values():
        own["square"] = by_place if numbered else [*range(64)]
    text = records(columns, ["square", "mask", "magic", "shift", "offset"], order)
    found = import_magics(text)
    assert found.unchecked == ()
    assert offsets_of(found).startswith("bishops field 5 ")
    assert found.arrays["rook square numbers"].startswith("rooks field 1 ")
    wrong = with_another(text, "bishop", 5, 0, lambda number: number ^ 1)
    right = by_place[squares[5]] if numbered else squares[5]
    with pytest.raises(ValueError, match=rf"\(line 73\) is {right ^ 1}, but should be {right}"):
        import_magics(wrong)
    with pytest.raises(ValueError, match=r"number 6 of bishops field 5 \(line 73\) is \d+"):
        import_magics(with_another(text, "bishop", 5, 4, lambda number: number + 1))


def test_three_squares_of_four_have_to_be_numbered_rightly() -> None:
    assert counts_squares([*range(48), *[0] * 16])
    assert not counts_squares([*range(47), *[0] * 17])


def test_offsets_may_count_bytes(columns: dict[str, Columns]) -> None:
    text = records(columns, ["mask", "magic", "shift", "bytes"])
    found = import_magics(text)
    assert (found.table.entries, found.notes) == (107_648, ("the offsets are in bytes",))
    right = columns["rook"]["bytes"][40]
    sentence = (
        rf"rook a6: number 41 of rooks field 4 \(line 42\) is {right + 2}, but should be {right}"
    )
    with pytest.raises(ValueError, match=f"^{sentence}"):
        import_magics(with_another(text, "rook", 40, 3, lambda number: number + 2))


@pytest.mark.parametrize(
    ("starts", "notes"),
    [
        pytest.param([], ("the offsets are in bytes",), id="bits-per-square"),
        pytest.param(range(0, 64 * 4096, 4096), (), id="steps-of-4096"),  # slots or bytes
    ],
)
def test_offsets_of_bishops_alone_may_count_bytes(
    columns: dict[str, Columns], starts: Sequence[int], notes: tuple[str, ...]
) -> None:
    bishop = {**columns["bishop"], **({"bytes": [*starts]} if starts else {})}
    text = records({"bishop": bishop}, ["mask", "magic", "shift", "bytes"])
    assert import_magics(text, piece="bishop").notes == notes
    right = bishop["bytes"][40]
    wrong = text.replace(f", {right}}}", f", {right + 8}}}")
    with pytest.raises(ValueError, match=rf"^bishop a6: .* is {right + 8}, but should be {right}"):
        import_magics(wrong, piece="bishop")


@pytest.mark.parametrize(("slider", "place"), [("rook", 9), ("bishop", 20)])
def test_a_wrong_shift_is_not_blamed_on_offsets(
    columns: dict[str, Columns], slider: str, place: int
) -> None:
    text = records(columns, ["mask", "magic", "shift", "offset"])
    line = (2 if slider == "rook" else 68) + place
    with pytest.raises(ValueError, match=rf"^{slider} .*field 3 \(line {line}\)") as error:
        import_magics(with_another(text, slider, place, 2, lambda number: number - 1))
    assert "field 4 (line 2) is" not in str(error.value)


def test_a_wrong_shift_does_not_make_the_other_sliders_its_own(columns: dict[str, Columns]) -> None:
    fields = [(name, field) for name in SLIDERS for field in ("mask", "magic", "shift")]
    rows = [", ".join(str(columns[n][f][square]) for n, f in fields) for square in range(64)]
    text = "const Entry squares[64] = {\n" + "".join(f"{{{row}}},\n" for row in rows) + "};"
    assert import_magics(text).unchecked == ()
    with pytest.raises(
        ValueError, match=r"^bishop d3: number 20 of squares field 6 \(line 21\) is 61"
    ):
        import_magics(with_another(text, "rook", 19, 5, lambda _: 61))


def starts(columns: dict[str, Columns], name: str, change: int = 0, place: int = 30) -> str:
    own = columns[name]
    first = own["offset"][0]
    numbers = [offset - first for offset in own["offset"]]
    numbers.append(numbers[-1] + own["size"][-1])
    numbers[place] += change
    magics = ",\n".join(map(str, own["magic"]))
    return f"U64 {name}Magics[64] = {{\n{magics}}};\nint {name}Starts[65] = {{{numbers}}};\n"


def test_starts_with_an_end_are_offsets(columns: dict[str, Columns]) -> None:
    both = [starts(columns, name) for name in SLIDERS]
    found = import_magics("".join(both))
    assert found.arrays["bishop offsets"].startswith("bishopStarts ")
    with pytest.raises(
        ValueError, match=r"^bishop g4: number 31 of bishopStarts .* is \d+, but sh"
    ):
        import_magics(both[0] + starts(columns, "bishop", 1))
    sentence = r"^bishop h8: number 65 of bishopStarts \(line \d+\) is 5249, but should be 5248"
    with pytest.raises(ValueError, match=sentence):
        import_magics(both[0] + starts(columns, "bishop", 1, 64))


def test_statements_that_end_without_a_sign_have_their_own_names(
    columns: dict[str, Columns],
) -> None:
    text = "".join(
        f"static let {name}{field.title()}: [Int] = [\n{', '.join(map(str, own[field]))}\n]\n"
        for name, own in columns.items()
        for field in ("magic", "offset", "bits")
    )
    found = import_magics(text)
    assert {each.partition(" ")[0] for each in found.arrays.values()} == {
        f"{name}{field}" for name in SLIDERS for field in ("Magic", "Offset", "Bits")
    }


@pytest.mark.parametrize("count", [65, 130, 200, 384])
def test_other_lists_are_said_to_be_unchecked(fancy: mb.Table, count: int) -> None:
    arrays = "".join(
        f"U64 {name}[64] = {{{', '.join(str(m.magic) for m in fancy.magics[first:][:64])}}};\n"
        for name, first in (("R", 0), ("B", 64))
    )
    text = arrays + f"int squares[{count}] = {{{', '.join(['1'] * count)}}};"
    assert import_magics(text).unchecked == ("squares (line 3)",)


KEYED = ["{}: {:#x}", "[{}] = {:#x}ULL", "{} => R {{ magic: {:#x}, used: 0 }}"]


@pytest.mark.parametrize("form", KEYED)
@pytest.mark.parametrize("order", ["a1=0", "a8=0"])
@pytest.mark.parametrize(("slider", "change"), [("rook", 1), ("bishop", -7)])
def test_keys_that_count_the_squares_are_checked(
    columns: dict[str, Columns], form: str, order: str, slider: str, change: int
) -> None:
    squares = MAPPINGS[order].squares

    def text(more: int, first: int = 0) -> str:
        lists = []
        for name in SLIDERS:
            keys = [first + square for square in squares]
            keys[20] += more if name == slider else 0
            magics = [columns[name]["magic"][square] for square in squares]
            lists.append(f"{name} = {{\n" + ",\n".join(map(form.format, keys, magics)) + "};\n")
        return "".join(lists)

    assert import_magics(text(0)).table == import_magics(text(0, 1)).table
    key = squares[20]
    words = rf"^{slider} e[36]: the key of number 21 of {slider}.* is {key + change}, but .* {key}"
    with pytest.raises(ValueError, match=words):
        import_magics(text(change))


def test_other_keys_are_ignored(columns: dict[str, Columns]) -> None:
    text = "".join(
        f"{name} = {{ {', '.join(f'{magic}: {magic}' for magic in own['magic'])} }};\n"
        for name, own in columns.items()
    )
    assert import_magics(text).table
