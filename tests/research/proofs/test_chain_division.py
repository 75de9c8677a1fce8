"""The division of a chain search: prefixes, runs and parts."""

from __future__ import annotations

import pytest

from magicbb.research.proofs.chain.division import ChainDivision


@pytest.mark.parametrize("of", [1, 5, 512, 4096, 32768])
def test_parts_are_all_runs_in_their_order(of: int) -> None:
    split = ChainDivision.of(41, 63)
    runs = [run for number in range(1, of + 1) for run in split.part(number, of)]
    assert runs == [*range(split.runs)]


def test_there_are_at_most_so_many_runs() -> None:
    assert ChainDivision.of(34, 63).runs == ChainDivision.of(41, 63).runs == 1 << 15


@pytest.mark.parametrize(("number", "of"), [(0, 4), (5, 4), (1, 0), (1, 1 << 16)])
def test_there_is_no_such_part(number: int, of: int) -> None:
    with pytest.raises(ValueError, match=r"must be 1\.\."):
        ChainDivision.of(41, 63).part(number, of)


def test_a_number_and_its_negative_have_one_prefix() -> None:
    split = ChainDivision(3, 7, 1)
    for number in range(1, 128):
        prefix = split.prefix_of(number)
        assert split.prefix_of(-number % 128) == prefix
        assert prefix == (number if number < 64 else 128 - number) >> 3
