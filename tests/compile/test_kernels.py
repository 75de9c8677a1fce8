"""A kernel's fingerprint changes with everything that decides what it does, and nothing else."""

from __future__ import annotations

import dis
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from magicbb.compile import Word, counting, entry, kernel
from magicbb.compile.kernels import External, Kernel, called_by, external, global_names, intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable

ONE = Word(1)

STEP = """
@kernel
def step(word: Word) -> Word:
    return word + ONE
"""
WALK = """
@kernel
def walk(word: Word) -> Word:
    return step(step(word))
"""
START = """
@kernel
def start(word: Word) -> Word:
    return walk(word)
"""


def declare(source: str, file: str = "kernels.py", **names: Any) -> Kernel[..., Any]:
    """Run a source that declares one kernel, as a file of its own that has imported `names`."""
    words = {"kernel": kernel, "entry": entry, "Word": Word, "counting": counting, "ONE": ONE}
    namespace = {**words, **names}
    exec(compile("from __future__ import annotations\n" + source, file, "exec"), namespace)  # noqa: S102
    (declared,) = [
        value
        for name, value in namespace.items()
        if isinstance(value, Kernel) and name not in {*words, *names}
    ]
    return declared


def over_three_files(step: str, walk: str = WALK, one: Word = ONE) -> bytes:
    """The fingerprint of `start`, which calls `walk`, which calls `step`, each in its own file."""
    bottom = declare(step, "step.py", ONE=one)
    middle = declare(walk, "walk.py", step=bottom)
    return declare(START, "start.py", walk=middle).fingerprint


@pytest.mark.parametrize(
    "changed",
    [
        "word - ONE",
        "word + word",
        "word + ONE + ONE",
        "ONE + word",
        "word if word else ONE",
        "Word(2) + word",
    ],
)
def test_changes_with_the_code(changed: str) -> None:
    changed_step = STEP.replace("word + ONE", changed)
    assert declare(changed_step).fingerprint != declare(STEP).fingerprint


@pytest.mark.parametrize(("constant", "other"), [("1", "2"), ("1", "True"), ("1", "1.0")])
def test_changes_with_a_literal(constant: str, other: str) -> None:
    source = "@kernel\ndef literal() -> Word:\n    return Word({})\n"
    one, two = (declare(source.format(value)).fingerprint for value in (constant, other))
    assert one != two


def test_changes_with_a_kernel_that_another_file_calls() -> None:
    assert over_three_files(STEP) != over_three_files(STEP.replace("+", "-"))


def test_changes_with_which_kernel_a_name_means() -> None:
    other = STEP.replace("+", "-")
    assert (
        declare(WALK, step=declare(STEP)).fingerprint
        != declare(WALK, step=declare(other)).fingerprint
    )


def test_changes_with_a_global_constant_of_another_file() -> None:
    assert over_three_files(STEP) != over_three_files(STEP, one=Word(2))


def adder(amount: Any) -> Kernel[..., Any]:
    @kernel
    def add(word: Word) -> Word:
        return word + amount

    assert isinstance(add, Kernel)
    return add


def caller(called: Callable[[Word], Word]) -> Kernel[..., Any]:
    @kernel
    def call(word: Word) -> Word:
        return called(word)

    assert isinstance(call, Kernel)
    return call


def test_changes_with_a_constant_that_it_closes_over() -> None:
    assert adder(Word(1)).fingerprint != adder(Word(2)).fingerprint


def test_changes_with_a_kernel_that_it_closes_over() -> None:
    assert caller(adder(Word(1))).fingerprint != caller(adder(Word(2))).fingerprint


def test_the_names_of_attributes_are_not_those_of_globals() -> None:
    source = "@kernel\ndef read(state: Any) -> Word:\n    return state.step + state.plain + ONE\n"
    read = declare(source, step=declare(STEP), plain=object(), Any=Any)
    assert read.names() == {"ONE": ONE}
    assert read.fingerprint


