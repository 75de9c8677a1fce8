"""Cache lines, counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest

from magicbb.benchmark.contenders import Contender, contender_named, kept_rotated
from magicbb.benchmark.footprint import Footprint, Noting, footprint
from magicbb.benchmark.measure import size_of
from magicbb.benchmark.streams import Stream, shipped_positions, stream_of
from magicbb.compile import Bytes, Word, Words, kernel
from magicbb.geometry.sliders import ROOK, Slider

if TYPE_CHECKING:
    from magicbb.lookup.recipe import AttacksKernel


@kernel
def read_some(
    parameters: Words, slots: Bytes, attack_sets: Words, square: Word, occupied: Word
) -> Word:
    return parameters[square] + slots[occupied] + attack_sets[square + square]


@dataclass(frozen=True)
class Reading:
    """Reads a parameter per square, the slot that `occupied` says, and every other attack set."""

    memory: str = "Bytes"

    def attacks_kernel(self, slider: Slider) -> AttacksKernel:  # noqa: ARG002
        return read_some


def made(queries: list[tuple[int, int]]) -> Footprint:
    squares, occupied = zip(*queries, strict=True)
    stream = Stream("random", ROOK, np.array(squares, np.uint8), np.array(occupied, np.uint64))
    arrays = np.zeros(64, np.uint64), np.zeros(1000, np.uint8), np.zeros(128, np.uint64)
    return footprint(Contender("reading", Reading(), *arrays), stream)


@pytest.mark.parametrize(
    ("queries", "expected"),
    [
        ([(0, 0)], Footprint(1, 1, 1)),
        ([(0, 0), (0, 0)], Footprint(1, 1, 1)),
        ([(0, 0), (7, 63)], Footprint(1, 1, 2)),  # 8 words or 64 bytes are a line
        ([(0, 0), (8, 64)], Footprint(2, 2, 2)),
        ([(0, 0), (3, 128), (4, 999)], Footprint(1, 3, 2)),
    ],
)
def test_lines_are_counted_once_for_each_array(
    queries: list[tuple[int, int]], expected: Footprint
) -> None:
    assert made(queries) == expected
    assert expected.lines == expected.parameters + expected.slots + expected.attack_sets


def test_only_the_first_look_ups_count() -> None:
    contender, stream = contender_named("fancy"), stream_of("random", ROOK, [], 500)
    assert footprint(contender, stream, 1).lines == 2
    assert footprint(contender, stream, 500).lines > 100


def test_memory_that_takes_notes_reads_as_it_is() -> None:
    memory = Noting(np.array([5, 6, 7], np.uint16))
    assert [memory[Word(2)], memory[Word(0)]] == [7, 5]
    assert type(memory[Word(1)]) is Word
    assert memory.lines == {0}


@pytest.mark.parametrize("scheme", ["fancy", "byte-lookup", "shared", "pext-16", "rotated", "rays"])
def test_no_scheme_touches_more_than_it_has(scheme: str) -> None:
    contender = contender_named(scheme)
    touched = footprint(contender, stream_of("random", ROOK, [], 300))
    for lines, array in zip(
        (touched.parameters, touched.slots, touched.attack_sets), contender.arrays, strict=True
    ):
        assert lines <= -(-array.nbytes // 64)


def test_kept_boards_belong_to_the_position() -> None:
    boards = shipped_positions()[:50]
    kept = kept_rotated(contender_named("rotated"), boards)
    assert footprint(kept, stream_of("games", ROOK, boards, 100)).slots == 0
    assert size_of(kept).nbytes == size_of(contender_named("rotated")).nbytes
