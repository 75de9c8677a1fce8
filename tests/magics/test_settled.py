"""What is settled, and that whoever searches asks first."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.files import DATA, rows_of
from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.geometry.squares import square_name
from magicbb.lookup.keys import PLACES
from magicbb.magics.files import shipped
from magicbb.magics.settled import settled
from magicbb.research.campaigns.works.find import worth_searching
from magicbb.research.proofs.reading import shipped_names, shipped_proof

if TYPE_CHECKING:
    from pathlib import Path

E1 = (BISHOP, mb.geometry.parse_square("e1"))


def fewer(slider: mb.geometry.Slider, square: int) -> int:
    return slider.mask(square).bit_count() - 1


def test_every_magic_that_answers_is_one() -> None:
    for kind in ("white", "black"):
        for place in PLACES:
            known = settled(*place, kind, fewer(*place))
            if known is not None and known.magic is not None:
                known.magic.check()
                assert known.status == "exists"


@pytest.mark.parametrize("name", [*(DATA / "densest").glob("*.csv")], ids=lambda path: path.stem)
def test_what_the_densest_tables_prove_is_known_without_them(name: Path) -> None:
    """Tables are replaced by denser ones, but what exists goes on existing."""
    for row in shipped(f"densest/{name.stem}"):
        magic = row.magic
        if magic.bits < magic.mask.bit_count():
            known = settled(magic.piece, magic.square, magic.kind, magic.bits)
            assert known is not None
            assert (known.status, known.magic is None) == ("exists", False), "data/dense-black.csv"


def test_of_white_ones_what_is_open_are_the_rooks_on_two_ranks() -> None:
    still_open = [place for place in PLACES if settled(*place, "white", fewer(*place)) is None]
    names = {square: f"rook-{name_of(square)}" for square in range(16)}
    settled_by_search = {square for square in names if names[square] in shipped_names()}
    proved = {square for square in settled_by_search if shipped_proof(names[square]).magics == 0}
    assert 8 in proved
    found = {row.magic.square for row in shipped("dense") if row.magic.piece == ROOK} & {*range(16)}
    assert found.isdisjoint(proved)
    assert still_open == [(ROOK, square) for square in range(16) if square not in proved | found]


def name_of(square: int) -> str:
    """The end of the name of the proof that there is no white rook magic with one bit fewer."""
    return f"{square_name(square)}-white-{fewer(ROOK, square)}"


def test_the_proofs_are_those_that_ship() -> None:
    rows = {
        f"{row['piece']}-{row['square']}-{row['kind']}-{row['bits']}": row
        for row in rows_of(DATA / "proofs" / "proofs.csv")
    }
    assert sorted(rows) == shipped_names()
    for name, row in rows.items():
        proof = shipped_proof(name)
        assert (int(row["magics"]), int(row["nodes"])) == (proof.magics, proof.total)


def test_what_is_known_of_some_bits_holds_for_others() -> None:
    assert settled(*E1, "white", 3) == settled(*E1, "white", 4)
    assert settled(*E1, "white", 5) is None  # as many as the mask has squares: constructed
    a8 = (ROOK, mb.geometry.parse_square("a8"))
    known = settled(*a8, "white", 11)
    assert known is not None
    assert known.status == "exists"
    assert settled(*a8, "white", 10) is None


def test_no_two_answers_contradict_each_other() -> None:
    from magicbb.magics.settled import _known

    for answers in _known().values():
        bits = {
            status: [each.bits for each in answers if each.status == status]
            for status in ("exists", "disproved")
        }
        assert max(bits["disproved"], default=0) < min(bits["exists"], default=99)


@pytest.mark.parametrize("objective", ["bits", "used"])
def test_nothing_is_searched_for_where_there_is_none(objective: str) -> None:
    with pytest.raises(
        mb.errors.MagicNotFoundError,
        match=r"^bishop e1 has no white magic with 4 bits: proved on 2026-11-21 by magicbb "
        r"\(magicbb check bishop-e1-white-4\); to search all the same, use --anyway "
        r"\(anyway=True\)$",
    ):
        mb.find(*E1, 4, objective=objective)
    with pytest.raises(mb.errors.MagicNotFoundError, match="in 1 try"):
        mb.find(*E1, 4, objective=objective, tries=1, anyway=True)


def test_a_rook_s_known_magic_is_taken_whatever_the_seed() -> None:
    magic = mb.find("rook", "a8", 11, seed=77)
    assert magic == mb.find("rook", "a8", 11)
    magic.check()
    with pytest.raises(mb.errors.MagicNotFoundError, match="in 9 tries"):
        mb.find("rook", "a8", 11, seed=77, tries=9, anyway=True)


def test_a_bishop_s_is_searched_for_from_the_seed() -> None:
    magics = {mb.find("bishop", "b1", 4, seed=seed).magic for seed in range(3)}
    assert len(magics) > 1


def test_all_are_asked_for_before_one_is_searched_for() -> None:
    with pytest.raises(mb.errors.MagicNotFoundError, match=r"^bishop e1 has no white magic"):
        mb.find_all(bits=lambda *place: fewer(*place) if place == E1 else None)


def test_campaigns_leave_out_what_is_settled() -> None:
    targets, left_out = worth_searching("white", -1)
    still_open = sum(settled(*place, "white", fewer(*place)) is None for place in PLACES)
    assert (len(targets), {why: len(rows) for why, rows in left_out.items()}) == (
        45,
        {"open": still_open, "disproved": 128 - 45 - still_open},
    )
    proofs = Counter(settled(*place, "black", fewer(*place)) for place in PLACES)
    disproved = sum(known is not None and known.status == "disproved" for known in proofs)
    assert len(worth_searching("black", -1)[0]) == 128 - disproved
    assert len(worth_searching("black", -1, anyway=True)[0]) == 128
