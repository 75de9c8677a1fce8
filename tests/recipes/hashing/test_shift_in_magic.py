"""The shift in the magic's top six bits: what is found has it there, and nothing else is taken."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import magicbb as mb
from magicbb.lookup.keys import PLACES
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources.searched import constructed

every_kind = pytest.mark.parametrize("kind", ["white", "black"])


@every_kind
@settings(max_examples=20)
@given(seed=st.integers(0, 2**64 - 1))
def test_the_top_six_bits_are_the_shift(kind: str, seed: int) -> None:
    magics = constructed(HASHES[f"{kind}-shift-in-magic"], seed)
    assert [magic.magic >> 58 for magic in magics] == [magic.shift for magic in magics]
    mb.Table(Scheme(kind, "concatenated"), magics)  # magics as any others, right on all keys


@every_kind
def test_each_is_a_magic_in_plain_python(kind: str) -> None:
    for magic in constructed(HASHES[f"{kind}-shift-in-magic"], 1)[::11]:
        magic.check()


@every_kind
def test_every_magic_is_reported_once_and_seeds_differ(kind: str) -> None:
    found: list[mb.Magic] = []
    hashing = HASHES[f"{kind}-shift-in-magic"]
    assert (*found,) != constructed(hashing, 1, found.append) == (*found,)
    assert constructed(hashing, 2) != constructed(hashing, 1)


@pytest.mark.parametrize(
    ("kind", "row", "factor"),
    [
        ("white", 0, 0xD08000C00182E2B7),
        ("white", 80, 0xEE4002200803077A),
        ("black", 0, 0xD37FFFBFFF7F8D95),
        ("black", 80, 0xEFBFF71FF7C4C2B7),
    ],
)
def test_a_seed_gives_the_same_magics_for_ever(kind: str, row: int, factor: int) -> None:
    assert constructed(HASHES[f"{kind}-shift-in-magic"], 1)[row].magic == factor


@every_kind
@pytest.mark.parametrize("top", [0, 51, 53, 63])
def test_another_shift_on_top_is_refused(kind: str, top: int) -> None:
    hashing = HASHES[f"{kind}-shift-in-magic"]
    magic = constructed(hashing, 1)[0]
    wrong = dataclasses.replace(magic, magic=magic.magic % 2**58 | top << 58)
    sentence = f"^rook a1: the top six bits of the magic must be its shift, 52, got {top}$"
    with pytest.raises(ValueError, match=sentence):
        hashing.record(*PLACES[0], wrong)


@every_kind
def test_magics_with_any_top_are_refused(kind: str) -> None:
    with pytest.raises(ValueError, match="the top six bits of the magic must be its shift"):
        mb.Table(Scheme(f"{kind}-shift-in-magic", "concatenated"), mb.find_all(kind))


@every_kind
def test_mask_and_magic_are_all_that_is_kept(kind: str) -> None:
    hashing = HASHES[f"{kind}-shift-in-magic"]
    magic = constructed(hashing, 1)[27]
    kept = magic.mask if kind == "white" else magic.mask ^ (2**64 - 1)
    assert hashing.words == ("mask" if kind == "white" else "irrelevant", "magic")
    assert hashing.record(*PLACES[27], magic) == (kept, magic.magic)
