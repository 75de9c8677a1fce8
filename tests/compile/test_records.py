"""Records: checked when they are made, alike in compiled and in plain code, never stale."""

from __future__ import annotations

import copy
import gc
import pickle
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from magicbb.compile import (
    Bytes,
    Record,
    Rows,
    Shorts,
    Word,
    Words,
    counting,
    entry,
    entry_for,
    forward,
    kernel,
    outlined,
    recursive,
)
from magicbb.compile.lowering import object_code
from magicbb.compile.store import ENVIRONMENT_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

_ZERO, _ONE = Word(0), Word(1)

EDGES = (0, 1, 2**63 - 1, 2**63, 2**64 - 1)


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield


class Level(Record):
    bit: Word
    seen: Word
    spare: Word


class Shape(Record):
    size: Word
    names: Bytes


class Walk(Record):
    random: Word
    moves: Word = _ZERO
    order: Words
    marks: Shorts
    shape: Shape
    levels: Rows[Level]


class Longer(Walk):
    more: Word


class Table(Record):
    first: Word
    slots: Any


def shape(size: int = 4) -> Shape:
    return Shape(size=size, names=np.arange(65, 65 + size, dtype=np.uint8))


def walk(**changed: Any) -> Walk:
    levels = Level.array(4)
    levels.bit[:] = [3, 1, 4, 1]
    values = {
        "random": 7,
        "order": np.array([2, 0, 3, 1], np.uint64),
        "marks": np.zeros(4, np.uint16),
        "shape": shape(),
        "levels": levels,
    }
    return Walk(**{**values, **changed})


@kernel
def visit(walk: Walk, place: Word) -> None:
    number = walk.order[place]
    level = walk.levels[number]
    level.seen += level.bit + Word(walk.shape.names[place])
    walk.marks[place] = Word(walk.marks[place]) + walk.levels[number].seen
    walk.order[place], walk.moves = number ^ _ONE, walk.moves + _ONE


@entry
def visit_all(walk: Walk) -> Word:
    """Everything that a kernel can do with a record."""
    for place in counting(walk.shape.size):
        visit(walk, place)
        walk.random = walk.random * Word(3) + place
    return walk.moves


def content(walk: Walk) -> list[Any]:
    words = [int(walk.random), int(walk.moves)]
    return [*words, *walk.order.tolist(), *walk.marks.tolist(), *walk.levels.tolist()]  # type: ignore[attr-defined]


def test_compiled_and_plain_code_do_the_same() -> None:
    compiled, plain = walk(), walk()
    assert visit_all(compiled) == visit_all.function(plain) == 4
    assert content(compiled) == content(plain)
    assert content(compiled)[:6] == [585, 4, 3, 1, 2, 0]


@entry
def words_of(longer: Longer) -> Word:
    return longer.more - longer.random


def test_a_subclass_has_the_fields_of_both_in_order() -> None:
    values = {name: getattr(walk(), name) for name, _ in Walk.layout.fields}
    longer = Longer(**values, more=10)
    assert [name for name, _ in Longer.layout.fields] == [*values, "more"]
    assert words_of(longer) == 3
    assert visit_all.fingerprint != words_of.fingerprint


@pytest.mark.parametrize("value", EDGES)
def test_words_can_be_read_and_written(value: int) -> None:
    record = walk(random=value)
    assert record.random == value
    record.moves = Word(value)
    assert record.moves == value
    assert isinstance(record.moves, np.uint64)


@pytest.mark.parametrize("value", [-1, 2**64, -(2**63)])
def test_a_number_out_of_range_is_refused(value: Any) -> None:
    rule = re.escape(f"Walk.random must be 0..2**64 - 1, got {value}")
    with pytest.raises(ValueError, match=rule):
        walk(random=value)
    record = walk()
    with pytest.raises(ValueError, match=rule):
        record.random = value
    assert record.random == 7


@pytest.mark.parametrize("value", [1.0, "1", None])
def test_what_is_no_number_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match=re.escape("Walk.random must be 0..2**64 - 1, got")):
        walk(random=value)


