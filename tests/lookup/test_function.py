"""The public functions: all that they take, and all that they give."""

from __future__ import annotations

import gc
import inspect
import pickle
import re
import subprocess
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, cast

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.geometry.bitboards import FULL, bitboard_of
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, Slider
from magicbb.geometry.squares import SQUARE_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    import numpy.typing as npt

    Numbers = npt.NDArray[np.uint64]

every_slider = pytest.mark.parametrize("slider", [ROOK, BISHOP, QUEEN], ids=str)

sliders = st.sampled_from([ROOK, BISHOP, QUEEN])
squares = st.integers(0, 63)
occupancies = st.integers(0, FULL) | st.sets(squares, max_size=8).map(bitboard_of)


def look_up(slider: Slider) -> Any:
    """Return the public function of a slider; its arguments are ours to get wrong."""
    return {ROOK: mb.rook_attacks, BISHOP: mb.bishop_attacks, QUEEN: mb.queen_attacks}[slider]


def oracle(slider: Slider, squares: Sequence[int], occupied: Sequence[int]) -> list[int]:
    """Return the attacks by walking the rays."""
    return [slider.attacks(*query) for query in zip(squares, occupied, strict=True)]


# ---- One square ----


@every_slider
@given(square=squares, occupied=occupancies)
def test_a_square_is_a_number_or_a_name(slider: Slider, square: int, occupied: int) -> None:
    attacks = slider.attacks(square, occupied)
    assert look_up(slider)(square, occupied) == attacks
    assert look_up(slider)(SQUARE_NAMES[square], occupied) == attacks


@pytest.mark.parametrize("dtype", np.typecodes["AllInteger"])
@given(slider=sliders, square=squares, occupied=st.integers(0, 127))
def test_numpys_scalars_are_numbers(slider: Slider, dtype: str, square: int, occupied: int) -> None:
    scalar = np.dtype(dtype).type
    attacks = look_up(slider)(scalar(square), scalar(occupied))
    assert attacks == slider.attacks(square, occupied)
    assert type(attacks) is int


@every_slider
def test_the_squares_and_sets_of_python_chess_are_numbers(slider: Slider) -> None:
    occupied = chess.SquareSet([chess.D6, chess.F4, chess.B2])
    assert look_up(slider)(chess.D4, occupied) == slider.attacks(27, int(occupied))


@every_slider
@pytest.mark.parametrize("occupied", [0, 1, 2**63 - 1, 2**63, FULL - 1, FULL], ids=hex)
def test_boards_of_all_64_bits_are_numbers(slider: Slider, occupied: int) -> None:
    assert look_up(slider)(36, occupied) == slider.attacks(36, occupied)
    assert look_up(slider)(36, np.uint64(occupied)) == slider.attacks(36, occupied)


@every_slider
def test_the_answer_is_a_plain_int(slider: Slider) -> None:
    assert type(look_up(slider)(0, 0)) is int
    assert type(look_up(slider)("a1", 0)) is int


@every_slider
def test_arguments_may_be_named(slider: Slider) -> None:
    assert look_up(slider)(occupied=1, square="e4") == slider.attacks("e4", 1)


@every_slider
def test_whatever_converts_to_an_index_is_a_number(slider: Slider) -> None:
    class Square:
        def __index__(self) -> int:
            return 28

    assert look_up(slider)(Square(), Square()) == slider.attacks(28, 28)


