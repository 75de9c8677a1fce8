"""Parts that are made up here go through all languages, with no change to any template.

A hash that counts its index from the other end; 16-bit words under a veil and attack sets in two
halves as storage, beside what is not attacked.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.compile import Shorts, Word, Words, gathering, kernel, scattering
from magicbb.exports.languages import language_names, parse_language
from magicbb.exports.source import export
from magicbb.lookup.keys import PLACES, ROWS
from magicbb.recipes.hashing.hash import Hash
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.storage.compressed import Compressed
from magicbb.recipes.storage.storage import Contents, Storage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.keys import Keys
    from magicbb.magics.magic import Magic
    from magicbb.recipes.kernel_types import Columns, IndexKernel, ReadKernel, StoredKernel

_ONE, _EIGHT, _BYTE = Word(1), Word(8), Word(0xFF)
_LOWER = np.uint64(0xFFFFFFFF)

PROGRAM = f"107648 keys, checksum {0x3E98B4AAE632478B:#018x}\n"


@dataclass(frozen=True)
class Mirrored(Hash):
    """PEXT, counted from the highest index down."""

    name = "mirrored"
    words = ("mask", "width")

    def record(
        self,
        slider: Slider,
        square: int,
        magic: Magic | None,  # noqa: ARG002
    ) -> tuple[int, ...]:
        return (slider.mask(square), self.bits(slider, square))

    def index(self, slider: Slider, column: Columns) -> IndexKernel:  # noqa: ARG002
        mask, width = column["mask"], column["width"]
        gather = gathering()

        @kernel
        def index(parameters: Words, start: Word, _square: Word, occupied: Word) -> Word:
            last = (_ONE << parameters[start + width]) - _ONE
            return last - gather(occupied, parameters[start + mask])

        return index


@dataclass(frozen=True)
class Veiled(Storage):
    """16 bits per slot, each under a veil of its square's."""

    name = "veiled"
    words = ("lines", "veil")
    memory = "Shorts"
    fill = "computed"

    def contents(self, keys: Keys) -> Contents:
        plain = Compressed().contents(keys)
        veils = [(0x5A5A + 257 * row) & 0xFFFF for row in range(ROWS)]
        values = plain.values ^ np.array(veils, np.uint64)[keys.rows]
        words = tuple((*lines, veil) for lines, veil in zip(plain.words, veils, strict=True))
        return Contents(values, words=words)

    def attacks(self, column: Columns) -> ReadKernel:
        lines, veil = column["lines"], column["veil"]
        scatter = scattering()

        @kernel
        def read_veiled(
            slots: Shorts, _attack_sets: Words, parameters: Words, start: Word, slot: Word
        ) -> Word:
            squeezed = Word(slots[slot]) ^ parameters[start + veil]
            return scatter(squeezed, parameters[start + lines])

        return read_veiled

    def stored(self, column: Columns) -> StoredKernel:
        lines, veil = column["lines"], column["veil"]
        gather = gathering()

        @kernel
        def veiled(parameters: Words, start: Word, attacks: Word) -> Word:
            mask = gather(attacks, parameters[start + lines])  # a name that fills have, too
            return mask ^ parameters[start + veil]

        return veiled


@dataclass(frozen=True)
class Halved(Storage):
    """Two bytes per slot: the numbers of the attacks' lower and upper half in lists of halves."""

    name = "halved"
    words = ("lower", "upper")
    memory = "Shorts"

    def contents(self, keys: Keys) -> Contents:
        values = np.zeros(len(keys.blockers), np.uint64)
        lists = []
        for row in range(ROWS):
            part = keys.of_row(row)
            for half, place in ((_LOWER, 0), (~_LOWER, 8)):
                sets, numbers = np.unique(keys.attacks[part] & half, return_inverse=True)
                values[part] |= numbers.astype(np.uint64) << np.uint64(place)
                lists.append(sets)
        *starts, _end = accumulate((len(sets) for sets in lists), initial=0)
        words = tuple(zip(starts[::2], starts[1::2], strict=True))
        return Contents(values, attack_sets=np.concatenate(lists), words=words)

    def attacks(self, column: Columns) -> ReadKernel:
        lower, upper = column["lower"], column["upper"]

        @kernel
        def read_halves(
            slots: Shorts, attack_sets: Words, parameters: Words, start: Word, slot: Word
        ) -> Word:
            both = Word(slots[slot])
            ahead = attack_sets[parameters[start + upper] + (both >> _EIGHT)]
            return ahead | attack_sets[parameters[start + lower] + (both & _BYTE)]

        return read_halves


@pytest.fixture(scope="module")
def schemes(inverted: Callable[..., Storage]) -> dict[str, Scheme]:
    return {
        "mirrored": Scheme(Mirrored(), "concatenated", Veiled()),
        "veiled": Scheme("white", "concatenated", Veiled()),
        "halved": Scheme(Mirrored(), "concatenated", Halved()),
        "inverted": Scheme("white", "concatenated", inverted()),
    }


WAYS = [("mirrored", "init"), ("halved", "static"), ("inverted", "init"), ("veiled", "const")]
DEAR = {"cpp", "csharp", "go", "java", "python", "typescript", "typescript-pairs", "zig"}
"""Languages whose programs take seconds; their templates run with published schemes."""


def programs() -> Iterator[Any]:
    """All languages, with each storage in one of the ways that a program can have its table.

    In the quick suite each language that is not dear has one of them, in turn.
    """
    for number, language in enumerate(language_names()):
        for place, (scheme, tables) in enumerate(WAYS):
            if tables != "const" or parse_language(language).settings["tables"]["const"] is True:
                quick = place == number % 3 and language not in DEAR
                marks = [] if quick else [pytest.mark.slow]
                yield pytest.param(language, scheme, tables, marks=marks)


@pytest.mark.parametrize(("language", "scheme", "tables"), [*programs()])
def test_a_program_finds_all_keys_right(
    language: str,
    scheme: str,
    tables: str,
    schemes: dict[str, Scheme],
    run_program: Callable[[str, str], str],
) -> None:
    table: Any = mb.build(schemes[scheme], seed=1)
    source = export(table, language, tables=tables, self_test=True)
    assert run_program(language, source) == PROGRAM


@pytest.mark.slow
def test_storage_that_nobody_else_can_fill_is_static(schemes: dict[str, Scheme]) -> None:
    table: Any = mb.build(schemes["halved"])
    assert export(table, "c") == export(table, "c", tables="static")
    with pytest.raises(ValueError, match="halved storage does not define how a program fills"):
        export(table, "c", tables="init")


def test_every_square_has_a_veil(schemes: dict[str, Scheme]) -> None:
    table: Any = mb.build(schemes["veiled"])
    assert len({*table.parameters[:, -1].tolist()}) == len(PLACES)
