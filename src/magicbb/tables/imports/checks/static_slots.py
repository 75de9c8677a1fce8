"""Check the slots in a source by looking up every key, as the program would.

What the slots hold is found by trial: attacks, compressed attacks, unions of the attacks of several
squares, or indices into a list of attack sets or of intervals.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from magicbb.lookup.keys import all_keys, row_name
from magicbb.recipes.storage import STORAGES
from magicbb.recipes.storage.union import empty_board_attacks
from magicbb.tables.imports.recognition.known_contents import words_of
from magicbb.tables.imports.sources.collecting import NEAR

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.storage.storage import Contents
    from magicbb.tables.imports.sources.pasted import LongList

_ENOUGH = 0.5
"""The fraction of a slider's keys whose attacks must be found in a list of slots."""

_HALF = 2**32


@dataclass(frozen=True)
class Reading:
    """The interpretation of a source's lists as the attacks of a slider.

    Attributes:
        slots: The list of slots.
        sets: The list of attack sets; None unless slots hold indices into it.
        storage: The name of the storage.
        wrong: An error message for each wrong slot or attack set.
    """

    slots: LongList
    sets: LongList | None
    storage: str
    wrong: tuple[str, ...]


@dataclass(frozen=True)
class _Words:
    """A list as 64-bit words; if `step` is 2, each word is composed of two 32-bit halves."""

    source: LongList
    words: npt.NDArray[np.uint64]
    step: int = 1

    def number(self, place: int) -> str:
        return f"{self.source.number(place * self.step)} is {int(self.words[place]):#x}"


def wrong_lengths(unread: Sequence[LongList], sizes: Mapping[int, str]) -> list[str]:
    """An error message for each unread list with a few slots too many or too few.

    One slot too few moves all those after it, so hardly any key would find its attacks.

    Args:
        unread: The lists in which no slots were recognised.
        sizes: The possible numbers of slots, with what has so many.
    """
    wrong = []
    for each in unread:
        length = len(each.numbers)
        size = min(sizes, key=lambda size: abs(length - size))
        if 0 < abs(length - size) <= NEAR:
            wrong.append(f"{each} has {length:,} numbers, but {sizes[size]} has {size:,} slots")
    return wrong


def read_slots(
    longs: Sequence[LongList], slots: npt.NDArray[np.uint64], slider: Slider, *, has_lines: bool
) -> Reading | None:
    """Find the interpretation of a slider's slots that is correct for most keys, if there is one.

    Args:
        longs: The long lists of a source.
        slots: uint64[keys], the slots of the keys of all rows.
        slider: The slider.
        has_lines: Whether the source has an array of each square's lines, which some storages
            require.
    """
    keys = all_keys()
    part = keys.of_slider(slider)
    own, attacks, rows = slots[part].astype(np.int64), keys.attacks[part], keys.rows[part]
    lists = [*_words_in(longs)]
    best, best_right = None, _ENOUGH
    for table in lists:
        for base in {0, int(own.min())}:
            places = own - base
            inside = (places >= 0) & (places < len(table.words))
            entries = np.zeros(len(own), np.uint64)
            entries[inside] = table.words[places[inside]]
            for storage, sets, numbers, found in _attacks(entries, rows, lists):
                # Such slots are masked with the square's lines, or expanded onto them.
                if "lines" in STORAGES[storage].words and not has_lines:
                    continue
                right = inside & (found == attacks)
                if np.mean(right) > best_right:
                    best_right = float(np.mean(right))
                    best = (table, places, storage, sets, numbers, right)
    if best is None:
        return None
    table, places, storage, sets, numbers, right = best
    good = {*numbers[right].tolist()} if sets is not None else set[int]()
    if storage == "nibbles" and sets is not None:
        good = _right_intervals(sets)
    wrong = [*_wrong(table, places, sets, numbers, rows, right, good)]
    return Reading(table.source, None if sets is None else sets.source, storage, tuple(wrong))


def _words_in(longs: Sequence[LongList]) -> Iterator[_Words]:
    for each in longs:
        words = words_of(each.numbers)
        yield _Words(each, words)
        if len(words) % 2 == 0 and int(words.max()) < _HALF:
            yield _Words(each, words[::2] | words[1::2] << np.uint64(32), 2)