def test_fields_must_be_complete_and_known() -> None:
    with pytest.raises(TypeError, match=r"Shape needs size, names$"):
        Shape()
    with pytest.raises(TypeError, match=r"Walk has no speed, way$"):
        walk(speed=1, way=2)


BAD_ARRAYS: dict[str, dict[str, Any]] = {
    "Walk.order must be a contiguous array of uint64, got an array of int64": {
        "order": np.zeros(4, np.int64)
    },
    "Walk.order must be a contiguous array of uint64, got an array of >u8": {
        "order": np.zeros(4, ">u8")
    },
    "Walk.marks must be a contiguous array of uint16, got an array of uint64": {
        "marks": np.zeros(4, np.uint64)
    },
    "Walk.order must be a contiguous array of uint64, got an array of uint64 with gaps": {
        "order": np.zeros(8, np.uint64)[::2]
    },
    "Walk.order must be a contiguous array of uint64, got [1, 2]": {"order": [1, 2]},
    "Walk.order must be a contiguous array of uint64, got 4096": {"order": 4096},
    "Walk.shape must be a record or rows with size, names; got 0": {"shape": 0},
    "Walk.levels must be a record or rows with bit, seen, spare; got an array of uint64": {
        "levels": np.zeros(12, np.uint64)
    },
}


@pytest.mark.parametrize(("complaint", "changed"), BAD_ARRAYS.items(), ids=BAD_ARRAYS)
def test_an_array_that_does_not_suit_is_refused(complaint: str, changed: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=re.escape(complaint)):
        walk(**changed)


def test_a_record_of_another_class_is_refused() -> None:
    other = Level(bit=1, seen=2, spare=3)
    with pytest.raises(TypeError, match="must be a record or rows with size, names"):
        walk(shape=other)
    with pytest.raises(TypeError, match="the argument must be a record or rows with random"):
        visit_all(other)
    with pytest.raises(TypeError, match="the argument must be a record"):
        visit_all(np.zeros(6, np.uint64))


def test_rows_with_gaps_are_refused() -> None:
    with pytest.raises(TypeError, match="with gaps"):
        walk(levels=Level.array(8)[::2])


def test_rows_are_of_words_only() -> None:
    with pytest.raises(TypeError, match="Shape cannot be in rows, as not all"):
        Shape.array(2)


def test_addresses_do_not_change() -> None:
    record: Any = walk()
    with pytest.raises(AttributeError):
        record.order = np.zeros(4, np.uint64)


def test_arrays_live_as_long_as_the_record() -> None:
    record = Shape(size=3, names=np.full(1 << 20, 7, np.uint8))
    gc.collect()
    assert total(record) == 21


@entry
def total(shape: Shape) -> Word:
    found = _ZERO
    for place in counting(shape.size):
        found += Word(shape.names[place])
    return found


def pickled(record: Walk) -> Walk:
    other: Walk = pickle.loads(pickle.dumps(record))  # noqa: S301
    return other


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_has_words_of_its_own(copied: Callable[[Walk], Walk]) -> None:
    record = walk()
    other = copied(record)
    visit_all(record)
    assert [record.moves, other.moves] == [4, 0]
    assert other.address != record.address
    assert visit_all(other) == 4


@pytest.mark.parametrize(
    "annotations", [{"size": "int"}, {"size": "Object"}, {"size": "bool"}, {"size": "Missing"}]
)
def test_a_field_of_another_type_is_refused(annotations: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="a record field must be one of Word, Words"):
        made(annotations)


@pytest.mark.parametrize("name", ["layout", "address", "array", "where", "_memory"])
def test_a_name_that_records_need_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"a record field cannot be named {name}"):
        made({name: "Word"})


def made(annotations: dict[str, str], name: str = "Made") -> Any:
    return type(name, (Record,), {"__annotations__": annotations, "__module__": __name__})


