"""A built-in function made of an entry behaves like one of Python's own, and leaks nothing."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import inspect
import subprocess
import sys
import tracemalloc
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from magicbb.compile import (
    Object,
    Objects,
    Word,
    builtin,
    context_words,
    entry,
    is_null,
    object_at,
    words_at,
)
from magicbb.compile.builtins import Context
from magicbb.compile.python_api import (
    PyErr_Clear,
    PyErr_Occurred,
    PyLong_AsUnsignedLongLong,
    PyLong_FromUnsignedLongLong,
    PyObject_Vectorcall,
)
from magicbb.compile.store import ENVIRONMENT_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_ZERO, _ONE = Word(0), Word(1)
_LENGTH = Word(4)
_FULL = Word(2**64 - 1)

LARGEST = 2**64 - 1
VALUES = (7, 2**63, LARGEST, 10**15)


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield


@entry
def _pick(context: Object, arguments: Objects, count: Word, keywords: Object) -> Object:
    """One of four words, by its number; everything else is the fallback's."""
    words = context_words(context)
    if count == _ONE and is_null(keywords):
        place = PyLong_AsUnsignedLongLong(arguments[_ZERO])
        if place < _LENGTH:
            return PyLong_FromUnsignedLongLong(words_at(words[_ZERO])[place])
        if place == _FULL and not is_null(PyErr_Occurred()):
            PyErr_Clear()
    return PyObject_Vectorcall(object_at(words[_ONE]), arguments, count, keywords)


def refuse(place: object, *, default: object = None) -> object:
    """What `pick` does not take: give the default back, or raise."""
    if default is not None:
        return default
    raise IndexError(f"place must be 0..3, got {place!r}")


def make_pick(
    array: np.ndarray[Any, Any] | None = None, fallback: Callable[..., Any] = refuse
) -> Any:
    return builtin(
        _pick,
        name="pick",
        signature="(place, *, default=None)",
        doc="Pick a word.\n\nIt stands for itself.",
        arrays=[np.array(VALUES, dtype=np.uint64) if array is None else array],
        fallback=fallback,
        owner=None,
    )


def test_answers_what_the_entry_answers() -> None:
    pick = make_pick()
    assert tuple(pick(place) for place in range(4)) == VALUES


def test_a_bool_is_an_int() -> None:
    assert make_pick()(True) == VALUES[1]


class TestItsFace:
    def test_its_name(self) -> None:
        assert make_pick().__name__ == "pick"

    def test_its_documentation(self) -> None:
        assert inspect.getdoc(make_pick()) == "Pick a word.\n\nIt stands for itself."

    def test_its_signature(self) -> None:
        assert str(inspect.signature(make_pick())) == "(place, *, default=None)"

    def test_its_module(self) -> None:
        assert make_pick().__module__ == "magicbb"

    def test_it_is_a_builtin(self) -> None:
        assert inspect.isbuiltin(make_pick())

    def test_its_texts_outlive_their_makers(self) -> None:
        picks = []
        for number in range(100):
            name, doc = f"pick_{number}", "x" * number
            function = builtin(
                _pick,
                name=name,
                signature="()",
                doc=doc,
                arrays=[np.array(VALUES, dtype=np.uint64)],
                fallback=refuse,
                owner=None,
            )
            picks.append(function)
        gc.collect()
        assert [pick.__name__ for pick in picks] == [f"pick_{number}" for number in range(100)]
        assert [len(pick.__doc__ or "") for pick in picks] == [*range(100)]


class TestFallback:
    @pytest.mark.parametrize("place", [4, 2**63, 2**64 - 1, 2**64, 2**200, -1, "1", None, 1.0, []])
    def test_gets_what_the_entry_does_not_take(self, place: object) -> None:
        with pytest.raises(IndexError, match=r"place must be 0\.\.3, got "):
            make_pick()(place)

    @pytest.mark.parametrize("place", [1, -1, 2**200, "1"])
    def test_gets_keywords(self, place: object) -> None:
        assert make_pick()(place, default="the default") == "the default"

    def test_gets_positional_arguments_by_name(self) -> None:
        assert make_pick()(place=-1, default=5) == 5

    @pytest.mark.parametrize(
        ("arguments", "keywords"), [((), {}), ((1, 2), {}), ((1,), {"other": 2})]
    )
    def test_says_what_is_wrong_with_the_call(
        self, arguments: tuple[int, ...], keywords: dict[str, int]
    ) -> None:
        with pytest.raises(TypeError, match="refuse"):
            make_pick()(*arguments, **keywords)

    @pytest.mark.parametrize("place", [-1, 2**64, "1", 2**64 - 1])
    def test_is_called_with_no_error_set(self, place: object) -> None:
        occurred = ctypes.pythonapi.PyErr_Occurred
        occurred.restype = ctypes.c_void_p

        def look(_place: object) -> bool:
            return occurred() is None

        assert make_pick(fallback=look)(place) is True

    def test_may_make_further_calls(self) -> None:
        def again(place: int) -> int:
            answer: int = pick(place - 4)
            return answer

        pick = make_pick(fallback=again)
        assert pick(11) == VALUES[3]

    def test_may_drop_the_last_name_of_the_function(self) -> None:
        functions: dict[str, Any] = {}

        def drop(place: int) -> int:
            functions.clear()
            gc.collect()
            return place

        functions["pick"] = make_pick(fallback=drop)
        assert functions["pick"](2**70) == 2**70


