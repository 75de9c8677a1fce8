"""The codec: what is written is read again, and what is wrong is named with its path."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import pytest

from magicbb.geometry.squares import parse_square, square_name
from magicbb.research.codec import (
    DECIMAL,
    FLAT,
    ROW,
    SPARSE,
    Absent,
    FormatError,
    Hex,
    Key,
    OneOf,
    Range,
    Said,
    read,
    require,
    write,
)


@dataclass(frozen=True)
class Word:
    row: Annotated[int, Range(0, 128), Key("r")]
    factor: Annotated[int, Hex()]


@dataclass(frozen=True)
class Place:
    word: Annotated[Word, FLAT]
    square: Annotated[int, Said(square_name, parse_square)]
    short: Annotated[int, Hex(0)] | None = None


@dataclass(frozen=True)
class Sheet:
    kind: Annotated[str, OneOf(("white", "black"))]
    places: tuple[Annotated[Place, ROW], ...]
    nodes: float
    numbers: Annotated[Word, DECIMAL]
    maybe: Annotated[Word | None, FLAT] = None
    draft: Annotated[bool, SPARSE] = False
    note: str | None = None


@dataclass(frozen=True)
class Grown:
    depth: int
    ahead: Annotated[int, SPARSE] = 0


@dataclass(frozen=True)
class Tree:
    rows: tuple[Annotated[Grown, ROW], ...]


@dataclass(frozen=True)
class Renamed:
    piece: Annotated[str, Key(former="slider")]
    bits: int = 4


@dataclass(frozen=True)
class Claimed:
    claim: Annotated[Renamed, FLAT]
    magic: Annotated[int, Key(former="factor")] = 7


@dataclass(frozen=True)
class Nothing:
    """It has no fields."""


@dataclass(frozen=True)
class Halved:
    half: int


@dataclass(frozen=True)
class Even:
    number: int

    WIRE: ClassVar = Halved

    def to_wire(self) -> Halved:
        return Halved(self.number // 2)

    @classmethod
    def from_wire(cls, halved: Halved) -> Even:
        require(halved.half >= 0, "half", "from 0 on", halved.half)
        return cls(2 * halved.half)


SHEET = Sheet("white", (Place(Word(5, 255), 0), Place(Word(6, 2**64 - 1), 63, 7)), 1.5, Word(1, 16))

WRITTEN = {
    "kind": "white",
    "places": [[5, "0x00000000000000ff", "a1", None], [6, "0xffffffffffffffff", "h8", "0x7"]],
    "nodes": 1.5,
    "numbers": {"r": 1, "factor": 16},
    "note": None,
}

MAYBE = {"r": 9, "factor": "0x0000000000000001"}


def test_every_form_is_written_in_the_order_of_the_fields() -> None:
    assert json.dumps(write(Sheet, SHEET)) == json.dumps(WRITTEN)


@pytest.mark.parametrize("draft", [False, True])
def test_what_is_written_is_read(draft: bool) -> None:
    sheet = Sheet("black", SHEET.places, 0.0, Word(0, 0), Word(9, 1), draft, "x")
    written = write(Sheet, sheet)
    assert ("draft" in written) == draft
    assert MAYBE.items() <= written.items()
    assert read(Sheet, json.loads(json.dumps(written)), "it") == sheet


def test_a_field_with_a_default_may_be_missing() -> None:
    less = {name: value for name, value in WRITTEN.items() if name != "note"}
    assert read(Sheet, {**less, **MAYBE}, "it").note is None


@dataclass(frozen=True)
class Formed:
    form: Annotated[int, Absent(1)] = 3


@pytest.mark.parametrize(("form", "written"), [(1, {}), (2, {"form": 2}), (3, {"form": 3})])
def test_what_is_absent_has_another_value_than_the_default(form: int, written: object) -> None:
    assert write(Formed, Formed(form)) == written
    assert read(Formed, written, "it") == Formed(form)


@pytest.mark.parametrize("fields", [{"slider": "rook"}, {"piece": "rook"}])
def test_a_field_is_read_by_its_former_name_too(fields: dict[str, Any]) -> None:
    assert read(Renamed, fields, "it") == Renamed("rook")
    assert read(Claimed, {**fields, "factor": 9}, "it") == Claimed(Renamed("rook"), 9)
    kinds: Any = Claimed | Halved
    assert read(kinds, {**fields, "factor": 9, "bits": 5}, "it").claim.bits == 5
    assert write(Claimed, Claimed(Renamed("rook"))) == {"piece": "rook", "bits": 4, "magic": 7}
    assert fields.keys() <= {"slider", "piece"}  # what is read stays as it is


def test_a_field_by_both_names_is_one_too_many() -> None:
    with pytest.raises(FormatError, match=r"^it has an unknown field, 'slider'$"):
        read(Renamed, {"piece": "rook", "slider": "rook"}, "it")
    with pytest.raises(FormatError, match=r"^it has no piece$"):
        read(Renamed, {"bits": 4}, "it")


@pytest.mark.parametrize("value", [Nothing(), Halved(3), Even(4)])
def test_one_of_several_is_told_by_its_fields(value: object) -> None:
    union: Any = Nothing | Halved | Place
    kinds: Any = Even if isinstance(value, Even) else union
    assert read(kinds, write(kinds, value), "it") == value


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"kind": "grey"}, 'the sheet\'s kind must be "white" or "black", got \'grey\''),
    ({"kind": []}, 'the sheet\'s kind must be "white" or "black", got []'),
    ({"places": {}}, "the sheet's places must be a list, got {}"),
    ({"places": [7]}, "the sheet's places[0] must be a list of r, factor, square, short, got 7"),
    ({"places": [[1, "0x1"]]}, "the sheet's places[0] must be a list of r, factor, square, short,"),
    ({"nodes": "1"}, "the sheet's nodes must be a number, got '1'"),
    ({"nodes": True}, "the sheet's nodes must be a number, got True"),
    ({"nodes": float("nan")}, "the sheet's nodes must be a number, got nan"),
    ({"numbers": 7}, "the sheet's numbers must be an object, got 7"),
    ({"numbers": {"r": 1}}, "the sheet has no numbers.factor"),
    ({"numbers": {"r": 1, "factor": 2, "x": 3}}, "the sheet has an unknown field, 'numbers.x'"),
    ({"numbers": {"r": 128, "factor": 2}}, "the sheet's numbers.r must be 0..127, got 128"),
    ({"numbers": {"r": -1, "factor": 2}}, "the sheet's numbers.r must be 0..127, got -1"),
    ({"numbers": {"r": 1, "factor": 2**64}}, "the sheet's numbers.factor must be 0..2**64 - 1,"),
    ({"numbers": {"r": 1, "factor": "0x1"}}, "the sheet's numbers.factor must be 0..2**64 - 1,"),
    ({"draft": 1}, "the sheet's draft must be true or false, got 1"),
    ({"note": 5}, "the sheet's note must be a text, got 5"),
    ({"row": 5}, "the sheet has an unknown field, 'row'"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG)
def test_what_is_wrong_is_named(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(Sheet, {**WRITTEN, **MAYBE, **change}, "the sheet")
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        (0, True, "the sheet's places[1].r must be 0..127, got True"),
        (
            1,
            "0xFF",
            'the sheet\'s places[1].factor must be less than 2**64, as "0x" and 16',
        ),
        (1, "0x" + "0" * 15 + "g", "the sheet's places[1].factor must be less than 2**64,"),
        (1, "0x1" + "0" * 16, "the sheet's places[1].factor must be less than 2**64,"),
        (1, 5, "the sheet's places[1].factor must be less than 2**64,"),
        (2, "i9", "the sheet's places[1]: square must be"),
        (2, 5, "the sheet's places[1].square must be a text, got 5"),
        (
            3,
            "0x07",
            'the sheet\'s places[1].short must be less than 2**64, as "0x" and unpadded',
        ),
    ],
)
def test_what_is_wrong_in_a_row_is_named(place: int, value: Any, sentence: str) -> None:
    rows = json.loads(json.dumps(WRITTEN["places"]))
    rows[1][place] = value
    with pytest.raises(FormatError) as caught:
        read(Sheet, {**WRITTEN, **MAYBE, "places": rows}, "the sheet")
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("missing", ["kind", "places", "nodes", "numbers", "r", "factor"])
def test_what_is_missing_is_named(missing: str) -> None:
    fields = {name: value for name, value in {**WRITTEN, **MAYBE}.items() if name != missing}
    with pytest.raises(FormatError, match=f"^the sheet has no {missing}$"):
        read(Sheet, fields, "the sheet")


def test_what_is_none_of_several_is_refused() -> None:
    kinds: Any = Nothing | Halved
    values: list[object] = [{"half": 1, "x": 2}, {"x": 2}, 7, []]
    for value in values:
        with pytest.raises(FormatError, match=r"^it must be an object of \(\) or \(half\), got"):
            read(kinds, value, "it")


def test_what_stands_for_another_is_checked_in_its_words() -> None:
    with pytest.raises(FormatError, match=r"^it's half must be from 0 on, got -1$"):
        read(Even, {"half": -1}, "it")


@pytest.mark.parametrize("value", [None, 7, "x", [], True])
def test_what_is_no_object_is_refused(value: object) -> None:
    with pytest.raises(FormatError, match=r"^the sheet must be an object, got"):
        read(Sheet, value, "the sheet")


def test_unknown_fields_may_be_passed_over_at_any_depth() -> None:
    more = {**WRITTEN, **MAYBE, "x": 1, "numbers": {**MAYBE, "factor": 1, "y": True}}
    assert read(Sheet, more, "it", loose=True).numbers == Word(9, 1)


def test_the_last_field_of_a_row_may_be_omitted_if_it_has_its_default() -> None:
    tree = Tree((Grown(3), Grown(4, 1)))
    written = {"rows": [[3], [4, 1]]}
    assert write(Tree, tree) == written
    assert read(Tree, written, "it") == tree
    for row in ([], [3, 2, 1]):
        with pytest.raises(FormatError, match="must be a list of depth, ahead"):
            read(Tree, {"rows": [row]}, "it")


def test_no_other_field_of_a_row_can_be_omitted() -> None:
    @dataclass(frozen=True)
    class Gapped:
        ahead: Annotated[int, SPARSE] = 0
        depth: int = 3

    with pytest.raises(TypeError, match=r"^Gapped: only the last field of a row can be omitted$"):
        write(Annotated[Gapped, ROW], Gapped())