@cache
def _contents(storage: str) -> Contents:
    """The contents of a storage for all keys, which take milliseconds to compute."""
    return STORAGES[storage].contents(all_keys())


def _attacks(
    entries: npt.NDArray[np.uint64], rows: npt.NDArray[np.uint8], lists: Sequence[_Words]
) -> Iterator[tuple[str, _Words | None, npt.NDArray[np.uint64], npt.NDArray[np.uint64]]]:
    """Yield the possible meanings of entries.

    Each is the name of a storage, the list of attack sets (None if the storage has none), the
    indices into this list (or else the entries), and the attacks.
    """
    lines = np.array(empty_board_attacks(), np.uint64)[rows]
    yield "direct", None, entries, entries
    yield "union", None, entries, entries & lines
    if int(entries.max()) >= _HALF:
        return
    if int(entries.max()) < 1 << 14:
        yield "pdep", None, entries, _spread(entries, lines)
    for sets in lists:
        for storage in ("shorts", "bytes", "bytes-union"):
            words = _contents(storage).words
            starts = np.array([word[0] if word else 0 for word in words], np.uint64)
            numbers = starts[rows] + entries
            known = numbers < len(sets.words)
            found = np.zeros(len(entries), np.uint64)
            found[known] = sets.words[numbers[known]]
            yield storage, sets, numbers, found & lines if storage == "bytes-union" else found
        yield "nibbles", sets, *_on_two_lines(entries, rows, sets)


def _on_two_lines(
    entries: npt.NDArray[np.uint64], rows: npt.NDArray[np.uint8], sets: _Words
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Return, for each entry, the index of one of its two intervals, and the attacks.

    If one of the two intervals is wrong, it is that one's index.
    """
    words = np.array(_contents("nibbles").words, np.uint64)[rows]
    first, second = words[:, 0] + (entries & np.uint64(15)), words[:, 2] + (entries >> np.uint64(4))
    padded = np.append(sets.words, np.uint64(0))
    boards = padded[np.minimum([first, second], len(sets.words)).astype(np.int64)]
    numbers = np.where(np.isin(first, [*_right_intervals(sets)]), second, first)
    return numbers, boards[0] & words[:, 1] | boards[1] & words[:, 3]


def _right_intervals(sets: _Words) -> set[int]:
    """The indices of the list elements that hold the right intervals."""
    right = _contents("nibbles").attack_sets
    size = min(len(right), len(sets.words))
    return {*np.flatnonzero(sets.words[:size] == right[:size]).tolist()}


def _spread(
    entries: npt.NDArray[np.uint64], lines: npt.NDArray[np.uint64]
) -> npt.NDArray[np.uint64]:
    """Scatter the low bits of each entry to the squares of its lines, as PDEP does."""
    left, rest, spread = lines.copy(), entries.copy(), np.zeros_like(entries)
    one = np.uint64(1)
    while left.any():
        lowest = left & (~left + one)
        spread |= np.where(rest & one, lowest, np.uint64(0))
        left ^= lowest
        rest >>= one
    return spread


def _wrong(
    table: _Words,
    places: npt.NDArray[np.int64],
    sets: _Words | None,
    numbers: npt.NDArray[np.uint64],
    rows: npt.NDArray[np.uint8],
    right: npt.NDArray[np.bool_],
    good: set[int],
) -> Iterator[str]:
    """Yield a message for each wrong slot, and each attack set that is not among the good ones."""
    said = set()
    for key in np.flatnonzero(~right).tolist():
        row, place, number = row_name(int(rows[key])), int(places[key]), int(numbers[key])
        several = sets is not None and np.count_nonzero(numbers == numbers[key]) > 1
        if several and sets is not None and number not in good and number < len(sets.words):
            sentence = f"{row}: {sets.number(number)}, which is not its attack set"
        elif 0 <= place < len(table.words):
            sentence = f"{row}: {table.number(place)}, which gives wrong attacks"
        else:
            sentence = f"{row}: its slot {place} is not in {table.source}"
        if sentence not in said:
            said.add(sentence)
            yield sentence
