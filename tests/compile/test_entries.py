"""Entries: right values, checked arrays, linked once, run without the interpreter's lock."""

from __future__ import annotations

import ctypes
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from magicbb.compile import Entry, Word, Words, counting, entry, entry_for, lowering, packed_entry
from magicbb.compile.store import ENVIRONMENT_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_ZERO, _ONE, _TWO, _THREE, _FOUR, _FIVE = (Word(number) for number in range(6))
_PLACE_BITS = Word(63)
_STRIDE = Word(5)

EDGES = (0, 1, 2, 63, 64, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 2, 2**64 - 1)
DTYPES = {"Words": np.uint64, "Shorts": np.uint16, "Bytes": np.uint8}


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path / "empty"))
    return tmp_path / "empty"


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """One element for every compilation from now on."""
    done: list[Any] = []
    compile_one = lowering.object_code

    def object_code(kernel: Any, signature: Any, *, packs: bool) -> bytes:
        done.append(kernel)
        return compile_one(kernel, signature, packs=packs)

    monkeypatch.setattr(lowering, "object_code", object_code)
    return done


@entry
def calculate(one: Word, two: Word, out: Words) -> None:
    out[_ZERO] = one + two
    out[_ONE] = one - two
    out[_TWO] = one * two
    out[_THREE] = one >> (two & _PLACE_BITS)
    out[_FOUR] = one << (two & _PLACE_BITS)
    out[_FIVE] = (one & two) ^ ~(one | two)


@pytest.mark.parametrize("two", EDGES)
@pytest.mark.parametrize("one", EDGES)
def test_words_wrap_and_stay_unsigned(one: int, two: int) -> None:
    out = np.zeros(6, dtype=np.uint64)
    calculate(one, two, out)
    expected = (
        one + two,
        one - two,
        one * two,
        one >> (two % 64),
        one << (two % 64),
        (one & two) ^ ~(one | two),
    )
    assert out.tolist() == [value % 2**64 for value in expected]


@entry
def is_less(one: Word, two: Word) -> Word:
    return _ONE if one < two else _ZERO


@pytest.mark.parametrize("two", EDGES)
@pytest.mark.parametrize("one", EDGES)
def test_words_compare_unsigned(one: int, two: int) -> None:
    assert is_less(one, two) == (one < two)


@entry
def same(word: Word) -> Word:
    return word


@pytest.mark.parametrize("word", EDGES)
def test_a_word_goes_in_and_comes_out_as_an_int(word: int) -> None:
    answer: object = same(word)
    assert type(answer) is int
    assert answer == word


def test_an_entry_without_a_result_returns_none() -> None:
    answer: object = calculate(0, 0, np.zeros(6, dtype=np.uint64))
    assert answer is None


def copying(memory: str) -> Entry:
    """The same function for each kind of memory."""

    @entry_for(source=memory, target=memory)
    def copy(source: Any, source_step: Word, target: Any, count: Word) -> Word:
        total = _ZERO
        for place in counting(count):
            word = Word(source[place * source_step])
            total += word
            target[place] = word
        return total

    return copy


