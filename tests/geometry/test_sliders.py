"""The oracle against boards drawn by hand, against python-chess, and against its own laws."""

from __future__ import annotations

import pickle
import re
from typing import TYPE_CHECKING, Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magicbb.geometry.bitboards import (
    FULL,
    bitboard_of,
    diagram,
    parse_diagram,
    squares_of,
    subsets,
)
from magicbb.geometry.sliders import (
    BISHOP,
    QUEEN,
    ROOK,
    SLIDERS,
    Slider,
    parse_rook_or_bishop,
    parse_slider,
)
from magicbb.geometry.squares import SQUARE_NAMES, square_at

if TYPE_CHECKING:
    from collections.abc import Callable

every_slider = pytest.mark.parametrize("slider", [ROOK, BISHOP, QUEEN], ids=str)
every_slider_with_magics = pytest.mark.parametrize("slider", SLIDERS, ids=str)

# Integers of full width are crowded boards, sets of a few squares open ones.
occupancies = st.integers(0, FULL) | st.sets(st.integers(0, 63), max_size=8).map(bitboard_of)


def exactly(sentence: str) -> str:
    """Return the pattern that an error matches when it says this and nothing else."""
    return f"^{re.escape(sentence)}$"


def attacks_by_python_chess(slider: Slider, square: int, occupied: int) -> int:
    """Return what python-chess finds, which looks up ranks, files and diagonals one by one."""
    ranks = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
    files = chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    diagonals = chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
    return {ROOK: ranks | files, BISHOP: diagonals, QUEEN: ranks | files | diagonals}[slider]


@pytest.fixture(scope="module")
def attacks_by_key() -> dict[tuple[Slider, int], dict[int, int]]:
    """Return for each slider and square the attacks by blockers, 107,648 in all."""
    return {
        (slider, square): {
            blockers: slider.attacks(square, blockers) for blockers in subsets(slider.mask(square))
        }
        for slider in SLIDERS
        for square in range(64)
    }


# ---- Attacks and masks drawn by hand ----

# On these boards `O` is a piece the slider sees and `o` one it does not, `1` an empty square it
# sees and `.` one it does not.
BOARDS = {
    "rook on an empty board": """
        . . . 1 . . . .
        . . . 1 . . . .
        . . . 1 . . . .
        . . . 1 . . . .
        1 1 1 R 1 1 1 1
        . . . 1 . . . .
        . . . 1 . . . .
        . . . 1 . . . .
    """,
    "rook with blockers near and far": """
        . . . o . . . .
        . . . O . . . o
        . . . 1 . . . .
        . o . 1 o . . .
        o O 1 R O o . .
        . . . 1 . . . .
        o . . 1 . . . o
        . . . O . . . .
    """,
    "rook shut in": """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . o .
        . . . . . o O o
        . . . . . O R O
        . . . . . o O o
        . . . . . . . .
    """,
    "rook in the corner": """
        O . . . . . . .
        1 o . . . . . .
        1 . o . . . . .
        1 . . o . . . .
        1 . . . o . . .
        1 . . . . o . .
        1 . . . . . o .
        R 1 1 1 O o . o
    """,
    "rook on the edge, which the ray does not wrap round": """
        . . . . . . . O
        o . . . . . . 1
        o . . O 1 1 1 R
        o . . . . . . 1
        o . . . . . . 1
        . . . . . . . 1
        . . . . . . . 1
        . . . . . . . 1
    """,
    "bishop on an empty board": """
        . . . . . . . 1
        1 . . . . . 1 .
        . 1 . . . 1 . .
        . . 1 . 1 . . .
        . . . B . . . .
        . . 1 . 1 . . .
        . 1 . . . 1 . .
        1 . . . . . 1 .
    """,
    "bishop with blockers near and far": """
        . . . . . . . o
        o . . o . . O .
        . O . . . 1 . .
        . . 1 . 1 . . .
        . . . B o . . .
        . . O o O . . .
        . o . . . o . .
        . . . o . . o .
    """,
    "bishop in the corner": """
        B o . . . . . .
        o 1 . . . . . .
        . . 1 . . . . .
        . . . 1 . . . .
        . . . . 1 . . .
        . . . . . O . .
        . . . . . . o .
        o . . . . . . o
    """,
    "bishop on the edge, which the ray does not wrap round": """
        . . . . o . . .
        . . . . . . . o
        . . . . . . . o
        . O . . . . . o
        B . . . . . . o
        . 1 . . . . . o
        . . 1 . . . . .
        . . . O . . . .
    """,
    "queen on an empty board": """
        . 1 . . 1 . . 1
        . . 1 . 1 . 1 .
        . . . 1 1 1 . .
        1 1 1 1 Q 1 1 1
        . . . 1 1 1 . .
        . . 1 . 1 . 1 .
        . 1 . . 1 . . 1
        1 . . . 1 . . .
    """,
    "queen with a blocker on every ray": """
        . o . . O . . O
        . . O . 1 . 1 .
        o . . 1 1 1 . .
        o O 1 1 Q O o .
        . . . O 1 1 . o
        . . o . O . 1 .
        . . . . o . . O
        o . . . . . . .
    """,
    "queen on a full board": """
        o o o o o o o o
        o o o o o o o o
        o o o o o o o o
        o o o o o o o o
        o o o o o o o o
        o o o o o O O O
        o o o o o O Q O
        o o o o o O O O
    """,
}