@every_slider
@pytest.mark.parametrize(
    "error",
    [ZeroDivisionError(), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid")],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize("make", [lambda square: square, lambda square: [square]])
def test_an_error_while_converting_reaches_the_caller(
    slider: Slider, error: Exception, make: Callable[[object], object]
) -> None:
    class Square:
        def __index__(self) -> int:
            raise error

    with pytest.raises(type(error)):
        look_up(slider)(make(Square()), 0)


# ---- Arrays of every make ----


def in_a_record(values: Numbers) -> npt.NDArray[Any]:
    """Return a field of packed records: unaligned, nine bytes from one to the next."""
    records = np.zeros(len(values), dtype=[("flag", "u1"), ("value", "u8")])
    records["value"] = values
    return records["value"]


def unaligned(values: Numbers) -> npt.NDArray[Any]:
    """Return an array that starts at an odd address."""
    room = bytearray(values.nbytes + 8)
    start = 1 - np.frombuffer(room, np.uint8).ctypes.data % 2 + 2
    view = np.frombuffer(room, np.uint64, len(values), start)
    view[:] = values
    return view


def read_only(values: Numbers) -> npt.NDArray[Any]:
    """Return a copy that cannot be written."""
    copy = values.copy()
    copy.flags.writeable = False
    return copy


MAKES: dict[str, Callable[[Numbers], Any]] = {
    "uint64": np.copy,
    "list": np.ndarray.tolist,
    "tuple": lambda values: tuple(values.tolist()),
    "list of scalars": list,
    "objects": lambda values: values.astype(object),
    "list of sets": lambda values: [chess.SquareSet(value) for value in values.tolist()],
    "big-endian": lambda values: values.astype(">u8"),
    "little-endian": lambda values: values.astype("<u8"),
    "reversed": lambda values: values[::-1].copy()[::-1],
    "every third": lambda values: np.repeat(values, 3)[::3],
    "backwards by twos": lambda values: np.repeat(values[::-1], 2)[::-2],
    "column": lambda values: np.stack([values, values], axis=1)[:, 1],
    "row of Fortran order": lambda values: np.asfortranarray(np.stack([values, values]))[1],
    "record": in_a_record,
    "unaligned": unaligned,
    "read-only": read_only,
    "buffer": lambda values: memoryview(values.tobytes()).cast("Q"),
}
NARROW = {f"{dtype}": dtype for dtype in "bBhHiIlLqQ"} | {">i2": ">i2", ">u4": ">u4"}


@pytest.mark.parametrize("make", MAKES.values(), ids=MAKES)
@given(slider=sliders, queries=st.lists(st.tuples(squares, occupancies)))
def test_boards_may_come_in_any_array(
    slider: Slider, make: Callable[[Numbers], Any], queries: list[tuple[int, int]]
) -> None:
    where, boards = [square for square, _ in queries], [occupied for _, occupied in queries]
    attacks = look_up(slider)(where, make(np.array(boards, dtype=np.uint64)))
    assert attacks.dtype == np.uint64
    assert attacks.tolist() == oracle(slider, where, boards)


@pytest.mark.parametrize("make", MAKES.values(), ids=MAKES)
@given(slider=sliders, queries=st.lists(st.tuples(squares, occupancies)))
def test_squares_may_come_in_any_array(
    slider: Slider, make: Callable[[Numbers], Any], queries: list[tuple[int, int]]
) -> None:
    where, boards = [square for square, _ in queries], [occupied for _, occupied in queries]
    attacks = look_up(slider)(make(np.array(where, dtype=np.uint64)), boards)
    assert attacks.tolist() == oracle(slider, where, boards)


@pytest.mark.parametrize("dtype", NARROW.values(), ids=NARROW)
@given(slider=sliders, queries=st.lists(st.tuples(squares, st.integers(0, 127))))
def test_arrays_of_every_integer_dtype_are_taken(
    slider: Slider, dtype: str, queries: list[tuple[int, int]]
) -> None:
    where, boards = [square for square, _ in queries], [occupied for _, occupied in queries]
    attacks = look_up(slider)(np.array(where, dtype), np.array(boards, dtype))
    assert attacks.dtype == np.uint64
    assert attacks.tolist() == oracle(slider, where, boards)


@every_slider
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32])
def test_strided_bytes_are_read_right(slider: Slider, dtype: type[np.integer[Any]]) -> None:
    where = np.arange(64, dtype=dtype)[::-5]
    assert look_up(slider)(where, 0).tolist() == [slider.attacks(s) for s in where.tolist()]


