"""Slots that stand in a source: what they hold is found out, and what is wrong in them is named."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

import magicbb as mb
from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.lookup.keys import all_keys
from magicbb.tables.imports.checks.static_slots import Reading, read_slots
from magicbb.tables.imports.importing import import_texts
from magicbb.tables.imports.sources.pasted import LongList
from magicbb.tables.imports.sources.source_text import SourceText


def listed(numbers: list[int], name: str = "slots") -> LongList:
    return LongList(name, 1, numbers, [*range(1, len(numbers) + 1)], 0)


def read(table: mb.Table, *longs: LongList) -> Reading | None:
    slots = table.scheme.slots_of_keys(table.parameters, all_keys())
    return read_slots(longs, slots, ROOK, has_lines=False)


@pytest.fixture(scope="module")
def short() -> mb.Table:
    table = mb.build("perfect-16", 1)
    assert isinstance(table, mb.Table)
    return table


def lists(table: mb.Table) -> tuple[list[int], list[int]]:
    return table.slots.tolist(), table.attack_sets.tolist()


def test_attacks_are_read(fancy: mb.Table) -> None:
    reading = read(fancy, listed(fancy.slots.tolist()))
    assert reading is not None
    assert (reading.storage, reading.sets, reading.wrong) == ("direct", None, ())
    with pytest.raises(FrozenInstanceError):
        reading.storage = "union"  # type: ignore[misc]


def test_attacks_in_halves_are_read(fancy: mb.Table) -> None:
    numbers = fancy.slots.tolist()
    halves = [half for number in numbers for half in (number % 2**32, number >> 32)]
    assert getattr(read(fancy, listed(halves)), "wrong", None) == ()
    halves[2 * 4097 + 1] ^= 1
    reading = read(fancy, listed(halves))
    assert reading is not None
    (sentence,) = reading.wrong
    number = numbers[4097] ^ 1 << 32
    assert sentence == (
        f"rook b1: number {2 * 4097 + 1} of slots (line {2 * 4097 + 1}) is {number:#x}, which "
        "gives wrong attacks"
    )


@pytest.mark.parametrize(("right", "is_read"), [(60_000, True), (40_000, False), (0, False)])
def test_more_than_half_of_the_keys_have_to_be_right(
    fancy: mb.Table, right: int, is_read: bool
) -> None:
    numbers = [n if place < right else 2**40 for place, n in enumerate(fancy.slots.tolist())]
    assert (read(fancy, listed(numbers)) is not None) == is_read


def test_a_wrong_number_of_an_attack_set_is_named(short: mb.Table) -> None:
    slots, sets = lists(short)
    slots[5000] ^= 1
    reading = read(short, listed(slots), listed(sets, "sets"))
    assert reading is not None
    assert (reading.storage, getattr(reading.sets, "name", "")) == ("shorts", "sets")
    (sentence,) = reading.wrong
    assert sentence.startswith("rook b1: number 5001 of slots (line 5001) is ")
    assert sentence.endswith(", which gives wrong attacks")


def test_a_number_beyond_the_attack_sets_is_of_its_slot(short: mb.Table) -> None:
    slots, sets = lists(short)
    slots[5000] = slots[5001] = len(sets)
    reading = read(short, listed(slots), listed(sets, "sets"))
    assert reading is not None
    assert [sentence.partition(" is ")[0] for sentence in reading.wrong] == [
        "rook b1: number 5001 of slots (line 5001)",
        "rook b1: number 5002 of slots (line 5002)",
    ]


def test_a_set_that_one_key_finds_leaves_its_slot_wrong(short: mb.Table) -> None:
    slots, sets = lists(short)
    slots[5000] = len(sets)
    reading = read(short, listed(slots), listed([*sets, 7], "sets"))
    assert reading is not None
    (sentence,) = reading.wrong
    assert sentence.startswith("rook b1: number 5001 of slots (line 5001) is ")


def test_a_wrong_attack_set_is_named_once(short: mb.Table) -> None:
    slots, sets = lists(short)
    place = max({*slots[:4096]}, key=slots[:4096].count)
    sets[place] ^= 1 << 63
    reading = read(short, listed(slots), listed(sets, "sets"))
    assert reading is not None
    (sentence,) = reading.wrong
    assert sentence == (
        f"rook a1: number {place + 1} of sets (line {place + 1}) is {sets[place]:#x}, which is not "
        "its attack set"
    )


def test_a_slot_beyond_the_end_is_named(fancy: mb.Table) -> None:
    slots = fancy.scheme.slots_of_keys(fancy.parameters, all_keys())
    numbers = fancy.slots.tolist()[:-1]
    reading = read_slots([listed(numbers)], slots, BISHOP, has_lines=False)
    assert reading is not None
    assert reading.wrong == (f"bishop h8: its slot {len(numbers)} is not in slots (line 1)",)


@pytest.mark.parametrize("piece", ["rook", "bishop"])
@pytest.mark.parametrize("more", [-1, 1])
def test_a_list_for_one_piece_has_a_slot_too_many_or_too_few(piece: str, more: int) -> None:
    lists, sizes = [], {}
    for name in ("rook", "bishop"):
        magics = [mb.find(name, square) for square in range(64)]
        sizes[name] = sum(1 << magic.bits for magic in magics)
        for what, numbers in (
            ("magics", [magic.magic for magic in magics]),
            ("shifts", [magic.shift for magic in magics]),
        ):
            lists.append(f"U64 {name}_{what}[64] = {{ {', '.join(map(str, numbers))} }};")
    length = sizes[piece] + more
    lists.append(f"U64 {piece}_table[] = {{ {', '.join(['1'] * length)} }};")
    sentence = f"{piece}_table .* has {length:,} numbers, but .* has {sizes[piece]:,} slots"
    with pytest.raises(ValueError, match=sentence):
        import_texts([SourceText("\n".join(lists))])
