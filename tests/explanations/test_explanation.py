"""An explanation: its values, its text, its picture, and what is refused."""

from __future__ import annotations

import copy
import json
import pickle
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.lookup.keys import PLACES, Keys, row_of
from magicbb.recipes.rivals import RIVALS

if TYPE_CHECKING:
    from magicbb.explanations.explanation import Explanation

OCCUPIED = mb.geometry.parse_diagram("""
    . . . . 1 . . .
    . . . 1 . . . .
    . . . . . . . .
    . . . 1 . . 1 .
    . 1 . . 1 . . .
    . . . . . . . .
    . . . 1 . . . .
    1 . . . . . . .
""")
SCHEMES = ["fancy", "densest-shared", "magic-32", "pext-16", "offset-in-magic", *RIVALS]


@pytest.fixture(scope="module", params=SCHEMES)
def explanation(request: pytest.FixtureRequest) -> Explanation:
    """Look-ups by tables of different ways."""
    return mb.explain(mb.build(request.param), "rook", "d4", OCCUPIED)


class TestExplain:
    """What `explain` returns."""

    def test_the_attacks_are_the_tables(self, explanation: Explanation) -> None:
        assert explanation.attacks == explanation.table.rook_attacks("d4", OCCUPIED)

    def test_values_by_key(self, fancy: mb.Table) -> None:
        explanation = mb.explain(fancy, mb.ROOK, 27, OCCUPIED)
        assert explanation["blockers"] == OCCUPIED & mb.ROOK.mask(27)
        product = explanation["blockers"] * explanation["magic"] % 2**64
        assert explanation["index"] == product >> explanation["shift"]

    def test_a_negative_offset_is_shown_as_one(self) -> None:
        table = mb.build("densest-fixed-black")
        offsets = table.offsets
        assert offsets
        row = next(row for row, offset in enumerate(offsets) if offset < 0)
        slider = mb.ROOK if row < 64 else mb.BISHOP
        stages = mb.explain(table, slider, row % 64, 0).stages
        assert {stage.number for stage in stages if stage.step.key == "offset"} == {offsets[row]}

    def test_numbers_of_numpy_are_taken(self, fancy: mb.Table) -> None:
        explanation = mb.explain(fancy, "bishop", np.int64(3), np.uint64(2**63))
        assert explanation.attacks == mb.bishop_attacks(3, 2**63)

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (("queen", 0, 0), 'piece must be "rook" or "bishop"'),
            (("king", 0, 0), 'piece must be "rook" or "bishop"'),
            (("rook", 64, 0), "square must be 0..63"),
            (("rook", 0, 2**64), "occupied must be an integer"),
        ],
    )
    def test_what_is_out_of_range(
        self, fancy: mb.Table, arguments: tuple[Any, ...], sentence: str
    ) -> None:
        with pytest.raises(ValueError, match=sentence):
            mb.explain(fancy, *arguments)

    def test_pieces_elsewhere(self, fancy: mb.Table) -> None:
        with pytest.raises(ValueError, match="stand on exactly the occupied squares 0x1,"):
            mb.explain(fancy, "rook", 0, 1, pieces={1: "N"})

    @pytest.mark.parametrize(
        ("pieces", "error"),
        [
            ({"a1": "z"}, ValueError),
            ({"a1": "pp"}, ValueError),
            ({0: 5}, TypeError),
            ("p", TypeError),
        ],
    )
    def test_wrong_pieces(self, fancy: mb.Table, pieces: Any, error: type[Exception]) -> None:
        with pytest.raises(error, match="pieces must map squares to letters of PNBRQKpnbrqkx"):
            mb.explain(fancy, "rook", 0, 1, pieces=pieces)

    def test_pieces_by_name(self, fancy: mb.Table) -> None:
        by_name = mb.explain(fancy, "rook", 0, 0x100, pieces={"a2": "p"})
        assert by_name.text() == mb.explain(fancy, "rook", 0, 0x100, pieces={8: "p"}).text()

    def test_no_table(self) -> None:
        with pytest.raises(TypeError, match=r"table must be a table, .* got 'fancy'"):
            mb.explain("fancy", "rook", 0, 0)  # type: ignore[arg-type]