KINDS: dict[str, npt.NDArray[Any]] = {
    "Bytes": np.array([200, 1], np.uint8),
    "Shorts": np.array([200, 1], np.uint16),
    "Words": np.array([200, 1], np.uint64),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_field_whose_type_is_chosen_later(kind: str) -> None:
    @entry_for(table=Table.where(slots=kind))
    def sum_of_two(table: Table) -> Word:
        return table.first + Word(table.slots[_ZERO]) + Word(table.slots[_ONE])

    chosen = Table.where(slots=kind)
    assert chosen is Table.where(slots=kind)
    assert [name for name, _ in chosen.layout.fields] == ["first", "slots"]
    assert sum_of_two(chosen(first=1, slots=KINDS[kind])) == 202
    for other in KINDS.keys() - {kind}:
        record = Table.where(slots=other)(first=1, slots=KINDS[other])
        with pytest.raises(TypeError, match="the argument must be a record"):
            sum_of_two(record)


def test_a_field_whose_type_nobody_chose_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Table.slots has no type; choose one with `where`"):
        Table(first=1, slots=KINDS["Bytes"])


LAYOUTS = [
    {"one": "Word", "two": "Word"},
    {"two": "Word", "one": "Word"},
    {"one": "Word", "two": "Words"},
    {"one": "Word", "two": "Word", "three": "Word"},
    {"zero": "Word", "one": "Word", "two": "Word"},
    {"one": "Word", "two": "Level"},
    {"one": "Word", "two": "Shape"},
]


def test_object_code_changes_with_every_change_of_a_layout() -> None:
    layouts = {repr(made(annotations).layout) for annotations in LAYOUTS}
    assert len(layouts) == len(LAYOUTS)


def test_a_change_of_a_field_is_compiled_anew() -> None:
    @kernel
    def read(state: Any) -> Word:
        two: Word = state.two
        return two

    def compiled(record: Any) -> Any:
        @entry_for(state=record)
        def answer(state: Any) -> Word:
            return read(state)

        return answer

    first, second = made(LAYOUTS[0]), made(LAYOUTS[1])
    assert compiled(first)(first(one=1, two=2)) == 2
    assert compiled(second)(second(one=1, two=2)) == 2


@forward
def down_again(walk: Walk, place: Word) -> Word:
    raise NotImplementedError


@recursive(down_again)
def down(walk: Walk, place: Word) -> Word:
    if place == _ZERO:
        return walk.random
    walk.moves += _ONE
    return down_again(walk, place - _ONE)


@outlined
def names_of(walk: Walk) -> Shape:
    return walk.shape


@entry
def descend(walk: Walk) -> Word:
    return down(walk, Word(5)) + names_of(walk).size


def test_kernels_that_are_called_take_records_and_return_them() -> None:
    record = walk()
    assert descend(record) == 7 + 4
    assert record.moves == 5


def outlined_with(annotation: str) -> Any:
    def read(state: Any) -> Word:
        two: Word = state.two
        return two

    read.__annotations__["state"] = annotation
    read.__globals__["Made"] = made(LAYOUTS[0])
    read.__globals__["Other"] = made(LAYOUTS[1])
    return outlined(read)


def test_the_fingerprint_of_a_called_kernel_covers_the_layout() -> None:
    one, other = outlined_with("Made"), outlined_with("Other")
    assert one.fingerprint != other.fingerprint
    assert one.fingerprint == outlined_with("Made").fingerprint


@entry
def assigns_an_address(walk: Walk) -> None:
    walk.order = walk.order


@entry
def names_no_field(walk: Walk) -> Word:
    found: Word = walk.speed  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize(
    ("bad", "complaint"), [(assigns_an_address, "cannot assign"), (names_no_field, "speed")]
)
def test_what_is_wrong_with_a_record_is_found_by_compiling(bad: Any, complaint: str) -> None:
    with pytest.raises(Exception, match=complaint):
        object_code(bad, bad.signature)


@entry
def fill(walk: Walk, count: Word) -> None:
    for place in counting(count):
        walk.order[place] = walk.order[place] + walk.random


def test_an_address_is_read_once_however_much_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    import llvmlite.binding as llvm

    seen: list[Any] = []
    parse = llvm.parse_assembly

    def parse_assembly(text: str) -> Any:
        seen.append(parse(text))
        return seen[-1]

    monkeypatch.setattr(llvm, "parse_assembly", parse_assembly)
    object_code(fill, fill.signature)
    assert str(seen[-1]).count(", !invariant.load ") == 1  # in the module as it was optimised