# Here `1` is a relevant square.
MASKS = [
    """
        . . . . . . . .
        . . . 1 . . . .
        . . . 1 . . . .
        . . . 1 . . . .
        . 1 1 R 1 1 1 .
        . . . 1 . . . .
        . . . 1 . . . .
        . . . . . . . .
    """,
    """
        . . . . . . . .
        . . . . . . . 1
        . . . . . . . 1
        . . . . . . . 1
        . . . . . . . 1
        . . . . . . . 1
        . . . . . . . 1
        . 1 1 1 1 1 1 R
    """,
    """
        . . . . . . . .
        . . . . . . 1 .
        . . . . . 1 . .
        . . . . 1 . . .
        . 1 . 1 . . . .
        . . B . . . . .
        . 1 . 1 . . . .
        . . . . . . . .
    """,
    """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . 1 .
        . . . . . 1 . .
        . . . . 1 . . .
        . 1 . 1 . . . .
        . . B . . . . .
    """,
    """
        . . . . . . . .
        . 1 . 1 . 1 . .
        . . 1 1 1 . . .
        . 1 1 Q 1 1 1 .
        . . 1 1 1 . . .
        . 1 . 1 . 1 . .
        . . . 1 . . 1 .
        . . . . . . . .
    """,
]


def squares_drawn(board: str, cells: str) -> int:
    """Return the squares whose cell is one of the given characters."""
    return parse_diagram(re.sub(r"\S", lambda cell: ".1"[cell[0] in cells], board))


def slider_drawn(board: str) -> tuple[Slider, int]:
    """Return the slider whose letter stands on the board, and its square."""
    (letter,) = re.findall("[RBQ]", board)
    (square,) = squares_of(squares_drawn(board, letter))
    return {"R": ROOK, "B": BISHOP, "Q": QUEEN}[letter], square


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS.keys())
def test_attacks_are_those_drawn_by_hand(board: str) -> None:
    slider, square = slider_drawn(board)
    attacks = slider.attacks(square, squares_drawn(board, "Oo"))
    assert diagram(attacks) == diagram(squares_drawn(board, "O1"))


@pytest.mark.parametrize(
    "board", MASKS, ids=["rook d4", "rook h1", "bishop c3", "bishop c1", "queen d5"]
)
def test_mask_is_the_one_drawn_by_hand(board: str) -> None:
    slider, square = slider_drawn(board)
    assert diagram(slider.mask(square)) == diagram(squares_drawn(board, "1"))


# ---- Rays ----


def names(squares: tuple[int, ...]) -> str:
    return " ".join(SQUARE_NAMES[square] for square in squares)


@pytest.mark.parametrize(
    ("slider", "rays"),
    [
        (ROOK, ["e4 e5 e6 e7 e8", "e2 e1", "f3 g3 h3", "d3 c3 b3 a3"]),
        (BISHOP, ["f4 g5 h6", "d4 c5 b6 a7", "f2 g1", "d2 c1"]),
    ],
    ids=str,
)
def test_rays_come_in_the_documented_order_from_near_to_far(
    slider: Slider, rays: list[str]
) -> None:
    assert [names(ray) for ray in slider.rays("e3")] == rays


def test_rays_of_the_queen_are_those_of_the_rook_then_the_bishop() -> None:
    assert QUEEN.rays("e3") == ROOK.rays("e3") + BISHOP.rays("e3")


@every_slider
def test_each_ray_can_be_asked_for_by_its_direction(slider: Slider) -> None:
    rays = tuple(slider.ray("c7", direction) for direction in slider.directions)
    assert rays == slider.rays("c7")


def test_ray_off_the_board_is_empty() -> None:
    assert BISHOP.ray("h4", (1, 1)) == ()


