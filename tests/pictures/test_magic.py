"""A magic draws itself: whether it works, and why not."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import magicbb as mb
from magicbb.magics.collisions import CollisionError

SVG = "{http://www.w3.org/2000/svg}"


def read(magic: mb.Magic) -> ET.Element:
    return ET.fromstring(magic._repr_svg_())  # noqa: S314  the text is our own


def texts(magic: mb.Magic) -> list[str]:
    """All that is written around the pictures."""
    return [text.text or "" for text in read(magic).findall(f"{SVG}text")]


def titles(magic: mb.Magic) -> list[str]:
    """What the pictures say in words, the whole one first."""
    return [title.text or "" for title in read(magic).iter(f"{SVG}title")]


@pytest.mark.parametrize("kind", ["white", "black", "white-32"])
def test_a_magic_that_works_says_so(kind: str) -> None:
    magic = mb.find(mb.BISHOP, "a1", bits=6, kind=kind, seed=1)
    written = texts(magic)
    assert written[0] == f"A {kind} magic for the bishop a1"
    assert written[1] == "It works: no two keys share an index."
    assert "6 bits, 64 indices, 64 of them used" in " ".join(written)


def test_constructive_collisions_are_counted() -> None:
    # The densest table has many a magic with fewer indices than keys.
    magic = min(mb.build("densest").magics, key=lambda magic: magic.bits - magic.mask.bit_count())
    keys, used = 1 << magic.mask.bit_count(), len({index for _, index in magic.indices()})
    assert used < keys
    assert texts(magic)[1] == (
        f"It works: {keys:,} keys share {used:,} indices, with {keys - used:,} constructive "
        f"collisions."
    )


def test_a_magic_that_fails_shows_the_two_keys_that_collide() -> None:
    magic = mb.Magic(mb.ROOK, 27, "white", 10, 12345678901234567)
    with pytest.raises(CollisionError) as caught:
        magic.check()
    error = caught.value
    assert texts(magic)[1] == (
        f"It fails: two keys with different attacks have the index {error.slot}."
    )
    boards = titles(magic)[-2:]
    for board, blockers in zip(boards, error.blockers, strict=True):
        attacked = mb.draw(mb.ROOK.attacks("d4", blockers), pieces={"d4": "R"}, occupied=blockers)
        assert f"<title>{board}</title>" in attacked.svg


def test_the_factor_and_the_mask_are_drawn() -> None:
    magic = mb.Magic(mb.ROOK, 0, "white", 12, 0x80008040002010)
    assert titles(magic)[1] == "64 bits, 0x0080008040002010."
    assert titles(magic)[2].startswith("White: rook a1. Marked: b1, c1")


@pytest.mark.parametrize(("bits", "factor"), [(1, 0), (1, 1 << 63), (20, 0), (20, 2**64 - 1)])
def test_odd_magics_are_drawn_too(bits: int, factor: int) -> None:
    assert texts(mb.Magic(mb.BISHOP, 27, "black", bits, factor))[1].startswith("It fails")


@pytest.mark.parametrize("slider", [mb.ROOK, mb.BISHOP], ids=str)
def test_the_piece_stands_on_the_boards(slider: mb.geometry.Slider) -> None:
    magic = mb.Magic(slider, 27, "white", 10, 12345678901234567)
    assert [title.startswith(f"White: {slider} d4.") for title in titles(magic)[-2:]] == [True] * 2


def test_singular_and_plural() -> None:
    written = " ".join(texts(mb.Magic(mb.BISHOP, 27, "black", 1, 1)))
    assert "1 one " in written
    assert "1 bit, 2 indices" in written


def test_equal_magics_are_drawn_alike() -> None:
    one, other = (mb.Magic(mb.ROOK, 0, "white", 12, 5) for _ in range(2))
    assert one._repr_svg_() == other._repr_svg_()
