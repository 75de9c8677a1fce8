"""The chain search: in each subtree exactly the magics that trying each number finds."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest

from magicbb.geometry.sliders import ROOK
from magicbb.geometry.squares import parse_square
from magicbb.magics.search import find
from magicbb.magics.search.chain import SEARCH_VERSION, ChainOutcome, ChainSearch
from magicbb.magics.search.chain.sampling import estimate_chain
from magicbb.research.proofs.claim import Claim

from .brute_force import magics_near, random_magics

if TYPE_CHECKING:
    from collections.abc import Iterator

FREE = 8
"""How many low bits are tried in all ways, below high ones that some magic has."""

AS_THEY_LIE, PLAIN, APART = "as they lie", "plain", "told apart"


def set_mode(search: ChainSearch, mode: str) -> None:
    """Make a search treat all prefixes alike: fractions are told apart, or are not."""
    if mode != AS_THEY_LIE:
        state: Any = search._state  # noqa: SLF001
        state.most = state.black_most = 0 if mode == APART else 2**64 - 1


def found_magics(square: int, bits: int, count: int) -> Iterator[int]:
    """Magics that are found by a search; most are sparse, and fractions cluster."""
    for number in range(count):
        yield find("rook", square, bits, ("white", "black")[number % 2], seed=number).magic


def free_bits(search: ChainSearch, count: int) -> int:
    """The lowest bits of a magic, or the highest ones, if a prefix has the lowest."""
    first = 0 if search.low >= count else search.period - count
    return (1 << count) - 1 << first


def compare(name: str, bits: int, magics: Iterator[int], mode: str, free: int = FREE) -> int:
    """Search around magics, and try each number there; the number of subtrees."""
    search, square, subtrees = ChainSearch("rook", name, bits), parse_square(name), 0
    set_mode(search, mode)
    for magic in magics:
        number = magic % 2**search.period
        if number >> (search.high - 1) & 1:
            number = -number % 2**search.period
        expected = magics_near(square, bits, number, free_bits(search, free))
        assert expected
        assert sorted(search.magics_like(number, free_bits(search, free))) == expected, hex(number)
        subtrees += 1
    return subtrees


@pytest.mark.parametrize("mode", [PLAIN, APART])
@pytest.mark.parametrize(
    ("name", "bits"),
    [("a1", 12), ("h1", 12), ("e2", 10), ("b3", 11), ("d4", 10), ("h5", 11), ("a8", 12)],
)
def test_it_finds_what_trying_each_number_finds(name: str, bits: int, mode: str) -> None:
    assert compare(name, bits, found_magics(parse_square(name), bits, 4), mode) == 4


@pytest.mark.parametrize("mode", [AS_THEY_LIE, PLAIN, APART])
@pytest.mark.parametrize(("name", "bits"), [("b2", 12), ("d2", 12), ("h2", 13)])
def test_it_finds_it_around_magics_met_at_random(name: str, bits: int, mode: str) -> None:
    magics = random_magics(parse_square(name), bits, "white", 10_000, 1)
    assert compare(name, bits, itertools.islice(magics, 8), mode) > 3


FOUND = [("a1", 12), ("b1", 11), ("c1", 11), ("d1", 11), ("e1", 11), ("g1", 11), ("h1", 12)]
FOUND += [("a2", 11), ("b2", 10), ("c2", 10), ("d2", 10), ("f2", 10), ("h2", 11), ("a3", 11)]
FOUND += [("b3", 10), ("d3", 10), ("h3", 11), ("a4", 11), ("d4", 10), ("g4", 10), ("b5", 10)]
FOUND += [("e5", 10), ("h5", 11), ("a6", 11), ("c6", 10), ("h6", 11), ("a7", 11), ("d7", 10)]
FOUND += [("g7", 10), ("h7", 11), ("a8", 12), ("b8", 11), ("e8", 11), ("h8", 12)]
AT_RANDOM = [("d1", 13, 1_500_000), ("e1", 13, 1_500_000), ("a2", 12, 4_000_000)]
AT_RANDOM += [("a2", 13, 10_000), ("h2", 13, 10_000), ("b2", 12, 10_000), ("b2", 11, 2_000_000)]
AT_RANDOM += [("d4", 12, 100_000), ("b6", 12, 100_000), ("g3", 12, 100_000), ("d7", 12, 100_000)]
AT_RANDOM += [("d2", 12, 100_000), ("e2", 12, 100_000), ("c2", 13, 5_000), ("g2", 12, 10_000)]


@pytest.mark.slow
@pytest.mark.parametrize("mode", [AS_THEY_LIE, PLAIN, APART])
@pytest.mark.parametrize(("name", "bits"), FOUND)
def test_many_subtrees_around_magics_that_are_found(name: str, bits: int, mode: str) -> None:
    assert compare(name, bits, found_magics(parse_square(name), bits, 60), mode, 10) == 60


@pytest.mark.slow
@pytest.mark.parametrize("mode", [AS_THEY_LIE, PLAIN, APART])
@pytest.mark.parametrize(("name", "bits", "tries"), AT_RANDOM)
def test_many_subtrees_around_magics_met_at_random(
    name: str, bits: int, tries: int, mode: str
) -> None:
    square, half = parse_square(name), tries // 2
    magics = [
        magic
        for kind in ("white", "black")
        for magic in itertools.islice(random_magics(square, bits, kind, half, 2), 30)
    ]
    assert compare(name, bits, iter(magics), mode, 10) > 20


KNOWN = {
    "a7": (10, "white", 0x48FFFE99FECFAA00),
    "b7": (9, "white", 0xCCFFFF75FF384A00),
    "d7": (9, "white", 0x613FFFDDFFCE9200),
    "a8": (11, "white", 0xEBFFFFB9FF9FC526),
    "b8": (10, "white", 0xEBFFFFB9FF9FC526),
    "c8": (10, "white", 0x53BFFFEDFFDEB1A2),
    "c7": (9, "black", 0x864002620254D600),
    "e7": (9, "black", 0x2140002A0027CA00),
    "g7": (9, "black", 0xF433FFBFC0B117C0),
    "h7": (10, "black", 0x500FFFF5F63C96A0),
    "e8": (10, "black", 0x40C6000013A015E6),
    "h8": (11, "black", 0x9B0800013401605A),
}
"""Magics with one bit fewer.