class TestShowing:
    """Text, JSON and picture."""

    @pytest.mark.parametrize("width", [60, 80, 200])
    def test_no_line_is_too_long(self, explanation: Explanation, width: int) -> None:
        assert max(map(len, explanation.text(width).splitlines())) <= width

    def test_the_text_has_all_numbers(self, explanation: Explanation) -> None:
        text = str(explanation)
        for stage in explanation.stages:
            number = stage.step.kind == "number"
            assert (f"{stage.number:,}" if number else f"{stage.value:#018x}") in text

    def test_bits_that_are_taken_are_digits(self, fancy: mb.Table) -> None:
        explanation = mb.explain(fancy, "bishop", "a1", 0x200)
        lines = explanation.text().splitlines()
        column = next(line.index("4 Product") for line in lines if "4 Product" in line)
        (title,) = (place for place, line in enumerate(lines) if "4 Product" in line)
        drawn = [line[column : column + 15].split() for line in lines[title + 1 : title + 9]]
        bits = "".join("".join(reversed(row)) for row in drawn)
        assert int(bits[:6], 2) == explanation["index"]
        assert {*bits[6:]} == {"x", "."}

    def test_json_has_the_same_numbers(self, explanation: Explanation) -> None:
        read = json.loads(json.dumps(explanation.to_dict()))
        assert int(read["attacks"], 0) == explanation.attacks
        for shown, stage in zip(read["steps"], explanation.stages, strict=True):
            value = shown["value"]
            number = int(value, 0) if isinstance(value, str) else value
            assert (shown["key"], number % 2**64) == (stage.step.key, stage.value)

    def test_the_picture_is_well_formed(self, explanation: Explanation) -> None:
        root = ET.fromstring(explanation._repr_svg_())  # noqa: S314 (our own)
        titles = [title.text or "" for title in root.iter("{http://www.w3.org/2000/svg}title")]
        assert titles[0].startswith("rook on d4 by ")
        boards = [each for each in explanation.steps if each.kind != "number"]
        assert len(titles) > len(boards)

    def test_the_picture_is_saved_whole(self, explanation: Explanation, tmp_path: Any) -> None:
        explanation.save(tmp_path / "chain.svg")
        assert (tmp_path / "chain.svg").read_text() == explanation.svg()

    def test_the_repr_is_short(self, fancy: mb.Table) -> None:
        shown = repr(mb.explain(fancy, "rook", "d4", 0))
        assert shown.startswith("<Explanation: rook on d4 by fancy: white hash")


class TestSharing:
    """Who else comes to the slot."""

    def test_constructive_collisions(self, keys: Keys) -> None:
        table = mb.build("densest")
        slots = table.scheme.slots_of_keys(table.parameters, keys)
        part = keys.of_row(row_of(mb.ROOK, 0))
        _, first, counts = np.unique(slots[part], return_index=True, return_counts=True)
        blockers = int(keys.blockers[part][first[counts.argmax()]])
        sharing = mb.explain(table, "rook", "a1", blockers).sharing
        assert sharing
        assert sharing.here == counts.max() > 1
        assert sharing.example is not None
        assert sharing.example in keys.blockers[part][slots[part] == sharing.slot]
        assert sharing.example != blockers
        assert mb.rook_attacks("a1", sharing.example) == mb.rook_attacks("a1", blockers)

    def test_other_squares(self, keys: Keys) -> None:
        table = mb.build("shared")
        slots = table.scheme.slots_of_keys(table.parameters, keys)
        sharing = mb.explain(table, "rook", "a1", 0).sharing
        assert sharing
        rows = keys.rows[slots == sharing.slot]
        assert {*sharing.others} == {*rows.tolist()} - {0}
        assert sharing.names == ["rook b2"]
        assert sum(sharing.others.values()) + sharing.here == len(rows)

    @pytest.mark.parametrize(
        ("scheme", "why"),
        [
            ("shared", "each square reads only its own lines from it"),
            ("pext/overlapped/bytes", "its content is correct for all of them"),  # the same number
        ],
    )
    def test_why_other_squares_may_come(self, scheme: str, why: str, keys: Keys) -> None:
        table = mb.build(scheme)
        slots = table.scheme.slots_of_keys(table.parameters, keys)
        for row in range(len(PLACES)):
            own = keys.of_row(row)
            shared = np.isin(slots[own], np.delete(slots, np.r_[own]))
            if shared.any():
                break
        blockers = int(keys.blockers[own][shared][0])
        text = " ".join(str(mb.explain(table, *PLACES[row], blockers)).split())
        assert f" this slot, too: {why}." in text

    def test_pext_has_no_collisions(self) -> None:
        explanation = mb.explain(mb.build("pext"), "rook", "a1", OCCUPIED)
        sharing = explanation.sharing
        assert sharing
        assert (sharing.here, sharing.example, sharing.others) == (1, None, {})
        assert "No other square uses this slot." in str(explanation)

    @pytest.mark.parametrize("rival", RIVALS)
    def test_rivals_have_none(self, rival: str) -> None:
        explanation = mb.explain(mb.build(rival), "rook", "a1", OCCUPIED)
        assert explanation.sharing is None
        assert "slot" not in str(explanation).split("Attacks")[-1] or rival == "hyperbola"


def test_an_explanation_can_be_copied_and_pickled() -> None:
    explanation = mb.explain(mb.build("fancy"), "rook", "a1", 0x10100, pieces={8: "p", 16: "N"})
    for other in (copy.deepcopy(explanation), pickle.loads(pickle.dumps(explanation))):  # noqa: S301
        assert other == explanation
        assert hash(other) == hash(explanation)
        assert str(other) == str(explanation)
