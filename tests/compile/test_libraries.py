"""Numba's libraries while kernels are compiled: left apart, and whole again for everybody else."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
import pytest
from numba.core import registry
from numba.core.codegen import JITCodeLibrary

from magicbb.compile import Word, Words, counting, entry, kernel, libraries
from magicbb.compile.lowering import object_code

if TYPE_CHECKING:
    from magicbb.compile.kernels import Kernel

njit: Any = numba.njit
target: Any = registry.cpu_target.target_context.codegen()


@kernel
def third(word: Word) -> Word:
    return word // Word(3)


@entry
def thirds(words: Words, number: Word) -> Word:
    total = Word(0)
    for place in counting(number):
        total += third(words[place])
    return total


def compiled_again(root: Kernel[..., Word] = thirds) -> bytes:
    return object_code(root, thirds.signature)


def theirs(number: int) -> float:
    total = 0.0
    for place in range(number):
        total += place // 3 + abs(place - 4) ** 2
    return total


def test_what_kernels_call_is_in_the_one_module() -> None:
    assert thirds(np.arange(10, dtype=np.uint64), 10) == sum(n // 3 for n in range(10))


def test_nothing_is_loaded_into_the_process() -> None:
    compiled_again()
    before = {*target._engine._defined_symbols}  # noqa: SLF001
    compiled_again()
    assert {*target._engine._defined_symbols} == before  # noqa: SLF001


def test_functions_of_others_run_afterwards() -> None:
    compiled_again()
    assert njit(theirs)(10) == theirs(10)


def test_functions_of_others_that_were_compiled_meanwhile_run() -> None:
    found = []
    with libraries.apart():
        thread = threading.Thread(target=lambda: found.append(njit(theirs)(7)))
        thread.start()
    thread.join()
    assert found == [theirs(7)]


def test_a_library_that_was_left_is_put_together_for_others() -> None:
    function = njit(lambda number: number // 3)
    with libraries.apart():
        function.compile((numba.uint64,))
    assert njit(lambda number: function(number) + 1)(np.uint64(9)) == 4


def test_an_error_leaves_nothing_behind() -> None:
    with pytest.raises(ArithmeticError), libraries.apart():
        raise ArithmeticError
    assert target._library_class is JITCodeLibrary  # noqa: SLF001
    assert njit(theirs)(5) == theirs(5)


def test_other_insides_of_numba_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "has_known_insides", lambda: False)
    monkeypatch.setattr(libraries, "_Library", None)
    monkeypatch.setattr("magicbb.compile.lowering._lowered", {})
    assert object_code(thirds, thirds.signature).startswith(b"\x7fELF")


def test_this_release_of_numba_is_known() -> None:
    assert libraries.has_known_insides()
