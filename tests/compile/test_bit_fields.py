"""Gathering and scattering the bits under a mask: the instructions and their software agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.compile import Entry, Word, entry, gathering, intrinsics, scattering
from magicbb.compile.intrinsics import gather, has_bmi2, scatter
from magicbb.compile.kernels import Intrinsic
from magicbb.compile.store import ENVIRONMENT_VARIABLE
from magicbb.geometry.bitboards import pdep, pext, subsets

if TYPE_CHECKING:
    from collections.abc import Iterator

words = st.integers(0, 2**64 - 1)

EDGES = [0, 1, 2, 3, 0x0F, 0x8000_0000_0000_0001, 2**63, 2**64 - 2, 2**64 - 1, 0x5555 << 31]

needs_instructions = pytest.mark.skipif(not has_bmi2(), reason="the CPU has no BMI2")


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield


def compiled(of: Any) -> Entry:
    """Return a function of two words, compiled."""

    @entry
    def both(word: Word, mask: Word) -> Word:
        return of(word, mask)

    return both


GATHERED, SCATTERED = compiled(gather), compiled(scatter)
EXTRACTED, DEPOSITED = compiled(intrinsics.pext), compiled(intrinsics.pdep)
CHOSEN_GATHERING, CHOSEN_SCATTERING = compiled(gathering()), compiled(scattering())

GATHERINGS = [
    pytest.param(GATHERED, id="software"),
    pytest.param(EXTRACTED, id="instruction", marks=needs_instructions),
    pytest.param(CHOSEN_GATHERING, id="whichever there is"),
]
SCATTERINGS = [
    pytest.param(SCATTERED, id="software"),
    pytest.param(DEPOSITED, id="instruction", marks=needs_instructions),
    pytest.param(CHOSEN_SCATTERING, id="whichever there is"),
]


@pytest.mark.parametrize("function", GATHERINGS)
@given(word=words, mask=words)
def test_gathering_numbers_the_subset(function: Any, word: int, mask: int) -> None:
    assert function(word, mask) == pext(word & mask, mask)


@pytest.mark.parametrize("function", SCATTERINGS)
@given(word=words, mask=words)
def test_scattering_makes_the_subset_of_a_number(function: Any, word: int, mask: int) -> None:
    number = word % 2 ** mask.bit_count()
    assert function(number, mask) == pdep(number, mask)
    assert function(word, mask) == function(number, mask)  # what is above finds no place


@pytest.mark.parametrize("gathered", GATHERINGS)
@pytest.mark.parametrize("scattered", SCATTERINGS)
@given(word=words, mask=words)
def test_each_undoes_the_other(gathered: Any, scattered: Any, word: int, mask: int) -> None:
    assert scattered(gathered(word, mask), mask) == word & mask
    number = word % 2 ** mask.bit_count()
    assert gathered(scattered(number, mask), mask) == number


@pytest.mark.parametrize("function", [*GATHERINGS, *SCATTERINGS])
@pytest.mark.parametrize("mask", EDGES, ids=hex)
def test_the_edges_are_those_of_the_reference(function: Any, mask: int) -> None:
    with np.errstate(over="ignore"):
        reference = [int(function.function(Word(word), Word(mask))) for word in EDGES]
    assert [function(word, mask) for word in EDGES] == reference


@pytest.mark.parametrize("function", GATHERINGS)
def test_the_subsets_of_a_mask_are_counted(function: Any) -> None:
    mask = 0x0000_1422_0000_2214
    assert [function(subset_, mask) for subset_ in subsets(mask)] == [*range(256)]


def test_software_is_chosen_where_it_is_asked_for() -> None:
    assert gathering(software=True) is gather
    assert scattering(software=True) is scatter


@pytest.mark.parametrize("there", [True, False])
def test_the_instruction_is_chosen_where_the_cpu_has_it(
    monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    monkeypatch.setattr("magicbb.compile.intrinsics.has_bmi2", lambda: there)
    assert gathering() is (intrinsics.pext if there else gather)
    assert scattering() is (intrinsics.pdep if there else scatter)


def test_the_instructions_run_as_their_software_in_python() -> None:
    assert isinstance(intrinsics.pext, Intrinsic)
    assert isinstance(intrinsics.pdep, Intrinsic)
    assert int(intrinsics.pext(Word(0b1010), Word(0b1110))) == 0b101
    assert int(intrinsics.pdep(Word(0b101), Word(0b1110))) == 0b1010


def test_whether_the_cpu_has_them_is_a_boolean() -> None:
    assert type(has_bmi2()) is bool