@every_slider
@pytest.mark.parametrize("make", [list, np.array, lambda names: np.array(names, dtype=object)])
def test_squares_may_be_named_in_arrays(slider: Slider, make: Callable[[list[str]], Any]) -> None:
    attacks = look_up(slider)(make(["a1", "e4", "h8"]), 5)
    assert attacks.tolist() == oracle(slider, [0, 28, 63], [5] * 3)


@every_slider
def test_names_and_numbers_may_be_mixed(slider: Slider) -> None:
    assert look_up(slider)(["a1", 28], 5).tolist() == oracle(slider, [0, 28], [5, 5])


@every_slider
def test_large_and_small_numbers_in_a_list_keep_all_their_bits(slider: Slider) -> None:
    boards = [1, 2**63 + 1, 2**53 + 1, FULL]  # NumPy would make floating-point numbers of these
    assert look_up(slider)([27] * 4, boards).tolist() == oracle(slider, [27] * 4, boards)


def test_what_offers_an_array_is_one() -> None:
    class Column:
        def __array__(self, dtype: Any = None, copy: Any = None) -> npt.NDArray[Any]:
            return np.array([0, 28], dtype=dtype)

    assert look_up(ROOK)(Column(), 0).tolist() == oracle(ROOK, [0, 28], [0, 0])


def test_subclasses_of_arrays_are_read_as_arrays() -> None:
    with pytest.warns(PendingDeprecationWarning):
        matrix = np.matrix([[0, 28], [3, 63]])
    assert look_up(ROOK)(matrix, 0).tolist() == look_up(ROOK)([[0, 28], [3, 63]], 0).tolist()


# ---- Shapes ----

SHAPES: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((), ()),
    ((1,), ()),
    ((), (3,)),
    ((0,), ()),
    ((0,), (1,)),
    ((2, 0), (1, 0)),
    ((2, 1), (3,)),
    ((2, 3), (2, 3)),
    ((3,), (2, 3)),
    ((4, 1, 3), (2, 1)),
    ((1, 1), (5,)),
    ((1, 1, 1), ()),
]


def numbers(shape: tuple[int, ...], stop: int) -> Numbers:
    """Return random numbers below `stop`."""
    rng = np.random.default_rng(1994)
    return cast("Numbers", rng.integers(0, stop, shape, np.uint64, endpoint=True))


@every_slider
@pytest.mark.parametrize(("one", "other"), SHAPES, ids=str)
@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_are_broadcast(
    slider: Slider, one: tuple[int, ...], other: tuple[int, ...], order: Any
) -> None:
    where, boards = numbers(one, 63), numbers(other, FULL)
    attacks = look_up(slider)(where.copy(order), boards.copy(order))
    both = np.broadcast_arrays(where, boards)
    assert isinstance(attacks, np.ndarray)
    assert attacks.shape == both[0].shape
    assert attacks.dtype == np.uint64
    assert attacks.ravel().tolist() == oracle(slider, *(each.ravel().tolist() for each in both))


@every_slider
def test_a_single_square_goes_with_many_boards(slider: Slider) -> None:
    boards = numbers((7,), FULL)
    assert look_up(slider)("e4", boards).tolist() == oracle(slider, [28] * 7, boards.tolist())


@every_slider
def test_a_single_board_goes_with_many_squares(slider: Slider) -> None:
    occupied = chess.SquareSet([3, 17, 40])
    attacks = look_up(slider)(range(64), occupied)
    assert attacks.tolist() == oracle(slider, range(64), [int(occupied)] * 64)


@every_slider
def test_transposed_arrays_keep_their_places(slider: Slider) -> None:
    where, boards = numbers((4, 3), 63), numbers((3, 4), FULL)
    assert np.array_equal(look_up(slider)(where.T, boards), look_up(slider)(where, boards.T).T)


