"""The public functions: all that they refuse, and what they say then."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.geometry.bitboards import FULL
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, Slider

if TYPE_CHECKING:
    import numpy.typing as npt


every_slider = pytest.mark.parametrize("slider", [ROOK, BISHOP, QUEEN], ids=str)


SQUARE_RULE = 'square must be 0..63 or a name such as "e4", got '
BOARD_RULE = "occupied must be an integer from 0 to 2**64 - 1, got "


def look_up(slider: Slider) -> Any:
    """Return the public function of a slider; its arguments are ours to get wrong."""
    return {ROOK: mb.rook_attacks, BISHOP: mb.bishop_attacks, QUEEN: mb.queen_attacks}[slider]


# ---- Bad input, one call at a time ----

BAD_SQUARES: list[tuple[Any, type[Exception]]] = [
    (64, ValueError),
    (-1, ValueError),
    (2**64, ValueError),
    (2**64 - 1, ValueError),
    (-(2**63), ValueError),
    (np.int8(-1), ValueError),
    (np.uint64(2**63), ValueError),
    ("i9", ValueError),
    ("E4", ValueError),
    ("", ValueError),
    ("e4 ", ValueError),
    ("28", ValueError),
    (3.5, TypeError),
    (3.0, TypeError),
    (np.float64(3), TypeError),
    (None, TypeError),
    (b"e4", TypeError),
    (1j, TypeError),
    ({1}, TypeError),
    ({}, TypeError),
    (object, TypeError),
]

BAD_BOARDS: list[tuple[Any, type[Exception]]] = [
    (-1, ValueError),
    (2**64, ValueError),
    (2**200, ValueError),
    (np.int64(-1), ValueError),
    ("0", TypeError),
    ("e4", TypeError),
    (1.0, TypeError),
    (np.float64(1), TypeError),
    (None, TypeError),
    (b"\0" * 8, TypeError),
]


@every_slider
@pytest.mark.parametrize(("square", "error"), BAD_SQUARES, ids=repr)
@pytest.mark.parametrize("occupied", [FULL, [0, 1]], ids=["number", "array"])
def test_a_wrong_square_is_refused(
    slider: Slider, square: Any, error: type[Exception], occupied: Any
) -> None:
    with pytest.raises(error, match=f"^{re.escape(SQUARE_RULE)}.*{re.escape(str(square))}"):
        look_up(slider)(square, occupied)


@every_slider
@pytest.mark.parametrize(("occupied", "error"), BAD_BOARDS, ids=repr)
@pytest.mark.parametrize("square", [0, [0, 1]], ids=["number", "array"])
def test_a_wrong_board_is_refused(
    slider: Slider, occupied: Any, error: type[Exception], square: Any
) -> None:
    value = "an integer of 201 bits" if occupied == 2**200 else str(occupied)
    with pytest.raises(error, match=f"^{re.escape(BOARD_RULE)}.*{re.escape(value)}"):
        look_up(slider)(square, occupied)


@every_slider
def test_a_wrong_square_leaves_no_error_behind(slider: Slider) -> None:
    for _ in range(3):
        with pytest.raises(ValueError, match="64"):
            look_up(slider)(64, 0)
        assert look_up(slider)(0, FULL) == slider.attacks(0, FULL)


@pytest.mark.parametrize(
    ("arguments", "keywords"),
    [
        ((), {}),
        ((0,), {}),
        ((), {"square": 0}),
        ((0, 0, 0), {}),
        ((0, 0, None, 1), {}),
        ((0, 0), {"square": 0}),
        ((0, 0), {"threads_": 1}),
        ((0, 0), {"mapping": "a1=0"}),
    ],
    ids=str,
)
def test_a_wrong_number_of_arguments_is_refused_by_the_functions_name(
    arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> None:
    with pytest.raises(TypeError, match=r"^rook_attacks\(\) "):
        mb.rook_attacks(*arguments, **keywords)


# ---- Bad input in arrays ----

WRONG_ELEMENTS: dict[str, tuple[Any, Any, str]] = {
    "int64 square": (np.array([1, 64]), 0, "got 64 at index 1"),
    "negative square": (np.array([1, 2, -1]), 0, "got -1 at index 2"),
    "int8 square": (np.array([1, -128], np.int8), 0, "got -128 at index 1"),
    "uint8 square": (np.array([1, 200], np.uint8), 0, "got 200 at index 1"),
    "uint64 square": (np.array([1, FULL], np.uint64), 0, f"got {FULL} at index 1"),
    "big-endian square": (np.array([1, 64], ">i4"), 0, "got 64 at index 1"),
    "square without dimension": (np.array(64), 0, "got 64"),
    "square in a table": (np.array([[1, 2], [3, 64]]), 0, "got 64 at index (1, 1)"),
    "square before broadcasting": (np.array([1, 64]), np.zeros((5, 2), int), "got 64 at index 1"),
    "square in a column": (np.array([[1], [64]]), np.zeros(5, int), "got 64 at index (1, 0)"),
    "square in a list": ([1, 64], 0, "got 64 at index 1"),
    "huge square in a list": ([1, 2**70], 0, f"got {2**70} at index 1"),
    "name": (["e4", "i9"], 0, "got 'i9' at index 1"),
    "None": ([3, None], 0, "got None at index 1"),
    "half a square": ([3, 0.5], 0, "got 0.5 at index 1"),
    "negative board": (0, np.array([1, -5]), "got -5 at index 1"),
    "int8 board": (0, np.array([[1], [-128]], np.int8), "got -128 at index (1, 0)"),
    "board in a list": (0, [1, -5], "got -5 at index 1"),
    "huge board in a list": (0, [1, 2**64], f"got {2**64} at index 1"),
    "string as a board": (0, [1, "2"], "got '2' at index 1"),
    "objects": (0, np.array([1, None], object), "got None at index 1"),
}


@pytest.mark.parametrize(
    ("square", "occupied", "value"), WRONG_ELEMENTS.values(), ids=WRONG_ELEMENTS
)
def test_a_wrong_element_is_named_with_its_value_and_place(
    square: Any, occupied: Any, value: str
) -> None:
    name = "occupied" if isinstance(square, int) else "square"
    with pytest.raises((ValueError, TypeError), match=f"^{name} must be .*{re.escape(value)}$"):
        look_up(ROOK)(square, occupied)


@pytest.mark.parametrize(
    "array",
    [
        np.array([0.5]),
        np.array([1.0]),
        np.array([]),
        np.array([True]),
        np.array([1j]),
        np.array(["2020-01-01"], "M8[D]"),
        np.array([b"e4"]),
        np.zeros(1, [("a", "u8")]),
    ],
    ids=lambda array: str(array.dtype),
)
@pytest.mark.parametrize("name", ["square", "occupied"])
def test_an_array_of_another_dtype_is_refused(array: npt.NDArray[Any], name: str) -> None:
    arguments = {"square": 0, "occupied": 0, name: array}
    sentence = rf"^{name} must contain integers, got an array of {re.escape(str(array.dtype))}"
    sentence += "; make it with dtype=np.uint64$" if array.dtype == float else "$"
    with pytest.raises(TypeError, match=sentence):
        look_up(ROOK)(**arguments)


def test_a_list_of_booleans_is_refused_like_an_array() -> None:
    with pytest.raises(TypeError, match=r"^occupied must contain integers, got an array of bool$"):
        look_up(ROOK)(0, [True, False])


@pytest.mark.parametrize("name", ["square", "occupied"])
def test_a_ragged_list_is_refused(name: str) -> None:
    arguments: dict[str, Any] = {"square": 0, "occupied": 0, name: [[1, 2], [3]]}
    with pytest.raises(ValueError, match=rf"^{name} must"):
        look_up(ROOK)(**arguments)


def test_arrays_that_do_not_broadcast_are_refused() -> None:
    sentence = "square and occupied must have shapes that broadcast, got (3,) and (2,)"
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        look_up(ROOK)([1, 2, 3], [1, 2])