@pytest.mark.parametrize("count", [1, 127, 128, 129, 300, 40_000])
def test_globals_are_found_among_however_many_names(count: int) -> None:
    body = "".join(f"    state.a{place} = g{place}\n" for place in range(count))
    namespace: dict[str, Any] = {}
    exec(f"def many(state):\n{body}", namespace)  # noqa: S102
    code = namespace["many"].__code__
    found = {each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL"}
    assert {*global_names(code)} == found == {f"g{place}" for place in range(count)}


def test_a_default_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot have default values"):
        declare("@kernel\ndef add(word: Word, amount: Word = Word(1)) -> Word: return word\n")


def comparison(operator: str) -> Kernel[..., Any]:
    if operator == "==":

        def emit(builder: Any, word: Any) -> Any:
            return builder.icmp_unsigned("==", word, word)

    else:

        def emit(builder: Any, word: Any) -> Any:
            return builder.icmp_unsigned("!=", word, word)

    @intrinsic(emit)
    def compare(word: Word) -> bool:
        return word == word  # noqa: PLR0124

    assert isinstance(compare, Kernel)
    return compare


def shift_left(places: int) -> Kernel[..., Any]:
    def emit(builder: Any, word: Any) -> Any:
        return builder.shl(word, word.type(places))

    @intrinsic(emit)
    def shift(word: Word) -> Word:
        return word << Word(places)

    assert isinstance(shift, Kernel)
    return shift


def test_changes_with_a_string_in_what_an_intrinsic_emits() -> None:
    assert comparison("==").fingerprint != comparison("!=").fingerprint


def test_an_emitter_that_closes_over_something_is_refused() -> None:
    with pytest.raises(TypeError, match="without a closure"):
        _ = shift_left(1).fingerprint


def identity(kind: str) -> Kernel[..., Any]:
    def same(word: Any) -> Any:
        return word

    same.__annotations__ = {"word": kind, "return": kind}
    declared = intrinsic(lambda _builder, word: word)(same)
    assert isinstance(declared, Kernel)
    return declared


def test_changes_with_the_type_of_an_intrinsic() -> None:
    assert identity("Word").fingerprint != identity("bool").fingerprint


@pytest.mark.parametrize(
    "same",
    [
        STEP.replace(":\n", ':\n    """One more."""\n'),
        "\n\n\n" + STEP,
        STEP.replace(":\n", ":\n    # one more\n"),
        STEP.replace("word + ONE", "(\n        word\n        + ONE\n    )"),
    ],
    ids=["docstring", "line numbers", "comment", "formatting"],
)
def test_does_not_change_with_the_text(same: str) -> None:
    documented = STEP.replace(":\n", ':\n    """The next one."""\n')
    before = documented if '"""' in same else STEP
    assert over_three_files(same) == over_three_files(before)


def test_does_not_change_with_the_file() -> None:
    assert declare(STEP, "here.py").fingerprint == declare(STEP, "/elsewhere/there.py").fingerprint


def test_does_not_change_with_globals_that_it_does_not_use() -> None:
    assert declare(STEP, TWO=Word(2)).fingerprint == declare(STEP).fingerprint


def test_is_the_same_in_every_order_of_asking() -> None:
    first, second = declare(STEP), declare(STEP)
    asked_last = declare(WALK, step=second).fingerprint
    assert (first.fingerprint, declare(WALK, step=first).fingerprint) == (
        second.fingerprint,
        asked_last,
    )


REFUSED = {
    "an int": 1,
    "a float": 1.0,
    "a bool": True,
    "a string": "1",
    "a tuple": (ONE,),
    "another NumPy integer": np.int64(1),
    "an array": np.ones(1, dtype=np.uint64),
    "a module": math,
    "a plain function": len,
    "a type": np.int64,
}
SENTENCE = "a kernel may use only kernels and Word constants, not "


@pytest.mark.parametrize("value", REFUSED.values(), ids=REFUSED)
class TestRefused:
    def test_as_a_global(self, value: Any) -> None:
        with pytest.raises(TypeError, match=SENTENCE):
            _ = declare(STEP, ONE=value).fingerprint

    def test_as_a_global_of_another_file(self, value: Any) -> None:
        with pytest.raises(TypeError, match=SENTENCE):
            _ = declare(WALK, step=declare(STEP, ONE=value)).fingerprint

    def test_as_a_closure(self, value: Any) -> None:
        with pytest.raises(TypeError, match=SENTENCE):
            _ = adder(value).fingerprint


@pytest.mark.parametrize(
    ("header", "complaint"),
    [
        ("def lonely(word) -> Word:", "word must be annotated"),
        ("def lonely(word: Word):", "return must be annotated"),
        ("def lonely(word: int) -> Word:", "word is annotated int"),
        ("def lonely(word: Word) -> float:", "return is annotated float"),
        ("def lonely(word: Any) -> Word:", "word is annotated Any"),
    ],
)
def test_an_entry_without_its_types_is_refused(header: str, complaint: str) -> None:
    with pytest.raises(TypeError, match=f"lonely: {complaint}"):
        declare(f"@entry\n{header} return word\n")


def test_an_external_without_its_types_is_refused() -> None:
    def PyNothing(number):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, N802
        return number

    with pytest.raises(TypeError, match="number, return must be annotated"):
        external(PyNothing)


def test_an_intrinsic_without_its_types_is_refused() -> None:
    def nothing(word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return word

    with pytest.raises(TypeError, match="return, word must be annotated"):
        intrinsic(lambda _builder, word: word)(nothing)


def test_externals_are_found_however_far_down() -> None:
    @external
    def PyErr_Clear() -> None:  # noqa: N802
        pass

    @kernel
    def forget() -> None:
        PyErr_Clear()

    forget_it = declare("@kernel\ndef start() -> None: forget()\n", forget=forget)
    assert called_by(forget_it, External) == [PyErr_Clear]


def test_a_kernel_runs_as_the_plain_function_that_it_is() -> None:
    assert declare(WALK, step=declare(STEP))(Word(5)) == Word(7)