The white ones are by Grant Osborne, except the one of b7, which is our own; the black ones are by
Markus Everling, except our own of h7.
"""


@pytest.mark.parametrize("name", KNOWN)
def test_known_magics_with_one_bit_less_are_found(name: str) -> None:
    bits, kind, magic = KNOWN[name]
    search = ChainSearch("rook", name, bits)
    magic %= 2 ** Claim(ROOK, parse_square(name), kind, bits).period
    number = magic if not magic >> (search.high - 1) & 1 else -magic % 2**search.period
    assert (kind, magic) in search.magics_like(number, free_bits(search, 20))
    assert compare(name, bits, iter([magic]), AS_THEY_LIE, 14) == 1


@pytest.mark.slow
def test_a_known_verdict_is_reproduced() -> None:
    """The rook on f8 has no white magic with ten bits: Fiekas, and our own search bit by bit."""
    search = ChainSearch("rook", "f8", 10, black=False)
    outcome = search.search(0, search.prefixes)
    assert (len(outcome.nodes), sum(outcome.nodes)) == (1024, 660_062_787)
    assert outcome.found == ()


def test_prefixes_that_are_searched_together_come_to_the_same_as_each_alone() -> None:
    search = ChainSearch("rook", "b2", 12)
    together = search.search(5, 8)
    each = [search.search(number, number + 1) for number in range(5, 8)]
    assert together.nodes == tuple(itertools.chain.from_iterable(one.nodes for one in each))
    assert together.found == tuple(itertools.chain.from_iterable(one.found for one in each))


def test_nodes_are_the_same_whatever_was_searched_before() -> None:
    fresh, used = ChainSearch("rook", "a1", 11), ChainSearch("rook", "a1", 11)
    used.search(90134, 90135)
    assert used.search(4999, 5002) == ChainOutcome((17501, 20420, 205552), ())
    assert used.search(90134, 90135) == fresh.search(90134, 90135) == ChainOutcome((192758,), ())


FIRST = {
    ("a1", 11): {563564: 37368, 264689: 389296, 494586: 109399, 880614: 190999},
    ("h1", 11): {72136254: 58927, 33880218: 58608, 63307121: 237579},
    ("e1", 10): {8558696: 10183, 3956695: 31904, 15082417: 25223, 15845920: 40487},
    ("a2", 10): {281782: 523, 132344: 6143, 440307: 12746},
    ("c2", 9): {264689: 1132, 494586: 1924, 880614: 4142},
    ("h2", 10): {31653560: 2321, 56359314: 4365},
    ("a3", 10): {132344: 6143, 440307: 248782, 612399: 9635, 801802: 31773},
    ("d4", 9): {1127128: 712, 989173: 13662, 1761228: 9724},
    ("h5", 10): {79692112: 55370, 12582416: 190812},
    ("c7", 9): {264689: 6303, 1634976: 186511, 1815156: 789},
    ("a8", 11): {8805: 18033683},
}
NODES = {1: FIRST}
"""The nodes of some prefixes, of each form of the search; they are the same on every machine.