@every_slider
def test_an_empty_list_gives_an_empty_array(slider: Slider) -> None:
    attacks = look_up(slider)([], [])
    assert attacks.shape == (0,)
    assert attacks.dtype == np.uint64


@every_slider
def test_inputs_are_left_alone(slider: Slider) -> None:
    where, boards = numbers((50,), 63), numbers((50,), FULL)
    before = where.copy(), boards.copy()
    look_up(slider)(where, boards)
    assert np.array_equal(where, before[0])
    assert np.array_equal(boards, before[1])


# ---- out ----

OUTS: dict[str, Callable[[], Numbers]] = {
    "contiguous": lambda: np.zeros((6, 4), np.uint64),
    "Fortran": lambda: np.zeros((6, 4), np.uint64, order="F"),
    "transposed": lambda: np.zeros((4, 6), np.uint64).T,
    "strided": lambda: np.zeros((12, 8), np.uint64)[::2, ::2],
    "reversed": lambda: np.zeros((6, 4), np.uint64)[::-1, ::-1],
    "record": lambda: np.zeros((6, 4), [("flag", "u1"), ("value", "u8")])["value"],
}


@every_slider
@pytest.mark.parametrize("make", OUTS.values(), ids=OUTS)
def test_the_answer_is_written_into_out(slider: Slider, make: Callable[[], Numbers]) -> None:
    where, boards, out = numbers((6, 4), 63), numbers((6, 4), FULL), make()
    assert look_up(slider)(where, boards, out=out) is out
    assert np.array_equal(out, look_up(slider)(where, boards))


@every_slider
@pytest.mark.parametrize("view", [np.s_[::-1], np.s_[::2], np.s_[::-3], np.s_[5:5]], ids=str)
def test_only_the_places_of_out_are_written(slider: Slider, view: slice) -> None:
    whole = np.full(60, 7, np.uint64)
    count = len(whole[view])
    where, boards = numbers((count,), 63), numbers((count,), FULL)
    look_up(slider)(where, boards, out=whole[view])
    assert whole[view].tolist() == oracle(slider, where.tolist(), boards.tolist())
    rest = np.ones(60, bool)
    rest[view] = False
    assert (whole[rest] == 7).all()


@every_slider
def test_out_may_have_no_dimensions(slider: Slider) -> None:
    out = np.zeros((), np.uint64)
    assert look_up(slider)(np.array(28), 5, out=out) is out
    assert out == slider.attacks(28, 5)


@every_slider
@pytest.mark.parametrize("shift", [-2, -1, 0, 1, 2])
def test_out_may_overlap_the_boards(slider: Slider, shift: int) -> None:
    room = numbers((40,), FULL)
    boards, out = room[5:35], room[5 + shift : 35 + shift]
    where = numbers((30,), 63)
    expected = oracle(slider, where.tolist(), boards.tolist())
    assert look_up(slider)(where, boards, out=out).tolist() == expected


@every_slider
@pytest.mark.parametrize("step", [1, -1])
def test_out_may_be_the_squares(slider: Slider, step: int) -> None:
    where, boards = numbers((30,), 63), numbers((30,), FULL)
    expected = oracle(slider, where.tolist(), boards.tolist())
    assert look_up(slider)(where, boards, out=where[::step]).tolist() == expected


CHANGING = """
import sys
import numpy as np
import magicbb as mb

count, file = 1 << 18, sys.argv[1]
square = np.memmap(file, np.uint8, "w+", shape=(8 * count,))[:count]
out = np.memmap(file, np.uint64, "r+", shape=(count,))
occupied = np.random.default_rng(1).integers(0, 2**63, count, dtype=np.uint64)
for piece in (mb.rook_attacks, mb.bishop_attacks, mb.queen_attacks):
    square[:] = 0
    piece(square, occupied, out=out, threads=1)
"""