@pytest.mark.parametrize("direction", [(1, 1), (0, 0), (0, 2), None])
def test_slider_has_no_ray_in_a_direction_it_does_not_move_in(direction: tuple[int, int]) -> None:
    sentence = f"direction must be one of ((0, 1), (0, -1), (1, 0), (-1, 0)), got {direction}"
    with pytest.raises(ValueError, match=exactly(sentence)):
        ROOK.ray("e4", direction)


# ---- The oracle against python-chess and against its own laws ----


@every_slider_with_magics
def test_every_key_agrees_with_python_chess(
    slider: Slider, attacks_by_key: dict[tuple[Slider, int], dict[int, int]]
) -> None:
    for square in range(64):
        for blockers, attacks in attacks_by_key[slider, square].items():
            assert attacks == attacks_by_python_chess(slider, square, blockers)


@every_slider
@given(occupied=occupancies)
@settings(max_examples=200, deadline=None)
def test_every_square_of_any_board_agrees_with_python_chess(slider: Slider, occupied: int) -> None:
    for square in range(64):
        expected = attacks_by_python_chess(slider, square, occupied)
        assert slider.attacks(square, occupied) == expected


@every_slider
@given(square=st.integers(0, 63), occupied=occupancies)
def test_only_the_blockers_matter(slider: Slider, square: int, occupied: int) -> None:
    blockers = occupied & slider.mask(square)
    assert slider.attacks(square, blockers) == slider.attacks(square, occupied)


@every_slider
@given(square=st.integers(0, 63), occupied=occupancies)
def test_what_a_slider_sees_would_see_it(slider: Slider, square: int, occupied: int) -> None:
    for target in squares_of(slider.attacks(square, occupied)):
        assert slider.attacks(target, occupied) >> square & 1


@given(square=st.integers(0, 63), occupied=occupancies)
def test_queen_sees_what_her_parts_see(square: int, occupied: int) -> None:
    rook, bishop = (part.attacks(square, occupied) for part in QUEEN.parts)
    assert QUEEN.attacks(square, occupied) == rook | bishop


# ---- How many keys and attack sets ----

# "#occs/#attset" from the chessprogramming wiki, "Magic Bitboards", section "Perfect Hashing":
# the ranks 8 to 5 of the files a to d; the rest of the board follows by reflection.
CARDINALITIES = {
    ROOK: """
        4096/49  2048/42  2048/70   2048/84
        2048/42  1024/36  1024/60   1024/72
        2048/70  1024/60  1024/100  1024/120
        2048/84  1024/72  1024/120  1024/144
    """,
    BISHOP: """
        64/7   32/6   32/10   32/12
        32/6   32/6   32/10   32/12
        32/10  32/10  128/40  128/48
        32/12  32/12  128/48  512/108
    """,
}


def cardinalities(slider: Slider, file: int, rank: int) -> str:
    square = square_at(file, rank)
    return f"{slider.keys(square)}/{slider.attack_sets(square)}"


@every_slider_with_magics
@pytest.mark.parametrize("right", [False, True], ids=["files a-d", "files h-e"])
@pytest.mark.parametrize("lower", [False, True], ids=["ranks 8-5", "ranks 1-4"])
def test_quarter_of_the_board_has_the_published_cardinalities(
    slider: Slider, right: bool, lower: bool
) -> None:
    files = (7, 6, 5, 4) if right else (0, 1, 2, 3)
    ranks = (0, 1, 2, 3) if lower else (7, 6, 5, 4)
    quarter = [cardinalities(slider, file, rank) for rank in ranks for file in files]
    assert quarter == CARDINALITIES[slider].split()


@pytest.mark.parametrize(("slider", "total"), [(ROOK, 102_400), (BISHOP, 5_248)], ids=str)
def test_keys_of_all_squares(slider: Slider, total: int) -> None:
    assert sum(slider.keys(square) for square in range(64)) == total


@pytest.mark.parametrize(("slider", "total"), [(ROOK, 4_900), (BISHOP, 1_428)], ids=str)
def test_attack_sets_of_all_squares(slider: Slider, total: int) -> None:
    assert sum(slider.attack_sets(square) for square in range(64)) == total


@every_slider_with_magics
def test_keys_are_as_many_as_counted_one_by_one(
    slider: Slider, attacks_by_key: dict[tuple[Slider, int], dict[int, int]]
) -> None:
    for square in range(64):
        assert slider.keys(square) == len(attacks_by_key[slider, square])


@every_slider_with_magics
def test_attack_sets_are_as_many_as_counted_one_by_one(
    slider: Slider, attacks_by_key: dict[tuple[Slider, int], dict[int, int]]
) -> None:
    for square in range(64):
        assert slider.attack_sets(square) == len(set(attacks_by_key[slider, square].values()))


# A rook move and a bishop move never end on the same square, so the queen's counts are products.


