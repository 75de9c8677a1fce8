"""Parts explain themselves: what parts made up here say is told without a change to the package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

import magicbb as mb
from magicbb.compile import Bytes, Word, Words, gathering, kernel
from magicbb.explanations.explorer.scheme_modules import module_of
from magicbb.explanations.steps import steps_of
from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import row_of, walk
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.hashing import Hash
from magicbb.recipes.layout.concatenated import Concatenated
from magicbb.recipes.notes import NO_NOTES, Note, Notes, explained, notes_of
from magicbb.recipes.rivals import RIVALS
from magicbb.recipes.rivals.rays import Rays
from magicbb.recipes.scheme import Scheme
from magicbb.tables.rival_table import RivalTable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic
    from magicbb.recipes.storage.storage import Storage

    MakeStorage: TypeAlias = Callable[..., Storage]

_ONE = Word(1)

STIRRED = {
    "mask": Note("Seen", "Squares made up to be looked at."),
    "spoon": Note("Spoon", "A word made up to stir with."),
    "number": Note("Number", "The blockers, counted."),
    "index": Note("Stirred", "Numbers made up to be mixed."),
}
TURNED = {
    "entry": Note("Hidden", "What it cannot reach."),
    "attacks": Note("Attacks", "The others."),
}


@dataclass(frozen=True)
class Stirred(Hash):
    """A hash without magics, whose numbers of blockers are mixed by a word of the square."""

    name: str = "stirred"
    kind: str | None = None
    words: tuple[str, ...] = ("mask", "spoon")
    joint: bool = False
    search: None = None
    is_explained: bool = True

    def bits(self, slider: Slider, square: int) -> int:
        return slider.mask(square).bit_count()

    def record(self, slider: Slider, square: int, magic: Magic | None) -> tuple[int, ...]:
        assert magic is None
        return (slider.mask(square), square % 8)

    def index(
        self,
        slider: Slider,  # noqa: ARG002
        column: Mapping[str, Word],
    ) -> Callable[[Words, Word, Word, Word], Word]:
        mask, spoon = column["mask"], column["spoon"]
        gather = gathering(software=False)

        @kernel
        def stir(parameters: Words, start: Word, _square: Word, occupied: Word) -> Word:
            number = gather(occupied, parameters[start + mask])
            return number ^ parameters[start + spoon]

        return explained("index", **STIRRED)(stir) if self.is_explained else stir


@dataclass(frozen=True)
class Moved(Concatenated):
    """A layout that leaves the first slot free."""

    name: str = "moved"

    def slot(
        self,
        slider: Slider,  # noqa: ARG002
        column: Mapping[str, Word],
    ) -> Callable[[Words, Word, Word, Word], Word]:
        offset = column["offset"]

        @explained(
            offset=Note("Before", "What is made up to stand before."),
            slot=Note("Place", "A place."),
        )
        @kernel
        def move(parameters: Words, start: Word, _square: Word, index: Word) -> Word:
            return parameters[start + offset] + index

        return move


@dataclass(frozen=True)
class Strolled(Rays):
    """A rival that walks, too."""

    name: str = "strolled"

    def attacks_kernel(self, slider: Slider) -> Callable[[Words, Bytes, Words, Word, Word], Word]:
        first = Word(row_of(slider, 0))

        @explained(corner=Note("Corner", "A corner made up."), attacks=Note("Attacks", "A stroll."))
        @kernel
        def stroll(
            _parameters: Words, slots: Bytes, _attack_sets: Words, square: Word, occupied: Word
        ) -> Word:
            corner = occupied | _ONE
            return walk(slots, first + square, corner & occupied)

        return stroll


def told(recipe: Any) -> dict[str, tuple[str, str]]:
    """Title and sentence of each step of a rook's look-up."""
    return {step.key: (step.title, step.sentence) for step in steps_of(recipe, mb.ROOK)}


class TestPartsMadeUpHere:
    """A part and its notes are all that is needed."""

    def test_a_hash_a_layout_and_a_storage(self, inverted: MakeStorage) -> None:
        assert told(Scheme(Stirred(), Moved(), inverted(notes=TURNED))) == {
            **STIRRED,
            "offset": ("Before", "What is made up to stand before."),
            "slot": ("Place", "A place."),
            **TURNED,
        }

    def test_a_rival(self) -> None:
        assert told(Strolled()) == {
            "corner": ("Corner", "A corner made up."),
            "attacks": ("Attacks", "A stroll."),
        }
        explanation = mb.explain(RivalTable(Strolled()), "rook", "d4", 0x8080008000800)
        assert "A corner made up." in explanation.text()

    def test_they_are_in_text_data_and_on_the_page(self, inverted: MakeStorage) -> None:
        table = mb.build(Scheme(Stirred(), Moved(), inverted(notes=TURNED)))
        explanation = mb.explain(table, "rook", "d4", 0x8080008000800)
        data = {step["key"]: step["sentence"] for step in explanation.to_dict()["steps"]}
        page = module_of(CATALOGUE["fancy"], table, "none")
        for key, (_title, sentence) in STIRRED.items():
            assert sentence in explanation.text()
            assert data[key] == sentence
            assert f'"sentence": "{sentence}"' in page

    def test_what_says_nothing_is_described_by_what_it_does(self, inverted: MakeStorage) -> None:
        steps = told(Scheme(Stirred(is_explained=False), "concatenated", inverted()))
        assert steps["spoon"] == ("Spoon", "A number stored for the square.")
        assert steps["number"] == (
            "Number",
            "The bits under a mask, packed together: pext(occupied, mask).",
        )
        assert steps["entry"] == ("Entry", "The content of the slot: table[slot].")
        assert steps["attacks"] == ("Attacks", "All bits inverted: ~entry.")


class TestShippedParts:
    """The parts of the package."""

    def test_say_something_of_every_step(self, combination: Scheme) -> None:
        for slider in SLIDERS:
            self.check(combination, slider)

    @pytest.mark.parametrize("name", [*CATALOGUE])
    def test_of_the_catalogue(self, name: str) -> None:
        for slider in SLIDERS:
            self.check(CATALOGUE[name].scheme, slider)

    @pytest.mark.parametrize(
        ("kind", "key", "title"),
        [("white", "blockers", "Blockers"), ("black", "input", "Filled board")],
    )
    def test_name_the_board_that_is_multiplied(self, kind: str, key: str, title: str) -> None:
        steps = {step.key: step.title for step in steps_of(Scheme(kind, "concatenated"), mb.ROOK)}
        assert steps[key] == title

    @staticmethod
    def check(recipe: Any, slider: Slider) -> None:
        for step in steps_of(recipe, slider):
            assert step.sentence != "A number stored for the square.", step
            assert step.formula not in step.sentence or step.is_kept, step


class TestNotes:
    """Notes beside a kernel."""

    def test_are_no_part_of_what_is_compiled(self) -> None:
        def squares(occupied: Word) -> Word:
            return occupied

        plain, noted = kernel(squares), explained("all", all=Note("All", "."))(kernel(squares))
        assert plain.fingerprint == noted.fingerprint  # type: ignore[attr-defined]
        assert notes_of(noted) == Notes({"all": Note("All", ".")}, "all")

    def test_there_need_be_none(self) -> None:
        @kernel
        def squares(occupied: Word) -> Word:
            return occupied

        assert notes_of(squares) is NO_NOTES

    def test_the_innermost_kernel_comes_first(self) -> None:
        steps = {step.key: step.title for step in steps_of(RIVALS["kindergarten"], mb.ROOK)}
        assert steps["file"] == "File number, file"  # and not that of the look-up around it, "File"