def test_squares_that_change_during_a_look_up_read_nothing_else(tmp_path: Path) -> None:
    # NumPy does not see that both arrays are the same file.
    command = [sys.executable, "-c", CHANGING, str(tmp_path / "shared")]
    subprocess.run(command, check=True)  # noqa: S603  our own script


def test_out_that_is_a_matrix_is_written_nowhere_but_in_its_place() -> None:
    room = np.zeros(400, np.uint64)
    with pytest.warns(PendingDeprecationWarning):
        out = np.asmatrix(room[:16])  # its reshape keeps two dimensions
    look_up(ROOK)(np.zeros((1, 16), np.uint8), 0, out=out)
    assert room[:16].tolist() == [ROOK.attacks(0)] * 16
    assert not room[16:].any()


def test_out_is_measured_by_its_memory_and_not_by_what_it_says() -> None:
    class Liar(np.ndarray[Any, Any]):
        shape = property(lambda _: (100,))
        size = property(lambda _: 100)

    room = np.zeros(400, np.uint64)
    with pytest.raises(ValueError, match=r"^out must have the shape \(100,\), got \(16,\)$"):
        look_up(ROOK)(np.zeros(100, np.uint8), 0, out=room[:16].view(Liar))
    assert not room.any()


@pytest.mark.parametrize(
    ("out", "error", "sentence"),
    [
        ([0, 0, 0], TypeError, "out must be an array of uint64, got list"),
        (7, TypeError, "out must be an array of uint64, got int"),
        (np.zeros(3, np.int64), TypeError, "out must be an array of uint64, got int64"),
        (np.zeros(3, ">u8"), TypeError, "out must be an array of uint64, got >u8"),
        (np.zeros(3, object), TypeError, "out must be an array of uint64, got object"),
        (np.zeros(2, np.uint64), ValueError, "out must have the shape (3,), got (2,)"),
        (np.zeros((1, 3), np.uint64), ValueError, "out must have the shape (3,), got (1, 3)"),
        (np.zeros((), np.uint64), ValueError, "out must have the shape (3,), got ()"),
        (read_only(numbers((3,), 9)), ValueError, "out must be writeable, got a read-only array"),
    ],
)
def test_another_out_is_refused(out: Any, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=f"^{re.escape(sentence)}$"):
        look_up(ROOK)([1, 2, 3], 0, out=out)


def test_out_does_not_go_with_single_numbers() -> None:
    with pytest.raises(TypeError, match=r"^out is for arrays"):
        look_up(ROOK)(1, 0, out=np.zeros((), np.uint64))


# ---- Threads ----


@pytest.fixture(scope="module")
def many() -> tuple[npt.NDArray[np.uint8], Numbers]:
    """More queries than one thread takes."""
    count = (1 << 20) + 12_345
    return numbers((count,), 63).astype(np.uint8), numbers((count,), FULL)


@pytest.fixture(scope="module")
def answers(many: tuple[npt.NDArray[np.uint8], Numbers]) -> dict[Slider, Numbers]:
    """What one thread answers, a few queries at a time."""
    cuts = range(999, len(many[0]), 999)
    parts = [*zip(np.split(many[0], cuts), np.split(many[1], cuts), strict=True)]
    return {
        slider: np.concatenate([look_up(slider)(*part) for part in parts])
        for slider in (ROOK, BISHOP, QUEEN)
    }


@every_slider
@pytest.mark.parametrize("threads", [None, 1, 2, 7, 4096])
def test_any_number_of_threads_gives_the_same(
    slider: Slider, threads: int | None, many: Any, answers: dict[Slider, Numbers]
) -> None:
    assert np.array_equal(look_up(slider)(*many, threads=threads), answers[slider])


@every_slider
def test_large_strided_arrays_are_shared_right(
    slider: Slider, many: Any, answers: dict[Slider, Numbers]
) -> None:
    where, boards = many
    out = np.zeros(2 * len(where), np.uint64)[::-2]
    look_up(slider)(where[::-1], boards[::-1], out=out, threads=2)
    assert np.array_equal(out[::-1], answers[slider])


