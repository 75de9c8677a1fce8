"""Kernels that are called and not inlined, and kernels that call themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from magicbb.compile import (
    Entry,
    Word,
    Words,
    entry,
    forward,
    kernel,
    lowering,
    outlined,
    recursive,
)
from magicbb.compile.kernels import Forward, Kernel, Outlined, called_by
from magicbb.compile.store import ENVIRONMENT_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

ZERO, ONE, TWO, THREE = map(Word, range(4))


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

    def object_code(root: Any, signature: Any, *, packs: bool) -> bytes:
        done.append(root)
        return compile_one(root, signature, packs=packs)

    monkeypatch.setattr(lowering, "object_code", object_code)
    return done


def adding(amount: Any) -> Callable[[Word], Word]:
    """An outlined kernel that adds a constant."""

    @outlined
    def add(word: Word) -> Word:
        return word + amount

    return add


def calling(called: Callable[[Word], Word]) -> Entry:
    @entry
    def call(word: Word) -> Word:
        return called(word)

    return call


def calling_twice(called: Callable[[Word], Word]) -> Entry:
    @entry
    def call(word: Word) -> Word:
        return called(called(word))

    return call


def through(called: Callable[[Word], Word]) -> Callable[[Word], Word]:
    """An outlined kernel that doubles what another returns."""

    @outlined
    def double(word: Word) -> Word:
        return called(word) * TWO

    return double


def inlined(called: Callable[[Word], Word]) -> Callable[[Word], Word]:
    """A kernel that squares what another returns."""

    @kernel
    def square(word: Word) -> Word:
        result = called(word)
        return result * result

    return square


def counting_down(step: Any, start: Any = ZERO) -> Callable[[Word], Word]:
    """How often a step can be taken from a word; counted from a start."""

    @forward
    def further(word: Word) -> Word:
        raise NotImplementedError

    @recursive(further)
    def count(word: Word) -> Word:
        if word < step:
            return start
        return further(word - step) + ONE

    return count


def fibonacci() -> Callable[[Word], Word]:
    """A kernel that calls itself twice, by way of a kernel that is inlined."""

    @forward
    def itself(word: Word) -> Word:
        raise NotImplementedError

    @kernel
    def both(word: Word) -> Word:
        return itself(word - ONE) + itself(word - TWO)

    @recursive(itself)
    def number(word: Word) -> Word:
        return word if word < TWO else both(word)

    return number


def fingerprint(function: Any) -> bytes:
    assert isinstance(function, Kernel)
    return function.fingerprint


class TestOutlined:
    @pytest.mark.parametrize("word", [0, 1, 2**63, 2**64 - 2])
    def test_a_call_returns_what_the_function_does(self, word: int) -> None:
        assert calling(adding(ONE))(word) == word + 1

    def test_it_can_be_called_from_several_places(self) -> None:
        assert calling_twice(adding(THREE))(1) == 7

    def test_two_entries_share_it(self) -> None:
        add = adding(TWO)
        assert (calling(add)(1), calling_twice(add)(1)) == (3, 5)

    def test_one_calls_another(self) -> None:
        assert calling(through(adding(ONE)))(20) == 42

    def test_three_call_each_other_in_a_row(self) -> None:
        assert calling(through(through(through(adding(ONE)))))(1) == 16

    def test_an_inlined_kernel_calls_it(self) -> None:
        assert calling(inlined(through(adding(ONE))))(1) == 16

    def test_it_calls_an_inlined_kernel(self) -> None:
        assert calling(through(inlined(adding(ONE))))(2) == 18

    def test_two_of_one_name_are_told_apart(self) -> None:
        one, two = adding(ONE), adding(TWO)

        @entry
        def call(word: Word) -> Word:
            return one(word) * two(word)

        assert call(1) == 6

    def test_memory_is_read_and_written_in_it(self) -> None:
        @outlined
        def increment(memory: Words, place: Word) -> None:
            memory[place] = memory[place] + ONE

        @entry
        def increment_two(memory: Words) -> None:
            increment(memory, ZERO)
            increment(memory, TWO)

        memory = np.array([5, 6, 2**64 - 1], np.uint64)
        increment_two(memory)
        assert memory.tolist() == [6, 6, 0]

    @pytest.mark.parametrize("word", [0, 5])
    def test_it_can_answer_yes_and_no(self, word: int) -> None:
        @outlined
        def is_zero(word: Word) -> bool:
            return word == ZERO

        @entry
        def choose(word: Word) -> Word:
            return ONE if is_zero(word) else TWO

        assert choose(word) == (2 if word else 1)

    def test_uncompiled_it_is_the_plain_function(self) -> None:
        assert through(adding(ONE))(Word(20)) == 42

    def test_each_is_found_once_however_often_it_is_called(self) -> None:
        add = adding(ONE)
        double = through(add)

        @entry
        def call(word: Word) -> Word:
            return double(word) + add(word) + double(word)

        assert {*called_by(call, Outlined)} == {add, double}
        assert len(called_by(call, Outlined)) == 2

    def test_those_with_one_fingerprint_are_found_once(self) -> None:
        one, again = adding(ONE), adding(ONE)

        @entry
        def call(word: Word) -> Word:
            return one(word) + again(word)

        assert len(called_by(call, Outlined)) == 1

    def test_those_with_one_fingerprint_are_compiled_together(self) -> None:
        one, again = adding(ONE), adding(ONE)

        @entry
        def call(word: Word) -> Word:
            return one(word) * again(word)

        assert call(2) == 9

    def test_arguments_without_a_type_are_refused(self) -> None:
        def lonely(word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            return word

        with pytest.raises(TypeError, match="return, word must be annotated"):
            outlined(lonely)

    def test_arguments_of_no_c_type_are_refused(self) -> None:
        def pair(word: Any) -> Word:
            return Word(word)

        with pytest.raises(TypeError, match="pair: word is annotated Any"):
            outlined(pair)


class TestRecursion:
    @pytest.mark.parametrize("word", [0, 1, 2, 1000])
    def test_a_kernel_calls_itself(self, word: int) -> None:
        assert calling(counting_down(ONE))(word) == word

    @pytest.mark.parametrize(("word", "number"), [(0, 0), (1, 1), (2, 1), (10, 55), (20, 6765)])
    def test_a_kernel_calls_itself_by_way_of_another(self, word: int, number: int) -> None:
        assert calling(fibonacci())(word) == number

    def test_two_that_call_themselves_by_the_same_name_are_told_apart(self) -> None:
        by_one, by_two = counting_down(ONE), counting_down(TWO)

        @entry
        def call(word: Word) -> Word:
            return by_one(word) * by_two(word)

        assert call(10) == 50

    def test_one_that_calls_itself_calls_another_that_does(self) -> None:
        halves = counting_down(TWO)

        @forward
        def again(word: Word) -> Word:
            raise NotImplementedError

        @recursive(again)
        def total(word: Word) -> Word:
            return word if word == ZERO else halves(word) + again(word - ONE)

        assert calling(total)(4) == 2 + 1 + 1 + 0

    def test_an_outlined_kernel_calls_one_that_calls_itself(self) -> None:
        assert calling(through(counting_down(ONE)))(7) == 14

    def test_a_forward_declaration_that_nothing_else_names_cannot_run(self) -> None:
        @forward
        def later(_word: Word) -> Word:
            raise NotImplementedError

        with pytest.raises(NotImplementedError):
            later(ONE)

    def test_another_signature_than_declared_is_refused(self) -> None:
        @forward
        def itself(one: Word, two: Word) -> Word:
            raise NotImplementedError

        def single(word: Word) -> Word:
            return word

        with pytest.raises(TypeError, match=r"single is \('Word', 'Word'\), but declared as"):
            recursive(itself)(single)

    def test_another_result_than_declared_is_refused(self) -> None:
        @forward
        def itself(word: Word) -> bool:
            raise NotImplementedError

        def single(word: Word) -> Word:
            return word

        with pytest.raises(TypeError, match=r"declared as \('Word', 'bool'\)$"):
            recursive(itself)(single)

    @pytest.mark.parametrize("itself", [None, len, adding(ONE), calling(adding(ONE))])
    def test_a_name_that_was_not_declared_for_it_is_refused(self, itself: Any) -> None:
        with pytest.raises(
            TypeError, match=r"^a kernel calls itself through a forward declaration, not"
        ):
            recursive(itself)

    def test_a_forward_declaration_without_its_types_is_refused(self) -> None:
        def lonely(word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            raise NotImplementedError

        with pytest.raises(TypeError, match="return, word must be annotated"):
            forward(lonely)


class TestFingerprint:
    def test_is_the_same_for_the_same(self) -> None:
        assert fingerprint(calling(adding(ONE))) == fingerprint(calling(adding(ONE)))

    def test_changes_with_an_outlined_callee(self) -> None:
        assert fingerprint(calling(adding(ONE))) != fingerprint(calling(adding(TWO)))

    def test_changes_with_a_callee_of_an_outlined_callee(self) -> None:
        one, two = (calling(through(inlined(adding(word)))) for word in (ONE, TWO))
        assert fingerprint(one) != fingerprint(two)

    def test_changes_with_a_constant_of_one_that_calls_itself(self) -> None:
        one, two = (calling(counting_down(ONE, word)) for word in (ZERO, ONE))
        assert fingerprint(one) != fingerprint(two)

    def test_differs_between_called_and_inlined(self) -> None:
        def add(word: Word) -> Word:
            return word + ONE

        assert fingerprint(outlined(add)) != fingerprint(kernel(add))

    def test_differs_between_what_calls_itself_and_what_calls_a_name(self) -> None:
        @forward
        def itself(word: Word) -> Word:
            raise NotImplementedError

        def count(word: Word) -> Word:
            return ZERO if word == ZERO else itself(word - ONE)

        assert fingerprint(outlined(count)) != fingerprint(recursive(itself)(count))

    def test_names_the_function_in_object_code(self) -> None:
        one, other = adding(ONE), adding(TWO)
        assert isinstance(one, Outlined)
        assert isinstance(other, Outlined)
        assert one.symbol == f"magicbb_{one.fingerprint.hex()}" != other.symbol

    def test_of_a_forward_declaration_changes_with_its_signature(self) -> None:
        def itself(word: Word) -> Word:
            raise NotImplementedError

        one = forward(itself)
        itself.__annotations__["return"] = "bool"
        assert fingerprint(one) != fingerprint(forward(itself))

    def test_of_a_forward_declaration_changes_with_its_name(self) -> None:
        def itself(_word: Word) -> Word:
            raise NotImplementedError

        def other(_word: Word) -> Word:
            raise NotImplementedError

        assert isinstance(forward(itself), Forward)
        assert fingerprint(forward(itself)) != fingerprint(forward(other))


@pytest.mark.usefixtures("empty_cache")
class TestStore:
    def test_what_was_compiled_once_is_linked_again(self, compilations: list[Any]) -> None:
        assert [calling(through(adding(ONE)))(1) for _ in range(3)] == [4, 4, 4]
        assert len(compilations) == 1

    def test_what_calls_itself_is_linked_again(self, compilations: list[Any]) -> None:
        assert [calling(fibonacci())(10) for _ in range(3)] == [55, 55, 55]
        assert len(compilations) == 1

    def test_a_changed_callee_is_compiled(self, compilations: list[Any]) -> None:
        assert [calling(through(adding(word)))(1) for word in (ONE, TWO)] == [4, 6]
        assert len(compilations) == 2

    def test_a_changed_callee_of_what_calls_itself_is_compiled(
        self, compilations: list[Any]
    ) -> None:
        assert [calling(counting_down(word))(10) for word in (ONE, TWO)] == [10, 5]
        assert len(compilations) == 2
