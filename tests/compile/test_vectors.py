"""Vectorized kernels: compiled they do what the function says, which is what others read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from magicbb.compile import Word, entry, kernel, swap_bytes, vectorized
from magicbb.compile.kernels import Intrinsic
from magicbb.compile.store import ENVIRONMENT_VARIABLE
from magicbb.compile.vectors import in_all_lanes, lanes, swap_bytes_in_lanes, union_of_lanes

if TYPE_CHECKING:
    from collections.abc import Iterator

EDGES = np.array([0, 1, 2**32, 2**63, 2**64 - 1], np.uint64)
ROWS = np.random.default_rng(2026).integers(0, 2**64 - 1, (200, 5), np.uint64, endpoint=True)


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield


def _emit(builder: Any, common: Any, *words: Any) -> Any:
    vector = lanes(builder, *words)
    turned = swap_bytes_in_lanes(
        builder, builder.sub(vector, in_all_lanes(builder, common, vector))
    )
    return union_of_lanes(builder, builder.and_(turned, vector))


@kernel
def one(common: Word, word: Word) -> Word:
    return swap_bytes(word - common) & word


@vectorized(_emit)
def two(common: Word, first: Word, second: Word) -> Word:
    return one(common, first) | one(common, second)


@vectorized(_emit)
def three(common: Word, first: Word, second: Word, third: Word) -> Word:
    return two(common, first, second) | one(common, third)


@vectorized(_emit)
def four(common: Word, first: Word, second: Word, third: Word, fourth: Word) -> Word:
    return two(common, first, second) | two(common, third, fourth)


@entry
def of_two(common: Word, first: Word, second: Word) -> Word:
    return two(common, first, second)


@entry
def of_three(common: Word, first: Word, second: Word, third: Word) -> Word:
    return three(common, first, second, third)


@entry
def of_four(common: Word, first: Word, second: Word, third: Word, fourth: Word) -> Word:
    return four(common, first, second, third, fourth)


@pytest.mark.filterwarnings("ignore:overflow encountered")  # kernels' words wrap around
@pytest.mark.parametrize(("function", "words"), [(of_two, 3), (of_three, 4), (of_four, 5)])
def test_compiled_they_do_what_the_function_says(function: Any, words: int) -> None:
    rows = [*ROWS[:, :words], *(np.roll(EDGES, turn)[:words] for turn in range(5))]
    for row in rows:
        assert function(*row.tolist()) == int(function.function(*row))


def test_the_lane_beside_three_adds_nothing() -> None:
    assert of_three(2**64 - 1, 0, 0, 0) == 0


def test_a_change_of_what_is_emitted_is_seen() -> None:
    def other(builder: Any, common: Any, *words: Any) -> Any:
        return _emit(builder, common, *words[::-1])

    assert isinstance(two, Intrinsic)
    assert vectorized(other)(two.function).fingerprint != two.fingerprint  # type: ignore[attr-defined]