@pytest.mark.parametrize("memory", DTYPES)
class TestMemory:
    def test_is_read_and_written(self, memory: str) -> None:
        dtype = DTYPES[memory]
        most = int(np.iinfo(dtype).max)
        source = np.array([0, 1, most // 2, most // 2 + 1, most], dtype=dtype)
        target = np.zeros_like(source)
        copying(memory)(source, 1, target, len(source))
        assert target.tolist() == source.tolist()

    def test_elements_are_unsigned(self, memory: str) -> None:
        source = np.array([np.iinfo(DTYPES[memory]).max], dtype=DTYPES[memory])
        assert copying(memory)(source, 1, source.copy(), 1) == int(source[0])

    def test_the_step_is_told(self, memory: str) -> None:
        source = np.arange(10, dtype=DTYPES[memory])[::-1]
        target = np.zeros(5, dtype=DTYPES[memory])
        copying(memory)(source[::2], -2, target, 5)
        assert target.tolist() == [9, 7, 5, 3, 1]

    def test_an_address_stands_for_an_array(self, memory: str) -> None:
        source = np.array([5, 6], dtype=DTYPES[memory])
        target = np.zeros_like(source)
        copying(memory)(source.ctypes.data, 1, target.ctypes.data, 2)
        assert target.tolist() == [5, 6]

    def test_an_empty_array_is_an_array(self, memory: str) -> None:
        nothing = np.zeros(0, dtype=DTYPES[memory])
        assert copying(memory)(nothing, 1, nothing, 0) == 0

    @pytest.mark.parametrize("dtype", ["u8", "u4", "u2", "u1", "i8", "i2", "i1", "f8", ">u8", "?"])
    def test_another_dtype_is_refused(self, memory: str, dtype: str) -> None:
        right, other = np.zeros(1, dtype=DTYPES[memory]), np.zeros(1, dtype=dtype)
        if other.dtype == right.dtype:
            return
        with pytest.raises(TypeError, match=f"expected an array of {right.dtype}, got"):
            copying(memory)(right, 1, other, 1)


def test_an_array_that_nobody_else_holds_lives_through_the_call() -> None:
    copy = copying("Words")
    for _ in range(1000):
        target = np.zeros(100, dtype=np.uint64)
        copy(np.arange(100, dtype=np.uint64), 1, target, 100)
        assert int(target[99]) == 99


@pytest.mark.parametrize("word", [1.5, "1", None, [1]])
def test_what_is_no_int_is_no_word(word: object) -> None:
    with pytest.raises((TypeError, ctypes.ArgumentError)):
        same(word)


@pytest.mark.parametrize("pointer", [None, [1], "1", 1.5, True, np.uint64(1), memoryview(b"1")])
def test_what_is_no_array_is_no_pointer(pointer: object) -> None:
    with pytest.raises((TypeError, AttributeError)):
        copying("Words")(pointer, 1, pointer, 0)


@pytest.mark.parametrize("number", [-1, -(2**63), 2**64, 2**64 + 5])
def test_an_int_is_taken_modulo_two_to_the_64(number: int) -> None:
    assert same(number) == number % 2**64


@pytest.mark.parametrize("arguments", [(), (1, 2)])
def test_a_wrong_number_of_arguments_is_refused(arguments: tuple[int, ...]) -> None:
    with pytest.raises((TypeError, ValueError)):
        same(*arguments)


def fresh(factor: int = 3) -> Entry:
    """A new entry, not linked yet."""
    amount = Word(factor)

    @entry
    def multiply(word: Word) -> Word:
        return word * amount

    return multiply


@pytest.mark.usefixtures("empty_cache")
def test_first_calls_from_many_threads_compile_once(compilations: list[Any]) -> None:
    threads = 16
    multiply, together = fresh(), threading.Barrier(threads)

    def first_call(word: int) -> int:
        together.wait()
        return int(multiply(word))

    with ThreadPoolExecutor(threads) as pool:
        answers = list(pool.map(first_call, range(threads)))
    assert answers == [3 * word for word in range(threads)]
    assert len(compilations) == 1


@pytest.mark.usefixtures("empty_cache")
def test_first_calls_of_many_entries_at_once_all_work() -> None:
    entries = [fresh(factor) for factor in range(8)]
    together = threading.Barrier(len(entries))

    def first_call(function: Entry) -> int:
        together.wait()
        return int(function(7))

    with ThreadPoolExecutor(len(entries)) as pool:
        assert list(pool.map(first_call, entries)) == [7 * factor for factor in range(8)]


def test_equal_code_is_compiled_once(empty_cache: Path, compilations: list[Any]) -> None:
    assert [fresh()(word) for word in range(3)] == [0, 3, 6]
    assert len(compilations) == 1
    assert len(list(empty_cache.iterdir())) == 1


@pytest.mark.usefixtures("empty_cache")
def test_other_constants_are_other_code(compilations: list[Any]) -> None:
    assert [fresh(factor)(10) for factor in (3, 4, 2**64 - 1)] == [30, 40, 2**64 - 10]
    assert len(compilations) == 3


@pytest.mark.usefixtures("empty_cache")
def test_another_kind_of_memory_is_other_code(compilations: list[Any]) -> None:
    for memory, dtype in DTYPES.items():
        copying(memory)(np.zeros(1, dtype), 1, np.zeros(1, dtype), 1)
    assert len(compilations) == len(DTYPES)


def test_an_entry_can_be_made_anew_after_it_is_gone() -> None:
    for _ in range(100):
        assert fresh()(5) == 15


def test_a_failed_compilation_can_be_tried_again(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    multiply = fresh()
    with monkeypatch.context() as patch:
        patch.setattr(lowering, "object_code", interrupted)
        with pytest.raises(KeyboardInterrupt):
            multiply(1)
    assert not empty_cache.exists()
    assert multiply(1) == 3


def interrupted(*_: Any, packs: bool) -> bytes:  # noqa: ARG001
    raise KeyboardInterrupt


@entry
def wait(started: Words, flags: Words, places: Word, budget: Word) -> bool:
    """Say that it has started, then look at the flags in turn until one is set."""
    started[_ZERO] = _ONE
    place = _ZERO
    for _ in counting(budget):
        place = (place * _STRIDE + _ONE) & places  # another place each time: a load each time
        if flags[place] != _ZERO:
            return True
    return False


def test_python_goes_on_while_an_entry_runs() -> None:
    started, flags = np.zeros(1, dtype=np.uint64), np.zeros(8, dtype=np.uint64)
    wait(started, flags, len(flags) - 1, 1)  # linked
    started[0] = 0
    billions = 2**33  # ten seconds: how long this would hang if the lock were held
    with ThreadPoolExecutor(1) as pool:
        seen = pool.submit(wait, started, flags, len(flags) - 1, billions)
        while not started[0] and not seen.done():
            time.sleep(0)
        flags[:] = 1
        assert seen.result() is True


def test_two_entries_run_at_the_same_time() -> None:
    started = np.zeros((2, 1), dtype=np.uint64)
    flags = np.zeros(8, dtype=np.uint64)
    with ThreadPoolExecutor(2) as pool:
        seen = [pool.submit(wait, own, flags, len(flags) - 1, 2**33) for own in started]
        while not started.all() and not all(one.done() for one in seen):
            time.sleep(0)
        flags[:] = 1
        assert [one.result() for one in seen] == [True, True]


def test_the_address_is_that_of_the_compiled_function() -> None:
    multiply = fresh()
    call = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64)(multiply.address)
    assert call(2**63 + 1) == 3 * (2**63 + 1) % 2**64


def shifted(memory: Words, amount: Word, out: Words) -> None:
    out[_ZERO] = memory[_ZERO] >> amount | memory[_ONE] << amount
    out[_ONE] = memory[_ONE] >> amount | memory[_TWO] << amount
    out[_TWO] = memory[_TWO] >> amount | memory[_THREE] << amount
    out[_THREE] = memory[_THREE] >> amount | memory[_FOUR] << amount


@pytest.mark.parametrize("amount", [0, 1, 13, 63])
def test_a_packed_entry_does_the_same(amount: int) -> None:
    words = np.random.default_rng(3).integers(0, 2**64 - 1, 5, np.uint64, endpoint=True)
    plain, packed = np.zeros((2, 4), np.uint64)
    entry(shifted)(words, amount, plain)
    packed_entry(shifted)(words, amount, packed)
    assert packed.tolist() == plain.tolist()
    assert plain[0] == int(words[0]) >> amount | (int(words[1]) << amount) % 2**64


@pytest.mark.usefixtures("empty_cache")
def test_a_packed_entry_is_compiled_on_its_own(compilations: list[Any]) -> None:
    plain, packed = entry(shifted), packed_entry(shifted)
    words, out = np.zeros(5, np.uint64), np.zeros(4, np.uint64)
    for function in (plain, packed, plain, packed):
        function(words, 1, out)
    assert compilations == [plain, packed]
