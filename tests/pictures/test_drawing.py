"""`mb.draw`: bitboards in, a picture out that notebooks show and files keep."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import chess
import numpy as np
import pytest

import magicbb as mb
from magicbb.chess import Positions
from magicbb.chess.collections.attack_maps import attack_maps
from magicbb.pictures.board import board_svg

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from magicbb.pictures.drawing import Drawing

SVG = "{http://www.w3.org/2000/svg}"
BOARD = (
    "bitboard must be a bitboard or an array of 1 to 128 bitboards, or a position, magic or table"
)


def titles(drawing: Drawing) -> list[str | None]:
    """What the pictures say in words, the whole one first."""
    root = ET.fromstring(drawing.svg)  # noqa: S314  the text is our own
    return [title.text for title in root.iter(f"{SVG}title")]


def test_one_bitboard_is_one_board() -> None:
    assert mb.draw(5).svg == board_svg({}, marked=5)


@pytest.mark.parametrize(
    "value", [5, np.uint64(5), np.int8(5), np.array(5), chess.SquareSet(5)], ids=repr
)
def test_whatever_is_an_integer_is_one_bitboard(value: Any) -> None:
    assert mb.draw(value) == mb.draw(5)


def test_what_board_svg_takes_is_drawn() -> None:
    options: dict[str, Any] = {
        "arrows": [("a1", "a8")],
        "last_move": ("e2", "e4"),
        "check": "e8",
        "size": 200,
        "coordinates": False,
        "flipped": True,
    }
    pieces = {"a1": "R", "e8": "k"}
    assert mb.draw(6, pieces=pieces, **options).svg == board_svg(pieces, marked=6, **options)


def test_occupied_squares_without_a_piece_have_a_blocker() -> None:
    drawing = mb.draw(pieces={"a1": "R", "b1": "n"}, occupied=0b1111)
    assert titles(drawing) == ["White: rook a1. Black: knight b1. Blockers: c1 and d1."]


def test_an_array_is_drawn_side_by_side() -> None:
    drawing = mb.draw(mb.rook_attacks("a1", [0, 1 << 8]), captions=["empty", "blocked"])
    first, *boards = titles(drawing)
    assert first == "empty, blocked"
    assert len(boards) == 2
    assert boards[1] == "Empty board. Marked: b1, c1, d1, e1, f1, g1, h1 and a2."


@pytest.mark.parametrize("boards", [[1, 2], (1, 2), range(1, 3), iter([1, 2])])
def test_any_iterable_of_integers_is_an_array(boards: Any) -> None:
    expected = ["2 pictures", "Empty board. Marked: a1.", "Empty board. Marked: b1."]
    assert titles(mb.draw(boards)) == expected


def test_an_array_of_several_dimensions_is_drawn_in_its_order() -> None:
    flat = np.arange(6, dtype=np.uint64)
    assert mb.draw(flat.reshape(2, 3)) == mb.draw(flat)


def test_pieces_and_blockers_may_be_as_many_as_the_boards() -> None:
    drawing = mb.draw([1, 2], pieces=[{8: "R"}, {9: "B"}], occupied=[0, 1 << 63])
    assert titles(drawing)[1:] == [
        "White: rook a2. Marked: a1.",
        "White: bishop b2. Blockers: h8. Marked: b1.",
    ]


def test_what_is_given_once_holds_for_all_boards() -> None:
    _, *boards = titles(mb.draw(pieces={0: "R"}, occupied=[2, 4]))
    assert boards == ["White: rook a1. Blockers: b1.", "White: rook a1. Blockers: c1."]


def test_a_title_stands_above_all_boards() -> None:
    drawing = mb.draw([1, 2], title="two < three")
    assert titles(drawing)[0] == "two < three"
    assert ">two &lt; three</text>" in drawing.svg


def test_one_board_for_each_square_of_both_sliders_is_not_too_much() -> None:
    masks = [slider.mask(square) for slider in (mb.ROOK, mb.BISHOP) for square in range(64)]
    drawing = mb.draw(masks)
    assert len(titles(drawing)) == 129
    with pytest.raises(ValueError, match=rf"^{re.escape(BOARD)}, got a longer array$"):
        mb.draw([*masks, 0])


def test_notebooks_show_the_picture() -> None:
    drawing = mb.draw(5)
    assert drawing._repr_svg_() == drawing.svg == str(drawing)


def test_the_picture_is_described_where_it_cannot_be_shown() -> None:
    assert repr(mb.draw(5)) == "<Drawing: Empty board. Marked: a1 and c1.>"
    assert repr(mb.draw(2**64 - 1)).endswith("...>")
    assert repr(mb.draw(title="<&>")) == "<Drawing: <&>>"


def test_the_picture_can_be_saved(tmp_path: Path) -> None:
    drawing = mb.draw(title="Läufer")
    drawing.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text("utf-8") == drawing.svg
    assert [*tmp_path.iterdir()] == [tmp_path / "board.svg"]


def test_a_picture_that_cannot_be_saved_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        mb.draw().save(tmp_path / "absent" / "board.svg")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"bitboard": -1}, "bitboard must be an integer from 0 to 2**64 - 1, got -1"),
        ({"bitboard": [1, 2**64]}, "bitboard must be an integer from 0 to 2**64 - 1, got 1844"),
        ({"bitboard": []}, f"{BOARD}, got an empty array"),
        ({"occupied": -1}, "occupied must be an integer from 0 to 2**64 - 1, got -1"),
        (
            {"bitboard": [1, 2], "occupied": [1, 2, 3]},
            "occupied must have as many items as bitboard (2), got 3",
        ),
        (
            {"bitboard": [1], "pieces": []},
            "pieces must have as many items as bitboard (1), got 0",
        ),
        ({"pieces": []}, "pieces must not be empty"),
        ({"captions": ()}, "captions must not be empty"),
        ({"pieces": {"e9": "K"}, "occupied": 1}, "pieces: square must be 0..63"),
        ({"size": 0}, "size must be a number of pixels from 1 to 10000, got 0"),
    ],
)
def test_bad_values_are_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}"):
        mb.draw(**arguments)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"bitboard": "d4"}, f"{BOARD}, got 'd4'"),
        ({"bitboard": 1.5}, f"{BOARD}, got 1.5"),
        ({"bitboard": None}, f"{BOARD}, got None"),
        ({"bitboard": [0.5]}, "bitboard must be an integer from 0 to 2**64 - 1, got 0.5"),
        ({"bitboard": [[1, 2]]}, "bitboard must be an integer from 0 to 2**64 - 1, got [1, 2]"),
        ({"pieces": "R"}, "pieces must map squares to letters of PNBRQKpnbrqkx, got 'R'"),
        ({"pieces": 5}, "pieces must map squares to letters of PNBRQKpnbrqkx, got 5"),
        ({"captions": "one"}, "captions must be a sequence of strings, got 'one'"),
        ({"captions": [1]}, "captions must be a sequence of strings, got 1"),
        ({"title": 5}, "title must be a string, got 5"),
    ],
)
def test_wrong_types_are_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(sentence)}$"):
        mb.draw(**arguments)


@pytest.mark.parametrize(
    "make",
    [
        lambda: mb.build("fancy"),
        lambda: mb.find("rook", "a1"),
        mb.Position,
        lambda: Positions.from_fens([mb.Position().to_fen()]),
    ],
)
def test_what_draws_itself_is_drawn_as_in_a_notebook(make: Callable[[], Any]) -> None:
    thing = make()
    assert mb.draw(thing).svg == thing._repr_svg_()


def test_there_may_be_nothing_to_draw() -> None:
    empty = attack_maps(Positions.from_fens([]))
    with pytest.raises(ValueError, match=r"^there is nothing to draw in <AttackMaps"):
        mb.draw(empty)


def test_a_class_does_not_draw_itself() -> None:
    with pytest.raises(TypeError, match=r"^bitboard must be a bitboard or an array"):
        mb.draw(mb.Position)  # type: ignore[arg-type]
