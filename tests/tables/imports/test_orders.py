"""Masks in another order than the magics: wrong, unless code indexes them differently."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import magicbb as mb
from magicbb.geometry.mappings import MAPPINGS
from magicbb.tables.imports.checks.orders import indexings_in
from magicbb.tables.imports.sources.source_text import SourceText

from .conftest import import_magics

SOURCES = Path(__file__).parents[2] / "data" / "sources"


def array(name: str, numbers: list[int]) -> str:
    return f"U64 {name}[64] = {{{', '.join(map(hex, numbers))}}};\n"


def masks(order: str, name: str = "masks") -> str:
    return array(name, [mb.ROOK.mask(square) for square in MAPPINGS[order].squares])


@pytest.fixture(scope="module")
def magics(fancy: mb.Table) -> str:
    factors = [magic.magic for magic in fancy.magics]
    return array("RM", factors[:64]) + array("BM", factors[64:])


def look_up(mask: str, magic: str) -> str:
    return f"U64 f(int sq, U64 occ) {{ return t[(occ & masks[{mask}]) * RM[{magic}] >> 52]; }}"


def refused(text: str) -> str:
    with pytest.raises(ValueError, match=r"holds the rook's \w+") as error:
        import_magics(text)
    return str(error.value)


@pytest.mark.parametrize("order", [name for name in MAPPINGS if name != "a1=0"])
def test_without_code_masks_in_another_order_are_wrong(magics: str, order: str) -> None:
    assert refused(masks(order) + magics).startswith(
        f"masks (line 1) holds the rook's masks in the order {order}, but RM (line 2) holds "
        "the magics in the order a1=0, and no code indexes them differently; to check only the "
        "magics, choose magics-only; "
    )
    assert import_magics(masks(order) + magics, magics_only=True).notes == ()


@pytest.mark.parametrize("indexed", ["masks", "RM"])
def test_where_one_is_not_indexed_they_are_wrong(magics: str, indexed: str) -> None:
    code = f"U64 f(int sq) {{ return {indexed}[sq ^ 56]; }}"
    assert ", and no code indexes them differently; " in refused(masks("a8=0") + magics + code)


@pytest.mark.parametrize(
    ("mask", "magic"),
    [
        ("sq", "sq"),
        ("kingSq", "sq"),
        ("sq", "(int)sq"),
        ("sq as usize", "s"),
        ("sq ^ 56", "(square ^ 56)"),
    ],
)
def test_where_both_are_indexed_alike_they_are_wrong(magics: str, mask: str, magic: str) -> None:
    assert ", and both use the same index; " in refused(
        masks("a8=0") + magics + look_up(mask, magic)
    )


@pytest.mark.parametrize(
    ("order", "mask", "magic", "said"),
    [
        ("a8=0", "sq ^ 56", "sq", "[square ^ 56] and [square]"),
        ("a8=0", "sq", "0x38 ^ sq", "[square] and [56 ^ square]"),
        ("h8=0", "63 - sq", "sq", "[63 - square] and [square]"),
        ("h8=0", "sq ^ 7", "sq ^ 56", "[square ^ 7] and [square ^ 56]"),
        ("h1=0", "sq", "sq ^ 7", "[square] and [square ^ 7]"),
    ],
)
def test_where_the_indices_lead_to_the_same_squares_that_is_said(
    magics: str, order: str, mask: str, magic: str, said: str
) -> None:
    found = import_magics(masks(order) + magics + look_up(mask, magic))
    (note,) = found.notes
    assert note.endswith(f"the order a1=0; {said} refer to the same squares")
    assert found.arrays["rook masks"] == "masks (line 1)"


@pytest.mark.parametrize(
    ("order", "mask"), [("a8=0", "sq ^ 7"), ("h8=0", "sq ^ 56"), ("a1=0,a2=1", "sq ^ 56")]
)
def test_where_they_lead_elsewhere_that_is_named(magics: str, order: str, mask: str) -> None:
    text = masks(order) + magics + look_up(mask, "sq")
    assert " and [square] do not refer to the same squares; " in refused(text)


@pytest.mark.parametrize("mask", ["FLIP[sq]", "flip(sq)", "sq ^ A8", "sq ^ 64"])
def test_what_cannot_be_told_is_said(magics: str, mask: str) -> None:
    (note,) = import_magics(masks("a8=0") + magics + look_up(mask, "sq")).notes
    assert re.search(
        r"; whether \[.* and \[square\] refer to the same squares was not checked$", note
    )


def test_fields_of_the_same_records_have_one_order(fancy: mb.Table) -> None:
    order = MAPPINGS["a8=0"].squares
    rows = [f"{{{mb.ROOK.mask(order[i]):#x}, {fancy.magics[i].magic:#x}}}" for i in range(64)]
    text = f"struct M R[64] = {{{', '.join(rows)}}};\n" + look_up("sq ^ 56", "sq")
    sentence = refused(text + array("BM", [magic.magic for magic in fancy.magics[64:]]))
    assert ", though they are fields of the same records; " in sentence


def test_what_else_is_wrong_is_named_beside_it(magics: str) -> None:
    wrong = masks("a8=0").replace(f"{mb.ROOK.mask(27):#x}", f"{mb.ROOK.mask(27) ^ 1 << 29:#x}")
    assert f", rook d4: number {MAPPINGS['a8=0'].squares.index(27) + 1} of masks" in refused(
        wrong + magics
    )


def test_of_one_slider_the_masks_of_the_other_do_not_count(magics: str) -> None:
    found = import_magics(masks("a8=0") + magics, piece="bishop")
    assert found.notes == ()
    assert found.unchecked == ("masks (line 1)", "RM (line 2)")


@pytest.mark.parametrize(
    ("text", "indexings"),
    [
        ("U64 a[64]; a[0] = 1;", set()),
        ("a[sq]; a[s]; a[1][square]", {(("square",),)}),
        ("a[(size_t) sq ^ 0x38]", {(("square", "^", "56"),)}),
        ("a[ownSq ^ A8]", {(("square", "^", "A8"),)}),
        ("a[i][j ^ 1]", {(("square",), ("square", "^", "1"))}),
        ("a[b[c[0]]]", {(("b", "[", "c", "[", "0", "]", "]"),)}),
        ("a[" + "x + " * 40, set()),
        ("a[x", set()),
    ],
)
def test_how_names_are_indexed(text: str, indexings: set[object]) -> None:
    assert indexings_in([SourceText(text)])["a"] == indexings
