"""Claims: what can be asked, and the errors of what cannot."""

from __future__ import annotations

from typing import Any

import pytest

from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.magics.search.bit_by_bit.steps import period_bits
from magicbb.research.proofs import Claim


def test_names_are_parsed() -> None:
    assert Claim("rook", "d4", "black", 9) == Claim(ROOK, 27, "black", 9)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["white", "black"])
@pytest.mark.parametrize("slider", [ROOK, BISHOP], ids=str)
def test_the_period_is_that_of_the_search(slider: Any, kind: str) -> None:
    for square in range(64):
        bits = slider.mask(square).bit_count() - 1
        claim = Claim(slider, square, kind, bits)
        assert claim.period == period_bits(claim.mask, bits, black=kind == "black")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("queen", "d4", "white", 9), 'piece must be "rook" or "bishop", got \'queen\''),
        (("rook", "z4", "white", 9), "square must be"),
        (("rook", "d4", "grey", 9), 'kind must be "white" or "black", got \'grey\''),
        (("rook", "d4", "white-32", 9), "kind must be"),
        (("rook", "d4", [], 9), "kind must be"),
        (("rook", "d4", "white", 0), r"bits must be 1\.\.10 for rook d4, whose mask has 10"),
        (("rook", "d4", "white", 11), r"bits must be 1\.\.10"),
        (("bishop", "d4", "white", 10**5000), r"bits must be 1\.\.9 .* an integer of"),
    ],
)
def test_what_is_none_is_refused(arguments: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Claim(*arguments)


def test_bits_must_be_an_integer() -> None:
    with pytest.raises(TypeError, match="bits must be 1"):
        Claim("rook", "d4", "white", 9.5)  # type: ignore[arg-type]