The last two of a3 are those between which fractions begin to be told apart.
"""


@pytest.mark.parametrize(("name", "bits"), FIRST)
def test_who_changes_the_nodes_raises_the_form(name: str, bits: int) -> None:
    search, right = ChainSearch("rook", name, bits), NODES[SEARCH_VERSION][name, bits]
    nodes = {prefix: search.search(prefix, prefix + 1).nodes[0] for prefix in right}
    assert nodes == right, (
        "the search visits other nodes than it did: raise SEARCH_VERSION in "
        "magics/search/chain/search.py, and list the new nodes here under it; parts and "
        "certificates of open proofs have to be made anew"
    )


@pytest.mark.parametrize("mode", [PLAIN, APART])
def test_white_magics_alone_are_those_among_all(mode: str) -> None:
    assert ChainSearch("rook", "b2", 12).kinds == ("white", "black")
    assert ChainSearch("rook", "b2", 12, black=False).kinds == ("white",)
    magic = next(random_magics(parse_square("b2"), 12, "white", 1000, 1)) % 2**54
    number, found = min(magic, 2**54 - magic), []
    for black in (True, False):
        search = ChainSearch("rook", "b2", 12, black=black)
        set_mode(search, mode)
        found.append([one for one in search.magics_like(number, 2**12 - 1) if one[0] == "white"])
    assert sorted(found[0]) == sorted(found[1]) != []


def test_an_interrupted_search_leaves_no_magics_behind() -> None:
    search, prefix = ChainSearch("rook", "e7", 9), 510464  # with magics

    def stop() -> None:
        if search._state.found:  # noqa: SLF001
            raise KeyboardInterrupt

    assert ChainSearch("rook", "e7", 9).search(64, 65).found == ()
    with pytest.raises(KeyboardInterrupt):
        search.search(prefix, prefix + 1, stop)
    assert search.search(64, 65).found == ()


def test_what_on_slice_raises_ends_the_search_and_leaves_it_usable() -> None:
    search = ChainSearch("rook", "a1", 11)
    expected = search.search(90134, 90135)

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.search(90134, 90135, stop)
    assert search.search(90134, 90135) == expected


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("bishop", "a1", 8), "chain search is for rooks, got bishop"),
        (("rook", "a1", 7), "bits must be 8..16 for chain search, got 7"),
    ],
)
def test_what_it_is_not_for_gets_a_sentence(arguments: tuple[str, str, int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ChainSearch(*arguments)


def test_prefixes_that_do_not_exist_are_refused() -> None:
    search = ChainSearch("rook", "a1", 11)
    with pytest.raises(ValueError, match=r"prefixes must be in 0\.\.2097152, got 3\.\.2"):
        search.search(3, 2)
    with pytest.raises(ValueError, match=r"got 0\.\.2097153"):
        search.search(0, search.prefixes + 1)
    with pytest.raises(ValueError, match="free must be"):
        search.magics_like(0, 1 << 41)
    with pytest.raises(ValueError, match="bit 62 of number must be 0"):
        search.magics_like(1 << 62, 0)


def test_an_estimate_is_that_of_its_prefixes() -> None:
    search = ChainSearch("rook", "a1", 11)
    estimate = estimate_chain(search, 5, seed=1)
    assert estimate.prefixes == 5
    assert estimate.seconds > 0 < estimate.error
    assert estimate.nodes == estimate_chain(search, 5, seed=1).nodes
    assert estimate_chain(search, 5, seed=1, most_seconds=0).prefixes == 2
    with pytest.raises(ValueError, match=r"prefixes must be 2\.\."):
        estimate_chain(search, 1)
