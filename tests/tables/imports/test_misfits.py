"""Masks and shifts that are wrong on more squares than right are wrong all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import magicbb as mb

from .conftest import import_magics

if TYPE_CHECKING:
    from collections.abc import Callable

MAGICS = mb.find_all(seed=1)
COUNTS = pytest.mark.parametrize("count", [17, 33, 64])


OFFSETS = mb.build("fancy").parameters[:, -1].tolist()


def source(count: int, name: str = "", change: Callable[[int], int] = lambda number: number) -> str:
    """A source with masks, shifts and offsets; some numbers of an array are changed."""
    lines = []
    for piece, rows in (("Rook", slice(64)), ("Bishop", slice(64, 128))):
        magics = MAGICS[rows]
        columns = {
            "Magics": [magic.magic for magic in magics],
            "Masks": [magic.mask for magic in magics],
            "Shifts": [magic.shift for magic in magics],
            "Offsets": OFFSETS[rows],
        }
        for what, numbers in columns.items():
            if f"{piece}{what}" == name:
                numbers[:count] = map(change, numbers[:count])
            lines.append(f"const U64 {piece}{what}[64] = {{{', '.join(map(str, numbers))}}};")
    return "\n".join(lines)


def test_without_a_mistake_everything_is_checked() -> None:
    assert import_magics(source(0)).unchecked == ()


@COUNTS
@pytest.mark.parametrize("piece", ["Rook", "Bishop"])
def test_shifts(count: int, piece: str) -> None:
    text = source(count, f"{piece}Shifts", lambda shift: shift + 1)
    sentence = (
        f"{piece}Shifts \\(line .\\) differs from the index bits of the {piece.lower()} magics"
    )
    with pytest.raises(ValueError, match=f"{sentence} on {count} squares"):
        import_magics(text)


@COUNTS
@pytest.mark.parametrize("piece", ["Rook", "Bishop"])
def test_masks(count: int, piece: str) -> None:
    text = source(count, f"{piece}Masks", lambda mask: mask & (mask - 1))
    sentence = (
        f"{piece}Masks \\(line .\\) differs from the {piece.lower()} masks on {count} squares"
    )
    with pytest.raises(ValueError, match=sentence):
        import_magics(text)


def test_numbers_of_another_kind_are_only_not_checked() -> None:
    text = source(64, "RookMasks", lambda mask: mask ^ 0xFFFF)
    (unchecked,) = import_magics(text).unchecked
    assert unchecked.startswith("RookMasks")


def with_length(count: int, name: str, more: str = "1") -> str:
    """The source with an array of more or fewer numbers."""
    lines = source(0).splitlines()
    (place,) = (place for place, line in enumerate(lines) if f" {name}[" in line)
    start, _, items = lines[place].partition("{")
    numbers = [*items.strip("};").split(", "), *[more] * 4]
    if count < 64:
        del numbers[5]
    lines[place] = f"{start}{{{', '.join(numbers[:count])}}};"
    return "\n".join(lines)


@pytest.mark.parametrize("what", ["Masks", "Shifts", "Offsets"])
@pytest.mark.parametrize(("piece", "count"), [("Rook", 60), ("Bishop", 63), ("Rook", 68)])
def test_a_number_too_many_or_too_few(piece: str, what: str, count: int) -> None:
    text = with_length(count, f"{piece}{what}")
    with pytest.raises(ValueError, match=rf"^{piece}{what} \(line .\) has {count} numbers, not 64"):
        import_magics(text)
    other = "bishop" if piece == "Rook" else "rook"
    assert import_magics(text, piece=other).table
    unchecked = import_magics(text, magics_only=True).unchecked
    assert unchecked[-1].endswith(f"has {count} numbers, not 64")


@pytest.mark.parametrize(("name", "count"), [("RookMasks", 65), ("BishopShifts", 68)])
def test_zeros_after_the_last_square_are_right(name: str, count: int) -> None:
    unchecked = import_magics(with_length(count, name, "0")).unchecked
    assert any(each.startswith(f"{name} ") for each in unchecked)


@pytest.mark.parametrize("name", ["rookMobility[63]", "rookStart[65]"])
def test_of_other_lists_it_is_said_that_they_have_another_length(name: str) -> None:
    count = int(name[-3:-1])
    text = source(0) + f"\nint {name} = {{{', '.join('1' * count)}}};"
    unchecked = import_magics(text).unchecked[-1]
    assert unchecked == f"{name[:-4]} (line 9) has {count} numbers, not 64"
