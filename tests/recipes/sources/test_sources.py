"""Where magics come from: what is usual for a scheme, and what a search is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.lookup.keys import PLACES
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources import SOURCES, SearchOptions, default_source, searched
from magicbb.recipes.sources.searched import constructed

if TYPE_CHECKING:
    from magicbb.magics.magic import Magic

ANNEALED = {"white", "white-fixed", "black", "black-fixed"}
"""The hashes whose magics can be annealed."""


def test_a_combination_has_a_usual_source(combination: Scheme) -> None:
    hashing, layout, _ = combination.names
    source = default_source(combination)
    if hashing == "pext":
        assert source is None
        return
    # Where squares share slots, short magics gain nothing.
    gains = layout == "overlapped" and not combination.storage.shareable
    assert source is not None
    assert source.name == ("annealed" if gains and hashing in ANNEALED else "constructed")


@pytest.mark.parametrize("hashing", HASHES)
def test_what_can_be_annealed_has_no_special_form(hashing: str) -> None:
    layout = "joint" if HASHES[hashing].joint else "overlapped"
    reason = SOURCES["annealed"].reason_against(Scheme(hashing, layout, "union"))
    assert (reason is None) == (hashing in ANNEALED)
    if HASHES[hashing].search is not None:
        assert hashing not in ANNEALED


@pytest.mark.parametrize("hashing", HASHES)
def test_constructed_magics_go_with_every_hash(hashing: str) -> None:
    found: list[Magic] = []
    magics = constructed(HASHES[hashing], 5, found.append)
    assert {*found} == {*magics}
    assert len(magics) == (0 if HASHES[hashing].kind is None else len(PLACES))


@pytest.mark.parametrize(
    ("hashing", "rounds"), [("white", 16), ("black", 16), ("white-fixed", 64), ("black-fixed", 64)]
)
def test_a_fixed_shift_is_annealed_for_longer(
    hashing: str, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, Any] = {}

    def find_short(kind: str, bits: Any, **options: Any) -> tuple[Magic, ...]:
        told.update(options, kind=kind, bits=[bits(*place) for place in PLACES])
        return ()

    monkeypatch.setattr(searched, "find_short", find_short)
    scheme = Scheme(hashing, "overlapped")
    assert SOURCES["annealed"].magics(scheme, SearchOptions(7, 2, print)) == ((), None)
    assert told == {
        "kind": scheme.hash.kind,
        "bits": [scheme.hash.bits(*place) for place in PLACES],
        "seed": 7,
        "threads": 2,
        "rounds": rounds,
        "on_found": print,
    }


def test_a_table_without_a_known_source_goes_by_the_usual_one() -> None:
    table = mb.Table(Scheme("white", "concatenated"), mb.find_all())
    assert (table.source, table.choice.name) == (None, "fancy")


def test_a_table_whose_source_does_not_go_with_its_scheme_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^black/concatenated/direct/dense cannot work: "):
        mb.Table(Scheme("black", "concatenated"), mb.find_all("black"), source="dense")
    with pytest.raises(ValueError, match=r"^source must be one of constructed, "):
        mb.Table(Scheme("white", "concatenated"), mb.find_all(), source="sky")
