"""Every intrinsic, compiled, does what its reference in Python says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from magicbb.compile import (
    Bytes,
    Entry,
    Shorts,
    Word,
    Words,
    count_zeros,
    counting,
    entry,
    higher,
    intrinsics,
    is_null,
    kernel,
    leading_zeros,
    local_word,
    local_words,
    lower,
    memory_at,
    memory_from,
    object_at,
    popcount,
    swap_bytes,
    words_at,
    words_from,
)
from magicbb.compile.intrinsics import bytes_at, bytes_from, shorts_at, shorts_from
from magicbb.compile.kernels import Alias, Intrinsic
from magicbb.compile.store import ENVIRONMENT_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

_ZERO, _ONE, _TWO, _THREE, _MOST = map(Word, (0, 1, 2, 3, 5))

RANDOM = np.random.default_rng(2006).integers(0, 2**64 - 1, 200, np.uint64, endpoint=True)
EDGES = [0, 1, 2, 3, 2**31, 2**32, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 2, 2**64 - 1]
WORDS = [*EDGES, *(1 << bit for bit in range(64)), *RANDOM.tolist()]


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield


@entry
def popcount_of(word: Word) -> Word:
    return popcount(word)


@entry
def zeros_of(word: Word) -> Word:
    return count_zeros(word)


@entry
def leading_zeros_of(word: Word) -> Word:
    return leading_zeros(word)


@entry
def swapped(word: Word) -> Word:
    return swap_bytes(word)


@entry
def lower_of(first: Word, second: Word) -> Word:
    return lower(first, second)


@entry
def higher_of(first: Word, second: Word) -> Word:
    return higher(first, second)


@entry
def first_word(address: Word) -> Word:
    return words_at(address)[_ZERO]


@entry
def first_short(address: Word) -> Word:
    return Word(shorts_at(address)[_ZERO])


@entry
def first_byte(address: Word) -> Word:
    return Word(bytes_at(address)[_ZERO])


@entry
def is_null_at(address: Word) -> bool:
    return is_null(object_at(address))


@entry
def word_of_part(memory: Words, start: Word, place: Word) -> Word:
    return words_from(memory, start)[place]


@entry
def short_of_part(memory: Words, start: Word, place: Word) -> Word:
    return Word(shorts_from(memory, start)[place])


@entry
def byte_of_part(memory: Words, start: Word, place: Word) -> Word:
    return Word(bytes_from(memory, start)[place])


@entry
def word_of_part_of_part(memory: Words, start: Word, place: Word) -> Word:
    return words_from(words_from(memory, start), _ONE)[place]


@entry
def counted(start: Word, stop: Word) -> Word:
    """How many words are counted, up to five."""
    seen = _ZERO
    for _ in counting(start, stop):
        if seen == _MOST:
            break
        seen += _ONE
    return seen


@entry
def last_counted(start: Word, stop: Word) -> Word:
    """The last of the first five words counted."""
    seen = last = _ZERO
    for word in counting(start, stop):
        if seen == _MOST:
            break
        last = word
        seen += _ONE
    return last


@entry
def counted_from_zero(stop: Word) -> Word:
    """The last of the first five words counted, plus one."""
    end = _ZERO
    for word in counting(stop):
        if end == _MOST:
            break
        end = word + _ONE
    return end


@entry
def kept_locally(first: Word, second: Word) -> Word:
    one, many = local_word(), local_words()
    one[_ZERO], many[_ZERO], many[Word(439)] = first, second, first ^ second
    return one[_ZERO] ^ many[_ZERO] ^ many[Word(439)] ^ (first & second)


COVERED: dict[str, Any] = {
    "popcount": popcount_of,
    "count_zeros": zeros_of,
    "leading_zeros": leading_zeros_of,
    "swap_bytes": swapped,
    "words_at": first_word,
    "shorts_at": first_short,
    "bytes_at": first_byte,
    "words_from": word_of_part,
    "shorts_from": short_of_part,
    "bytes_from": byte_of_part,
    "object_at": is_null_at,
    "is_null": is_null_at,
    "local_word": kept_locally,
    "local_words": kept_locally,
    "counting": counted,
}


def reference(function: Any, *words: int) -> int:
    """What the entry answers when every intrinsic in it is its reference."""
    assert isinstance(function, Entry)
    with np.errstate(over="ignore"):
        return int(function.function(*map(Word, words)))


def test_every_intrinsic_is_held_against_its_reference() -> None:
    declared = {
        name
        for name, value in vars(intrinsics).items()
        if isinstance(value, (Intrinsic, Alias)) and not name.startswith("_")
    }
    assert declared == {*COVERED, "pext", "pdep"}  # these in test_bit_fields
    for name, function in COVERED.items():
        assert name in function.names()


@pytest.mark.parametrize("function", [popcount_of, zeros_of, leading_zeros_of, swapped])
def test_a_word_makes_what_the_reference_makes(function: Any) -> None:
    assert [function(word) for word in WORDS] == [reference(function, word) for word in WORDS]


@pytest.mark.parametrize("second", EDGES)
@pytest.mark.parametrize("first", EDGES)
def test_local_words_keep_what_is_written(first: int, second: int) -> None:
    words = (first, second)
    assert kept_locally(*words) == reference(kept_locally, *words) == first & second


@pytest.mark.parametrize("second", EDGES)
@pytest.mark.parametrize("first", EDGES)
def test_the_lower_and_the_higher_of_two_words(first: int, second: int) -> None:
    assert lower_of(first, second) == min(first, second)
    assert higher_of(first, second) == max(first, second)


@pytest.mark.parametrize("word", EDGES)
def test_popcount_counts_the_ones(word: int) -> None:
    assert popcount_of(word) == f"{word:b}".count("1")


@pytest.mark.parametrize(
    ("word", "zeros"), [(0, 64), (1, 0), (2, 1), (6, 1), (2**63, 63), (2**64 - 1, 0)]
)
def test_count_zeros_counts_those_below_the_lowest_one(word: int, zeros: int) -> None:
    assert zeros_of(word) == zeros


@pytest.mark.parametrize(
    ("word", "zeros"), [(0, 64), (1, 63), (2, 62), (6, 61), (2**63, 0), (2**64 - 1, 0)]
)
def test_leading_zeros_counts_those_above_the_highest_one(word: int, zeros: int) -> None:
    assert leading_zeros_of(word) == zeros


@pytest.mark.parametrize("square", range(64))
def test_swapping_the_bytes_turns_the_board_upside_down(square: int) -> None:
    assert swapped(1 << square) == 1 << (square ^ 56)


def test_swapping_twice_does_nothing() -> None:
    assert [swapped(swapped(word)) for word in WORDS] == WORDS


@pytest.mark.parametrize("function", [first_word, first_short, first_byte])
@pytest.mark.parametrize("byte", [0, 1, 0x7F, 0x80, 0xFF])
@pytest.mark.parametrize("step", [0, 1])
def test_memory_at_an_address_is_that_of_the_reference(function: Any, byte: int, step: int) -> None:
    memory = np.full(16, byte, dtype=np.uint8)
    memory[1::2] ^= 0x5A
    address = memory.ctypes.data + 8 * step
    assert function(address) == reference(function, address)


@pytest.mark.parametrize(
    ("memory", "dtype"), [("Words", np.uint64), ("Shorts", np.uint16), ("Bytes", np.uint8)]
)
def test_memory_at_reads_the_elements_of_an_array(memory: str, dtype: type[np.generic]) -> None:
    at = memory_at(memory)

    @entry
    def second(address: Word) -> Word:
        return Word(at(address)[_ONE])

    array = np.array([0, -2], dtype=np.int64).astype(dtype)
    assert second(array.ctypes.data) == int(array[1])


@pytest.mark.parametrize("address", [0, 1, 2**63, 2**64 - 1])
def test_only_address_zero_is_null(address: int) -> None:
    assert is_null_at(address) is (address == 0)


@pytest.mark.parametrize("address", [0, 1, 2**63, 2**64 - 1])
def test_null_is_that_of_the_reference(address: int) -> None:
    assert is_null_at(address) == reference(is_null_at, address)


SPANS = [
    (0, 0),
    (0, 1),
    (0, 4),
    (3, 3),
    (5, 3),
    (7, 100),
    (2**63 - 2, 2**63 + 2),
    (2**64 - 3, 2**64 - 1),
    (0, 2**63 - 1),
    (2**64 - 1, 2**64 - 1),
    (2**64 - 1, 2**64 - 2),
]


@pytest.mark.parametrize("function", [counted, last_counted])
@pytest.mark.parametrize(("start", "stop"), SPANS)
def test_counting_is_that_of_the_reference(function: Any, start: int, stop: int) -> None:
    assert function(start, stop) == reference(function, start, stop)


@pytest.mark.parametrize("stop", [0, 1, 3, 2**63 - 1])
def test_counting_starts_at_zero(stop: int) -> None:
    assert counted_from_zero(stop) == reference(counted_from_zero, stop)


def test_an_intrinsic_runs_as_its_reference_in_python() -> None:
    assert popcount(Word(7)) == 3


PARTS = {
    word_of_part: (np.uint64, 0),
    short_of_part: (np.uint16, 0),
    byte_of_part: (np.uint8, 0),
    word_of_part_of_part: (np.uint64, 1),
}
each_part = pytest.mark.parametrize("part", PARTS, ids=lambda part: part.function.__name__)


@pytest.fixture
def memory() -> Any:
    return np.random.default_rng(8).integers(0, 2**64 - 1, 6, np.uint64, endpoint=True)


class TestPartsOfAMemory:
    """What begins at some word of a memory, in elements of each size."""

    @pytest.mark.parametrize("start", range(4))
    @each_part
    def test_has_the_elements_from_a_word_on(self, part: Entry, start: int, memory: Any) -> None:
        dtype, further = PARTS[part]
        elements = memory[start + further :].view(dtype)
        found = [part(memory, start, place) for place in range(len(elements))]
        assert found == elements.tolist()

    @pytest.mark.parametrize("start", range(4))
    @each_part
    def test_is_that_of_the_reference(self, part: Entry, start: int, memory: Any) -> None:
        for place in map(Word, range(2)):
            expected = part.function(memory, Word(start), int(place))
            assert part(memory, start, int(place)) == expected

    @pytest.mark.parametrize(
        ("kind", "dtype"), [("Words", np.uint64), ("Shorts", np.uint16), ("Bytes", np.uint8)]
    )
    def test_is_named_by_the_kind_of_memory(self, kind: str, dtype: Any, memory: Any) -> None:
        part_of = memory_from(kind)

        @entry
        def third(memory: Words) -> Word:
            return Word(part_of(memory, _TWO)[_THREE])

        assert third(memory) == memory[2:].view(dtype)[3]

    def test_can_be_written(self, memory: Any) -> None:
        @kernel
        def fill(shorts: Shorts, some: Bytes) -> None:
            shorts[_ONE] = Word(0xABCD)
            some[_ZERO] = Word(0xEF)

        @entry
        def write(memory: Words) -> None:
            fill(shorts_from(memory, _ONE), bytes_from(memory, _TWO))

        expected = memory.copy()
        expected.view(np.uint16)[5], expected.view(np.uint8)[16] = 0xABCD, 0xEF
        write(memory)
        assert memory.tolist() == expected.tolist()
