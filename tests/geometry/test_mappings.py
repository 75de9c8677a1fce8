"""The eight mappings, and that attacks are the same function of numbers in all of them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.geometry.mappings import MAPPINGS, Mapping, parse_mapping
from magicbb.geometry.sliders import SLIDERS

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.lookup.keys import Keys

EACH_MAPPING = pytest.mark.parametrize("mapping", MAPPINGS.values(), ids=lambda each: each.name)

NUMBERED = {
    "a1=0": {"a1": 0, "b1": 1, "a2": 8, "h8": 63},
    "a8=0": {"a8": 0, "b8": 1, "a7": 8, "h1": 63},
    "h1=0": {"h1": 0, "g1": 1, "h2": 8, "a8": 63},
    "h8=0": {"h8": 0, "g8": 1, "h7": 8, "a1": 63},
    "a1=0,a2=1": {"a1": 0, "a2": 1, "b1": 8, "h8": 63},
    "a8=0,a7=1": {"a8": 0, "a7": 1, "b8": 8, "h1": 63},
    "h1=0,h2=1": {"h1": 0, "h2": 1, "g1": 8, "a8": 63},
    "h8=0,h7=1": {"h8": 0, "h7": 1, "g8": 8, "a1": 63},
}


@pytest.mark.parametrize("name", NUMBERED)
def test_squares_have_their_numbers(name: str) -> None:
    mapping = parse_mapping(name)
    assert {square: mapping.number_of(square) for square in NUMBERED[name]} == NUMBERED[name]
    assert mapping.number_of(0) == mapping.number_of("a1")


def test_these_are_all() -> None:
    assert [*MAPPINGS] == [*NUMBERED]


@EACH_MAPPING
def test_every_number_is_a_square(mapping: Mapping) -> None:
    assert sorted(mapping.squares) == [*range(64)]


@EACH_MAPPING
def test_the_description_says_where_four_numbers_are(mapping: Mapping) -> None:
    shown = dict(pair.split(" = ") for pair in mapping.description.split(", "))
    assert {square: int(number) for square, number in shown.items()} == NUMBERED[mapping.name]


@EACH_MAPPING
def test_attacks_are_the_same_function_of_numbers(mapping: Mapping, keys: Keys) -> None:
    number_of = np.argsort(mapping.squares)
    for slider in SLIDERS:
        part = keys.of_slider(slider)
        squares = np.array(mapping.squares)[keys.rows[part] & 63]
        occupied = moved(keys.blockers[part], np.array(mapping.squares))
        attacks = mb.tables.default_table().lookup(slider)(squares, occupied)
        assert np.array_equal(moved(attacks, number_of), keys.attacks[part])


def moved(boards: npt.NDArray[np.uint64], target: npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
    """Boards with the bit of every number n moved to target[n]."""
    result = np.zeros_like(boards)
    for number in range(64):
        bit = boards >> np.uint64(number) & np.uint64(1)
        result |= bit << np.uint64(target[number])
    return result


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("a1=0,b1=1", "a1=0"),
        ("a8=0,rank-major", "a8=0"),
        ("H8=0, File-Major", "h8=0,h7=1"),
        (" h1 = 0 , h2 = 1 ", "h1=0,h2=1"),
    ],
)
def test_there_are_longer_spellings(spelling: str, name: str) -> None:
    assert parse_mapping(spelling).name == name


def test_a_mapping_of_its_own_runs_along_the_ranks() -> None:
    assert Mapping(7).square_names[:3] == ("h1", "g1", "f1")


@pytest.mark.parametrize("first", [27, "d4"])
def test_a_mapping_begins_in_a_corner(first: Any) -> None:
    with pytest.raises(ValueError, match=f"first must be a1, h1, a8 or h8, got {first!r}"):
        Mapping(first)


def test_a_mapping_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        MAPPINGS["a1=0"].first = 7  # type: ignore[misc]


def test_a_mapping_is_taken_as_it_is() -> None:
    mapping = MAPPINGS["h1=0"]
    assert parse_mapping(mapping) is mapping


@pytest.mark.parametrize("wrong", ["", "e4=0", "a1", "a1=1", "a1=0,b2=1", "a1=0," * 10_000])
def test_other_names_are_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="mapping must be one of a1=0, a8=0, h1=0, h8=0, a1=0,a2"):
        parse_mapping(wrong)


def test_the_nearest_is_suggested() -> None:
    with pytest.raises(ValueError, match=r"got 'a8-0'; did you mean a8=0\?"):
        parse_mapping("a8-0")


@pytest.mark.parametrize("wrong", [None, 0, b"a1=0", ["a1=0"]])
def test_other_types_are_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match="mapping must be one of"):
        parse_mapping(wrong)