@pytest.mark.parametrize("place", [0, 131_071, 131_072, 700_000, (1 << 20) + 12_344])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_wrong_square_is_found_in_any_share(many: Any, place: int, threads: int) -> None:
    where = many[0].astype(np.int64)
    where[place] = 64
    where[-1] = 99
    value = where[place]
    with pytest.raises(ValueError, match=f"got {value} at index {place}$"):
        look_up(ROOK)(where, many[1], threads=threads)


def test_the_environment_sets_the_number_of_threads(
    many: Any, answers: dict[Slider, Numbers], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAGICBB_THREADS", "3")
    assert np.array_equal(look_up(ROOK)(*many), answers[ROOK])


def test_a_wrong_choice_in_the_environment_is_named(
    many: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAGICBB_THREADS", "many")
    with pytest.raises(ValueError, match=r"^MAGICBB_THREADS must be 1..4096, got 'many'$"):
        look_up(ROOK)(*many)


@pytest.mark.parametrize(
    ("threads", "error"),
    [(0, ValueError), (-1, ValueError), (4097, ValueError), ("2", TypeError), (1.5, TypeError)],
)
def test_a_wrong_number_of_threads_is_refused(threads: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=rf"^threads must be 1..4096, got {threads!r}$"):
        look_up(ROOK)([0], [0], threads=threads)


def test_a_wrong_number_of_threads_is_refused_with_single_numbers_too() -> None:
    with pytest.raises(ValueError, match=r"^threads must be 1..4096, got 0$"):
        look_up(ROOK)(0, 0, threads=0)


def test_many_threads_may_look_up_at_once(many: Any, answers: dict[Slider, Numbers]) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = [pool.submit(look_up(slider), *many, threads=2) for slider in (ROOK, QUEEN) * 2]
        for slider, future in zip((ROOK, QUEEN) * 2, found, strict=True):
            assert np.array_equal(future.result(), answers[slider])


# ---- The function itself ----


@every_slider
def test_the_function_says_what_it_is(slider: Slider) -> None:
    function = look_up(slider)
    assert function.__name__ == f"{slider}_attacks"
    assert str(inspect.signature(function)) == "(square, occupied, *, out=None, threads=None)"
    assert function.__doc__.startswith(f"Return the squares that a {slider} on `square`")


@every_slider
def test_a_function_can_be_sent_to_another_process(slider: Slider) -> None:
    copy = pickle.loads(pickle.dumps(look_up(slider)))  # noqa: S301  our own bytes
    assert copy(28, 5) == slider.attacks(28, 5)


@every_slider
def test_a_function_outlives_its_table(slider: Slider) -> None:
    function = mb.Table(mb.tables.Scheme("white", "concatenated"), mb.find_all(seed=9)).lookup(
        slider
    )
    gc.collect()
    assert function(28, 5) == slider.attacks(28, 5)
    assert function([28], 5).tolist() == [slider.attacks(28, 5)]


def test_a_dropped_function_takes_its_arrays_along(fancy: mb.Table) -> None:
    class Arrays:
        recipe, parameters = fancy.recipe, fancy.parameters
        slots, attack_sets = fancy.slots.copy(), fancy.attack_sets

    from magicbb.lookup.function import make_lookup

    function = make_lookup(Arrays(), ROOK)
    held = weakref.ref(Arrays.slots)
    del Arrays.slots, function
    gc.collect()
    assert held() is None


@every_slider
def test_looking_up_leaks_nothing(slider: Slider) -> None:
    function, square, occupied = look_up(slider), 2**62 % 61, 2**62 + 2**40
    before = sys.getrefcount(occupied), sys.getrefcount(function)
    for _ in range(1000):
        function(square, occupied)
        function("e4", occupied)
        function([square], occupied)
    assert (sys.getrefcount(occupied), sys.getrefcount(function)) == before
