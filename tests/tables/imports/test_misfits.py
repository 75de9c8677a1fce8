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


def source(count: int, name: str = "", change: Callable[[int], int] = lambda number: number) -> str:
    """A source with masks and shifts in which some numbers of an array are changed."""
    lines = []
    for piece, magics in (("Rook", MAGICS[:64]), ("Bishop", MAGICS[64:])):
        columns = {
            "Magics": [magic.magic for magic in magics],
            "Masks": [magic.mask for magic in magics],
            "Shifts": [magic.shift for magic in magics],
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
