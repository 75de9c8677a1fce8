"""Analyse a source: check all its numbers, report all errors, and build the table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from magicbb.lookup.keys import all_keys, row_name, row_of
from magicbb.magics.collisions import CollisionError
from magicbb.magics.magic import KINDS, MOST_ENTRIES, Magic
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.storage import STORAGES
from magicbb.tables.imports.building import OFFSET_IN_MAGIC, blamed_embedded, table_of
from magicbb.tables.imports.checks.bases import shared_base, wrong_bases
from magicbb.tables.imports.checks.code_numbers import (
    ALL_SETS,
    correct_shifts,
    far_too_short,
    has_code,
    matching_lengths,
    table_sizes,
    too_short,
    wrong_shifts,
)
from magicbb.tables.imports.checks.misfits import misfits, of_wrong_length
from magicbb.tables.imports.checks.offsets import Offsets, find_offsets
from magicbb.tables.imports.checks.orders import order_of
from magicbb.tables.imports.checks.repeated import repeated, wrong_keys
from magicbb.tables.imports.checks.static_slots import read_slots, wrong_lengths
from magicbb.tables.imports.findings import Findings, Imported, listed
from magicbb.tables.imports.recognition.halves import are_named_otherwise
from magicbb.tables.imports.sources.pasted import PastedArray
from magicbb.tables.imports.sources.slider_names import slider_named
from magicbb.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from magicbb.tables.imports.recognition.known_contents import KnownContents
    from magicbb.tables.imports.slider_part import SliderPart
    from magicbb.tables.imports.sources.pasted import CodeNumber, LongList, Pasted

_APART = "the offsets refer to two arrays, one for each slider"
_LIST = re.compile("[a-z_]*attack_?sets", re.IGNORECASE)
"""Matches the name of a list of attack sets whose length is computed by the program."""


class Analysis:
    """The analysis of a source, and the table built from it."""

    def __init__(
        self,
        parts: Sequence[SliderPart],
        arrays: Sequence[PastedArray],
        known: Mapping[PastedArray, KnownContents],
        pasted: Pasted,
        halves: Mapping[PastedArray, tuple[PastedArray, PastedArray]],
        *,
        magics_only: bool,
    ) -> None:
        self.parts, self.arrays, self.pasted, self.halves = parts, arrays, pasted, halves
        self.known = {} if magics_only else known
        self.magics_only = magics_only
        self.used: dict[str, PastedArray | LongList] = {}
        self.used |= {self._magics_role(part): part.trial.array for part in parts}
        for part in parts:
            if part.index_bits_array is not None:
                self.used[f"{part.slider} index bits"] = part.index_bits_array
        self.notes = [
            f"{part.trial.array} holds {part.slider} magics, despite its name"
            for part in parts
            if slider_named(part.trial.array.name) not in (None, part.slider.name)
        ]
        for part in parts:
            pair = halves.get(part.trial.array)
            if pair is not None and are_named_otherwise(*pair):
                self.notes.append(f"{pair[0]} holds the lower halves, despite its name")
        self.code: list[CodeNumber] = []
        self.wrong: dict[int, list[str]] = {}
        self.cut = [each for part in parts for each in of_wrong_length(part, pasted.misfits)]
        self.cut *= not magics_only

    def imported(self) -> Imported:
        """Build the table if everything found in the source is correct.

        Raises:
            ValueError: The source has an error. `CollisionError` if a number is not a magic.
        """
        orders = [*self._see_known()]
        for part in self.parts:
            for row, sentence in part.wrong_index_bits():
                self._blame(row, sentence)
        offsets = None if self.magics_only else self._offsets()
        if not self.magics_only:
            self._see_repeated()
        self._check_magics()
        if not self.magics_only:
            self.code += correct_shifts(self.parts, self.pasted)
        shifts = [] if self.magics_only else [*wrong_shifts(self.parts, self.pasted)]
        unlike = [] if self.magics_only else [*map(str, self.cut), *self._see_misfits()]
        if self.wrong or orders or shifts or unlike:
            rows = [text for row in sorted(self.wrong) for text in self.wrong[row]]
            sentences = [*orders, *rows, *shifts, *unlike]
            raise ValueError("; ".join([listed(sentences), *self.findings().lines()]))
        table = table_of(self.parts, self.storage, offsets)
        if table.scheme.hash.name == OFFSET_IN_MAGIC:
            self.notes.append("the offsets are in the low 16 bits of the magics")
        elif offsets is None and len(self.parts) == 1 and self._may_embed(table):
            self.notes.append(
                "the low 16 bits of the magics may be offsets; both sliders are needed to tell"
            )
        if not self.magics_only:
            table = self._see_slots(table)
        return Imported(**vars(self.findings()), table=table)

    def _may_embed(self, table: Table) -> bool:
        """Whether the magics of a single slider may contain offsets."""
        fixed = table.scheme.hash.name == "white-fixed"
        return fixed and blamed_embedded(self.parts, self.storage) == {}

    def _see_slots(self, table: Table) -> Table:
        """Check the source's slots and table lengths; determine the storage from the slots.

        Raises:
            ValueError: A slot is wrong, or a table is too short.
        """
        slots = table.scheme.slots_of_keys(table.parameters, all_keys())
        no_offsets = [each for each in self._lengths if each.number not in self._of_squares]
        self.code += matching_lengths(self.parts, table, no_offsets)
        wrong = []
        for row, last, length in too_short(self.parts, table, self._lengths):
            number = self._number_of_offset(row)
            wrong.append(
                f"{row_name(row)}: {number} slot {last:,}, but the table has only "
                f"{length.number:,} slots"
            )
        words, has_offsets = self.pasted.words, any("offsets" in role for role in self.used)
        for length, why in far_too_short(
            self.parts, table, self._lengths, words, has_offsets=has_offsets
        ):
            if why:
                wrong.append(f"{length}, the length of {length.of}, is too short: {why}")
            else:
                self.code.append(length)
        readings = []
        has_lines = any(role.what == "lines" for role in self.known.values())
        for part in self.parts:
            reading = None
            for own in (slots, part.strided_slots()):
                reading = reading or read_slots(
                    self.pasted.longs, own, part.slider, has_lines=has_lines
                )
            if reading is not None:
                readings.append(reading)
                wrong += reading.wrong
                self.used[f"{part.slider} slots"] = reading.slots
                if reading.sets is not None:
                    self.used[f"{part.slider} attack sets"] = reading.sets
        unread = [each for each in self.pasted.longs if each not in self.used.values()]
        sizes = {
            size: f"a table of the {part.slider}"
            for part in self.parts
            for size in table_sizes(part, table)
        }
        wrong += wrong_lengths(unread, {**sizes, table.entries: "the table"})
        if wrong:
            raise ValueError("; ".join([listed(wrong), *self.findings().lines()]))
        storages = {reading.storage for reading in readings}
        if len(storages) == 1 and storages != {table.scheme.storage.name}:
            (storage,) = storages
            scheme = Scheme(table.scheme.hash, table.scheme.layout, storage)
            return Table(scheme, table.magics, table.offsets)
        return table

    def _number_of_offset(self, row: int) -> str:
        """Return the start of an error message: the row's offset, or its magic if there is none."""
        (part,) = (part for part in self.parts if row in part.rows)
        array = self.used.get(f"{part.slider} offsets", part.trial.array)
        place = part.index_of(row % 64)
        return f"{array.number(place)}, {array.numbers[place]}, reaches"

    def findings(self) -> Findings:
        """Return the findings so far."""
        names = {str(array) for array in self.used.values()}
        for array, pair in self.halves.items():
            if str(array) in names:
                names |= {*map(str, pair)}
        unchecked = [
            str(array)
            for array in self.pasted.arrays
            if str(array) not in names and ({*array.numbers} != {0} or slider_named(array.name))
        ]
        unchecked += [str(each) for each in self.pasted.longs if str(each) not in names]
        unchecked += [str(each) for each in self.pasted.misfits if each not in self.cut]
        known = {each.number for each in self.code} | self._long_lengths | self._of_squares
        unchecked += [
            str(each) for each in self._lengths if each.before == "[" and each.number not in known
        ]
        return Findings(
            kind=self.parts[0].trial.kind,
            mapping=self.parts[0].mapping,
            shifts={part.slider.name: part.index_bits.words for part in self.parts},
            arrays={role: str(array) for role, array in self.used.items()},
            unchecked=tuple(dict.fromkeys(unchecked)),
            notes=tuple(self.notes),
            code=tuple({each.key: str(each) for each in reversed(self.code)}.values())[::-1],
            has_code=has_code(self.pasted.words, self.pasted.code),
        )

    def _magics_role(self, part: SliderPart) -> str:
        return f"{part.slider} {'masks' if part.trial.kind == 'pext' else 'magics'}"

    def _blame(self, row: int, sentence: str) -> None:
        self.wrong.setdefault(row, []).append(sentence)

    def _see_known(self) -> Iterator[str]:
        """Record arrays with known contents and their errors; yield errors in square orders."""
        by_slider = {part.slider: part for part in self.parts}
        for array, first in self.known.items():
            role = self._likeliest(array, first)
            part = by_slider.get(role.slider)
            if part is None:
                continue
            self.used.setdefault(f"{role.slider} {role.name}", array)
            edges = role.what == "lines" and "mask" in array.name.lower()
            if edges or slider_named(array.name) not in (None, role.slider.name):
                self.notes.append(f"{array} holds {role.slider} {role.name}, despite its name")
            if role.mapping != part.mapping:
                said, is_wrong = order_of(array, role, part, self.pasted.texts)
                if is_wrong:
                    yield said
                else:
                    self.notes.append(said)
            for row, sentence in role.wrong_numbers(array):
                self._blame(row, sentence)

    def _likeliest(self, array: PastedArray, first: KnownContents) -> KnownContents:
        """Of interpretations with equal contents, the one that the array's name and place suggest.

        A list of starts may fit both sliders, or several orders of the squares.
        """
        orders = {part.slider: part.mapping for part in self.parts}
        tables = {part.slider: part.trial.array.table for part in self.parts}
        return max(
            (first, *first.others),
            key=lambda role: (
                slider_named(array.name) == role.slider.name,
                tables.get(role.slider) == array.table,
                orders.get(role.slider) == role.mapping,
                f"{role.slider} {role.name}" not in self.used,
            ),
        )

    @property
    def storage(self) -> str:
        """The storage, inferred from the arrays in the source."""
        has = {role.what for role in self.known.values()}
        if "lists of nibbles" in has:
            return "nibbles"
        if "lists of bytes-union" in has:
            return "bytes-union"
        if "lists of bytes" in has:
            return "bytes"
        if "lines" in has:
            return "union"
        numbers = {each.number for each in self.pasted.lengths} | self._long_lengths
        halves = {2 * count for count in ALL_SETS}
        lists = numbers & {*ALL_SETS, *halves} or any(map(_LIST.fullmatch, self.pasted.words))
        return "shorts" if lists and not self.magics_only else "direct"

    @property
    def _lengths(self) -> list[CodeNumber]:
        """The possible lengths; those without square brackets may be offsets in calls."""
        able = (each for each in self.pasted.lengths if each.number <= MOST_ENTRIES)
        listed_numbers = self._of_squares
        return [each for each in able if each.before or each.number not in listed_numbers]

    @property
    def _of_squares(self) -> set[int]:
        return {number for array in self.pasted.arrays for number in array.numbers}

    @property
    def _long_lengths(self) -> set[int]:
        return {len(each.numbers) for each in self.pasted.longs}

    def _offsets(self) -> Offsets | None:
        """Find the offsets listed in the source; None unless there are some for every part.

        Raises:
            ValueError: The sliders' slots collide in one array.
        """
        contents = STORAGES[self.storage].contents(all_keys())
        found = find_offsets(self.parts, self.arrays, contents)
        if found is None:
            return None
        self.used |= {f"{slider} offsets": array for slider, array in found.arrays.items()}
        for row, sentence in found.wrong.items():
            self._blame(row, sentence)
        for part in self.parts:
            if part.slider in found.arrays:
                for row, sentence in wrong_bases(part, found.arrays[part.slider]).items():
                    self._blame(row, sentence)
        if found.apart:
            base = shared_base([*found.arrays.values()], self.pasted.code)
            if base:
                names = " and ".join(map(str, found.arrays.values()))
                raise ValueError(
                    f"the offsets of {names} refer to one array, {base}, but both sliders' slots "
                    "collide there"
                )
            self.notes.append(_APART)
        if found.in_bytes:
            self.notes.append("the offsets are in bytes")
        return found if len(found.arrays) == len(self.parts) else None

    def _see_repeated(self) -> None:
        """Record redundant arrays and their errors, and errors in the keys of arrays."""
        used = {*map(str, self.used.values())}
        for part in self.parts:
            others = [array for array in self.arrays if str(array) not in used]
            for what, array, wrong in repeated(part, others):
                self.used.setdefault(f"{part.slider} {what}", array)
                for row, sentence in wrong.items():
                    self._blame(row, sentence)
            for role, own in self.used.items():
                if role.startswith(str(part.slider)) and isinstance(own, PastedArray):
                    for row, sentence in wrong_keys(part, own).items():
                        self._blame(row, sentence)

    def _see_misfits(self) -> Iterator[str]:
        """Yield errors in arrays that are wrong on too many squares to be recognised."""
        used = {*map(str, self.used.values())}
        others = [array for array in self.arrays if str(array) not in used]
        for part in self.parts:
            if part.kind in KINDS:
                yield from misfits(part, others)

    def _check_magics(self) -> None:
        """Check each magic independently.

        Raises:
            CollisionError: A number is not a magic; the message gives its position, and the other
                squares whose numbers are not magics.
        """
        failed: list[tuple[CollisionError, int, SliderPart]] = []
        for part in self.parts:
            if part.kind not in KINDS:
                continue
            for square in range(64):
                bits, least = int(part.index_bits.by_square[square]), int(part.trial.least[square])
                row = row_of(part.slider, square)
                if row in self.wrong or 0 < least <= bits:
                    continue
                magic = Magic(
                    part.slider, square, part.kind, bits or 1, int(part.trial.factors[square])
                )
                try:
                    magic.check()
                except CollisionError as error:
                    failed.append((error, row, part))
                    continue
                if part.trial.kind == "black-group":
                    where = part.trial.array.number(part.index_of(square))
                    number = f"{magic.magic:#018x}"
                    self._blame(
                        row, f"{row_name(row)}: {where}, {number}, collides with other squares"
                    )
        if failed:
            first, row, part = failed[0]
            also = [row_name(row) for _, row, _ in failed[1:]]
            said = [*self._places(row, part), *([f"also wrong: {listed(also)}"] if also else [])]
            said += [text for row in sorted(self.wrong) for text in self.wrong[row]]
            first.found = "; ".join([*said, *self.findings().lines()])
            raise first

    def _places(self, row: int, part: SliderPart) -> Iterator[str]:
        """Describe the position of a wrong magic in the source, and count the correct magics."""
        place = part.index_of(row % 64)
        right = " and ".join(f"{each.working} of 64 {each.slider} magics" for each in self.parts)
        factor = int(part.trial.factors[row % 64])
        yield f"{row_name(row)} is {part.trial.array.number(place)}, {factor:#018x}"
        yield f"{right} are correct"
