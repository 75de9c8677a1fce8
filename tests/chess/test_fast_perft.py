"""Perft by shortcuts: the counts of plain perft, whatever the hash table keeps."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.chess.generator.transpositions import (
    Transpositions,
    keep_leaves,
    key_of,
    leaves_kept,
)
from magicbb.chess.perft import perft
from magicbb.compile import Word

if TYPE_CHECKING:
    from collections.abc import Iterator

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

PUBLISHED = {
    START: [1, 20, 400, 8902, 197281, 4865609, 119060324],
    KIWIPETE: [1, 48, 2039, 97862, 4085603, 193690690],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": [1, 14, 191, 2812, 43238, 674624, 11030083],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -": [1, 6, 264, 9467, 422333],
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -": [1, 6, 264, 9467, 422333],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -": [1, 44, 1486, 62379, 2103487],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -": [
        *(1, 46, 2079, 89890, 3894594, 164075551)
    ],
}
"""The numbers of leaves at depth 0, 1, and so on (https://www.chessprogramming.org/Perft_Results)."""

SET_UPS = [
    *PUBLISHED,
    "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq -",
    "8/8/1k1r2q1/8/2B5/4RQ2/2K2b2/8 w - -",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
    "1qqqk3/8/2q5/8/8/2Q5/8/3K1QQQ w - -",
    "NNNNKNN1/8/8/3r4/4b3/8/8/rbk1q2Q w - -",
]
"""Where the games begin: openings, endgames, many pieces of a kind, pawns before promotion."""

EVERY = [(fen, depth) for fen, counts in PUBLISHED.items() for depth in range(len(counts))]
SIXTEEN_TO_ONE_SQUARE = "k7/1N1N4/N1Q1N3/1R1B4/N3N2Q/1NBN4/5R2/K6Q w - -"

each_size = pytest.mark.parametrize("size", [0, 1, 64])


def played(seed: int, games: int, plies: int) -> Iterator[mb.Position]:
    """The positions of random games."""
    rng = random.Random(seed)  # noqa: S311
    for number in range(games):
        position = mb.Position(SET_UPS[number % len(SET_UPS)])
        for _ in range(plies):
            yield position
            moves = position.legal_moves()
            if not moves:
                break
            position = position.push(rng.choice(moves))


@each_size
@pytest.mark.parametrize(("fen", "depth"), EVERY)
def test_the_published_count(fen: str, depth: int, size: int) -> None:
    assert mb.Position(fen).perft(depth, fast=True, hash=size) == PUBLISHED[fen][depth]


def test_the_published_count_seven_plies_deep() -> None:
    assert mb.Position().perft(7, fast=True) == 3_195_901_860


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("depth", [2, 3])
def test_positions_of_games_have_the_plain_count(seed: int, depth: int) -> None:
    different = [
        position
        for position in played(seed, 4 * len(SET_UPS), 20)
        if position.perft(depth, fast=True, hash=0) != position.perft(depth)
    ]
    assert not different


@pytest.mark.parametrize("size", [0, 1])
def test_so_have_they_four_plies_deep(size: int) -> None:
    for position in played(5, len(SET_UPS), 12):
        assert position.perft(4, fast=True, hash=size) == position.perft(4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_many_more_have_it(seed: int) -> None:
    for position in played(seed, 10 * len(SET_UPS), 60):
        for depth in (2, 3):
            assert position.perft(depth, fast=True, hash=0) == position.perft(depth)


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_many_pieces_that_reach_one_square(depth: int) -> None:
    position = mb.Position(SIXTEEN_TO_ONE_SQUARE)
    assert position.perft(depth, fast=True) == position.perft(depth)


@pytest.mark.parametrize("threads", [2, 3, 16])
@pytest.mark.parametrize("size", [0, 1, 16])
def test_threads_share_the_table(threads: int, size: int) -> None:
    found = mb.Position(KIWIPETE).perft(5, threads=threads, fast=True, hash=size)
    assert found == PUBLISHED[KIWIPETE][5]


@pytest.mark.parametrize("name", ["fancy", "hyperbola"])
def test_any_table_leads_to_the_published_count(name: str) -> None:
    found = mb.Position(KIWIPETE).perft(4, table=mb.build(name), fast=True)
    assert found == PUBLISHED[KIWIPETE][4]


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_a_division_is_the_plain_one(depth: int) -> None:
    position = mb.Position(KIWIPETE)
    assert position.perft(depth, divide=True, fast=True) == position.perft(depth, divide=True)


def test_what_is_told_on_the_way_adds_up() -> None:
    told: list[int] = []
    perft(mb.Position().words.tobytes(), 6, 2, on_counted=told.append, hash=1)
    assert sum(told) == PUBLISHED[START][6]


class TestTable:
    """The hash table, uncompiled."""

    POSITION = (*map(Word, (1, 2**63, 3, 4, 5)),)

    @pytest.fixture(autouse=True)
    def _wrap(self) -> Iterator[None]:
        """NumPy warns about sums that wrap around, as they are meant to."""
        with np.errstate(over="ignore"):
            yield

    @pytest.fixture
    def table(self) -> Transpositions:
        return Transpositions.with_entries(8)

    def test_what_was_kept_is_known(self, table: Transpositions) -> None:
        key = key_of(table, self.POSITION)
        keep_leaves(table, key, Word(3), Word(8902))
        assert leaves_kept(table, key, Word(3)) == (True, 8902)

    def test_another_depth_is_not_known(self, table: Transpositions) -> None:
        key = key_of(table, self.POSITION)
        keep_leaves(table, key, Word(3), Word(8902))
        assert not leaves_kept(table, key, Word(4))[0]

    def test_another_key_of_the_same_line_is_not_known(self, table: Transpositions) -> None:
        keep_leaves(table, Word(1), Word(3), Word(8902))
        assert not leaves_kept(table, Word(1 + 8), Word(3))[0]

    def test_a_line_has_the_last_four_counts(self, table: Transpositions) -> None:
        for number in range(6):
            keep_leaves(table, Word(2 + 8 * number), Word(2), Word(number))
        known = [leaves_kept(table, Word(2 + 8 * number), Word(2)) for number in range(6)]
        assert [each for each, _ in known] == [False, False, True, True, True, True]
        assert [leaves for each, leaves in known if each] == [2, 3, 4, 5]

    def test_counts_of_greater_depth_stay(self, table: Transpositions) -> None:
        keep_leaves(table, Word(2), Word(5), Word(4865609))
        for number in range(1, 6):
            keep_leaves(table, Word(2 + 8 * number), Word(2), Word(number))
        assert leaves_kept(table, Word(2), Word(5)) == (True, 4865609)
        known = [leaves_kept(table, Word(2 + 8 * number), Word(2)) for number in range(1, 6)]
        assert [each for each, _ in known] == [False, False, True, True, True]

    def test_the_last_of_a_line_is_replaced_by_any_count(self, table: Transpositions) -> None:
        for number in range(4):
            keep_leaves(table, Word(8 * number), Word(5), Word(number))
        keep_leaves(table, Word(32), Word(2), Word(9))
        assert leaves_kept(table, Word(32), Word(2)) == (True, 9)
        known = [leaves_kept(table, Word(8 * number), Word(5)) for number in range(4)]
        assert [each for each, _ in known] == [False, True, True, True]

    def test_lines_do_not_overlap(self, table: Transpositions) -> None:
        for key in range(8):
            keep_leaves(table, Word(key), Word(3), Word(key))
        assert [leaves_kept(table, Word(key), Word(3)) for key in range(8)] == [
            (True, key) for key in range(8)
        ]

    def test_a_line_is_a_cache_line(self, table: Transpositions) -> None:
        assert np.asarray(table.entries).ctypes.data % 64 == 0

    def test_nothing_is_known_of_an_empty_table(self, table: Transpositions) -> None:
        assert not leaves_kept(table, Word(0), Word(2))[0]

    def test_words_of_two_threads_do_not_match(self, table: Transpositions) -> None:
        one, other = Word(2), Word(2 + 8)  # both are kept in the first line
        keep_leaves(table, one, Word(3), Word(8902))
        check = table.entries[Word(0)]
        keep_leaves(table, other, Word(3), Word(9467))
        table.entries[Word(0)] = check
        table.entries[Word(2)] = table.entries[Word(3)] = Word(0)
        assert not leaves_kept(table, one, Word(3))[0]
        assert not leaves_kept(table, other, Word(3))[0]

    @pytest.mark.parametrize("word", range(5))
    @pytest.mark.parametrize("bit", [0, 1, 31, 32, 63])
    def test_every_bit_changes_both_halves_of_the_key(
        self, table: Transpositions, word: int, bit: int
    ) -> None:
        other = [*self.POSITION]
        other[word] ^= Word(1 << bit)
        changed = int(key_of(table, self.POSITION) ^ key_of(table, (*other,)))
        assert changed >> 32
        assert changed & 0xFFFFFFFF

    def test_thousands_of_positions_have_keys_of_their_own(self) -> None:
        table, rng = Transpositions.with_entries(1), np.random.default_rng(3)
        drawn = [(*words,) for words in rng.integers(0, 2**64, (2000, 5), np.uint64)]
        near = [
            (Word(1 << one), Word(1 << two), *drawn[0][2:])
            for one in range(64)
            for two in range(64)
        ]
        assert len({int(key_of(table, position)) for position in drawn + near}) == len(drawn + near)

    @pytest.mark.parametrize(("asked", "last"), [(0, 0), (1, 0), (3, 0), (4, 3), (7, 3), (8, 7)])
    def test_a_table_is_a_power_of_two(self, asked: int, last: int) -> None:
        assert Transpositions.with_entries(asked).last == last


class TestRefused:
    @pytest.mark.parametrize("divided", [False, True])
    @pytest.mark.parametrize("size", [-1, 2**40, 10**5000], ids=lambda size: hex(size)[:8])
    def test_a_size_out_of_range(self, size: int, divided: bool) -> None:
        with pytest.raises(ValueError, match=r"^hash must be 0\.\.\d+ MiB \(.*\), got "):
            mb.Position().perft(1, divide=divided, fast=True, hash=size)

    @pytest.mark.parametrize("size", [1.0, "64", [64]])
    def test_what_is_no_size(self, size: Any) -> None:
        with pytest.raises(TypeError, match=r"^hash must be 0\.\."):
            mb.Position().perft(1, fast=True, hash=size)

    @pytest.mark.parametrize("size", [0, 64])
    def test_a_size_for_a_plain_count(self, size: int) -> None:
        with pytest.raises(ValueError, match=r"^hash requires fast=True$"):
            mb.Position().perft(1, hash=size)

    def test_more_than_there_is_to_be_had(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def with_entries(most: int, made: Any = Transpositions.with_entries) -> Transpositions:
            if most > 1:
                raise MemoryError
            return made(most)

        monkeypatch.setattr(Transpositions, "with_entries", with_entries)
        with pytest.raises(ValueError, match=r"^hash: .* 64 MiB"):
            mb.Position().perft(7, fast=True)

    @pytest.mark.parametrize("depth", [-1, 65])
    def test_a_depth_out_of_range(self, depth: int) -> None:
        with pytest.raises(ValueError, match=r"^depth must be 0\.\.64, got "):
            mb.Position().perft(depth, fast=True)