class TestLife:
    def test_keeps_its_array_alive(self) -> None:
        array = np.array(VALUES, dtype=np.uint64)
        alive = weakref.ref(array)
        pick = make_pick(array)
        del array
        gc.collect()
        assert alive() is not None
        assert pick(3) == VALUES[3]

    def test_keeps_its_fallback_alive(self) -> None:
        pick = make_pick(fallback=lambda place: [place])
        gc.collect()
        assert pick("anything") == ["anything"]

    def test_lets_its_array_and_fallback_go(self) -> None:
        def fallback(place: object) -> object:
            return place

        array = np.array(VALUES, dtype=np.uint64)
        alive: list[Any] = [weakref.ref(array), weakref.ref(fallback)]
        pick = make_pick(array, fallback)
        del array, fallback, pick
        gc.collect()
        assert [reference() for reference in alive] == [None, None]

    def test_is_collected_with_a_fallback_that_refers_to_it(self) -> None:
        array = np.array(VALUES, dtype=np.uint64)
        alive = weakref.ref(array)

        def make(array: np.ndarray[Any, Any]) -> None:
            pick = make_pick(array, lambda place: pick(place % 4))
            assert pick(2**64) == VALUES[0]

        make(array)
        del array
        gc.collect()
        assert alive() is None

    @pytest.mark.slow
    def test_a_thousand_leave_nothing_behind(self) -> None:
        def make() -> None:
            pick = make_pick(fallback=lambda place: pick(place % 4))

        make()
        gc.collect()
        contexts, objects = count_contexts(), len(gc.get_objects())
        tracemalloc.start()
        for _ in range(1000):
            make()
        gc.collect()
        grown, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert count_contexts() == contexts
        assert len(gc.get_objects()) < objects + 100
        assert grown < 100_000


def count_contexts() -> int:
    return sum(type(value) is Context for value in gc.get_objects())


COLLECT = """
from __future__ import annotations
import gc, weakref
import numpy as np
from magicbb.compile import builtin, entry, Object, Objects, Word

@entry
def nothing(context: Object, arguments: Objects, count: Word, keywords: Object) -> Object:
    return context

def ones(size, count):
    return [bytearray(b"\\xff" * (size - 1)) for _ in range(count)]

taken = []

def make():
    array = np.zeros(1, dtype=np.uint64)
    ones(80, 10_000)  # what lies behind the function in memory is all ones
    function = builtin(
        nothing, name="f", signature="()", doc="", arrays=[array], fallback=len, owner=None
    )
    holder = [function]
    holder.append(holder)
    return weakref.ref(array, lambda _: taken.extend(ones(32, 100_000)))

for _ in range(5):
    reference = make()
    gc.collect()
    assert reference() is None
print(len(taken))
"""


@pytest.mark.slow
def test_collecting_a_cycle_does_not_touch_what_was_freed() -> None:
    # A weak reference's callback runs while the cycle is taken apart, and fills what is free by
    # then with ones. In a process of its own, for what goes wrong is a segmentation fault.
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", COLLECT], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "500000\n", "")


class TestCalls:
    def test_leave_the_reference_counts_alone(self) -> None:
        pick, number, default = make_pick(), 2**200, 2**201
        held = (number, default, pick, refuse, pick.__self__)
        before = [sys.getrefcount(value) for value in held]
        for _ in range(100_000):
            pick(number, default=default)
        assert [sys.getrefcount(value) for value in held] == before

    def test_leave_the_reference_counts_alone_when_they_raise(self) -> None:
        pick, number = make_pick(), 2**200
        held = (number, pick, refuse, pick.__self__)
        before = [sys.getrefcount(value) for value in held]
        for _ in range(10_000):
            with contextlib.suppress(IndexError):
                pick(number)
        assert [sys.getrefcount(value) for value in held] == before

    @pytest.mark.parametrize("place", [3, 2**64 - 1, 2**64, "1"])
    def test_leave_no_memory_behind(self, place: object) -> None:
        pick = make_pick(fallback=lambda place: [place])
        repeat(pick, place, 1000)
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        repeat(pick, place, 100_000)
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert after - before < 10_000


def repeat(function: Callable[[object], object], argument: object, times: int) -> None:
    for _ in range(times):
        function(argument)