@pytest.mark.parametrize("square", range(64))
def test_keys_of_the_queen_are_those_of_her_parts_combined(square: int) -> None:
    assert QUEEN.keys(square) == ROOK.keys(square) * BISHOP.keys(square)


@pytest.mark.parametrize("square", range(64))
def test_attack_sets_of_the_queen_are_those_of_her_parts_combined(square: int) -> None:
    assert QUEEN.attack_sets(square) == ROOK.attack_sets(square) * BISHOP.attack_sets(square)


# ---- Sliders as values, and their arguments ----


@pytest.mark.parametrize(
    ("slider", "parts"), [(ROOK, (ROOK,)), (BISHOP, (BISHOP,)), (QUEEN, (ROOK, BISHOP))], ids=str
)
def test_parts_of_a_slider(slider: Slider, parts: tuple[Slider, ...]) -> None:
    assert slider.parts == parts


@every_slider
def test_slider_is_the_same_after_pickling(slider: Slider) -> None:
    assert pickle.loads(pickle.dumps(slider)) == slider  # noqa: S301  our own bytes


@every_slider
def test_slider_can_be_a_key(slider: Slider) -> None:
    assert {slider: 1}[Slider(slider.name, slider.directions)] == 1


@every_slider
def test_slider_cannot_be_changed(slider: Slider) -> None:
    with pytest.raises(AttributeError):
        slider.name = "knight"  # type: ignore[misc]


@pytest.mark.parametrize(("slider", "name"), [(ROOK, "rook"), (BISHOP, "bishop"), (QUEEN, "queen")])
def test_slider_is_found_by_the_name_it_prints(slider: Slider, name: str) -> None:
    assert str(slider) == name
    assert parse_slider(name) is slider


@every_slider
def test_slider_parses_to_itself(slider: Slider) -> None:
    assert parse_slider(slider) is slider


@pytest.mark.parametrize("name", ["knight", "Rook", "", "r"])
def test_unknown_slider_is_a_value_error(name: str) -> None:
    sentence = f'piece must be "rook", "bishop" or "queen", got {name!r}'
    with pytest.raises(ValueError, match=exactly(sentence)):
        parse_slider(name)


@pytest.mark.parametrize("name", [None, 4, b"rook", ["rook"]])
def test_slider_of_a_wrong_type_is_a_type_error(name: object) -> None:
    sentence = f'piece must be "rook", "bishop" or "queen", got {name!r}'
    with pytest.raises(TypeError, match=exactly(sentence)):
        parse_slider(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("slider", [ROOK, BISHOP], ids=str)
def test_sliders_with_magics_are_found_by_name_too(slider: Slider) -> None:
    assert parse_rook_or_bishop(slider) is parse_rook_or_bishop(slider.name) is slider


@pytest.mark.parametrize(
    ("name", "error"),
    [(QUEEN, ValueError), ("queen", ValueError), ("knight", ValueError), (None, TypeError)],
    ids=str,
)
def test_another_slider_has_no_magics(name: Any, error: type[Exception]) -> None:
    sentence = f'piece must be "rook" or "bishop", got {name if name is None else str(name)!r}'
    with pytest.raises(error, match=exactly(sentence)):
        parse_rook_or_bishop(name)


METHODS = [
    lambda square: ROOK.ray(square, (0, 1)),
    ROOK.rays,
    ROOK.mask,
    ROOK.attacks,
    ROOK.keys,
    ROOK.attack_sets,
]
METHOD_NAMES = ["ray", "rays", "mask", "attacks", "keys", "attack_sets"]


@pytest.mark.parametrize("method", METHODS, ids=METHOD_NAMES)
def test_squares_are_taken_by_number_or_name(method: Callable[[int | str], object]) -> None:
    assert method("d4") == method(27)


@pytest.mark.parametrize("method", METHODS, ids=METHOD_NAMES)
def test_squares_are_checked(method: Callable[[int | str], object]) -> None:
    with pytest.raises(ValueError, match=r"^square must be .* got 64$"):
        method(64)


def test_occupied_may_be_a_square_set_of_python_chess() -> None:
    occupied = chess.SquareSet([chess.D6, chess.F4])
    assert ROOK.attacks("d4", occupied) == ROOK.attacks("d4", bitboard_of(["d6", "f4"]))


@pytest.mark.parametrize(
    ("occupied", "error"), [(-1, ValueError), (2**64, ValueError), (None, TypeError)]
)
def test_occupied_is_checked(occupied: int, error: type[Exception]) -> None:
    sentence = f"occupied must be an integer from 0 to 2**64 - 1, got {occupied}"
    with pytest.raises(error, match=exactly(sentence)):
        ROOK.attacks("d4", occupied)
